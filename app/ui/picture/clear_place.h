// Where words over the picture keep clear of its cards.
#pragma once

#include "app/ui/context.h"

namespace ez {

// The nearest place to `box` that no card over the picture meets, within the picture: all words on it keep clear so.
// Where there is none, `box` within the picture.
Area clear_of_cards(const Context& c, const Area& box);
// The same, of the labels of sources and probes too.
Area clear_of_labels(const Context& c, const Area& box);

}  // namespace ez
