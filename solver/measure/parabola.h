// The top of a peak that is known at equal steps.
#pragma once

#include <algorithm>

namespace ez {

// Where, in steps from b, the parabola through three heights at −1, 0, 1 is highest.
inline double parabola_peak(double a, double b, double c) {
  const double bend = a - 2 * b + c;
  return bend < 0 ? std::clamp((a - c) / (2 * bend), -0.5, 0.5) : 0;
}

}  // namespace ez
