// The materials for the painter: a palette index per pixel of the viewport, and the palette's colours.
//
// Colours and outlines are computed here, once per change, and not in a shader: looking up five neighbours and their
// palette entries would be the slowest task for a software renderer.
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
  // The entry of which this is a shade; there is no outline between them.
  std::optional<std::uint16_t> shade_of = {};
  bool operator==(const MaterialColor&) const = default;
};

class MaterialPicture {
 public:
  // Sets width·height palette indices, row 0 at the bottom. If either size is zero, there are no materials. Throws
  // std::invalid_argument if the number of indices differs, or GlError.
  void set_indices(int width, int height, std::span<const std::uint16_t> indices);
  // May be called before or after set_indices(). An index beyond the palette is drawn as vacuum.
  void set_palette(std::span<const MaterialColor> palette);

  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return width_ == 0; }
  // RGBA8, width × height: the colour; alpha is the Fill, plus 4 on an outline. 0 if empty.
  GLuint texture() const { return texture_.id(); }
  // Changes whenever the texture changes.
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
