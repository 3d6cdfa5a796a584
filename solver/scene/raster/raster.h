// Converts shapes to nodes: the palette index of every Ez node.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Medium of a node.
struct Medium {
  double eps = 1, mu = 1, sigma = 0, sigma_m = 0;  // relative, relative, S/m, Ω/m
  bool pec = false, pmc = false;
  std::vector<Pole> poles = {}, poles_m = {};  // of ε, of μ
  bool dispersive() const { return !poles.empty() || !poles_m.empty(); }
  bool perfect() const { return pec || pmc; }  // the main array is 0 in it; in a PMC because no H drives it
  bool operator==(const Medium&) const = default;
};
// Return ε_r and μ_r with their poles but without σ and σm, and Re √ε_r·√μ_r. The last is c over the wave's speed, and
// is negative if both ε_r and μ_r are. Without a frequency they return the values of eps and mu.
std::complex<double> permittivity(const Medium& medium, std::optional<double> frequency);
std::complex<double> permeability(const Medium& medium, std::optional<double> frequency);
double refractive_index(const Medium& medium, std::optional<double> frequency);
// Returns the medium as the engine sees it: for an hz scene the dual (ε↔μ, σ↔σm, PEC↔PMC). A
// perfect conductor has no numbers.
Medium seen_by(Polarization polarization, const Medium& medium);
// The palette of a scene: 0 vacuum, 1 pec, 2 pmc, then the scene's materials in file order. For a gas or heat, 1 is
// solid, and the states start at first_state.
inline constexpr int first_state = 3;
struct PaletteEntry : Medium {
  std::string name;
  std::uint32_t color = 0;  // 0xRRGGBB
  bool graded = false;      // by a formula: the nodes' numbers are in their map
};
// Medium of a node that is not an entry: from a graded material, from a ramp, or the mean over its cell.
struct MixedMedium : Medium {
  std::uint16_t material = 0;  // entry whose name and colour it uses
  bool operator==(const MixedMedium&) const = default;
};
std::vector<PaletteEntry> palette_of(const Scene& scene);  // other folders use SceneMedia::palette()
// Return parts of the palette without making all of it.
std::size_t entry_count(const Scene& scene);
std::string_view entry_name(const Scene& scene, std::size_t k);
PaletteEntry palette_entry(const Scene& scene, std::size_t k);
std::optional<PaletteEntry> entry_named(const Scene& scene, std::string_view name);
PaletteEntry background_of(const Scene& scene);
// Returns the names of the media that nodes can have: the background and the shapes' materials.
std::set<std::string_view> used_names(const Scene& scene);
// Returns true if nodes may have media that are not entries.
bool has_mixed_media(const Scene& scene);
// Returns true if ε or σ of such media vary within one shape.
bool has_graded_media(const Scene& scene);

// Rectangle of nodes: columns i0 ≤ i < i1, rows j0 ≤ j < j1.
struct NodeRect {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  bool empty() const { return i1 <= i0 || j1 <= j0; }
  bool operator==(const NodeRect&) const = default;
};

// Palette index per node, row 0 at y = 0. Each is a byte if the palette has ≤ 256 entries, else 16 bits. Indices after
// the end of the scene's palette are the map's own mixed media. Owns its memory.
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
  // Copies row `from_j` of a map of the same width and size of indices.
  void copy_row(int j, const NodeMap& from, int from_j);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::vector<std::uint16_t>& words() const { return words_; }

  const std::vector<MixedMedium>& mixed() const { return mixed_; }
  // Sets the media of the indices from `first` on. If indices were scarce, their ε is rounded to
  // a multiple of `step`; 0: exact.
  void set_mixed(std::uint16_t first, std::vector<MixedMedium> mixed, double step);
  void take_mixed(const NodeMap& of) {
    first_mixed_ = of.first_mixed_;
    mixed_ = of.mixed_;
    eps_step_ = of.eps_step_;
  }
  // Returns the mixed medium of an index; null if the index is an entry of the scene.
  const MixedMedium* mixed_of(std::uint16_t index) const {
    return mixed_.empty() || index < first_mixed_ ? nullptr : &mixed_[static_cast<std::size_t>(index - first_mixed_)];
  }
  // Returns the scene's entry whose name and colour a node uses.
  std::uint16_t material_at(int i, int j) const {
    const std::uint16_t v = at(i, j);
    const MixedMedium* mixed = mixed_of(v);
    return mixed ? mixed->material : v;
  }
  double eps_step() const { return eps_step_; }
  bool operator==(const NodeMap&) const = default;

 private:
  int nx_ = 0, ny_ = 0;
  bool wide_ = false;  // 16 bits per node
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint16_t> words_;  // used instead of bytes_ if wide_
  std::uint16_t first_mixed_ = 0;
  std::vector<MixedMedium> mixed_;
  double eps_step_ = 0;
};
// Returns the medium of an index of the scene's map.
Medium medium_of(const Scene& scene, const NodeMap& map, std::uint16_t index);

// Rasterises the scene. Shapes are closed and enlarged by 1e-6 Δ. A node belongs to the last shape that
// contains it, else to the background.
NodeMap rasterize(const Scene& scene);
// Rasterises only `dirty` (clipped to the grid), but everything if there are mixed media, whose list may change.
void rasterize(const Scene& scene, NodeRect dirty, NodeMap& map);
// Rasterises a part of the grid. Its first node is (0, 0) of the map.
NodeMap rasterize(const Scene& scene, NodeRect part);
// Returns the nodes that a shape may cover, clipped to the grid.
NodeRect bounds(const Scene& scene, const Shape& shape);
// Returns true if a point (in the scene's unit) is in a shape.
bool contains(const Scene& scene, const Shape& shape, Vec2 point);
// Returns the name of the shape's material at that point; empty outside the shape.
std::string_view material_of(const Scene& scene, const Shape& shape, Vec2 point);
// Returns the nodes that differ between two scenes of equal grid. This is the union of the bounds of shapes that are in
// only one of them, or whose palette index changed. It is the whole grid if the background, the palette's index width
// or grid.conformal changed, or if either scene has mixed media.
NodeRect dirty_rect(const Scene& before, const Scene& after);

// Returns the nodes of a line source (DDA between its end nodes): one node per column or row of the longer axis.
std::vector<Node> line_nodes(Node from, Node to);

}  // namespace ez
