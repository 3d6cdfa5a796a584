#include "app/session/edits.h"

#include <utility>

#include "app/model/hooks.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"
#include "solver/gas/pulse.h"
#include "solver/gas/scene_engine.h"

namespace ez {

void Edits::apply() {
  if (background_.adopt()) {
    in_gesture_ = false;
    return;
  }
  const State& s = d_.state;
  if (!has_errors(s.problems) && !(s.scene == d_.applied) && !measurement_.awaits_pulse()) {
    // Another kind of engine computes gas and heat.
    if (in_cells(s.scene.physics) != in_cells(d_.applied.physics)) return change_physics();
    apply_scene();
  }
  in_gesture_ &= s.history.in_gesture();
  if (!std::exchange(d_.reset_wanted, false)) return;
  d_.runs->reset();
  d_.restarted();
  panes_.refresh();  // a reference run that could not start late exists now
}

void Edits::apply_scene() {
  const Scene& scene = d_.state.scene;
  const Measurement::Measuring before = measurement_.now();
  std::vector<double> old_dt;  // s, by pane
  for (int k = 0; k < d_.runs->panes(); ++k) old_dt.push_back(d_.runs->pane(k).dt());
  if (!(scene.grid == d_.applied.grid)) {  // it may need the memory
    health_.forget_last_good();
    d_.parts.each(&SessionPart::free_memory);
  }
  const bool other_measure = !(scene.checks == d_.applied.checks && scene.probes == d_.applied.probes &&
                               scene.monitors == d_.applied.monitors);
  const bool other_preset = !(scene.run == d_.applied.run);
  const std::string& beside = d_.state.beside;
  const bool ends_comparison = comparison_pane(beside, d_.applied) && !comparison_pane(beside, scene);

  const Comparison::Applied done = d_.runs->apply(scene, d_.state.media);
  if (done.report.refused)
    take_back(done.report);
  else
    d_.applied = scene;
  const bool goes_on = std::exchange(in_gesture_, d_.state.history.in_gesture());
  const bool alters = line_.other_tubes(*d_.runs);
  const bool restarts_measurements = done.report.tier != Tier::nothing || other_measure;
  panes_.fit();
  if (restarts_measurements) checks_.restart(run_position_of(d_.runs->pane(0)));
  if (done.restarted || done.report.tier == Tier::grid) d_.restarted();
  if (done.restarted) report_restart(done);
  for (int k = 0; k < d_.runs->panes(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool other_dt = !in_cells(scene.physics) && (i >= old_dt.size() || d_.runs->pane(k).dt() != old_dt[i]);
    if (other_dt) panes_.probes(k).clear();
    const Solver& run = d_.runs->pane(k);
    d_.panes[i].stability.watch(run.scene(), *run.media(), run.problem());
    d_.panes[i].scene_changed();
  }
  panes_.refresh();
  d_.parts.each(&SessionPart::edited, *d_.runs,
                TakenEdit{.result = done,
                          .scene = d_.applied,
                          .label = goes_on ? Text() : d_.state.history.undo_label(),  // a gesture has one, at its start
                          .alters = alters,
                          .restarts_measurements = restarts_measurements,
                          .ended_pane = ends_comparison ? beside : "",
                          .other_speed = done.restarted || other_preset || done.report.tier != Tier::nothing,
                          .other_preset = other_preset && !done.report.refused});
  if (!done.restarted && !d_.reset_wanted) measurement_.restart_if_needed(before, done.report.tier);
}

void Edits::report_restart(const Comparison::Applied& done) {
  if (!done.report.refused && d_.parts.any(&SessionPart::resumes, *d_.runs)) return panes_.fit();
  // A scene that was just opened, such as an edited one that the presenter returns to, starts at t = 0 anyway.
  if (d_.reset_wanted || !d_.state.unsaved || d_.state.scene_is_kept) return;
  const Text restart_words = d_.runs->panes() > 1 ? "all panes restart" : "the run restarts";
  const bool has_new_message = done.message != Text::as_is(d_.runs->reference_message());
  add_note(d_.state, Note::Kind::news, text_with("t = 0: {}", has_new_message ? done.message : restart_words),
           d_.now());
}

void Edits::send_pulses(std::vector<WantedPulse>& pulses) {
  // The pulse would be lost when the runs arrive at the other step.
  if (d_.parts.any(&SessionPart::is_travelling) && !d_.state.moments.backwards) return;
  for (const auto& [p, again] : std::exchange(pulses, {}))
    for (int k = 0; k < d_.runs->panes() && !d_.state.frozen; ++k) {
      Solver& solver = d_.runs->pane(k);
      solver.wait();
      gas::GasRun* run = gas::run_of(solver.engine());
      if (run == nullptr || !gas::send(*run, {p.node.x, p.node.y, p.radius, p.strength})) continue;
      Pane& pane = d_.panes[static_cast<std::size_t>(k)];
      pane.scene_changed();
      pane.stability.given(p.strength);
      if (k > 0) continue;
      d_.parts.each(&SessionPart::pulsed, *d_.runs, p);
      checks_.restart(run_position_of(d_.runs->pane(0)));
      if (!again) d_.state.history.record(p);
    }
}

void Edits::change_physics() {
  const EngineRequest request = d_.request();
  d_.parts.each(&SessionPart::forget);
  const Scene before = std::exchange(d_.applied, d_.state.scene);
  const auto return_to_before = [&](const Text& why) {
    d_.applied = before;
    d_.state.scene = before;
    scene_changed(d_.state);
    panes_.adopt(make_engine_maker(request));
    add_note(d_.state, Note::Kind::error, why, d_.now());
  };
  try {
    panes_.adopt(make_engine_maker(request));
  } catch (const OutOfMemory& e) {
    return_to_before(text_with("Cannot run the scene, not enough memory: {}", text_of_error(e)));
  } catch (const NoBackend& e) {
    return_to_before(text_with("Cannot run the scene here: {}", text_of_error(e)));
  }
  panes_.offer_blocks();
  d_.state.probes.clear();
  d_.restarted();
  d_.reset_wanted = false;
}

void Edits::take_back(const ApplyReport& report) {
  const bool grid = report.tier == Tier::grid;
  const bool was_opened = !d_.state.unsaved && (d_.state.path != background_.applied_path() ||
                                                d_.state.builtin != background_.applied_builtin());
  if (was_opened) {
    adopt_scene(d_.state, d_.applied, background_.applied_path(), background_.applied_builtin());
    add_note(d_.state, Note::Kind::error, text_with("The scene was not opened: {}", report.message), d_.now());
    return;
  }
  Scene& scene = d_.state.scene;
  scene.grid = d_.applied.grid;
  scene.variants = d_.applied.variants;
  scene.reflection = d_.applied.reflection;
  if (!grid || has_errors(validate(scene, d_.state.media))) scene = d_.applied;
  scene_changed(d_.state);
  std::string why = report.message;
  for (const ModelHooks& h : model_hooks())
    if (h.scene_place) why += h.scene_place(d_.state);
  add_note(d_.state, Note::Kind::error,
           grid ? text_with("The grid was not changed: {}", why) : text_with("The edit was undone: {}", why), d_.now());
}

}  // namespace ez
