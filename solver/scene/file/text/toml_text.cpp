#include "solver/scene/file/text/toml_text.h"

#include <algorithm>

#include "solver/base/utf8.h"

namespace ez {
namespace {

bool beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// Marks the string that opens at `k` with one or three quotes. Returns the position after its end.
std::size_t mark_string(std::string_view text, std::size_t k, std::string& kinds) {
  const char quote = text[k];
  const bool escapes = quote == '"';
  const bool multi = text.substr(k, 3) == std::string(3, quote);
  std::size_t at = k + (multi ? 3 : 1), end = text.size();
  while (at < text.size()) {
    if (escapes && text[at] == '\\') {
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
  kinds.replace(k, end - k, end - k, quoted);
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

constexpr char32_t first_shielded = 0x80, last_shielded = 0xfefe;
constexpr char32_t shield = 0x100000;  // added to a code point
bool is_shield(char32_t point) { return point >= shield + first_shielded && point <= shield + last_shielded; }

void append(std::string& out, char32_t point) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((point >> shift) & 0x3f)); };
  if (point < 0x800) {
    out += static_cast<char>(0xc0 | (point >> 6));
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | (point >> 12));
    tail(6);
  } else {
    out += static_cast<char>(0xf0 | (point >> 18));
    tail(12);
    tail(6);
  }
  tail(0);
}

// Replaces every code point of `text` by changed(point).
template <class Change>
std::string with_points(std::string_view text, Change changed) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (const char32_t other = changed(point.value); other != point.value)
      append(out, other);
    else
      out.append(text.substr(k, point.length));
    k += point.length;
  }
  return out;
}

}  // namespace

std::string text_kinds(std::string_view text) {
  std::string kinds(text.size(), code);
  for (std::size_t k = 0; k < text.size();) {
    if (text[k] == '#') {
      const std::size_t end = std::min(text.find('\n', k), text.size());
      kinds.replace(k, end - k, end - k, comment);
      k = end;
    } else if (text[k] == '"' || text[k] == '\'') {
      k = mark_string(text, k, kinds);
    } else {
      ++k;
    }
  }
  return kinds;
}

std::size_t unpacked_bytes(std::string_view text, const std::string& kinds) {
  constexpr std::size_t a_value = 96, a_table = 1024;  // a node of the library; a struct of the scene with its texts
  std::size_t out = text.size();
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (kinds[k] != code) continue;
    const char c = text[k];
    if (c == ',' || c == '=' || c == '[') out += a_value;
    if (c == '{' || (c == '[' && (k == 0 || text[k - 1] == '\n'))) out += a_table;
  }
  return out;
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
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a file may start with a byte order mark
  for (std::size_t k = start; k < text.size(); ++k)
    if (beyond_ascii(text[k]) && kinds[k] == code) return place_of(text, k);
  return {};
}

std::string shielded(std::string_view text) {
  return with_points(text, [](char32_t p) {
    const bool surrogate = p >= 0xd800 && p <= 0xdfff;  // the library rejects it
    return p >= first_shielded && p <= last_shielded && !surrogate ? p + shield : p;
  });
}

std::string unshielded(std::string_view text) {
  return with_points(text, [](char32_t p) { return is_shield(p) ? p - shield : p; });
}

TextPlace private_character(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    if (is_shield(point.value) || text.substr(k, 6) == "\\U0010") return place_of(text, k);
    k += point.length;
  }
  return {};
}

}  // namespace ez
