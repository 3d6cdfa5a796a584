// Shows the scene's link as a QR code over everything else, while Presenting::code is set.
#pragma once

#include "app/ui/context.h"

namespace ez {

void draw_code(const Context& c);
void show_code(const Context& c, bool shown);

}  // namespace ez
