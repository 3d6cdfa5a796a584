// Carries out the commands of panes. Panes are variants of the scene, so adding, removing or changing one is an edit of
// the scene with its own undo entry.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/model/hooks.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr double least_floor = 20, most_floor = 320;  // dB

void clamp_active(State& s) { s.active = std::clamp(s.active, 0, pane_count(s.scene) - 1); }

}  // namespace

void on(State& s, Services& x, const command::SetWorkspace& c) {
  if (!has_workspace(c.workspace)) return;
  if (c.workspace != Workspace::explore && in_cells(s.scene.physics))
    return add_note(s, Note::Kind::news,
                    text_with("The {} needs an electromagnetic scene.",
                              c.workspace == Workspace::boundary_lab ? "boundary lab" : "kernel lab"),
                    x.now());
  s.workspace = c.workspace;
  if (c.workspace != Workspace::boundary_lab) end_comparison(s);  // the other workspaces show one pane
}

void on(State& s, Services&, const command::SetLab& c) {
  LabSettings& l = s.instruments;
  l = c.settings;
  if (l.difference_with >= pane_count(s.scene)) l.difference_with = -1;
  if (!std::isfinite(l.residual_floor)) l.residual_floor = LabSettings{}.residual_floor;
  l.residual_floor = std::clamp(l.residual_floor, least_floor, most_floor);
}

void on(State& s, Services&, const command::SelectPane& c) {
  s.active = c.pane;
  clamp_active(s);
}

void on(State& s, Services& x, const command::AddPane&) {
  if (pane_count(s.scene) >= most_panes) {
    add_note(s, Note::Kind::warning, text_with("Cannot add a pane: {} panes is the maximum.", most_panes), x.now());
    return;
  }
  Scene scene = s.scene;
  if (scene.variants.empty()) scene.variants.push_back({boundary_name(scene.boundary).english(), {}});
  Variant copy = scene.variants[static_cast<std::size_t>(s.active)];
  copy.name = free_variant_name(scene, copy.name);
  scene.variants.push_back(std::move(copy));
  edit_scene(s, x, std::move(scene), "add pane");
  s.active = pane_count(s.scene) - 1;
}

void on(State& s, Services& x, const command::RemovePane& c) {
  const int count = pane_count(s.scene);
  if (count < 2 || c.pane < 0 || c.pane >= count) return;
  if (c.pane == comparison_pane(s.beside, s.scene)) return end_comparison(s);
  Scene scene = without_pane(s.scene, c.pane);
  LabSettings& l = s.instruments;
  if (l.difference_with == c.pane) l.difference_with = -1;
  if (l.difference_with > c.pane) --l.difference_with;
  if (s.active > c.pane) --s.active;
  edit_scene(s, x, std::move(scene), "remove pane");
  clamp_active(s);
}

void on(State& s, Services& x, const command::Measure& c) {
  Scene scene = s.scene;
  scene.reflection.on = c.on;
  edit_scene(s, x, std::move(scene), c.on ? "measure reflections" : "stop measuring");
  if (!c.on && s.view.quantity == Quantity::residual) s.view.quantity = Quantity::ez;
}

// ---- instability

void on(State& s, Services& x, const command::Mend&) {
  if (!s.instability || !s.instability->fixed_scene) return;
  Scene fixed_scene = std::move(*s.instability->fixed_scene);
  if (s.instability->from_start) s.instability->last_good = false;  // the field restarts
  edit_scene(s, x, std::move(fixed_scene), "fix instability");
}

namespace {

// Returns true if the variant has a boundary with a layer. Reads only the boundary of its text.
bool has_layer(const Scene& scene, const Variant& variant) {
  Variant own;
  for (const Override& change : variant.set)
    if (change.path == "boundary" || change.path.starts_with("boundary.")) own.set.push_back(change);
  if (own.set.empty()) return scene.boundary.has_layer();
  Scene sides;
  sides.unit = scene.unit;
  sides.grid = scene.grid;
  sides.grid.background = Grid().background;  // without the scene's materials, which this scene lacks
  sides.boundary = scene.boundary;
  sides.variants = {std::move(own)};
  const SceneResult read = scene_of_variant(sides, 0);
  return read.scene && read.scene->boundary.has_layer();
}

// Returns the first pane with a layer, because the panel can edit its grading. If no pane has one, returns pane 0.
int first_pane_with_layer(const Scene& scene) {
  const auto& all = scene.variants;
  const auto first = std::find_if(all.begin(), all.end(), [&](const Variant& v) { return has_layer(scene, v); });
  return first == all.end() ? 0 : static_cast<int>(first - all.begin());
}

// Returns true if the scene demonstrates boundaries: it measures their reflection, or its variants compare them.
// Variants without changes are also meant for the lab. Variants that differ only in other respects, such as shapes, are
// opened as ordinary scenes, and F3 shows them side by side.
bool is_about_boundaries(const Scene& scene) {
  bool any = false, boundaries = false;
  for (const Variant& v : scene.variants)
    for (const Override& change : v.set) {
      const std::string_view table = std::string_view(change.path).substr(0, change.path.find('.'));
      any = true;
      boundaries |= table == "boundary" || table == "fault" || table == "hidden_fault" || table == "grid";
    }
  return scene.reflection.on || (!scene.variants.empty() && (boundaries || !any));
}

}  // namespace

void adopt_panes(State& s) {
  s.beside.clear();
  s.active = first_pane_with_layer(s.scene);
  s.instruments.difference_with = -1;
  s.instruments.angle_frequency = 0;
  s.instruments.band = {};
  s.instability.reset();
  s.fault_revealed = false;
  if (s.workspace == Workspace::kernel_lab && !in_cells(s.scene.physics)) return;
  const bool lab = has_workspace(Workspace::boundary_lab) && is_about_boundaries(s.scene) && !in_cells(s.scene.physics);
  s.workspace = lab ? Workspace::boundary_lab : Workspace::explore;
}

}  // namespace ez
