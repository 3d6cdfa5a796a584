// Text inside a JSON file.
#pragma once

#include <fmt/format.h>

#include <string>

#include "solver/base/utf8.h"

namespace ez {

// In quotes. Control characters are escaped; a byte that is no UTF-8, of a file's name, becomes U+FFFD.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (!point.valid)
      out += "\uFFFD";
    else if (is_control(point.value))
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
    else
      out.append(point.value == '"' || point.value == '\\' ? "\\" : "").append(text, k, point.length);
    k += point.length;
  }
  return out + '"';
}

}  // namespace ez
