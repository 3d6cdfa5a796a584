// The origin of a scene's text determines which files it may read and how many bytes it may unpack to. Every reader of
// a text passes its origin along. Without an origin, a text reads no file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// Bytes that a scene may unpack to: its text, the values in it, the pixels of its
// pictures, and the points of its tables.
inline constexpr std::size_t most_link_bytes = 64'000'000;      // a link, or pasted text
inline constexpr std::size_t most_scene_bytes = 1'000'000'000;  // any other text

struct SceneOrigin {
  // The folder that file names are relative to. If empty, the text embeds its data and reads no file: a link, pasted
  // text, standard input, a pipe, an autosave, or a session's log.
  std::optional<std::filesystem::path> folder = {};
  // Files that may be read, and folders whose contents may be read.
  std::vector<std::filesystem::path> allowed = {};
  std::size_t most_bytes = most_scene_bytes;
};

// Returns the origin of a scene file. It may read its own folder and all below, and what the user allowed. Anything
// other than a regular file may read nothing.
SceneOrigin origin_of_file(const std::string& path, const std::vector<std::string>& allowed = {});
// Returns the origin of a built-in scene, which names no files. Files that --set adds are relative to the current
// folder and need the user's permission.
SceneOrigin origin_of_builtin(const std::vector<std::string>& allowed = {});
SceneOrigin origin_of_link();

// The file that a scene names, with `..` and symbolic links resolved.
struct PlaceToRead {
  std::filesystem::path path;
  std::string why;  // why it may not be read: the end of a message about the file, with a remedy; empty: it may be read
  bool refused = false;  // the reason is the missing permission of the user
};
// `instead` lists the keys that embed such data.
PlaceToRead place_to_read(const SceneOrigin& origin, const std::string& name, const std::string& instead);

}  // namespace ez
