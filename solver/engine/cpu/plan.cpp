#include "solver/engine/cpu/plan.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "solver/engine/cpu/rows.h"

namespace ez {
namespace {

// What a tile goes over again and again is to stay in the second cache, half of which is left to all else.
double tile_room() {
  const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return 0.5 * static_cast<double>(std::clamp(l2, 1L << 18, 1L << 22));
}

constexpr int tile_rows = 4;           // those that a kernel takes at once
constexpr int least_tile_blocks = 16;  // with fewer, beginnings and ends of runs are felt

}  // namespace

Plan make_plan(int steps, const PlanFor& grid) {
  Plan plan;
  plan.steps = steps;
  const int blocks = (grid.nx + block_nodes - 1) / block_nodes;
  plan.bands = std::clamp(grid.ny / 8, 1, grid.threads);
  int levels = 16;
  if (grid.one_level) levels = 1;
  levels = std::min(levels, std::max(steps, 1));
  if (plan.bands > 1) levels = std::clamp((grid.ny / plan.bands - 4) / 2, 1, levels);
  plan.passes = (steps + levels - 1) / levels;
  plan.levels = (steps + std::max(plan.passes, 1) - 1) / std::max(plan.passes, 1);
  plan.tile_rows = grid.one_row ? 1 : tile_rows;
  const double block_bytes = block_nodes * static_cast<double>(grid.node_bytes);
  const int room = static_cast<int>(tile_room() / (plan.levels * block_bytes)) - plan.tile_rows;
  const int tile_blocks = std::max(room, least_tile_blocks);
  plan.skewed = !grid.whole_rows && tile_blocks < blocks;
  plan.tile_blocks = plan.skewed ? tile_blocks : blocks;
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
