// Back in time, and forward again: moments of a run that are kept as it goes, and the edits between them.
//
// A moment that is gone to is the nearest kept one before it, and from there the same steps and the same edits once
// more: what a run does follows from its start and its edits alone, so it is that moment bit for bit. The start itself
// costs no memory.
//
// Kept moments have a budget. When it is used up, the one goes whose absence costs least: that leaves the smallest gap,
// measured by how far the gap is from where the run stands. So they lie the closer the nearer they are, a step back is
// a short way, and every moment is within reach. Where the run goes on from an earlier moment, it goes its own way:
// what lay ahead is forgotten as soon as it is no longer what would come.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/features/session_part.h"
#include "app/features/timeline/shots.h"
#include "app/features/timeline/state.h"
#include "app/model/command.h"
#include "app/model/state.h"
#include "solver/compare/comparison.h"
#include "solver/measure/check_watch.h"

namespace ez {

class Timeline {
 public:
  static constexpr std::size_t most_kept = 256;
  using Traces = ProbeTraces;

  // Live, a moment is kept every `pause` at most, and no more often than costs the `share`-th part of the time.
  explicit Timeline(std::chrono::milliseconds pause = std::chrono::milliseconds(100), int share = 80)
      : pause_(pause), share_(share) {}

  // ---- what happens to the runs
  void restart(const Scene& scene);  // they start with it from t = 0: all else is forgotten
  // `alters`: what runs is no longer what it would be, had it started so (at t = 0 it is). `anew`: what is measured
  // begins anew.
  void edited(const Comparison& runs, const Scene& now, Text what, bool alters = false, bool anew = true);
  void pulsed(const Comparison& runs, const command::Pulse& pulse);
  void ended(const Comparison& runs, double time);  // a gas or heat met this time, s: the last step was made to fit
  void ran(const Comparison& runs);                 // steps were made, other than on the way to a moment

  // ---- keeping
  bool is_due(const Comparison& runs) const;  // it is time to keep this moment
  // What of a moment lies outside the runs; made only for those that are kept.
  struct Look {
    Traces traces;
    std::shared_ptr<const TimelinePicture> picture;
    CheckWatch::Known known = {};  // what the scene's checks had read
  };
  // No batch is under way. Without memory for it less is kept from there on.
  void keep(Comparison& runs, const std::function<Look()>& look);
  void set_budget(double bytes);  // forgets what is beyond it at once
  void forget_kept();             // their memory is wanted; the start stays within reach
  double bytes() const { return bytes_ + shots_.bytes(); }

  // ---- going
  struct Arrival {
    const Scene* scene = nullptr;              // that the runs have now
    const Traces* traces = nullptr;            // what probes had recorded; none: nothing
    const CheckWatch::Known* known = nullptr;  // what checks had read; none: nothing
    bool restarted = false;                    // the runs were taken back or forward, not only on
    Text why_not = {};                         // they stand where they were, or short of it
  };
  // To this step, as near as without steps: then next() and arrive() until is_travelling() ends. No batch is under way.
  Arrival go(Comparison& runs, std::uint64_t step) { return go(runs, step, events_until(step)); }
  // To just before the last pulse that is in what runs, which is forgotten with all that followed. There must be one.
  Arrival take_back_pulse(Comparison& runs);
  bool is_travelling() const { return target_.has_value(); }
  std::optional<std::uint64_t> target() const { return target_; }
  void stop() { target_.reset(); }  // short of it
  // The next batch on the way.
  NextBatch next(const Comparison& runs, int most) const;
  // The batch is done: what was edited at this step is edited again. Nothing where nothing was.
  std::optional<Arrival> arrive(Comparison& runs);

  // ---- beside
  // The timeline of these runs with a pane more, a copy of pane `of`. Until step `since` it has the same past; from
  // there on it takes no more of the edits, or, where the runs stand before `since`, those that lie ahead alone. Of the
  // kept moments it takes one. None where the start is too far back, or side_by_side() cannot tell the two apart.
  std::optional<Timeline> beside(const Comparison& runs, std::uint64_t since, int of);
  // The runs have started with the pane more, and are brought to where they can go from.
  void start_beside(Comparison& runs, int of);
  // The comparison has ended, and the last pane is gone: all of the run is as if it had never been. `told` knows its
  // name.
  void end_beside(const std::string& pane);

  // ---- what can be gone to
  std::uint64_t begin() const;
  std::uint64_t end() const { return end_; }
  // Whether what runs is not what its start alone makes of it: a pulse was sent, or an edit on the way has altered it.
  bool altered() const;
  // Since when is measured: the last edit that began it anew, or pulse; the start without any.
  RunMoment last_edit() const;
  std::optional<Scene> scene_at(std::uint64_t step) const;
  // What of a moment gone to may not be what it was; empty: all is, bit for bit.
  static Text why_inexact(Comparison& runs);
  void tell(Moments& moments, TimelineState& out, const Comparison& runs) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Event {
    std::uint64_t step = 0;  // before which it came
    std::variant<Scene, command::Pulse, double> is;
    Text what;
    double bytes = 0;
    bool alters = false;       // see altered()
    bool anew = false;         // see last_edit()
    std::uint64_t moment = 0;  // moment_of() its step
  };
  struct Kept {
    Comparison::Moment moment;
    std::uint64_t step = 0;
    double time = 0;         // s
    std::size_t events = 0;  // that had happened
    Traces traces;
    CheckWatch::Known known;
    double bytes = 0;
  };
  void happened(std::uint64_t step, Event event);
  void forget_from(std::size_t event);  // it and what came after it
  void forget_before_middle();
  double room_for_shots() const { return budget_ / 8; }
  Kept take_out(std::size_t k);
  std::optional<std::size_t> least_missed(std::uint64_t now) const;
  std::size_t events_until(std::uint64_t step) const;
  const Scene& scene_after(std::size_t events) const;
  bool bring_to(Comparison& runs, const Kept& kept);
  // After so many of events_.
  Arrival go(Comparison& runs, std::uint64_t step, std::size_t events);
  std::optional<std::size_t> last_pulse() const;  // that has happened, of events_

  std::chrono::milliseconds pause_;
  int share_;
  double budget_ = TimelineState{}.budget;         // bytes; less where there is no memory for it
  double wanted_budget_ = TimelineState{}.budget;  // as was set
  double one_takes_ = 0;                           // bytes, where one moment alone was more than the budget
  std::optional<Scene> start_;                     // of the run; none: too much came after it to be remembered
  Scene first_;                                    // what scene_after(0) is
  bool first_altered_ = false;                     // what altered() is where none of events_ has happened
  RunMoment first_edit_;                           // likewise last_edit()
  std::deque<Event> events_;
  std::size_t done_ = 0;   // events_ up to here have happened where the runs stand
  std::deque<Kept> kept_;  // by step, then by events
  TimelineShots shots_;
  double bytes_ = 0, event_bytes_ = 0;  // of kept_, of events_
  std::uint64_t end_ = 0;
  std::uint64_t version_ = 1;  // of what kept_, shots_ and events_ hold
  std::optional<std::uint64_t> target_;
  std::size_t target_events_ = 0;          // that have happened there
  std::uint64_t left_ = 0;                 // steps to the target when a moment was last kept on the way
  std::optional<Clock::time_point> last_;  // when one was last kept
  Clock::duration cost_{0};
};

}  // namespace ez
