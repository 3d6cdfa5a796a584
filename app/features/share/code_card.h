// The scene's link as a QR code, over all else, while Presenting::code.
#pragma once

#include "app/ui/context.h"

namespace ez {

void draw_code(const Context& c);
void show_code(const Context& c, bool shown);

}  // namespace ez
