// Scenes as files of the running program: opened, saved, and whether somebody else has written them meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solver/base/text.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

class SceneFiles {
 public:
  // Every scene may read the files and folders `allowed` besides its own folder.
  explicit SceneFiles(std::vector<std::string> allowed = {}) : allowed_(std::move(allowed)) {}
  void allow(const std::string& path) { allowed_.push_back(path); }
  const std::vector<std::string>& allowed() const { return allowed_; }

  // A built-in scene's name too. This scene may read the files `more` as well, as long as the program runs.
  SceneResult load(const std::string& file_or_name, const std::vector<std::string>& more = {});
  // Takes over the file that another one has read at `path`.
  void take_over(const SceneFiles& other, const std::string& path);
  // Empty, or why it is not written. Comments of the file `origin` (may be empty) are kept.
  Text save(const std::string& path, const Scene& scene, const std::string& origin);
  // Whether writing `scene` over the comments of `origin` would lose some.
  bool loses_comments(const Scene& scene, const std::string& origin) const;
  static bool exists(const std::string& path);
  // Whether the file at `path` is another one than was read, written or noted here.
  bool changed_meanwhile(const std::string& path) const;

  // What it held when it was read or written: its content_mark.
  void note(const std::string& path, std::uint64_t mark) { known_[path] = mark; }
  std::optional<std::uint64_t> mark_of(const std::string& path) const;

 private:
  SceneOrigin origin_of(const std::string& path) const;

  std::vector<std::string> allowed_;
  std::map<std::string, std::vector<std::string>> more_;  // by full path: what that scene alone may read
  std::map<std::string, std::uint64_t> known_;            // by full path
};

}  // namespace ez
