// How a batch of steps goes over the grid: in passes of several steps (levels), by threads that have bands of rows, in
// tiles of some rows by some blocks of columns. See stepper.h for the order.
#pragma once

#include <vector>

namespace ez {

struct Plan {
  int steps = 0, passes = 0;
  int levels = 1;                      // of the longest pass
  int bands = 1;                       // of rows, each a thread's
  std::vector<int> first_row;          // of each band, at level 0; bands + 1
  int tile_rows = 1, tile_blocks = 0;  // a tile at one level
  bool skewed = false;                 // tiles are parts of rows
  int levels_of(int pass) const { return steps / passes + (pass < steps % passes ? 1 : 0); }
};

struct PlanFor {
  int nx = 0, ny = 0, threads = 1;
  int node_bytes = 12;      // of the three arrays
  bool whole_rows = false;  // a row needs both of its ends at once
  bool one_level = false;   // the last row is the first one's neighbour
  bool one_row = false;     // rows are looked at one by one
  double cache = 0;         // bytes of a core's second cache
};
Plan make_plan(int steps, const PlanFor& grid);
double second_cache_bytes();  // of this machine

// What a thread goes over again and again before it goes on: all that a tile meets on its way through the levels.
double tile_bytes(const Plan& plan, const PlanFor& grid);

}  // namespace ez
