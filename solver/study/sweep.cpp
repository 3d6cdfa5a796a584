#include "solver/study/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
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
                              SweepPlan& plan) {
  OverrideFinding finding = OverrideFinding::none;
  SceneResult edited = with_overrides(scene, overrides_at(request, values), &finding);
  if (plan.finding == OverrideFinding::none) plan.finding = finding;
  std::vector<Message> found = std::move(edited.messages);
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
  const bool wrong = has_error(found);
  for (Message& m : found)
    if (std::ranges::find(plan.messages, m) == plan.messages.end()) plan.messages.push_back(std::move(m));
  return wrong ? std::nullopt : std::move(out);
}

// Computes points on threads, while the calling thread reports the progress.
class Team {
 public:
  Team(Sweep& sweep, const EngineRequest& engine) : sweep_(sweep), parts_(sweep.scenes.size()) {
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
      compute(maker, k, look);
      parts_[k] = 1;
      const std::scoped_lock lock(guard_);
      done_.push_back(k);
      changed_.notify_one();
    }
    look();
  }
  void compute(const EngineMaker& maker, std::size_t k, const std::function<bool()>& look) {
    SweepPoint& point = sweep_.points[k];
    point.measured = point.theory = nan;
    try {
      const CheckedScene run = run_checks(maker, sweep_.scenes[k], !sweep_.request.needed_scheme.empty(),
                                          [&](std::uint64_t done, std::uint64_t most) {
                                            parts_[k] = static_cast<float>(done) / static_cast<float>(most);
                                            return look() && !cancelled_;
                                          });
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

  Sweep& sweep_;
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

std::string with_swept_values(const std::string& formula, std::span<const double> values) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::string out;
  for (std::size_t k = 0; k < formula.size();) {
    std::size_t end = k + 1;
    if (formula[k] == '"')
      end = std::min(formula.find('"', k + 1), formula.size() - 1) + 1;
    else
      while (in_name(formula[k]) && end < formula.size() && in_name(formula[end])) ++end;
    const std::string word = formula.substr(k, end - k);
    const std::size_t next = formula.find_first_not_of(' ', end);
    const bool call = next != std::string::npos && formula[next] == '(';
    const std::size_t axis = word == "x" ? 0 : word == "y" ? 1 : values.size();
    if (axis >= values.size() || call)
      out += word;
    else
      out += values[axis] == 1 ? "1" : fmt::format("({})", values[axis]);
    k = end;
  }
  return out;
}

SweepPlan plan_sweep(const Scene& scene, SweepRequest request) {
  SweepPlan plan;
  plan.messages = faults_of(request);
  if (has_error(plan.messages)) return plan;
  Scene base = scene;
  base.variants.clear();
  base.checks.clear();
  const std::size_t rows = request.axes.size() > 1 ? request.axes[1].values.size() : 1;
  for (std::size_t row = 0; row < rows; ++row)
    for (const double x : request.axes[0].values) {
      std::vector<double> values = {x};
      if (request.axes.size() > 1) values.push_back(request.axes[1].values[row]);
      std::optional<Scene> at = scene_at(base, request, values, plan);
      if (!at) return plan;
      plan.sweep.scenes.push_back(std::move(*at));
      plan.sweep.points.push_back({std::move(values)});
    }
  plan.sweep.request = std::move(request);
  return plan;
}

bool measure(Sweep& sweep, const EngineRequest& engine, const SweepProgress& progress, const SweepListener& finished) {
  return sweep.scenes.empty() || Team(sweep, engine)(progress, finished);
}

}  // namespace ez
