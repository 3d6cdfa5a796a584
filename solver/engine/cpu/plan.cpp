#include "solver/engine/cpu/plan.h"

#include <algorithm>
#include <cstdint>

#include "solver/base/memory.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez {
namespace {

constexpr int tile_rows = 4;  // number of rows that a kernel processes at once

// Each level moves a tile by one block. If a row is too short for that many blocks, the overhead exceeds the saved
// memory traffic.
int levels_for(int blocks) { return std::clamp(blocks / 4, 16, 32); }

// Chooses the width so that the data of a tile's path through the levels fit half of the second-level cache.
int tile_blocks(const PlanFor& grid, int levels) {
  constexpr int least = 2, most = 24;  // wider tiles are not faster
  const double column = levels * static_cast<double>(block_nodes) * grid.node_bytes;
  return std::clamp(static_cast<int>(0.5 * grid.cache / column) - tile_rows, least, most);
}

}  // namespace

double second_cache_bytes() {
  const std::size_t known = cache_bytes(2), usual = std::size_t{1} << 20;
  return static_cast<double>(std::clamp(known > 0 ? known : usual, std::size_t{1} << 18, std::size_t{1} << 22));
}

Plan make_plan(int steps, const PlanFor& grid) {
  Plan plan;
  plan.steps = steps;
  const int blocks = (grid.nx + block_nodes - 1) / block_nodes;
  int levels = grid.one_level ? 1 : levels_for(blocks);
  const int wide = tile_blocks(grid, levels);
  plan.skewed = !grid.whole_rows && blocks > wide;
  plan.tile_rows = grid.one_row ? 1 : tile_rows;
  plan.tile_blocks = plan.skewed ? wide : blocks;

  plan.bands = std::clamp(grid.ny / 8, 1, grid.threads);
  if (plan.bands > 1) levels = std::clamp((grid.ny / plan.bands - 4) / 2, 1, levels);
  plan.passes = (steps + levels - 1) / levels;
  plan.levels = plan.passes > 0 ? plan.levels_of(0) : 1;
  // Bands rise by one row per level. They start lower by half of that, so that all bands have the same work.
  for (int b = 0; b < plan.bands; ++b)
    plan.first_row.push_back(b == 0 ? 0 : static_cast<int>(std::int64_t{grid.ny} * b / plan.bands) - plan.levels / 2);
  plan.first_row.push_back(grid.ny);
  return plan;
}

double tile_bytes(const Plan& plan, const PlanFor& grid) {
  // Each level moves by one row and one block.
  const double rows = plan.tile_rows, blocks = plan.tile_blocks, more = plan.levels - 1;
  const double met = rows * blocks + more * (plan.skewed ? rows + blocks : blocks);
  return met * block_nodes * grid.node_bytes;
}

}  // namespace ez
