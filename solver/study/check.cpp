#include "solver/study/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "solver/base/error.h"
#include "solver/compare/comparison.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/run/solver.h"

namespace ez {
namespace {

Scene without_meter(const Scene& scene) {
  Scene out = scene;
  out.reflection.on = false;
  return out;
}

}  // namespace

struct CheckRun::Parts {
  Parts(const EngineMaker& maker, const Scene& scene, bool scheme)
      : runs(maker, without_meter(scene)), series(scene.probes.size()) {
    if (const std::string why = apply_preset(solver); !why.empty() && scheme)
      throw EngineError(fmt::format("--scheme {}: {}", scene.run.scheme, why));
  }

  bool step(double seconds);
  void advance(double seconds);
  bool has_reached(std::uint64_t moment) const;
  double end_of(std::uint64_t moment) const { return static_cast<double>(moment) * moment_seconds(solver.scene()); }
  void collect();
  void look();

  Comparison runs;  // the scene, and the runs that its monitors subtract
  Solver& solver = runs.pane(0);
  bool cells = in_cells(solver.scene().physics);
  WatchedRun watched{solver};
  CheckWatch watch{solver.scene(), *solver.media()};
  std::vector<ProbeSamples> series;  // by probe, from step 1
  std::optional<std::uint64_t> next = watch.next_look();
  std::string unstable;
  double step_seconds = 0;
};

bool CheckRun::Parts::has_reached(std::uint64_t moment) const {
  return cells ? solver.time() >= end_of(moment) * (1 - 1e-12) : solver.step() >= moment;
}

bool CheckRun::Parts::step(double seconds) {
  if (!next || !unstable.empty()) return false;
  if (!has_reached(*next)) advance(seconds);
  if (unstable.empty() && has_reached(*next)) look();
  if (!unstable.empty()) return false;
  if (!next) unstable = watched.last_look();
  return next.has_value();
}

// Advances until the next look at the latest. A gas or heat ends exactly at that time.
void CheckRun::Parts::advance(double seconds) {
  const double answer = step_seconds > 0 ? seconds / step_seconds : 1;
  const std::uint64_t until = cells ? 0 : watched.next_look(*next);  // step at which stability is examined
  if (cells)
    runs.advance(static_cast<int>(std::clamp(answer, 1.0, 256.0)), end_of(*next));
  else
    runs.advance(static_cast<int>(std::clamp(answer, 1.0, static_cast<double>(until - solver.step()))));
  runs.wait();
  collect();
  if (solver.step() >= until) unstable = watched.look();
}

void CheckRun::Parts::look() {
  std::vector<Series> all;
  for (const ProbeSamples& s : series) all.push_back({1, s.values, s.times});
  watch.look(Recorded(solver.scene(), solver.dt(), std::move(all), runs.monitors(0)), *next);
  next = watch.next_look();
}

void CheckRun::Parts::collect() {
  const std::vector<ProbeSamples> samples = solver.take_probes();
  for (std::size_t k = 0; k < series.size(); ++k) {
    ProbeSamples& s = series[k];
    s.values.insert(s.values.end(), samples[k].values.begin(), samples[k].values.end());
    s.times.insert(s.times.end(), samples[k].times.begin(), samples[k].times.end());
  }
  if (const Solver::Speed speed = runs.take_speed(); speed.steps > 0)
    step_seconds = speed.seconds / static_cast<double>(speed.steps);
}

CheckRun::CheckRun(const EngineMaker& maker, const Scene& scene, bool scheme)
    : parts_(std::make_unique<Parts>(maker, scene, scheme)) {}
CheckRun::~CheckRun() = default;
CheckRun::CheckRun(CheckRun&&) noexcept = default;
CheckRun& CheckRun::operator=(CheckRun&&) noexcept = default;

bool CheckRun::step(double seconds) { return parts_->step(seconds); }

std::uint64_t CheckRun::done() const { return moment_of(parts_->solver) / moments_per_step(parts_->solver.scene()); }
std::uint64_t CheckRun::most() const { return parts_->watch.longest() / moments_per_step(parts_->solver.scene()); }

CheckedScene CheckRun::result() const {
  return {.readings = parts_->watch.readings(),
          .steps = parts_->solver.step(),
          .time = parts_->solver.time(),
          .backend = std::string(parts_->solver.info().backend),
          .unstable = parts_->unstable};
}

CheckedScene run_checks(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress) {
  CheckRun run(maker, scene, scheme);
  bool goes_on = true;
  do goes_on = progress(run.done(), run.most());
  while (goes_on && run.step());
  CheckedScene out = run.result();
  out.cancelled = !goes_on;
  return out;
}

}  // namespace ez
