// The names are those of the file format. A fault's applicability follows from the scene alone, without rasterising the
// whole grid, because it is checked often.
#include "solver/scene/fault.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>

#include "solver/scene/raster/node_rect.h"

namespace ez {
namespace {

// The numbers in "shows" were measured with a source at 16 to 20 cells per wavelength, 26 to 45 cells from the side
// (checked by tests/physics/physics_faults_test.cpp).
constexpr std::array<FaultWords, fault_count> words = {{
    {Fault::sigma_half_cell, "sigma-half-cell", "σ shifted by half a cell",
     "The whole side reflects a weak copy of the pulse at −25 to −30 dB. A layer without a fault stays below −90 dB."},
    {Fault::local_grading, "local-grading", "σ graded by the local medium",
     "Waves return at −35 to −40 dB, but only where a medium enters the layer. There σ jumps along the boundary."},
    {Fault::swapped_parts, "swapped-parts", "E and H coefficients swapped",
     "The whole side reflects a copy of the pulse at −20 to −25 dB, stronger than with σ shifted by half a cell."},
    {Fault::no_corner_psi, "no-corner-psi", "ψ of the corner missing",
     "The sides reflect nothing, but the corner reflects waves at −15 to −30 dB."},
    {Fault::wrong_sign, "wrong-sign", "Wrong sign of one recursion",
     "The whole side reflects a quarter to a half of the wave and rings for hundreds of steps, but does not grow."},
    {Fault::forgotten_psi, "forgotten-psi", "ψ reset in every step",
     "The layer hardly absorbs. Half of the wave or more returns late, after it has travelled to the boundary and "
     "back."},
    {Fault::reversed_grading, "reversed-grading", "Grading reversed",
     "More than half of the wave returns at once, because it meets the full σ at the layer's inner edge."},
    {Fault::uncompensated_kappa, "uncompensated-kappa", "κ without its compensation",
     "The field grows without limit inside the layer and fills the picture within a few hundred steps."},
    {Fault::half_depth, "half-depth", "Layer of half the depth",
     "A third to a half of the wave returns late, because it is absorbed too little before it reaches the end of the "
     "layer."},
    {Fault::mur_other_delta, "mur-other-delta", "Mur with another Δ",
     "Even at normal incidence a third of the wave's amplitude returns, because the boundary assumes half its speed."},
    {Fault::mur2_no_corner, "mur2-no-corner", "Mur-2 without its corner",
     "The side works normally, but the corner is fixed at 0 and reflects waves that arrive there."},
    {Fault::source_in_layer, "source-in-layer", "Source inside the layer",
     "Waves start inside the layer, weak and asymmetric, and the field at the drawn source stays zero."},
    {Fault::medium_stops, "medium-stops", "Medium stops at the layer",
     "Waves return only where a medium enters the layer. The medium's end reflects like its interface with the "
     "background."},
}};

// The layer of one side and its media.
class Layer {
 public:
  Layer(const Scene& scene, Side side) : scene_(scene), side_(side), background_(background_of(scene)) {}

  // Returns true if a node with depth in [first, last] cells from the boundary differs from the background, in ε_r μ_r
  // only or in any property.
  bool has_other_medium(int first, int last, bool in_speed_only) const {
    const NodeRect strip = rect(first, last);
    const std::set<std::string_view> others = differing(in_speed_only);
    return std::any_of(scene_.shapes.begin(), scene_.shapes.end(), [&](const Shape& shape) {
      const NodeRect r = intersection(bounds(scene_, shape), strip);
      for (int j = r.j0; j < r.j1; ++j)
        for (int i = r.i0; i < r.i1; ++i)
          if (others.contains(medium_at({i, j}))) return true;
      return false;
    });
  }

 private:
  NodeRect rect(int first, int last) const {
    const int nx = scene_.grid.nx, ny = scene_.grid.ny;
    if (side_ == Side::left) return {first, 0, last + 1, ny};
    if (side_ == Side::right) return {nx - 1 - last, 0, nx - first, ny};
    if (side_ == Side::bottom) return {0, first, nx, last + 1};
    return {0, ny - 1 - last, nx, ny - first};
  }
  std::string_view medium_at(Node n) const {
    const Vec2 at = from_nodes(scene_, {double(n.i), double(n.j)});
    for (std::size_t k = scene_.shapes.size(); k-- > 0;)
      if (const std::string_view name = material_of(scene_, scene_.shapes[k], at); !name.empty()) return name;
    return scene_.grid.background;
  }
  // Returns the names of the media that differ from the background.
  std::set<std::string_view> differing(bool in_speed_only) const {
    std::set<std::string_view> out;
    for (std::size_t k = 0; k < entry_count(scene_); ++k) {
      const PaletteEntry e = palette_entry(scene_, k);
      const Medium &a = e, &b = background_;
      if (e.graded || (in_speed_only ? a.eps * a.mu != b.eps * b.mu : a != b)) out.insert(entry_name(scene_, k));
    }
    return out;
  }

  const Scene& scene_;
  Side side_;
  PaletteEntry background_;
};

std::array<Side, 2> adjacent_sides(Side side) {
  if (across_x(side)) return {Side::bottom, Side::top};
  return {Side::left, Side::right};
}
template <class F>
bool holds_at_adjacent_side(Side side, F holds) {
  const std::array<Side, 2> ends = adjacent_sides(side);
  return holds(ends[0]) || holds(ends[1]);
}

bool is_applicable_to_layer(const Scene& scene, BoundaryFault f) {
  const CpmlGrading& g = scene.boundary.cpml;
  const bool absorbs = g.absorbs(f.side);
  switch (f.fault) {
    case Fault::sigma_half_cell:
      return absorbs && g.sigma_varies();
    case Fault::reversed_grading:
      return absorbs || g.stretches();
    case Fault::swapped_parts:
      return (absorbs && g.sigma_varies()) || g.kappa_varies();
    case Fault::wrong_sign:
    case Fault::forgotten_psi:
      return absorbs;
    case Fault::uncompensated_kappa:
      return absorbs && g.stretches();
    case Fault::no_corner_psi:
      return absorbs && holds_at_adjacent_side(f.side, [&](Side s) { return scene.boundary.has_layer(s); });
    case Fault::half_depth:
      return g.cells >= 2;
    case Fault::source_in_layer:
      return std::any_of(scene.sources.begin(), scene.sources.end(), [](const Source& s) { return s.on; });
    case Fault::local_grading:
      return absorbs && g.sigma_table.empty() && Layer(scene, f.side).has_other_medium(g.cells, g.cells, true);
    case Fault::medium_stops:
      return Layer(scene, f.side).has_other_medium(0, g.cells - 1, false);
    default:
      return false;
  }
}

// Returns true if the node at an end of a Mur side is not set to zero by the adjacent side.
bool is_open_end(const Scene& scene, Side end) { return !facts_of(wall_of(scene, end)).is_zero; }

// One step of splitmix64 (Steele, Lea, Flood 2014), which gives the same numbers on every machine.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

const std::array<FaultWords, fault_count>& all_faults() { return words; }
const FaultWords& words_of(Fault fault) { return words[static_cast<std::size_t>(fault)]; }

bool is_applicable(const Scene& scene, BoundaryFault f) {
  const BoundaryKind kind = scene.boundary[f.side];
  if (facts_of(kind).has_layer) return is_applicable_to_layer(scene, f);
  if (f.fault == Fault::mur_other_delta) return facts_of(kind).mur_order > 0;
  return f.fault == Fault::mur2_no_corner && facts_of(kind).mur_order == 2 &&
         holds_at_adjacent_side(f.side, [&](Side end) { return is_open_end(scene, end); });
}

std::optional<BoundaryFault> hidden_fault_of(const Scene& scene) {
  if (!scene.hidden_fault) return std::nullopt;
  std::vector<BoundaryFault> possible;
  for (Side side : all_sides)
    for (const FaultWords& w : all_faults())
      if (is_applicable(scene, {side, w.fault})) possible.push_back({side, w.fault});
  if (possible.empty()) return std::nullopt;
  return possible[mixed(static_cast<std::uint64_t>(*scene.hidden_fault)) % possible.size()];
}

std::vector<BoundaryFault> active_faults(const Scene& scene) {
  std::vector<BoundaryFault> faults = scene.faults;
  if (const auto hidden = hidden_fault_of(scene))
    if (std::find(faults.begin(), faults.end(), *hidden) == faults.end()) faults.push_back(*hidden);
  return faults;
}

}  // namespace ez
