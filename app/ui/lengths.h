// A scene's lengths as the panel shows them: in the scene's own unit, or, where a cell would be a tiny or a huge number
// in it (cells of 1 nm in a scene of metres), with the prefix that suits a cell.
#pragma once

#include <string>

#include "app/platform/units.h"
#include "app/ui/context.h"

namespace ez {

struct LengthScale {
  double base = 1;   // metres (cells where it counts in them) that a length of 1 in the scene is
  Prefix prefix;     // of the metre
  std::string name;  // "mm", "nm", "cells"
  int decimals = 1;  // enough to tell cells apart

  double shown(double length) const { return length * base / prefix.factor; }
};
LengthScale length_scale(const Scene& scene);

// A field for a length in the scene's unit; what is typed may have a unit of its own.
bool length_field(const Context& c, const char* id, const Scene& scene, double& length, NumberStyle style, float width);
// A row of two fields for a place; `inside` holds it on the grid.
bool place_row(const Context& c, const char* label, const char* id_x, const char* id_y, const Scene& scene, Vec2& at,
               bool inside);

}  // namespace ez
