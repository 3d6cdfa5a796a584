// Formats values as TOML text. Numbers have the shortest form that reads back to the same
// value. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez::value_text {

std::string number(double v);
// Does the same for quantities that are never counts: 1.0 instead of 1.
std::string decimal(double v);
std::string pair(Vec2 v);
std::string list(const std::vector<Vec2>& points);
std::string list(const std::vector<double>& numbers);
// Returns a basic string; text with several lines becomes a multi-line string.
std::string in_quotes(std::string_view text);
// Does the same on one line, for any text.
std::string on_one_line(std::string_view text);
std::string flag(bool value);
// Returns any value on one line, with tables in braces. Empty if it contains a date or time.
std::optional<std::string> of(const toml::node& node);
// Returns the kind of a value of the wrong type for a message: "a string", "a list of 3 values". Describes a number
// with a point or a switch by its value, because its type alone may sound right: 2.5 is a number, but not a whole one.
std::string described(const toml::node& node);

}  // namespace ez::value_text
