// The CPU engine with its instruction set, what it takes for free memory and for its cache, and how small a grid is
// worth a second thread, given: for tests and measurements.
// Everyone else asks make_cpu_engine(threads).
#pragma once

#include <cstdint>
#include <memory>

#include "solver/base/memory.h"
#include "solver/engine/backend.h"
#include "solver/engine/cpu/plan.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez {

// Nodes that are worth a thread. Where nothing else runs, two are the faster from 64² on, by a half at 128²; where
// other programs hold the cores each wait costs a turn of the system's, and two take up to five times as long as one on
// the grids below 100², and are no faster anywhere below 400² (AMD EPYC, 2 cores).
constexpr std::int64_t nodes_a_thread = 1 << 14;

Backend cpu_backend();

std::unique_ptr<Engine> make_cpu_engine(int threads, Isa isa, FreeBytes free = available_host_bytes,
                                        std::int64_t least_nodes = nodes_a_thread,
                                        double second_cache = second_cache_bytes());

}  // namespace ez
