// A scene made ready for an engine: arrays, index maps, palettes of coefficients, layers, walls, terms, instruments.
// Everything in double, already dualised for polarization hz, so that an engine only converts, uploads and iterates.
//
// Arrays and walls. The grid has nx × ny Ez nodes; hx(i, j) means Hx(i, j+½), hy(i, j) means Hy(i+½, j). Walls lie on
// the first and last node. What happens there is expressed so that engines need few cases:
//   PEC, and the wall behind a CPML: the node's palette entry is `wall` (ca = cb = 0), so Ez stays 0.
//   PMC:      the ghost beyond the wall mirrors H: hy(−1, j) = −hy(0, j), hy(nx−1, j) = −hy(nx−2, j); likewise hx in y.
//             Applied after H, before Ez.
//   Mur:      the node's entry is `wall` too; after sources the listed Mur nodes are set from their inner neighbours.
//   periodic: Ez(nx, j) = Ez(0, j) before H, hy(−1, j) = hy(nx−1, j) before Ez; likewise in y.
// hy in column nx−1 and hx in row ny−1 exist for periodic sides only; elsewhere they stay 0 (PMC: ghost).
//
// Corners: what becomes of the node that two sides share, here the left side (rows) and the bottom (columns).
//
//                   PEC, CPML   PMC              periodic         Mur-1, Mur-2
//   PEC, CPML       0           0                0                0
//   PMC             0           mirrored twice   both at work     bottom's Mur
//   periodic        0           both at work     wrapped twice    bottom's Mur
//   Mur-1, Mur-2    0           left's Mur       left's Mur       mean of two
//
//     M              M               M               M             M: set by the left's rule, m: by the bottom's
//     │              │               │               │             E: an ordinary node
//     0──0──0        M──E──E         M──E──E         x──m──m       x: ½(M + m), both of first order, after all others
//     PEC, CPML      PMC             periodic        Mur
//
// Mur-2 looks along its side for δ²(E₀ + E₁). Beyond an end at PMC the neighbour is the mirrored one (both neighbours
// of node 0 are node 1), beyond a periodic end that of the other end; next to a corner that another side holds (0, or
// x) it is that corner's own value. Where the media of the node and its two neighbours along the side differ, or one is
// PEC, or one lies in the layer of a CPML side (δ² knows nothing of the stretch there: a field grows without bound
// within some thousand steps), the node is Mur-1. PEC nodes stay 0.
//
// Faults (scene.h) are put in here, as other numbers, entries or places: engines know nothing of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "solver/problem/track.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {

struct Change;  // change.h
namespace gas {
struct GasProblem;  // solver/gas/problem.h
}

// The arrays of the field: one value a node each, advanced in their order of time. Stored values are such that no unit
// stands in the step: physical = stored × unit.
enum class FieldArray { ez, hx, hy };
struct ArrayInfo {
  std::string_view name;
  double x = 0, y = 0;  // where its node (0, 0) lies, in cells
  int dt_power = 0;     // its unit goes with this power of Δt
};
inline constexpr std::array<ArrayInfo, 3> yee_arrays = {
    {{"ez", 0, 0, 0}, {"hx", 0, 0.5, 1}, {"hy", 0.5, 0, 1}}};  // by FieldArray
inline constexpr FieldArray all_arrays[] = {FieldArray::ez, FieldArray::hx, FieldArray::hy};
inline constexpr std::size_t index_of(FieldArray a) { return static_cast<std::size_t>(a); }
// What stored values are multiplied by when Δt becomes Δt/ratio.
inline double rescaling(const ArrayInfo& array, double ratio) {
  double factor = 1;
  for (int k = 0; k < array.dt_power; ++k) factor *= ratio;
  return factor;
}

// One pole of a dispersive medium, see poles.h.
struct PoleEntry {
  double a = 0, b = 0, c = 0, nu = 0;
  double kinetic = 0, potential = 0, loss = 0;  // of pole_energy() and pole_loss()
  bool operator==(const PoleEntry&) const = default;
};
// What an entry has of them. Its ca and cb, or da and db, count what the poles answer at once.
struct PoleEntries {
  double gain = 0;   // see correct_for_pole(); ΔP·Ē is gain/cb (of hx gain/dbx, of hy gain/dby) in units of energy.h
  double sigma = 0;  // 2ε·s: in the same units what σ alone takes
  std::vector<PoleEntry> poles = {};
  bool operator==(const PoleEntries&) const = default;
};

// Of grid.conformal in an hz scene: an entry behind those of the media, for cells that metal has left so many 64ths of.
struct RimCell {
  std::uint16_t medium = 0;
  int part = 0;
  bool operator==(const RimCell&) const = default;
};

struct ElectricEntry {  // per Ez node
  double ca = 1, cb = 0;
  double eps = 1, mu = 1;  // relative, as the engine's main array sees them; for energies
  PoleEntries dispersion = {};
  bool is_zero() const { return ca == 0 && cb == 0; }  // a perfect conductor or a wall: nothing drives it
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
// A proper layer does not vary along its wall, so one table of `nodes` values serves every line across it. Faults may
// need others: then line_class says for every line (every row for the x axis, every column for the y axis) which of the
// tables, one after the other in the vectors, is its own.
struct AxisLayers {
  int low = 0, high = 0;  // cells of CPML at either end, 0 for none
  int nodes = 0;
  std::vector<double> k_e, b_e, c_e, k_h, b_h, c_h;  // classes × nodes
  std::vector<std::uint8_t> line_class;              // empty: every line is of class 0
  bool has_e(int i) const { return i < low || i > nodes - 1 - high; }
  bool has_h(int i) const { return i < low || i >= nodes - 1 - high; }
  int classes() const { return nodes > 0 ? static_cast<int>(k_e.size()) / nodes : 1; }
  // Place in the vectors of node i on a line.
  std::size_t at(int line, int i) const {
    const int c = line_class.empty() ? 0 : line_class[static_cast<std::size_t>(line)];
    return static_cast<std::size_t>(c) * static_cast<std::size_t>(nodes) + static_cast<std::size_t>(i);
  }
  bool operator==(const AxisLayers&) const = default;
};

// Where and with what a source drives. A source has one or more columns, each a signal of its own over time:
// amplitude·w(t − delay), or a plane wave's field at a distance.
struct Column {
  double delay = 0;  // s
  FieldArray wave_of = FieldArray::ez;
  double wave_at = 0;  // m along the wave's way, from where the box meets it first
  bool operator==(const Column&) const = default;
};
struct Drive {
  FieldArray array = FieldArray::ez;
  Node node;
  int column = 0;      // of its source
  double current = 1;  // through the node's cell, per unit of the column: electric (A) on Ez, magnetic (V) on H
  bool operator==(const Drive&) const = default;
};
// A plane wave of the grid in its background: how it travels (run/plane_wave.h).
struct WaveWay {
  double dx = 0, dy = 0, dt = 0;  // m, m, s
  double eps = 1, mu = 1;         // absolute, as the engine sees them: exchanged for hz
  double angle = 0;               // degrees from +x
  double reach = 0;               // m: how far from its beginning it is asked for
  // Of length 1, and exact along the axes: what lies side by side across the way is at one distance.
  Vec2 direction() const;
  bool operator==(const WaveWay&) const = default;
};
struct Feed {
  std::vector<Drive> drives;
  std::vector<Column> columns = {Column{}};
  std::optional<WaveWay> wave;  // its columns are of this wave
  std::optional<Track> track;   // it moves: the drives' nodes are counted from where it is; run/moving_source.h
  bool on = true, hard = false;
  bool operator==(const Feed&) const = default;
};
// What a signal does at one node, in every step, once its array has been advanced: a source. Nodes beyond a wall, which
// an array has only where the side is periodic, are not for terms.
struct Term {
  int i = 0, j = 0;
  int signal = 0;  // column of a batch's signals, see signal_plan()
  // soft: value ← value − weight·signal; hard: value ← signal. signal = amplitude·w(t) of the source.
  double weight = 0;
  bool hard = false;
  FieldArray array = FieldArray::ez;
  bool operator==(const Term&) const = default;
};
// grid.smoothing where a rim lies aslant: what H of a rim node takes, in each step, from the differences of Ez that
// drive the four nodes of the other H array around it (physics/rim.h).
struct CrossTerm {
  FieldArray array = FieldArray::hx;  // hx or hy
  int i = 0, j = 0;
  // hx(i, j) from hy at (i−1, j), (i, j), (i−1, j+1), (i, j+1); hy(i, j) from hx at (i, j−1), (i+1, j−1), (i, j),
  // (i+1, j). 0: not coupled.
  std::array<double, 4> weight{};
  bool operator==(const CrossTerm&) const = default;
};
// The same for a rim of a medium with poles: the field −(own·q + Σ weight·q of the other array's nodes) that charges on
// the rim add to the one that drives the node's poles; q is their polarisation (physics/rim.h).
struct DepolarisingTerm {
  FieldArray array = FieldArray::hx;
  int i = 0, j = 0;
  double own = 0;
  std::array<double, 4> weight{};  // as CrossTerm's
  bool operator==(const DepolarisingTerm&) const = default;
};
struct Instrument {  // a probe: Ez at this node after every step; of a gas or heat the quantity
  Node node;
  Quantity quantity = Quantity::ez;
  bool operator==(const Instrument&) const = default;
};
struct MurNode {
  std::size_t node = 0, inner = 0;  // j·nx + i
  double k = 0;
  bool operator==(const MurNode&) const = default;
};
// Second order. `along` is the node's place on its side (j for left and right, i for bottom and top), low and high
// those of its neighbours in δ².
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

// All of a problem but its maps: what is small enough to be kept and compared.
struct ProblemTables {
  int nx = 0, ny = 0;
  double dx = 0, dy = 0, dt = 0;  // SI
  Precision precision = Precision::float32;
  bool dual = false;                    // polarization hz: main array is Hz in A/m
  std::array<BoundaryKind, 4> walls{};  // as the engine sees them (pec and pmc exchanged for hz)
  BoundaryKind wall(Side s) const { return walls[static_cast<std::size_t>(s)]; }

  std::vector<ElectricEntry> electric_palette;  // as palette_of(scene), then the rim's cells
  std::vector<RimCell> rim_cells;
  std::uint16_t wall_entry = 1;  // the entry with ca = cb = 0
  // Without magnetic media (μ = 1, σm = 0, no PMC nodes) every H node has `magnetic_palette[0]` and the two maps are
  // empty.
  bool magnetic = false;
  bool maps_faulted = false;  // a fault has written into the maps: any edit may change them anywhere
  std::vector<MagneticEntry> magnetic_palette;
  std::vector<Medium> magnetic_media;  // per scene palette entry what the pairs were made from: all of μ

  AxisLayers x, y;
  std::vector<Feed> feeds;  // of the scene's sources
  // What engines loop over, beside maps and palettes.
  std::span<const ArrayInfo> arrays = yee_arrays;
  // Sorted by (array, j, i, hard, signal): the nodes of one row are together, and of one node soft terms come before
  // hard ones.
  std::vector<Term> terms;
  std::vector<Instrument> instruments;
  std::vector<MurNode> mur;            // of first order, without corners
  std::vector<Mur2Node> mur2;          // of second order
  std::vector<MurCorner> mur_corners;  // after all others

  // Physical field = stored × unit: H in A/m (for hz the electric arrays in V/m, with the sign of E = −first, −second).
  double hx_unit = 1, hy_unit = 1;
};

struct Problem : ProblemTables {
  // Of a gas or heat all of it but the map, the numbers of cells, Δt and the instruments (solver/gas/of_scene.h).
  std::shared_ptr<const gas::GasProblem> gas;
  NodeMap electric;                               // index into electric_palette; of a gas as rasterize() gives it
  std::vector<std::uint16_t> hx_entry, hy_entry;  // into magnetic_palette, j·nx + i
  std::vector<CrossTerm> cross;                   // hx, then hy; row by row
  std::vector<DepolarisingTerm> depolarising;     // likewise
  // Of a node of hx or hy.
  const MagneticEntry& magnetic_at(FieldArray array, int i, int j) const {
    const std::vector<std::uint16_t>& entries = array == FieldArray::hx ? hx_entry : hy_entry;
    const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
    return magnetic_palette[entries.empty() ? 0 : entries[k]];
  }
};

// Builds everything. `map` is rasterize(scene). Throws nothing beyond bad_alloc: the scene has passed validate().
Problem build_problem(const Scene& scene, const NodeMap& map);
// Brings `problem`, made from a scene of equal grid, up to date: what may have changed is made anew, the index maps
// only inside the change's rectangles, and along the walls. Returns the change with the rectangles it had to go over:
// the whole grid where the maps were made anew (the palette's width, or magnetic media came or went).
Change update_problem(Problem& problem, const Scene& scene, const NodeMap& map, Change change);

// What drives, in place of what did: the scene's own sources, those that move by the nodes that they come to next, and
// soft ones besides. Whether the problem's terms are others than before.
bool set_driving(Problem& problem, const std::vector<const Feed*>& feeds);

// Where the columns of each feed begin in a batch's signals: first those of all that have a signal over time alone,
// then those of plane waves, in the order of the list.
struct SignalPlan {
  std::vector<int> first;
  int plain = 0, all = 0;  // columns
};
SignalPlan signal_plan(const std::vector<const Feed*>& feeds);

// Bytes of the fields, layers and maps an engine keeps for this scene.
double engine_bytes(const Scene& scene);

}  // namespace ez
