#include "solver/engine/cpu/plan.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "solver/engine/cpu/rows.h"

namespace ez {
namespace {

constexpr int tile_rows = 4;  // those that a kernel takes at once

// Rows of few nodes stay in the second cache as they are, and for some levels; others are cut into tiles, which do for
// more levels. Half of the cache is left to all else.
constexpr int few_levels = 16, many_levels = 32;
bool rows_fit(const PlanFor& grid, int blocks) {
  const double row = static_cast<double>(blocks) * block_nodes * grid.node_bytes;
  return (tile_rows + few_levels) * row <= 0.5 * grid.cache;
}
int tile_blocks(const PlanFor& grid) {
  constexpr int least = 2, most = 24;  // wider ones gain nothing
  const double column = many_levels * static_cast<double>(block_nodes) * grid.node_bytes;
  return std::clamp(static_cast<int>(0.5 * grid.cache / column) - tile_rows, least, most);
}

}  // namespace

double second_cache_bytes() {
  const long known = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<double>(std::clamp(known, 1L << 18, 1L << 22));
}

Plan make_plan(int steps, const PlanFor& grid) {
  Plan plan;
  plan.steps = steps;
  const int blocks = (grid.nx + block_nodes - 1) / block_nodes;
  const bool whole_rows = grid.whole_rows || rows_fit(grid, blocks);
  plan.skewed = !whole_rows && blocks > tile_blocks(grid);
  plan.tile_rows = grid.one_row ? 1 : tile_rows;
  plan.tile_blocks = plan.skewed ? tile_blocks(grid) : blocks;

  plan.bands = std::clamp(grid.ny / 8, 1, grid.threads);
  int levels = grid.one_level ? 1 : plan.skewed ? many_levels : few_levels;
  if (plan.bands > 1) levels = std::clamp((grid.ny / plan.bands - 4) / 2, 1, levels);
  plan.passes = (steps + levels - 1) / levels;
  plan.levels = plan.passes > 0 ? plan.levels_of(0) : 1;
  // Bands above rise: half of that is taken back, so that all have the same work.
  for (int b = 0; b < plan.bands; ++b)
    plan.first_row.push_back(b == 0 ? 0 : static_cast<int>(std::int64_t{grid.ny} * b / plan.bands) - plan.levels / 2);
  plan.first_row.push_back(grid.ny);
  return plan;
}

double tile_bytes(const Plan& plan, const PlanFor& grid) {
  // Each level moves on by one row and one block.
  const double rows = plan.tile_rows, blocks = plan.tile_blocks, more = plan.levels - 1;
  const double met = rows * blocks + more * (plan.skewed ? rows + blocks : blocks);
  return met * block_nodes * grid.node_bytes;
}

}  // namespace ez
