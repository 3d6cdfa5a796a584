// What lies where, for the painter: a palette index per pixel of the viewport, and the palette's colours.
#pragma once

#include <cstdint>
#include <span>

#include "render/gl.h"

namespace ez {

// How the painter shows a palette entry: not at all (vacuum), as a tint over the field, filled (PEC), hatched (PMC).
enum class Fill : std::uint8_t { none, tint, pec, pmc };
struct MaterialColor {
  std::uint32_t color = 0;  // 0xRRGGBB
  Fill fill = Fill::none;
  bool operator==(const MaterialColor&) const = default;
};

class MaterialPicture {
 public:
  // width·height palette indices, row 0 at the bottom. A size with a zero frees the texture: no materials are drawn.
  void set_indices(int width, int height, std::span<const std::uint16_t> indices);
  // An index beyond the palette is drawn as vacuum.
  void set_palette(std::span<const MaterialColor> palette);

  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return width_ == 0; }
  GLuint indices() const { return indices_.id(); }  // R16UI, width × height
  GLuint palette() const { return palette_.id(); }  // RGBA8, 256 wide; alpha is the Fill
  int palette_size() const { return palette_size_; }
  // Changes with every set_…().
  std::uint64_t generation() const { return generation_; }

 private:
  int width_ = 0, height_ = 0, palette_size_ = 0;
  std::uint64_t generation_ = 0;
  GlTexture indices_, palette_;
};

}  // namespace ez
