// Reports how much host memory can be allocated without making the machine swap.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace ez {

using FreeBytes = std::function<double()>;  // returns the number of free bytes
double available_host_bytes();              // MemAvailable, or less if a container or ulimit sets a limit
double address_space_left();                // bytes left under `ulimit -v`; infinite without such a limit
std::size_t cache_bytes(int level);         // a core's cache of level 2, or the processor's of level 3; 0: unknown
std::string human_bytes(double bytes);      // "1.5 GB"
// Returns the error "WHAT needs 1.5 GB of memory, but only 1.0 GB are free; use fewer cells".
std::string too_little_memory(std::string_view what, double needed, double free);

}  // namespace ez
