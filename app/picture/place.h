// Where pictures stand in the window, and which part of the field they show.
#pragma once

#include "app/model/state.h"
#include "render/image.h"

namespace ez {

// Whole framebuffer pixels, origin at the top left. (render's PixelRect has its origin at the picture's lower left.)
struct ScreenRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ScreenRect&) const = default;
};

// A picture in the window: one pane's field, or with `residual` what is left of it when its reference run's is
// subtracted.
struct PicturePlace {
  int pane = 0;
  bool residual = false;
  ScreenRect rect;
  bool operator==(const PicturePlace&) const = default;
};

// Picture rectangle in node coordinates for a view: the one conversion between pixels and nodes that solver, painter
// and overlay share. y is up in nodes, down in pixels. Nodes are the scene's.
PictureWindow picture_window(const State& state, const ScreenRect& picture);
// The same rectangle in the nodes of the pane that is shown there: the same parts of both grids' extents.
PictureWindow picture_window(const State& state, const PicturePlace& place);
// A point in nodes of the scene, in nodes of another of the same extent.
Vec2 to_grid(const Grid& from, const Grid& to, Vec2 node);
Vec2 node_at(const PictureWindow& window, const ScreenRect& picture, double px, double py);
Vec2 pixel_at(const PictureWindow& window, const ScreenRect& picture, Vec2 node);

// Cells along x per pixel at which the whole grid just fits.
double fitting_scale(const State& state, const ScreenRect& picture);
// The view after turning the wheel by `notches` over a place (nodes) that stays under the mouse.
ViewState zoomed(const State& state, const ScreenRect& picture, Vec2 node, double notches);
// The view moved by so many pixels (as the mouse moved).
ViewState panned(const State& state, const ScreenRect& picture, double dx, double dy);

Image part_of(const Image& image, const ScreenRect& rect);

}  // namespace ez
