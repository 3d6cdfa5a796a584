#include "solver/scene/design.h"

#include <algorithm>

namespace ez {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

}  // namespace

std::vector<std::string> parts_of_goal(const std::string& goal) {
  const std::string text = trimmed(goal);
  if (!text.starts_with("min(") || !text.ends_with(")")) return {text};
  std::vector<std::string> parts = {""};
  int depth = 0;
  bool quoted = false;
  for (const char c : text.substr(4, text.size() - 5)) {
    quoted ^= c == '"';
    if (!quoted) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0) return {text};  // the first parenthesis ends before the text does: min(a, b) + (c)
    if (c == ',' && depth == 0 && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  std::ranges::transform(parts, parts.begin(), trimmed);
  return parts;
}

}  // namespace ez
