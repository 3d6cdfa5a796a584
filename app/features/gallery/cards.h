// The gallery: the built-in scenes with their pictures.
#pragma once

#include "app/ui/context.h"

namespace ez {

// Draws the built-in scenes with their pictures within an open combo. Call begin_gallery() before the combo, so that it
// may be wide.
void begin_gallery();
// Returns whether a scene or a lesson was picked.
bool gallery(const Context& c);
// The two parts of the gallery, for the start page. gallery_filter() draws the text field. With `focus` it takes the
// keyboard at once. It returns whether Enter was pressed in it. gallery_cards() draws the cards. `room` is their
// largest width, and the cards are then lower; 0 uses the width of the window.
bool gallery_filter(const Context& c, float width, bool focus);
bool gallery_cards(const Context& c, float room, bool entered);
void note_checks(const Context& c);  // saves the results of the built-in scene's checks for the gallery

}  // namespace ez
