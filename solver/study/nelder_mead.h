// Minimises a function of a few variables without derivatives, with the simplex method of Nelder and Mead (Comput. J. 7
// (1965) 308) and their coefficients 1, 2, ½, ½. Deterministic.
#pragma once

#include <array>
#include <functional>

namespace ez {

inline constexpr int simplex_variables = 4;
using SimplexPoint = std::array<double, simplex_variables>;

struct SimplexResult {
  SimplexPoint at{};  // the best point found
  double value = 0;   // f at that point
};
// Starts from `start` with edges of `size`. Ends when the values differ by less than `tolerance`, after `most` trials,
// or when `stop` returns true.
SimplexResult nelder_mead(const std::function<double(const SimplexPoint&)>& f, const SimplexPoint& start, double size,
                          double tolerance, int most, const std::function<bool()>& stop);

}  // namespace ez
