#include "python/module/picture.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "render/colormap.h"
#include "render/image.h"
#include "solver/scene/quantity.h"

namespace ez::python {

std::string png_of(Solver& solver, Quantity quantity, int width, double range, bool dark) {
  constexpr int least = 16, most = 4096;
  if (width < least || width > most) throw std::invalid_argument("the width must be from 16 to 4096 pixels");
  const Scene& scene = solver.scene();
  const Vec2 room = extent(scene);
  PictureWindow window{0, 0, scene.grid.nx - 1.0, scene.grid.ny - 1.0, width, 0, quantity};
  window.height = std::clamp(static_cast<int>(std::lround(width * room.y / room.x)), least, most);
  std::vector<float> field(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
  const PictureStats stats = solver.draw(window, field.data());
  const bool is_signed = facts_of(quantity).is_signed;
  const float low = is_signed ? -1.0F : stats.least;
  const float limit = range > 0 ? static_cast<float>(range) : std::max(stats.max_abs, 1e-30F);
  const std::string_view own = scene.view.colormap, sequential = colormap_names()[1];
  const ColormapTable table = colormap_table(is_signed == is_diverging(own) ? own
                                             : is_signed                    ? colormap_names()[0]
                                                                            : sequential,
                                             dark);
  Image image{window.width, window.height, {}};
  for (int row = window.height - 1; row >= 0; --row)  // row 0 of the field is at the bottom
    for (int column = 0; column < window.width; ++column) {
      const float v = field[static_cast<std::size_t>(row) * static_cast<std::size_t>(window.width) +
                            static_cast<std::size_t>(column)];
      const float share = is_signed ? 0.5F + 0.5F * v / limit : (v - low) / std::max(limit - low, 1e-30F);
      const float t = std::isfinite(share) ? std::clamp(share, 0.0F, 1.0F) : 0.0F;
      const Node node{static_cast<int>(std::lround(window.x0 + (column + 0.5) * (window.x1 - window.x0) / width)),
                      static_cast<int>(std::lround(window.y0 + (row + 0.5) * (window.y1 - window.y0) / window.height))};
      const PaletteEntry& medium = solver.media()->palette()[solver.nodes().at(node.i, node.j)];
      const std::uint32_t color =
          medium.perfect() ? 0x8D97A5 : table[static_cast<std::size_t>(std::lround(t * (colormap_size - 1)))];
      for (const int shift : {16, 8, 0}) image.rgba.push_back(static_cast<std::uint8_t>(color >> shift));
      image.rgba.push_back(255);
    }
  return encode_png(image, Packing::quick);
}

}  // namespace ez::python
