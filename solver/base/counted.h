// A number with its noun in singular or plural.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ez {

// Returns "1 point" or "2 points". `plural` is needed if it is not the noun with an s.
template <class Whole>
std::string counted(Whole n, std::string_view noun, std::string_view plural = {}) {
  if (n == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", n, noun) : fmt::format("{} {}", n, plural);
}

}  // namespace ez
