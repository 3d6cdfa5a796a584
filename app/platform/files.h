// What ezscope keeps between runs, in the XDG folders: settings in $XDG_CONFIG_HOME/ezscope, recent files and autosaves
// in $XDG_STATE_HOME/ezscope, pictures of the built-in scenes in $XDG_CACHE_HOME/ezscope. Nothing kept is worth
// stopping for: what cannot be read is left at its default, what cannot be written is not kept, and whoever asked for
// it says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/text.h"

namespace ez {

struct UserFolders {
  std::filesystem::path config, state, cache;
};
// From XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME, else ~/.config, ~/.local/state and ~/.cache; empty paths
// when there is no home.
UserFolders user_folders();
// $XDG_RUNTIME_DIR/ezscope, else a folder of this user's among the temporary files: where there may be room when the
// home's disk is full. Empty when there is none that is the user's alone.
std::filesystem::path refuge_folder();

struct Settings {
  bool dark = true, panel_shown = true;
  std::vector<std::string> recent;  // absolute
  double interface_scale = 1;       // of bars, panel and text, 0.75 … 3
  bool welcomed = false;            // the start page has been shown
  bool toured = false;              // the tour has ended
  std::string color_vision = "usual";
  double moments = 512e6;  // bytes that the timeline's moments may take
  std::string language;    // empty: never chosen, nor anything else
  bool operator==(const Settings&) const = default;
};
Settings read_settings(const UserFolders& folders);
// Returns why they cannot be kept, a file and a reason; an empty text when they are, or there is no home.
std::string write_settings(const UserFolders& folders, const Settings& settings);

// What is kept of a lesson, by its name or its file's full path; empty where nothing is.
std::string read_answers(const UserFolders& folders, const std::string& lesson);
// Likewise.
std::string keep_answers(const UserFolders& folders, const std::string& lesson, const std::string& text);

// What a file holds, up to most_text_bytes + 1; empty where there is none, where it is a pipe or a device, which can be
// read but once, or where it cannot be read.
std::string text_of_file(const std::string& path);
// Writes what `bytes` returns. Returns why that failed, in one line with what to do; empty when it did not.
Text write_or_why(const std::string& path, const std::function<std::string()>& bytes);
// A file system allows 255 bytes a name: a name that is made of another one keeps so many bytes of it.
inline constexpr std::size_t most_stem_bytes = 200;
// STEM-001SUFFIX or the next number that is not taken: in the current folder; where nothing can be written there, at
// home, else among the temporary files. A stem with a whole path stays in its folder.
std::string fresh_file(const std::string& stem, const std::string& suffix);
// The same place as an absolute path.
std::string full_path(const std::string& path);
// A number that tells one content of a file from another.
std::uint64_t content_mark(std::string_view text);

}  // namespace ez
