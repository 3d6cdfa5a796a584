#include "solver/physics/drive.h"

#include <algorithm>
#include <cmath>

#include "solver/physics/constants.h"

namespace ez {
namespace {

double radians(double degrees) { return degrees * pi / 180; }
double square(double v) { return v * v; }

// The ramp runs on with the phase: a live change of frequency half way up makes no jump either.
double value(const Cw& w, double t, double turn) {
  const double periods = w.frequency * t + turn / (2 * pi);
  const double ramp = periods >= w.ramp ? 1 : square(std::sin(pi * periods / (2 * w.ramp)));
  return ramp * std::sin(2 * pi * periods + radians(w.phase));
}
double envelope(double t, double width) { return std::exp(-0.5 * square(t / width)); }
double value(const Gaussian& w, double t, double) { return envelope(t - w.peak(), w.width); }
double value(const Modulated& w, double t, double turn) {
  const double s = t - w.peak();
  return envelope(s, w.width) * std::sin(2 * pi * w.frequency * s + radians(w.phase) + turn);
}
double value(const Ricker& w, double t, double) {
  const double a = square(pi * w.frequency * (t - w.peak()));
  return (1 - 2 * a) * std::exp(-a);
}

}  // namespace

double waveform_value(const Waveform& waveform, double t, double turn) {
  return std::visit([&](const auto& w) { return value(w, t, turn); }, waveform);
}

// The source it was: an equal one wherever it stands now (others may have been added or deleted), else the one that was
// in its place, unless that one lives on elsewhere.
std::size_t Drive::match(const std::vector<Source>& now, std::size_t place) const {
  const auto same = std::find(known_.begin(), known_.end(), now[place]);
  if (same != known_.end()) return static_cast<std::size_t>(same - known_.begin());
  const bool lives_on = place < known_.size() && std::find(now.begin(), now.end(), known_[place]) != now.end();
  return lives_on ? known_.size() : place;
}

void Drive::apply(const Scene& scene, double t) {
  std::vector<Memory> next(scene.sources.size());
  for (std::size_t s = 0; s < scene.sources.size(); ++s) {
    const Source& now = scene.sources[s];
    const std::size_t k = match(scene.sources, s);
    const Source* was = k < known_.size() ? &known_[k] : nullptr;
    if (!was || !was->on || was->waveform.index() != now.waveform.index()) {
      next[s].born = t;
      continue;
    }
    next[s] = memory_[k];
    // 2πf·(t − born) + turn stays what it was at t.
    const auto *before = std::get_if<Cw>(&was->waveform), *after = std::get_if<Cw>(&now.waveform);
    if (before && after) next[s].turn += 2 * pi * (before->frequency - after->frequency) * (t - next[s].born);
  }
  known_ = scene.sources;
  memory_ = std::move(next);
}

void Drive::fill(const Scene& scene, double start, std::uint64_t first, int steps, double dt,
                 std::vector<double>& out) const {
  const std::size_t count = scene.sources.size();
  out.assign(static_cast<std::size_t>(steps) * count, 0.0);
  for (int n = 0; n < steps; ++n)
    for (std::size_t s = 0; s < count; ++s) {
      const Source& source = scene.sources[s];
      if (!source.on) continue;
      const double t =
          start + (static_cast<double>(first + static_cast<std::uint64_t>(n)) + (source.hard ? 1.0 : 0.5)) * dt;
      out[static_cast<std::size_t>(n) * count + s] =
          source.amplitude * waveform_value(source.waveform, t - memory_[s].born, memory_[s].turn);
    }
}

}  // namespace ez
