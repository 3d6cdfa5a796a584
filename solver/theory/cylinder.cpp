#include "solver/theory/cylinder.h"

#include <cmath>
#include <limits>

#include "solver/base/constants.h"
#include "solver/theory/bessel.h"
#include "solver/theory/search.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

using Complex = std::complex<double>;
double wavenumber(double frequency) { return 2 * pi * frequency / c0; }
// Higher orders are below rounding (Wiscombe, Appl. Opt. 19, 1505 (1980)).
constexpr double most_ka = 2000;  // for such a wide cylinder the series takes seconds
int last_order(double ka) { return static_cast<int>(std::ceil(ka + 4 * std::cbrt(ka) + 10)); }

}  // namespace

Complex cylinder_coefficient(const Cylinder& cylinder, Polarization polarization, double frequency, int n) {
  const double x = wavenumber(frequency) * cylinder.outer();
  const double j = ::jn(n, x), slope = bessel_j_slope(n, x);
  if (cylinder.conductor) return polarization == Polarization::ez ? -j / hankel1(n, x) : -slope / hankel1_slope(n, x);
  // The field, and its slope over μ (Ez) or ε (Hz), are continuous at the cylinder's surface.
  const double index = std::sqrt(cylinder.eps * cylinder.mu), core = wavenumber(frequency) * cylinder.radius;
  const double weight = polarization == Polarization::ez ? cylinder.mu : cylinder.eps;
  double inside = ::jn(n, index * core), inside_slope = index / weight * bessel_j_slope(n, index * core);
  if (cylinder.coat > 0) {
    // Continues in the layer with αJ + βY. Their Wronskian is 2/πx.
    const double m = std::sqrt(cylinder.coat_eps), factor = polarization == Polarization::ez ? m : 1 / m;
    const auto slope_y = [&](double z) { return hankel1_slope(n, z).imag(); };
    const double at = m * core, whole = pi / 2 * at;
    const double alpha = whole * (inside * slope_y(at) - inside_slope / factor * ::yn(n, at));
    const double beta = whole * (inside_slope / factor * ::jn(n, at) - inside * bessel_j_slope(n, at));
    inside = alpha * ::jn(n, m * x) + beta * ::yn(n, m * x);
    inside_slope = factor * (alpha * bessel_j_slope(n, m * x) + beta * slope_y(m * x));
  }
  return -(slope * inside - inside_slope * j) / (hankel1_slope(n, x) * inside - inside_slope * hankel1(n, x));
}

double ring_resonance(double index, double inner, double outer, double least) {
  if (!(index > 1 && inner > 0 && outer > inner)) return std::numeric_limits<double>::quiet_NaN();
  const Cylinder ring{.radius = inner, .coat = outer - inner, .coat_eps = index * index};
  // A coefficient −N/(N + iM), with N and M real, is −1 if M = 0. The inner field then matches Y alone.
  constexpr int parts = 400;
  for (int m = 1; m <= 100; ++m) {
    const auto quadrature = [&](double f) {
      const Complex a = cylinder_coefficient(ring, Polarization::ez, f, m);
      return (-1.0 / a).imag();
    };
    // No mode is slower than a wave in the ring's medium along its outer edge.
    const double low = m * c0 / (2 * pi * outer * index), high = m * c0 / (2 * pi * inner), step = (high - low) / parts;
    if (high <= least) continue;
    double f = low, at = quadrature(f);
    int part = 0;
    for (; part < parts; ++part, f = low + part * step) {
      const double next = quadrature(f + step);
      if (at * next <= 0) break;
      at = next;
    }
    if (part == parts) continue;
    const double tone = bisect(f, f + step, [&](double tried) { return quadrature(tried) * at > 0; });
    if (tone > least) return tone;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double scattering_width(const Cylinder& cylinder, Polarization polarization, double frequency, double phi) {
  const double k = wavenumber(frequency);
  if (!(k * cylinder.outer() <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  Complex sum = cylinder_coefficient(cylinder, polarization, frequency, 0);
  for (int n = 1; n <= last_order(k * cylinder.outer()); ++n)
    sum += 2 * std::cos(n * phi) * cylinder_coefficient(cylinder, polarization, frequency, n);
  return 4 / k * std::norm(sum);
}

double total_scattering_width(const Cylinder& cylinder, Polarization polarization, double frequency) {
  const double k = wavenumber(frequency);
  if (!(k * cylinder.outer() <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  double sum = std::norm(cylinder_coefficient(cylinder, polarization, frequency, 0));
  for (int n = 1; n <= last_order(k * cylinder.outer()); ++n)
    sum += 2 * std::norm(cylinder_coefficient(cylinder, polarization, frequency, n));
  return 4 / k * sum;
}

Complex scattered_field(const Cylinder& cylinder, Polarization polarization, double frequency, double x, double y) {
  const double k = wavenumber(frequency), kr = k * std::hypot(x, y), phi = std::atan2(y, x);
  if (!(k * cylinder.outer() <= most_ka)) return std::numeric_limits<double>::quiet_NaN();
  Complex sum = cylinder_coefficient(cylinder, polarization, frequency, 0) * hankel1(0, kr), turn = 2;
  for (int n = 1; n <= last_order(k * cylinder.outer()); ++n) {
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

double line_source_over_mapped_bump(double current, double frequency, double eps, double radius, Complex z0,
                                    Complex z) {
  const auto flat = [&](Complex place) { return place + radius * radius / place; };
  const Complex from = flat(z0), to = flat(z);
  const double index = std::sqrt(eps);
  return line_source_over_conductor(current, index * frequency, from.imag(), (to - from).real(), to.imag()) / index;
}

double array_field(double current, double frequency, int count, double spacing, double phase, double x, double y) {
  // point_source_field() uses e^{iωt}, so a later current has a negative phase here too.
  Complex sum;
  for (int n = 0; n < count; ++n)
    sum += std::polar(1.0, -n * phase) * point_source_field(current, 2 * pi * frequency, 1, wavenumber(frequency),
                                                            std::hypot(x, y - (n - (count - 1) / 2.0) * spacing));
  return std::abs(sum);
}

double way_by_circle(Complex from, Complex to, double radius) {
  if (!(std::abs(from) >= radius && std::abs(to) >= radius)) return std::numeric_limits<double>::quiet_NaN();
  const auto way = [&](double part) {
    const Complex rim = from * std::polar(radius / std::abs(from), part * std::arg(to / from));
    return std::abs(from - rim) + std::abs(to - rim);
  };
  return way(least_of(0, 1, way));  // along the arc between the two directions, the length falls and then rises
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
