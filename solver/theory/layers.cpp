#include "solver/theory/layers.h"

#include <cmath>
#include <vector>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/theory/complex_zero.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

// A plane wave in one medium. Across the interfaces it varies as e^{i·k·x}. Its second field along the interfaces is
// the first one times k/weight, times a constant of all media.
struct Wave {
  Complex k, admittance;
};
Wave wave_in(const OpticalMedium& m, Polarization polarization, double k0, double kx) {
  Complex k = std::sqrt(m.eps * m.mu * square(k0) - square(kx));
  // Chooses the wave that decays along its direction. Without loss it is the one that carries power along it, which
  // runs backwards if ε and μ are negative.
  if (k.imag() < 0 || (k.imag() == 0 && (k / m.mu).real() < 0)) k = -k;
  return {k, polarization == Polarization::ez ? k / m.mu : k / m.eps};
}

}  // namespace

PlaneResponse plane_response(const OpticalMedium& first, std::span<const OpticalLayer> layers,
                             const OpticalMedium& last, Polarization polarization, double frequency, double theta) {
  const double k0 = 2 * pi * frequency / c0;
  const double kx = k0 * std::sqrt(first.eps * first.mu).real() * std::sin(theta);
  Wave behind = wave_in(last, polarization, k0, kx);
  const Complex admittance_last = behind.admittance;
  PlaneResponse of{.r = 0, .t = 1};
  // Adds interface after interface, starting from the last one. `phase` is that of the layer behind the interface.
  const auto add = [&](const Wave& before, Complex phase) {
    const Complex r = (before.admittance - behind.admittance) / (before.admittance + behind.admittance);
    const Complex round = of.r * phase * phase, denominator = 1.0 + r * round;
    of.t *= (1.0 + r) * phase / denominator;
    of.r = (r + round) / denominator;
    behind = before;
  };
  Complex phase = 1;
  for (std::size_t n = layers.size(); n-- > 0;) {
    const Wave wave = wave_in(layers[n].medium, polarization, k0, kx);
    add(wave, phase);
    phase = std::exp(Complex(0, layers[n].thickness) * wave.k);
  }
  const Wave incident = wave_in(first, polarization, k0, kx);
  add(incident, phase);
  of.reflectance = std::norm(of.r);
  of.transmittance = admittance_last.real() / incident.admittance.real() * std::norm(of.t);
  return of;
}

double refraction_angle(double n1, double n2, double theta) { return std::asin(n1 / n2 * std::sin(theta)); }
double brewster_angle(double n1, double n2) { return std::atan(n2 / n1); }
double critical_angle(double n1, double n2) { return n1 > n2 ? std::asin(n2 / n1) : no_number; }

double goos_hanchen_shift(double n1, double n2, Polarization polarization, double frequency, double theta) {
  const double along = square(n1 * std::sin(theta));
  if (along < square(n2)) return no_number;
  const double s = 2 * std::tan(theta) / (2 * pi * frequency / c0 * std::sqrt(along - square(n2)));
  if (polarization == Polarization::ez) return s;
  return s / ((1 + square(n1 / n2)) * square(std::sin(theta)) - 1);
}

double goos_hanchen_beam_shift(double n1, double n2, double frequency, double theta, double waist, double way,
                               double apart) {
  const double k = 2 * pi * frequency / c0 * n1;
  // `offset` is the distance along the surface from the position of the beam's axis without a shift.
  const auto logarithm = [&](double offset) {
    const double ahead = way + offset * std::sin(theta), across = offset * std::cos(theta);
    const double most = std::min(10 / waist, k);  // across the axis, where the spectrum has fallen to e^{−25}
    constexpr int parts = 2000;
    Complex sum;
    for (int j = -parts; j <= parts; ++j) {
      const double kt = most * j / parts, turned = std::asin(kt / k);
      if (std::abs(theta + turned) >= pi / 2) continue;
      const Complex r = plane_response({square(n1)}, {}, {square(n2)}, Polarization::ez, frequency, theta + turned).r;
      sum += std::exp(-square(kt * waist / 2)) * r * std::polar(1.0, k * std::cos(turned) * ahead + kt * across);
    }
    return std::log(std::abs(sum));
  };
  const double before = logarithm(-apart), middle = logarithm(0), after = logarithm(apart);
  return apart * (after - before) / (2 * (2 * middle - before - after));
}

double bragg_reflectance(double n_first, double n1, double n2, double n_last, int pairs, double detuning) {
  // At f0 = c0/4 Hz a quarter wave in vacuum is 1 m long.
  std::vector<OpticalLayer> layers;
  for (int n = 0; n < pairs; ++n)
    for (const double index : {n1, n2}) layers.push_back({{square(index)}, 1 / index});
  const double frequency = c0 / 4 * detuning;
  return plane_response({square(n_first)}, layers, {square(n_last)}, Polarization::ez, frequency, 0).reflectance;
}

std::complex<double> bragg_cavity(Film middle, Film first, Film second, int pairs, double guess) {
  std::vector<OpticalLayer> mirror;
  for (int k = 0; k < pairs; ++k)
    for (const Film& film : {first, second}) mirror.push_back({{square(film.index)}, film.thickness});
  const auto once = [&](double f) {
    return plane_response({square(middle.index)}, mirror, {}, Polarization::ez, f, 0).r *
           std::polar(1.0, 2 * pi * f / c0 * middle.index * middle.thickness);
  };
  const double sign = once(guess).real() < 0 ? -1 : 1;
  return complex_zero([&](double f) { return once(f) - sign; }, guess, 0.02 * guess);
}

double standing_wave(double n1, Film film, double n3, double frequency, double before) {
  const OpticalLayer layer{{square(film.index)}, film.thickness};
  const Complex r = plane_response({square(n1)}, {&layer, 1}, {square(n3)}, Polarization::ez, frequency, 0).r;
  return std::abs(1.0 + r * std::polar(1.0, 4 * pi * frequency / c0 * n1 * before));
}

double bragg_bandwidth(double n1, double n2) { return 4 / pi * std::asin(std::abs(n2 - n1) / (n2 + n1)); }

}  // namespace ez
