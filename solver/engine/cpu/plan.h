// The order in which a batch of steps passes over the grid. A pass makes several steps (levels). Each thread has a band
// of rows and processes tiles of some rows by some blocks of columns. See stepper.h for the order.
#pragma once

#include <vector>

namespace ez {

struct Plan {
  int steps = 0, passes = 0;
  int levels = 1;                      // number of levels of the longest pass
  int bands = 1;                       // number of bands of rows, each processed by one thread
  std::vector<int> first_row;          // first row of each band at level 0, and the end: bands + 1 values
  int tile_rows = 1, tile_blocks = 0;  // size of a tile at one level
  bool skewed = false;                 // tiles are parts of rows, not whole rows
  int levels_of(int pass) const { return steps / passes + (pass < steps % passes ? 1 : 0); }
};

struct PlanFor {
  int nx = 0, ny = 0, threads = 1;
  int node_bytes = 12;      // of the three arrays together
  bool whole_rows = false;  // both ends of a row are needed at once
  bool one_level = false;   // the last row is a neighbour of the first
  bool one_row = false;     // the energy ledger needs rows one at a time
  double cache = 0;         // bytes of a core's second-level cache
};
Plan make_plan(int steps, const PlanFor& grid);
double second_cache_bytes();  // of this machine, per core

// Returns the size of all data that a tile touches on its path through the levels. A thread uses these data repeatedly
// before it continues with the next tile.
double tile_bytes(const Plan& plan, const PlanFor& grid);

}  // namespace ez
