// Reads UTF-8 by code points, and makes text from unknown sources safe to show.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;  // bytes in the text
  bool valid = false;      // false: the byte is not valid UTF-8
};

// Returns the code point that begins at byte `at`.
CodePoint code_point(std::string_view text, std::size_t at);

// Counts code points, which is about the width of the text on a terminal.
std::size_t columns(std::string_view text);

// Returns the beginning of a text, at most `most` bytes, without splitting a code point.
std::string_view beginning(std::string_view text, std::size_t most);

// Returns true if the character is not visible but moves the cursor, clears the screen, breaks a line or
// changes the writing direction.
bool is_control(char32_t point);

// Returns the first control character of the text, by is_control(). Empty if there is none.
std::optional<char32_t> first_control(std::string_view text);
// Returns the first control character of the text that is neither tab nor line break. Empty if there is none.
std::optional<char32_t> invisible_control(std::string_view text);
// Returns the text without such characters.
std::string without_invisible_controls(std::string_view text);

// Returns the text as one line that is safe for a terminal. Control characters and bytes that are not valid UTF-8 are
// escaped as in C: \n, \u001B, \xFF. If `lines` is true, line breaks stay.
std::string printable(std::string_view text, bool lines = false);

}  // namespace ez
