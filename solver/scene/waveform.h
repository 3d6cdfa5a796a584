// The waveforms: the factor of a source's amplitude over time. Each struct contains everything about its kind, so a new
// kind is written here only and added to the list at `Waveform`.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"

namespace ez {

// Times in s from the waveform's t = 0, never negative.
struct PulseTimes {
  double begin = 0;  // the envelope first reaches 1e-8 of its peak (−160 dB)
  double rise = 0;   // it first reaches 1e-5 (−100 dB)
  double peak = 0;   // it is largest for the first time; for an infinite waveform: a period after its ramp
  double end = 0;    // it has decreased to 1e-3 (−60 dB); infinite for an infinite waveform
};
// In Hz: the band in which the spectrum is within 40 dB of its peak. Above `top` it is at least 80 dB below.
struct Band {
  double low = 0, high = 0, top = 0;
};
// Range of a drawing of a waveform and its spectrum, from 0.
struct WaveformExtent {
  double time = 0, frequency = 0;  // s, Hz
};

// Outside these ranges, computed waveforms exceed double precision.
inline constexpr Range a_frequency = {1e-30, 1e30, false, "a frequency from 1e-30 to 1e30 Hz"};
inline constexpr Range a_time = {1e-30, 1e30, false, "a time from 1e-30 to 1e30 s"};

// Each has:
//   kind, title, word   name in files, full name, short name
//   fields()            its keys
//   value(t, turn)      w(t), without unit; t in s, `turn` is the phase lead of a carrier in radians
//   times(), band(), extent(), swing()   as above; swing() is the time of one oscillation in s
// A waveform with a `frequency` is a wave of that frequency. A pulse with an optional `delay` peaks at this time.
// largest() returns the largest |w|; without it the maximum is 1.

// w = ramp(t)·sin(2πft + φ), ramp(t) = sin²(πtf/(2·ramp)) until t = ramp/f, then 1
struct Cw {
  static constexpr std::string_view kind = "cw", title = "CW, soft start", word = "CW";
  double frequency = 0;  // Hz
  double ramp = 3;       // periods until the full amplitude
  double phase = 0;      // degrees
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("ramp", w.ramp,
        {.unit = "T",
         .range = not_negative,
         .doc = "Number of periods until the full amplitude is reached. At 0 the source starts abruptly and sends a "
                "transient"});
    key("phase", w.phase, {.unit = "°", .doc = "Phase of the carrier"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const { return {frequency, frequency, 4 * frequency}; }
  WaveformExtent extent() const { return {(ramp + 3) / frequency, 2 * frequency}; }
  double swing() const { return 1 / frequency; }
  bool operator==(const Cw&) const = default;
};

// w = exp(−½((t−delay)/width)²)
struct Gaussian {
  static constexpr std::string_view kind = "gaussian", title = "Gaussian pulse", word = "Gaussian";
  double width = 0;             // standard deviation, s
  std::optional<double> delay;  // time of the peak, s; empty: 4.5·width
  double peak() const { return delay.value_or(4.5 * width); }
  static void fields(auto& w, auto&& key) {
    key("width", w.width,
        {.required = true, .unit = "s", .range = a_time, .doc = "Standard deviation of the pulse in time"});
    key("delay", w.delay, {.unit = "s", .absent = "4.5 · width", .doc = "When the pulse peaks"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const { return {2 * peak(), 0.6 / width}; }
  double swing() const;
  bool operator==(const Gaussian&) const = default;
};

// w = exp(−½((t−delay)/width)²)·sin(2πf(t−delay) + φ)
struct Modulated {
  static constexpr std::string_view kind = "modulated", title = "Modulated Gaussian", word = "Modulated";
  double frequency = 0, width = 0;  // of the carrier, Hz; standard deviation of the envelope, s
  std::optional<double> delay;      // time of the envelope's peak, s; empty: 4.5·width
  double phase = 0;                 // degrees
  double peak() const { return delay.value_or(4.5 * width); }
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("width", w.width,
        {.required = true, .unit = "s", .range = a_time, .doc = "Standard deviation of the pulse in time"});
    key("delay", w.delay, {.unit = "s", .absent = "4.5 · width", .doc = "When the pulse peaks"});
    key("phase", w.phase, {.unit = "°", .doc = "Phase of the carrier"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 1 / frequency; }
  bool operator==(const Modulated&) const = default;
};

// w = (1−2a)e^(−a), a = (πf(t−delay))²
struct Ricker {
  static constexpr std::string_view kind = "ricker", title = "Ricker wavelet", word = "Ricker";
  double frequency = 0;         // Hz, of the spectrum's peak
  std::optional<double> delay;  // time of the peak, s; empty: 1.5/frequency
  double peak() const { return delay.value_or(1.5 / frequency); }
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("delay", w.delay, {.unit = "s", .absent = "1.5/frequency", .doc = "When the wavelet peaks"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const { return {0.061 * frequency, 2.76 * frequency, 3.57 * frequency}; }
  WaveformExtent extent() const { return {2 * peak(), 3 * frequency}; }
  double swing() const { return 1 / frequency; }
  bool operator==(const Ricker&) const = default;
};

// w = sin²(πfs/cycles)·sin(2πfs + φ), s = t − delay, for 0 ≤ s ≤ cycles/f; else exactly 0
struct Hann {
  static constexpr std::string_view kind = "hann", title = "Hann pulse", word = "Hann";
  double frequency = 0;  // Hz
  double cycles = 5;     // duration in periods
  double delay = 0;      // s
  double phase = 0;      // degrees
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("cycles", w.cycles,
        {.unit = "T", .range = {0.5, 1e6, false, "0.5 to 1e6 periods"}, .doc = "Length of the pulse in periods"});
    key("delay", w.delay, {.unit = "s", .doc = "When the pulse begins"});
    key("phase", w.phase, {.unit = "°", .doc = "Phase of the carrier"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 1 / frequency; }
  bool operator==(const Hann&) const = default;
};

// w = fade(s)·sin(2π(from·s + (to−from)s²/(2·duration)) + φ), s = t − delay, for 0 ≤ s ≤ duration; else exactly 0. The
// first and the last tenth fade with sin².
struct Chirp {
  static constexpr std::string_view kind = "chirp", title = "Chirp", word = "Chirp";
  double from = 0, to = 0;  // Hz, at the beginning and at the end
  double duration = 0;      // s
  double delay = 0;         // s
  double phase = 0;         // degrees
  static void fields(auto& w, auto&& key) {
    key("from", w.from, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Initial frequency"});
    key("to", w.to, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Final frequency"});
    key("duration", w.duration,
        {.required = true,
         .unit = "s",
         .range = a_time,
         .doc = "Total duration; the first and the last tenth are faded in and out"});
    key("delay", w.delay, {.unit = "s", .doc = "When the chirp begins"});
    key("phase", w.phase, {.unit = "°", .doc = "Phase of the carrier"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 2 / (from + to); }
  bool operator==(const Chirp&) const = default;
};

// w = sin²(πs/(2·rise)) until s = rise, then 1; s = t − delay, 0 before
struct Step {
  static constexpr std::string_view kind = "step", title = "Step function", word = "Step function";
  double rise = 0;   // s
  double delay = 0;  // s
  static void fields(auto& w, auto&& key) {
    key("rise", w.rise, {.required = true, .unit = "s", .range = a_time, .doc = "Time to rise from 0 to 1"});
    key("delay", w.delay, {.unit = "s", .doc = "When it begins to rise"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const { return {0.25 / rise, 5 / rise, 50 / rise}; }
  WaveformExtent extent() const { return {std::max(delay, 0.0) + 3 * rise, 3 / rise}; }
  double swing() const { return rise; }
  bool operator==(const Step&) const = default;
};

// w is linear between points, and 0 before the first and after the last. The points of a file are read with the scene
// and then belong to it. The key `file` is read but stays empty here, so that a saved scene is complete anywhere.
struct Tabulated {
  static constexpr std::string_view kind = "table", title = "Table", word = "Table";
  std::vector<double> t, w;  // s, increasing; no unit
  std::string file;
  static void fields(auto& w, auto&& key) {
    key("t", w.t, {.unit = "s", .absent = "from `file`", .doc = "Times of the points, in ascending order"});
    key("w", w.w, {.absent = "from `file`", .doc = "Values w at these times; linear between them, 0 before and after"});
    key("file", w.file,
        {.absent = "none",
         .doc = "instead of `t` and `w`: a text file with two columns, t in s and w, next to the scene file; saving "
                "the scene stores the points in it"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const;
  double largest() const;
  bool operator==(const Tabulated&) const = default;
};

// A sum of sines, one in each of many equal parts of the band. Frequencies and phases are drawn from the seed. The root
// mean square equals that of a sine of amplitude 1. The first and the last tenth of 0 ≤ t ≤ duration fade with sin²;
// outside it is exactly 0. (Rice, Mathematical analysis of random noise, Bell Syst. Tech. J. 23 (1944), §2.8.)
struct Noise {
  static constexpr std::string_view kind = "noise", title = "Noise, band-limited", word = "Noise";
  double from = 0, to = 0;  // Hz, limits of the band
  double duration = 0;      // s
  int seed = 1;
  static void fields(auto& w, auto&& key) {
    key("from", w.from, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "One end of the band"});
    key("to", w.to, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Other end of the band"});
    key("duration", w.duration,
        {.required = true,
         .unit = "s",
         .range = a_time,
         .doc = "Total duration; the first and the last tenth are faded in and out"});
    key("seed", w.seed,
        {.range = not_negative, .doc = "Seed of the random numbers; another seed gives other noise of the same kind"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 2 / (from + to); }
  double largest() const { return 4; }  // a Gaussian of this standard deviation exceeds it once in 10⁸ times
  bool operator==(const Noise&) const = default;
};

using Waveform = std::variant<Cw, Gaussian, Modulated, Ricker, Hann, Chirp, Step, Tabulated, Noise>;

inline double waveform_value(const Waveform& waveform, double t, double turn = 0) {
  return std::visit([&](const auto& w) { return w.value(t, turn); }, waveform);
}
inline PulseTimes pulse_times(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.times(); }, waveform);
}
// Returns true if it never ends, as for a CW.
bool is_continuous(const Waveform& waveform);
inline Band band_of(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.band(); }, waveform);
}
inline WaveformExtent extent_of(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.extent(); }, waveform);
}
// Returns the time of one oscillation in s.
inline double oscillation_period(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.swing(); }, waveform);
}
// Returns the largest |w|.
double largest_of(const Waveform& waveform);
// Return the members for frequency (Hz) and phase (degrees); null if the waveform has none.
double* frequency_in(Waveform& waveform);
double* phase_in(Waveform& waveform);
// Returns the frequency in Hz; empty if the waveform has none.
std::optional<double> frequency(const Waveform& waveform);
// Returns the phase in degrees; empty if the waveform has none.
std::optional<double> phase(const Waveform& waveform);
// Returns a waveform with default values: the alternative of index `kind`.
Waveform waveform_of_kind(std::size_t kind);
// Returns a waveform of another kind (its index) with about the same time scale; dt in s.
Waveform converted(const Waveform& from, std::size_t kind, double dt);

}  // namespace ez
