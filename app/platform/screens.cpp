#include "app/platform/screens.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace ez {
namespace {

std::string small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::vector<std::string> with_unique_names(std::vector<std::string> names) {
  const std::vector<std::string> given = names;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto before = std::count(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(k), given[k]);
    if (given[k].empty())
      names[k] = fmt::format("screen {}", k + 1);
    else if (before > 0)
      names[k] = fmt::format("{} ({})", given[k], before + 1);
  }
  return names;
}

std::optional<std::size_t> screen_named(const std::vector<std::string>& names, const std::string& wanted) {
  std::optional<std::size_t> found;
  bool several = false;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (small(names[k]) == small(wanted)) return k;
    if (!small(names[k]).starts_with(small(wanted))) continue;
    several |= found.has_value();
    found = k;
  }
  return several || wanted.empty() ? std::nullopt : found;
}

std::string unknown_screen_error(const std::vector<std::string>& names, const std::string& wanted) {
  if (names.empty()) return "--screen needs a display, but there is none; leave --screen out";
  return fmt::format("no single screen matches \"{}\"; give {}\"{}\"", wanted, names.size() == 1 ? "" : "one of ",
                     fmt::join(names, "\", \""));
}

}  // namespace ez
