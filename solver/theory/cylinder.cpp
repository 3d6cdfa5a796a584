#include "solver/theory/cylinder.h"

#include <cmath>
#include <limits>

#include "solver/base/constants.h"
#include "solver/theory/bessel.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

using Complex = std::complex<double>;
double wavenumber(double frequency) { return 2 * pi * frequency / c0; }
// Past it the coefficients are under rounding (Wiscombe, Appl. Opt. 19, 1505 (1980)).
constexpr double most_ka = 2000;  // a cylinder so wide that the series takes seconds
int last_order(double ka) { return static_cast<int>(std::ceil(ka + 4 * std::cbrt(ka) + 10)); }

}  // namespace

Complex cylinder_coefficient(const Cylinder& cylinder, Polarization polarization, double frequency, int n) {
  const double x = wavenumber(frequency) * cylinder.radius;
  const double j = ::jn(n, x), slope = bessel_j_slope(n, x);
  if (cylinder.conductor) return polarization == Polarization::ez ? -j / hankel1(n, x) : -slope / hankel1_slope(n, x);
  // The field and its slope over μ (Ez) or ε (Hz) are the same on both sides of the rim.
  const double index = std::sqrt(cylinder.eps * cylinder.mu);
  const double weight = polarization == Polarization::ez ? cylinder.mu : cylinder.eps;
  const double inside = ::jn(n, index * x), inside_slope = index / weight * bessel_j_slope(n, index * x);
  return -(slope * inside - inside_slope * j) / (hankel1_slope(n, x) * inside - inside_slope * hankel1(n, x));
}

double scattering_width(const Cylinder& cylinder, Polarization polarization, double frequency, double phi) {
  const double k = wavenumber(frequency);
  if (!(k * cylinder.radius <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  Complex sum = cylinder_coefficient(cylinder, polarization, frequency, 0);
  for (int n = 1; n <= last_order(k * cylinder.radius); ++n)
    sum += 2 * std::cos(n * phi) * cylinder_coefficient(cylinder, polarization, frequency, n);
  return 4 / k * std::norm(sum);
}

double total_scattering_width(const Cylinder& cylinder, Polarization polarization, double frequency) {
  const double k = wavenumber(frequency);
  if (!(k * cylinder.radius <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  double sum = std::norm(cylinder_coefficient(cylinder, polarization, frequency, 0));
  for (int n = 1; n <= last_order(k * cylinder.radius); ++n)
    sum += 2 * std::norm(cylinder_coefficient(cylinder, polarization, frequency, n));
  return 4 / k * sum;
}

Complex scattered_field(const Cylinder& cylinder, Polarization polarization, double frequency, double x, double y) {
  const double k = wavenumber(frequency), kr = k * std::hypot(x, y), phi = std::atan2(y, x);
  if (!(k * cylinder.radius <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  Complex sum = cylinder_coefficient(cylinder, polarization, frequency, 0) * hankel1(0, kr), turn = 2;
  for (int n = 1; n <= last_order(k * cylinder.radius); ++n) {
    turn *= Complex(0, 1);
    sum += turn * std::cos(n * phi) * cylinder_coefficient(cylinder, polarization, frequency, n) * hankel1(n, kr);
  }
  return sum;
}

double line_source_over_conductor(double current, double frequency, double height, double x, double y) {
  const double omega = 2 * pi * frequency, k = wavenumber(frequency);
  return std::abs(point_source_field(current, omega, 1, k, std::hypot(x, y - height)) -
                  point_source_field(current, omega, 1, k, std::hypot(x, y + height)));
}

double array_field(double current, double frequency, int count, double spacing, double phase, double x, double y) {
  // point_source_field goes with e^{iωt}: there, too, a later current has a negative phase.
  Complex sum;
  for (int n = 0; n < count; ++n)
    sum += std::polar(1.0, -n * phase) * point_source_field(current, 2 * pi * frequency, 1, wavenumber(frequency),
                                                            std::hypot(x, y - (n - (count - 1) / 2.0) * spacing));
  return std::abs(sum);
}

double line_source_in_corner(double current, double frequency, double a, double b, double x, double y) {
  const auto of = [&](double from_x, double from_y) {
    return point_source_field(current, 2 * pi * frequency, 1, wavenumber(frequency),
                              std::hypot(x - from_x, y - from_y));
  };
  return std::abs(of(a, b) - of(-a, b) - of(a, -b) + of(-a, -b));
}

double line_dipole_field(double moment, double frequency, double r, double angle) {
  const double k = wavenumber(frequency);
  return moment * k / 4 * std::abs(hankel1(1, k * r) * std::sin(angle));
}

double line_source_power(double current, double frequency) { return 2 * pi * frequency * mu0 * current * current / 8; }

double line_source_power_over_conductor(double current, double frequency, double height) {
  return line_source_power(current, frequency) * (1 - ::j0(2 * wavenumber(frequency) * height));
}

}  // namespace ez
