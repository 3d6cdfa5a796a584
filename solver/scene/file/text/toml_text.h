// Classifies TOML text into code, strings and comments without parsing it. This is used for comments, and to reject
// text that would crash the TOML library. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>

namespace ez {

enum TextKind : char { code = 'c', quoted = 's', comment = '#' };

// Returns one TextKind per byte of `text`. Newlines outside multi-line strings are code.
std::string text_kinds(std::string_view text);

// Estimates the bytes that the library and the scene need for `text` after reading it: the text itself,
// and each value and table in it.
std::size_t unpacked_bytes(std::string_view text, const std::string& kinds);

struct TextPlace {
  int line = 0, column = 0;  // 1-based, columns in characters; 0 if there is no position
};

// Returns the position of a dotted key or header with more than `most` parts. The library recurses once per part.
TextPlace deep_key(std::string_view text, const std::string& kinds, int most);
// Returns the position of a non-ASCII character outside strings and comments, where TOML allows none. It
// is usually a typographic quote.
TextPlace stray_character(std::string_view text, const std::string& kinds);

// Shields non-ASCII characters. The library's test for blanks is undefined for most characters from U+00A0 to U+FEFE,
// even in strings. They are moved to a private-use plane before parsing and back afterwards. Columns do not change.
std::string shielded(std::string_view text);
std::string unshielded(std::string_view text);
// Returns the position of a character of that plane in the text, including escape sequences.
TextPlace private_character(std::string_view text);

}  // namespace ez
