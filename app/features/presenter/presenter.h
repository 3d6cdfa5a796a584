// The presenter: marks over the picture, and keys.
#pragma once

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

void draw_presenter(const Context& c, const Viewport& v, ImDrawList* list);
// Draws the pointer over the boundary lab's panes. The pen's strokes are drawn on each picture. While a button that was
// pressed on a picture is held, the pen draws on that picture.
void draw_presented_panes(const Context& c, ImDrawList* list);
void draw_strokes(const Context& c, const Viewport& v, ImDrawList* list);
void follow_pen(const Context& c, const Viewport& v);
// Covers the whole screen.
void draw_blank();
void presenter_keys(const Context& c);

}  // namespace ez
