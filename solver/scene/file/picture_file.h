// Reads the picture of an image shape from a separate file. Inner header of solver/scene; file choosers use it too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "solver/scene/grey_picture.h"

namespace ez {

// Reads the PNG at `place`, whose pixels may take at most `most_bytes`. Returns the end of an error message about the
// file, with the problem and what to do. `out` is then unchanged.
std::string read_picture(const std::filesystem::path& place, std::size_t most_bytes, GreyPicture& out);

}  // namespace ez
