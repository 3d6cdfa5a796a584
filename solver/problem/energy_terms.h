// Where the energy ledger looks: the region it balances, and the nodes whose values it needs in every step. Made once
// for all engines from a Problem; equations in energy.h.
#pragma once

#include <vector>

#include "solver/physics/energy.h"
#include "solver/problem/energy_ledger.h"
#include "solver/problem/problem.h"
#include "solver/problem/rim_energy.h"

namespace ez {

// Ez nodes [i0, i1) × [j0, j1): up to the layers' inner interfaces, without the nodes of a Mur wall; whole along a
// periodic axis, whose last H lies between the last node and the first. The H nodes are those between two of them.
struct EnergyRegion {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  bool wrap_x = false, wrap_y = false;
  int half_left = -1, half_right = -1, half_bottom = -1, half_top = -1;  // column or row of a PMC wall, else −1

  EZ_INLINE double weight_x(int i) const { return i == half_left || i == half_right ? 0.5 : 1; }
  EZ_INLINE double weight_y(int j) const { return j == half_bottom || j == half_top ? 0.5 : 1; }
  EZ_INLINE bool has_row(int j) const { return j >= j0 && j < j1; }
  EZ_INLINE bool has_hx(int j) const { return j >= j0 && (j < j1 - 1 || (wrap_y && j == j1 - 1)); }
  EZ_INLINE int hy_end() const { return wrap_x ? i1 : i1 - 1; }
  bool empty() const { return i1 <= i0 || j1 <= j0; }
};

struct FluxTerm {  // Ez at (i, j) times the H beside it, outside the region
  int i = 0, j = 0, h_i = 0, h_j = 0;
  Side side = Side::left;
  double weight = 0;  // with its sign
};
struct NodeTerm {
  int i = 0, j = 0;
  double weight = 0;
};

struct EnergyTerms {
  EnergyRegion region;
  double unit = 0;  // J/m
  bool dual = false;
  std::vector<FluxTerm> flux;                    // side by side, in the order of Side
  std::vector<NodeTerm> sources;                 // nodes with a source in the region; weight 1/cb
  std::vector<NodeTerm> sources_hx, sources_hy;  // weight 1/db
  std::vector<NodeTerm> loss_ez, loss_hx, loss_hy;
  RimEnergy rims;
};
EnergyTerms energy_terms(const Problem& problem);
// How many lossy nodes there are, in the whole grid: the terms' largest part.
double lossy_nodes(const Problem& problem);

// Sums of energy.h since they were last booked.
struct EnergySums {
  double source = 0, turnover = 0, loss_e = 0, loss_h = 0;
  std::array<double, 4> out{};
};

// A run's ledger in joules, kept through edits.
class EnergyBook {
 public:
  // The field is `stock`: all there is was there before.
  void open(const EnergyTerms& terms, const EnergyStock& stock);
  void add(const EnergyTerms& terms, const EnergySums& sums);
  // Before and after a change of fields, media or walls; the sums so far are booked.
  void leave(const EnergyTerms& terms, const EnergyStock& stock);
  void enter(const EnergyTerms& terms, const EnergyStock& stock);
  EnergyLedger reading(const EnergyTerms& terms, const EnergySums& sums, const EnergyStock& stock) const;

 private:
  EnergyLedger booked_;  // of the problem as the engine sees it: σ and σm not yet exchanged for hz
};

}  // namespace ez
