// Colour maps: stops interpolated in OKLab, so that equal steps of the field look like equal steps of colour.
//
// A table has an odd number of entries, so that the centre of a diverging map, where the field is zero, is one entry
// and exactly the theme's neutral colour. Colours are 0xRRGGBB in sRGB.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace ez {

inline constexpr int colormap_size = 511;
using ColormapTable = std::array<std::uint32_t, colormap_size>;

// The first one is diverging, and the default.
std::span<const std::string_view> colormap_names();
bool is_colormap(std::string_view name);
// Returns true if the middle of the map represents zero.
bool is_diverging(std::string_view name);

// Returns a table whose entry i is the colour at t = i/(colormap_size − 1). "blue-red" differs between the themes:
// black or white at zero. An unknown name gives "blue-red".
ColormapTable colormap_table(std::string_view name, bool dark);
// Returns the entry nearest to t, which is clipped to 0 … 1. To look up many colours, keep the table instead.
std::uint32_t colormap_color(std::string_view name, bool dark, double t);

// Returns a colour for measured speeds, t in 0 … 1 from slow to fast. It is the same in both themes.
std::uint32_t heat_color(double t);

}  // namespace ez
