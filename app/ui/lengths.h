// Lengths of a scene as the panel shows them. They are in the scene's own unit. If a cell would be a tiny or huge
// number in it (cells of 1 nm in a scene in metres), they use the prefix that suits a cell.
#pragma once

#include <string>

#include "app/platform/units.h"
#include "app/ui/context.h"

namespace ez {

struct LengthScale {
  double base = 1;   // metres per unit of the scene (cells if the scene uses cells)
  Prefix prefix;     // of the metre
  std::string name;  // "mm", "nm", "cells"
  int decimals = 1;  // enough to distinguish cells

  double shown(double length) const { return length * base / prefix.factor; }
};
LengthScale length_scale(const Scene& scene);

// A field for a length in the scene's unit. The user may type another unit.
bool length_field(const Context& c, const char* id, const Scene& scene, double& length, NumberStyle style, float width);
// A row of two fields for a position; `inside` keeps it on the grid.
bool place_row(const Context& c, const char* label, const char* id_x, const char* id_y, const Scene& scene, Vec2& at,
               bool inside);

}  // namespace ez
