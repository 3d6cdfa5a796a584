// Positions of the boundary lab's pictures. Each pane has a head, its field, and its residual: the field minus that of
// the reference run. Panes are in one row, in two rows, or one above the other, whichever shows the grid largest. A
// window narrower than 1600 pixels shows only field or residual if both would be much smaller.
#pragma once

#include "app/ui/context.h"

namespace ez {

// Returns the layout. `shape` is the grid's height divided by its width. `residual` selects the picture that is shown
// if there is space for only one. If nothing is compared, only fields are shown, and the plot gets only the space that
// they leave.
LabLayout lab_layout(const Look& look, const Area& area, int panes, double shape, bool compares, bool residual);

}  // namespace ez
