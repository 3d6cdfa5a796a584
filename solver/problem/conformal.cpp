// grid.conformal: the edge of metal cuts the areas and edges over which Faraday's law is integrated (S. Dey, R. Mittra,
// IEEE Microwave and Guided Wave Letters 7, 273 (1997)). For the two-array step this means
//
//   ez   At an H node next to metal, ∮E·ds contains Ez of its one free end only, over the fraction f of the path that
//        is outside the metal: μ → f μ.
//   hz   The cell of a node has the area A, and its edges the lengths l. The array holds l·E in place of E, so
//        μ A ∂H/∂t = Σ ± l E / Δ  and  (ε/l) ∂(l E)/∂t = ± ∂H/Δ. For the engine this is ε → A ε at the node and
//        μ → μ/l at the edge. If a node is in metal but its cell is not entirely, it has the medium of a neighbour.
//
// Stability. The eigenvalues of the step's matrix must be below 4/Δt². The sum of the magnitudes in a row bounds them.
// Let w = 1/Δ² along each axis and Δt² = S²/((wx + wy) c²), with c the largest speed. The condition then holds for
//
//   ez   f ≥ Σ w over the paths into metal / (4(wx + wy)/S² − 2 Σ w over the others) (½ at S = 1)
//   hz   A ≥ S² Σ l w / (2(wx + wy))                                                 (¼ Σ l where cells are square)
//
// Smaller fractions are raised to this bound, which moves the metal's edge outwards by as much.
// A smaller S needs less of this.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "solver/problem/problem_parts.h"

namespace ez {

namespace {

NodeRect grown(NodeRect r, int by, const Problem& p) {
  return {std::max(r.i0 - by, 0), std::max(r.j0 - by, 0), std::min(r.i1 + by, p.nx), std::min(r.j1 + by, p.ny)};
}

}  // namespace

// Grows by 3 nodes. A cell beyond the shapes' nodes may be cut, and with it the edges of its neighbours. The remaining
// fraction of a path also depends on the other paths of its free node.
NodeRect with_rim(const Problem& p, NodeRect dirty) { return dirty.empty() ? dirty : grown(dirty, 3, p); }

MetalEdges::MetalEdges(const Problem& p, const Scene& scene, const NodeMap& map, NodeRect dirty)
    : p_(p),
      map_(map),
      courant_(scene.grid.courant),
      wx_(1 / (p.dx * p.dx)),
      wy_(1 / (p.dy * p.dy)),
      dirty_(dirty),
      rim_(metal_rim(scene, map, grown(dirty, 2, p))),
      listed_(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny)) {
  for (const MetalRim::Parts* parts : {&rim_.hx, &rim_.hy})
    for (const auto& [at, part] : *parts) listed_[at] = true;
}

bool MetalEdges::is_metal(int i, int j) const { return map_.at(i, j) == metal_entry; }
bool MetalEdges::is_mirror(Side side) const { return p_.wall(side) == BoundaryKind::pmc; }

// Returns the smallest fraction, in 64ths, of a path from a free node into metal in an ez scene.
int MetalEdges::least_part(int i, int j) const {
  double into = 0, others = 0;
  // The mirror image continues beyond a PMC boundary.
  const auto inside = [](int at, int nodes, bool low_mirror, bool high_mirror) {
    if (at < 0) return low_mirror ? 1 : -1;
    if (at >= nodes) return high_mirror ? nodes - 2 : -1;
    return at;
  };
  const auto add = [&](int x, int y, double w) {
    x = inside(x, p_.nx, is_mirror(Side::left), is_mirror(Side::right));
    y = inside(y, p_.ny, is_mirror(Side::bottom), is_mirror(Side::top));
    (x >= 0 && y >= 0 && is_metal(x, y) ? into : others) += w;
  };
  add(i - 1, j, wx_), add(i + 1, j, wx_), add(i, j - 1, wy_), add(i, j + 1, wy_);
  const double least = into / (4 * (wx_ + wy_) / (courant_ * courant_) - 2 * others);
  return std::min(MetalRim::whole, static_cast<int>(std::ceil(least * MetalRim::whole)));
}

// Returns the node's medium. For a node in metal, returns the medium of its first neighbour outside the metal.
std::optional<std::uint16_t> MetalEdges::medium_at(int i, int j) const {
  if (!is_metal(i, j)) return map_.at(i, j);
  for (int y = std::max(j - 1, 0); y <= std::min(j + 1, p_.ny - 1); ++y)
    for (int x = std::max(i - 1, 0); x <= std::min(i + 1, p_.nx - 1); ++x)
      if (!is_metal(x, y)) return map_.at(x, y);
  return std::nullopt;
}

MetalEdges::Between MetalEdges::between(FieldArray array, Node a, Node b) const {
  const std::uint16_t of_a = map_.at(a.i, a.j), of_b = map_.at(b.i, b.j);
  const std::size_t at = index_of(p_, a.i, a.j);
  const bool wraps = b.i < a.i || b.j < a.j;
  if (!listed_[at] || wraps) return {of_a, of_b};
  const MetalRim::Parts& parts = array == FieldArray::hx ? rim_.hx : rim_.hy;
  const auto found = parts.find(at);
  if (found == parts.end()) return {of_a, of_b};
  if (p_.dual) return {medium_at(a.i, a.j).value_or(of_a), medium_at(b.i, b.j).value_or(of_b), found->second};
  const Node free = is_metal(a.i, a.j) ? b : a;
  const std::uint16_t medium = map_.at(free.i, free.j);
  return {medium, medium, std::max<int>(found->second, least_part(free.i, free.j))};
}

// Returns the fraction of a cell that counts in an hz scene, in 64ths; 0 in metal.
int MetalEdges::cell_part(int i, int j, int clear) const {
  const auto length = [&](const MetalRim::Parts& parts, int x, int y) {
    const bool beyond = x < 0 || y < 0 || (&parts == &rim_.hx ? y == p_.ny - 1 : x == p_.nx - 1);
    const auto found = beyond ? parts.end() : parts.find(index_of(p_, x, y));
    return found == parts.end() ? 1 : static_cast<double>(found->second) / MetalRim::whole;
  };
  // The mirror image continues beyond a PMC boundary.
  const int left = i == 0 && is_mirror(Side::left) ? 0 : i - 1, below = j == 0 && is_mirror(Side::bottom) ? 0 : j - 1,
            right = i == p_.nx - 1 && is_mirror(Side::right) ? i - 1 : i,
            above = j == p_.ny - 1 && is_mirror(Side::top) ? j - 1 : j;
  const double along_x = length(rim_.hx, i, above) + length(rim_.hx, i, below),
               along_y = length(rim_.hy, right, j) + length(rim_.hy, left, j);
  const double least = courant_ * courant_ * (along_x * wy_ + along_y * wx_) / (2 * (wx_ + wy_));
  return std::max(clear, static_cast<int>(std::ceil(least * MetalRim::whole)));
}

// Looks each entry up, or adds it after the entries of the palette.
void MetalEdges::set_cells(Problem& p) const {
  const std::size_t room = p.electric.wide() ? 65536 : 256, palette = p.electric_palette.size() - p.rim_cells.size();
  std::map<std::pair<std::uint16_t, int>, std::uint16_t> entries;  // by medium and part
  for (std::size_t k = 0; k < p.rim_cells.size(); ++k)
    entries[{p.rim_cells[k].medium, p.rim_cells[k].part}] = static_cast<std::uint16_t>(palette + k);
  for (const auto& [at, clear] : rim_.cells) {
    const int i = static_cast<int>(at % static_cast<std::size_t>(p.nx)),
              j = static_cast<int>(at / static_cast<std::size_t>(p.nx));
    if (i < dirty_.i0 || i >= dirty_.i1 || j < dirty_.j0 || j >= dirty_.j1) continue;
    const int part = cell_part(i, j, clear);
    const std::optional<std::uint16_t> medium = medium_at(i, j);
    if (part == 0 || !medium) {
      p.electric.set(i, j, metal_entry);
      continue;
    }
    const auto [known, is_new] = entries.try_emplace({*medium, part}, *medium);
    if (is_new && part != MetalRim::whole && p.electric_palette.size() < room) {
      known->second = static_cast<std::uint16_t>(p.electric_palette.size());
      p.rim_cells.push_back({*medium, part});
      p.electric_palette.push_back(rim_entry(p.electric_palette[*medium], part));
    }
    p.electric.set(i, j, known->second);
  }
}

ElectricEntry rim_entry(const ElectricEntry& of_medium, int part) {
  ElectricEntry entry = of_medium;
  const double share = static_cast<double>(part) / MetalRim::whole;
  entry.cb /= share;
  entry.eps *= share;
  return entry;
}

}  // namespace ez
