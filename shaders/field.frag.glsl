// Draws a frame: looks up the field, maps it to a colour, and puts the static layer on top. It runs for every pixel of
// every frame, so it is limited to three fetches. LOGARITHMIC and CURVED change u. They are separate programs, because
// a software driver computes both sides of an `if`.
uniform sampler2D field;     // R32F, the quantity's own unit
uniform sampler2D colormap;  // RGBA8, one row, an odd number of entries: the middle one is zero of a diverging map
uniform sampler2D layer;     // RGBA8, premultiplied alpha, of the viewport's size
uniform vec2 origin;         // the viewport's corner in the framebuffer
uniform vec2 field_scale;    // field texels per pixel: 1 except for a frame after a resize
uniform float low;           // value at which the colours of magnitudes begin
uniform float inverse_range; // gain / (range - low)
#ifdef LOGARITHMIC
uniform float inverse_span;  // 1 / (decades * log2(10))
#endif
#ifdef CURVED
uniform float curve;         // 1 - exp(-curve * u), up to 1
#endif
uniform vec3 place;          // least u (0: magnitudes are shown), then t = place.y + place.z * u
uniform vec3 not_a_number;
out vec4 color;

const float last = 510.0;    // number of entries of the colour map, minus one

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy - origin);
  float v = texelFetch(field, ivec2((gl_FragCoord.xy - origin) * field_scale), 0).r;
  float u = ((place.x == 0.0 ? abs(v) : v) - low) * inverse_range;
#ifdef LOGARITHMIC
  u = sign(u) * max(0.0, 1.0 + inverse_span * log2(max(abs(u), 1e-37)));
#endif
#ifdef CURVED
  u = (1.0 - exp(-curve * u)) / (1.0 - exp(-curve));
#endif
  float t = place.y + place.z * clamp(u, place.x, 1.0);
  vec3 c = texelFetch(colormap, ivec2(int(t * last + 0.5), 0), 0).rgb;
  vec4 over = texelFetch(layer, pixel, 0);
  color = vec4(over.rgb + (1.0 - over.a) * c, 1.0);
  // All exponent bits are set: infinite or NaN. Compared as bits, because compilers may assume that such values do not
  // occur.
  if ((floatBitsToUint(v) & 0x7f800000u) == 0x7f800000u && over.a < 1.0) color.rgb = not_a_number;
}
