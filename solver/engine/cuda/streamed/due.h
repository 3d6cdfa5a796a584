// Operations that are due at single nodes, by rows of a tile as the streaming kernel needs them.
#pragma once

#include <vector>

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/engine/due_rows.h"

namespace ez::cuda::streamed {

// The lists of all tiles of a plan.
struct DueLists {
  std::vector<DueRow> rows;
  std::vector<Amount> amounts;
  std::vector<InStep> in_step;
  std::vector<ProbeAt> probes;
  int values = 0;  // number of values of all amounts and terms in step of a pass
};
// Adds the operations that are due in the tile to the lists, and stores their places in the tile. `columns`: per lane.
template <class T>
void add_due(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists);

}  // namespace ez::cuda::streamed
