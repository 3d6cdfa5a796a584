// What lies where, for the painter: a palette index per pixel of the viewport, and the palette's colours.
//
// Colours and outlines are looked up here, once per change, and not in a shader: five look-ups of neighbours and their
// palette entries are what a software renderer is slowest at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/gl.h"

namespace ez {

// How the painter shows a palette entry: not at all (vacuum), as a tint over the field, filled (PEC), hatched (PMC).
enum class Fill : std::uint8_t { none, tint, pec, pmc };
struct MaterialColor {
  std::uint32_t color = 0;  // 0xRRGGBB
  Fill fill = Fill::none;
  std::optional<std::uint16_t> shade_of = {};  // the entry that it is part of: no outline between them
  bool operator==(const MaterialColor&) const = default;
};

class MaterialPicture {
 public:
  // width·height palette indices, row 0 at the bottom; a size with a zero means that there are no materials. Throws
  // std::invalid_argument when their number is another, GlError.
  void set_indices(int width, int height, std::span<const std::uint16_t> indices);
  // May come before or after the indices. An index beyond the palette is drawn as vacuum.
  void set_palette(std::span<const MaterialColor> palette);

  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return width_ == 0; }
  // RGBA8, width × height: the colour; alpha is the Fill, plus 4 on an outline. 0 when empty.
  GLuint texture() const { return texture_.id(); }
  // Changes whenever the texture does.
  std::uint64_t generation() const { return generation_; }

 private:
  void encode();

  int width_ = 0, height_ = 0;
  std::uint64_t generation_ = 0;
  std::vector<std::uint16_t> indices_;
  std::vector<MaterialColor> palette_;
  GlTexture texture_;
};

}  // namespace ez
