// Closed forms that a formula can call by name. They take real numbers and return one. Angles are in
// degrees, lengths in m, frequencies in Hz, powers as fractions. The result is NaN if the closed form does
// not hold (a mode below its cut-off).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// A position or direction that a closed form shows on a picture. It is relative to the function's origin, where its x
// and y are 0, and to its axes. For a function without x and y, the origin is the point at which its angle is measured.
struct TheoryMark {
  enum class Kind {
    ray,    // along `degrees` from +x
    tick,   // the outer end of a ray, if the picture itself shows the rest
    place,  // at `x`, `y`
    fronts  // two fronts on both sides of a moving object, with rays at `degrees` from its direction
  } kind = Kind::ray;
  double degrees = 0;
  double x = 0, y = 0;  // m
  std::string label = {};
};
struct TheoryFunction {
  std::string_view name;
  std::vector<std::string_view> arguments;             // each with its unit, if it has one: "angle (deg)"
  std::string_view text;                               // one line: meaning, unit, validity, source
  double (*value)(std::span<const double> arguments);  // takes as many values as `arguments` has names
  // Marks for a picture; null if there are none.
  std::vector<TheoryMark> (*marks)(std::span<const double> arguments) = nullptr;
};
// Returns the marks; empty if evaluate() gives NaN.
std::vector<TheoryMark> marks_of(const TheoryFunction& function, std::span<const double> arguments);
// Returns the value. Also NaN for arguments out of range: an invalid count, or a frequency
// or radius that is not positive.
double evaluate(const TheoryFunction& function, std::span<const double> arguments);
// Returns all functions, grouped by field. Names are unique C identifiers.
std::span<const TheoryFunction> theory_functions();

}  // namespace ez
