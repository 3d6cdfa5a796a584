#include "solver/scene/scene_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ez {

std::string with_swept_values(const std::string& formula, std::span<const double> values) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::string out;
  for (std::size_t k = 0; k < formula.size();) {
    std::size_t end = k + 1;
    if (formula[k] == '"')
      end = std::min(formula.find('"', k + 1), formula.size() - 1) + 1;
    else
      while (in_name(formula[k]) && end < formula.size() && in_name(formula[end])) ++end;
    const std::string word = formula.substr(k, end - k);
    const std::size_t next = formula.find_first_not_of(' ', end);
    const bool call = next != std::string::npos && formula[next] == '(';
    const std::size_t axis = word == "x" ? 0 : word == "y" ? 1 : values.size();
    if (axis >= values.size() || call)
      out += word;
    else
      out += values[axis] == 1 ? "1" : fmt::format("({})", values[axis]);
    k = end;
  }
  return out;
}

}  // namespace ez
