// Information about the processor: its name, whether there are threads, how many can start, and how many can run at the
// same time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

// Returns false in a page that may not share memory: no thread can be created there.
bool has_threads();

// Returns the number of threads that can start now; 0 without threads. A page starts all its threads with itself,
// because a later one would begin only after the present frame, which may wait for it. Elsewhere no such number is
// known, and the largest int is returned.
int startable_threads();

// Returns the number of cores that this process can use, at least 1. It respects the CPU affinity (taskset, cpusets)
// and the quota of the control group (containers). Without threads it is 1.
// A page uses at most 16 (cmake/web.cmake starts threads for as many).
int usable_cores();

std::string processor_name();  // for example "AMD EPYC 9B14"; "CPU" if the system does not report a name

// Returns the number of cores that the text of a control group's cpu.max allows. For example, "150000 100000" gives
// 1.5. Empty if there is no limit.
std::optional<double> cores_of_quota(std::string_view cpu_max);

}  // namespace ez
