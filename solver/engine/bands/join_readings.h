// The health and the energy ledger of a grid, from those of its bands.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "solver/engine/fields.h"

namespace ez {

// The health of one band as plain bytes, all 0 if it is not known. Nodes are those of the grid.
struct BandHealth {
  bool bad = false;
  double max_abs = 0;
  Node largest, first_bad;
  std::array<double, Health::tile_count> largest_in{};
};
inline BandHealth health_of_band(const Health& h, int first_row) {
  return {!h.finite,
          h.max_abs,
          {h.largest.i, h.largest.j + first_row},
          {h.first_bad.i, h.first_bad.j + first_row},
          h.largest_in};
}
// Joins the bands, which are in the order of their rows.
inline Health joined(const std::vector<BandHealth>& bands) {
  Health all;
  for (const BandHealth& b : bands) {
    for (std::size_t tile = 0; tile < all.largest_in.size(); ++tile)
      all.largest_in[tile] = std::max(all.largest_in[tile], b.largest_in[tile]);
    if (&b == &bands.front() || b.max_abs > all.max_abs) all.max_abs = b.max_abs, all.largest = b.largest;
    if (all.finite && b.bad) all.finite = false, all.first_bad = b.first_bad;
  }
  return all;
}

// Adds up the ledgers. Only the energy that comes in through a boundary as a whole counts as turnover.
inline EnergyLedger joined(const std::vector<EnergyLedger>& bands) {
  const auto entered = [](const EnergyLedger& l) {
    double sum = 0;
    for (const double through : l.out) sum += std::max(0.0, -through);
    return sum;
  };
  EnergyLedger all;
  for (const EnergyLedger& l : bands) {
    all.source += l.source, all.edits += l.edits, all.stored += l.stored;
    all.absorbed_sigma += l.absorbed_sigma, all.absorbed_sigma_m += l.absorbed_sigma_m;
    all.turnover += l.turnover - entered(l);
    for (std::size_t side = 0; side < all.out.size(); ++side) all.out[side] += l.out[side];
  }
  all.turnover += entered(all);
  return all;
}

}  // namespace ez
