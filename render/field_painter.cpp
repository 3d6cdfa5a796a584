#include "render/field_painter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ez {
namespace {

constexpr PictureColors dark_colors = {0x0B0D10, 0x3C444F, 0x0B0D10, 0xF4F6F8, 0x8D97A5, 0xE9ECF0, 0xFF2BD6};
constexpr PictureColors light_colors = {0xE7EAEE, 0xB4BCC7, 0xFBFBF9, 0x12161C, 0x5B6675, 0x12161C, 0xFF2BD6};

constexpr float veil_alpha = 0.07f, edge_alpha = 0.36f;
// Grid lines fade in between these sizes of a cell, in pixels.
constexpr double lines_from = 12, lines_full = 24, line_alpha = 0.12;

glm::vec3 color_of(std::uint32_t rgb) {
  return glm::vec3(static_cast<float>(rgb >> 16 & 255), static_cast<float>(rgb >> 8 & 255),
                   static_cast<float>(rgb & 255)) /
         255.0f;
}

float low_end(const PictureStyle& style) {
  return !style.is_signed && !style.logarithmic && style.low > 0 && style.low < style.range ? style.low : 0;
}

float curve_of(const PictureStyle& style) {
  return !style.is_signed && !style.logarithmic && style.curve > 0 ? style.curve : 0;
}

// Returns the factor that maps the field to −1 … 1. It is finite, so that zero stays zero.
float inverse_range(const PictureStyle& style) {
  const float range = std::isfinite(style.range) && style.range > 0 ? style.range : 1;
  const float gain = std::isfinite(style.gain) && style.gain > 0 ? style.gain : 1;
  return std::min(gain / (range - low_end(style)), std::numeric_limits<float>::max());
}

float inverse_span(const PictureStyle& style) {
  if (!style.logarithmic) return 0;
  return 1 / (std::max(style.decades, 0.01f) * std::log2(10.0f));
}

// Returns the least u, and y and z of t = y + z·u.
glm::vec3 place(const PictureStyle& style) {
  const bool centred = style.is_signed || is_diverging(style.colormap);
  return {style.is_signed ? -1.0f : 0.0f, centred ? 0.5f : 0.0f, centred ? 0.5f : 1.0f};
}

float line_opacity(double cells_per_pixel) {
  const double cell = 1 / cells_per_pixel;
  return static_cast<float>(line_alpha * std::clamp((cell - lines_from) / (lines_full - lines_from), 0.0, 1.0));
}

// Returns the distance in cells from the picture's edge back to the previous line. Lines are at half-integer node
// coordinates.
float line_start(double edge) { return static_cast<float>(edge + 0.5 - std::floor(edge + 0.5)); }

// Whole pixels of a viewport that contain the grid and the border around it.
struct PixelBox {
  int x0, y0, x1, y1;
};
PixelBox with_border(const std::optional<PixelRect>& grid, int width, int height) {
  if (!grid) return {0, 0, width, height};
  const auto within = [](float at, int most) {
    return static_cast<int>(std::clamp(at, 0.0f, static_cast<float>(most)));
  };
  return {within(std::floor(grid->x0 - 1), width), within(std::floor(grid->y0 - 1), height),
          within(std::ceil(grid->x1 + 1), width), within(std::ceil(grid->y1 + 1), height)};
}

void bind_texture(int unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

GLuint make_texture(GlTexture& texture, int width, int height, const void* texels) {
  texture = GlTexture::create();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  bind_texture(0, texture.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  return texture.id();
}

void plain_state() {
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
}

}  // namespace

PictureColors picture_colors(bool dark) { return dark ? dark_colors : light_colors; }

void paint_canvas(bool dark, int x, int y, int width, int height) {
  const glm::vec3 c = color_of(picture_colors(dark).canvas);
  glEnable(GL_SCISSOR_TEST);
  glScissor(x, y, width, height);
  glClearColor(c.r, c.g, c.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
}

double colormap_coordinate(const PictureStyle& style, double value) {
  const double v = style.is_signed ? value : std::abs(value);
  double u = (v - low_end(style)) * inverse_range(style);
  const double span = inverse_span(style);
  if (span > 0) u = u == 0 ? 0 : std::copysign(std::max(0.0, 1 + span * std::log2(std::abs(u))), u);
  if (const double k = curve_of(style); k > 0) u = -std::expm1(-k * u) / -std::expm1(-k);
  const glm::vec3 at = place(style);
  return at.y + at.z * std::clamp(u, static_cast<double>(at.x), 1.0);
}

FieldPainter::FieldPainter()
    : linear_program_("triangle.vert.glsl", "field.frag.glsl"),
      layer_program_("triangle.vert.glsl", "layer.frag.glsl"),
      no_vertices_(GlVertexArray::create()) {}

void FieldPainter::load_colormap(const std::string& name, bool dark) {
  if (colormap_ && name == loaded_map_ && dark == loaded_dark_) return;
  std::vector<std::uint8_t> texels;
  for (const std::uint32_t c : colormap_table(name, dark)) {
    for (const std::uint32_t byte : {c >> 16, c >> 8, c, 255u}) texels.push_back(static_cast<std::uint8_t>(byte));
  }
  make_texture(colormap_, colormap_size, 1, texels.data());
  loaded_map_ = name;
  loaded_dark_ = dark;
}

void FieldPainter::paint_layer(const MaterialPicture& materials, const LayerStyle& style, int width, int height) {
  const std::array<std::uint64_t, 2> key = {materials.generation(), materials.texture()};
  const bool same_size = layer_ && width == layer_width_ && height == layer_height_;
  if (same_size && painted_style_ == style && painted_materials_ == key) return;

  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  if (!layer_framebuffer_) layer_framebuffer_ = GlFramebuffer::create();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, layer_framebuffer_.id());
  if (!same_size) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           make_texture(layer_, width, height, nullptr), 0);
    layer_width_ = width;
    layer_height_ = height;
  }
  glViewport(0, 0, width, height);

  ShaderProgram& p = layer_program_;
  p.use();
  bind_texture(0, materials.texture());
  p.set("materials", 0);
  p.set("has_materials", materials.empty() ? 0 : 1);
  p.set("material_scale", glm::vec2(materials.width(), materials.height()) / glm::vec2(width, height));
  p.set("tint", style.tint);
  p.set("outline", style.outline ? 1 : 0);
  p.set("show_material", style.show_material ? 1 : 0);

  p.set("line_start", glm::vec2(line_start(style.x0), line_start(style.y0)));
  p.set("cells_per_pixel", glm::vec2(style.cells_per_pixel_x, style.cells_per_pixel_y));
  p.set("line_alpha", style.grid_lines
                          ? glm::vec2(line_opacity(style.cells_per_pixel_x), line_opacity(style.cells_per_pixel_y))
                          : glm::vec2(0));

  constexpr float far_away = 1e6f;
  const PixelRect grid = style.grid.value_or(PixelRect{-far_away, -far_away, far_away, far_away});
  p.set("grid", glm::vec4(grid.x0, grid.y0, grid.x1, grid.y1));
  p.set("inner", glm::vec4(grid.x0 + style.absorber[0], grid.y0 + style.absorber[2], grid.x1 - style.absorber[1],
                           grid.y1 - style.absorber[3]));
  p.set("veil_alpha", veil_alpha);
  p.set("edge_alpha", edge_alpha);
  p.set("mask_absorber", style.mask_absorber ? 1 : 0);

  const PictureColors colors = picture_colors(style.dark);
  p.set("canvas", color_of(colors.canvas));
  p.set("border", color_of(colors.border));
  p.set("ink", color_of(colors.ink));
  p.set("pec", color_of(colors.pec));
  p.set("outline_color", color_of(colors.outline));
  p.set("neutral", color_of(colors.neutral));
  glDrawArrays(GL_TRIANGLES, 0, 3);

  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before));
  painted_style_ = style;
  painted_materials_ = key;
  EZ_GL_CHECK_FRAME("painting the static layer");
}

ShaderProgram& FieldPainter::field_program(const PictureStyle& style) {
  const auto made = [](std::optional<ShaderProgram>& program, std::string_view defines) -> ShaderProgram& {
    if (!program) program.emplace("triangle.vert.glsl", "field.frag.glsl", defines);
    return *program;
  };
  if (inverse_span(style) > 0) return made(logarithmic_program_, "#define LOGARITHMIC\n");
  if (curve_of(style) > 0) return made(curved_program_, "#define CURVED\n");
  return linear_program_;
}

void FieldPainter::draw(const FieldPicture& field, const MaterialPicture& materials, const PictureStyle& style, int x,
                        int y, int width, int height) {
  if (width <= 0 || height <= 0) return;
  plain_state();
  if (field.empty()) return paint_canvas(style.layer.dark, x, y, width, height);
  glBindVertexArray(no_vertices_.id());
  load_colormap(style.colormap, style.layer.dark);
  paint_layer(materials, style.layer, width, height);
  // Outside a narrow grid nothing needs to be looked up.
  const PixelBox seen = with_border(style.layer.grid, width, height);
  if (seen.x1 - seen.x0 < width || seen.y1 - seen.y0 < height) paint_canvas(style.layer.dark, x, y, width, height);

  glViewport(x, y, width, height);
  ShaderProgram& p = field_program(style);
  p.use();
  bind_texture(2, layer_.id());
  bind_texture(1, colormap_.id());
  bind_texture(0, field.texture());
  p.set("field", 0);
  p.set("colormap", 1);
  p.set("layer", 2);
  p.set("origin", glm::vec2(x, y));
  p.set("field_scale", glm::vec2(field.width(), field.height()) / glm::vec2(width, height));
  p.set("low", low_end(style));
  p.set("curve", curve_of(style));
  p.set("inverse_range", inverse_range(style));
  p.set("inverse_span", inverse_span(style));
  p.set("place", place(style));
  p.set("not_a_number", color_of(picture_colors(style.layer.dark).not_a_number));
  glEnable(GL_SCISSOR_TEST);
  glScissor(x + seen.x0, y + seen.y0, seen.x1 - seen.x0, seen.y1 - seen.y0);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
  glActiveTexture(GL_TEXTURE0);
  EZ_GL_CHECK_FRAME("drawing the field");
}

}  // namespace ez
