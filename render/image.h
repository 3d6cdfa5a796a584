// Pictures in main memory, and PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ez {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 4·width·height bytes, row 0 at the top

  // Returns a pixel as 0xRRGGBB; y counts from the top.
  std::uint32_t rgb(int x, int y) const {
    const std::size_t k =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return static_cast<std::uint32_t>(rgba[k] << 16 | rgba[k + 1] << 8 | rgba[k + 2]);
  }
  bool operator==(const Image&) const = default;
};

// `quick` takes less time and makes larger files.
enum class Packing { small, quick };
// Returns the bytes of an 8-bit RGB PNG (alpha is dropped). Throws std::runtime_error (libpng, empty picture).
std::string encode_png(const Image& image, Packing packing = Packing::small);
// Reads any PNG as RGBA. Throws std::system_error (I/O) or std::runtime_error (libpng).
Image read_png(const std::filesystem::path& path);
// Reads a rectangle of the bound read framebuffer; x and y are its lower left corner, as in GL.
Image read_framebuffer(int x, int y, int width, int height);

}  // namespace ez
