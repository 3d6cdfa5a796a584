#include "render/colormap.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ez {
namespace {

struct Stop {
  double t;
  std::uint32_t color;
};
struct Map {
  std::string_view name;
  bool diverging;
  std::span<const Stop> dark, light;
};

// Both ends stay coloured. With near-white ends, a clipped wave would lose its sign.
constexpr Stop blue_red_dark[] = {{0, 0xB8DFFF},   {.22, 0x3F9BEA}, {.40, 0x12385C}, {.5, 0x0B0D10},
                                  {.60, 0x5A2B0E}, {.78, 0xEC7F2E}, {1, 0xFFDCB2}};
constexpr Stop blue_red_light[] = {{0, 0x083572},   {.22, 0x2F7FC4}, {.40, 0xBBD9F0}, {.5, 0xFBFBF9},
                                   {.60, 0xF6D3AE}, {.78, 0xD9782A}, {1, 0x7F2D04}};
// Ten stops each of the published maps by S. van der Walt and N. Smith (viridis, magma) and by J. Nuñez, C. Anderton
// and R. Renslow (cividis).
constexpr Stop viridis[] = {{0. / 9, 0x440154}, {1. / 9, 0x482878}, {2. / 9, 0x3E4989}, {3. / 9, 0x31688E},
                            {4. / 9, 0x26828E}, {5. / 9, 0x1F9E89}, {6. / 9, 0x35B779}, {7. / 9, 0x6DCD59},
                            {8. / 9, 0xB4DE2C}, {1, 0xFDE725}};
constexpr Stop cividis[] = {{0. / 9, 0x00224E}, {1. / 9, 0x123570}, {2. / 9, 0x3B496C}, {3. / 9, 0x575D6D},
                            {4. / 9, 0x707173}, {5. / 9, 0x8A8678}, {6. / 9, 0xA59C74}, {7. / 9, 0xC3B369},
                            {8. / 9, 0xE1CC55}, {1, 0xFEE838}};
constexpr Stop inferno[] = {{0, 0x07070B},   {.2, 0x25104C},  {.4, 0x6B1D6E}, {.6, 0xBC3754},
                            {.78, 0xEE7A2B}, {.92, 0xF9C932}, {1, 0xFCFFA4}};
constexpr Stop magma[] = {{0. / 9, 0x000004}, {1. / 9, 0x180F3E}, {2. / 9, 0x451077}, {3. / 9, 0x721F81},
                          {4. / 9, 0x9F2F7F}, {5. / 9, 0xCD4071}, {6. / 9, 0xF1605D}, {7. / 9, 0xFD9567},
                          {8. / 9, 0xFEC98D}, {1, 0xFCFDBF}};
// Does not start at black, because OKLab's first steps above black are too dark to be distinguished.
constexpr Stop gray[] = {{0, 0x141414}, {1, 0xFFFFFF}};

// Like the plate of a schlieren picture: dark lines on a light ground. In the dark theme, light lines on a dark ground.
constexpr Stop schlieren_dark[] = {{0, 0x101114}, {1, 0xFFFFFF}}, schlieren_light[] = {{0, 0xFBFBF9}, {1, 0x101114}};

// For viewers who see only lightness: the sign is dark or light, with zero between them.
constexpr Stop black_white[] = {{0, 0x141414}, {.5, 0x777777}, {1, 0xFFFFFF}};

constexpr Stop heat[] = {{0, 0x1B2B3A}, {.35, 0x1F5A66}, {.7, 0x2FA38F}, {1, 0xC9F5DF}};

constexpr Map maps[] = {{"blue-red", true, blue_red_dark, blue_red_light},
                        {"viridis", false, viridis, viridis},
                        {"cividis", false, cividis, cividis},
                        {"inferno", false, inferno, inferno},
                        {"magma", false, magma, magma},
                        {"gray", false, gray, gray},
                        {"schlieren", false, schlieren_dark, schlieren_light},
                        {"black-white", true, black_white, black_white}};

const Map* find(std::string_view name) {
  const auto* at = std::ranges::find(maps, name, &Map::name);
  return at == std::end(maps) ? nullptr : at;
}

std::span<const Stop> stops_of(std::string_view name, bool dark) {
  const Map* map = find(name);
  if (!map) map = &maps[0];
  return dark ? map->dark : map->light;
}

// OKLab, B. Ottosson 2020: linear sRGB → cone response → cube root → lightness and two opponent axes.
struct Lab {
  double l, a, b;
};

double to_linear(std::uint32_t byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint32_t to_byte(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint32_t>(std::lround(255 * s));
}

Lab to_lab(std::uint32_t rgb) {
  const double r = to_linear(rgb >> 16 & 255), g = to_linear(rgb >> 8 & 255), b = to_linear(rgb & 255);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

std::uint32_t to_rgb(Lab c) {
  const double l = std::pow(c.l + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
  const double m = std::pow(c.l - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
  const double s = std::pow(c.l - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
  return to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16 |
         to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8 |
         to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

std::uint32_t color_at(std::span<const Stop> stops, double t) {
  std::size_t k = 0;
  while (k + 2 < stops.size() && t >= stops[k + 1].t) ++k;
  const double u = (t - stops[k].t) / (stops[k + 1].t - stops[k].t);
  const Lab p = to_lab(stops[k].color), q = to_lab(stops[k + 1].color);
  return to_rgb({p.l + u * (q.l - p.l), p.a + u * (q.a - p.a), p.b + u * (q.b - p.b)});
}

}  // namespace

std::span<const std::string_view> colormap_names() {
  static constexpr auto names = [] {
    std::array<std::string_view, std::size(maps)> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = maps[i].name;
    return all;
  }();
  return names;
}

bool is_colormap(std::string_view name) { return find(name) != nullptr; }

bool is_diverging(std::string_view name) {
  const Map* map = find(name);
  return map ? map->diverging : maps[0].diverging;
}

ColormapTable colormap_table(std::string_view name, bool dark) {
  const std::span<const Stop> stops = stops_of(name, dark);
  ColormapTable table;
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = color_at(stops, static_cast<double>(i) / (colormap_size - 1));
  return table;
}

std::uint32_t colormap_color(std::string_view name, bool dark, double t) {
  const double i = std::floor(std::clamp(t, 0.0, 1.0) * (colormap_size - 1) + 0.5);
  return color_at(stops_of(name, dark), i / (colormap_size - 1));
}

std::uint32_t heat_color(double t) { return color_at(heat, std::clamp(t, 0.0, 1.0)); }

}  // namespace ez
