// Explains in words why CUDA cannot be used.
#pragma once

#include <string>

namespace ez::cuda {

// Returns one sentence that explains an error of the CUDA runtime and what to do. Versions are CUDA's numbers (13020 is
// 13.2); a driver version of 0 means no driver. The sentence starts in lower case and ends without a full stop, so that
// it can be part of a message.
std::string explain(int error, int driver_version, int runtime_version);
std::string version_text(int version);  // "13.2"; "" for 0

}  // namespace ez::cuda
