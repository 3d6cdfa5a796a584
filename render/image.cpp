#include "render/image.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "render/gl.h"

namespace ez {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

std::vector<std::uint8_t> rgb_rows(const Image& image) {
  std::vector<std::uint8_t> rgb(image.rgba.size() / 4 * 3);
  for (std::size_t from = 0, to = 0; from < image.rgba.size(); from += 4, to += 3) {
    std::memcpy(&rgb[to], &image.rgba[from], 3);
  }
  return rgb;
}

}  // namespace

std::string encode_png(const Image& image, Packing packing) {
  const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (image.width <= 0 || image.height <= 0 || image.rgba.size() != 4 * pixels)
    throw std::runtime_error("cannot encode a PNG: the picture is empty");
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  if (packing == Packing::quick) png.flags = PNG_IMAGE_FLAG_FAST;
  const std::vector<std::uint8_t> rgb = rgb_rows(image);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, rgb.data(), 0, nullptr))
    throw std::runtime_error(fmt::format("cannot encode a PNG: {}", png.message));
  bytes.resize(size);
  return bytes;
}

Image read_png(const std::filesystem::path& path) {
  const auto close = [](std::FILE* f) { std::fclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) fail("cannot read " + path.string());
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const auto free = [](png_image* p) { png_image_free(p); };
  const std::unique_ptr<png_image, decltype(free)> parts(&png, free);
  Image image;
  bool ok = png_image_begin_read_from_stdio(&png, file.get()) != 0;
  if (ok) {
    png.format = PNG_FORMAT_RGBA;
    image.width = static_cast<int>(png.width);
    image.height = static_cast<int>(png.height);
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    ok = png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) != 0;
  }
  if (!ok) throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), png.message));
  return image;
}

Image read_framebuffer(int x, int y, int width, int height) {
  Image image{width, height, {}};
  if (width <= 0 || height <= 0) return Image{};
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.rgba.resize(row * static_cast<std::size_t>(height));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  EZ_GL_CHECK("reading the framebuffer");
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(height) - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(&image.rgba[top * row], &image.rgba[top * row] + row, &image.rgba[bottom * row]);
  return image;
}

}  // namespace ez
