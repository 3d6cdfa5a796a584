// The CPU engine with its instruction set given: for tests and measurements. Everyone else asks
// make_cpu_engine(threads).
#pragma once

#include <memory>

#include "solver/cpu/rows.h"
#include "solver/engine.h"

namespace ez {

std::unique_ptr<Engine> make_cpu_engine(int threads, Isa isa);

}  // namespace ez
