#include "app/session/pace/speed_meter.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr double history_time = 10;  // s

// s: the unit of the speed setting: a period, or for a gas or heat the time to cross the domain.
double rate_unit(const Scene& scene) { return (in_cells(scene.physics) ? 10 : 1) * reference_period(scene); }
double asked_rate(const SpeedSetting& s, const Scene& scene) {
  return in_cells(scene.physics) ? s.crossings_per_second : s.periods_per_second;
}
// s: the present time step. A gas has steps of many lengths.
double step_length(const Solver& solver) {
  return in_cells(solver.scene().physics) && solver.dt() > 0 ? solver.dt() : time_step(solver.scene());
}

}  // namespace

double asked_steps_per_second(const SessionData& d) {
  const Solver& first = d.runs->pane(0);
  return asked_rate(d.state.speed, first.scene()) * rate_unit(first.scene()) / step_length(first);
}

void SpeedMeter::measure(double time) {
  const bool own = d_.parts.any(&SessionPart::has_own_steps);
  const Solver::Speed speed = own ? Solver::Speed{} : d_.runs->take_speed(), swept = d_.parts.take_own_steps();
  const double lockstep = static_cast<double>(speed.steps) / panes_.steps_per_step();
  d_.clock.measured(static_cast<std::uint64_t>(std::llround(lockstep)), speed.seconds);
  speed_steps_ += lockstep + static_cast<double>(swept.steps);
  speed_seconds_ += speed.seconds + swept.seconds;
  Performance& p = d_.state.performance;
  const double passed = time - last_sample_;
  if (passed < 0.1) return;
  const double steps = speed_steps_, gcells = 1e-9 * panes_.cells_per_step();
  const int frames = d_.frames - sampled_frames_;
  p.fps = frames / passed;
  compare_with_asked(steps / passed);
  p.gcells_wall = p.steps_per_second * gcells;
  p.gcells_kernel = speed_seconds_ > 0 ? steps * gcells / speed_seconds_ : 0;
  p.solve_ms = frames > 0 ? 1e3 * speed_seconds_ / frames : 0;
  p.history.push_back({time, steps / passed * gcells, p.gcells_kernel, p.fps, p.fps > 0 ? 1e3 / p.fps : 0, p.solve_ms,
                       p.view_ms, p.draw_ms, p.ui_ms});
  while (!p.history.empty() && p.history.front().time < time - history_time) p.history.pop_front();
  speed_steps_ = 0;
  speed_seconds_ = 0;
  sampled_frames_ = d_.frames;
  last_sample_ = time;
  d_.parts.each(&SessionPart::speed_sampled);
}

void SpeedMeter::compare_with_asked(double steps_per_second) {
  constexpr double share = 0.25, enough = 0.9;
  constexpr int samples_short = 5;
  Performance& p = d_.state.performance;
  const bool goes_on = p.steps_per_second > 0 && steps_per_second > 0;
  p.steps_per_second += (goes_on ? share : 1) * (steps_per_second - p.steps_per_second);
  const Solver& first = d_.runs->pane(0);
  p.steps_per_period = rate_unit(first.scene()) / step_length(first);
  const SpeedSetting& s = d_.state.speed;
  const bool asked = d_.state.running && !d_.state.held && !d_.state.frozen && s.automatic && !s.full &&
                     !d_.parts.any(&SessionPart::is_measuring);
  const bool behind = asked && steps_per_second < enough * asked_steps_per_second(d_);
  short_samples_ = behind ? std::min(short_samples_ + 1, samples_short) : asked ? std::max(short_samples_ - 1, 0) : 0;
  p.falls_short = short_samples_ == samples_short || (p.falls_short && short_samples_ > 0);
}

}  // namespace ez
