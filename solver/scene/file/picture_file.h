// The picture of an image shape in a file of its own. Inner header of solver/scene, and for whoever lets one be chosen.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "solver/scene/grey_picture.h"

namespace ez {

// Reads the PNG at `place`, whose pixels take `most_bytes` at most. Returns what is wrong and what to do, as the rest
// of a message about the file; `out` is then untouched.
std::string read_picture(const std::filesystem::path& place, std::size_t most_bytes, GreyPicture& out);

}  // namespace ez
