// The start page, and the tour of hints.
#pragma once

#include "app/ui/context.h"

#include <optional>

namespace ez {

void draw_first_page(const Context& c);
void draw_tour(const Context& c);
// Leaves the page; the tour goes on, or is not begun.
void leave_first_page(const Context& c);
void show_hint(const Context& c, std::optional<int> hint);  // none: the tour ends

}  // namespace ez
