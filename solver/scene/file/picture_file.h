// The picture of an image shape in a file of its own. Inner header of solver/scene, and for whoever lets one be chosen.
#pragma once

#include <string>

#include "solver/scene/grey_picture.h"

namespace ez {

// Of a PNG. `name` is relative to the folder of `scene_file`; a whole path needs none. Returns what is wrong and what
// to do, as the rest of a message about the file; `out` is then untouched.
std::string read_picture(const std::string& scene_file, const std::string& name, GreyPicture& out);

}  // namespace ez
