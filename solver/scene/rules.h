// What validate() finds, with the dotted path of the value at fault, so that the parser can add its place in the file.
// Inner header of solver/scene.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene_file.h"

namespace ez {

struct Finding {
  Message::Kind kind = Message::Kind::error;
  std::string path;  // "source.0.at", as in `--set`
  std::string text;
};

std::vector<Finding> find_faults(const Scene& scene);

}  // namespace ez
