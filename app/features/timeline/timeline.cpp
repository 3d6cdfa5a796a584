#include "app/features/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/model/document/history.h"
#include "app/model/panes.h"
#include "solver/gas/pulse.h"
#include "solver/gas/scene_engine.h"

namespace ez {
namespace {

constexpr double most_event_bytes = 128e6;

std::uint64_t step_of(const Comparison& runs) { return runs.pane(0).step(); }

double bytes_of(const Checkpoint& c) { return c.engine ? c.engine->bytes() : 0; }
double bytes_of(const Comparison::Moment& m) {
  double sum = 0;
  for (const Checkpoint& c : m.panes) sum += bytes_of(c);
  for (const Checkpoint& c : m.references) sum += bytes_of(c);
  for (const Monitoring::Moment& one : m.monitors) {
    sum += one.monitors.bytes();
    if (one.empty_run) sum += bytes_of(*one.empty_run);
  }
  for (const std::optional<ReflectionMeter>& meter : m.meters)
    if (meter) sum += meter->bytes();
  return sum;
}
double bytes_of(const Timeline::Traces& traces) {
  std::size_t values = 0;
  for (const auto& pane : traces)
    for (const ProbeTrace& t : pane) values += t.values.size() + t.times.size();
  return static_cast<double>(sizeof(double) * values);
}

// Adds the pulse to the gas or heat of every pane.
void send(Comparison& runs, const command::Pulse& p) {
  for (int k = 0; k < runs.panes(); ++k) {
    Solver& solver = runs.pane(k);
    solver.wait();
    if (gas::GasRun* run = gas::run_of(solver.engine())) gas::send(*run, {p.node.x, p.node.y, p.radius, p.strength});
  }
}

}  // namespace

// ---- events of the runs

void Timeline::restart(const Scene& scene) {
  const double budget = wanted_budget_;
  const std::uint64_t version = version_;
  TimelineShots shots = std::move(shots_);
  shots.clear();
  *this = Timeline(pause_, share_);
  wanted_budget_ = budget_ = budget;
  shots_ = std::move(shots);
  version_ = version + 1;
  start_ = first_ = scene;
}

void Timeline::begin_here(const Comparison& runs, bool altered, const RunPosition& last_edit) {
  start_.reset();
  first_altered_ = altered;
  first_edit_ = last_edit;
  end_ = step_of(runs);
  ++version_;
}

void Timeline::edited(const Comparison& runs, const Scene& now, Text what, bool alters, bool restarts_measurements) {
  const std::uint64_t step = step_of(runs);
  add_event(step, {0, now, std::move(what), static_cast<double>(ez::bytes_of(now)), alters && step > 0,
                   restarts_measurements, moment_of(runs.pane(0))});
}

void Timeline::pulsed(const Comparison& runs, const command::Pulse& pulse) {
  add_event(step_of(runs), {0, pulse, command::Pulse::label, sizeof(Event), true, true, moment_of(runs.pane(0))});
}

// Adds an event, so that a recomputed run shortens the same step to end at the same time.
void Timeline::ended(const Comparison& runs, double time) {
  const std::uint64_t step = step_of(runs);
  if (done_ < events_.size() && events_[done_].step == step) {
    const double* known = std::get_if<double>(&events_[done_].is);
    if (known && *known == time) return void(++done_);
  }
  add_event(step, {0, time, "", sizeof(Event)});
}

void Timeline::ran(const Comparison& runs) {
  const std::uint64_t step = step_of(runs);
  if (done_ < events_.size() && events_[done_].step < step) forget_from(done_);
  end_ = std::max(end_, step);
}

void Timeline::add_event(std::uint64_t step, Event event) {
  event.step = step;
  forget_from(done_);
  while (!kept_.empty() && kept_.back().step > step) take_out(kept_.size() - 1);
  shots_.forget_after(step, done_);
  ++version_;
  event_bytes_ += event.bytes;
  events_.push_back(std::move(event));
  done_ = events_.size();
  end_ = step;
  target_.reset();
  if (event_bytes_ > most_event_bytes) forget_first_half();
}

void Timeline::forget_from(std::size_t event) {
  while (events_.size() > event) {
    ++version_;
    event_bytes_ -= events_.back().bytes;
    end_ = std::min(end_, events_.back().step);
    events_.pop_back();
  }
  while (!kept_.empty() && kept_.back().events > event) take_out(kept_.size() - 1);
  shots_.forget_after(end_, event);
}

// There are too many edits to store all of them. Forgets the first half. The run can no longer return to a step before
// that.
void Timeline::forget_first_half() {
  const double half = event_bytes_ / 2;
  std::size_t gone = 0;
  for (; gone + 1 < done_ && event_bytes_ > half; ++gone) {
    event_bytes_ -= events_.front().bytes;
    if (Scene* scene = std::get_if<Scene>(&events_.front().is)) first_ = std::move(*scene);
    first_altered_ |= events_.front().alters;
    if (events_.front().restarts_measurements) first_edit_ = {events_.front().step, events_.front().moment};
    events_.pop_front();
  }
  ++version_;
  start_.reset();
  done_ -= gone;
  while (!kept_.empty() && kept_.front().events < gone) take_out(0);
  for (Kept& k : kept_) k.events -= gone;
  shots_.forget_before(gone);
}

// ---- storing snapshots

// While the runs jump to another step, a snapshot is due whenever half of the remaining steps are done. A jump to a
// step shortly before the target is then fast too.
bool Timeline::is_due(const Comparison& runs) const {
  const std::uint64_t step = step_of(runs);
  if (step == 0 || one_takes_ > budget_) return false;
  for (const Kept& k : kept_)
    if (k.step == step && k.events == done_) return false;
  if (target_) return 2 * (*target_ - std::min(step, *target_)) <= left_;
  return !last_ || Clock::now() - *last_ >= std::max(Clock::duration(pause_), share_ * cost_);
}

Timeline::Kept Timeline::take_out(std::size_t k) {
  ++version_;
  Kept out = std::move(kept_[k]);
  kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(k));
  bytes_ -= out.bytes;
  return out;
}

std::optional<std::size_t> Timeline::least_missed(std::uint64_t now) const {
  std::optional<std::size_t> least;
  double cheapest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const std::uint64_t step = kept_[k].step, before = k > 0 ? kept_[k - 1].step : begin(),
                        after = k + 1 < kept_.size() ? kept_[k + 1].step : std::max(end_, now);
    const std::uint64_t away = step > now ? step - now : now - step;
    const double cost = (static_cast<double>(std::max(after, step)) - static_cast<double>(std::min(before, step)) + 1) /
                        (static_cast<double>(away) + 1);
    if (cost < cheapest) cheapest = cost, least = k;
  }
  return least;
}

void Timeline::keep(Comparison& runs, const std::function<Look()>& look) {
  const Clock::time_point begun = Clock::now();
  const std::uint64_t step = step_of(runs);
  const double likely = kept_.empty() ? 0 : kept_.back().bytes;
  Kept fresh;
  const auto make_room = [&](double wanted) {
    while (!kept_.empty() && (bytes() + wanted > budget_ || kept_.size() >= most_kept))
      fresh.moment = take_out(*least_missed(step)).moment;
  };
  if (likely <= budget_) make_room(likely);
  last_ = begun;
  try {
    fresh.moment = runs.checkpoint(std::move(fresh.moment));
  } catch (const OutOfMemory&) {  // there is memory for these snapshots only
    budget_ = bytes();
    if (kept_.empty()) one_takes_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (target_) left_ = *target_ - std::min(step, *target_);
  fresh.bytes = bytes_of(fresh.moment);
  if (fresh.bytes <= budget_) {
    Look seen = look();
    fresh.step = step;
    fresh.time = runs.pane(0).time();
    fresh.events = done_;
    fresh.traces = std::move(seen.traces);
    fresh.known = std::move(seen.known);
    fresh.bytes += bytes_of(fresh.traces);
    shots_.add(step, done_, std::move(seen.picture), room_for_shots());
    ++version_;
    while (!kept_.empty() && bytes() + fresh.bytes > budget_) take_out(*least_missed(step));
  }
  if (bytes() + fresh.bytes <= budget_) {
    bytes_ += fresh.bytes;
    ++version_;
    const auto later = [&](const Kept& k) { return k.step > step || (k.step == step && k.events > done_); };
    kept_.insert(std::find_if(kept_.begin(), kept_.end(), later), std::move(fresh));
  } else if (kept_.empty()) {
    one_takes_ = fresh.bytes;
  }
  cost_ = Clock::now() - begun;
}

void Timeline::set_budget(double bytes) {
  if (bytes == wanted_budget_) return;
  wanted_budget_ = budget_ = bytes;
  if (std::isinf(one_takes_)) one_takes_ = 0;
  shots_.make_room(room_for_shots());
  while (this->bytes() > budget_) take_out(*least_missed(end_));
}

void Timeline::forget_kept() {
  while (!kept_.empty()) take_out(kept_.size() - 1);
}

// ---- going to another step

std::uint64_t Timeline::begin() const { return start_ || kept_.empty() ? (start_ ? 0 : end_) : kept_.front().step; }

std::size_t Timeline::events_until(std::uint64_t step) const {
  return static_cast<std::size_t>(
      std::partition_point(events_.begin(), events_.end(), [&](const Event& e) { return e.step <= step; }) -
      events_.begin());
}

const Scene& Timeline::scene_after(std::size_t events) const {
  while (events > 0)
    if (const Scene* scene = std::get_if<Scene>(&events_[--events].is)) return *scene;
  return first_;
}

std::optional<Scene> Timeline::scene_at(std::uint64_t step) const {
  if (step < begin() || step > end_) return std::nullopt;
  return scene_after(events_until(step));
}

RunPosition Timeline::last_edit() const {
  for (std::size_t k = done_; k-- > 0;)
    if (events_[k].restarts_measurements) return {events_[k].step, events_[k].moment};
  return first_edit_;
}

bool Timeline::altered() const {
  const auto done = events_.begin() + static_cast<std::ptrdiff_t>(done_);
  return first_altered_ || std::any_of(events_.begin(), done, [](const Event& e) { return e.alters; });
}

// Returns false if the runs would start over instead.
bool Timeline::bring_to(Comparison& runs, const Kept& kept) {
  try {
    const Comparison::Applied done = runs.apply(scene_after(kept.events));
    if (done.restarted || done.report.refused) return false;
    runs.restore(kept.moment);
    for (int k = 0; k < runs.panes(); ++k) runs.pane(k).take_probes();  // the next values follow the stored traces
    return true;
  } catch (const EngineError&) {  // the snapshot has another grid
    return false;
  }
}

std::optional<std::size_t> Timeline::last_pulse() const {
  for (std::size_t k = done_; k-- > 0;)
    if (std::holds_alternative<command::Pulse>(events_[k].is)) return k;
  return std::nullopt;
}

Timeline::Arrival Timeline::take_back_pulse(Comparison& runs) {
  const std::size_t pulse = *last_pulse();
  Arrival out = go(runs, events_[pulse].step, pulse);
  if (out.why_not.empty()) forget_from(pulse);
  return out;
}

Timeline::Arrival Timeline::go(Comparison& runs, std::uint64_t step, std::size_t events) {
  const std::uint64_t now = step_of(runs), wanted = std::clamp(step, begin(), std::max(begin(), end_));
  const bool ahead = now < wanted || (now == wanted && done_ <= events);
  const Kept* nearest = nullptr;
  for (const Kept& k : kept_)
    if (k.step <= wanted && k.events <= events && (!ahead || k.step > now || (k.step == now && k.events > done_)))
      nearest = &k;
  Arrival out;
  if (nearest && bring_to(runs, *nearest)) {
    done_ = nearest->events;
    out.traces = &nearest->traces;
    out.known = &nearest->known;
    out.restarted = true;
  } else if (!ahead || nearest) {
    if (!start_ || runs.apply(*start_).report.refused) {
      out.why_not = "Cannot go to this step: the run no longer reaches it.";
      return out;
    }
    runs.reset();
    done_ = 0;
    out.restarted = true;
  }
  out.scene = &scene_after(done_);
  target_ = wanted;
  target_events_ = events;
  left_ = wanted - std::min(step_of(runs), wanted);
  return out;
}

NextBatch Timeline::next(const Comparison& runs, int most) const {
  NextBatch out;
  const std::uint64_t now = step_of(runs);
  std::uint64_t to = target_.value_or(now);
  if (done_ < events_.size() && events_[done_].step <= to) {
    to = events_[done_].step;
    if (const double* end = std::get_if<double>(&events_[done_].is)) out.until = *end;
  }
  out.steps = static_cast<int>(std::min<std::uint64_t>(to - std::min(now, to), static_cast<std::uint64_t>(most)));
  return out;
}

std::optional<Timeline::Arrival> Timeline::arrive(Comparison& runs) {
  if (!target_) return std::nullopt;
  const std::uint64_t now = step_of(runs);
  std::optional<Arrival> out;
  for (; done_ < target_events_ && events_[done_].step <= now; ++done_) {
    const Event& event = events_[done_];
    if (const auto* pulse = std::get_if<command::Pulse>(&event.is)) send(runs, *pulse), out.emplace();
    if (const Scene* scene = std::get_if<Scene>(&event.is)) {
      const Comparison::Applied done = runs.apply(*scene);
      out.emplace();
      if (!done.restarted && !done.report.refused) continue;
      out->why_not = "Cannot continue: a recorded edit could not be reapplied.";
      out->scene = scene;
      out->restarted = true;
      stop();
      return out;
    }
  }
  if (out) out->scene = &scene_after(done_);
  if (now >= *target_) stop();
  return out;
}

// ---- comparison of two runs

std::optional<Timeline> Timeline::beside(const Comparison& runs, std::uint64_t since, int of) {
  const std::uint64_t now = step_of(runs);
  const std::size_t there = events_until(since), common = std::min(done_, there);
  const Scene here = scene_after(done_), then = scene_after(there);
  const auto as_many = [&](const Scene& scene) { return pane_count(scene) == runs.panes(); };  // number of panes
  const std::optional<Scene> start = start_ && as_many(*start_) ? side_by_side(*start_, *start_, of) : std::nullopt;
  if (!start) return std::nullopt;
  Timeline out(pause_, share_);
  out.wanted_budget_ = out.budget_ = wanted_budget_;
  out.shots_ = shots_.until(std::min(since, now), common);
  out.version_ = version_ + 1;
  out.start_ = out.first_ = *start;
  out.end_ = std::max(since, now);
  for (std::size_t k = 0; k < std::max(done_, there); ++k) {
    const Scene* scene = std::get_if<Scene>(&events_[k].is);
    if (scene == nullptr || !as_many(*scene)) return std::nullopt;
    std::optional<Scene> both = side_by_side(k < done_ ? *scene : here, k < there ? *scene : then, of);
    if (!both) return std::nullopt;
    Event event{events_[k].step, std::move(*both), events_[k].what, 0};
    event.bytes = static_cast<double>(ez::bytes_of(std::get<Scene>(event.is)));
    out.event_bytes_ += event.bytes;
    out.events_.push_back(std::move(event));
  }
  for (std::size_t k = kept_.size(); k-- > 0;) {
    if (kept_[k].events > common || kept_[k].step > std::min(since, now)) continue;
    out.kept_.push_back(take_out(k));
    break;
  }
  return out;
}

void Timeline::start_comparison(Comparison& runs, int of) {
  try {
    for (Kept& k : kept_) {
      runs.apply(scene_after(k.events));
      k.moment = runs.widened(std::move(k.moment), of);
      if (static_cast<std::size_t>(of) < k.traces.size())
        k.traces.push_back(Traces::value_type(k.traces[static_cast<std::size_t>(of)]));
      k.bytes = bytes_of(k.moment) + bytes_of(k.traces);
      bytes_ += k.bytes;
    }
  } catch (const EngineError&) {  // without snapshots, the runs are computed from t = 0
    kept_.clear();
  } catch (const OutOfMemory&) {
    kept_.clear();
  }
  runs.apply(*start_);
  runs.reset();
}

void Timeline::finish_comparison(const std::string& pane) {
  const auto alone = [&](Scene& scene) { scene = without_comparison(pane, scene); };
  if (start_) alone(*start_);
  alone(first_);
  for (Event& e : events_)
    if (Scene* scene = std::get_if<Scene>(&e.is)) alone(*scene);
  for (std::size_t k = kept_.size(); k-- > 0;)
    if (kept_[k].moment.panes.size() < 2 || !kept_[k].moment.references.empty()) take_out(k);
  bytes_ = 0;
  for (Kept& k : kept_) {
    k.moment = Comparison::narrowed(std::move(k.moment));
    if (k.traces.size() > 1) k.traces.pop_back();
    k.bytes = bytes_of(k.moment) + bytes_of(k.traces);
    bytes_ += k.bytes;
  }
  ++version_;
}

// ---- values for the state

Text Timeline::why_inexact(Comparison& runs) {
  for (int k = 0; k < runs.panes(); ++k)
    if (runs.pane(k).gather().maps.count() > 0)
      return "Maps and means restart from the chosen step. Fields, probes and other monitors are unchanged.";
  if (runs.panes() > 1 && in_cells(runs.pane(0).scene().physics))
    return "Panes of a gas have separate time steps. Between stored snapshots they are close to the original run, but "
           "not identical.";
  return {};
}

void Timeline::write_state(Moments& moments, TimelineState& out, const Comparison& runs) const {
  moments.begin = begin();
  moments.now = step_of(runs);
  moments.end = std::max(end_, moments.now);
  moments.target = target_;
  moments.last_pulse.reset();
  if (const auto pulse = last_pulse()) moments.last_pulse = events_[*pulse].step;
  out.bytes = bytes();
  out.one_takes = one_takes_;
  if (std::exchange(out.version, version_) == version_) return;
  out.kept.clear();
  for (const Kept& k : kept_) out.kept.push_back({k.step, k.time});
  out.shots = shots_.all_shots();
  out.marks.clear();
  for (const Event& e : events_)
    if (!e.what.empty()) out.marks.push_back({e.step, e.what});
}

}  // namespace ez
