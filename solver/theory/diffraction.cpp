#include "solver/theory/diffraction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/theory/layers.h"
#include "solver/theory/media.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

double sinc(double u) { return u == 0 ? 1 : std::sin(u) / u; }

// Returns sin(nu)/(n sin u), with its limit where sin u = 0.
double interference(int n, double u) {
  const double s = std::sin(u);
  return std::abs(s) < 1e-9 ? 1 : std::sin(n * u) / (n * s);
}

}  // namespace

double order_angle(double spacing, double wavelength, double order, double incidence) {
  return std::asin(std::sin(incidence) + order * wavelength / spacing);
}

double slit_intensity(double width, double wavelength, double theta) {
  return square(sinc(pi * width * std::sin(theta) / wavelength));
}

double array_intensity(int count, double spacing, double wavelength, double phase, double theta) {
  return square(interference(count, pi * spacing * std::sin(theta) / wavelength - phase / 2));
}

Complex fresnel_integral(double v) {
  const double x = std::abs(v);
  Complex of;
  if (x < 2.5) {
    // Power series of e^{iπt²/2}, integrated term by term.
    Complex power = x;
    const Complex factor(0, pi / 2 * x * x);
    for (int n = 0; n < 80; ++n) {
      of += power / (2.0 * n + 1);
      power *= factor / (n + 1.0);
    }
  } else {
    // (1 + i)/2·erf(z) with z = √π/2·(1 − i)x. erfc(z) is a continued fraction (Abramowitz & Stegun
    // 7.1.14), computed from its end.
    const Complex z = std::sqrt(pi) / 2 * Complex(1, -1) * x;
    Complex fraction = z;
    for (int n = 80; n > 0; --n) fraction = z + n / 2.0 / fraction;
    of = Complex(0.5, 0.5) * (1.0 - std::exp(-z * z) / (std::sqrt(pi) * fraction));
  }
  return v < 0 ? -of : of;
}

double knife_edge_intensity(double v) { return std::norm(Complex(0.5, 0.5) + fresnel_integral(v)) / 2; }

namespace {

// Returns the field behind the edge of a half-plane. `straight` is the phase kx of the incident wave from the screen,
// and `round` the phase kr of the edge's own wave.
Complex behind_rim(double straight, double round, double x, double y) {
  // Angles are measured from the metal, and the wave comes from π/2. The second term is its mirror image.
  const double turned = std::atan2(-x, -y), phi = turned < 0 ? turned + 2 * pi : turned;
  const auto part = [&](double phase, double psi) {
    const double v = std::copysign(std::sqrt(2 / pi * std::max(round - phase, 0.0)), std::cos(psi / 2));
    return std::polar(1.0, phase) * (Complex(0.5, 0.5) + fresnel_integral(v)) * Complex(0.5, -0.5);
  };
  return part(straight, phi - pi / 2) - part(-straight, phi + pi / 2);
}

// Returns the field behind gaps between pairs of y. round(x, y) is the phase of an edge's wave.
Complex behind_gaps(std::span<const double> ends, double x, double y, double straight, auto&& round) {
  Complex sum;
  for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
    if (!(ends[k + 1] > ends[k])) continue;
    const double over = y - ends[k], under = ends[k + 1] - y;
    sum += behind_rim(straight, round(x, over), x, over) + behind_rim(straight, round(x, under), x, under) -
           std::polar(1.0, straight);
  }
  return sum;
}

}  // namespace

Complex half_plane_field(double wavelength, double x, double y) {
  const double k = 2 * pi / wavelength;
  return behind_rim(k * x, k * std::hypot(x, y), x, y);
}

Complex slit_field(double wavelength, double width, double x, double y) {
  const std::array ends{-width / 2, width / 2};
  return gaps_field(wavelength, ends, x, y);
}

Complex strip_field(double wavelength, double width, double x, double y) {
  return half_plane_field(wavelength, x, y - width / 2) + half_plane_field(wavelength, x, -y - width / 2);
}

double knife_edge_v(double height, double before, double after, double wavelength) {
  // Projects the point onto the plane of the edge, as seen from the source.
  return height * std::sqrt(2 / (wavelength * after * (1 + after / before)));
}

double zone_plate_radius(int zone, double focus, double wavelength) {
  return std::sqrt(zone * wavelength * focus + square(zone * wavelength / 2));
}

Complex zone_plate_field(double wavelength, double focus, int last, double x, double y) {
  const double first = zone_plate_radius(1, focus, wavelength);
  std::vector<double> ends = {-first, first};
  for (int zone = 3; zone <= last; zone += 2) {
    const double inner = zone_plate_radius(zone - 1, focus, wavelength);
    const double outer = zone_plate_radius(zone, focus, wavelength);
    ends.insert(ends.end(), {-outer, -inner, inner, outer});
  }
  return gaps_field(wavelength, ends, x, y);
}

Complex gaps_field(double wavelength, std::span<const double> ends, double x, double y) {
  const double k = 2 * pi / wavelength;
  return behind_gaps(ends, x, y, k * x, [k](double along, double across) { return k * std::hypot(along, across); });
}

Complex gaps_field_on_grid(const YeeGrid& grid, double frequency, std::span<const double> ends, double x, double y) {
  const double omega = 2 * pi * frequency;
  return behind_gaps(ends, x, y, discrete_wavenumber(grid, omega, 0) * x,
                     [&](double along, double across) { return discrete_far_phase(grid, omega, along, across); });
}

Complex double_slit_field_on_grid(const YeeGrid& grid, double frequency, double width, double first, double second,
                                  double x, double y) {
  Complex sum;
  for (const double slit : {first, second}) {
    const double r = std::hypot(x, y - slit), u = pi * width * frequency / c0 * (y - slit) / r;
    const double k = discrete_wavenumber(grid, 2 * pi * frequency, std::atan2(y - slit, x));
    sum += std::polar(sinc(u) / std::sqrt(r), k * r);
  }
  return sum;
}

double lamp_coherence(double wavelength, int count, double spacing, double distance, double apart) {
  Complex both;
  double one = 0, other = 0;
  for (int n = 0; n < count; ++n) {
    const double y = (n - (count - 1) / 2.0) * spacing;
    const double r1 = std::hypot(distance, y - apart / 2), r2 = std::hypot(distance, y + apart / 2);
    both += std::polar(1 / std::sqrt(r1 * r2), 2 * pi / wavelength * (r1 - r2));
    one += 1 / r1;
    other += 1 / r2;
  }
  return std::abs(both) / std::sqrt(one * other);
}

namespace {

constexpr double most_terms = 1e5;  // of a sum; a function that needs more terms returns NaN

// Returns ∫cos(πy/a)·e^{ik(√(R² + y²) − R − y sin θ)} dy over the mouth.
Complex horn_integral(double wavelength, double aperture, double radius, double angle) {
  const double k = 2 * pi / wavelength;
  const double wanted = 40 * aperture / wavelength;
  if (!(std::abs(wanted) < most_terms)) return no_number;
  const int parts = 100 + static_cast<int>(std::abs(wanted));
  Complex sum;
  for (int j = 0; j < parts; ++j) {
    const double y = ((j + 0.5) / parts - 0.5) * aperture;
    sum += std::polar(std::cos(pi * y / aperture), k * (std::hypot(radius, y) - radius - y * std::sin(angle)));
  }
  return sum * (aperture / parts);
}

}  // namespace

double horn_pattern(double wavelength, double aperture, double radius, double angle) {
  return (1 + std::cos(angle)) / 2 *
         std::abs(horn_integral(wavelength, aperture, radius, angle) / horn_integral(wavelength, aperture, radius, 0));
}

double horn_gain(double wavelength, double aperture, double radius) {
  return 4 * pi / (wavelength * aperture) * std::norm(horn_integral(wavelength, aperture, radius, 0));
}

Complex line_source_over_ground(double current, double frequency, double height, double eps, double sigma, double x,
                                double y) {
  const double omega = 2 * pi * frequency, k = omega / c0;
  const Complex mirrored = plane_response({}, {}, {conducting_eps(eps, sigma, frequency)}, Polarization::ez, frequency,
                                          std::atan2(std::abs(x), y + height))
                               .r;
  return std::conj(point_source_field(current, omega, 1, k, std::hypot(x, y - height))) +
         mirrored * std::conj(point_source_field(current, omega, 1, k, std::hypot(x, y + height)));
}

Complex lamp_row_field(double frequency, double period, double width, double x, double y) {
  const double k = 2 * pi * frequency / c0;
  // Further terms are below e^{−40}.
  const double wanted = std::ceil(std::abs(period) / 2 / pi * std::hypot(k, 40 / x));
  if (!(wanted < most_terms)) return no_number;
  const int last = static_cast<int>(wanted);
  Complex sum;
  for (int m = 0; m <= last; ++m) {
    const double across = 2 * pi * m / period, part = width / period * sinc(pi * m * width / period) * (m == 0 ? 1 : 2);
    const Complex along = std::sqrt(Complex(k * k - across * across));
    sum += part * k * eta0 / 2 / along * std::exp(Complex(0, 1) * along * x) * std::cos(across * y);
  }
  return sum;
}

double plate_width(double width, double wavelength, double incidence, double angle) {
  const double u = pi * width / wavelength * (std::sin(incidence) + std::sin(angle));
  return 2 * pi / wavelength * square(width * std::cos(incidence) * sinc(u));
}

Complex parabola_focus_field(double wavelength, double focus, double aperture) {
  return 1.0 - std::polar(4 * std::sqrt(focus / wavelength) * std::asinh(aperture / 4 / focus),
                          4 * pi * focus / wavelength - pi / 4);
}

double wire_row_reflectance(double period, double radius, double wavelength) {
  const double ratio = period / wavelength;
  double sum = std::log(period / (2 * pi * radius));
  for (int m = 1; m < 1000; ++m) sum += 1 / std::sqrt(m * m - ratio * ratio) - 1.0 / m;  // the terms decrease as m⁻³
  return 1 / (1 + square(2 * ratio * sum));
}

double luneburg_index(double r, double radius) { return r < radius ? std::sqrt(2 - square(r / radius)) : 1; }

Complex luneburg_focus_field(double wavelength, double x, double y) {
  const double k = 2 * pi / wavelength;
  const double wanted = 40 * std::hypot(x, y) / std::abs(wavelength);
  if (!(wanted < most_terms)) return no_number;
  const int parts = 200 + static_cast<int>(wanted);
  Complex field;
  double at_focus = 0;
  for (int j = 0; j < parts; ++j) {
    // θ = π/2·sin ψ: equal steps of ψ are dense where √cos θ ends.
    const double psi = ((j + 0.5) / parts - 0.5) * pi, theta = pi / 2 * std::sin(psi);
    const double part = std::sqrt(std::cos(theta)) * std::cos(psi);
    field += std::polar(part, k * (x * std::cos(theta) + y * std::sin(theta)));
    at_focus += part;
  }
  return field / at_focus;
}

double beam_radius(double waist, double wavelength, double z) {
  return waist * std::hypot(1, wavelength * z / (pi * waist * waist));
}

}  // namespace ez
