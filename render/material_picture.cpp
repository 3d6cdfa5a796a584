#include "render/material_picture.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ez {
namespace {

using Texel = std::array<std::uint8_t, 4>;

Texel texel_of(MaterialColor c) {
  return {static_cast<std::uint8_t>(c.color >> 16), static_cast<std::uint8_t>(c.color >> 8),
          static_cast<std::uint8_t>(c.color), static_cast<std::uint8_t>(c.fill)};
}

// Returns the rank of a material. If two materials touch, the one with the higher rank draws the line between them, so
// that the line is one pixel wide. Conductors have the highest rank, then the higher index; vacuum never draws a line.
// There is no line between shades of the same material.
std::uint32_t rank_of(MaterialColor c, std::size_t index) {
  if (c.fill == Fill::none) return 0;
  return static_cast<std::uint32_t>(c.shade_of.value_or(index)) + (c.fill == Fill::tint ? 1 : 65537);
}

constexpr std::uint8_t outline_bit = 4;

}  // namespace

void MaterialPicture::set_indices(int width, int height, std::span<const std::uint16_t> indices) {
  if (width <= 0 || height <= 0) width = height = 0;
  if (indices.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    throw std::invalid_argument("MaterialPicture: as many indices as pixels are needed");
  }
  if (width != width_ || height != height_) texture_.reset();
  width_ = width;
  height_ = height;
  indices_.assign(indices.begin(), indices.end());
  encode();
}

void MaterialPicture::set_palette(std::span<const MaterialColor> palette) {
  if (std::ranges::equal(palette, palette_)) return;
  palette_.assign(palette.begin(), palette.end());
  encode();
}

void MaterialPicture::encode() {
  ++generation_;
  if (empty()) return;
  std::vector<Texel> texel_at;
  std::vector<std::uint32_t> rank_at;
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    texel_at.push_back(texel_of(palette_[i]));
    rank_at.push_back(rank_of(palette_[i], i));
  }
  const std::size_t most = indices_.empty() ? 0 : *std::ranges::max_element(indices_);
  texel_at.resize(std::max(texel_at.size(), most + 1), texel_of({}));
  rank_at.resize(texel_at.size(), 0);

  const auto w = static_cast<std::size_t>(width_), h = static_cast<std::size_t>(height_);
  std::vector<std::uint32_t> rank(w * h);
  std::vector<Texel> texels(w * h);
  for (std::size_t k = 0; k < rank.size(); ++k) {
    rank[k] = rank_at[indices_[k]];
    texels[k] = texel_at[indices_[k]];
  }
  for (std::size_t y = 0; y < h; ++y) {  // pixels beyond the picture count as equal, so there is no line along its edge
    const std::uint32_t* row = &rank[y * w];
    const std::uint32_t* below = y > 0 ? row - w : row;
    const std::uint32_t* above = y + 1 < h ? row + w : row;
    for (std::size_t x = 0; x < w; ++x) {
      const std::uint32_t beside = std::min(row[x > 0 ? x - 1 : x], row[x + 1 < w ? x + 1 : x]);
      const std::uint32_t least = std::min({beside, below[x], above[x]});
      if (row[x] > least) texels[y * w + x][3] |= outline_bit;
    }
  }

  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  if (texture_) {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  } else {
    texture_ = GlTexture::create();
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  }
  EZ_GL_CHECK("copying the materials into their texture");
}

}  // namespace ez
