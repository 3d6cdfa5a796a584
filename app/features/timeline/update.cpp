// What the timeline's commands do to the state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/timeline/commands.h"
#include "app/features/timeline/services.h"
#include "app/features/timeline/state.h"
#include "app/features/timeline/timeline.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/text_with.h"

namespace ez {

double TimelineState::allowed_budget(double bytes) {
  return std::isfinite(bytes) ? std::clamp(bytes, least_budget, most_budget) : TimelineState{}.budget;
}

void on(State& s, Services& x, const command::SetTimeline& c) {
  s.of<TimelineState>().shown = c.shown;
  const double before = std::exchange(s.of<TimelineState>().budget, TimelineState::allowed_budget(c.budget));
  if (s.of<TimelineState>().budget != before) x.settings_changed(s);
}

void on(State& s, Services& x, const command::CompareWithThen& c) {
  const auto refuse = [&](const Text& why) { add_note(s, Note::Kind::warning, why, x.now(), "timeline"); };
  const std::optional<Scene> then = x.of<TimelineServices>().scene_at(c.step);
  if (!then) return refuse("The timeline does not reach so far back.");
  if (in_cells(s.scene.physics)) return refuse("Panes side by side are for scenes of light.");
  if (*then == s.scene)
    return refuse("Nothing is edited between that moment and this one: an earlier run would be the same.");
  if (pane_count(s.scene) >= most_panes)
    return refuse(text_with("Cannot add a pane: {} panes is the maximum.", most_panes));
  std::optional<Scene> both = side_by_side(s.scene, *then, s.active);
  if (!both)
    return refuse(
        "What was edited since then cannot be told apart in two panes: they may differ in grid, boundary, materials, "
        "shapes and sources.");
  const std::uint64_t step = s.step, since = std::min(c.step, s.moments.now);
  const std::optional<std::uint64_t> way = x.of<TimelineServices>().run_beside(c.step);
  s.beside = both->variants.back().name;
  s.scene = std::move(*both);  // no edit: what is looked at beside it is no part of the scene
  scene_changed(s);
  update(s, command::SetWorkspace{Workspace::boundary_lab}, x);
  if (way)
    update(s, command::GoTo{*way}, x);
  else
    update(s, command::RunTo{std::max<std::uint64_t>(step, 1)}, x);
  add_note(s, Note::Kind::news,
           way ? text_with("Until step {} both runs are one; they go on from there to step {}.", since, *way)
               : text_with("Both runs begin at the start and go on to step {}.", step),
           x.now(), "timeline");
}

}  // namespace ez
