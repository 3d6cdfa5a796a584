// UTF-8 by code points, and the text of strangers made fit to be shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;  // bytes that it takes in the text
  bool valid = false;      // else it is a byte that is no UTF-8
};

// The code point that begins at `at`.
CodePoint code_point(std::string_view text, std::size_t at);

// Code points, about as wide as the text is on a terminal.
std::size_t columns(std::string_view text);

// The beginning of a text, of at most so many bytes: it ends where a code point does.
std::string_view beginning(std::string_view text, std::size_t most);

// Whether it moves the cursor, clears the screen, breaks a line or turns the direction of writing instead of being
// seen.
bool is_control(char32_t point);

// The first character of the text that no font shows and that is neither tab nor line break; none where there is none.
std::optional<char32_t> invisible_control(std::string_view text);
// The text without them.
std::string without_invisible_controls(std::string_view text);

// In one line that does nothing to a terminal: control characters and bytes that are no UTF-8 are written as in C, \n,
// \u001B, \xFF. `lines`: line breaks stay.
std::string printable(std::string_view text, bool lines = false);

}  // namespace ez
