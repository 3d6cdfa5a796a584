// The window's line cut on the picture: its handles, dragging, and its text.
#pragma once

#include <optional>
#include <string>

#include "app/model/line_cut.h"
#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

std::optional<CutPart> cut_part_at(const Context& c, const Viewport& v, ImVec2 mouse);
// Returns the line with one of its parts dragged (nodes). `straight` keeps an end horizontally or vertically aligned
// with the other one.
LineCut moved(const Scene& scene, const LineCut& base, CutPart part, Vec2 from, Vec2 to, bool straight);
// Returns "24.00 mm · 24.0 cells · 1.20 λ · 30.0°".
Text words_of(const Scene& scene, const CutMeasures& measures);
void draw_line_cut(const Context& c, const Viewport& v, ImDrawList* list);

}  // namespace ez
