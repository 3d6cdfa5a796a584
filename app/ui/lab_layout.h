// Where the boundary lab's pictures stand: panes side by side, each with its head, its field and what is left of it
// without its twin. Of the arrangements that suit the window the one with the largest pictures is taken.
#pragma once

#include "app/ui/context.h"

namespace ez {

// `shape` is the grid's height over its width; `residual` says which one is shown where there is room for one. Where
// nothing is compared there are fields alone, and a plot only in what they leave.
LabLayout lab_layout(const Look& look, const Area& area, int panes, double shape, bool compares, bool residual);

}  // namespace ez
