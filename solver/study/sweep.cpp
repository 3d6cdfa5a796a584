#include "solver/study/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <thread>

#include "solver/base/cores.h"
#include "solver/base/memory.h"
#include "solver/problem/padding.h"
#include "solver/scene/formula.h"
#include "solver/study/check.h"

namespace ez {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Override> overrides_at(const SweepRequest& request, std::span<const double> values) {
  std::vector<Override> out;
  for (std::size_t k = 0; k < values.size(); ++k) out.push_back({request.axes[k].path, fmt::format("{}", values[k])});
  return out;
}

Message error(std::string what, std::string text) {
  return {Message::Kind::error, std::move(what), 0, 0, std::move(text)};
}

bool has_error(const std::vector<Message>& messages) {
  return std::ranges::any_of(messages, [](const Message& m) { return m.kind == Message::Kind::error; });
}

// Returns why the request cannot be run, as messages.
std::vector<Message> faults_of(const SweepRequest& r) {
  std::vector<Message> out;
  if (r.axes.empty() || r.axes.size() > most_sweep_axes)
    out.push_back(error("sweep", fmt::format("{} keys are varied; vary 1 or {}", r.axes.size(), most_sweep_axes)));
  double points = 1;
  for (const SweepAxis& a : r.axes) {
    points *= static_cast<double>(a.values.size());
    if (!std::ranges::all_of(a.values, [](double v) { return std::isfinite(v); }))
      out.push_back(error(a.path, "a value is not finite; give finite values"));
  }
  if (points < 1) out.push_back(error("sweep", "there is no value; give at least one for each key"));
  if (points > most_sweep_points)
    out.push_back(error("sweep", fmt::format("{:.0f} points are more than {}; give fewer", points, most_sweep_points)));
  return out;
}

// Returns an error if the formula does not parse. The values are replaced by a single digit, so that the position in
// the message is right.
void check_formula(const std::string& name, const std::string& formula, const Scene& scene, std::vector<Message>& out) {
  try {
    Formula(with_swept_values(formula, std::vector<double>{1, 1}), scene);
  } catch (const FormulaError& e) {
    out.push_back(error(name, e.what()));
  }
}

// Names the sweep's formulas in a message about the check that they became.
void rename_check(std::string& text) {
  for (const auto& [from, to] :
       {std::pair("check.0.measured", "measure"), std::pair("check.0.", ""), std::pair("check.0", "the sweep")})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += std::string(to).size())
      text.replace(at, std::string(from).size(), to);
}

// Makes the scene of one point, with the sweep's formulas as its only check.
std::optional<Scene> scene_at(const Scene& scene, const SweepRequest& request, std::span<const double> values,
                              OverrideFinding& first_finding, std::vector<Message>& found) {
  OverrideFinding finding = OverrideFinding::none;
  SceneResult edited = with_overrides(scene, overrides_at(request, values), &finding);
  if (first_finding == OverrideFinding::none) first_finding = finding;
  found = std::move(edited.messages);
  std::optional<Scene> out = std::move(edited.scene);
  if (out) {
    if (request.refine != 1) out = refine(*out, request.refine);
    Check check;
    check.name = "sweep";
    check.measured = with_swept_values(request.measure, values);
    check.theory = request.theory.empty() ? check.measured : with_swept_values(request.theory, values);
    check.within = request.within;
    check.after = request.after;
    check_formula("measure", request.measure, *out, found);
    if (!request.theory.empty()) check_formula("theory", request.theory, *out, found);
    if (!has_error(found)) {
      out->checks = {std::move(check)};
      std::vector<Message> rules = validate(*out);
      for (Message& m : rules) rename_check(m.text);
      found.insert(found.end(), rules.begin(), rules.end());
    }
  }
  return has_error(found) ? std::nullopt : std::move(out);
}

void refuse(SweepPoint& point, const std::vector<Message>& found) {
  const auto first = std::ranges::find(found, Message::Kind::error, &Message::kind);
  point.refused = true;
  point.problem = first == found.end() ? "its scene is invalid" : first->text;
  point.measured = point.theory = nan;
}

// Computes points on threads, while the calling thread reports the progress.
class Team {
 public:
  Team(KeySweep& sweep, const EngineRequest& engine, SweepStore* store)
      : sweep_(sweep), store_(store), parts_(sweep.scenes.size()) {
    const auto points = static_cast<int>(std::min<std::size_t>(sweep.scenes.size(), 1024));
    EngineChoice choice = make_engine(engine);
    const bool on_host = choice.engine->info().on_host;
    const int cores = engine.threads > 0 ? engine.threads : usable_cores();
    runs_ = on_host && has_threads() ? std::clamp(std::min(points, cores), 1, fitting()) : 1;
    EngineRequest share = engine;
    share.backend = choice.backend->name;
    if (choice.backend->threaded) share.threads = std::max(1, cores / runs_);
    choice.engine.reset();
    for (int k = 0; k < runs_; ++k) makers_.push_back(make_engine_maker(share).make);
  }

  bool operator()(const SweepProgress& progress, const SweepListener& finished) {
    if (!has_threads()) return alone(progress, finished);
    std::vector<std::jthread> threads;
    for (const EngineMaker& maker : makers_) threads.emplace_back([this, &maker] { work(maker, [] { return true; }); });
    bool going = true;
    for (std::size_t reported = 0; reported < parts_.size() && going;) {
      std::unique_lock lock(guard_);
      changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return !done_.empty(); });
      const std::deque<std::size_t> done = std::exchange(done_, {});
      lock.unlock();
      for (const std::size_t point : done)
        if (finished) finished(sweep_, point);
      reported += done.size();
      going = progress(part(), reported);
    }
    cancelled_ = !going;
    return going;
  }

 private:
  // Returns how many runs fit into memory at the same time, at least 1.
  int fitting() const {
    double most = 1;
    for (const Scene& s : sweep_.scenes) most = std::max(most, engine_bytes(s, {}));
    if (sweep_.request.converge) most *= std::max(1.0, sweep_.request.grids.fine * sweep_.request.grids.fine);
    return static_cast<int>(std::clamp(0.8 * available_host_bytes() / (2 * most), 1.0, 1024.0));
  }
  double part() const {
    double sum = 0;
    for (const std::atomic<float>& p : parts_) sum += static_cast<double>(p);
    return sum / static_cast<double>(parts_.size());
  }
  bool alone(const SweepProgress& progress, const SweepListener& finished) {
    work(makers_.front(), [&] {
      for (; !done_.empty(); done_.pop_front())
        if (finished) finished(sweep_, done_.front());
      if (!progress(part(), next_)) cancelled_ = true;
      return !cancelled_;
    });
    return !cancelled_;
  }
  void work(const EngineMaker& maker, const std::function<bool()>& look) {
    for (std::size_t k = next_++; k < parts_.size() && !cancelled_; k = next_++) {
      if (!is_known(k)) {
        compute(maker, k, look);
        save(k);
      }
      parts_[k] = 1;
      const std::scoped_lock lock(guard_);
      done_.push_back(k);
      changed_.notify_one();
    }
    look();
  }
  bool is_known(std::size_t k) {
    if (sweep_.points[k].refused) return true;
    const std::scoped_lock lock(guard_);
    return store_ && store_->find(sweep_.scenes[k], sweep_.request, sweep_.points[k]);
  }
  // Stores a finished point without a problem. One with a problem may succeed another time, for example with more
  // memory.
  void save(std::size_t k) {
    const SweepPoint& point = sweep_.points[k];
    if (!store_ || cancelled_ || !point.problem.empty()) return;
    const std::scoped_lock lock(guard_);
    store_->add(sweep_.scenes[k], sweep_.request, point);
  }
  void compute(const EngineMaker& maker, std::size_t k, const std::function<bool()>& look) {
    SweepPoint& point = sweep_.points[k];
    point.measured = point.theory = nan;
    try {
      const CheckProgress progress = [&](std::uint64_t done, std::uint64_t most) {
        parts_[k] = static_cast<float>(done) / static_cast<float>(most);
        return look() && !cancelled_;
      };
      const CheckedScene run = run_point(maker, k, progress);
      const CheckReading& r = run.readings.at(0);
      point.steps = run.steps;
      point.time = run.time;
      point.measured = r.measured;
      if (!sweep_.request.theory.empty()) point.theory = r.theory;
      if (!run.unstable.empty())
        point.problem = run.unstable;
      else if (r.verdict == CheckReading::Verdict::not_settled)
        point.problem = "does not settle: " + r.waits.english();
      else if (!std::isfinite(r.measured))
        point.problem = "no measured value";
    } catch (const std::exception& e) {
      point.problem = e.what();
    }
  }

  CheckedScene run_point(const EngineMaker& maker, std::size_t k, const CheckProgress& progress) {
    const SweepRequest& r = sweep_.request;
    if (!r.converge) return run_checks(maker, sweep_.scenes[k], !r.needed_scheme.empty(), progress);
    ConvergedScene c = run_convergence(maker, sweep_.scenes[k], !r.needed_scheme.empty(), r.grids, progress);
    if (!c.checks.empty()) sweep_.points[k].convergence = std::move(c.checks[0]);
    return std::move(c.own);
  }

  KeySweep& sweep_;
  SweepStore* store_;                      // used with guard_; may be null
  std::vector<std::atomic<float>> parts_;  // by point, the finished part
  int runs_ = 1;
  std::vector<EngineMaker> makers_;  // one for each thread
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex guard_;
  std::condition_variable changed_;
  std::deque<std::size_t> done_;  // finished points that were not reported yet; guarded
};

}  // namespace

std::vector<double> evenly_spaced(double from, double to, int count) {
  std::vector<double> out;
  for (int k = 0; k < count; ++k)
    out.push_back(count == 1 ? from : std::lerp(from, to, static_cast<double>(k) / (count - 1)));
  return out;
}

SweepPlan plan_sweep(const Scene& scene, SweepRequest request) {
  SweepPlan plan;
  plan.messages = faults_of(request);
  if (has_error(plan.messages)) return plan;
  Scene base = scene;
  base.variants.clear();
  base.checks.clear();
  base.sweeps.clear();
  bool some_run = false;
  std::vector<Message> errors;  // of refused points
  const std::size_t rows = request.axes.size() > 1 ? request.axes[1].values.size() : 1;
  for (std::size_t row = 0; row < rows; ++row)
    for (const double x : request.axes[0].values) {
      std::vector<double> values = {x};
      if (request.axes.size() > 1) values.push_back(request.axes[1].values[row]);
      std::vector<Message> found;
      std::optional<Scene> at = scene_at(base, request, values, plan.finding, found);
      plan.sweep.points.push_back({.values = std::move(values)});
      if (!at) refuse(plan.sweep.points.back(), found);
      some_run |= at.has_value();
      plan.sweep.scenes.push_back(at ? std::move(*at) : base);
      for (Message& m : found) {
        std::vector<Message>& to = m.kind == Message::Kind::error ? errors : plan.messages;
        if (std::ranges::find(to, m) == to.end()) to.push_back(std::move(m));
      }
    }
  if (!some_run) plan.messages.insert(plan.messages.end(), errors.begin(), errors.end());
  plan.sweep.request = std::move(request);
  return plan;
}

SweepRequest request_of(const SceneSweep& sweep) {
  SweepRequest out;
  const auto add = [&](const std::string& path, const std::optional<std::array<double, 3>>& v) {
    if (!path.empty() && v) out.axes.push_back({path, evenly_spaced((*v)[0], (*v)[1], static_cast<int>((*v)[2]))});
  };
  add(sweep.path, sweep.values);
  add(sweep.path_y, sweep.values_y);
  out.measure = sweep.measured;
  out.theory = sweep.theory;
  out.after = sweep.after;
  return out;
}

bool measure(KeySweep& sweep, const EngineRequest& engine, const SweepProgress& progress, const SweepListener& finished,
             SweepStore* store) {
  return sweep.scenes.empty() || Team(sweep, engine, store)(progress, finished);
}

}  // namespace ez
