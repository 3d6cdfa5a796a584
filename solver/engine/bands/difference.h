// Draws a difference picture on the host, for grids whose arrays are on several devices.
#pragma once

#include "solver/engine/fields.h"

namespace ez {

// Draws Quantity::residual from two main arrays in main memory, by the rule of physics/view.h. `minus` has the scale
// and offset of window.minus; without an array its pixels are 0.
void draw_difference(const PictureWindow& window, const ReferenceView& of, const ReferenceView& minus, float* pixels);

}  // namespace ez
