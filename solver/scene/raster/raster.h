// From shapes to nodes: the palette index of every Ez node.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// What a node is made of.
struct Medium {
  double eps = 1, mu = 1, sigma = 0, sigma_m = 0;  // relative, relative, S/m, Ω/m
  bool pec = false, pmc = false;
  bool perfect() const { return pec || pmc; }  // the main array is 0 in it: in a PMC for want of an H that drives it
  bool operator==(const Medium&) const = default;
};
// As the engine sees it: of an hz scene the dual (ε↔μ, σ↔σm, PEC↔PMC), and a perfect one without numbers.
Medium seen_by(Polarization polarization, const Medium& medium);
// The palette of a scene: 0 vacuum, 1 pec, 2 pmc, then the scene's materials in file order.
struct PaletteEntry : Medium {
  std::string name;
  std::uint32_t color = 0;  // 0xRRGGBB
};
std::vector<PaletteEntry> palette_of(const Scene& scene);
PaletteEntry background_of(const Scene& scene);
// What nodes can be made of: the background and the shapes' materials.
std::vector<PaletteEntry> used_media(const Scene& scene);

// Rectangle of nodes: columns i0 ≤ i < i1, rows j0 ≤ j < j1.
struct NodeRect {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  bool empty() const { return i1 <= i0 || j1 <= j0; }
  bool operator==(const NodeRect&) const = default;
};

// Palette index per node, row 0 at y = 0: a byte each while the palette has ≤ 256 entries, else 16 bits. Owns its
// memory.
class NodeMap {
 public:
  NodeMap() = default;
  NodeMap(int nx, int ny, bool wide);
  int nx() const { return nx_; }
  int ny() const { return ny_; }
  bool wide() const { return wide_; }
  std::uint16_t at(int i, int j) const {
    const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i);
    return wide_ ? words_[k] : bytes_[k];
  }
  void set(int i, int j, std::uint16_t v) {
    const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i);
    if (wide_)
      words_[k] = v;
    else
      bytes_[k] = static_cast<std::uint8_t>(v);
  }
  void fill_row(int j, int i0, int i1, std::uint16_t v);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::vector<std::uint16_t>& words() const { return words_; }
  bool operator==(const NodeMap&) const = default;

 private:
  int nx_ = 0, ny_ = 0;
  bool wide_ = false;  // 16 bits for each node
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint16_t> words_;  // in place of bytes_ when wide_
};

// Shapes are closed and grown by 1e-6 Δ; a node belongs to the last shape that contains it, else to the background.
NodeMap rasterize(const Scene& scene);
// The same, within `dirty` only (clipped to the grid).
void rasterize(const Scene& scene, NodeRect dirty, NodeMap& map);
// A part of the grid alone: its first node is (0, 0) of the map.
NodeMap rasterize(const Scene& scene, NodeRect part);
// Nodes a shape may cover, clipped to the grid.
NodeRect bounds(const Scene& scene, const Shape& shape);
// Whether a point (scene unit) lies in a shape.
bool contains(const Scene& scene, const Shape& shape, Vec2 point);
// What differs between two scenes of equal grid, in nodes: the union of the bounds of shapes that are not in both, of
// shapes whose palette index changed, or everything when the background or the palette's width changed.
NodeRect dirty_rect(const Scene& before, const Scene& after);

// Nodes of a line source (DDA between its end nodes): one node per column or row of the longer axis.
std::vector<Node> line_nodes(Node from, Node to);

}  // namespace ez
