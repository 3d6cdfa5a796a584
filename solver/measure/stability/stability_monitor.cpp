#include "solver/measure/stability/stability_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/base/text_with.h"
#include "solver/problem/feeds.h"

namespace ez {
namespace {

constexpr double calm = 3;               // a calm field is at most this many times as large as before
constexpr double fade_steps = 1000;      // for which an edited or removed source may still fade out
constexpr std::size_t most_looks = 512;  // maximum number of looks; then every two are merged into one

}  // namespace

void StabilityMonitor::watch(const Scene& scene, const SceneMedia& media, const Problem& problem) {
  double sum = std::abs(scene.initial.value);
  double end = 0;  // s
  // Adds up the feeds, one for each source. (The problem's list of terms would not do: for a moving source it has only
  // the nodes of the next steps.) Sources that fade out were counted when they were on.
  for (std::size_t k = 0; k < std::min(scene.sources.size(), problem.feeds.size()); ++k) {
    const Source& source = scene.sources[k];
    const Feed& feed = problem.feeds[k];
    if (!source.on) continue;
    sum += std::abs(source.amplitude) * largest_of(source.waveform) * largest_step_input(problem, feed);
    end = std::max(end, pulse_times(source.waveform).end + latest_delay(feed));
  }
  if (scene.physics == Physics::heat)
    for (const FluidState& s : scene.states) held_ = std::max(held_, std::abs(s.value));
  const double now = looks_.empty() ? 0 : static_cast<double>(looks_.back().step);
  silent_ = now + std::ceil(end / problem.dt) + fade_steps;
  looked_after_end_ = false;
  gathered_ = 10 * std::sqrt(static_cast<double>(problem.nx) * problem.ny);
  // Stronger sources make a larger field, so earlier looks do not apply to it.
  if (sum > per_step_ && !looks_.empty()) since_ = looks_.back().step;
  per_step_ = std::max(per_step_, sum);
  largest_until_end_ = std::max(running_max(), per_step_);
  most_ = problem.precision == Precision::float32 ? 1e30 : 1e300;
  growth_watch_.watch(scene, media, problem, static_cast<std::uint64_t>(now));
}

void StabilityMonitor::travelled(const Health& health, std::uint64_t step, Physics physics) {
  const double now = health.finite ? health.max_abs : 0, per_step = per_step_, held = held_;
  restart();
  if (physics == Physics::heat) held_ = std::max(held, now);
  if (!in_cells(physics)) per_step_ = std::max(per_step, now / static_cast<double>(step + 1));
}

std::string StabilityMonitor::verdict(const Health& health, std::uint64_t step) const {
  if (!health.finite) return health.why.empty() ? "the field is not finite" : health.why;
  // Heat never exceeds its initial maximum.
  if (held_ > 0 && health.max_abs > 2 * held_)
    return fmt::format("the value grows: {:.3g} after {} steps, from at most {:.3g} at the start", health.max_abs, step,
                       held_);
  if (per_step_ > 0 && health.max_abs > limit(step))
    return fmt::format("the field grows without a source: {:.3g} after {} steps", health.max_abs, step);
  return "";
}

std::string StabilityMonitor::last_verdict(const Health& health, std::uint64_t step) const {
  if (std::string why = verdict(health, step); !why.empty()) return why;
  if (looked_after_end_ && health.max_abs > gathered_ * largest_until_end_)
    return fmt::format("the field grows after the sources have ended: {:.3g} after {} steps", health.max_abs, step);
  return "";
}

Text StabilityMonitor::growth_verdict() const {
  const std::optional<Growth>& g = slow_growth();
  if (!g) return {};
  const std::string percent = fmt::format("{:.2g}", 100 * (g->per_period - 1));
  if (g->driven)
    return text_with("the field grows by {} % per period although its sources are steady, from step {} to {}", percent,
                     g->from, g->to);
  return text_with("the field grows by {} % per period although no source drives it, from step {} to {}", percent,
                   g->from, g->to);
}

// Drops later looks after the run was taken back to `step`.
void StabilityMonitor::forget_from(std::uint64_t step) {
  while (!looks_.empty() && looks_.back().step >= step) looks_.pop_back();
  if (static_cast<double>(step) <= silent_)
    looked_after_end_ = false, largest_until_end_ = std::max(running_max(), per_step_);
  since_ = std::min(since_, step);
}

// Merges every two looks into one.
void StabilityMonitor::thin() {
  if (looks_.size() < most_looks) return;
  for (std::size_t k = 0; 2 * k + 1 < looks_.size(); ++k) {
    const double before = looks_[2 * k].max_abs;
    looks_[k] = looks_[2 * k + 1];
    looks_[k].max_abs = std::max(looks_[k].max_abs, before);
  }
  looks_.resize(looks_.size() / 2);
}

void StabilityMonitor::look_at_growth(const Health& health, std::uint64_t step) { growth_watch_.look(health, step); }

bool StabilityMonitor::look(const Health& health, std::uint64_t step) {
  forget_from(step);
  look_at_growth(health, step);
  const std::uint64_t quarter = (step - since_) / 4;
  double before = 0, lately = health.max_abs;
  bool compared = step == 0;  // at step 0 nothing can have grown
  for (auto l = looks_.rbegin(); l != looks_.rend() && l->step >= since_; ++l) {
    if (l->step + quarter > step) {
      lately = std::max(lately, l->max_abs);
    } else if (compared && l->step + 2 * quarter < step) {
      break;
    } else {
      before = std::max(before, l->max_abs);
      compared = true;
    }
  }
  if (!looked_after_end_) largest_until_end_ = std::max(largest_until_end_, health.max_abs);
  looked_after_end_ = looked_after_end_ || static_cast<double>(step) > silent_;
  growth_ = before > 0 && lately > 0 && quarter > 0 ? std::pow(lately / before, 1 / static_cast<double>(quarter)) : 1;
  looks_.push_back({step, health.max_abs, std::max(running_max(), health.max_abs)});
  thin();
  return health.finite && health.max_abs < most_ && compared && (step == 0 || health.max_abs <= calm * before);
}

}  // namespace ez
