// A scene for tests of boundary faults.
#pragma once

#include "helpers.h"

namespace ez::test {

// Returns a scene of 96² cells with a pulsed point source 26 cells from `side`, λ = 16 cells, and, on request, glass
// strips that reach all four sides.
inline Scene scene_with_glass_strips(BoundaryKind kind, Side side, bool glass, Polarization polarization) {
  Scene s = grid(96, 96, kind, Precision::float32);
  s.grid.polarization = polarization;
  const double near = 26, far = 69, middle = 44;
  const Vec2 at[] = {{near, middle}, {far, middle}, {middle, near}, {middle, far}};
  s.sources = {point(at[static_cast<int>(side)].x, at[static_cast<int>(side)].y, pulse(frequency_of(s, 16)))};
  s.materials = {{"glass", 4, 1, 0, 0, {}}};
  if (polarization == Polarization::hz) s.materials[0] = {"glass", 1, 4, 0, 0, {}};
  if (glass)
    s.shapes = {{Rect{{-1, 30}, {20, 60}}, "glass"},
                {Rect{{75, 30}, {97, 60}}, "glass"},
                {Rect{{30, -1}, {60, 20}}, "glass"},
                {Rect{{30, 75}, {60, 97}}, "glass"}};
  s.reflection.on = true;
  s.reflection.margin = 90;
  return s;
}

}  // namespace ez::test
