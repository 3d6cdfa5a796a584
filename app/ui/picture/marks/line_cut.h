// The window's line cut on the picture: what of it is gripped, what a drag makes of it, and what is written beside it.
#pragma once

#include <optional>
#include <string>

#include "app/model/line_cut.h"
#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

std::optional<CutPart> cut_part_at(const Context& c, const Viewport& v, ImVec2 mouse);
// The line with one of its parts dragged (nodes); `straight`: an end stays level with the other, or upright.
LineCut moved(const Scene& scene, const LineCut& base, CutPart part, Vec2 from, Vec2 to, bool straight);
// "24.00 mm · 24.0 cells · 1.20 λ · 30.0°"
Text words_of(const Scene& scene, const CutMeasures& measures);
void draw_line_cut(const Context& c, const Viewport& v, ImDrawList* list);

}  // namespace ez
