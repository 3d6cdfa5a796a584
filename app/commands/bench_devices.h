// `ezscope bench --devices`: how the speed grows with the number of devices.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/bench.h"
#include "app/options/window_command.h"

namespace ez {

// Measures each scene on one device, on two, and so on, in two ways: with the same grid, and with the same number of
// cells on each device. Prints a table, writes command.json and returns the exit code. Throws NoBackend, NoDevice,
// OutOfMemory.
int measure_devices(const BenchCommand& command, const std::vector<std::pair<std::string, LoadedScene>>& scenes);

}  // namespace ez
