// Text inside a JSON file.
#pragma once

#include <string>

namespace ez {

// In quotes. Control characters are escaped; a byte that is no UTF-8, of a file's name, becomes U+FFFD.
std::string quoted(const std::string& text);

}  // namespace ez
