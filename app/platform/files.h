// Files that ezscope keeps between sessions, in the XDG folders: settings in $XDG_CONFIG_HOME/ezscope, recent files and
// autosaves in $XDG_STATE_HOME/ezscope, pictures of the built-in scenes in $XDG_CACHE_HOME/ezscope. None of them may
// stop the program. A setting that cannot be read keeps its default, a file that cannot be written is skipped, and the
// caller reports it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/platform/snapshot_bytes.h"
#include "solver/base/text.h"

namespace ez {

struct UserFolders {
  std::filesystem::path config, state, cache;
};
// Returns the folders named by XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME, otherwise ~/.config, ~/.local/state
// and ~/.cache. Paths are empty if there is no home folder.
UserFolders user_folders();
// Returns $XDG_RUNTIME_DIR/ezscope, otherwise this user's folder among the temporary files. It may have space left when
// the disk of the home folder is full. Empty if no such folder belongs to the user alone.
std::filesystem::path refuge_folder();

struct Settings {
  bool dark = true, panel_shown = true;
  std::vector<std::string> recent;  // absolute
  double interface_scale = 1;       // scale of bars, panel and text, 0.75 … 3
  bool welcomed = false;            // the start page has been shown
  bool toured = false;              // the tour has ended
  std::string color_vision = "usual";
  double moments = usual_snapshot_bytes;  // bytes that the snapshots of the timeline may take
  std::string language;                   // empty: the user has not chosen a language
  std::string web;                        // address of a page of ezscope, for links; empty: none is known
  bool operator==(const Settings&) const = default;
};
Settings read_settings(const UserFolders& folders);
// Returns the file and the reason if the settings cannot be saved. Returns an empty text on success or without a home
// folder.
std::string write_settings(const UserFolders& folders, const Settings& settings);

// Returns the saved answers of a lesson, named by its name or its file's full path; empty if there are none.
std::string read_answers(const UserFolders& folders, const std::string& lesson);
// Returns the error, or an empty text.
std::string keep_answers(const UserFolders& folders, const std::string& lesson, const std::string& text);

// Returns the content of a file, at most most_text_bytes + 1 bytes. Empty if the file is missing or unreadable, or if
// it is a pipe or a device, which can be read only once.
std::string text_of_file(const std::string& path);
// Writes the result of `bytes`. Returns an empty text, or in one line the reason of the failure and the remedy.
Text write_or_why(const std::string& path, const std::function<std::string()>& bytes);
// File systems allow 255 bytes per name. A name derived from another one uses at most this many bytes of it.
inline constexpr std::size_t most_stem_bytes = 200;
// Returns STEM-001SUFFIX, or the first number that is free, in the current folder. If that folder is not writable, uses
// the home folder, then the temporary files. A stem that is a full path stays in its folder.
std::string fresh_file(const std::string& stem, const std::string& suffix);
// Returns the absolute path of the same file.
std::string full_path(const std::string& path);
// Returns a hash that distinguishes different contents of a file.
std::uint64_t content_mark(std::string_view text);

}  // namespace ez
