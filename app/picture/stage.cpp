#include "app/picture/stage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "render/colormap.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Blends a colour from dark (t = 0) to full brightness (t = 1).
std::uint32_t shaded(std::uint32_t rgb, double t) {
  std::uint32_t out = 0;
  for (const int shift : {16, 8, 0})
    out |= static_cast<std::uint32_t>(std::lround((rgb >> shift & 255) * (0.25 + 0.75 * t))) << shift;
  return out;
}

// Returns the palette's colours, followed by those of the map's mixed media. A mixed medium has its material's colour,
// darker for a smaller ε.
std::vector<MaterialColor> colors_of(const std::vector<PaletteEntry>& palette, const NodeMap& nodes) {
  std::vector<MaterialColor> colors;
  for (const PaletteEntry& p : palette) {
    Fill fill = Fill::tint;
    if (p.pec) fill = Fill::pec;
    if (p.pmc) fill = Fill::pmc;
    if (colors.empty()) fill = Fill::none;  // vacuum
    colors.push_back({p.color, fill, {}});
  }
  struct Range {
    double least = 1e300, most = 0;
    void add(double eps) { least = std::min(least, eps), most = std::max(most, eps); }
  };
  std::vector<Range> ranges(palette.size());
  for (std::size_t k = 0; k < palette.size(); ++k)
    if (!palette[k].graded) ranges[k].add(palette[k].eps);
  for (const MixedMedium& m : nodes.mixed()) ranges[m.material].add(m.eps);
  for (const MixedMedium& m : nodes.mixed()) {
    const Range& r = ranges[m.material];
    const double t = r.most > r.least ? (m.eps - r.least) / (r.most - r.least) : 1;
    colors.push_back({shaded(palette[m.material].color, t), colors[m.material].fill, m.material});
  }
  return colors;
}

// The nodes sampled for each pixel along one axis: the middle one, or three if a pixel covers several nodes.
struct Samples {
  std::vector<int> node;  // count per pixel, −1 outside
  int count = 1;
  int at(int pixel, int k) const {
    return node[static_cast<std::size_t>(pixel) * static_cast<std::size_t>(count) + static_cast<std::size_t>(k)];
  }
};
Samples samples(double from, double to, int pixels, int nodes) {
  Samples s;
  const double per_pixel = (to - from) / pixels;
  s.count = per_pixel > 1 ? 3 : 1;
  for (int p = 0; p < pixels; ++p)
    for (int k = 0; k < s.count; ++k) {
      const double at = std::floor(from + per_pixel * (p + (k + 0.5) / s.count) + 0.5);
      s.node.push_back(at >= 0 && at < nodes ? static_cast<int>(at) : -1);
    }
  return s;
}

}  // namespace

Stage::Stage(LinkKind wanted, Solver& solver) : choice_(make_field_link(wanted, solver)) {}

PictureStats Stage::publish(Solver& solver, const PictureWindow& window) {
  if (window.width != field_.width() || window.height != field_.height()) {
    choice_.link->release();
    field_.resize(window.width, window.height);
  }
  if (!material_window_ || !(*material_window_ == window)) sample_materials(solver, window);
  shown_ = window;
  try {
    return choice_.link->publish(solver, window, field_);
  } catch (const LinkError& e) {
    choice_ = slower_link(choice_.link->kind(), solver, e.what());
    return choice_.link->publish(solver, window, field_);
  }
}

// A pixel that covers several nodes shows one that is not background, so that thin shapes stay visible.
void Stage::sample_materials(const Solver& solver, const PictureWindow& window) {
  material_window_ = window;
  const NodeMap& nodes = solver.nodes();
  const std::vector<PaletteEntry>& palette = solver.media()->palette();
  // For a gas or heat shows only solid cells, because states are initial values only.
  const bool cells = in_cells(solver.scene().physics);
  std::uint16_t background = 0;
  for (std::size_t k = 0; k < palette.size() && !cells; ++k)
    if (palette[k].name == solver.scene().grid.background) background = static_cast<std::uint16_t>(k);
  const Samples xs = samples(window.x0, window.x1, window.width, nodes.nx());
  const Samples ys = samples(window.y0, window.y1, window.height, nodes.ny());
  indices_.assign(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height), 0);
  std::size_t pixel = 0;
  for (int y = 0; y < window.height; ++y)
    for (int x = 0; x < window.width; ++x, ++pixel) {
      bool inside = false;
      std::uint16_t found = background;
      for (int b = 0; b < ys.count; ++b)
        for (int a = 0; a < xs.count; ++a) {
          const int i = xs.at(x, a);
          const int j = ys.at(y, b);
          if (i < 0 || j < 0) continue;
          inside = true;
          const bool seen = cells ? nodes.at(i, j) == 1 : nodes.material_at(i, j) != background;
          if (seen) found = nodes.at(i, j);
        }
      indices_[pixel] = inside ? found : 0;
    }
  materials_.set_indices(window.width, window.height, indices_);
  materials_.set_palette(colors_of(palette, nodes));
}

void Stage::paint(const PictureStyle& style, const ScreenRect& rect, int height) {
  if (rect.width <= 0 || rect.height <= 0) return;
  painter_.draw(field_, materials_, style, rect.x, height - rect.y - rect.height, rect.width, rect.height);
}

PictureStyle picture_style(const State& state, const Scene& scene, const PictureWindow& window) {
  const ViewState& view = state.view;
  const bool residual = window.quantity == Quantity::residual;
  PictureStyle style;
  if (residual) {
    style.is_signed = false;
    style.colormap = residual_colormap;
    style.range = static_cast<float>(residual_scale(state));
    style.logarithmic = true;
    style.decades = static_cast<float>(state.instruments.residual_floor / 20);
  } else {
    style.is_signed = is_signed(view.quantity);
    style.colormap = seen_colormap(view.*colormap_of(view.quantity), view.vision);
    style.range = static_cast<float>(view.limit);
    style.low = static_cast<float>(view.low);
    style.curve = static_cast<float>(curve_of(view.quantity));
    style.gain = static_cast<float>(view.gain);
    style.logarithmic = view.range == RangeMode::logarithmic;
    style.decades = static_cast<float>(view.decades);
  }

  LayerStyle& layer = style.layer;
  layer.dark = state.dark;
  layer.show_material = window.quantity == Quantity::material;
  if (!view.tint || residual) layer.tint = 0;
  layer.mask_absorber = residual;
  layer.outline = view.outlines;
  layer.grid_lines = view.grid_lines;
  layer.x0 = window.x0;
  layer.y0 = window.y0;
  if (window.width <= 0 || window.height <= 0) return style;
  layer.cells_per_pixel_x = (window.x1 - window.x0) / window.width;
  layer.cells_per_pixel_y = (window.y1 - window.y0) / window.height;
  const auto px = [&](double node) { return static_cast<float>((node - window.x0) / layer.cells_per_pixel_x); };
  const auto py = [&](double node) { return static_cast<float>((node - window.y0) / layer.cells_per_pixel_y); };
  layer.grid = PixelRect{px(-0.5), py(-0.5), px(scene.grid.nx - 0.5), py(scene.grid.ny - 0.5)};
  if (!view.layers && !residual) return style;
  for (const Side side : all_sides) {
    if (!scene.boundary.has_layer(side)) continue;
    const bool across = across_x(side);
    layer.absorber[static_cast<std::size_t>(side)] =
        static_cast<float>(scene.boundary.cpml.cells / (across ? layer.cells_per_pixel_x : layer.cells_per_pixel_y));
  }
  return style;
}

}  // namespace ez
