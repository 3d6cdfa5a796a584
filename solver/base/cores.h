// The processor: its name, and how many threads can work at the same time here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

// The processor's cores, or fewer: those that this process may run on (taskset, cpusets), and as many as its control
// group's quota of time is worth (containers). At least 1.
int usable_cores();

std::string processor_name();  // "AMD EPYC 9B14"; "CPU" where the system does not tell

// Cores, of the text of a control group's cpu.max: "150000 100000" is 1.5. None where there is no limit.
std::optional<double> cores_of_quota(std::string_view cpu_max);

}  // namespace ez
