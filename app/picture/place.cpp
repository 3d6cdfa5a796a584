#include "app/picture/place.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr double closest = 1.0 / 64;  // cells per pixel: 64 pixels a cell

// Returns the cells along y that are as long as one cell along x.
double rows_per_column(const Scene& scene) {
  const Vec2 d = cell_size(scene);
  return d.x > 0 && d.y > 0 ? d.x / d.y : 1;
}

Vec2 middle(const Scene& scene) { return {(scene.grid.nx - 1) / 2.0, (scene.grid.ny - 1) / 2.0}; }

}  // namespace

double fitting_scale(const State& state, const ScreenRect& picture) {
  const Grid& g = state.scene.grid;
  return std::max(static_cast<double>(g.nx) / std::max(picture.width, 1),
                  g.ny / rows_per_column(state.scene) / std::max(picture.height, 1));
}

PictureWindow picture_window(const State& state, const ScreenRect& picture) {
  const ViewState& v = state.view;
  const double k = v.fit ? fitting_scale(state, picture) : v.nodes_per_pixel;
  const Vec2 c = v.fit ? middle(state.scene) : v.center;
  const double w = k * picture.width / 2, h = k * rows_per_column(state.scene) * picture.height / 2;
  return {c.x - w, c.y - h, c.x + w, c.y + h, picture.width, picture.height, v.quantity, {}, v.map};
}

Vec2 to_grid(const Grid& from, const Grid& to, Vec2 node) {
  return {(node.x + 0.5) * to.nx / from.nx - 0.5, (node.y + 0.5) * to.ny / from.ny - 0.5};
}

PictureWindow picture_window(const State& state, const PicturePlace& place) {
  PictureWindow w = picture_window(state, place.rect);
  if (place.residual) w.quantity = Quantity::residual;
  const Grid& own = pane_scene(state, place.pane).grid;
  if (own.nx == state.scene.grid.nx && own.ny == state.scene.grid.ny) return w;
  const Vec2 low = to_grid(state.scene.grid, own, {w.x0, w.y0}), high = to_grid(state.scene.grid, own, {w.x1, w.y1});
  return {low.x, low.y, high.x, high.y, w.width, w.height, w.quantity, {}, w.map};
}

Vec2 node_at(const PictureWindow& window, const ScreenRect& picture, double px, double py) {
  return {window.x0 + (px - picture.x) / picture.width * (window.x1 - window.x0),
          window.y1 - (py - picture.y) / picture.height * (window.y1 - window.y0)};
}

Vec2 pixel_at(const PictureWindow& window, const ScreenRect& picture, Vec2 node) {
  return {picture.x + (node.x - window.x0) / (window.x1 - window.x0) * picture.width,
          picture.y + (window.y1 - node.y) / (window.y1 - window.y0) * picture.height};
}

ViewState zoomed(const State& state, const ScreenRect& picture, Vec2 node, double notches) {
  ViewState v = state.view;
  const double fit = fitting_scale(state, picture), now = v.fit ? fit : v.nodes_per_pixel;
  const double k = std::max(now * std::pow(1.2, -notches), closest);
  if (k >= fit * 0.999 && notches < 0) {
    v.fit = true;
    return v;
  }
  const Vec2 c = v.fit ? middle(state.scene) : v.center;
  v.fit = false;
  v.nodes_per_pixel = k;
  v.center = {node.x + (c.x - node.x) * k / now, node.y + (c.y - node.y) * k / now};
  return v;
}

ViewState panned(const State& state, const ScreenRect& picture, double dx, double dy) {
  ViewState v = state.view;
  const double k = v.fit ? fitting_scale(state, picture) : v.nodes_per_pixel;
  const Vec2 c = v.fit ? middle(state.scene) : v.center;
  v.fit = false;
  v.nodes_per_pixel = k;
  v.center = {std::clamp(c.x - dx * k, 0.0, state.scene.grid.nx - 1.0),
              std::clamp(c.y + dy * k * rows_per_column(state.scene), 0.0, state.scene.grid.ny - 1.0)};
  return v;
}

Image part_of(const Image& image, const ScreenRect& r) {
  Image out{r.width, r.height, {}};
  out.rgba.reserve(4 * static_cast<std::size_t>(r.width) * static_cast<std::size_t>(r.height));
  for (int y = r.y; y < r.y + r.height; ++y) {
    const auto row = image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + r.x);
    out.rgba.insert(out.rgba.end(), row, row + 4 * static_cast<std::ptrdiff_t>(r.width));
  }
  return out;
}

}  // namespace ez
