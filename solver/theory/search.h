// Searches for a value in an interval, by bisection or ternary search, to rounding.
#pragma once

namespace ez {

// Returns the value at which `below`, which is true at `low` and false at `high`, changes.
double bisect(double low, double high, auto&& below) {
  for (int round = 0; round < 100; ++round) {
    const double middle = 0.5 * (low + high);
    (below(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Returns the minimum position of f, which first falls and then rises, between `low` and `high`.
double least_of(double low, double high, auto&& f) {
  for (int round = 0; round < 100; ++round) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (f(a) < f(b))
      high = b;
    else
      low = a;
  }
  return 0.5 * (low + high);
}

}  // namespace ez
