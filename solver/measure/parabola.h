// The maximum of a peak that is known at equal steps.
#pragma once

#include <algorithm>

namespace ez {

// Returns the position of the maximum, in steps from b, of the parabola through three heights at −1, 0, 1.
inline double parabola_peak(double a, double b, double c) {
  const double bend = a - 2 * b + c;
  return bend < 0 ? std::clamp((a - c) / (2 * bend), -0.5, 0.5) : 0;
}

}  // namespace ez
