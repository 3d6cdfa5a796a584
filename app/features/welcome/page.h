// The start page, and the tour of hints.
#pragma once

#include "app/ui/context.h"

#include <optional>

namespace ez {

void draw_first_page(const Context& c);
void draw_tour(const Context& c);
// Closes the page. A tour that was shown continues.
void leave_first_page(const Context& c);
void show_hint(const Context& c, std::optional<int> hint);  // empty: ends the tour

}  // namespace ez
