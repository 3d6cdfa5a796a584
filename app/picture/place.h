// Positions of pictures in the window, and the part of the field that each shows.
#pragma once

#include "app/model/state.h"
#include "render/image.h"

namespace ez {

// Whole framebuffer pixels with the origin at the top left. (render's PixelRect has its origin at the picture's lower
// left.)
struct ScreenRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ScreenRect&) const = default;
};

// A picture in the window: the field of a pane, or with `residual` that field minus the field of its reference run.
struct PicturePlace {
  int pane = 0;
  bool residual = false;
  ScreenRect rect;
  bool operator==(const PicturePlace&) const = default;
};

// Returns the picture rectangle in node coordinates of the scene. Solver, painter and overlay all use this conversion
// between pixels and nodes. y points up in nodes and down in pixels.
PictureWindow picture_window(const State& state, const ScreenRect& picture);
// Returns the same rectangle in nodes of the pane shown there. Both cover the same part of their grid's extent.
PictureWindow picture_window(const State& state, const PicturePlace& place);
// Converts a point to the nodes of another grid of the same extent.
Vec2 to_grid(const Grid& from, const Grid& to, Vec2 node);
Vec2 node_at(const PictureWindow& window, const ScreenRect& picture, double px, double py);
Vec2 pixel_at(const PictureWindow& window, const ScreenRect& picture, Vec2 node);

// Returns the cells along x per pixel at which the whole grid just fits.
double fitting_scale(const State& state, const ScreenRect& picture);
// Returns the view after turning the wheel by `notches`. The point `node` stays under the mouse pointer.
ViewState zoomed(const State& state, const ScreenRect& picture, Vec2 node, double notches);
// Returns the view after moving the mouse by this many pixels.
ViewState panned(const State& state, const ScreenRect& picture, double dx, double dy);

Image part_of(const Image& image, const ScreenRect& rect);

}  // namespace ez
