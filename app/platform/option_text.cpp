#include "app/platform/option_text.h"

#include <charconv>
#include <cmath>

namespace ez {
namespace {

template <class T>
std::optional<T> whole_text(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = whole_text<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> parse_whole(std::string_view text) { return whole_text<std::int64_t>(text); }

std::optional<PixelSize> parse_size(const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos) return std::nullopt;
  const auto fits = [](std::optional<int> n) { return n && *n >= 16 && *n <= 16384; };
  const auto width = whole_text<int>(std::string_view(text).substr(0, x));
  const auto height = whole_text<int>(std::string_view(text).substr(x + 1));
  return fits(width) && fits(height) ? std::optional(PixelSize{*width, *height}) : std::nullopt;
}

std::optional<std::vector<double>> parse_angles(const std::string& text) {
  std::vector<double> parts;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t colon = rest.find(':');
    more = colon != std::string_view::npos;
    const std::optional<double> value = parse_number(rest.substr(0, colon));
    if (!value) return std::nullopt;
    parts.push_back(*value);
    if (more) rest.remove_prefix(colon + 1);
  }
  if (parts.size() == 1) parts = {parts[0], parts[0], 1};
  if (parts.size() != 3 || parts[0] < 0 || parts[1] < parts[0] || parts[1] >= 90 || parts[2] < 0.01)
    return std::nullopt;
  std::vector<double> out;
  for (int k = 0; parts[0] + k * parts[2] <= parts[1] + 1e-9; ++k) out.push_back(parts[0] + k * parts[2]);
  return out;
}

}  // namespace ez
