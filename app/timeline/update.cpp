// What the timeline's commands do to the state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/boundary_lab/lab.h"
#include "app/state/update.h"
#include "app/state/update_parts.h"
#include "app/timeline/commands.h"
#include "app/timeline/timeline.h"

namespace ez {

std::optional<int> pane_beside(const TimelineState& timeline, const Scene& scene) {
  const bool last = !timeline.beside.empty() && pane_count(scene) > 1 && scene.variants.back().name == timeline.beside;
  return last ? std::optional(pane_count(scene) - 1) : std::nullopt;
}

namespace {

constexpr const char* own_name = "now";  // of the pane of a scene that has no variants

// With a pane that a second one can stand beside.
Scene in_panes(Scene scene) {
  if (scene.variants.empty()) scene.variants.push_back({own_name, {}});
  return scene;
}

}  // namespace

Scene without_comparison(const TimelineState& timeline, const Scene& scene) {
  if (!pane_beside(timeline, scene)) return scene;
  if (scene.variants.size() == 2 && scene.variants.front().name == own_name) return without_pane(scene, 1);
  Scene own = scene;
  own.variants.pop_back();
  return own;
}

Scene in_comparison(const TimelineState& timeline, const Scene& as, const Scene& scene) {
  Scene own = without_comparison(timeline, scene);
  if (!pane_beside(timeline, as)) return own;
  Scene both = in_panes(own);
  both.variants.push_back(as.variants.back());
  return scene_of_variant(both, both.variants.size() - 1).scene ? both : own;
}

void end_comparison(State& s) {
  if (!pane_beside(s.timeline, s.scene)) return;
  s.scene = without_comparison(s.timeline, s.scene);
  scene_changed(s);
  withdraw(s, "timeline");  // what was said of both runs
}

std::optional<Scene> side_by_side(const Scene& scene, const Scene& other, int of) {
  Scene both = in_panes(scene);
  const auto k = static_cast<std::size_t>(of);
  const SceneResult earlier = scene_of_variant(other, other.variants.empty() ? 0 : k);
  if (k >= both.variants.size() || !earlier.scene) return std::nullopt;
  Variant copy = both.variants[k];
  copy.name = free_variant_name(both, "then");
  both.variants.push_back(std::move(copy));
  return with_variant(both, both.variants.size() - 1, *earlier.scene, OwnShapes::yes);
}

double TimelineState::allowed_budget(double bytes) {
  return std::isfinite(bytes) ? std::clamp(bytes, least_budget, most_budget) : TimelineState{}.budget;
}

// An unstable run is left behind.
void leave_moment(State& s) {
  s.steps_wanted = 0;
  s.timeline.backwards = s.timeline.take_back = false;
  s.timeline.wanted.reset();
  s.frozen = false;
  s.frozen_why.clear();
  withdraw(s, "frozen");
  s.lab.instability.reset();
}

// The run stands there.
void on(State& s, Services&, const command::GoTo& c) {
  leave_moment(s);
  s.running = s.held = false;
  s.run_to.reset();
  s.timeline.wanted = c.step;
}

void on(State& s, Services&, const command::PlayBackwards& c) {
  if (c.on && s.frozen) return;
  s.timeline.backwards = c.on;
  if (c.on) s.running = s.held = false, s.run_to.reset(), s.steps_wanted = 0;
}

void on(State& s, Services& x, const command::SetTimeline& c) {
  s.timeline.shown = c.shown;
  const double before = std::exchange(s.timeline.budget, TimelineState::allowed_budget(c.budget));
  if (s.timeline.budget != before) x.settings_changed(s);
}

void on(State& s, Services& x, const command::CompareWithThen& c) {
  const auto refuse = [&](const std::string& why) { add_note(s, Note::Kind::warning, why, x.now(), "timeline"); };
  const std::optional<Scene> then = x.scene_at(c.step);
  if (!then) return refuse("The timeline does not reach so far back.");
  if (in_cells(s.scene.physics)) return refuse("Panes side by side are for scenes of light.");
  if (*then == s.scene)
    return refuse("Nothing is edited between that moment and this one: an earlier run would be the same.");
  if (pane_count(s.scene) >= most_panes)
    return refuse(fmt::format("There are {} panes already, the most there can be.", most_panes));
  std::optional<Scene> both = side_by_side(s.scene, *then, s.lab.active);
  if (!both)
    return refuse(
        "What was edited since then cannot be told apart in two panes: they may differ in grid, boundary, materials, "
        "shapes and sources.");
  const std::uint64_t step = s.step, since = std::min(c.step, s.timeline.now);
  const std::optional<std::uint64_t> way = x.run_beside(c.step);
  s.timeline.beside = both->variants.back().name;
  s.scene = std::move(*both);  // no edit: what is looked at beside it is no part of the scene
  scene_changed(s);
  update(s, command::SetWorkspace{Workspace::boundary_lab}, x);
  if (way)
    update(s, command::GoTo{*way}, x);
  else
    update(s, command::RunTo{std::max<std::uint64_t>(step, 1)}, x);
  add_note(s, Note::Kind::news,
           way ? fmt::format("Until step {} both runs are one; they go on from there to step {}.", since, *way)
               : fmt::format("Both runs begin at the start and go on to step {}.", step),
           x.now(), "timeline");
}

}  // namespace ez
