// The boundary of each of the grid's four sides, and deliberate errors in it (faults).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/scene/key.h"

namespace ez {

enum class BoundaryKind { pec, pmc, mur1, mur2, cpml, periodic, wall, outflow, fixed, insulated };

// Properties of a boundary kind, apart from the computation in the engines.
struct BoundaryFacts {
  // How the side is drawn.
  enum class Drawn { open, filled, hollow, dashed };
  BoundaryKind kind;
  std::string_view name, title, word;  // in files, full name, short name
  std::string_view idea;               // its effect, in one line
  For belongs = For::maxwell;
  bool is_zero = false;    // the main array is 0 at the outermost nodes in an ez scene; for hz see `dual`
  int mur_order = 0;       // order of the Mur condition that sets the outermost nodes; 0: none
  bool has_layer = false;  // has an absorbing layer of CpmlGrading::cells in front of it
  bool in_pairs = false;   // used on two opposite sides, or on neither
  BoundaryKind dual;       // the equivalent kind for the main array of the other polarization
  Drawn drawn = Drawn::open;
  constexpr bool sets_nodes() const { return is_zero || mur_order > 0; }  // regardless of what drives these nodes
};
inline constexpr BoundaryFacts boundary_kinds[] = {
    {.kind = BoundaryKind::pec,
     .name = "pec",
     .title = "PEC",
     .word = "PEC",
     .idea = "Perfect electric conductor: reflects with reversed E",
     .is_zero = true,
     .dual = BoundaryKind::pmc,
     .drawn = BoundaryFacts::Drawn::filled},
    {.kind = BoundaryKind::pmc,
     .name = "pmc",
     .title = "PMC",
     .word = "PMC",
     .idea = "Perfect magnetic conductor: reflects with unchanged E",
     .dual = BoundaryKind::pec,
     .drawn = BoundaryFacts::Drawn::hollow},
    {.kind = BoundaryKind::mur1,
     .name = "mur1",
     .title = "Mur, 1st order",
     .word = "Mur 1",
     .idea = "Absorbs normal incidence, reflects oblique waves",
     .mur_order = 1,
     .dual = BoundaryKind::mur1},
    {.kind = BoundaryKind::mur2,
     .name = "mur2",
     .title = "Mur, 2nd order",
     .word = "Mur 2",
     .idea = "Absorbs a wider range of angles than 1st order",
     .mur_order = 2,
     .dual = BoundaryKind::mur2},
    {.kind = BoundaryKind::cpml,
     .name = "cpml",
     .title = "CPML",
     .word = "CPML",
     .idea = "Absorbing layer: the least reflection",
     .is_zero = true,
     .has_layer = true,
     .dual = BoundaryKind::cpml},
    {.kind = BoundaryKind::periodic,
     .name = "periodic",
     .title = "Periodic",
     .word = "Periodic",
     .idea = "Waves that leave enter at the opposite side. Sets both sides",
     .belongs = For::all,
     .in_pairs = true,
     .dual = BoundaryKind::periodic,
     .drawn = BoundaryFacts::Drawn::dashed},
    {.kind = BoundaryKind::wall,
     .name = "wall",
     .title = "Wall",
     .word = "Wall",
     .idea = "Solid wall: the gas slides along it",
     .belongs = For::gas,
     .dual = BoundaryKind::wall,
     .drawn = BoundaryFacts::Drawn::filled},
    {.kind = BoundaryKind::outflow,
     .name = "outflow",
     .title = "Outflow",
     .word = "Outflow",
     .idea = "Open: outside, the gas is the same as at the side",
     .belongs = For::gas,
     .dual = BoundaryKind::outflow},
    {.kind = BoundaryKind::fixed,
     .name = "fixed",
     .title = "Fixed",
     .word = "Fixed",
     .idea = "Keeps the initial value of the side",
     .belongs = For::heat,
     .dual = BoundaryKind::fixed,
     .drawn = BoundaryFacts::Drawn::filled},
    {.kind = BoundaryKind::insulated,
     .name = "insulated",
     .title = "Insulated",
     .word = "Insulated",
     .idea = "No heat passes through",
     .belongs = For::heat,
     .dual = BoundaryKind::insulated,
     .drawn = BoundaryFacts::Drawn::hollow},
};
inline constexpr std::size_t boundary_kind_count = std::size(boundary_kinds);
static_assert(
    [] {
      for (std::size_t k = 0; k < boundary_kind_count; ++k)
        if (boundary_kinds[k].kind != static_cast<BoundaryKind>(k)) return false;
      return true;
    }(),
    "the rows are in the order of the enum");
constexpr const BoundaryFacts& facts_of(BoundaryKind kind) { return boundary_kinds[static_cast<std::size_t>(kind)]; }
// Returns the boundary of sides that a file does not mention.
constexpr BoundaryKind default_boundary(Physics physics) {
  return physics == Physics::gas    ? BoundaryKind::outflow
         : physics == Physics::heat ? BoundaryKind::insulated
                                    : BoundaryKind::cpml;
}
constexpr std::string_view to_string(BoundaryKind kind) { return facts_of(kind).name; }  // as in files

enum class Side { left, right, bottom, top };
inline constexpr std::array<Side, 4> all_sides = {Side::left, Side::right, Side::bottom, Side::top};
std::string_view to_string(Side);  // as in files
// across_x(): the side is normal to x. at_low_end(): it is at the low end of its axis. opposite(): the opposite side.
constexpr bool across_x(Side s) { return s == Side::left || s == Side::right; }
constexpr bool at_low_end(Side s) { return s == Side::left || s == Side::bottom; }
constexpr Side opposite(Side s) {
  return across_x(s) ? (at_low_end(s) ? Side::right : Side::left) : (at_low_end(s) ? Side::top : Side::bottom);
}

struct CpmlGrading {
  int cells = 10;               // thickness of each layer, in cells
  double order = 3.5;           // m: σ and κ − 1 increase as (depth in the layer)^m
  double sigma = 0.85;          // σ at the boundary, in units of σ_opt = 0.8(m+1)/(η0 Δ √(ε_r μ_r))
  double kappa = 2.0;           // stretching κ at the boundary, 1 or more
  std::optional<double> alpha;  // at the inner edge, S/m; empty: 2e-5/Δ, Δ in metres across the boundary
  std::array<double, 4> factor = {1, 1, 1, 1};  // factor of σ on each side, ≥ 0; by Side
  double alpha_order = 1;  // α decreases to 0 at the boundary as (1 − depth in the layer)^alpha_order
  // Values at evenly spaced depths from the inner edge to the boundary, linear between them. They replace the exponents
  // and largest values above. Empty: not used.
  std::vector<double> sigma_table = {}, kappa_table = {}, alpha_table = {};  // S/m, 1, S/m
  // Return the fraction of σ and κ − 1, and the fraction of α, at depth u. u is 0 at the
  // inner edge and 1 at the boundary.
  double rising(double u) const { return std::pow(u, order); }
  double falling(double u) const { return std::pow(1 - u, alpha_order); }
  double factor_of(Side side) const { return factor[static_cast<std::size_t>(side)]; }
  bool absorbs(Side side) const {
    const bool conducts =
        sigma_table.empty() ? sigma > 0 : std::ranges::any_of(sigma_table, [](double v) { return v > 0; });
    return conducts && factor_of(side) > 0;
  }
  bool stretches() const {
    return kappa_table.empty() ? kappa != 1 : std::ranges::any_of(kappa_table, [](double v) { return v != 1; });
  }
  // Return true if σ, or κ, varies with the depth.
  bool sigma_varies() const { return sigma_table.empty() ? sigma > 0 && order > 0 : varies(sigma_table); }
  bool kappa_varies() const { return kappa_table.empty() ? kappa != 1 && order > 0 : varies(kappa_table); }
  void clear_tables() { sigma_table.clear(), kappa_table.clear(), alpha_table.clear(); }
  static void fields(auto& c, auto&& key) {
    key("cells", c.cells,
        {.range = {1, 131072, false, "a whole number from 1 to 131072"},
         .doc = "thickness of the layers; two opposite layers must leave at least 4 nodes"});
    key("order", c.order, {.range = not_negative, .doc = "exponent of the grading"});
    key("sigma", c.sigma, {.range = not_negative, .doc = "conductivity in σ_opt"});
    key("kappa", c.kappa, {.range = {1, unbounded, false, "1 or more"}, .doc = "stretching"});
    key("alpha", c.alpha,
        {.unit = "S/m",
         .range = not_negative,
         .absent = "2e-5/Δ",
         .doc = "shift of the pole; in the default, Δ is the cell size in metres normal to the boundary"});
    key("alpha_order", c.alpha_order,
        {.range = not_negative,
         .doc = "exponent of the decrease of alpha from the inner edge to 0 at the boundary; 0: constant"});
    key("factor", c.factor, {.range = not_negative, .doc = "factor of σ on each side: `{ left = 0.5, top = 2.0 }`"});
    key("sigma_table", c.sigma_table,
        {.unit = "S/m",
         .range = not_negative,
         .absent = "from `order` and `sigma`",
         .doc = "σ at evenly spaced depths from the inner edge to the boundary, linear between them: `[0, 0.5, 4]`"});
    key("kappa_table", c.kappa_table,
        {.range = {1, unbounded, false, "1 or more"},
         .absent = "from `order` and `kappa`",
         .doc = "κ at evenly spaced depths, in the same form"});
    key("alpha_table", c.alpha_table,
        {.unit = "S/m",
         .range = not_negative,
         .absent = "from `alpha` and `alpha_order`",
         .doc = "α at evenly spaced depths, in the same form"});
  }
  bool operator==(const CpmlGrading&) const = default;

 private:
  static bool varies(const std::vector<double>& table) {
    return std::ranges::any_of(table, [&](double v) { return v != table[0]; });
  }
};

struct Boundary {
  std::array<BoundaryKind, 4> side = {BoundaryKind::cpml, BoundaryKind::cpml, BoundaryKind::cpml, BoundaryKind::cpml};
  CpmlGrading cpml;  // for all sides that have a layer
  BoundaryKind& operator[](Side s) { return side[static_cast<std::size_t>(s)]; }
  BoundaryKind operator[](Side s) const { return side[static_cast<std::size_t>(s)]; }
  bool has_layer(Side s) const { return facts_of((*this)[s]).has_layer; }
  bool has_layer() const {
    return std::any_of(all_sides.begin(), all_sides.end(), [&](Side s) { return has_layer(s); });
  }
  int layer_cells(Side s) const { return has_layer(s) ? cpml.cells : 0; }  // 0: no layer
  static void fields(auto& b, auto&& key) {
    for (const Side s : all_sides)
      key(to_string(s), b.side[static_cast<std::size_t>(s)],
          {.absent = "`cpml`; of a gas `outflow`, of heat `insulated`",
           .doc = "`pec` is metal; `periodic` must be set on both opposite sides; a gas has `wall`, `outflow` and "
                  "`periodic`, heat has `fixed` (at the side's initial value), `insulated` and `periodic`"});
    key("cpml", b.cpml, {.belongs = For::maxwell});
  }
  bool operator==(const Boundary&) const = default;
};

// A deliberate error in one side's boundary, to show its effect.
enum class Fault {
  sigma_half_cell,      // the H nodes use the σ of the E nodes, half a cell too deep
  local_grading,        // σ_opt uses the medium at the layer's inner edge, so it varies along the boundary
  swapped_parts,        // the E part uses the H part's coefficients and vice versa
  no_corner_psi,        // ψ is omitted where two layers overlap
  wrong_sign,           // c of the E part's recursion has the wrong sign
  forgotten_psi,        // ψ starts from zero in every step (b = 0)
  reversed_grading,     // graded from the boundary inwards
  uncompensated_kappa,  // 1/κ in the difference, but b and c are computed with κ = 1
  half_depth,           // graded for `cells`, but a wall cuts the layer at half its depth
  mur_other_delta,      // Mur with the Courant number of a cell of twice the size
  mur2_no_corner,       // the corner nodes of a Mur-2 side are left at zero
  source_in_layer,      // the source nearest to the side is placed inside it, at half the layer's depth
  medium_stops,         // media end at the layer's inner edge, and the layer contains only the background
};
struct BoundaryFault {
  Side side = Side::left;
  Fault fault = Fault::sigma_half_cell;
  static void fields(auto& f, auto&& key) {
    key("side", f.side, {.required = true});
    key("kind", f.fault, {.required = true, .doc = "a fault that has no effect at its side gives a warning"});
  }
  bool operator==(const BoundaryFault&) const = default;
};
// Largest value of `hidden_fault`.
inline constexpr int largest_seed = 1'000'000'000;

}  // namespace ez
