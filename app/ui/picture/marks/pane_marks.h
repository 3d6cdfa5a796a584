// Marks that identify the panes everywhere: each has a colour and a shape, so that they differ without colour too.
#pragma once

#include "app/ui/kit/look.h"

namespace ez {

// grey, orange, sky, accent
ImU32 pane_color(const Theme& theme, int pane);
// Draws ■ ● ◆ or ▲ around p; `radius` unscaled.
void pane_mark(const Pen& pen, ImVec2 p, int pane, float radius = 6);

}  // namespace ez
