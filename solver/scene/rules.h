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

// The part of it that is about reflection, faults made on purpose and variants; the last two are tried only when
// `found` holds no error so far. Appends to `found`.
void find_lab_faults(const Scene& scene, std::vector<Finding>& found);

}  // namespace ez
