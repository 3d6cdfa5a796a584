#include "solver/theory/heat.h"

#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

// Returns Σ of the terms that are not below rounding. Each decays as exp(−n²·decay).
template <class Term>
double series(double decay, Term term) {
  double sum = 0;
  for (int n = 1; n < 100000; ++n) {
    const double fade = std::exp(-n * static_cast<double>(n) * decay);
    if (fade < 1e-18) break;
    sum += fade * term(n);
  }
  return sum;
}

}  // namespace

double heat_of_point(double diffusivity, double x, double t) {
  return std::exp(-x * x / (4 * diffusivity * t)) / std::sqrt(4 * pi * diffusivity * t);
}

double heat_of_slab(double diffusivity, double width, double left, double right, double x, double t) {
  const double k = pi / width;
  return left + (right - left) * x / width + 2 / pi * series(diffusivity * k * k * t, [&](int n) {
                                               return ((n % 2 == 0 ? right : -right) - left) / n * std::sin(n * k * x);
                                             });
}

double heat_of_filled_slab(double diffusivity, double width, double filled, double x, double t) {
  const double k = pi / width;
  return filled / width + 2 / pi * series(diffusivity * k * k * t, [&](int n) {
                            return std::sin(n * k * filled) / n * std::cos(n * k * x);
                          });
}

}  // namespace ez
