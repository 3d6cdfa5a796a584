#include "solver/theory/modes.h"

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/theory/bessel.h"
#include "solver/theory/search.h"

namespace ez {
namespace {

// Returns √(1 − (fc/f)²), NaN below cut-off.
double along_guide(double width, int m, double frequency) {
  return std::sqrt(1 - square(guide_cutoff(width, m) / frequency));
}

// Returns half the phase shift at total reflection in a film with effective index n: atan(weight·√(n² −
// n_outside²)/√(n_film² − n²)).
double half_phase(Polarization polarization, double n_film, double n_outside, double n) {
  const double weight = polarization == Polarization::ez ? 1 : square(n_film / n_outside);
  return std::atan2(weight * std::sqrt(square(n) - square(n_outside)), std::sqrt(square(n_film) - square(n)));
}

}  // namespace

double guide_cutoff(double width, int m, double index) { return m * c0 / (2 * width * index); }

double guide_wavelength(double width, int m, double frequency) {
  return c0 / frequency / along_guide(width, m, frequency);
}
double guide_group_velocity(double width, int m, double frequency) { return along_guide(width, m, frequency); }

double guide_corner_reflectance(double width, double frequency) {
  if (!(frequency > guide_cutoff(width, 1))) return no_number;
  using Complex = std::complex<double>;
  constexpr int modes = 40;
  const double k = 2 * pi * frequency / c0;
  const auto across = [&](int n) { return (n + 1) * pi / width; };
  // Ez is Σ Aₙ sin(nπy/a) on one opening. On the other it is ±Aₙ, if equal or opposite waves arrive at both.
  // Inside the square, each sum falls to zero at the opposite metal. Its slope at the opening equals that of
  // the guide's 2·sin(πy/a) − Σ Aₙ….
  const auto first_on_opening = [&](double sign) {
    Eigen::MatrixXcd slopes(modes, modes);
    Eigen::VectorXcd sent = Eigen::VectorXcd::Zero(modes);
    for (int n = 0; n < modes; ++n) {
      for (int m = 0; m < modes; ++m)
        slopes(n, m) = sign * 2 / width * across(n) * across(m) / (square(across(n)) + square(across(m)) - square(k));
      const Complex along = std::sqrt(Complex(square(k) - square(across(n))));
      slopes(n, n) += Complex(0, 1) * along - along / std::tan(along * width);
      if (n == 0) sent(n) = Complex(0, 2) * along;
    }
    return Complex(slopes.partialPivLu().solve(sent)(0));
  };
  // Half of the sum of both cases is a wave that arrives at one opening only.
  return std::norm((first_on_opening(1) + first_on_opening(-1)) / 2.0 - 1.0);
}

double guide_wavelength_on_grid(const YeeGrid& grid, double width, int m, double frequency) {
  return 2 * pi / discrete_kx(grid, 2 * pi * frequency, m * pi / width);
}

// Derivative of the dispersion relation: sin(ωΔt)/(v²Δt)·dω = sin(kxΔx)/Δx·dkx.
double guide_group_velocity_on_grid(const YeeGrid& g, double width, int m, double frequency) {
  const double omega = 2 * pi * frequency, kx = discrete_kx(g, omega, m * pi / width);
  return c0 / (g.eps * g.mu) * g.dt * std::sin(kx * g.dx) / (g.dx * std::sin(omega * g.dt));
}

double box_mode(double a, double b, int m, int n) { return c0 / 2 * std::hypot(m / a, n / b); }
double box_mode_on_grid(const YeeGrid& grid, double a, double b, int m, int n) {
  return discrete_omega(grid, m * pi / a, n * pi / b) / (2 * pi);
}

double filled_box_mode(double a, double b, double empty, double eps) {
  if (!(empty >= 0 && empty <= a && eps > 0)) return no_number;
  // sin(kd)/k and cos(kd) from k², which may be negative.
  const auto sine = [](double k2, double d) {
    const double k = std::sqrt(std::abs(k2));
    return k2 > 0 ? std::sin(k * d) / k : k2 < 0 ? std::sinh(k * d) / k : d;
  };
  const auto cosine = [](double k2, double d) {
    const double k = std::sqrt(std::abs(k2));
    return k2 > 0 ? std::cos(k * d) : std::cosh(k * d);
  };
  // Positive below the lowest mode.
  const auto surplus = [&](double f) {
    const double vacuum = square(2 * pi * f / c0), across = square(pi / b), d = a - empty;
    const double k1 = vacuum - across, k2 = eps * vacuum - across;
    return sine(k1, empty) * cosine(k2, d) + cosine(k1, empty) * sine(k2, d);
  };
  constexpr int most_steps = 100000;  // eps from 10⁻⁶ to 10⁶
  // Searches between the modes of boxes filled with one medium only, and returns the first mode found there.
  const double first = box_mode(a, b, 1, 1) / std::sqrt(std::max(eps, 1.0)), step = first / 100;
  const double last = 1.01 * box_mode(a, b, 1, 1) / std::sqrt(std::min(eps, 1.0));
  double high = 0.99 * first;
  int steps = 0;
  for (; high < last && surplus(high) > 0; high = 0.99 * first + steps * step)
    if (++steps > most_steps) return no_number;
  return bisect(high - step, high, [&](double f) { return surplus(f) > 0; });
}

double round_mode(Polarization polarization, double radius, int m, int p) {
  const double zero = polarization == Polarization::ez ? bessel_zero(m, p) : bessel_slope_zero(m, p);
  return c0 * zero / (2 * pi * radius);
}

double slab_guide_index(Polarization polarization, double n_film, double n_below, double n_above, double thickness,
                        double frequency, int mode) {
  // Decreases with growing n, down to −(mode + 1)π at n_film.
  const auto surplus = [&](double n) {
    return 2 * pi * frequency / c0 * thickness * std::sqrt(square(n_film) - square(n)) - mode * pi -
           half_phase(polarization, n_film, n_below, n) - half_phase(polarization, n_film, n_above, n);
  };
  if (!(surplus(n_below) > 0)) return no_number;
  return bisect(n_below, n_film, [&](double n) { return surplus(n) > 0; });
}

double slab_guide_cutoff(Polarization polarization, double n_film, double n_below, double n_above, int mode) {
  return (mode * pi + half_phase(polarization, n_film, n_above, n_below)) /
         (2 * pi * std::sqrt(square(n_film) - square(n_below)));
}

double sech_guide_index(double n0, double g, double frequency, int mode) {
  const double k = 2 * pi * frequency / c0, beta = g * (std::sqrt(square(n0 * k / g) + 0.25) - 0.5 - mode);
  return beta > 0 ? beta / k : std::numeric_limits<double>::quiet_NaN();
}

double ring_spacing(double wavelength, double group_index, double radius) {
  return square(wavelength) / (group_index * 2 * pi * radius);
}

}  // namespace ez
