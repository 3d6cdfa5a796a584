#include "solver/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ez {

CodePoint code_point(std::string_view text, std::size_t at) {
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc0 || first >= 0xf8 || at + length > text.size()) return {};
  char32_t value = first & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    const unsigned char next = static_cast<unsigned char>(text[at + k]);
    if ((next & 0xc0) != 0x80) return {};
    value = value << 6 | (next & 0x3f);
  }
  return value < least[length] || value > 0x10ffff ? CodePoint{} : CodePoint{value, length, true};
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string_view beginning(std::string_view text, std::size_t most) {
  std::size_t end = std::min(text.size(), most);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

bool is_control(char32_t p) {
  const auto within = [p](char32_t first, char32_t last) { return p >= first && p <= last; };
  return p < 0x20 || within(0x7f, 0x9f) || within(0x2028, 0x202e) || within(0x2066, 0x2069);
}

namespace {

std::optional<char32_t> first_of(std::string_view text, bool (*is_wanted)(char32_t)) {
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (point.valid && is_wanted(point.value)) return point.value;
    k += point.length;
  }
  return std::nullopt;
}

bool is_invisible(char32_t p) { return (p < 0x20 && p != '\t' && p != '\n' && p != '\r') || (p >= 0x7f && p <= 0x9f); }

}  // namespace

std::optional<char32_t> first_control(std::string_view text) { return first_of(text, is_control); }
std::optional<char32_t> invisible_control(std::string_view text) { return first_of(text, is_invisible); }

std::string without_invisible_controls(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (!point.valid || !is_invisible(point.value)) out += text.substr(k, point.length);
    k += point.length;
  }
  return out;
}

std::string printable(std::string_view text, bool lines) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (!point.valid)
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[k]));
    else if (!is_control(point.value) || (lines && point.value == '\n'))
      out.append(text.substr(k, point.length));
    else if (point.value == '\n' || point.value == '\t')
      out += point.value == '\n' ? "\\n" : "\\t";
    else
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(point.value));
    k += point.length;
  }
  return out;
}

}  // namespace ez
