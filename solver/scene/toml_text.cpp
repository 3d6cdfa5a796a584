#include "solver/scene/toml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace ez {
namespace {

bool beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Whether a quote at `k` can open a string. In the midst of a bare word it is a mistake, and the library reads on.
bool may_open(std::string_view text, std::size_t k, const std::string& kinds) {
  return k == 0 || (kinds[k - 1] == code &&
                    (is_blank(text[k - 1]) || std::string_view("=[{,").find(text[k - 1]) != std::string_view::npos));
}

// Marks the string that opens at `k` with one or three quotes; returns one past its end.
std::size_t mark_string(std::string_view text, std::size_t k, std::string& kinds) {
  const char quote = text[k];
  const bool escapes = quote == '"';
  const bool multi = text.substr(k, 3) == std::string(3, quote);
  std::size_t at = k + (multi ? 3 : 1), end = text.size();
  while (at < text.size()) {
    if (escapes && text[at] == '\\') {
      kinds[at] = escape;
      at += 2;
    } else if (!multi && (text[at] == quote || text[at] == '\n')) {
      end = text[at] == quote ? at + 1 : at;
      break;
    } else if (multi && text.substr(at, 3) == std::string(3, quote)) {
      end = at + 3;
      for (int extra = 0; extra < 2 && end < text.size() && text[end] == quote; ++extra) ++end;
      break;
    } else {
      ++at;
    }
  }
  std::replace(kinds.begin() + static_cast<std::ptrdiff_t>(k), kinds.begin() + static_cast<std::ptrdiff_t>(end),
               static_cast<char>(code), static_cast<char>(quoted));
  return end;
}

TextPlace place_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(
              std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start), before.end(), is_first_byte)) +
              1};
}

// The code point of the UTF-8 sequence at `at` and its length; length 0 when it is none.
std::pair<std::uint32_t, std::size_t> decoded(std::string_view text, std::size_t at) {
  const unsigned char first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || at + length > text.size()) return {0, 0};
  std::uint32_t point = first & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    const unsigned char next = static_cast<unsigned char>(text[at + k]);
    if ((next & 0xc0) != 0x80) return {0, 0};
    point = point << 6 | (next & 0x3f);
  }
  return {point, length};
}

}  // namespace

std::string text_kinds(std::string_view text) {
  std::string kinds(text.size(), code);
  for (std::size_t k = 0; k < text.size();) {
    if (text[k] == '#') {
      const std::size_t end = std::min(text.find('\n', k), text.size());
      kinds.replace(k, end - k, end - k, comment);
      k = end;
    } else if ((text[k] == '"' || text[k] == '\'') && may_open(text, k, kinds)) {
      k = mark_string(text, k, kinds);
    } else {
      ++k;
    }
  }
  return kinds;
}

TextPlace deep_key(std::string_view text, const std::string& kinds, int most) {
  int dots = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (kinds[k] != code) continue;
    if (text[k] == '.' && ++dots >= most) return place_of(text, k);
    if (std::string_view(",={}[]\n").find(text[k]) != std::string_view::npos) dots = 0;
  }
  return {};
}

TextPlace stray_character(std::string_view text, const std::string& kinds) {
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte order mark may open a file
  for (std::size_t k = start; k < text.size(); ++k)
    if (beyond_ascii(text[k]) && (kinds[k] == code || (k > 0 && kinds[k - 1] == escape))) return place_of(text, k);
  return {};
}

std::string with_joined_lines_escaped(std::string_view text, const std::string& kinds) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t k = kinds.find(escape); k != std::string::npos; k = kinds.find(escape, k + 1)) {
    std::size_t next = k + 1;
    while (next < text.size() && is_blank(text[next])) ++next;
    if (next == k + 1 || next >= text.size() || !beyond_ascii(text[next]) || !in_string(kinds[next])) continue;
    const auto [point, length] = decoded(text, next);
    if (length == 0) continue;
    out.append(text.substr(copied, next - copied)).append(fmt::format("\\U{:08X}", point));
    copied = next + length;
  }
  return out.append(text.substr(copied));
}

}  // namespace ez
