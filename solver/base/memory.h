// Reports how much host memory can be allocated without making the machine swap.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ez {

using FreeBytes = std::function<double()>;  // returns the number of free bytes
double available_host_bytes();              // MemAvailable, or less if a container or ulimit sets a limit
double address_space_left();                // bytes left under `ulimit -v`; infinite without such a limit
std::string human_bytes(double bytes);      // "1.5 GB"
// Returns the error "WHAT needs 1.5 GB of memory, but only 1.0 GB are free; use fewer cells".
std::string too_little_memory(std::string_view what, double needed, double free);

}  // namespace ez
