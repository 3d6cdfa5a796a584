// Where the text of a scene came from, and so what it may ask of the machine: which files it reads, and how many bytes
// it unpacks to. Whoever reads a text passes its origin along; without one a text reads no file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// Bytes that a scene may unpack to: its text, the values in it, the pixels of its pictures, the points of its tables.
inline constexpr std::size_t most_link_bytes = 64'000'000;      // a link, or pasted text
inline constexpr std::size_t most_scene_bytes = 1'000'000'000;  // any other text

struct SceneOrigin {
  // The folder that names of files are relative to. Without one the text embeds its data and reads no file: a link,
  // pasted text, standard input, a pipe, an autosave, a session's log.
  std::optional<std::filesystem::path> folder = {};
  // Files that may be read, and folders with all below them.
  std::vector<std::filesystem::path> allowed = {};
  std::size_t most_bytes = most_scene_bytes;
};

// A scene's file may read next to itself and below, and what the user allowed besides. What is no regular file reads
// nothing.
SceneOrigin origin_of_file(const std::string& path, const std::vector<std::string>& allowed = {});
// A built-in scene names no file. What --set puts into it is relative to the current folder and reads what the user
// allowed.
SceneOrigin origin_of_builtin(const std::vector<std::string>& allowed = {});
SceneOrigin origin_of_link();

// The file that a scene names, `..` and symbolic links resolved.
struct PlaceToRead {
  std::filesystem::path path;
  std::string why;       // it is not read: the rest of a message about the file, with a remedy; empty: it may be read
  bool refused = false;  // because the user has not allowed it
};
// `instead`: the keys that embed such data.
PlaceToRead place_to_read(const SceneOrigin& origin, const std::string& name, const std::string& instead);

}  // namespace ez
