// Divides a problem into bands of rows, each of which is a problem that any engine can load.
//
// A step computes a row from the row itself and its two neighbours. At the end of a band towards a neighbour the
// problem has a PEC boundary that does not exist in the whole problem, so the values there are wrong, and the error
// moves by one row per step. Some kernels take the boundary's row as 0 from the start. With a halo of H rows, the own
// rows are those of the whole problem, to the bit, after H − 2 steps. The halo must then be copied from the neighbours.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/problem/change.h"
#include "solver/problem/problem.h"
#include "solver/problem/row_band.h"

namespace ez {

// Returns the number of steps after which the halo must be copied.
constexpr int steps_of_halo(int halo) { return halo - 2; }

// Returns the number of bands, at most `wanted`, into which the problem can be divided: every band has at least as many
// rows as the halo, and none of them is in the layer of another band's boundary.
int most_bands(const Problem& problem, int wanted, int halo);
// Returns true if these bands suit the problem, by the rule of most_bands().
bool bands_fit(const Problem& problem, std::span<const RowBand> bands);
// Cuts the problem into bands, from the bottom to the top. Band k gets a part of the rows that is proportional to
// shares[k] as far as the rule of most_bands() allows. There must be at most most_bands() shares.
std::vector<RowBand> cut_rows(const Problem& problem, std::span<const double> shares, int halo);

// Which parts of a problem the engine of a band reads. `tables` leaves out the maps of its nodes, which an edit that
// changes terms or instruments alone does not need.
enum class BandParts { all, tables };
// Returns the band's part of a problem. Sources act in the halo too; probes are only in the own rows.
Problem rows_of(const Problem& whole, const RowBand& band, BandParts parts = BandParts::all);
// Returns the part of a change that concerns the band.
Change rows_of(const Change& change, const Problem& whole, const RowBand& band);

// Calls f(j) for each row j of the band that is row `of_grid` of the grid.
template <class F>
void each_held_row(const RowBand& band, int of_grid, F f) {
  int j = (of_grid - band.first) % band.grid;
  if (j < 0) j += band.grid;
  for (; j < band.count; j += band.grid) f(j);
}

}  // namespace ez
