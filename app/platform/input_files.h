// Files that the program reads: a scene, its pictures and tables, a lesson, answers. Results must not overwrite them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

struct InputFile {
  enum class Role { scene, named_by_scene, lesson, answers, session_log } role = Role::scene;
  std::filesystem::path path;
  std::string key = {};  // of the scene, for a file that it names
};

// Returns the file of a scene (empty: it has none), and the files that it names.
std::vector<InputFile> inputs_of_scene(const std::string& path, const std::vector<SceneInput>& named);

// Returns an error if writing to `output` would overwrite one of the files, also through a link; else an empty text.
// `output` may be the pattern of numbered pictures.
Text why_overwrites(const std::string& output, const std::vector<InputFile>& inputs);

}  // namespace ez
