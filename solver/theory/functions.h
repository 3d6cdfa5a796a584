// The closed forms that a formula can call by name: real numbers in, one real number out. Angles in degrees, lengths in
// m, frequencies in Hz, powers as fractions; NaN where a formula does not hold (a mode below its cut-off).
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ez {

struct TheoryFunction {
  std::string_view name;
  std::vector<std::string_view> arguments;             // each with its unit, where it has one: "angle (deg)"
  std::string_view text;                               // one line: what, its unit, where it holds, its source
  double (*value)(std::span<const double> arguments);  // as many as arguments names
};
// NaN too for numbers out of a function's range: a count that is none, a frequency or a radius not above 0.
double evaluate(const TheoryFunction& function, std::span<const double> arguments);
// Those of one field beside each other. Names are C identifiers, each there once.
std::span<const TheoryFunction> theory_functions();

}  // namespace ez
