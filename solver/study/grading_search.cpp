#include "solver/study/grading_search.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "solver/study/strip.h"

namespace ez {
namespace {

constexpr double steepest_measured = 75;  // degrees; at larger angles a strip's wave takes too long to arrive and leave
constexpr double most_work = 1.5e9;       // node steps for one grading; further waves are evaluated by theory only

// Fractions of the whole work, 0 … 1, for the progress report.
constexpr double measured_before = 0.4, searched = 0.6;

}  // namespace

struct GradingSearch::State {
  Comparison::EngineMaker maker;
  Scene scene;
  GradingBand band;
  std::atomic<bool> stop{false};
  mutable std::mutex guard;
  GradingProgress progress;
  std::thread worker;  // declared last, so that it ends before the members that it uses

  void run();
  // Returns the reflection of the worst measurable wave in dB; empty if cancelled. Progress goes from `from` to `to`.
  std::optional<double> measure(const GradingCase& judge, const CpmlGrading& grading, double from, double to);
  template <class F>
  void set(F change) {
    const std::lock_guard lock(guard);
    change(progress);
  }
};

std::optional<double> GradingSearch::State::measure(const GradingCase& judge, const CpmlGrading& grading, double from,
                                                    double to) {
  std::vector<GradingCase::Wave> waves = judge.samples();
  waves.push_back(judge.worst(grading));
  std::vector<Strip> strips;
  for (const GradingCase::Wave& w : waves)
    strips.emplace_back(scene, w.side, w.frequency, std::min(w.degrees, steepest_measured));
  std::stable_sort(strips.begin(), strips.end(), [](auto& a, auto& b) { return a.work() < b.work(); });
  double all = 0, done = 0;
  std::size_t count = 0;
  while (count < strips.size() && (count == 0 || all + strips[count].work() <= most_work))
    all += strips[count++].work();
  std::optional<double> worst;
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<double> db = strips[k].measure(maker, grading, [&] { return stop.load(); });
    if (!db) return std::nullopt;
    worst = std::max(worst.value_or(*db), *db);
    done += strips[k].work();
    set([&](GradingProgress& p) { p.fraction = from + (to - from) * done / all; });
  }
  return worst;
}

void GradingSearch::State::run() {
  std::string failed;
  const GradingCase judge(scene, band, failed);
  if (!failed.empty()) {
    set([&](GradingProgress& p) { p.failed = failed; });
    return;
  }
  const std::optional<double> before = measure(judge, scene.boundary.cpml, 0, measured_before);
  if (!before) return;
  set([&](GradingProgress& p) { p.before_db = p.best_db = *before; });
  constexpr double usual_trials = 5000;
  const BestGrading best = best_grading(judge, scene, [&](const BestGrading& b) {
    set([&](GradingProgress& p) {
      p.trials = b.trials;
      p.best = b.grading;
      p.best_db = b.db;
      p.fraction = measured_before + (searched - measured_before) * std::min(b.trials / usual_trials, 1.0);
    });
    return !stop;
  });
  if (stop) return;
  const std::optional<double> after = measure(judge, best.grading, searched, 1);
  if (!after) return;
  set([&](GradingProgress& p) {
    p.best = best.grading;
    p.best_db = *after;
    p.fraction = 1;
  });
}

GradingSearch::GradingSearch(Comparison::EngineMaker maker, const Scene& scene, const GradingBand& band)
    : state_(std::make_unique<State>()) {
  state_->maker = std::move(maker);
  state_->scene = scene;
  state_->band = band;
  state_->progress.best = scene.boundary.cpml;
  state_->worker = std::thread([state = state_.get()] {
    try {
      state->run();
    } catch (const std::exception& e) {  // device failure or out of memory
      state->set([&](GradingProgress& p) { p.failed = e.what(); });
    }
    state->set([&](GradingProgress& p) {
      p.cancelled = state->stop && p.fraction < 1;
      p.done = true;
    });
  });
}

GradingSearch::~GradingSearch() {
  cancel();
  state_->worker.join();
}

GradingProgress GradingSearch::progress() const {
  const std::lock_guard lock(state_->guard);
  return state_->progress;
}

void GradingSearch::cancel() { state_->stop = true; }

}  // namespace ez
