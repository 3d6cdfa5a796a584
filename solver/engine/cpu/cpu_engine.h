// Makes a CPU engine with given values, for tests and measurements: the instruction set, the free memory, the cache
// size, and the grid size that makes a second thread worthwhile. All other code calls make_cpu_engine(threads).
#pragma once

#include <cstdint>
#include <memory>

#include "solver/base/memory.h"
#include "solver/engine/backend.h"
#include "solver/engine/cpu/plan.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez {

// Nodes per thread below which another thread is not worthwhile. On an otherwise idle machine two threads are faster
// from 64² on, and by a half at 128². If other programs use the cores, each wait costs a time slice of the system. Two
// threads then take up to five times as long as one on grids below 100², and are not faster on any grid below 400² (AMD
// EPYC, 2 cores).
constexpr std::int64_t nodes_a_thread = 1 << 14;

Backend cpu_backend();

std::unique_ptr<Engine> make_cpu_engine(int threads, Isa isa, FreeBytes free = available_host_bytes,
                                        std::int64_t least_nodes = nodes_a_thread,
                                        double second_cache = second_cache_bytes());

}  // namespace ez
