// The region that the energy ledger balances, and the nodes whose values it needs in every step. It is made once from a
// Problem for all engines; energy.h has the equations.
#pragma once

#include <vector>

#include "solver/physics/energy.h"
#include "solver/problem/energy_ledger.h"
#include "solver/problem/problem.h"
#include "solver/problem/rim_energy.h"

namespace ez {

// Ez nodes [i0, i1) × [j0, j1). They reach up to the layers' inner interfaces and exclude the nodes of a Mur boundary.
// A periodic axis is included in full; its last H is between the last node and the first. The H nodes of the region are
// those between two of its Ez nodes. wrap_y is also set if the rows above belong to another band.
struct EnergyRegion {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  bool wrap_x = false, wrap_y = false;
  int half_left = -1, half_right = -1, half_bottom = -1, half_top = -1;  // column or row of a PMC boundary, else −1

  EZ_INLINE double weight_x(int i) const { return i == half_left || i == half_right ? 0.5 : 1; }
  EZ_INLINE double weight_y(int j) const { return j == half_bottom || j == half_top ? 0.5 : 1; }
  EZ_INLINE bool has_row(int j) const { return j >= j0 && j < j1; }
  EZ_INLINE bool has_hx(int j) const { return j >= j0 && (j < j1 - 1 || (wrap_y && j == j1 - 1)); }
  EZ_INLINE int hy_end() const { return wrap_x ? i1 : i1 - 1; }
  bool empty() const { return i1 <= i0 || j1 <= j0; }
};

struct FluxTerm {  // Ez at (i, j) times the neighbouring H outside the region
  int i = 0, j = 0, h_i = 0, h_j = 0;
  Side side = Side::left;
  double weight = 0;  // includes the sign
};
struct NodeTerm {
  int i = 0, j = 0;
  double weight = 0;
};

struct EnergyTerms {
  EnergyRegion region;
  double unit = 0;  // J/m
  bool dual = false;
  bool of_band = false;                          // the problem is a band of a larger one
  std::vector<FluxTerm> flux;                    // grouped by boundary, in the order of Side
  std::vector<NodeTerm> sources;                 // source nodes in the region; weight 1/cb
  std::vector<NodeTerm> sources_hx, sources_hy;  // weight 1/db
  std::vector<NodeTerm> loss_ez, loss_hx, loss_hy;
  RimEnergy rims;
};
EnergyTerms energy_terms(const Problem& problem);
// Returns the number of lossy nodes in the whole grid, which make up most of the terms.
double lossy_nodes(const Problem& problem);

// Sums of energy.h since the ledger last added them.
struct EnergySums {
  double source = 0, turnover = 0, loss_e = 0, loss_h = 0;
  std::array<double, 4> out{};
};

// A run's ledger in joules. It continues through edits.
class EnergyBook {
 public:
  // Starts the ledger. The field's energy at this time is `stock`.
  void open(const EnergyTerms& terms, const EnergyStock& stock);
  void add(const EnergyTerms& terms, const EnergySums& sums);
  // Call these before and after a change of fields, media or boundaries. The sums so far must already be added.
  void leave(const EnergyTerms& terms, const EnergyStock& stock);
  void enter(const EnergyTerms& terms, const EnergyStock& stock);
  EnergyLedger reading(const EnergyTerms& terms, const EnergySums& sums, const EnergyStock& stock) const;

 private:
  EnergyLedger booked_;  // of the problem as the engine sees it: σ and σm not yet swapped for hz
};

}  // namespace ez
