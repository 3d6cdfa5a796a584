#include <fmt/format.h>

#include "app/platform/film.h"

namespace ez {

std::optional<std::string> numbered(const std::string& pattern, std::size_t k) {
  const std::size_t at = pattern.find('%');
  if (!pattern.ends_with(".png") || at == std::string::npos) return std::nullopt;
  std::size_t end = at + 1;
  const bool zeros = end < pattern.size() && pattern[end] == '0';
  if (zeros) ++end;
  int width = 0;
  for (; width == 0 && end < pattern.size() && pattern[end] >= '1' && pattern[end] <= '9'; ++end)
    width = pattern[end] - '0';
  if (end >= pattern.size() || pattern[end] != 'd' || zeros != (width > 0)) return std::nullopt;
  if (pattern.find('%', end) != std::string::npos) return std::nullopt;
  return fmt::format("{}{:0{}}{}", pattern.substr(0, at), k, width, pattern.substr(end + 1));
}

bool is_film(const std::string& path) {
  return path.ends_with(".mp4") || path.ends_with(".gif") || path.ends_with(".webp") || numbered(path, 0);
}

}  // namespace ez
