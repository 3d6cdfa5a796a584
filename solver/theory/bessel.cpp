#include "solver/theory/bessel.h"
#include "solver/theory/search.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

using Complex = std::complex<double>;

// Returns the p-th sign change of f above `from`. Sign changes must be more than a step apart.
template <class Function>
double sign_change(Function f, double from, int p) {
  const double step = 0.25;
  double low = from;
  for (;; low += step)
    if ((f(low) > 0) != (f(low + step) > 0) && --p == 0) break;
  const bool positive = f(low) > 0;
  return bisect(low, low + step, [&](double x) { return (f(x) > 0) == positive; });
}

// Returns a lower bound of all zeros, which are greater than the order.
double before_zeros(int order) { return std::max<double>(order, 0.5); }

}  // namespace

double bessel_j_slope(int n, double x) { return (::jn(n - 1, x) - ::jn(n + 1, x)) / 2; }
Complex hankel1(int n, double x) { return {::jn(n, x), ::yn(n, x)}; }
Complex hankel1_slope(int n, double x) { return (hankel1(n - 1, x) - hankel1(n + 1, x)) / 2.0; }

double bessel_zero(int n, int p) {
  return sign_change([n](double x) { return ::jn(n, x); }, before_zeros(n), p);
}
double bessel_slope_zero(int n, int p) {
  return sign_change([n](double x) { return bessel_j_slope(n, x); }, before_zeros(n), p);
}

}  // namespace ez
