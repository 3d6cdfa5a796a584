#include "solver/scene/waveform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/constants.h"

namespace ez {
namespace {

double radians(double degrees) { return degrees * pi / 180; }
double square(double v) { return v * v; }
double envelope(double t, double width) { return std::exp(-0.5 * square(t / width)); }

// Half width at which exp(−½x²) has fallen to a level.
double gauss_at(double level) { return std::sqrt(-2 * std::log(level)); }

// The same for the Ricker pulse's tail |1 − 2a|e^(−a), a = x²: the larger root, by the iteration a = ln(2a−1) − ln
// level.
double ricker_at(double level) {
  double a = 10;
  for (int n = 0; n < 30; ++n) a = std::log(2 * a - 1) - std::log(level);
  return std::sqrt(a);
}

PulseTimes around(double peak, double begin, double rise, double end) {
  return {std::max(peak - begin, 0.0), std::max(peak - rise, 0.0), peak, peak + end};
}
PulseTimes gaussian_times(double width, double peak) {
  return around(peak, width * gauss_at(1e-8), width * gauss_at(1e-5), width * gauss_at(1e-3));
}

}  // namespace

// The ramp runs on with the phase: a live change of frequency half way up makes no jump either.
double Cw::value(double t, double turn) const {
  const double periods = frequency * t + turn / (2 * pi);
  const double grown = periods >= ramp ? 1 : square(std::sin(pi * periods / (2 * ramp)));
  return grown * std::sin(2 * pi * periods + radians(phase));
}
PulseTimes Cw::times() const { return {0, 0, (ramp + 1) / frequency, std::numeric_limits<double>::infinity()}; }

double Gaussian::value(double t, double) const { return envelope(t - peak(), width); }
PulseTimes Gaussian::times() const { return gaussian_times(width, peak()); }
// The spectrum of exp(−½(t/w)²) is exp(−½(2πfw)²).
Band Gaussian::band() const {
  const double high = gauss_at(1e-2) / (2 * pi * width);
  return {0.05 * high, high, gauss_at(1e-4) / (2 * pi * width)};
}
double Gaussian::swing() const { return 2 * pi * width; }

double Modulated::value(double t, double turn) const {
  const double s = t - peak();
  return envelope(s, width) * std::sin(2 * pi * frequency * s + radians(phase) + turn);
}
PulseTimes Modulated::times() const { return gaussian_times(width, peak()); }
Band Modulated::band() const {
  const double half = gauss_at(1e-2) / (2 * pi * width);
  return {std::max(frequency - half, 0.05 * frequency), frequency + half,
          frequency + gauss_at(1e-4) / (2 * pi * width)};
}
WaveformExtent Modulated::extent() const { return {2 * peak(), std::max(2 * frequency, frequency + 0.5 / width)}; }

// Its spectrum is x²·exp(1 − x²) with x = f/frequency.
double Ricker::value(double t, double) const {
  const double a = square(pi * frequency * (t - peak()));
  return (1 - 2 * a) * std::exp(-a);
}
PulseTimes Ricker::times() const {
  const double unit = 1 / (pi * frequency);
  return around(peak(), unit * ricker_at(1e-8), unit * ricker_at(1e-5), unit * ricker_at(1e-3));
}

double Hann::value(double t, double turn) const {
  const double periods = frequency * (t - delay);
  if (!(periods >= 0 && periods <= cycles)) return 0;
  return square(std::sin(pi * periods / cycles)) * std::sin(2 * pi * periods + radians(phase) + turn);
}
// From either end to where sin² has a level.
PulseTimes Hann::times() const {
  const double length = cycles / frequency;
  const auto at = [&](double level) { return length / pi * std::asin(std::sqrt(level)); };
  return {std::max(delay + at(1e-8), 0.0), std::max(delay + at(1e-5), 0.0), delay + length / 2,
          delay + length - at(1e-3)};
}
// The window's spectrum is sin(πx)/(πx(1−x²)) with x = (f−frequency)·length: it is 0.01 for the last time at x = 2.796
// and 1e-4 at 14.58.
Band Hann::band() const {
  const double unit = frequency / cycles;
  return {std::max(frequency - 2.796 * unit, 0.05 * frequency), frequency + 2.796 * unit, frequency + 14.58 * unit};
}
WaveformExtent Hann::extent() const {
  const double length = cycles / frequency;
  return {std::max(delay, 0.0) + 1.1 * length, std::max(2 * frequency, frequency + 4 / length)};
}

bool is_continuous(const Waveform& waveform) { return std::isinf(pulse_times(waveform).end); }

double* frequency_in(Waveform& waveform) {
  return std::visit(
      [](auto& w) -> double* {
        if constexpr (requires { w.frequency; }) return &w.frequency;
        return nullptr;
      },
      waveform);
}

double* phase_in(Waveform& waveform) {
  return std::visit(
      [](auto& w) -> double* {
        if constexpr (requires { w.phase; }) return &w.phase;
        return nullptr;
      },
      waveform);
}

std::optional<double> frequency(const Waveform& waveform) {
  Waveform copy = waveform;
  const double* f = frequency_in(copy);
  return f ? std::optional(*f) : std::nullopt;
}
std::optional<double> phase(const Waveform& waveform) {
  Waveform copy = waveform;
  const double* p = phase_in(copy);
  return p ? std::optional(*p) : std::nullopt;
}

Waveform waveform_of_kind(std::size_t kind) {
  return Alternatives<Waveform>::at(kind, [](auto type) { return typename decltype(type)::type{}; });
}

Waveform converted(const Waveform& from, std::size_t kind, double dt) {
  // A pulse without a carrier is as wide as one of a fourth of the width with it.
  const double width = std::visit(
      [](const auto& w) {
        if constexpr (requires { w.width; }) return w.width;
        return 0.0;
      },
      from);
  double f = frequency(from).value_or(width > 0 ? 1 / (2 * pi * width) : 0);
  if (!(f > 0)) f = 1 / (40 * dt);
  Waveform out = waveform_of_kind(kind);
  std::visit(
      [&](auto& w) {
        const double own = width > 0 ? width : 1 / f;
        if constexpr (requires { w.frequency; }) w.frequency = f;
        if constexpr (requires {
                        w.width;
                        w.frequency;
                      })
          w.width = own;
        else if constexpr (requires { w.width; })
          w.width = std::max(own / 4, 4 * dt);
      },
      out);
  return out;
}

}  // namespace ez
