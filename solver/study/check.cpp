#include "solver/study/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/base/error.h"
#include "solver/compare/comparison.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/run/solver.h"

namespace ez {
namespace {

class Run {
 public:
  Run(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress)
      : progress_(progress), runs_(maker, scene), series_(scene.probes.size()) {
    if (const std::string why = apply_preset(solver_); !why.empty() && scheme)
      throw EngineError(fmt::format("--scheme {}: {}", scene.run.scheme, why));
  }

  CheckedScene operator()() {
    CheckedScene out;
    while (const auto next = watch_.next_look()) {
      out.cancelled = !advance_to(*next, out.unstable);
      if (out.cancelled || !out.unstable.empty()) break;
      std::vector<Series> series;
      for (const ProbeSamples& s : series_) series.push_back({1, s.values, s.times});
      watch_.look(Recorded(solver_.scene(), solver_.dt(), std::move(series), runs_.monitors(0)), *next);
    }
    if (!out.cancelled && out.unstable.empty()) out.unstable = watched_.last_look();
    out.readings = watch_.readings();
    out.steps = solver_.step();
    out.time = solver_.time();
    out.backend = solver_.info().backend;
    return out;
  }

 private:
  // Returns false if the run should end.
  bool advance_to(std::uint64_t step, std::string& unstable) {
    if (in_cells(solver_.scene().physics)) return advance_in_time(step, unstable);
    while (solver_.step() < step) {
      const std::uint64_t look = watched_.next_look(step);
      while (solver_.step() < look) {
        if (!progress_(solver_.step(), watch_.longest())) return false;
        const double answer = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
        runs_.advance(static_cast<int>(std::clamp(answer, 1.0, static_cast<double>(look - solver_.step()))));
        runs_.wait();
        collect();
      }
      unstable = watched_.look();
      if (!unstable.empty()) return true;
    }
    return true;
  }
  // Advances exactly to a given time, in units of moment_of().
  bool advance_in_time(std::uint64_t moment, std::string& unstable) {
    const double end = static_cast<double>(moment) * moment_seconds(solver_.scene());
    const std::uint64_t a_step = moments_per_step(solver_.scene());
    while (solver_.time() < end * (1 - 1e-12)) {
      if (!progress_(moment_of(solver_) / a_step, watch_.longest() / a_step)) return false;
      const double answer = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
      runs_.advance(static_cast<int>(std::clamp(answer, 1.0, 256.0)), end);
      runs_.wait();
      collect();
      unstable = watched_.look();
      if (!unstable.empty()) break;
    }
    return true;
  }
  void collect() {
    const std::vector<ProbeSamples> samples = solver_.take_probes();
    for (std::size_t k = 0; k < series_.size(); ++k) {
      ProbeSamples& s = series_[k];
      s.values.insert(s.values.end(), samples[k].values.begin(), samples[k].values.end());
      s.times.insert(s.times.end(), samples[k].times.begin(), samples[k].times.end());
    }
    if (const Solver::Speed speed = runs_.take_speed(); speed.steps > 0)
      step_seconds_ = speed.seconds / static_cast<double>(speed.steps);
  }

  const CheckProgress& progress_;
  Comparison runs_;  // the scene, and the runs that its monitors subtract
  Solver& solver_ = runs_.pane(0);
  WatchedRun watched_{solver_};
  CheckWatch watch_{solver_.scene(), *solver_.media()};
  std::vector<ProbeSamples> series_;  // by probe, from step 1
  double step_seconds_ = 0;
};

}  // namespace

CheckedScene run_checks(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress) {
  Scene alone = scene;
  alone.reflection.on = false;
  return Run(maker, alone, scheme, progress)();
}

}  // namespace ez
