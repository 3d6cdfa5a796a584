#include "solver/measure/monitors/harmonic_inversion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/base/constants.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t most_samples = 400;  // from which the pencil is built
// Singular values below this share of the largest one do not belong to the signal.
constexpr double noise = 1e-6;
constexpr double weakest = 1e-2;  // relative to the strongest amplitude

// Returns a low-pass filter with Kaiser's window: 100 dB attenuation above `stop`, flat to 1e-5 up to `pass`, both in
// cycles per sample.
std::vector<double> low_pass(double pass, double stop) {
  constexpr double depth = 100, beta = 0.1102 * (depth - 8.7);
  const auto half = static_cast<int>(std::ceil((depth - 8) / (2.285 * 2 * pi * (stop - pass)) / 2));
  const double cut = 0.5 * (pass + stop);
  std::vector<double> taps;
  for (int k = -half; k <= half; ++k) {
    const double x = static_cast<double>(k) / half, window = std::cyl_bessel_i(0, beta * std::sqrt(1 - x * x));
    taps.push_back((k == 0 ? 2 * cut : std::sin(2 * pi * cut * k) / (pi * k)) * window / std::cyl_bessel_i(0, beta));
  }
  return taps;
}

// Returns every `step`-th sample of the filtered signal, with `centre` (cycles per sample) shifted to 0.
std::vector<Complex> thinned(std::span<const double> signal, double centre, const std::vector<double>& filter,
                             std::size_t step) {
  std::vector<Complex> out, turning;
  for (std::size_t k = 0; k < filter.size(); ++k)
    turning.push_back(filter[k] * std::polar(1.0, -2 * pi * centre * static_cast<double>(k)));
  for (std::size_t n = 0; n + filter.size() <= signal.size() && out.size() < most_samples; n += step) {
    Complex sum = 0;
    for (std::size_t k = 0; k < filter.size(); ++k) sum += signal[n + k] * turning[k];
    out.push_back(sum * std::polar(1.0, -2 * pi * centre * static_cast<double>(n)));
  }
  return out;
}

// Returns the factor of each of the signal's exponentials from one sample to the next.
Eigen::VectorXcd poles(const std::vector<Complex>& y) {
  const auto samples = static_cast<Eigen::Index>(y.size()), length = samples / 3;
  Eigen::MatrixXcd hankel(samples - length, length + 1);
  for (Eigen::Index r = 0; r < hankel.rows(); ++r)
    for (Eigen::Index c = 0; c < hankel.cols(); ++c) hankel(r, c) = y[static_cast<std::size_t>(r + c)];
  // Right singular vectors of the Hankel matrix, the strongest last.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> squares(hankel.adjoint() * hankel);
  const auto& values = squares.eigenvalues();
  Eigen::Index rank = 0;
  while (rank < length && values[length - rank] > noise * noise * values[length]) ++rank;
  if (rank == 0) return {};
  // Rows of the signal space from the first sample on, and from the second on. The second are the first times the
  // poles.
  const Eigen::MatrixXcd space = squares.eigenvectors().rightCols(rank).conjugate();
  const Eigen::MatrixXcd first = space.topRows(length), second = space.bottomRows(length);
  const Eigen::MatrixXcd step = first.colPivHouseholderQr().solve(second);
  return Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(step, false).eigenvalues();
}

// Returns the amplitude of each exponential, by least squares.
Eigen::VectorXcd amplitudes(const std::vector<Complex>& y, const Eigen::VectorXcd& z) {
  Eigen::MatrixXcd powers(static_cast<Eigen::Index>(y.size()), z.size());
  Eigen::VectorXcd values(powers.rows());
  for (Eigen::Index n = 0; n < powers.rows(); ++n) {
    values[n] = y[static_cast<std::size_t>(n)];
    for (Eigen::Index k = 0; k < z.size(); ++k)
      powers(n, k) = n == 0 ? 1.0 : powers(n - 1, k) * (std::abs(z[k]) > 1.5 ? 0.0 : z[k]);
  }
  return powers.colPivHouseholderQr().solve(values);
}

}  // namespace

std::vector<Resonance> harmonic_inversion(std::span<const double> signal, double dt, double low, double high) {
  const double centre = 0.5 * (low + high) * dt, width = (high - low) * dt;  // cycles per sample
  // Twice as many samples as the band needs, or all samples if there are few.
  std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(0.5 / width));
  std::vector<double> filter = {1.0};
  if (step > 1) filter = low_pass(0.5 * width, 1.0 / static_cast<double>(step) - 0.5 * width);
  if (filter.size() + 8 * step > signal.size()) {
    if (signal.size() > most_samples) return {};  // the signal has not been recorded for long enough
    step = 1, filter = {1.0};
  }
  const std::vector<Complex> y = thinned(signal, centre, filter, step);
  if (y.size() < 8 || std::all_of(y.begin(), y.end(), [](Complex v) { return std::abs(v) == 0; })) return {};
  const Eigen::VectorXcd z = poles(y);
  if (z.size() == 0) return {};
  const Eigen::VectorXcd a = amplitudes(y, z);

  std::vector<Resonance> found;
  for (Eigen::Index k = 0; k < z.size(); ++k) {
    const Complex rate = std::log(z[k]) / static_cast<double>(step);  // per sample of the signal
    const double frequency = rate.imag() / (2 * pi) + centre;
    if (frequency < low * dt || frequency > high * dt) continue;
    Complex gain = 0;
    for (std::size_t n = 0; n < filter.size(); ++n) gain += filter[n] * std::exp(rate * static_cast<double>(n));
    // A decay too slow for the rounding accuracy counts as no decay.
    const double decay = -rate.real(), least = 1e-9 / static_cast<double>(step);
    const double q = decay > least ? pi * frequency / decay : std::numeric_limits<double>::infinity();
    if (decay < -1e-4 || q < 0.5) continue;
    found.push_back({frequency / dt, q, 2 * std::abs(a[k] / gain)});
  }
  double most = 0;
  for (const Resonance& r : found) most = std::max(most, r.amplitude);
  std::erase_if(found, [&](const Resonance& r) { return r.amplitude < weakest * most; });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.frequency < b.frequency; });
  return found;
}

}  // namespace ez
