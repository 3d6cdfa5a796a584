// Panel sections, plot and picture marks of designs.
#pragma once

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

// The section of a scene that has a design, and of one that has none.
extern const PanelSection design_section, new_design_section;

// Draws the values of the goal against the periods of the live design.
void design_plot(const Context& c);

// Draw the region on the picture, drag its sides, and paint into it.
void draw_region(const Context& c, const Viewport& v, ImDrawList* list);
bool handle_region(const Context& c, const Viewport& v, bool active);

}  // namespace ez
