// From shapes to nodes: the palette index of every Ez node.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// What a node is made of.
struct Medium {
  double eps = 1, mu = 1, sigma = 0, sigma_m = 0;  // relative, relative, S/m, Ω/m
  bool pec = false, pmc = false;
  std::vector<Pole> poles = {}, poles_m = {};  // of ε, of μ
  bool dispersive() const { return !poles.empty() || !poles_m.empty(); }
  bool perfect() const { return pec || pmc; }  // the main array is 0 in it: in a PMC for want of an H that drives it
  bool operator==(const Medium&) const = default;
};
// ε_r and μ_r with their poles, σ and σm left out; and Re √ε_r·√μ_r, c over the wave's speed, below 0 where both are.
// Without a frequency what eps and mu say.
std::complex<double> permittivity(const Medium& medium, std::optional<double> frequency);
std::complex<double> permeability(const Medium& medium, std::optional<double> frequency);
double refractive_index(const Medium& medium, std::optional<double> frequency);
// As the engine sees it: of an hz scene the dual (ε↔μ, σ↔σm, PEC↔PMC), and a perfect one without numbers.
Medium seen_by(Polarization polarization, const Medium& medium);
// The palette of a scene: 0 vacuum, 1 pec, 2 pmc, then the scene's materials in file order. Of a gas or heat 1 is what
// is solid, and from first_state on come the states.
inline constexpr int first_state = 3;
struct PaletteEntry : Medium {
  std::string name;
  std::uint32_t color = 0;  // 0xRRGGBB
  bool graded = false;      // by a formula: its nodes' numbers are in their map
};
// What a node is made of that has no entry: of a graded material, of a ramp, or the mean over its cell.
struct MixedMedium : Medium {
  std::uint16_t material = 0;  // the entry that it counts as, by name and colour
  bool operator==(const MixedMedium&) const = default;
};
std::vector<PaletteEntry> palette_of(const Scene& scene);
PaletteEntry palette_entry(const Scene& scene, std::size_t k);  // one of them
// What can be drawn with: all of it; of a gas or heat what is solid, and the states.
std::vector<PaletteEntry> offered_palette(const Scene& scene);
PaletteEntry background_of(const Scene& scene);
// What nodes can be made of: the background and the shapes' materials.
std::vector<PaletteEntry> used_media(const Scene& scene);
// The same by what nodes have: of a graded material the least and the largest numbers, which every node is asked for.
std::vector<PaletteEntry> extreme_media(const Scene& scene);
// Whether nodes may have media that are no entries.
bool has_mixed_media(const Scene& scene);
// Whether ε or σ of such media differ from place to place within one shape.
bool has_graded_media(const Scene& scene);

// Rectangle of nodes: columns i0 ≤ i < i1, rows j0 ≤ j < j1.
struct NodeRect {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  bool empty() const { return i1 <= i0 || j1 <= j0; }
  bool operator==(const NodeRect&) const = default;
};

// Palette index per node, row 0 at y = 0: a byte each while the palette has ≤ 256 entries, else 16 bits; from the end
// of the scene's palette on, one of the map's own mixed media. Owns its memory.
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

  const std::vector<MixedMedium>& mixed() const { return mixed_; }
  // Media of the indices from `first` on; their ε rounded to a multiple of `step` for want of indices, 0: exact.
  void set_mixed(std::uint16_t first, std::vector<MixedMedium> mixed, double step);
  void take_mixed(const NodeMap& of) {
    first_mixed_ = of.first_mixed_;
    mixed_ = of.mixed_;
    eps_step_ = of.eps_step_;
  }
  // The scene's entry that a node counts as.
  std::uint16_t material_at(int i, int j) const {
    const std::uint16_t v = at(i, j);
    return mixed_.empty() || v < first_mixed_ ? v : mixed_[static_cast<std::size_t>(v - first_mixed_)].material;
  }
  double eps_step() const { return eps_step_; }
  bool operator==(const NodeMap&) const = default;

 private:
  int nx_ = 0, ny_ = 0;
  bool wide_ = false;  // 16 bits for each node
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint16_t> words_;  // in place of bytes_ when wide_
  std::uint16_t first_mixed_ = 0;
  std::vector<MixedMedium> mixed_;
  double eps_step_ = 0;
};
// The scene's palette and, after it, the map's mixed media.
std::vector<PaletteEntry> palette_of(const Scene& scene, const NodeMap& map);

// Shapes are closed and grown by 1e-6 Δ; a node belongs to the last shape that contains it, else to the background.
NodeMap rasterize(const Scene& scene);
// The same, within `dirty` only (clipped to the grid); all of it where there are mixed media, whose list may be
// another.
void rasterize(const Scene& scene, NodeRect dirty, NodeMap& map);
// A part of the grid alone: its first node is (0, 0) of the map.
NodeMap rasterize(const Scene& scene, NodeRect part);
// Nodes a shape may cover, clipped to the grid.
NodeRect bounds(const Scene& scene, const Shape& shape);
// Whether a point (scene unit) lies in a shape.
bool contains(const Scene& scene, const Shape& shape, Vec2 point);
// What it is made of there, by name; empty where it is not.
std::string_view material_of(const Scene& scene, const Shape& shape, Vec2 point);
// What differs between two scenes of equal grid, in nodes: the union of the bounds of shapes that are not in both, of
// shapes whose palette index changed, or everything when the background or the palette's width changed or either has
// mixed media or grid.conformal did.
NodeRect dirty_rect(const Scene& before, const Scene& after);

// Nodes of a line source (DDA between its end nodes): one node per column or row of the longer axis.
std::vector<Node> line_nodes(Node from, Node to);

}  // namespace ez
