// Host memory that can still be taken without pushing the machine into swap.
#pragma once

#include <functional>
#include <string>

namespace ez {

using FreeBytes = std::function<double()>;  // asks how many bytes are free
double available_host_bytes();              // MemAvailable, or what a limit (container, ulimit) leaves
double address_space_left();                // what `ulimit -v` leaves, in bytes; infinite where there is no such limit
std::string human_bytes(double bytes);      // "1.5 GB"

}  // namespace ez
