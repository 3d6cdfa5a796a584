#include "solver/scene/file/picture_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "solver/base/read_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_picture_bytes = std::size_t{48} << 20;  // what a scene file has room for

}  // namespace

std::string read_picture(const std::string& scene_file, const std::string& name, GreyPicture& out) {
  if (scene_file.empty() && !fs::path(name).is_absolute())
    return ", which can be read only with a scene file; give png instead";
  const fs::path folder = fs::path(scene_file).parent_path(), path = folder / name;
  const auto unreadable = [&](const std::string& why) {
    return fmt::format(", which cannot be read: {}; give a path from {}", why,
                       folder.empty() ? "the current folder" : fmt::format("the scene's folder, {}", folder.string()));
  };
  std::error_code error;
  if (const fs::file_status status = fs::status(path, error); !fs::is_regular_file(status))
    return unreadable(fs::exists(status) ? "it is no file" : std::strerror(ENOENT));
  if (fs::file_size(path, error) > most_picture_bytes)
    return fmt::format(", which is larger than {} MB; give a smaller picture", most_picture_bytes >> 20);
  const auto [bytes, code] = read_file(path, most_picture_bytes);
  if (code != 0) return unreadable(words_of_reading(code));
  try {
    out = GreyPicture::of_png({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  } catch (const PictureError& e) {
    return fmt::format(", which {}", e.what());
  }
  return {};
}

}  // namespace ez
