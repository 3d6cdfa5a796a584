// Finds a complex resonance of a function that is known at real frequencies only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/base/bands.h"

namespace ez {

// Returns the zero of f next to the real axis near `guess`. f must be analytic there, and f(x) complex for
// real x. The method finds the zero of the polynomial through nine values of f. These extend `width` to each
// side at first, and then the zero's distance from the axis. Returns NaN if no zero is found. `threads`
// threads compute f at the same time.
std::complex<double> complex_zero(auto&& f, double guess, double width, int threads = 1) {
  using Complex = std::complex<double>;
  constexpr int half = 4, count = 2 * half + 1;
  Complex zero(guess, -width / 10);
  for (int round = 0; round < 12; ++round) {
    std::array<double, count> x;
    std::array<Complex, count> y;
    for (int k = 0; k < count; ++k) x[k] = zero.real() + width * (k - half) / half;
    in_bands(count, std::min(threads, count), [&](int, int from, int to) {
      for (int k = from; k < to; ++k) y[k] = f(x[k]);
    });
    const auto through = [&](Complex z) {  // Lagrange
      Complex sum = 0;
      for (int k = 0; k < count; ++k) {
        Complex term = y[k];
        for (int other = 0; other < count; ++other)
          if (other != k) term *= (z - x[other]) / (x[k] - x[other]);
        sum += term;
      }
      return sum;
    };
    // Secant method.
    const Complex last = zero;
    Complex a = zero, b = zero + Complex(0, 0.1 * width), at_a = through(a), at_b = through(b);
    for (int step = 0; step < 50 && std::abs(b - a) > 1e-14 * std::abs(b) && at_b != at_a; ++step) {
      const Complex next = b - at_b * (b - a) / (at_b - at_a);
      a = b, at_a = at_b;
      b = next, at_b = through(b);
    }
    zero = b;
    if (!(std::abs(zero - last) < 100 * width)) break;
    if (std::abs(zero - last) < 1e-10 * std::abs(zero)) return zero;
    width = std::max(2 * std::abs(zero.imag()), 1e-6 * std::abs(zero));
  }
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace ez
