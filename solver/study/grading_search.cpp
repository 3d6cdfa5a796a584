#include "solver/study/grading_search.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "solver/study/grading_trials.h"
#include "solver/study/strip.h"

namespace ez {
namespace {

constexpr double steepest_measured = 75;  // degrees; at larger angles a strip's wave takes too long to arrive and leave
constexpr double most_work = 1.5e9;       // node steps for one grading; further waves are evaluated by theory only

// Fractions of the whole work, 0 … 1, for the progress report.
constexpr double measured_before = 0.4, searched = 0.6;

// Measures a grading's worst reflection with strips, in steps of a few milliseconds.
class GradingMeasurement {
 public:
  GradingMeasurement(const GradingCase& judge, const Scene& scene, Comparison::EngineMaker maker,
                     const CpmlGrading& grading);
  GradingMeasurement(const GradingMeasurement&) = delete;
  GradingMeasurement& operator=(const GradingMeasurement&) = delete;
  // Returns false at the end.
  bool step();
  double worst_db() const { return *worst_; }    // at the end
  bool has_result() const { return done_ > 0; }  // of at least one strip
  // Returns the progress, which goes from `from` to `to`.
  double progress(double from, double to) const { return from + (to - from) * done_ / all_; }

 private:
  Comparison::EngineMaker maker_;
  CpmlGrading grading_;
  std::vector<Strip> strips_;                // the one with the least work first
  std::size_t next_ = 0;                     // index of the strip in work
  std::optional<Strip::Measurement> strip_;  // the one in work
  std::optional<double> worst_;              // so far
  double done_ = 0, all_ = 0;                // node steps
};

GradingMeasurement::GradingMeasurement(const GradingCase& judge, const Scene& scene, Comparison::EngineMaker maker,
                                       const CpmlGrading& grading)
    : maker_(std::move(maker)), grading_(grading) {
  std::vector<GradingCase::Wave> waves = judge.samples();
  waves.push_back(judge.worst(grading));
  for (const GradingCase::Wave& w : waves)
    strips_.emplace_back(scene, w.side, w.frequency, std::min(w.degrees, steepest_measured));
  std::stable_sort(strips_.begin(), strips_.end(), [](auto& a, auto& b) { return a.work() < b.work(); });
  std::size_t count = 0;
  while (count < strips_.size() && (count == 0 || all_ + strips_[count].work() <= most_work))
    all_ += strips_[count++].work();
  while (strips_.size() > count) strips_.pop_back();
}

bool GradingMeasurement::step() {
  const Strip& strip = strips_[next_];
  if (!strip_) strip_.emplace(strip, maker_, grading_);
  if (strip_->step()) return true;
  worst_ = std::max(worst_.value_or(strip_->db()), strip_->db());
  strip_.reset();
  done_ += strip.work();
  return ++next_ < strips_.size();
}

}  // namespace

// The search measures the scene's grading, searches the best one by theory, and measures that.
struct GradingSearch::State {
  Comparison::EngineMaker maker;
  Scene scene;
  GradingBand band;
  std::atomic<bool> stop{false};
  std::mutex guard;
  GradingProgress progress;
  // Only the steps use these three.
  std::optional<GradingCase> judge;
  std::optional<GradingMeasurement> measurement;  // in work; empty during the search by theory
  std::optional<GradingTrials> trials;            // empty until the scene's grading is measured
  std::optional<BackgroundWork> work;             // declared last, so that it ends before the members that it uses

  // Each step takes milliseconds and returns false at the end.
  bool step();
  bool go_on();
  bool begin();
  bool measure();
  bool search();
  void measure_next(const CpmlGrading& grading) { measurement.emplace(*judge, scene, maker, grading); }
  template <class F>
  void set(F change) {
    const std::lock_guard lock(guard);
    change(progress);
  }
};

bool GradingSearch::State::step() {
  bool goes_on = false;
  try {
    goes_on = !stop && go_on();
  } catch (const std::exception& e) {  // device failure or out of memory
    set([&](GradingProgress& p) { p.failed = e.what(); });
  }
  if (goes_on) return true;
  set([&](GradingProgress& p) {
    p.cancelled = stop && p.fraction < 1;
    p.done = true;
  });
  return false;
}

bool GradingSearch::State::go_on() {
  if (!judge) return begin();
  return measurement ? measure() : search();
}

bool GradingSearch::State::begin() {
  std::string failed;
  judge.emplace(scene, band, failed);
  if (failed.empty())
    measure_next(scene.boundary.cpml);
  else
    set([&](GradingProgress& p) { p.failed = failed; });
  return failed.empty();
}

bool GradingSearch::State::measure() {
  const bool before = !trials;
  const bool goes_on = measurement->step();
  if (measurement->has_result())
    set([&](GradingProgress& p) {
      p.fraction = before ? measurement->progress(0, measured_before) : measurement->progress(searched, 1);
    });
  if (goes_on) return true;
  const double db = measurement->worst_db();
  measurement.reset();
  if (before) {
    set([&](GradingProgress& p) { p.before_db = p.best_db = db; });
    trials.emplace(*judge, scene);
    return true;
  }
  set([&](GradingProgress& p) {
    p.best = trials->best().grading;
    p.best_db = db;
    p.fraction = 1;
  });
  return false;
}

bool GradingSearch::State::search() {
  constexpr double usual_trials = 5000;
  const bool goes_on = trials->step();
  const BestGrading& best = trials->best();
  if (goes_on)
    set([&](GradingProgress& p) {
      p.trials = best.trials;
      p.best = best.grading;
      p.best_db = best.db;
      p.fraction = measured_before + (searched - measured_before) * std::min(best.trials / usual_trials, 1.0);
    });
  else
    measure_next(best.grading);
  return true;
}

GradingSearch::GradingSearch(Comparison::EngineMaker maker, const Scene& scene, const GradingBand& band,
                             Threads threads)
    : state_(std::make_unique<State>()) {
  state_->maker = std::move(maker);
  state_->scene = scene;
  state_->band = band;
  state_->progress.best = scene.boundary.cpml;
  state_->work.emplace([state = state_.get()] { return state->step(); }, threads);
}

GradingSearch::~GradingSearch() = default;

GradingProgress GradingSearch::progress() {
  state_->work->poll();
  const std::lock_guard lock(state_->guard);
  return state_->progress;
}

void GradingSearch::cancel() { state_->stop = true; }

}  // namespace ez
