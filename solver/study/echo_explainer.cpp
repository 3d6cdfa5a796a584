#include "solver/study/echo_explainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/measure/layer_causes.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/own_echo.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/scene/fault.h"
#include "solver/study/echo_trial.h"
#include "solver/study/reflect_span.h"

namespace ez {
namespace {

constexpr double growth = 1e3;        // of the largest incoming wave; a larger field grows without limit
constexpr double same_echo = 0.05;    // deviation from the model's echo below which the boundaries are as designed
constexpr double other_echo = 0.9;    // deviation above which the scene's own causes do not matter
constexpr double deviates = 0.03;     // of the largest deviation: it has arrived at a side
constexpr double likely = 0.5;        // share below which the faults of all other sides are tried too
constexpr double least_share = 0.02;  // of a cause that is listed

constexpr double most_values = 2e7;  // of a record, 80 MB

using Record = std::vector<float>;

Record minus(const Record& a, const Record& b) {
  Record out(std::min(a.size(), b.size()));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = a[k] - b[k];
  return out;
}
// Returns the norm of the first `count` values.
double norm(const Record& v, std::size_t count) {
  double sum = 0;
  for (std::size_t k = 0; k < std::min(count, v.size()); ++k) sum += double(v[k]) * v[k];
  return std::sqrt(sum);
}
// Returns |a − b|/|c| over the values that all three have.
double relative(const Record& a, const Record& b, const Record& c) {
  const std::size_t n = std::min({a.size(), b.size(), c.size()});
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += (double(a[k]) - b[k]) * (double(a[k]) - b[k]);
  const double whole = norm(c, n);
  return whole > 0 ? std::sqrt(sum) / whole : 0;
}

bool contains(const std::vector<Side>& sides, Side side) {
  return std::find(sides.begin(), sides.end(), side) != sides.end();
}

// Returns the sides that can be measured, and those in whose layer a shape ends. Beyond the latter the reference run
// has the background, as if the shape ended in an infinite domain.
std::vector<Side> sides_to_open(const Scene& scene) {
  std::vector<Side> out = opened_sides(scene);
  const std::vector<Side> measured = measured_sides(scene);
  for (const LayerCause& cause : layer_causes(scene))
    if (cause.kind == LayerCause::Kind::shape_ends && contains(measured, cause.side) && !contains(out, cause.side))
      out.push_back(cause.side);
  return out;
}

Scene without_faults(Scene scene) {
  scene.faults.clear();
  scene.hidden_fault.reset();
  return scene;
}

}  // namespace

EchoExplainer::EchoExplainer(EngineMaker maker, Scene scene) : maker_(std::move(maker)), scene_(std::move(scene)) {}

double EchoExplainer::fraction() const {
  const double all = result_.runs + (run_ ? 1.0 : 0.0) + static_cast<double>(jobs_.size());
  return all > 0 ? (result_.runs + (run_ ? run_->fraction() : 0)) / all : 0;
}

bool EchoExplainer::step() {
  if (!begun_) return begin();
  if (!run_) {
    if (jobs_.empty() && !look_further()) {
      rank();
      return false;
    }
    run_.emplace(maker_, jobs_.front().scene, jobs_.front().padding, plan_);
  }
  if (run_->step()) return true;
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  TapRecord record = run_->take();
  run_.reset();
  ++result_.runs;
  finish(job, std::move(record));
  return true;
}

bool EchoExplainer::begin() {
  begun_ = true;
  scene_.variants.clear();
  scene_.reflection.on = true;
  scene_.reflection.window = 0;
  scene_.reflection.opened.clear();
  scene_.reflection.opened = sides_to_open(scene_);
  const auto has_wave = [](const Source& s) { return s.on; };
  if (scene_.reflection.opened.empty()) {
    const std::string why = in_words(why_not_opened(scene_));
    result_.nothing = why.empty() ? "no side can be measured" : why;
  } else if (std::none_of(scene_.sources.begin(), scene_.sources.end(), has_wave) && scene_.initial.value == 0) {
    result_.nothing = "no source is on, so nothing is reflected";
  }
  if (!result_.nothing.empty()) return false;
  set_lines();
  model_ = without_faults(scene_);
  jobs_.push_back({Job::Kind::reference, reference_scene(model_), reference_padding(scene_), {}, false});
  jobs_.push_back({Job::Kind::scene, scene_, {}, {}, false});
  jobs_.push_back({Job::Kind::model, model_, {}, {}, false});
  return true;
}

void EchoExplainer::set_lines() {
  const SharedMedia media = media_of(scene_);
  double time = time_to_leave(scene_, *media);
  if (scene_.reflection.margin == 0) scene_.reflection.margin = margin_for(scene_, *media, time);
  time = std::min(time, valid_until(scene_, *media, reference_padding(scene_)));
  const double dt = time_step(scene_), top = top_frequency(scene_);
  plan_.steps = std::max(static_cast<int>(time / dt) - 1, 1);
  plan_.every = top > 0 ? std::max(static_cast<int>(1 / (2 * top * dt)), 1) : 1;
  const std::array<MeterLine, 4> lines = meter_lines(scene_);
  double values = 0;
  for (const MeterLine& line : lines) values += std::max(line.count, 0) * (double(plan_.steps) / plan_.every);
  const int apart = std::max(static_cast<int>(std::ceil(values / most_values)), 1);  // nodes from one tap to the next
  for (std::size_t k = 0; k < lines.size(); ++k) {
    first_[k] = plan_.taps.size();
    if (lines[k].count <= 0) continue;
    const std::vector<double> own = own_until(scene_, *media, lines[k], {});
    for (int n = 0; n < lines[k].count; n += apart) {
      plan_.taps.push_back(lines[k].at(n));
      own_until_.push_back(own[static_cast<std::size_t>(n)]);
    }
  }
  first_.back() = plan_.taps.size();
}

void EchoExplainer::finish(const Job& job, TapRecord record) {
  const auto add = [&](double share) {
    result_.causes.push_back(job.cause);
    result_.causes.back().share = std::clamp(share, 0.0, 1.0);
  };
  switch (job.kind) {
    case Job::Kind::reference: {
      reference_ = std::move(record.values);
      double largest = 0;
      for (const float v : reference_) largest = std::max(largest, double(std::abs(v)));
      plan_.limit = growth * largest;
      break;
    }
    case Job::Kind::scene:
      result_.grows = record.ended_early;
      echo_ = minus(record.values, reference_);
      break;
    case Job::Kind::model:
      model_echo_ = minus(record.values, reference_);
      compare_with_model();
      break;
    case Job::Kind::fault:
      add(deviation_ * (1 - relative(echo_, minus(record.values, reference_), minus(echo_, model_echo_))));
      break;
    case Job::Kind::trial_reference:
      trial_reference_ = std::move(record.values);
      break;
    case Job::Kind::trial: {
      const Record& reference = job.changes_waves ? trial_reference_ : reference_;
      const Record echo = minus(record.values, reference);
      const std::size_t n = std::min(echo.size(), model_echo_.size());
      const double before = norm(model_echo_, n) / norm(reference_, n), after = norm(echo, n) / norm(reference, n);
      if (!record.ended_early) add((1 - std::min(deviation_, 1.0)) * (1 - after / before));
      break;
    }
  }
}

void EchoExplainer::compare_with_model() {
  result_.signature = signature_of(scene_, plan_.taps, record_of(echo_));
  deviation_ = std::min(relative(echo_, model_echo_, echo_), 1.0);
  result_.as_designed = deviation_ < same_echo;
  if (!result_.as_designed) add_faults(sides_of_arrival());
  if (deviation_ < other_echo) add_trials();
}

EchoRecord EchoExplainer::record_of(const Record& echo) const {
  return {echo, reference_, plan_.every * time_step(scene_), first_, own_until_};
}

// Returns the sides at whose lines the deviation from the model appears first. It starts at the faulty side, two cells
// from that side's line. A fault in a corner appears at two sides at once.
std::vector<Side> EchoExplainer::sides_of_arrival() const {
  const Record difference = minus(echo_, model_echo_);
  const std::size_t row = plan_.taps.size();
  double largest = 0;
  // A field that grows without limit is largest at its end, so only times before that are compared.
  for (const float v : difference) largest = std::max(largest, std::min(double(std::abs(v)), plan_.limit / growth));
  std::array<std::size_t, 4> arrival{};
  for (std::size_t s = 0; s < arrival.size(); ++s)
    arrival[s] = arrival_of(difference, row, first_[s], first_[s + 1], deviates * largest);
  const double period = reference_period(scene_) / (plan_.every * time_step(scene_));
  const std::size_t last =
      *std::min_element(arrival.begin(), arrival.end()) + static_cast<std::size_t>(0.5 * period) + 1;
  std::vector<Side> out;
  for (const Side side : all_sides)
    if (arrival[static_cast<std::size_t>(side)] <= last) out.push_back(side);
  return out;
}

void EchoExplainer::add_faults(const std::vector<Side>& sides) {
  for (const Side side : sides) {
    tried_.push_back(side);
    for (const FaultWords& words : all_faults()) {
      if (!is_applicable(model_, {side, words.fault})) continue;
      Job job{Job::Kind::fault, model_, {}, {EchoCause::Kind::fault, side, words.fault, 0}, false};
      job.scene.faults = {{side, words.fault}};
      jobs_.push_back(std::move(job));
    }
  }
}

void EchoExplainer::add_trials() {
  const EchoSignature model = signature_of(model_, plan_.taps, record_of(model_echo_));
  for (const EchoSuspect& suspect : echo_suspects(model_, model.side, model.degrees)) {
    const Side side = contains(suspect.sides, model.side) ? model.side : suspect.sides.front();
    const EchoTrial trial = trial_without(model_, suspect);
    const EchoCause cause{suspect.kind, side, {}, 0};
    if (trial.changes_waves)
      jobs_.push_back(
          {Job::Kind::trial_reference, reference_scene(trial.scene), reference_padding(trial.scene), cause, true});
    jobs_.push_back({Job::Kind::trial, trial.scene, trial.padding, cause, trial.changes_waves});
  }
}

// Tries the faults of the other sides if none so far explains the deviation. Returns true if there are more runs.
bool EchoExplainer::look_further() {
  if (result_.as_designed || std::exchange(looked_further_, true)) return false;
  for (const EchoCause& cause : result_.causes)
    if (cause.share >= likely * deviation_) return false;
  std::vector<Side> others;
  for (const Side side : all_sides)
    if (!contains(tried_, side)) others.push_back(side);
  add_faults(others);
  return !jobs_.empty();
}

void EchoExplainer::rank() {
  std::vector<EchoCause>& all = result_.causes;
  std::erase_if(all, [](const EchoCause& c) { return !(c.share >= least_share); });
  std::stable_sort(all.begin(), all.end(), [](const EchoCause& a, const EchoCause& b) { return a.share > b.share; });
}

}  // namespace ez
