// Back in time and forward again: what Timeline does with the runs, and what the window has to know of it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/timeline/state.h"
#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/update.h"
#include "app/picture/thumbnails.h"
#include "app/session/session.h"

namespace ez {
namespace {

constexpr int picture_width = 128, picture_height = 80;

}  // namespace

// No batch is under way, and the probes of the last one are collected.
void Session::go_in_time() {
  Moments& t = state_.moments;
  timeline_.set_budget(state_.of<TimelineState>().budget);
  if (timeline_.is_travelling())  // the batch was one on the way: no moment of the scene's
    forget_stops();
  else
    timeline_.ran(*runs_);
  if (t.backwards && !timeline_.is_travelling() && !t.wanted) {
    const std::uint64_t now = runs_->pane(0).step();
    const double rate = state_.speed.automatic ? steps_per_second() / 60 : state_.speed.steps_per_frame;
    const auto back = static_cast<std::uint64_t>(std::max(1.0, std::round(rate)));
    t.backwards = now > timeline_.begin();
    if (t.backwards) t.wanted = now - std::min(back, now - timeline_.begin());
  }
  if (std::exchange(t.take_back, false) && t.last_pulse) arrived(timeline_.take_back_pulse(*runs_));
  if (const auto wanted = std::exchange(t.wanted, std::nullopt)) arrived(timeline_.go(*runs_, *wanted));
  if (state_.frozen) timeline_.stop();
  const bool travelled = timeline_.is_travelling();
  if (runs_->behind() == 0)
    if (const std::optional<Timeline::Arrival> arrival = timeline_.arrive(*runs_)) arrived(*arrival);
  if (travelled && !timeline_.is_travelling()) {  // what is seen there has a range of its own, at once
    range_.restart();
    span_.restart();
  }
  if (travelled && !timeline_.is_travelling() && state_.history.has_travelled())
    state_.history.drop_if_unchanged(state_.scene);
  keep_moment();
  tell_timeline();
}

// The runs are at another moment, or have another scene.
void Session::arrived(const Timeline::Arrival& arrival) {
  if (!arrival.why_not.empty()) {
    add_note(state_, Note::Kind::warning, arrival.why_not, now(), "timeline");
    state_.moments.backwards = false;
  }
  if (arrival.scene == nullptr) return;
  const bool anew = arrival.restarted && !arrival.why_not.empty();  // the runs start over
  applied_ = *arrival.scene;
  if (!(state_.scene == applied_)) {
    // One entry, however often the edits are passed.
    if (!state_.history.has_travelled() || state_.history.can_redo()) state_.history.record_travel(state_.scene);
    state_.scene = applied_;
    scene_changed(state_);
  }
  fit_panes();
  forget_stops();
  for (int k = 0; k < runs_->panes(); ++k) {
    Pane& pane = panes_[static_cast<std::size_t>(k)];
    if (arrival.restarted) {
      pane.travelled(runs_->pane(k));
      std::vector<ProbeTrace>& series = k == traced_ ? state_.probes : pane.probes;
      const bool known = arrival.traces != nullptr && static_cast<std::size_t>(k) < arrival.traces->size();
      series = known ? (*arrival.traces)[static_cast<std::size_t>(k)] : std::vector<ProbeTrace>{};
    }
    pane.stability.watch(runs_->pane(k).scene(), runs_->pane(k).problem());
    pane.scene_changed();
  }
  know_panes();
  tell_time();
  // On the way forward what was read stands, until an edit is passed.
  const bool goes_on = !arrival.restarted && checks_.since() == timeline_.last_edit();
  checks_.restart(timeline_.last_edit(), arrival.known ? *arrival.known
                                         : goes_on     ? checks_.known()
                                                       : CheckWatch::Known{});
  last_good_.forget();
  last_health_ = last_monitors_ = last_reading_ = -1;
  pulse_until_.reset();
  if (const Text why = Timeline::why_inexact(*runs_); !why.empty() && why != state_.of<TimelineState>().inexact)
    add_note(state_, Note::Kind::news, why, now(), "timeline");
  if (anew) restarted();
}

// Makes what the frame has of the way to a moment. False when there is none.
bool Session::advance_in_time() {
  if (!timeline_.is_travelling()) return false;
  SpeedSetting full = state_.speed;
  full.full = full.automatic = true;
  const int steps = command_.log->said("way", [&] { return std::max(1, clock_.steps(full, 0)); });
  const Timeline::Stretch stretch = timeline_.next(*runs_, steps);
  given_ = pending_ = until_check(stretch.steps);
  end_ = stretch.until;
  pump(false);
  return true;
}

// In the kernel lab speed is looked at, and nothing is kept.
void Session::keep_moment() {
  if (!is_good() || state_.workspace == Workspace::kernel_lab || parts_.any(&SessionPart::is_measuring)) return;
  if (!command_.log->said_unless(false, "moment", [&] { return timeline_.is_due(*runs_); })) return;
  timeline_.keep(*runs_, [&] {
    Timeline::Look look{Timeline::Traces(panes_.size()), nullptr, checks_.known()};
    for (std::size_t k = 0; k < panes_.size(); ++k)
      look.traces[k] = static_cast<int>(k) == traced_ ? state_.probes : panes_[k].probes;
    Thumbnail small = thumbnail_of(active(), state_.view, picture_width, picture_height);
    look.picture = std::make_shared<TimelinePicture>(TimelinePicture{std::move(small.dark), std::move(small.light)});
    return look;
  });
}

void Session::tell_timeline() {
  timeline_.tell(state_.moments, state_.of<TimelineState>(), *runs_);
  state_.of<TimelineState>().inexact = Timeline::why_inexact(*runs_);
}

std::optional<Scene> Session::scene_at(std::uint64_t step) { return timeline_.scene_at(step); }

// Runs that are measured share a reference run, which would have to be another after some edits; an unstable run starts
// over with any.
std::optional<std::uint64_t> Session::run_beside(std::uint64_t since) {
  beside_.reset();
  if (state_.frozen || !(state_.scene == applied_) || timeline_.is_travelling()) return std::nullopt;
  if (applied_.reflection.on || looks_) return std::nullopt;
  beside_ = timeline_.beside(*runs_, since, state_.active);
  return beside_ ? std::optional(std::max(since, runs_->pane(0).step())) : std::nullopt;
}

}  // namespace ez
