// Places for files: whether one can be written, and what ezscope keeps between runs, in the XDG folders: settings in
// $XDG_CONFIG_HOME/ezscope, recent files and autosaves in $XDG_STATE_HOME/ezscope. Nothing kept is worth stopping for:
// what cannot be read is left at its default, what cannot be written is not kept.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

struct UserFolders {
  std::filesystem::path config, state;
};
// From XDG_CONFIG_HOME and XDG_STATE_HOME, else ~/.config and ~/.local/state; empty paths when there is no home.
UserFolders user_folders();

// Why a file of this size cannot be written at `path`, found out before the work for it is done; empty when nothing
// speaks against it.
std::string why_unwritable(const std::string& path, double bytes);

struct Settings {
  bool dark = true, panel_shown = true;
  std::vector<std::string> recent;
  double interface_scale = 1;
  bool operator==(const Settings&) const = default;
};
Settings read_settings(const UserFolders& folders);
void write_settings(const UserFolders& folders, const Settings& settings);

// The unsaved scene of a running program, so that a crash does not take it along. Each process has a file of its own; a
// file whose process is gone was left behind by a crash.
class Autosave {
 public:
  // Folder is made when needed; an empty one keeps nothing.
  explicit Autosave(std::filesystem::path folder);

  // `scene` is TOML; `origin` the file it was opened from, or empty. Returns why it could not be kept, or an empty
  // text.
  std::string keep(const std::string& scene, const std::string& origin);
  void drop();  // saved, or a clean end

  struct Left {
    std::filesystem::path file;
    std::string scene, origin;
  };
  // The newest one that a process which is gone left behind.
  std::optional<Left> left_behind() const;
  // It becomes this process's own, or goes; others stay for the next start.
  void take_over(const Left& left);
  void discard(const Left& left);

 private:
  std::filesystem::path folder_, own_;
};

}  // namespace ez
