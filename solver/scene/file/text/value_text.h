// Values as TOML text: numbers in the shortest form that reads back to the same value. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez::value_text {

std::string number(double v);
// The same for quantities that are never counts: 1.0 rather than 1.
std::string decimal(double v);
std::string pair(Vec2 v);
std::string list(const std::vector<Vec2>& points);
std::string list(const std::vector<double>& numbers);
// A basic string; text of several lines as a multi-line one.
std::string in_quotes(std::string_view text);
// The same on one line, whatever it holds.
std::string on_one_line(std::string_view text);
std::string flag(bool value);
// Any value on one line, tables in braces; nothing where a date or time is part of it.
std::optional<std::string> of(const toml::node& node);

}  // namespace ez::value_text
