// What is code, what is a string and what is a comment in TOML text, without parsing it. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>

namespace ez {

enum TextKind : char { code = 'c', quoted = 's', comment = '#' };

// One TextKind per byte of `text`; newlines outside multi-line strings are code.
std::string text_kinds(std::string_view text);

// 1-based line of a dotted key or header with more than `most` parts, 0 if there is none. The TOML library recurses
// once per part, so a hostile file could exhaust the stack.
int deep_key_line(std::string_view text, const std::string& kinds, int most);

}  // namespace ez
