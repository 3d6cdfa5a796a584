// Opens and saves scene files, and detects whether another program has written them meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/input_files.h"
#include "solver/base/text.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

class SceneFiles {
 public:
  // Every scene may read the files and folders `allowed` in addition to its own folder.
  explicit SceneFiles(std::vector<std::string> allowed = {}) : allowed_(std::move(allowed)) {}
  void allow(const std::string& path) { allowed_.push_back(path); }
  const std::vector<std::string>& allowed() const { return allowed_; }

  // Loads a file or a built-in scene. This scene may also read the files `more` for as long as the program runs.
  SceneResult load(const std::string& file_or_name, const std::vector<std::string>& more = {});
  // Takes over what `other` knows about the file at `path`, which it has read.
  void take_over(const SceneFiles& other, const std::string& path);
  // Returns the error, or an empty text. Preserves the comments of the file `origin` (may be empty).
  Text save(const std::string& path, const Scene& scene, const std::string& origin);
  // Returns true if writing `scene` over the file `origin` would lose some of its comments.
  bool loses_comments(const Scene& scene, const std::string& origin) const;
  // Returns the files that the scene at `name`, a full path or a built-in scene's name, was read from.
  std::vector<InputFile> inputs_of(const std::string& name) const;
  void note_inputs(const std::string& name, std::vector<InputFile> inputs) { inputs_[name] = std::move(inputs); }
  static bool exists(const std::string& path);
  // Returns true if the file at `path` differs from the last one read, written or noted here.
  bool changed_meanwhile(const std::string& path) const;

  // Notes the content_mark of a file that was read or written.
  void note(const std::string& path, std::uint64_t mark) { known_[path] = mark; }
  std::optional<std::uint64_t> mark_of(const std::string& path) const;

 private:
  SceneOrigin origin_of(const std::string& path) const;

  std::vector<std::string> allowed_;
  std::map<std::string, std::vector<std::string>> more_;  // by full path: extra files that this scene alone may read
  std::map<std::string, std::uint64_t> known_;            // by full path
  std::map<std::string, std::vector<InputFile>> inputs_;  // by full path, or by a built-in scene's name
};

}  // namespace ez
