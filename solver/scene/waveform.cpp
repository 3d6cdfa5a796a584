#include "solver/scene/waveform.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>

#include "solver/base/constants.h"
#include "solver/base/square.h"

namespace ez {
namespace {

double radians(double degrees) { return degrees * pi / 180; }
double envelope(double t, double width) { return std::exp(-0.5 * square(t / width)); }

// Returns the half width at which exp(−½x²) has decreased to a level.
double gauss_at(double level) { return std::sqrt(-2 * std::log(level)); }

// Returns the same for the Ricker pulse's tail |1 − 2a|e^(−a), a = x². It is the larger root, from the
// iteration a = ln(2a−1) − ln level.
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

// ---- pulses of finite duration whose first and last tenth fade with sin²

double faded(double s, double duration) {
  const double from_end = std::min(s, duration - s) / duration;
  if (!(from_end >= 0)) return 0;
  return from_end >= 0.1 ? 1 : square(std::sin(pi * from_end / 0.2));
}
PulseTimes faded_times(double delay, double duration) {
  const auto at = [&](double level) { return 0.2 * duration / pi * std::asin(std::sqrt(level)); };
  return {std::max(delay + at(1e-8), 0.0), std::max(delay + at(1e-5), 0.0), std::max(delay + 0.1 * duration, 0.0),
          std::max(delay + duration - at(1e-3), 0.0)};
}
// The spectrum of the fade alone stays below 0.01 from 10.5/duration on, and below 1e-4 from 44.5/duration on. The band
// extends so far beyond its own frequencies, in `units` of 1/duration.
Band faded_band(double from, double to, double duration, double units) {
  const double low = std::min(from, to), high = std::max(from, to), unit = units / duration;
  return {std::max(low - 10.5 * unit, 0.05 * low), high + 10.5 * unit, high + 44.5 * unit};
}
WaveformExtent faded_extent(double delay, double duration, const Band& band) {
  return {std::max(delay, 0.0) + 1.05 * duration, band.high + 0.25 * (band.high - band.low)};
}

// ---- random numbers that are the same on every machine

// Returns the k-th number of a seed, in [0, 1): Steele, Lea and Flood, Fast splittable
// pseudorandom number generators (2014).
double drawn(int seed, int k) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  const auto mixed = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  };
  const std::uint64_t stream = mixed(static_cast<std::uint64_t>(seed) + golden);
  return static_cast<double>(mixed(stream + golden * static_cast<std::uint64_t>(k + 1)) >> 11) * 0x1p-53;
}

// ---- spectra of tabulated points

// Transforms in place. The size must be a power of two.
void transform(std::span<std::complex<double>> x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t size = 2; size <= n; size *= 2) {
    const std::complex<double> turn = std::polar(1.0, -2 * pi / static_cast<double>(size));
    for (std::size_t at = 0; at < n; at += size) {
      std::complex<double> factor = 1;
      for (std::size_t k = at; k < at + size / 2; ++k, factor *= turn) {
        const std::complex<double> a = x[k], b = factor * x[k + size / 2];
        x[k] = a + b;
        x[k + size / 2] = a - b;
      }
    }
  }
}

}  // namespace

// The ramp follows the phase, so a live change of frequency during the ramp causes no jump.
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
// Returns the times at which the envelope sin² reaches each level, from either end.
PulseTimes Hann::times() const {
  const double length = cycles / frequency;
  const auto at = [&](double level) { return length / pi * std::asin(std::sqrt(level)); };
  return {std::max(delay + at(1e-8), 0.0), std::max(delay + at(1e-5), 0.0), delay + length / 2,
          delay + length - at(1e-3)};
}
// The window's spectrum is sin(πx)/(πx(1−x²)) with x = (f−frequency)·length. It stays below 0.01 from x = 2.796 on, and
// below 1e-4 from 14.58 on.
Band Hann::band() const {
  const double unit = frequency / cycles;
  return {std::max(frequency - 2.796 * unit, 0.05 * frequency), frequency + 2.796 * unit, frequency + 14.58 * unit};
}
WaveformExtent Hann::extent() const {
  const double length = cycles / frequency;
  return {std::max(delay, 0.0) + 1.1 * length, std::max(2 * frequency, frequency + 4 / length)};
}

double Chirp::value(double t, double turn) const {
  const double s = t - delay, fade = faded(s, duration);
  if (fade == 0) return 0;
  return fade * std::sin(2 * pi * s * (from + (to - from) * s / (2 * duration)) + radians(phase) + turn);
}
PulseTimes Chirp::times() const { return faded_times(delay, duration); }
// At each frequency, a sweep with n = |to−from|·duration has a spectrum smaller by √n than a wave of one frequency. The
// spectrum at its ends still falls as 1/f³, so its levels are further out by n^⅙.
Band Chirp::band() const {
  return faded_band(from, to, duration, std::max(0.75 * std::pow(std::abs(to - from) * duration, 1.0 / 6), 1.0));
}
WaveformExtent Chirp::extent() const { return faded_extent(delay, duration, band()); }

// Its band is that of its rise: half a sine of that length, with the spectrum cos(πx)/(1−4x²), x = f·rise.
double Step::value(double t, double) const {
  const double s = t - delay;
  if (!(s > 0)) return 0;
  return s >= rise ? 1 : square(std::sin(pi * s / (2 * rise)));
}
PulseTimes Step::times() const {
  const auto at = [&](double level) { return delay + 2 * rise / pi * std::asin(std::sqrt(level)); };
  return {std::max(at(1e-8), 0.0), std::max(at(1e-5), 0.0), std::max(delay, 0.0) + 2 * rise,
          std::numeric_limits<double>::infinity()};
}

double Tabulated::value(double at, double) const {
  const auto next = std::upper_bound(t.begin(), t.end(), at);
  if (next == t.begin()) return 0;
  const auto k = static_cast<std::size_t>(next - t.begin());
  if (next == t.end()) return at == t.back() ? w.back() : 0;
  return w[k - 1] + (w[k] - w[k - 1]) * ((at - t[k - 1]) / (t[k] - t[k - 1]));
}
double Tabulated::largest() const {
  double most = 0;
  for (const double v : w) most = std::max(most, std::abs(v));
  return most;
}
// Returns the point before the first one above each level, and the point after the last one.
PulseTimes Tabulated::times() const {
  if (t.empty()) return {};
  const double most = largest();
  const auto above = [&](double level) { return [=](double v) { return std::abs(v) > level * most; }; };
  const auto first = [&](double level) {
    const auto k = std::find_if(w.begin(), w.end(), above(level)) - w.begin();
    return std::max(t[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(k - 1, 0, std::ssize(t) - 1))], 0.0);
  };
  const auto after = std::find_if(w.rbegin(), w.rend(), above(1e-3)).base() - w.begin();
  const auto peak = std::find_if(w.begin(), w.end(), [&](double v) { return std::abs(v) == most; }) - w.begin();
  return {first(1e-8), first(1e-5), std::max(t[static_cast<std::size_t>(peak)], 0.0),
          std::max(t[static_cast<std::size_t>(std::min<std::ptrdiff_t>(after, std::ssize(t) - 1))], 0.0)};
}
// Limited to the resolution of 2048 samples.
Band Tabulated::band() const {
  constexpr std::size_t samples = 2048, lines = 2 * samples;
  const double length = t.empty() ? 0 : t.back() - t.front();
  if (!(length > 0)) return {};
  std::vector<std::complex<double>> spectrum(2 * lines);
  for (std::size_t k = 0; k < samples; ++k)
    spectrum[k] = value(t.front() + length * (static_cast<double>(k) / (samples - 1)), 0);
  transform(spectrum);
  spectrum.resize(lines);
  double most = 0;
  for (const auto& line : spectrum) most = std::max(most, std::abs(line));
  const auto above = [&](double level) { return [=](const auto& line) { return std::abs(line) > level * most; }; };
  const auto first = std::find_if(spectrum.begin(), spectrum.end(), above(1e-2)) - spectrum.begin();
  const auto last = [&](double level) { return std::find_if(spectrum.rbegin(), spectrum.rend(), above(level)).base(); };
  const double apart = (samples - 1) / (2.0 * lines * length);
  const auto frequency = [&](auto k) { return static_cast<double>(k - spectrum.begin()) * apart; };
  const double high = std::max(frequency(last(1e-2)), apart);
  return {std::max(static_cast<double>(first) * apart, 0.05 * high), high, std::max(frequency(last(1e-4)), apart)};
}
WaveformExtent Tabulated::extent() const {
  const double end = t.empty() ? 0 : std::max(t.back(), 0.0);
  return {end > 0 ? 1.05 * end : 1, std::max(1.25 * band().high, 1e-30)};
}
double Tabulated::swing() const {
  const Band b = band();
  return b.high > 0 ? 2 / (b.low + b.high) : 1;
}

double Noise::value(double t, double) const {
  constexpr int sines = 128;
  const double fade = faded(t, duration);
  if (fade == 0) return 0;
  double sum = 0;
  for (int k = 0; k < sines; ++k) {
    const double f = from + (to - from) * ((k + drawn(seed, 2 * k)) / sines);
    sum += std::sin(2 * pi * (f * t + drawn(seed, 2 * k + 1)));
  }
  return fade * sum / std::sqrt(sines);
}
PulseTimes Noise::times() const { return faded_times(0, duration); }
// Inside the band the lines may cancel partially, by up to 10 dB, but not outside it.
Band Noise::band() const { return faded_band(from, to, duration, 1.5); }
WaveformExtent Noise::extent() const { return faded_extent(0, duration, band()); }

bool is_continuous(const Waveform& waveform) { return std::isinf(pulse_times(waveform).end); }

double largest_of(const Waveform& waveform) {
  return std::visit(
      [](const auto& w) {
        if constexpr (requires { w.largest(); }) return w.largest();
        return 1.0;
      },
      waveform);
}

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
  // A pulse without a carrier gets a quarter of the width of one with a carrier.
  const double width = std::visit(
      [](const auto& w) {
        if constexpr (requires { w.width; }) return w.width;
        return 0.0;
      },
      from);
  double f = 1 / oscillation_period(from);
  if (!(f > 0 && std::isfinite(f))) f = 1 / (40 * dt);
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
        // From half to one and a half times the frequency.
        if constexpr (requires { w.from; }) w.from = 0.5 * f, w.to = 1.5 * f, w.duration = 30 / f;
        if constexpr (requires { w.rise; }) w.rise = 1 / f;
        if constexpr (requires { w.file; }) {
          const Hann pulse{.frequency = f};
          constexpr int points = 100;
          for (int k = 0; k <= points; ++k) {
            w.t.push_back(pulse.cycles / f * k / points);
            w.w.push_back(pulse.value(w.t.back(), 0));
          }
        }
      },
      out);
  return out;
}

}  // namespace ez
