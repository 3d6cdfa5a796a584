// What the boundary lab and the kernel lab add to a scene file. Inner header of solver/scene.
#pragma once

#include <array>

#include "solver/scene/table_reader.h"

namespace ez {

void read_factors(TableReader in, std::array<double, 4>& factor);
void read_initial(TableReader in, Initial& initial);
void read_run(TableReader in, RunPreset& run, Pause& pause);
void read_reflection(TableReader in, Reflection& reflection);
BoundaryFault read_fault(TableReader in);
Variant read_variant(TableReader in);

}  // namespace ez
