// Where the boundary lab's pictures stand: each pane with its head, its field and what is left of it without its
// reference run. Panes stand in a row, in two, or one beneath the other: as the grid is shown largest. A window
// narrower than 1600 pixels shows one of field and residual where both would be much smaller.
#pragma once

#include "app/ui/context.h"

namespace ez {

// `shape` is the grid's height over its width; `residual` says which one is shown where there is room for one. Where
// nothing is compared there are fields alone, and a plot only in what they leave.
LabLayout lab_layout(const Look& look, const Area& area, int panes, double shape, bool compares, bool residual);

}  // namespace ez
