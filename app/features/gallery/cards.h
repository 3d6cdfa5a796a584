// The gallery: the built-in scenes with their pictures.
#pragma once

#include "app/ui/context.h"

namespace ez {

// Within an open combo: the built-in scenes with their pictures. begin_gallery() before the combo, so that it may be
// wide.
void begin_gallery();
// Returns whether a scene or a lesson was picked.
bool gallery(const Context& c);
// Its two parts, for the start page: the field in which is typed, which has the keys at once with `focus` and returns
// whether Enter was pressed in it; and the cards. `room`: how wide they may be, and they are lower then; 0: as the
// window is.
bool gallery_filter(const Context& c, float width, bool focus);
bool gallery_cards(const Context& c, float room, bool entered);
void note_checks(const Context& c);  // how the built-in scene's came out, for the gallery

}  // namespace ez
