// Carries out the timeline's commands.
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
  if (!then) return refuse("Cannot compare: the timeline does not reach back that far.");
  if (in_cells(s.scene.physics)) return refuse("Cannot compare: only electromagnetic scenes can have several panes.");
  if (*then == s.scene)
    return refuse("Cannot compare: nothing was edited since that step, so both runs would be the same.");
  if (pane_count(s.scene) >= most_panes)
    return refuse(text_with("Cannot add a pane: {} panes is the maximum.", most_panes));
  std::optional<Scene> both = side_by_side(s.scene, *then, s.active);
  if (!both)
    return refuse(
        "Cannot compare: panes may differ only in grid, boundary, materials, shapes and sources, and other values were "
        "edited since then.");
  const std::uint64_t step = s.step, since = std::min(c.step, s.moments.now);
  const std::optional<std::uint64_t> resume_at = x.of<TimelineServices>().plan_comparison(c.step);
  s.beside = both->variants.back().name;
  s.scene = std::move(*both);  // not an edit, because the run to compare with is not part of the scene
  scene_changed(s);
  update(s, command::SetWorkspace{Workspace::boundary_lab}, x);
  if (resume_at)
    update(s, command::GoTo{*resume_at}, x);
  else
    update(s, command::RunTo{std::max<std::uint64_t>(step, 1)}, x);
  add_note(s, Note::Kind::news,
           resume_at ? text_with("Both runs are identical until step {}. They now continue from there to step {}.",
                                 since, *resume_at)
                     : text_with("Both runs restart and continue to step {}.", step),
           x.now(), "timeline");
}

}  // namespace ez
