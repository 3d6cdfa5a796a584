// A scene prepared for an engine: arrays, index maps, palettes of coefficients, layers, boundaries, terms, instruments.
// All values are double and already converted to the dual problem for polarization hz. An engine only converts them to
// its precision, uploads them and iterates.
//
// Arrays and boundaries. The grid has nx × ny Ez nodes; hx(i, j) means Hx(i, j+½), hy(i, j) means Hy(i+½, j). The
// boundaries are on the first and last node. They are expressed so that engines need few cases:
//   PEC, and the PEC behind a CPML: the node's palette entry is `wall` (ca = cb = 0), so Ez stays 0.
//   PMC:      the ghost node outside mirrors H: hy(−1, j) = −hy(0, j), hy(nx−1, j) = −hy(nx−2, j); likewise hx in y.
//             Applied after H, before Ez.
//   Mur:      the node's entry is `wall` too. After the sources, the listed Mur nodes are set from their inner
//             neighbours.
//   periodic: Ez(nx, j) = Ez(0, j) before H, hy(−1, j) = hy(nx−1, j) before Ez; likewise in y.
// hy in column nx−1 and hx in row ny−1 exist on periodic sides only. Elsewhere they stay 0 (PMC: ghost node).
//
// Corners. The table shows how the node that two sides share is treated; rows are the left side, columns the bottom.
//
//                   PEC, CPML   PMC              periodic         Mur-1, Mur-2
//   PEC, CPML       0           0                0                0
//   PMC             0           mirrored twice   both apply       bottom's Mur
//   periodic        0           both apply       wrapped twice    bottom's Mur
//   Mur-1, Mur-2    0           left's Mur       left's Mur       mean of two
//
//     M              M               M               M             M: set by the left's rule, m: by the bottom's
//     │              │               │               │             E: an ordinary node
//     0──0──0        M──E──E         M──E──E         x──m──m       x: ½(M + m), both of first order, after all others
//     PEC, CPML      PMC             periodic        Mur
//
// Mur-2 needs the neighbours along its side for δ²(E₀ + E₁). At a PMC end the outer neighbour is the mirrored one (both
// neighbours of node 0 are node 1), and at a periodic end it is the node at the other end. Next to a corner that
// another side sets (0, or x), it is that corner's own value.
//
// A Mur-2 node falls back to Mur-1 in three cases: its medium differs from a neighbour's along the side, one of the
// three is PEC, or one is in the layer of a CPML side. In the last case δ² ignores the stretch there, and the field
// would grow without bound within some thousand steps. PEC nodes stay 0.
//
// Faults (scene.h) are applied here, as changed numbers, entries or positions. Engines do not know about them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "solver/problem/row_band.h"
#include "solver/problem/track.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"

namespace ez {

struct Change;  // change.h
namespace gas {
struct GasProblem;  // solver/gas/problem.h
}

// The arrays of the field. Each has one value per node, and they are listed in the order in which a step advances them.
// Stored values are scaled so that the step contains no units: physical = stored × unit.
enum class FieldArray { ez, hx, hy };
struct ArrayInfo {
  std::string_view name;
  double x = 0, y = 0;  // position of its node (0, 0), in cells
  int dt_power = 0;     // its unit is proportional to this power of Δt
};
inline constexpr std::array<ArrayInfo, 3> yee_arrays = {
    {{"ez", 0, 0, 0}, {"hx", 0, 0.5, 1}, {"hy", 0.5, 0, 1}}};  // by FieldArray
inline constexpr FieldArray all_arrays[] = {FieldArray::ez, FieldArray::hx, FieldArray::hy};
inline constexpr std::size_t index_of(FieldArray a) { return static_cast<std::size_t>(a); }
// Returns the factor for stored values when Δt becomes Δt/ratio.
inline double rescaling(const ArrayInfo& array, double ratio) {
  double factor = 1;
  for (int k = 0; k < array.dt_power; ++k) factor *= ratio;
  return factor;
}

// One pole of a dispersive medium, see poles.h.
struct PoleEntry {
  double a = 0, b = 0, c = 0, nu = 0;
  double kinetic = 0, potential = 0, loss = 0;  // arguments of pole_energy() and pole_loss()
  bool operator==(const PoleEntry&) const = default;
};
// The poles of an entry. Its ca and cb, or da and db, include the immediate response of the poles.
struct PoleEntries {
  double gain = 0;  // see correct_for_pole(); ΔP·Ē is gain/cb (for hx gain/dbx, for hy gain/dby) in units of energy.h
  double sigma = 0;  // 2ε·s: the loss of σ alone, in the same units
  std::vector<PoleEntry> poles = {};
  bool operator==(const PoleEntries&) const = default;
};

// For grid.conformal in an hz scene: an entry after those of the media, for cells of which metal leaves `part` 64ths.
struct RimCell {
  std::uint16_t medium = 0;
  int part = 0;
  bool operator==(const RimCell&) const = default;
};

struct ElectricEntry {  // per Ez node
  double ca = 1, cb = 0;
  double eps = 1, mu = 1;  // relative, as the engine's main array sees them; used for energies
  PoleEntries dispersion = {};
  bool is_zero() const { return ca == 0 && cb == 0; }  // a perfect conductor or a boundary: nothing drives it
  bool operator==(const ElectricEntry&) const = default;
};
struct MagneticEntry {              // per H node
  double da = 1, dbx = 1, dby = 1;  // dbx for hx, dby for hy
  PoleEntries dispersion = {};
  bool operator==(const MagneticEntry&) const = default;
};

// Stretch of one axis of `nodes` nodes. Node i is in a layer when i < low or i > nodes−1−high; the H node i+½ when
// i < low or i ≥ nodes−1−high. Outside: k = 1, b = c = 0.
//
// A proper layer does not vary along its boundary, so one table of `nodes` values serves every line across it. Faults
// may need several tables, which follow each other in the vectors. line_class then gives the table of each line: of
// each row for the x axis, and of each column for the y axis.
struct AxisLayers {
  int low = 0, high = 0;  // cells of CPML at each end, 0 for none
  int nodes = 0;
  std::vector<double> k_e, b_e, c_e, k_h, b_h, c_h;  // classes × nodes
  std::vector<std::uint8_t> line_class;              // empty: every line is of class 0
  bool has_e(int i) const { return i < low || i > nodes - 1 - high; }
  bool has_h(int i) const { return i < low || i >= nodes - 1 - high; }
  int classes() const { return nodes > 0 ? static_cast<int>(k_e.size()) / nodes : 1; }
  // Returns the index in the vectors of node i on a line.
  std::size_t at(int line, int i) const {
    const int c = line_class.empty() ? 0 : line_class[static_cast<std::size_t>(line)];
    return static_cast<std::size_t>(c) * static_cast<std::size_t>(nodes) + static_cast<std::size_t>(i);
  }
  bool operator==(const AxisLayers&) const = default;
};

// Position and signals of a source. A source has one or more columns. Each column is one signal over time:
// amplitude·w(t − delay), or a plane wave's field at a distance.
struct Column {
  double delay = 0;  // s
  FieldArray wave_of = FieldArray::ez;
  double wave_at = 0;  // m along the wave's direction, from where the wave first meets the box
  bool operator==(const Column&) const = default;
};
struct Drive {
  FieldArray array = FieldArray::ez;
  Node node;
  int column = 0;      // index into the columns of its source
  double current = 1;  // through the node's cell, per unit of the column: electric (A) on Ez, magnetic (V) on H
  bool operator==(const Drive&) const = default;
};
// A plane wave of the grid in its background: how it propagates (run/plane_wave.h).
struct WavePath {
  double dx = 0, dy = 0, dt = 0;  // m, m, s
  double eps = 1, mu = 1;         // absolute, as the engine sees them: swapped for hz
  double angle = 0;               // degrees from +x
  double reach = 0;               // m: largest distance from its start at which the wave is needed
  // Returns the direction as a unit vector. It is exact along the axes, so that nodes side
  // by side have the same distance.
  Vec2 direction() const;
  bool operator==(const WavePath&) const = default;
};
struct Feed {
  std::vector<Drive> drives;
  std::vector<Column> columns = {Column{}};
  std::optional<WavePath> wave;  // its columns are of this wave
  // For a moving source: the drives' nodes are relative to its position; run/moving_source.h.
  std::optional<Track> track;
  bool on = true, hard = false;
  bool operator==(const Feed&) const = default;
};
// A source's action at one node in every step, after its array has been advanced. An array has nodes beyond a boundary
// only on periodic sides, and these cannot have terms.
struct Term {
  int i = 0, j = 0;
  int signal = 0;  // column of a batch's signals, see signal_plan()
  // soft: value ← value − weight·signal; hard: value ← signal. signal = amplitude·w(t) of the source.
  double weight = 0;
  bool hard = false;
  FieldArray array = FieldArray::ez;
  bool operator==(const Term&) const = default;
};
// grid.smoothing at an oblique interface: the amount that H of an interface node gains in each step from the
// differences of Ez that drive the four surrounding nodes of the other H array (physics/rim.h).
struct CrossTerm {
  FieldArray array = FieldArray::hx;  // hx or hy
  int i = 0, j = 0;
  // hx(i, j) from hy at (i−1, j), (i, j), (i−1, j+1), (i, j+1).
  // hy(i, j) from hx at (i, j−1), (i+1, j−1), (i, j), (i+1, j). 0: not coupled.
  std::array<double, 4> weight{};
  bool operator==(const CrossTerm&) const = default;
};
// The corresponding term at the interface of a medium with poles. Charges on the interface add the field
// −(own·q + Σ weight·q of the other array's nodes) to the field that drives the node's poles. q is the
// polarisation of these poles (physics/rim.h).
struct DepolarisingTerm {
  FieldArray array = FieldArray::hx;
  int i = 0, j = 0;
  double own = 0;
  std::array<double, 4> weight{};  // nodes as for CrossTerm
  bool operator==(const DepolarisingTerm&) const = default;
};
struct Instrument {  // a probe: Ez at this node after every step; for a gas or heat the quantity
  Node node;
  Quantity quantity = Quantity::ez;
  bool operator==(const Instrument&) const = default;
};
struct MurNode {
  std::size_t node = 0, inner = 0;  // j·nx + i
  double k = 0;
  bool operator==(const MurNode&) const = default;
};
// Second-order Mur node. `along` is its index along its side (j for left and right, i for bottom and top). `low` and
// `high` are the indices of its neighbours in δ².
struct Mur2Node {
  std::size_t node = 0, inner = 0;  // j·nx + i
  double k = 0, d = 0;              // see mur.h
  Side side = Side::left;
  int along = 0, low = 0, high = 0;
  bool operator==(const Mur2Node&) const = default;
};
struct MurCorner {  // mean of two one-sided values
  MurNode a, b;
  bool operator==(const MurCorner&) const = default;
};

// A problem without its maps: the part that is small enough to copy and compare.
struct ProblemTables {
  int nx = 0, ny = 0;
  double dx = 0, dy = 0, dt = 0;  // SI
  Precision precision = Precision::float32;
  bool dual = false;                    // polarization hz: the main array is Hz in A/m
  std::array<BoundaryKind, 4> walls{};  // as the engine sees them (pec and pmc swapped for hz)
  BoundaryKind wall(Side s) const { return walls[static_cast<std::size_t>(s)]; }
  // Set if this is a part of a larger problem (rows_of.h). Pictures, health and the energy ledger then count the own
  // rows alone.
  std::optional<RowBand> band;
  RowBand rows() const { return band.value_or(RowBand{ny, 0, 0, ny, ny}); }

  std::vector<ElectricEntry> electric_palette;  // as the indices of the map, then the cells that metal cuts
  std::vector<RimCell> rim_cells;
  std::uint16_t wall_entry = 1;  // the entry with ca = cb = 0
  // Without magnetic media (μ = 1, σm = 0, no PMC nodes), every H node has
  // `magnetic_palette[0]` and the two maps are empty.
  bool magnetic = false;
  bool maps_faulted = false;  // a fault has changed the maps, so any edit may change them anywhere
  std::vector<MagneticEntry> magnetic_palette;
  // Per scene palette entry, the media that the pairs were made from: every field that μ depends on.
  std::vector<Medium> magnetic_media;

  AxisLayers x, y;
  std::vector<Feed> feeds;  // one for each of the scene's sources
  // Lists that engines loop over, in addition to maps and palettes.
  std::span<const ArrayInfo> arrays = yee_arrays;
  // Sorted by (array, j, i, hard, signal). So the nodes of one row are together, and at one node
  // soft terms come before hard ones.
  std::vector<Term> terms;
  std::vector<Instrument> instruments;
  std::vector<MurNode> mur;            // of first order, without corners
  std::vector<Mur2Node> mur2;          // of second order
  std::vector<MurCorner> mur_corners;  // applied after all others

  // Physical field = stored × unit: H in A/m (for hz the electric arrays in V/m, with the sign of E = −first, −second).
  double hx_unit = 1, hy_unit = 1;
};

struct Problem : ProblemTables {
  // For a gas or heat: the rest of the problem, except for the map, the number of cells, Δt and the instruments
  // (solver/gas/of_scene.h).
  std::shared_ptr<const gas::GasProblem> gas;
  NodeMap electric;                               // index into electric_palette; for a gas as rasterize() returns it
  std::vector<std::uint16_t> hx_entry, hy_entry;  // into magnetic_palette, j·nx + i
  std::vector<CrossTerm> cross;                   // hx, then hy; row by row
  std::vector<DepolarisingTerm> depolarising;     // in the same order
  // Returns the entry of a node of hx or hy.
  const MagneticEntry& magnetic_at(FieldArray array, int i, int j) const {
    const std::vector<std::uint16_t>& entries = array == FieldArray::hx ? hx_entry : hy_entry;
    const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
    return magnetic_palette[entries.empty() ? 0 : entries[k]];
  }
};

// Builds the whole problem. `map` is rasterize(scene). `known` may be the scene's media if the caller has them. Throws
// only bad_alloc, because the scene has passed validate().
Problem build_problem(const Scene& scene, const NodeMap& map, const SharedMedia& known = {});
// Updates `problem`, which was made from a scene of equal grid. Rebuilds the parts that may have changed. Index
// maps are rebuilt only inside the change's rectangles and along the boundaries. Returns the change with the
// rectangles that were rebuilt. This is the whole grid if the palette's index width changed, or if magnetic
// media appeared or disappeared.
Change update_problem(Problem& problem, const Scene& scene, const NodeMap& map, Change change,
                      const SharedMedia& known = {});

// Replaces the terms by those of `feeds`: the scene's own sources, feeds at the next nodes of moving sources, and extra
// soft sources. Returns true if the terms have changed.
bool set_driving(Problem& problem, const std::vector<const Feed*>& feeds);

// First column of each feed in a batch's signals. Columns with a signal over time come first, then those of plane
// waves, each group in the order of the list.
struct SignalPlan {
  std::vector<int> first;
  int plain = 0, all = 0;  // number of columns
};
SignalPlan signal_plan(const std::vector<const Feed*>& feeds);

// Returns the bytes that an engine needs for the fields, layers and maps of this scene.
double engine_bytes(const Scene& scene);

}  // namespace ez
