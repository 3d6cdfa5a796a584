// The closed forms that a formula can call by name: real numbers in, one real number out. Angles in degrees, lengths in
// m, frequencies in Hz, powers as fractions; NaN where a formula does not hold (a mode below its cut-off).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// What a closed form says of places, for a picture: from the function's origin, where its x and y are 0, along its own
// axes. Of a function without them from what its angle is measured at.
struct TheoryMark {
  enum class Kind {
    ray,    // along `degrees` from +x
    tick,   // the outer end of a ray: where the picture shows the rest by itself
    place,  // at `x`, `y`
    fronts  // two, that leave a moving thing to either side, their rays at `degrees` from its way
  } kind = Kind::ray;
  double degrees = 0;
  double x = 0, y = 0;  // m
  std::string label = {};
};
struct TheoryFunction {
  std::string_view name;
  std::vector<std::string_view> arguments;             // each with its unit, where it has one: "angle (deg)"
  std::string_view text;                               // one line: what, its unit, where it holds, its source
  double (*value)(std::span<const double> arguments);  // as many as arguments names
  // What it puts on a picture; null: nothing.
  std::vector<TheoryMark> (*marks)(std::span<const double> arguments) = nullptr;
};
// None where evaluate() gives NaN.
std::vector<TheoryMark> marks_of(const TheoryFunction& function, std::span<const double> arguments);
// NaN too for numbers out of a function's range: a count that is none, a frequency or a radius not above 0.
double evaluate(const TheoryFunction& function, std::span<const double> arguments);
// Those of one field beside each other. Names are C identifiers, each there once.
std::span<const TheoryFunction> theory_functions();

}  // namespace ez
