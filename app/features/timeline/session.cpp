#include "app/features/timeline/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/timeline/services.h"
#include "app/features/timeline/state.h"
#include "app/features/timeline/timeline.h"
#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/update.h"
#include "app/picture/pane.h"
#include "app/picture/thumbnails.h"

namespace ez {
namespace {

constexpr int picture_width = 128, picture_height = 80;

class TimelinePart final : public SessionPart, private TimelineServices {
 public:
  explicit TimelinePart(const SessionHost& host) : host_(host) { host.services.offer<TimelineServices>(*this); }

  void adopt(Comparison& runs) override { runs_ = &runs; }
  void forget() override {
    runs_ = nullptr;
    timeline_.forget_kept();
    beside_.reset();
    was_altered_ = timeline_.altered();
    last_edit_ = timeline_.last_edit();
  }
  void taken_over(Comparison& runs) override { timeline_.begin_here(runs, was_altered_, last_edit_); }
  void free_memory() override { timeline_.forget_kept(); }
  void restarted(const Scene& scene) override { timeline_.restart(scene); }
  void edited(Comparison& runs, const TakenEdit& edit) override {
    if (edit.result.report.refused || edit.result.restarted) return;
    if (edit.ended_pane.empty())
      timeline_.edited(runs, edit.scene, edit.label, edit.alters, edit.restarts_measurements);
    else  // starting a comparison was not an edit
      timeline_.finish_comparison(edit.ended_pane);
  }
  bool resumes(Comparison& runs) override {
    std::optional<Timeline> beside = std::exchange(beside_, std::nullopt);
    if (!beside) return false;
    timeline_ = std::move(*beside);
    timeline_.start_comparison(runs, host_.state.active);
    return true;
  }
  void pulsed(Comparison& runs, const command::Pulse& pulse) override { timeline_.pulsed(runs, pulse); }
  void step_ended_at(Comparison& runs, double time) override { timeline_.ended(runs, time); }

  bool travel(Comparison& runs, bool may_keep) override;

  bool is_travelling() const override { return timeline_.is_travelling(); }
  bool is_nearly_there(int steps) const override {
    return runs_ != nullptr && timeline_.is_travelling() &&
           *timeline_.target() <= std::as_const(*runs_).pane(0).step() + static_cast<std::uint64_t>(steps);
  }
  NextBatch next_batch(const Comparison& runs, int most) override { return timeline_.next(runs, most); }
  bool altered() const override { return timeline_.altered(); }

 private:
  std::optional<Scene> scene_at(std::uint64_t step) override { return timeline_.scene_at(step); }
  std::optional<std::uint64_t> plan_comparison(std::uint64_t since) override;

  void step_backwards(const Comparison& runs);
  void explain_undo();
  void arrived(Comparison& runs, const Timeline::Arrival& arrival);
  void keep(Comparison& runs);

  SessionHost host_;
  Comparison* runs_ = nullptr;
  Timeline timeline_;
  bool explained_ = false;    // the note on undo was shown for the present entry of the undo list
  bool was_altered_ = false;  // values of the timeline when its runs were destroyed
  RunPosition last_edit_;
  std::optional<Timeline> beside_;  // timeline of the runs after the edit that adds a pane has restarted them
};

// Called while no batch is running and the probes of the last batch are collected.
bool TimelinePart::travel(Comparison& runs, bool may_keep) {
  State& s = host_.state;
  Moments& m = s.moments;
  beside_.reset();
  timeline_.set_budget(s.of<TimelineState>().budget);
  if (!timeline_.is_travelling()) timeline_.ran(runs);
  if (m.backwards && !timeline_.is_travelling() && !m.wanted) step_backwards(runs);
  if (std::exchange(m.take_back, false) && m.last_pulse) arrived(runs, timeline_.take_back_pulse(runs));
  if (const auto wanted = std::exchange(m.wanted, std::nullopt)) arrived(runs, timeline_.go(runs, *wanted));
  if (s.frozen) timeline_.stop();
  const bool travelled = timeline_.is_travelling();
  if (runs.behind() == 0)
    if (const std::optional<Timeline::Arrival> arrival = timeline_.arrive(runs)) arrived(runs, *arrival);
  const bool ends = travelled && !timeline_.is_travelling();
  if (ends && s.history.last_entry_is_travel()) s.history.drop_if_unchanged(s.scene);
  explain_undo();
  if (may_keep && has_good_fields(s)) keep(runs);
  timeline_.write_state(m, s.of<TimelineState>(), runs);
  s.of<TimelineState>().inexact = Timeline::why_inexact(runs);
  return ends;
}

// A run that went back past an edit has the scene from before it, and undo takes that back. Explains it once.
void TimelinePart::explain_undo() {
  State& s = host_.state;
  const bool undoable = s.history.last_entry_is_travel();
  if (undoable && !explained_ && !s.moments.backwards && !timeline_.is_travelling())
    add_note(
        s, Note::Kind::news,
        "The scene is as before the edit. Ctrl+Z makes the edit again at this step. The end of the timeline has the "
        "run with the edit.",
        host_.services.now(), "undo");
  explained_ = undoable && (explained_ || (!s.moments.backwards && !timeline_.is_travelling()));
}

void TimelinePart::step_backwards(const Comparison& runs) {
  const SpeedSetting& speed = host_.state.speed;
  const std::uint64_t now = runs.pane(0).step();
  const double rate = speed.automatic ? host_.steps_per_second() / 60 : speed.steps_per_frame;
  const auto back = static_cast<std::uint64_t>(std::max(1.0, std::round(rate)));
  Moments& m = host_.state.moments;
  m.backwards = now > timeline_.begin();
  if (m.backwards) m.wanted = now - std::min(back, now - timeline_.begin());
}

// Updates the state after the runs were taken to another step or given another scene.
void TimelinePart::arrived(Comparison& runs, const Timeline::Arrival& arrival) {
  State& s = host_.state;
  if (!arrival.why_not.empty()) {
    add_note(s, Note::Kind::warning, arrival.why_not, host_.services.now(), "timeline");
    s.moments.backwards = false;
  }
  if (arrival.scene == nullptr) return;
  host_.moved({.scene = *arrival.scene,
               .restarted = arrival.restarted,
               .traces = arrival.traces,
               .last_edit = timeline_.last_edit(),
               .known = arrival.known ? std::optional(*arrival.known) : std::nullopt,
               .starts_over = arrival.restarted && !arrival.why_not.empty()});
  if (const Text why = Timeline::why_inexact(runs); !why.empty() && why != s.of<TimelineState>().inexact)
    add_note(s, Note::Kind::news, why, host_.services.now(), "timeline");
}

void TimelinePart::keep(Comparison& runs) {
  if (!host_.log.record_or_replay_unless(false, "moment", [&] { return timeline_.is_due(runs); })) return;
  timeline_.keep(runs, [&] {
    RecordedSoFar so_far = host_.recorded();
    const State& s = host_.state;
    Thumbnail small = thumbnail_of(active_run(runs, s.active), s.view, picture_width, picture_height);
    return Timeline::Look{
        std::move(so_far.traces),
        std::make_shared<TimelinePicture>(TimelinePicture{std::move(small.dark), std::move(small.light)}),
        std::move(so_far.known)};
  });
}

// Measured runs share a reference run, and some edits would need another reference run. An unstable run restarts with
// any edit. Neither can be compared.
std::optional<std::uint64_t> TimelinePart::plan_comparison(std::uint64_t since) {
  beside_.reset();
  const State& s = host_.state;
  if (runs_ == nullptr || s.frozen || !(s.scene == host_.applied()) || timeline_.is_travelling()) return std::nullopt;
  if (s.scene.reflection.on || runs_->reference(0) != nullptr) return std::nullopt;
  beside_ = timeline_.beside(*runs_, since, s.active);
  return beside_ ? std::optional(std::max(since, runs_->pane(0).step())) : std::nullopt;
}

}  // namespace

std::unique_ptr<SessionPart> timeline_part(const SessionHost& host) { return std::make_unique<TimelinePart>(host); }

}  // namespace ez
