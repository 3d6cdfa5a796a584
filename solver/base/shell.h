// Text for a command line that a message suggests.
#pragma once

#include <string>
#include <string_view>

namespace ez {

// Returns a path as one word for a shell: in quotes if it needs them, and never taken for an option.
std::string shell_path(std::string_view path);

}  // namespace ez
