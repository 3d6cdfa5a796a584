#include "solver/scene/file/picture_file.h"

#include <fmt/format.h>

#include "solver/base/read_file.h"

namespace ez {
namespace {

constexpr std::size_t most_picture_bytes = std::size_t{48} << 20;  // the maximum that fits into a scene file

}  // namespace

std::string read_picture(const std::filesystem::path& place, std::size_t most_bytes, GreyPicture& out) {
  const auto [bytes, code] = read_file(place, most_picture_bytes);
  if (code != 0) return fmt::format(", which cannot be read: {}; check its permissions", read_error_text(code));
  if (bytes.size() > most_picture_bytes)
    return fmt::format(", which is larger than {} MB; use a smaller picture", most_picture_bytes >> 20);
  try {
    out = GreyPicture::of_png({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, most_bytes);
  } catch (const PictureError& e) {
    return fmt::format(", which {}", e.what());
  }
  return {};
}

}  // namespace ez
