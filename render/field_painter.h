// From numbers to the picture: colour map, material tint and outlines, absorbing layers, grid lines.
//
// What does not move with the field (materials, veils, lines) is painted into a layer of the viewport's size, and only
// when it changes; a frame is then three texel fetches a pixel: field, colour, layer. That is what makes it cheap on a
// software renderer, which is what a machine without a GPU driver has.
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

// Pixels of the picture, x right, y up, from its lower left corner; fractional.
struct PixelRect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const PixelRect&) const = default;
};

// What the static layer shows.
struct LayerStyle {
  bool dark = true;
  bool show_material = false;  // the palette's colours instead of the field
  float tint = 0.16f;          // opacity of a material's colour over the field
  bool outline = true;         // one pixel where the palette index changes
  // The picture's lower left corner in nodes (node (i, j) lies at (i, j)) and cells per pixel, for the grid lines,
  // which run half-way between nodes and appear from 12 pixels per cell on.
  bool grid_lines = true;
  double x0 = 0, y0 = 0;
  double cells_per_pixel_x = 1, cells_per_pixel_y = 1;
  std::optional<PixelRect> grid;  // the grid's extent; outside is canvas. Absent: no outside
  std::array<float, 4> absorber = {0, 0, 0,
                                   0};  // pixels from the grid's left, right, bottom, top edge inwards; 0: none
  bool mask_absorber = false;           // nothing is shown inside the layers
  bool operator==(const LayerStyle&) const = default;
};

struct PictureStyle {
  std::string colormap = "blue-red";
  bool is_signed = true;  // range is −range … +range, else 0 … range of the magnitude
  float range = 1;        // in the field's unit; ≤ 0 or not finite is taken as 1
  float low = 0;          // where the colours of magnitudes begin, below range; of signed and logarithmic ones 0
  float gain = 1;         // multiplies the field
  float curve = 0;  // above 0: from low to range colours go by 1 − e^(−curve·u), so that little is seen beside much
  bool logarithmic = false;  // colour is proportional to log |field|, `decades` below range is zero
  float decades = 4;
  LayerStyle layer;
  bool operator==(const PictureStyle&) const = default;
};

// Colours that the painter uses, 0xRRGGBB.
struct PictureColors {
  std::uint32_t canvas;        // outside the grid
  std::uint32_t border;        // one pixel around the grid
  std::uint32_t neutral;       // zero of the diverging map; vacuum where materials are shown
  std::uint32_t ink;           // veil and inner edge of absorbing layers, grid lines
  std::uint32_t pec, outline;  // fill of conductors, and their outline
  std::uint32_t not_a_number;  // not a number, or infinite
};
PictureColors picture_colors(bool dark);

// Canvas into a rectangle of the bound framebuffer, x and y from its lower left corner.
void paint_canvas(bool dark, int x, int y, int width, int height);

// Where on the colour map (0 … 1) a value is shown: the shader's formula, for colour bars. A diverging map shows an
// unsigned quantity with its upper half.
double colormap_coordinate(const PictureStyle& style, double value);

class FieldPainter {
 public:
  FieldPainter();  // compiles the shaders; throws GlError

  // Draws into the rectangle of the bound framebuffer, x and y from its lower left corner. A field or material picture
  // of another size is stretched to it (one frame after a resize); an empty field draws the canvas. Afterwards
  // viewport, program, vertex array and texture units 0 … 2 are changed, blend, depth, scissor and culling are off; the
  // framebuffer binding is as before. Throws GlError.
  void draw(const FieldPicture& field, const MaterialPicture& materials, const PictureStyle& style, int x, int y,
            int width, int height);

 private:
  void paint_layer(const MaterialPicture& materials, const LayerStyle& style, int width, int height);
  void load_colormap(const std::string& name, bool dark);

  ShaderProgram& field_program(const PictureStyle& style);

  ShaderProgram linear_program_, layer_program_;
  std::optional<ShaderProgram> logarithmic_program_, curved_program_;  // made when they are wanted first
  GlVertexArray no_vertices_;
  GlTexture colormap_, layer_;
  GlFramebuffer layer_framebuffer_;
  int layer_width_ = 0, layer_height_ = 0;
  std::optional<LayerStyle> painted_style_;  // what layer_ shows
  std::array<std::uint64_t, 2> painted_materials_ = {};
  std::string loaded_map_;
  bool loaded_dark_ = true;
};

}  // namespace ez
