// A font with Japanese letters.
#pragma once

#include <string>

namespace ez {

// Returns the font's file. Empty if there is none, or if the page is still fetching it.
std::string japanese_font();

}  // namespace ez
