// Places text over the picture so that it avoids cards.
#pragma once

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

// Returns the part of the screen that the domain covers. It may extend beyond the picture.
Area domain_on_screen(const Context& c, const Viewport& v);
// Returns the area of the overlap in square pixels.
float overlap(const Area& a, const Area& b);
// Returns the place nearest to `box` that is within the picture and overlaps no card. All text over the picture uses
// it. If there is no such place, returns `box` moved into the picture.
Area clear_of_cards(const Context& c, const Area& box);
// Does the same, and also avoids the labels of sources and probes.
Area clear_of_labels(const Context& c, const Area& box);

}  // namespace ez
