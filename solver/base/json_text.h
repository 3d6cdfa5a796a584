// Formats text for a JSON file.
#pragma once

#include <string>

namespace ez {

// Returns the text in quotes, with control characters escaped. A byte that is not valid UTF-8, for example
// in a file name, becomes U+FFFD.
std::string quoted(const std::string& text);
// Returns the number. One that is not finite becomes null, because JSON has no NaN.
std::string json_number(double x);

}  // namespace ez
