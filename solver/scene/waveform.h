// The waveforms: what a source's amplitude is multiplied by over time. All that is known of one stands in its struct,
// so that another kind is written here and nowhere else: it joins the list at `Waveform`.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"

namespace ez {

// Times in s, counted from the waveform's t = 0 and never below it.
struct PulseTimes {
  double begin = 0;  // the envelope has come to 1e-8 of its peak (−160 dB)
  double rise = 0;   // it has come to 1e-5 (−100 dB)
  double peak = 0;   // it is at its largest for the first time; of one that does not end: a period after its ramp
  double end = 0;    // it is back at 1e-3 (−60 dB); infinite when it does not end
};
// In Hz: the band in which the spectrum is within 40 dB of its peak; above `top` it is 80 dB under it or more.
struct Band {
  double low = 0, high = 0, top = 0;
};
// How far a drawing of a waveform and of its spectrum reaches, from 0.
struct WaveformExtent {
  double time = 0, frequency = 0;  // s, Hz
};

// Beyond these what a waveform computes leaves the range of double precision.
inline constexpr Range a_frequency = {1e-30, 1e30, false, "a frequency from 1e-30 to 1e30 Hz"};
inline constexpr Range a_time = {1e-30, 1e30, false, "a time from 1e-30 to 1e30 s"};

// Each has:
//   kind, title, word   the file's word, the name in full and in short
//   fields()            its keys
//   value(t, turn)      w(t), no unit; t in s, `turn` radians by which a carrier runs ahead
//   times(), band(), extent(), swing()   as above; the time of one oscillation in s
// Those with a `frequency` are waves of that frequency, those with a `delay` that may be absent pulses that peak then,
// those with a `largest()` have that for the largest |w|, which of the others is 1.

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
         .doc = "Periods until the full amplitude is reached. 0: at once, with a splash"});
    key("phase", w.phase, {.unit = "°", .doc = "Of the carrier"});
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
  std::optional<double> delay;  // when it peaks, s; absent: 4.5·width
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
  std::optional<double> delay;      // when the envelope peaks, s; absent: 4.5·width
  double phase = 0;                 // degrees
  double peak() const { return delay.value_or(4.5 * width); }
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("width", w.width,
        {.required = true, .unit = "s", .range = a_time, .doc = "Standard deviation of the pulse in time"});
    key("delay", w.delay, {.unit = "s", .absent = "4.5 · width", .doc = "When the pulse peaks"});
    key("phase", w.phase, {.unit = "°", .doc = "Of the carrier"});
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
  std::optional<double> delay;  // when it peaks, s; absent: 1.5/frequency
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
  double cycles = 5;     // periods from first to last
  double delay = 0;      // s
  double phase = 0;      // degrees
  static void fields(auto& w, auto&& key) {
    key("frequency", w.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("cycles", w.cycles,
        {.unit = "T", .range = {0.5, 1e6, false, "0.5 to 1e6 periods"}, .doc = "Periods that the pulse lasts"});
    key("delay", w.delay, {.unit = "s", .doc = "When the pulse begins"});
    key("phase", w.phase, {.unit = "°", .doc = "Of the carrier"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 1 / frequency; }
  bool operator==(const Hann&) const = default;
};

// w = fade(s)·sin(2π(from·s + (to−from)s²/(2·duration)) + φ), s = t − delay, for 0 ≤ s ≤ duration; else exactly 0. The
// first and the last tenth are faded by sin².
struct Chirp {
  static constexpr std::string_view kind = "chirp", title = "Chirp", word = "Chirp";
  double from = 0, to = 0;  // Hz, at first and at last
  double duration = 0;      // s
  double delay = 0;         // s
  double phase = 0;         // degrees
  static void fields(auto& w, auto&& key) {
    key("from", w.from, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Frequency at first"});
    key("to", w.to, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Frequency at last"});
    key("duration", w.duration,
        {.required = true, .unit = "s", .range = a_time, .doc = "From first to last; a tenth at either end is faded"});
    key("delay", w.delay, {.unit = "s", .doc = "When the chirp begins"});
    key("phase", w.phase, {.unit = "°", .doc = "Of the carrier"});
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
    key("rise", w.rise, {.required = true, .unit = "s", .range = a_time, .doc = "From 0 to 1"});
    key("delay", w.delay, {.unit = "s", .doc = "When it begins to rise"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const { return {0.25 / rise, 5 / rise, 50 / rise}; }
  WaveformExtent extent() const { return {std::max(delay, 0.0) + 3 * rise, 3 / rise}; }
  double swing() const { return rise; }
  bool operator==(const Step&) const = default;
};

// w linear between points, 0 before the first and after the last. A file's points are read with the scene and belong to
// it from then on: `file` is a key that is read and stays empty here, so that a scene lacks nothing wherever it is
// saved.
struct Tabulated {
  static constexpr std::string_view kind = "table", title = "Table", word = "Table";
  std::vector<double> t, w;  // s, increasing; no unit
  std::string file;
  static void fields(auto& w, auto&& key) {
    key("t", w.t, {.unit = "s", .absent = "from `file`", .doc = "Times of the points, each after the one before"});
    key("w", w.w, {.absent = "from `file`", .doc = "w at those times; linear between them, 0 before and after"});
    key("file", w.file,
        {.absent = "none",
         .doc = "instead of `t` and `w`: a text of two columns, t in s and w, beside the scene file; saving the scene "
                "writes the points into it"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const;
  double largest() const;
  bool operator==(const Tabulated&) const = default;
};

// A sum of sines, one in each of many equal parts of the band at a frequency and with a phase drawn from the seed, with
// the root mean square of a sine of amplitude 1; the first and the last tenth of 0 ≤ t ≤ duration faded by sin², else
// exactly 0. (Rice, Mathematical analysis of random noise, Bell Syst. Tech. J. 23 (1944), §2.8.)
struct Noise {
  static constexpr std::string_view kind = "noise", title = "Noise, band-limited", word = "Noise";
  double from = 0, to = 0;  // Hz, ends of the band
  double duration = 0;      // s
  int seed = 1;
  static void fields(auto& w, auto&& key) {
    key("from", w.from, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "One end of the band"});
    key("to", w.to, {.required = true, .unit = "Hz", .range = a_frequency, .doc = "Its other end"});
    key("duration", w.duration,
        {.required = true, .unit = "s", .range = a_time, .doc = "From first to last; a tenth at either end is faded"});
    key("seed", w.seed, {.range = not_negative, .doc = "Another seed is other noise of the same kind"});
  }
  double value(double t, double turn) const;
  PulseTimes times() const;
  Band band() const;
  WaveformExtent extent() const;
  double swing() const { return 2 / (from + to); }
  double largest() const { return 4; }  // a Gaussian of this spread is beyond it once in 10⁸
  bool operator==(const Noise&) const = default;
};

using Waveform = std::variant<Cw, Gaussian, Modulated, Ricker, Hann, Chirp, Step, Tabulated, Noise>;

inline double waveform_value(const Waveform& waveform, double t, double turn = 0) {
  return std::visit([&](const auto& w) { return w.value(t, turn); }, waveform);
}
inline PulseTimes pulse_times(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.times(); }, waveform);
}
// Whether it never ends, as a CW does.
bool is_continuous(const Waveform& waveform);
inline Band band_of(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.band(); }, waveform);
}
inline WaveformExtent extent_of(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.extent(); }, waveform);
}
// The time of one oscillation, in s.
inline double swing_of(const Waveform& waveform) {
  return std::visit([](const auto& w) { return w.swing(); }, waveform);
}
// The largest |w|.
double largest_of(const Waveform& waveform);
// Where a waveform keeps its frequency, Hz, and its phase, degrees; null for one without.
double* frequency_in(Waveform& waveform);
double* phase_in(Waveform& waveform);
// Frequency of a waveform in Hz; none for one without.
std::optional<double> frequency(const Waveform& waveform);
// And its phase in degrees.
std::optional<double> phase(const Waveform& waveform);
// A waveform with its defaults: the alternative of index `kind`.
Waveform waveform_of_kind(std::size_t kind);
// A waveform of another kind (its index) with about the same time scale; dt in s.
Waveform converted(const Waveform& from, std::size_t kind, double dt);

}  // namespace ez
