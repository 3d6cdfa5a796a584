#include "solver/base/json_text.h"

#include <fmt/format.h>

#include <cmath>

#include "solver/base/utf8.h"

namespace ez {

std::string quoted(const std::string& text) {
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

std::string json_number(double x) { return std::isfinite(x) ? fmt::format("{}", x) : "null"; }

}  // namespace ez
