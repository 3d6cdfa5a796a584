#include "app/features/design/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "app/model/document/scene_edit.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"
#include "solver/design/goal.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr double part = 0.3;  // of the shorter side of the grid that the region takes

// Returns the goal that reads monitors of one kind. `form` has a field for the monitor's name.
template <class Kind>
std::string goal_of(const Scene& scene, const char* form) {
  std::vector<const Monitor*> found;
  for (const Monitor& m : scene.monitors)
    if (std::holds_alternative<Kind>(m.geometry)) found.push_back(&m);
  if (found.empty()) return {};
  const auto read = [&](const Monitor& m) { return fmt::format(fmt::runtime(form), names::quoted(m.name)); };
  const std::string last = read(*found.back());
  return found.size() == 1 ? last : last + "/" + read(*found.front());
}

std::string goal_for(const Scene& scene) {
  if (std::string goal = goal_of<ModeMonitor>(scene, "mode_forward({}, f)"); !goal.empty()) return "(" + goal + ")^2";
  if (std::string goal = goal_of<FluxMonitor>(scene, "flux({}, f)"); !goal.empty()) return goal;
  return goal_of<LineMonitor>(scene, "ez({}, f, 0)^2");
}

bool is_dielectric(const Material& m, const Scene& scene) {
  const Material* background = nullptr;
  for (const Material& b : scene.materials)
    if (b.name == scene.grid.background) background = &b;
  return m.mu == 1 && m.sigma_m == 0 && m.poles.empty() && m.name != scene.grid.background &&
         m.eps != (background ? background->eps : 1);
}

Text problem_of(const Scene& scene) {
  for (const Message& m : validate(scene))
    if (m.kind == Message::Kind::error) return Text::as_is(m.text);
  try {
    const Goal goal(scene.designs.front().goal, scene, Monitors(scene));
  } catch (const std::runtime_error& e) {  // FormulaError and DesignError
    return Text::as_is(e.what());
  }
  return {};
}

}  // namespace

DesignProposal propose_design(const Scene& scene) {
  Scene out = scene;
  Design design;
  design.name = "design";
  design.goal = goal_for(scene);
  if (design.goal.empty())
    return {{}, "A design needs a value to improve. Add a mode or flux monitor where the wave shall arrive."};
  auto glass = std::ranges::find_if(out.materials, [&](const Material& m) { return is_dielectric(m, scene); });
  if (glass == out.materials.end()) {
    out = with_material(out, material_presets(scene).front().material);
    glass = out.materials.end() - 1;
  }
  design.materials = {scene.grid.background, glass->name};
  const Vec2 middle{0.5 * (scene.grid.nx - 1), 0.5 * (scene.grid.ny - 1)};
  const double half = 0.5 * part * std::min(scene.grid.nx, scene.grid.ny);
  design.min = position_on_node(scene, {middle.x - half, middle.y - half});
  design.max = position_on_node(scene, {middle.x + half, middle.y + half});
  out.designs.push_back(std::move(design));
  if (const Text why = problem_of(out); !why.empty())
    return {{}, text_with("Cannot design a region of this scene: {}", why)};
  return {std::move(out), {}};
}

}  // namespace ez
