#include "solver/scene/file/scene_origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "solver/base/read_file.h"
#include "solver/base/shell.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

// Returns the absolute path with `..` and symbolic links resolved. Empty, with `error`, on failure.
fs::path resolved(const fs::path& path, std::error_code& error) {
  const fs::path absolute = fs::absolute(path, error);
  return error ? fs::path() : fs::weakly_canonical(absolute, error);
}

bool lies_in(const fs::path& place, const fs::path& allowed) {
  std::error_code error;
  const fs::path outer = resolved(allowed, error);
  if (error || outer.empty()) return false;
  const auto [at, end] = std::mismatch(outer.begin(), outer.end(), place.begin(), place.end());
  return at == outer.end() || (at->empty() && std::next(at) == outer.end());  // "/a/": the last component is empty
}

std::string words_of_folder(const fs::path& folder) {
  return folder.empty() || folder == "." ? "the current folder"
                                         : fmt::format("the scene's folder, {}", folder.string());
}

}  // namespace

SceneOrigin origin_of_file(const std::string& path, const std::vector<std::string>& allowed) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  // A file that is redirected into the program has no folder.
  const std::string place = fs::absolute(path, error).lexically_normal().string();
  if (place.starts_with("/dev/") || place.starts_with("/proc/")) return {};
  SceneOrigin out;
  const fs::path folder = fs::path(path).parent_path();
  out.folder = folder;
  out.allowed.assign(allowed.begin(), allowed.end());
  out.allowed.push_back(folder.empty() ? fs::path(".") : folder);
  return out;
}

SceneOrigin origin_of_builtin(const std::vector<std::string>& allowed) {
  SceneOrigin out;
  if (allowed.empty()) return out;
  out.folder = fs::path();
  out.allowed.assign(allowed.begin(), allowed.end());
  return out;
}

SceneOrigin origin_of_link() { return {.most_bytes = most_link_bytes}; }

PlaceToRead place_to_read(const SceneOrigin& origin, const std::string& name, const std::string& instead) {
  if (!origin.folder)
    return {{}, fmt::format(", which can only be read with a scene file; give {} instead", instead), false};
  const auto unreadable = [&](const std::string& why) {
    return PlaceToRead{
        {},
        fmt::format(", which cannot be read: {}; give a path from {}", why, words_of_folder(*origin.folder)),
        false};
  };
  std::error_code error;
  const fs::path place = resolved(*origin.folder / name, error);
  if (error || name.find('\0') != std::string::npos) return unreadable(error ? error.message() : std::strerror(EINVAL));
  if (std::none_of(origin.allowed.begin(), origin.allowed.end(), [&](auto& a) { return lies_in(place, a); }))
    return {place,
            fmt::format(", which is {}, outside {}; move the file there, or allow it with --allow-read {}",
                        place.string(), origin.folder->empty() ? "the current folder" : origin.folder->string(),
                        shell_path(place.parent_path().string())),
            true};
  const fs::file_status status = fs::status(place, error);
  if (!fs::is_regular_file(status)) return unreadable(fs::exists(status) ? "it is not a file" : std::strerror(ENOENT));
  return {place, "", false};
}

}  // namespace ez
