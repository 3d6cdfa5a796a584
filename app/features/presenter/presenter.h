// The presenter: marks over the picture, and keys.
#pragma once

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

void draw_presenter(const Context& c, const Viewport& v, ImDrawList* list);
// Over the boundary lab's panes: the pointer. The pen's strokes are drawn on each picture; and while the button that
// went down on one is held, the pen draws there.
void draw_presented_panes(const Context& c, ImDrawList* list);
void draw_strokes(const Context& c, const Viewport& v, ImDrawList* list);
void follow_pen(const Context& c, const Viewport& v);
// In place of all that.
void draw_blank();
void presenter_keys(const Context& c);

}  // namespace ez
