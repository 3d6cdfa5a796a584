// Takes a run back in time and forward again. It stores snapshots of the run and the edits between them.
//
// To go to a step, it restores the nearest snapshot before that step and repeats the same steps and edits from there. A
// run depends only on its start and its edits, so the result is identical bit for bit. The start itself needs no
// memory.
//
// Snapshots have a memory budget. When it is used up, the snapshot is removed that leaves the smallest gap relative to
// the gap's distance from the current step. Snapshots are therefore denser near the current step, a step back is fast,
// and every step can be reached. If the run takes a different course from an earlier step, the later snapshots are
// removed as soon as they no longer describe what would follow.
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

  // During the run, a snapshot is stored at most once every `pause`, and storing takes at most 1/`share` of the time.
  explicit Timeline(std::chrono::milliseconds pause = std::chrono::milliseconds(100), int share = 80)
      : pause_(pause), share_(share) {}

  // ---- events of the runs
  void restart(const Scene& scene);  // the runs start with this scene at t = 0; everything else is forgotten
  // Call it after restart(), if the runs continue at a later step. No earlier step can be reached.
  void begin_here(const Comparison& runs, bool altered, const RunPosition& last_edit);
  // Records an edit. `alters`: the runs now differ from runs that had started with this scene (false at t = 0).
  void edited(const Comparison& runs, const Scene& now, Text what, bool alters = false,
              bool restarts_measurements = true);
  void pulsed(const Comparison& runs, const command::Pulse& pulse);
  // Records that runs of gas or heat shortened the last step to end at this time, in s.
  void ended(const Comparison& runs, double time);
  void ran(const Comparison& runs);  // records steps that the runs made, except while they jump to another step

  // ---- storing snapshots
  bool is_due(const Comparison& runs) const;  // true if a snapshot is due
  // Parts of a snapshot that are outside the runs. Computed only if a snapshot is stored.
  struct Look {
    Traces traces;
    std::shared_ptr<const TimelinePicture> picture;
    CheckWatch::Known known = {};  // readings of the scene's checks
  };
  // Stores a snapshot. Call it while no batch is running. If memory is short, fewer snapshots are stored from then on.
  void keep(Comparison& runs, const std::function<Look()>& look);
  void set_budget(double bytes);  // removes at once the snapshots that exceed it
  void forget_kept();             // frees the memory of all snapshots; the start can still be reached
  double bytes() const { return bytes_ + shots_.bytes(); }

  // ---- going to another step
  struct Arrival {
    const Scene* scene = nullptr;              // current scene of the runs
    const Traces* traces = nullptr;            // the probes' records; null: none
    const CheckWatch::Known* known = nullptr;  // the checks' readings; null: none
    bool restarted = false;                    // the runs were taken to a snapshot or the start, and not only advanced
    Text why_not = {};                         // why the runs are unchanged, or stopped before the step
  };
  // Goes to this step as far as possible without computing. Call next() and arrive() until is_travelling() ends. Call
  // it while no batch is running.
  Arrival go(Comparison& runs, std::uint64_t step) { return go(runs, step, events_until(step)); }
  // Goes to the step just before the last pulse and forgets the pulse and everything after it. There must be a pulse.
  Arrival take_back_pulse(Comparison& runs);
  bool is_travelling() const { return target_.has_value(); }
  std::optional<std::uint64_t> target() const { return target_; }
  void stop() { target_.reset(); }  // stops before the step
  // Returns the next batch of steps to the target.
  NextBatch next(const Comparison& runs, int most) const;
  // Call it when the batch is done. Repeats the edits of this step. Empty if there are none.
  std::optional<Arrival> arrive(Comparison& runs);

  // ---- comparison of two runs
  // Returns the timeline of these runs with an additional pane, a copy of pane `of`. Until step `since` both panes have
  // the same past. After that, the additional pane gets no more of the edits. If the runs are before `since`, it gets
  // only the later edits. The new timeline takes one of the snapshots. Empty if the start has been forgotten, or if
  // side_by_side() cannot separate the two runs.
  std::optional<Timeline> beside(const Comparison& runs, std::uint64_t since, int of);
  // The runs have restarted with the additional pane. Takes them to the step from which they can continue.
  void start_comparison(Comparison& runs, int of);
  // The comparison has ended and the last pane is removed. Removes it from the whole history. `pane` is its name.
  void finish_comparison(const std::string& pane);

  // ---- reachable steps
  std::uint64_t begin() const;
  std::uint64_t end() const { return end_; }
  // Returns whether the runs differ from what their start alone would produce, because of a pulse or of an edit during
  // the run.
  bool altered() const;
  // Returns the start of the current measurements: the last edit or pulse that restarted them, otherwise the start of
  // the run.
  RunPosition last_edit() const;
  std::optional<Scene> scene_at(std::uint64_t step) const;
  // Returns what may differ from the original run after going to a step. Empty: everything is identical bit for bit.
  static Text why_inexact(Comparison& runs);
  void write_state(Moments& moments, TimelineState& out, const Comparison& runs) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Event {
    std::uint64_t step = 0;  // step before which the edit was made
    std::variant<Scene, command::Pulse, double> is;
    Text what;
    double bytes = 0;
    bool alters = false;                 // see altered()
    bool restarts_measurements = false;  // see last_edit()
    std::uint64_t moment = 0;            // moment_of() the edit's step
  };
  struct Kept {
    Comparison::Moment moment;
    std::uint64_t step = 0;
    double time = 0;         // s
    std::size_t events = 0;  // number of events before the snapshot
    Traces traces;
    CheckWatch::Known known;
    double bytes = 0;
  };
  void add_event(std::uint64_t step, Event event);
  void forget_from(std::size_t event);  // this event and all later ones
  void forget_first_half();
  double room_for_shots() const { return budget_ / 8; }
  Kept take_out(std::size_t k);
  std::optional<std::size_t> least_missed(std::uint64_t now) const;
  std::size_t events_until(std::uint64_t step) const;
  const Scene& scene_after(std::size_t events) const;
  bool bring_to(Comparison& runs, const Kept& kept);
  // With only so many of events_.
  Arrival go(Comparison& runs, std::uint64_t step, std::size_t events);
  std::optional<std::size_t> last_pulse() const;  // index in events_ of the last pulse that has happened

  std::chrono::milliseconds pause_;
  int share_;
  double budget_ = TimelineState{}.budget;         // bytes; less than wanted if memory is short
  double wanted_budget_ = TimelineState{}.budget;  // bytes, as set
  double one_takes_ = 0;                           // bytes of one snapshot, if it alone exceeds the budget
  std::optional<Scene> start_;                     // start of the run; empty: too many edits followed it
  Scene first_;                                    // scene_after(0)
  bool first_altered_ = false;                     // altered() before any of events_
  RunPosition first_edit_;                         // last_edit() before any of events_
  std::deque<Event> events_;
  std::size_t done_ = 0;   // number of events_ that have happened at the runs' current step
  std::deque<Kept> kept_;  // by step, then by number of events
  TimelineShots shots_;
  double bytes_ = 0, event_bytes_ = 0;  // size of kept_ and of events_
  std::uint64_t end_ = 0;
  std::uint64_t version_ = 1;  // version of the contents of kept_, shots_ and events_
  std::optional<std::uint64_t> target_;
  std::size_t target_events_ = 0;          // number of events before the target
  std::uint64_t left_ = 0;                 // steps that were left to the target when a snapshot was last stored
  std::optional<Clock::time_point> last_;  // time of the last snapshot
  Clock::duration cost_{0};
};

}  // namespace ez
