// What is code, what is a string and what is a comment in TOML text, without parsing it: for the comments, and to keep
// away from the TOML library what it does not survive. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>

namespace ez {

enum TextKind : char { code = 'c', quoted = 's', comment = '#' };

// One TextKind per byte of `text`; newlines outside multi-line strings are code.
std::string text_kinds(std::string_view text);

// About how many bytes the library and the scene take for `text` once it is read: its own, and those of each value and
// table in it.
std::size_t unpacked_bytes(std::string_view text, const std::string& kinds);

struct TextPlace {
  int line = 0, column = 0;  // 1-based, columns in characters; 0 when there is no such place
};

// Where a dotted key or header with more than `most` parts stands. The library recurses once per part.
TextPlace deep_key(std::string_view text, const std::string& kinds, int most);
// Where a character beyond ASCII stands outside strings and comments, where TOML has none: mostly typographic quotes.
TextPlace stray_character(std::string_view text, const std::string& kinds);

// The library's test for blanks is undefined for most characters from U+00A0 to U+FEFE, also within strings. So they
// are moved to a plane of private use before it reads them, and back in what it has read; columns stay what they were.
std::string shielded(std::string_view text);
std::string unshielded(std::string_view text);
// Where a character of that plane itself stands in the text, also as an escape sequence.
TextPlace private_character(std::string_view text);

}  // namespace ez
