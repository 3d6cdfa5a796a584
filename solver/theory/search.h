// A place on a line of numbers, by halving or by thirds, to rounding.
#pragma once

namespace ez {

// Where `below`, true from `low` on, becomes false before `high`.
double turn_of(double low, double high, auto&& below) {
  for (int round = 0; round < 100; ++round) {
    const double middle = 0.5 * (low + high);
    (below(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Where f, which falls and then rises, is least between `low` and `high`.
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
