// A scene made ready for an engine: index maps, palettes of coefficients, layers, walls, sources, probes. Everything in
// double, already dualised for polarization hz, so that an engine only converts, uploads and iterates.
//
// Arrays and walls. The grid has nx × ny Ez nodes; hx(i, j) means Hx(i, j+½), hy(i, j) means Hy(i+½, j). Walls lie on
// the first and last node. What happens there is expressed so that engines need few cases:
//   PEC, and the wall behind a CPML: the node's palette entry is `wall` (ca = cb = 0), so Ez stays 0.
//   PMC:      the ghost beyond the wall mirrors H: hy(−1, j) = −hy(0, j), hy(nx−1, j) = −hy(nx−2, j); likewise hx in y.
//   Applied
//             after H, before Ez.
//   Mur:      the node's entry is `wall` too; after sources the listed Mur nodes are set from their inner neighbours.
//   periodic: Ez(nx, j) = Ez(0, j) before H, hy(−1, j) = hy(nx−1, j) before Ez; likewise in y.
// hy in column nx−1 and hx in row ny−1 exist for periodic sides only; elsewhere they stay 0 (PMC: ghost).
//
// Corners:   a PEC side or the wall behind a CPML wins (0). A Mur side includes its end nodes where it meets PMC or
// periodic. A node shared by two Mur sides takes the mean of the two one-sided values, after all other Mur nodes. PEC
// nodes stay 0.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solver/scene/raster.h"
#include "solver/scene/scene.h"

namespace ez {

struct ElectricEntry {  // per Ez node
  double ca = 1, cb = 0;
  double eps = 1, mu = 1;  // relative, as the engine's main array sees them; for energies
  bool operator==(const ElectricEntry&) const = default;
};
struct MagneticEntry {              // per H node
  double da = 1, dbx = 1, dby = 1;  // dbx for hx, dby for hy
  bool operator==(const MagneticEntry&) const = default;
};

// Stretch of one axis; vectors have the length of the axis. Node i is in a layer when i < low or i > n−1−high; the H
// node i+½ when i < low or i ≥ n−1−high. Outside: k = 1, b = c = 0.
struct AxisLayers {
  int low = 0, high = 0;  // cells of CPML at either end, 0 for none
  std::vector<double> k_e, b_e, c_e, k_h, b_h, c_h;
  bool has_e(int i) const { return i < low || i > static_cast<int>(k_e.size()) - 1 - high; }
  bool has_h(int i) const { return i < low || i >= static_cast<int>(k_e.size()) - 1 - high; }
  bool operator==(const AxisLayers&) const = default;
};

struct SourceNode {
  int i = 0, j = 0;
  int source = 0;  // index into Scene::sources
  // soft: Ez ← Ez − weight·drive; hard: Ez ← drive. drive = amplitude·w(t) of the source.
  double weight = 0;
  bool hard = false;
  bool operator==(const SourceNode&) const = default;
};
struct MurNode {
  std::size_t node = 0, inner = 0;  // j·nx + i
  double k = 0;
  bool operator==(const MurNode&) const = default;
};
struct MurCorner {  // mean of two one-sided values
  MurNode a, b;
  bool operator==(const MurCorner&) const = default;
};

struct Problem {
  int nx = 0, ny = 0;
  double dx = 0, dy = 0, dt = 0;  // SI
  Precision precision = Precision::float32;
  bool dual = false;                    // polarization hz: main array is Hz in A/m
  std::array<BoundaryKind, 4> walls{};  // as the engine sees them (pec and pmc exchanged for hz)
  BoundaryKind wall(Side s) const { return walls[static_cast<std::size_t>(s)]; }

  NodeMap electric;                             // index into electric_palette
  std::vector<ElectricEntry> electric_palette;  // as palette_of(scene)
  std::uint16_t wall_entry = 1;                 // the entry with ca = cb = 0
  // Without magnetic media (μ = 1, σm = 0, no PMC nodes) every H node has `magnetic_palette[0]` and the two maps are
  // empty.
  bool magnetic = false;
  std::vector<std::uint16_t> hx_entry, hy_entry;  // j·nx + i
  std::vector<MagneticEntry> magnetic_palette;
  std::vector<std::array<double, 3>>
      magnetic_media;  // μ, σm, PMC per scene palette entry: what the pairs were made from

  AxisLayers x, y;
  // Sorted by (j, i, hard, source): the nodes of one row are together, and of one node soft sources come before hard
  // ones.
  std::vector<SourceNode> sources;
  std::vector<Node> probes;
  std::vector<MurNode> mur;  // without corners
  std::vector<MurCorner> mur_corners;

  // Physical field = stored × unit: H in A/m (for hz the electric arrays in V/m, with the sign of E = −first, −second).
  double hx_unit = 1, hy_unit = 1;
  // Square cells: dbx = dby = 1 in vacuum.
  bool square() const { return dx == dy; }
};

// Builds everything. `map` is rasterize(scene). Throws nothing beyond bad_alloc: the scene has passed validate().
Problem build_problem(const Scene& scene, const NodeMap& map);
// Brings `problem`, made from a scene of equal grid, up to date: palettes, layers, walls, sources and probes are made
// anew, the index maps only inside `dirty`, and along the walls. Returns false, leaving `problem` unspecified, when the
// change needs build_problem (the palette's width, or magnetic media came or went).
bool update_problem(Problem& problem, const Scene& scene, const NodeMap& map, NodeRect dirty);

// Bytes of the fields, layers and maps an engine keeps for this scene.
double engine_bytes(const Scene& scene);

}  // namespace ez
