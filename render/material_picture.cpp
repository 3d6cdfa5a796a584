#include "render/material_picture.h"

#include <array>
#include <stdexcept>
#include <vector>

namespace ez {
namespace {

constexpr int palette_width = 256;

void bind_new_texture(GlTexture& texture) {
  texture = GlTexture::create();
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace

void MaterialPicture::set_indices(int width, int height, std::span<const std::uint16_t> indices) {
  if (width <= 0 || height <= 0) width = height = 0;
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (indices.size() != pixels) throw std::invalid_argument("MaterialPicture: as many indices as pixels are needed");
  ++generation_;
  if (width != width_ || height != height_) {
    indices_.reset();
    width_ = width;
    height_ = height;
    if (empty()) return;
    bind_new_texture(indices_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R16UI, width, height, 0, GL_RED_INTEGER, GL_UNSIGNED_SHORT, nullptr);
  }
  if (empty()) return;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindTexture(GL_TEXTURE_2D, indices_.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 2);  // rows of an odd width are not a multiple of four bytes
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_SHORT, indices.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  EZ_GL_CHECK("copying the materials into their texture");
}

void MaterialPicture::set_palette(std::span<const MaterialColor> palette) {
  if (palette.size() > 65536) throw std::invalid_argument("MaterialPicture: a palette has at most 65536 entries");
  ++generation_;
  palette_size_ = static_cast<int>(palette.size());
  const int rows = (palette_size_ + palette_width - 1) / palette_width + (palette.empty() ? 1 : 0);
  std::vector<std::array<std::uint8_t, 4>> texels(static_cast<std::size_t>(palette_width * rows));
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::uint32_t c = palette[i].color;
    texels[i] = {static_cast<std::uint8_t>(c >> 16), static_cast<std::uint8_t>(c >> 8), static_cast<std::uint8_t>(c),
                 static_cast<std::uint8_t>(palette[i].fill)};
  }
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  bind_new_texture(palette_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, palette_width, rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  EZ_GL_CHECK("copying the palette into its texture");
}

}  // namespace ez
