// Why CUDA cannot be used, in words.
#pragma once

#include <string>

namespace ez::cuda {

// One sentence with what to do, for an error of the CUDA runtime. Versions are CUDA's numbers (13020 is 13.2); a driver
// version of 0 means that there is no driver. Starts in lower case and ends without a full stop, to stand inside a
// message.
std::string explain(int error, int driver_version, int runtime_version);
std::string version_text(int version);  // "13.2"; "" for 0

}  // namespace ez::cuda
