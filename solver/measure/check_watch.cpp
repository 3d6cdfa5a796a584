#include "solver/measure/check_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/constants.h"
#include "solver/base/text_with.h"
#include "solver/scene/duration.h"
#include "solver/scene/formula_constants.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr int quiet_periods = 8, fewest_looks = 5, most_periods = 200, most_crossings = 20;
// Marks a check that cannot be read, because its monitor missed the pulse that it measures.
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
constexpr double quiet_part = 0.2, drift_part = 0.5;  // relative to the tolerance

std::uint64_t steps_of(double seconds, double dt) {
  return std::max<std::uint64_t>(1, steps_until(seconds, dt).value_or(static_cast<std::uint64_t>(most_steps)));
}

// Returns the time in s to cross the grid along its diagonal, through the slowest medium.
double crossing_time(const Scene& scene, const SceneMedia& media) {
  if (in_cells(scene.physics)) return 10 * reference_period(scene);
  double slowness = 1;
  for (const PaletteEntry& e : media.extreme())
    if (!e.perfect()) slowness = std::max(slowness, std::abs(refractive_index(e, 1 / reference_period(scene))));
  const auto [width, height] = extent(scene);
  return std::hypot(width, height) * slowness / c0;
}

// Returns true if the formula reads a resonance monitor. Ringing may be recorded from any time after the pulse.
bool reads_ringing(const Scene& scene, const std::string& formula) {
  return std::ranges::any_of(scene.monitors, [&](const Monitor& m) {
    return kind_of(m.geometry) == ResonanceMonitor::kind && formula.find('"' + m.name + '"') != std::string::npos;
  });
}

Text no_value(const Scene& scene, const Formula& theory) {
  const std::vector<std::string>& names = theory.without_value();
  if (names.empty()) return "theory has no value";
  if (const std::optional<MissingShape> m = missing_shape(scene, names))
    return text_with("theory has no value: it needs {} × {} of {}, and the scene has {}", m->needed, Text::of(m->kind),
                     m->material, m->present);
  return text_with("theory has no value: {} cannot be read", names[0]);
}

double seconds_of(const Scene& scene, const Duration& d) { return d.value * (d.periods ? *first_period(scene) : 1); }

}  // namespace

std::uint64_t moments_per_step(const Scene& scene) { return in_cells(scene.physics) ? 256 : 1; }
double moment_seconds(const Scene& scene) { return time_step(scene) / static_cast<double>(moments_per_step(scene)); }
std::uint64_t moment_of(const Solver& solver) {
  if (!in_cells(solver.scene().physics)) return solver.step();
  return static_cast<std::uint64_t>(std::ceil(solver.time() / moment_seconds(solver.scene()) * (1 - 1e-12)));
}

CheckWatch::CheckWatch(const Scene& scene, const SceneMedia& media, std::uint64_t start, const Known& known)
    : scene_(scene),
      start_(start),
      step_(start),
      dt_(moment_seconds(scene)),
      period_(steps_of(reference_period(scene), dt_)),
      crossing_(steps_of(crossing_time(scene, media), dt_)) {
  for (const Source& s : scene_.sources)
    if (s.on) driven_ = std::max(driven_, steps_of(std::max(pulse_times(s.waveform).peak, 0.0), dt_));
  driven_ = std::max(driven_, start_);
  const bool pulses_alone = !in_cells(scene_.physics) && std::ranges::all_of(scene_.sources, [](const Source& s) {
    return !s.on || std::isfinite(pulse_times(s.waveform).end);
  });
  for (const Check& c : scene_.checks) {
    Watched w{Formula(c.measured, scene_), Formula(c.theory, scene_), std::nullopt};
    if (const std::optional<Duration> after = parse_duration(c.after))
      w.after = start_ + steps_of(seconds_of(scene_, *after), dt_);
    if (start_ > 0 && pulses_alone && w.measured.reads_sums() && !reads_ringing(scene_, c.measured)) w.after = never;
    CheckReading r{.bound = c.within ? *c.within : *c.within_abs, .relative = c.within.has_value(), .waits = {}};
    if (watched_.size() < known.size() && known[watched_.size()] && w.after != never)
      w.ready = true, r = *known[watched_.size()];
    watched_.push_back(std::move(w));
    readings_.push_back(std::move(r));
  }
}

std::optional<std::uint64_t> CheckWatch::next_look() const {
  std::optional<std::uint64_t> next;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const Watched& w = watched_[k];
    if (w.ready || w.missed || w.after == never || readings_[k].verdict == Verdict::not_settled) continue;
    const std::uint64_t own = w.after           ? *w.after
                              : w.looks.empty() ? driven_ + crossing_
                                                : w.looks.back().step + period_;
    next = next ? std::min(*next, own) : own;
  }
  return next;
}

std::optional<std::uint64_t> CheckWatch::next_moment() const {
  std::optional<std::uint64_t> next;
  for (const Watched& w : watched_)
    if (w.after && *w.after != never && !w.ready && !w.missed) next = std::min(next.value_or(*w.after), *w.after);
  return next;
}

void CheckWatch::mark_missed_until(std::uint64_t moment) {
  for (Watched& w : watched_) w.missed = w.after && *w.after != never && !w.ready && *w.after < moment;
}

CheckWatch::Known CheckWatch::known() const {
  Known out(watched_.size());
  for (std::size_t k = 0; k < watched_.size(); ++k)
    if (watched_[k].ready) out[k] = readings_[k];
  return out;
}

std::uint64_t CheckWatch::patience() const { return driven_ + most_periods * period_ + most_crossings * crossing_; }

// Returns this duration in words.
Text CheckWatch::more(std::uint64_t steps) const {
  const double n = static_cast<double>(steps);
  if (in_cells(scene_.physics)) return text_with("{:.3g} s more", n * dt_);
  if (const auto period = first_period(scene_)) return text_with("{:.1f} more periods", n * dt_ / *period);
  return text_with("{:.0f} more steps", n);
}

std::uint64_t CheckWatch::longest() const {
  std::uint64_t out = start_;
  for (const Watched& w : watched_)
    if (w.after != never) out = std::max(out, w.after.value_or(patience()));
  return out;
}

void CheckWatch::look(const Instruments& instruments, std::uint64_t step) {
  step_ = step;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    Watched& w = watched_[k];
    CheckReading& r = readings_[k];
    if (w.ready && w.after) continue;  // a value read at a given time stays
    r.more = {};
    r.measured = w.measured.value(instruments);
    if (!w.theory_is_final) r.theory = w.theory.value(instruments);
    w.theory_is_final = !w.theory.reads_a_run();
    r.difference = (r.measured - r.theory) / (r.relative ? std::abs(r.theory) : 1);
    if (w.after == never) {
      r.waits = "restart (R): its monitor began after the pulse";
      continue;
    }
    if (w.missed) {
      r.waits = "restart (R): its time passed before this pane became active";
      continue;
    }
    if (!w.ready && w.after) {
      w.ready = step >= *w.after;
      if (!w.ready) r.waits = r.more = more(*w.after - step);
    } else if (!w.ready) {
      settle(w, r, step);
    }
    if (!w.ready) continue;
    r.verdict = std::abs(r.difference) <= r.bound ? Verdict::holds : Verdict::fails;
    r.waits = std::isfinite(r.measured) && std::isfinite(r.theory) ? Text()
              : std::isfinite(r.theory)                            ? Text("no measured value")
                                                                   : no_value(scene_, w.theory);
  }
}

// Returns an upper bound for the further change of a value that changed by d₁ in the first half of its looks and by d₂
// in the second. With r = d₂/d₁, a value that settles as e^(−t) changes by another d₂·r/(1 − r). One that settles as a
// power of 1/t changes by at most twice that. The slowest, 1/t itself, changes by d₂·t/(half).
double CheckWatch::remaining_drift(const Watched& w) const {
  const Look &first = w.looks.front(), &middle = w.looks[w.looks.size() / 2], &last = w.looks.back();
  const double before = middle.value - first.value, after = last.value - middle.value;
  if (!(before * after > 0)) return 0;  // oscillates, or is constant
  const double ratio = after / before, half = static_cast<double>(last.step - middle.step);
  const double slowest = static_cast<double>(last.step - start_) / half;
  return std::abs(after) * (ratio < 1 ? std::min(2 * ratio / (1 - ratio), slowest) : slowest);
}

void CheckWatch::settle(Watched& w, CheckReading& r, std::uint64_t step) {
  const std::uint64_t quiet = quiet_periods * period_;
  if (step < driven_ + crossing_) {
    r.more = more(driven_ + crossing_ + quiet - step);
    r.waits = text_with("at least {}", r.more);
    return;
  }
  if (w.looks.empty() || step >= w.looks.back().step + period_) w.looks.push_back({step, r.measured});
  // A window that runs fast looks less often than once per period. The looks then cover a longer time.
  while (w.looks.size() > fewest_looks && w.looks[1].step + quiet <= step) w.looks.pop_front();
  const auto [low, high] = std::ranges::minmax(w.looks, {}, &Look::value);
  const bool numbers = std::ranges::all_of(w.looks, [](const Look& l) { return std::isfinite(l.value); });
  // without a theoretical value, the check fails once it can be read
  const double size = std::isfinite(r.theory) ? r.theory : r.measured;
  const double tolerance = r.bound * (r.relative ? std::abs(size) : 1), change = high.value - low.value;
  const bool long_enough = w.looks.size() >= fewest_looks && w.looks.front().step + quiet <= step;
  const bool quiet_now = long_enough && numbers && change <= quiet_part * tolerance;
  const double to_come = quiet_now && w.measured.reads_sums() ? remaining_drift(w) : 0;
  w.ready = quiet_now && to_come <= drift_part * tolerance;
  if (w.ready) return;
  const std::uint64_t missing = fewest_looks - std::min<std::uint64_t>(fewest_looks, w.looks.size());
  const std::uint64_t enough = std::max(w.looks.front().step + quiet, w.looks.back().step + missing * period_);
  if (!long_enough) r.more = more(enough - std::min(step, enough));
  r.waits = !long_enough ? text_with("at least {}", r.more)
            : !numbers   ? Text("no measured value")
            : quiet_now  ? text_with("still drifting, by about {:.2g}; limit: {:.2g}", to_come, drift_part * tolerance)
                         : text_with("changes by {:.2g} in {} periods; limit: {:.2g}", change, quiet_periods,
                                     quiet_part * tolerance);
  // In a fast window there may have been too few looks to decide.
  r.verdict = long_enough && step >= patience() ? Verdict::not_settled : Verdict::not_yet;
}

}  // namespace ez
