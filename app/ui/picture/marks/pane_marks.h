// How the panes are told apart, everywhere the same: a colour and a shape each, so that it is seen without colour too.
#pragma once

#include "app/ui/kit/look.h"

namespace ez {

// grey, orange, sky, accent
ImU32 pane_color(const Theme& theme, int pane);
// ■ ● ◆ ▲ around p; `radius` unscaled.
void pane_mark(const Pen& pen, ImVec2 p, int pane, float radius = 6);

}  // namespace ez
