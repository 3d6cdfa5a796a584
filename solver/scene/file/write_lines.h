// A scene as the lines of its file, each with its path, so that comments can be restored next to their
// keys. Inner header of solver/scene.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct FileLine {
  std::string path;  // "grid", "grid.cells", "source.0"; empty for a generated comment
  std::string text;
  bool header = false;  // a [table] or [[table]] line
};

struct WriteChoice {
  bool every_default = false;
  std::function<bool(const std::string& path)> also;  // selects default values that are written too; may be empty
  std::optional<Polarization> named = {};  // polarization whose name of the quantity is written; empty: the scene's own
};

std::vector<FileLine> scene_lines(const Scene& scene, const WriteChoice& choice);

}  // namespace ez
