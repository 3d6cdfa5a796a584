// Divides a batch into parts, and joins the results of the parts.
#pragma once

#include "solver/engine/fields.h"

namespace ez {

// Returns steps [from, from + steps) of a batch whose wave signals are expanded. `gather` tells how many turns of the
// maps belong to them.
Batch part_of(const Batch& batch, int from, int steps, const Gather& gather);
// Appends the result of the following part.
void append(BatchResult& to, BatchResult part);

}  // namespace ez
