// Drivers with known errors. docs/opencl.md lists them with their sources.
#pragma once

#include <string>

namespace ez::opencl {

struct DeviceFacts;

// Returns a warning, or an empty text.
std::string warning_of(const DeviceFacts& device);

}  // namespace ez::opencl
