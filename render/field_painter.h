// Draws the picture from the numbers: colour map, material tint and outlines, absorbing layers, grid lines.
//
// Everything that does not change with the field (materials, veils, lines) is painted into a layer of the viewport's
// size, and only when it changes. A frame then needs three texel fetches per pixel: field, colour, layer. This makes it
// cheap on a software renderer, which a machine without a GPU driver uses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "render/colormap.h"
#include "render/field_picture.h"
#include "render/material_picture.h"
#include "render/shader.h"

namespace ez {

// Pixels of the picture from its lower left corner, x right, y up; may be fractional.
struct PixelRect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const PixelRect&) const = default;
};

// Style of the static layer.
struct LayerStyle {
  bool dark = true;
  bool show_material = false;  // the palette's colours instead of the field
  float tint = 0.16f;          // opacity of a material's colour over the field
  bool outline = true;         // one pixel where the palette index changes
  // Position of the picture's lower left corner in nodes (node (i, j) is at (i, j)) and cells per pixel, for the grid
  // lines. These are half-way between nodes and appear from 12 pixels per cell on.
  bool grid_lines = true;
  double x0 = 0, y0 = 0;
  double cells_per_pixel_x = 1, cells_per_pixel_y = 1;
  // Extent of the grid; the canvas is outside. Absent: the grid fills the picture.
  std::optional<PixelRect> grid;
  std::array<float, 4> absorber = {0, 0, 0,
                                   0};  // pixels from the grid's left, right, bottom, top edge inwards; 0: none
  bool mask_absorber = false;           // the layers hide everything inside them
  bool operator==(const LayerStyle&) const = default;
};

struct PictureStyle {
  std::string colormap = "blue-red";
  // true: the range is −range … +range. false: 0 … range, for magnitudes.
  bool is_signed = true;
  float range = 1;  // in the field's unit; ≤ 0 or not finite counts as 1
  // Value below `range` at which the colours of magnitudes begin. 0 for signed and logarithmic pictures.
  float low = 0;
  float gain = 1;  // factor of the field
  // Above 0: colours from low to range follow 1 − e^(−curve·u), so that small values are visible next to large ones.
  float curve = 0;
  // Colour is proportional to log |field|; a value `decades` below range counts as zero.
  bool logarithmic = false;
  float decades = 4;
  LayerStyle layer;
  bool operator==(const PictureStyle&) const = default;
};

// Colours of the painter, 0xRRGGBB.
struct PictureColors {
  std::uint32_t canvas;        // outside the grid
  std::uint32_t border;        // one pixel around the grid
  std::uint32_t neutral;       // zero of the diverging map; vacuum if materials are shown
  std::uint32_t ink;           // veil and inner edge of absorbing layers, grid lines
  std::uint32_t pec, outline;  // fill of conductors, and their outline
  std::uint32_t not_a_number;  // NaN or infinite
};
PictureColors picture_colors(bool dark);

// Fills a rectangle of the bound framebuffer with the canvas colour; x and y are its lower left corner.
void paint_canvas(bool dark, int x, int y, int width, int height);

// Returns the position on the colour map (0 … 1) at which a value is shown, for colour bars. Uses the shader's formula.
// A diverging map shows an unsigned quantity with its upper half.
double colormap_coordinate(const PictureStyle& style, double value);

class FieldPainter {
 public:
  FieldPainter();  // compiles the shaders; throws GlError

  // Draws into the rectangle of the bound framebuffer; x and y are its lower left corner. A field or material picture
  // of another size is stretched to it (one frame after a resize); an empty field draws the canvas. Changes viewport,
  // program, vertex array and texture units 0 … 2, and switches blend, depth, scissor and culling off. The framebuffer
  // binding stays. Throws GlError.
  void draw(const FieldPicture& field, const MaterialPicture& materials, const PictureStyle& style, int x, int y,
            int width, int height);

 private:
  void paint_layer(const MaterialPicture& materials, const LayerStyle& style, int width, int height);
  void load_colormap(const std::string& name, bool dark);

  ShaderProgram& field_program(const PictureStyle& style);

  ShaderProgram linear_program_, layer_program_;
  std::optional<ShaderProgram> logarithmic_program_, curved_program_;  // made when first needed
  GlVertexArray no_vertices_;
  GlTexture colormap_, layer_;
  GlFramebuffer layer_framebuffer_;
  int layer_width_ = 0, layer_height_ = 0;
  std::optional<LayerStyle> painted_style_;  // style of the picture in layer_
  std::array<std::uint64_t, 2> painted_materials_ = {};
  std::string loaded_map_;
  bool loaded_dark_ = true;
};

}  // namespace ez
