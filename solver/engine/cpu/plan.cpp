#include "solver/engine/cpu/plan.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "solver/engine/cpu/rows.h"

namespace ez {
namespace {

int from_env(const char* name, int otherwise) {
  const char* v = std::getenv(name);
  return v ? std::atoi(v) : otherwise;
}

}  // namespace

Plan make_plan(int steps, const PlanFor& grid) {
  Plan plan;
  plan.steps = steps;
  const int blocks = (grid.nx + block_nodes - 1) / block_nodes;
  plan.bands = std::clamp(grid.ny / 8, 1, grid.threads);
  int levels = from_env("WF_T", 32);
  if (grid.one_level) levels = 1;
  levels = std::min(levels, std::max(steps, 1));
  if (plan.bands > 1) levels = std::clamp((grid.ny / plan.bands - 4) / 2, 1, levels);
  plan.passes = (steps + levels - 1) / levels;
  plan.levels = (steps + std::max(plan.passes, 1) - 1) / std::max(plan.passes, 1);
  plan.tile_rows = grid.one_row ? 1 : std::min(from_env("WF_R", 8), grid.ny / plan.bands / 2);
  const int tile_blocks = from_env("WF_W", 16);
  plan.skewed = !grid.whole_rows && tile_blocks < blocks;
  plan.tile_blocks = plan.skewed ? tile_blocks : blocks;
  // Bands above rise: half of that is taken back, so that all have the same work.
  for (int b = 0; b < plan.bands; ++b)
    plan.first_row.push_back(b == 0 ? 0
                                    : static_cast<int>(std::int64_t{grid.ny} * b / plan.bands) - plan.levels / 2);
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
