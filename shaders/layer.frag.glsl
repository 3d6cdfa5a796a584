// Draws everything that does not change with the field, with premultiplied alpha: tint, veil of the absorbing layers,
// fills and outlines, grid lines, and the canvas outside the grid. It only runs when one of them changes.
uniform sampler2D materials;   // RGBA8: colour; alpha is the fill (0 none, 1 tint, 2 pec, 3 pmc), plus 4 on an outline
uniform int has_materials;
uniform vec2 material_scale;   // texels of `materials` per pixel
uniform float tint;
uniform int outline;
uniform int show_material;
uniform vec2 line_start;       // fraction of a cell from the picture's corner back to the previous line
uniform vec2 cells_per_pixel;
uniform vec2 line_alpha;       // lines across x, across y
uniform vec4 grid;             // left, bottom, right, top edge of the grid, in pixels
uniform vec4 inner;            // the same edges of the part inside the absorbing layers
uniform float veil_alpha;
uniform float edge_alpha;
uniform int mask_absorber;     // the layers hide what is under them
uniform vec3 canvas, border, ink, pec, outline_color, neutral;
out vec4 color;

const int none = 0, tinted = 1, pec_fill = 2, pmc_fill = 3;

vec4 opaque(vec3 c) { return vec4(c, 1.0); }
vec4 glaze(vec3 c, float alpha) { return vec4(c * alpha, alpha); }
vec4 lay(vec4 top, vec4 bottom) { return top + (1.0 - top.a) * bottom; }

bool inside_grid(ivec2 pixel) {
  vec2 p = vec2(pixel) + 0.5;
  return all(greaterThan(p, grid.xy)) && all(lessThan(p, grid.zw));
}

// Returns true if a line passes through the pixel, which covers a to b in cells: an integer k exists with a <= k < b.
bool on_line(float start, float cells, int pixel) {
  float a = start + cells * float(pixel), b = start + cells * float(pixel + 1);
  return ceil(b) > ceil(a);
}

// Returns true one pixel inside the layer, along the sides that have one.
bool on_inner_edge(ivec2 pixel) {
  ivec2 low = ivec2(floor(inner.xy + 0.5)), high = ivec2(floor(inner.zw + 0.5)) - 1;
  bvec2 within_low = greaterThanEqual(pixel, low), within_high = lessThanEqual(pixel, high);
  if (!all(within_low) || !all(within_high)) return false;
  return (inner.x > grid.x && pixel.x == low.x) || (inner.z < grid.z && pixel.x == high.x) ||
         (inner.y > grid.y && pixel.y == low.y) || (inner.w < grid.w && pixel.y == high.y);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (!inside_grid(pixel)) {
    vec2 p = vec2(pixel) + 0.5;
    bool beside = all(greaterThan(p, grid.xy - 1.0)) && all(lessThan(p, grid.zw + 1.0));
    color = opaque(beside ? border : canvas);
    return;
  }
  vec4 c = show_material != 0 ? opaque(neutral) : vec4(0.0);
  vec4 material = texelFetch(materials, ivec2((vec2(pixel) + 0.5) * material_scale), 0);
  int code = has_materials != 0 ? int(material.a * 255.0 + 0.5) : none, fill = code & 3;
  if (fill == tinted) c = lay(glaze(material.rgb, show_material != 0 ? 1.0 : tint), c);
  vec2 p = vec2(pixel) + 0.5;
  bool absorbed = any(lessThan(p, inner.xy)) || any(greaterThan(p, inner.zw));
  if (absorbed) c = lay(glaze(ink, veil_alpha), mask_absorber != 0 ? opaque(canvas) : c);
  if (on_inner_edge(pixel)) c = lay(glaze(ink, edge_alpha), c);
  if (fill == pec_fill) c = opaque(pec);
  if (fill == pmc_fill) c = opaque(((pixel.x + pixel.y) & 7) < 4 ? pec : canvas);
  if (outline != 0 && code > 3) {
    c = fill == tinted ? lay(glaze(mix(material.rgb, outline_color, 0.3), 0.85), c) : opaque(outline_color);
  }
  bool line_x = line_alpha.x > 0.0 && on_line(line_start.x, cells_per_pixel.x, pixel.x);
  bool line_y = line_alpha.y > 0.0 && on_line(line_start.y, cells_per_pixel.y, pixel.y);
  if (line_x || line_y) c = lay(glaze(ink, line_x ? line_alpha.x : line_alpha.y), c);
  color = c;
}
