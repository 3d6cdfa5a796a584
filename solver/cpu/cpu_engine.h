// The CPU engine with its instruction set, and what it takes for free memory, given: for tests and measurements.
// Everyone else asks make_cpu_engine(threads).
#pragma once

#include <memory>

#include "solver/cpu/rows.h"
#include "solver/engine.h"
#include "solver/memory.h"

namespace ez {

std::unique_ptr<Engine> make_cpu_engine(int threads, Isa isa, FreeBytes free = available_host_bytes);

}  // namespace ez
