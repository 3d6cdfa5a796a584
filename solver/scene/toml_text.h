// What is code, what is a string and what is a comment in TOML text, without parsing it: for the comments, and to keep away
// from the TOML library what it does not survive. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>

namespace ez {

// `escape` is the backslash of an escape sequence; what follows it is `quoted` like the rest of its string.
enum TextKind : char { code = 'c', quoted = 's', escape = 'e', comment = '#' };
inline bool in_string(char kind) { return kind == quoted || kind == escape; }

// One TextKind per byte of `text`; newlines outside multi-line strings are code.
std::string text_kinds(std::string_view text);

struct TextPlace {
  int line = 0, column = 0;                     // 1-based, columns in characters; 0 when there is no such place
};

// A dotted key or header with more than `most` parts. The library recurses once per part.
TextPlace deep_key(std::string_view text, const std::string& kinds, int most);
// A character beyond ASCII where TOML has none: outside strings and comments, or right behind a backslash. The library's
// test for blanks is undefined for most of them.
TextPlace stray_character(std::string_view text, const std::string& kinds);
// For the same reason: a character beyond ASCII that is the first behind a line joined by a backslash, as \UXXXXXXXX.
std::string with_joined_lines_escaped(std::string_view text, const std::string& kinds);

}  // namespace ez
