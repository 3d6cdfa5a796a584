#include "solver/measure/monitors/recorded.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <optional>

#include "solver/base/constants.h"
#include "solver/measure/parabola.h"
#include "solver/scene/source_number.h"

namespace ez {
namespace {

using Complex = std::complex<double>;
// Maximum number of periods for an amplitude. A reading is steady this soon after a change.
constexpr double most_periods = 4;

// A time series: value k belongs to time (first + k)·dt.
struct Samples {
  double first, dt;
  std::span<const double> v;
  std::span<const double> times = {};  // used if the samples are not Δt apart
  double time(std::size_t k) const { return k < times.size() ? times[k] : (first + static_cast<double>(k)) * dt; }
};

std::size_t rounded(double x) { return static_cast<std::size_t>(std::llround(x)); }

// Returns the last `count` samples.
Samples last(const Samples& s, std::size_t count) {
  const std::size_t skip = s.v.size() - count;
  return {s.first + static_cast<double>(skip), s.dt, s.v.subspan(skip)};
}

// Returns X of Re(X e^(−iωt)) + constant, by least squares. It is exact for a sine even if the steps do not divide its
// period. Uses the last whole periods, at most four.
std::optional<Complex> phasor(const Samples& s, double frequency) {
  const double per_period = 1 / (frequency * s.dt);
  if (!(frequency > 0) || per_period < 2) return std::nullopt;
  const double periods = std::min(most_periods, std::floor(static_cast<double>(s.v.size()) / per_period));
  if (periods < 1) return std::nullopt;
  const Samples w = last(s, std::min(s.v.size(), rounded(periods * per_period)));
  // Normal equations of the basis 1, cos ωt, sin ωt.
  double a[3][4] = {};
  for (std::size_t k = 0; k < w.v.size(); ++k) {
    const double phase = 2 * pi * std::remainder(frequency * w.time(k), 1.0);
    const double row[4] = {1, std::cos(phase), std::sin(phase), w.v[k]};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) a[i][j] += row[i] * row[j];
  }
  for (int i = 0; i < 3; ++i)  // the matrix is near-diagonal and positive: no pivoting
    for (int k = i + 1; k < 3; ++k) {
      const double factor = a[k][i] / a[i][i];
      for (int j = i; j < 4; ++j) a[k][j] -= factor * a[i][j];
    }
  const double sine = a[2][3] / a[2][2], cosine = (a[1][3] - a[1][2] * sine) / a[1][1];
  return Complex(cosine, sine);
}

std::size_t index_of_peak(std::span<const double> v) {
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(v.begin(), v.end(), by_size) - v.begin());
}

// Returns the time of the peak near sample k, the largest of its neighbourhood.
double time_of_peak(const Samples& s, std::size_t k) {
  if (k == 0 || k + 1 >= s.v.size()) return s.time(k);
  return s.time(k) + s.dt * parabola_peak(std::abs(s.v[k - 1]), std::abs(s.v[k]), std::abs(s.v[k + 1]));
}

// Returns the largest sample between two times; none until the second time is reached.
std::optional<std::size_t> peak_between(const Samples& s, double from, double to) {
  if (s.v.empty() || !(to > from) || s.time(s.v.size() - 1) < to) return std::nullopt;
  std::optional<std::size_t> most;
  const auto begin = static_cast<std::size_t>(std::max(0.0, std::ceil(from / s.dt - s.first)));
  for (std::size_t k = begin; k < s.v.size() && s.time(k) <= to; ++k)
    if (!most || std::abs(s.v[k]) > std::abs(s.v[*most])) most = k;
  return most;
}

// Returns the time at which the value first exceeds a level, interpolated linearly between steps.
double time_above(const Samples& s, double level) {
  for (std::size_t k = 0; k < s.v.size(); ++k) {
    if (!(s.v[k] > level)) continue;
    if (k == 0) return s.time(0);
    const double part = (level - s.v[k - 1]) / (s.v[k] - s.v[k - 1]);
    return s.time(k - 1) + part * (s.time(k) - s.time(k - 1));
  }
  return no_number;
}

double rms(const Samples& s, double duration) {
  const double wanted = duration / s.dt;
  if (!(wanted >= 1) || static_cast<double>(s.v.size()) < wanted) return no_number;
  const Samples w = last(s, std::min(s.v.size(), rounded(wanted)));
  const double sum = std::transform_reduce(w.v.begin(), w.v.end(), 0.0, std::plus<>(), [](double x) { return x * x; });
  return std::sqrt(sum / static_cast<double>(w.v.size()));
}

// The samples around one frequency: shifted to it, smoothed and decimated, so that the cost of a narrow band's spectrum
// depends only on its width. A piece is the sum over 4·hop samples with Hann's weights; there is one piece every hop.
class Baseband {
 public:
  Baseband(const Samples& s, double from, double to) : center_((from + to) / 2), dt_(s.dt) {
    constexpr double oversampling = 8;
    hop_ = std::max<std::size_t>(1, static_cast<std::size_t>(1 / (oversampling * (to - from) * s.dt)));
    const std::size_t length = 4 * hop_;
    weights_.resize(length);
    for (std::size_t k = 0; k < length; ++k)
      weights_[k] = std::pow(std::sin(pi * (static_cast<double>(k) + 0.5) / static_cast<double>(length)), 2);
    const double n = static_cast<double>(s.v.size());
    std::vector<Complex> turned(s.v.size());
    for (std::size_t k = 0; k < s.v.size(); ++k) {
      const double hann = std::pow(std::sin(pi * (static_cast<double>(k) + 0.5) / n), 2);
      turned[k] = s.v[k] * hann * std::polar(1.0, 2 * pi * std::remainder(center_ * dt_ * static_cast<double>(k), 1.0));
    }
    for (std::size_t begin = 0; begin < s.v.size(); begin += hop_) {
      Complex sum = 0;
      for (std::size_t k = 0; k < length && begin + k < s.v.size(); ++k) sum += weights_[k] * turned[begin + k];
      pieces_.push_back(sum);
    }
  }
  double magnitude(double f) const {
    const double turn = 2 * pi * (f - center_) * dt_;
    return std::abs(sum(pieces_, turn * static_cast<double>(hop_)) / sum(weights_, turn));
  }

 private:
  // Returns Σ x[k] e^(i·turn·k), by Horner's rule.
  static Complex sum(const auto& x, double turn) {
    const Complex rotor = std::polar(1.0, turn);
    Complex out = 0;
    for (std::size_t k = x.size(); k-- > 0;) out = x[k] + rotor * out;
    return out;
  }

  double center_, dt_;
  std::size_t hop_ = 1;
  std::vector<double> weights_;
  std::vector<Complex> pieces_;
};

double spectrum_peak(const Samples& s, double from, double to) {
  const double length = static_cast<double>(s.v.size()) * s.dt;
  if (!(from >= 0) || !(to > from) || to * s.dt > 0.5 || (to - from) * length < 1) return no_number;
  if (s.v[index_of_peak(s.v)] == 0) return no_number;
  const Baseband band(s, from, to);
  // Four frequencies per resolved width. A parabola through the logarithms of the three highest values is practically
  // exact with a Hann window if it is repeated around its own peak.
  double step = 0.25 / length, best = from, most = -1;
  for (double f = from; f <= to; f += step)
    if (const double m = band.magnitude(f); m > most) most = m, best = f;
  for (int round = 0; round < 3; ++round, step /= 4) {
    const auto log_at = [&](double f) { return std::log(band.magnitude(f)); };
    best = std::clamp(best + step * parabola_peak(log_at(best - step), log_at(best), log_at(best + step)), from, to);
  }
  return best;
}

double of_probe(Reading reading, const Samples& s, std::span<const double> numbers) {
  if (s.v.empty()) return no_number;
  switch (reading) {
    case Reading::amplitude:
      return std::abs(phasor(s, numbers[0]).value_or(no_number));
    case Reading::phase: {
      const std::optional<Complex> x = phasor(s, numbers[0]);
      return x ? std::arg(*x) * 180 / pi : no_number;
    }
    case Reading::peak:
      return std::abs(s.v[index_of_peak(s.v)]);
    case Reading::peak_between: {
      const std::optional<std::size_t> k = peak_between(s, numbers[0], numbers[1]);
      return k ? std::abs(s.v[*k]) : no_number;
    }
    case Reading::time_of_peak:
      return time_of_peak(s, index_of_peak(s.v));
    case Reading::time_of_peak_between: {
      const std::optional<std::size_t> k = peak_between(s, numbers[0], numbers[1]);
      return k ? time_of_peak(s, *k) : no_number;
    }
    case Reading::rms:
      return rms(s, numbers[0]);
    case Reading::last:
      return s.v.back();
    case Reading::last_time:
      return s.time(s.v.size() - 1);
    case Reading::time_above:
      return time_above(s, numbers[0]);
    case Reading::spectrum_peak:
      return spectrum_peak(s, numbers[0], numbers[1]);
    default:
      return no_number;
  }
}

double of_monitor(Reading reading, const Monitors& monitors, const std::string& name, std::span<const double> numbers) {
  const auto along = [&](FieldArray array = FieldArray::ez) {
    return monitors.along(name, array, numbers[0], numbers[1]);
  };
  const auto extremes = [&] {
    return monitors.extremes(name, numbers[0]).value_or(Monitors::Extremes{no_number, no_number, no_number});
  };
  const auto mode = [&] {
    return monitors.mode(name, numbers[0]).value_or(Monitors::Mode{no_number, no_number, no_number});
  };
  const auto resonance = [&](double Resonance::*value) {
    const std::vector<Resonance> all = monitors.resonances(name);
    const double k = std::round(numbers[0]);
    return k >= 1 && k <= static_cast<double>(all.size()) ? all[static_cast<std::size_t>(k) - 1].*value : no_number;
  };
  switch (reading) {
    case Reading::flux:
      return monitors.flux(name, numbers[0]).value_or(no_number);
    case Reading::along:
      return std::abs(along().value_or(no_number));
    case Reading::along_x:
      return std::abs(along(FieldArray::hx).value_or(no_number));
    case Reading::along_y:
      return std::abs(along(FieldArray::hy).value_or(no_number));
    case Reading::along_phase: {
      const std::optional<Complex> x = along();
      return x ? std::arg(*x) * 180 / pi : no_number;
    }
    case Reading::line_max:
      return extremes().largest;
    case Reading::line_min:
      return extremes().least;
    case Reading::line_max_at:
      return extremes().largest_at;
    case Reading::far:
      return monitors.far(name, numbers[0]).value_or(no_number);
    case Reading::far_angle:
      return monitors.far_angle(name).value_or(no_number);
    case Reading::width:
      return monitors.width(name, numbers[0]).value_or(no_number);
    case Reading::mode_forward:
      return std::abs(mode().forward);
    case Reading::mode_backward:
      return std::abs(mode().backward);
    case Reading::mode_phase:
      return std::arg(mode().forward) * 180 / pi;
    case Reading::mode_back_phase:
      return std::arg(mode().backward) * 180 / pi;
    case Reading::mode_index:
      return mode().index;
    case Reading::resonance_f:
      return resonance(&Resonance::frequency);
    case Reading::resonance_q:
      return resonance(&Resonance::q);
    default:
      return no_number;
  }
}

// Returns a number of a source, as in the scene file.
double of_source(Reading reading, const Scene& scene, const Source& source) {
  const Vec2 cell = cell_size(scene), middle = middle_of(scene, source);
  const auto number = [&](std::string_view key) { return number_of(source, key).value_or(no_number); };
  const double metre = length_unit(scene);
  switch (reading) {
    case Reading::middle_x:
      return middle.x * cell.x;
    case Reading::middle_y:
      return middle.y * cell.y;
    case Reading::angle:
      return number("angle");
    case Reading::steer:
      return number("steer");
    case Reading::count:
      return number("count");
    case Reading::waist:
      return number("waist") * metre;
    case Reading::focus:
      return number("focus") * metre;
    case Reading::frequency:
      return number("frequency");
    case Reading::rise:
      return number("rise");
    case Reading::spacing: {
      const std::vector<Vec2> ends = places_of(source);
      if (ends.size() != 2) return no_number;
      const Vec2 a = to_nodes(scene, ends[0]), b = to_nodes(scene, ends[1]);
      return std::hypot((b.x - a.x) * cell.x, (b.y - a.y) * cell.y) / (number("count") - 1);
    }
    default:
      return no_number;
  }
}

}  // namespace

double Recorded::read(Reading reading, const std::string& name, std::span<const double> numbers) const {
  const auto monitor = std::ranges::find(scene_.monitors, name, &Monitor::name);
  if (monitor != scene_.monitors.end() && reading >= Reading::flux)
    return of_monitor(reading, monitors_, name, numbers);
  const auto probe = std::ranges::find(scene_.probes, name, &Probe::name);
  if (reading == Reading::x || reading == Reading::y) {
    std::optional<Vec2> at;
    if (probe != scene_.probes.end()) at = probe->at;
    for (const Source& s : scene_.sources)
      if (!at && s.name == name && !places_of(settled(scene_, s)).empty()) at = places_of(settled(scene_, s)).front();
    if (!at) return no_number;
    const Node node = nearest_node(scene_, *at);
    const Vec2 cell = cell_size(scene_);
    const double first = in_cells(scene_.physics) ? 0.5 : 0;
    return reading == Reading::x ? (node.i + first) * cell.x : (node.j + first) * cell.y;
  }
  if (reading >= Reading::middle_x && reading <= Reading::rise) {
    const auto source = std::ranges::find(scene_.sources, name, &Source::name);
    if (source != scene_.sources.end()) return of_source(reading, scene_, *source);
    const bool looks_at_one = reading == Reading::frequency && monitor != scene_.monitors.end();
    return looks_at_one ? highest_frequency(*monitor) : no_number;
  }
  const auto k = static_cast<std::size_t>(probe - scene_.probes.begin());
  if (k >= probes_.size()) return no_number;
  return of_probe(reading, {static_cast<double>(probes_[k].first_step), dt_, probes_[k].values, probes_[k].times},
                  numbers);
}

}  // namespace ez
