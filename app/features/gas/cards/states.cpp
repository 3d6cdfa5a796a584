// Panel section States, for a scene of gas or heat. States fill shapes and the brush, as materials do in other scenes.
// Items, in the window "Panel":
//   States (head)  States/##add
//   States/##state0 (solid wall), ##state1, … (the scene's states; picks for the brush)
//   of the picked state: States/##name ##color ##delete  ##density ##pressure ##u ##v (for heat ##value)
//   States/##radius (of the brush)
//   first, the rows of the selected shape: app/ui/panels/shape.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/gas/cards/cards.h"
#include "app/model/document/gas_edit.h"
#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

void pick(const Context& c, const std::string& name) {
  BrushSetting brush = c.state.brush;
  brush.material = name;
  c.send(command::SetBrush{brush});
}

// Writes a number with a prefix, as in "101.3 k". The column's head has the unit.
std::string short_number(double v, bool prefixes) {
  const Prefix p = prefixes ? plain_prefix(v) : Prefix{};
  return with_minus(fmt::format("{:.4g}{}{}", v / p.factor, *p.symbol == 0 ? "" : " ", p.symbol));
}

// Right ends of the columns, measured from the row's right end.
constexpr float columns[] = {138, 76, 8};

void heads(const Context& c, bool heat) {
  const float w = ImGui::GetContentRegionAvail().x;
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const char* const of_gas[] = {"ρ, kg/m³", "|u|, m/s", "p, Pa"};
  for (int k = heat ? 2 : 0; k < 3; ++k)
    pen.text({q.x + w - c.px(columns[k]), q.y + c.px(6)}, {1, 0.5f}, heat ? "value" : of_gas[k], c.t().text2,
             font_size::small);
  ImGui::Dummy({0, c.px(12)});
}

void list(const Context& c) {
  const Scene& s = c.state.scene;
  const bool heat = s.physics == Physics::heat;
  heads(c, heat);
  const std::vector<PaletteEntry>& entries = c.state.media->offered();
  const float w = ImGui::GetContentRegionAvail().x;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float cy = p.y + c.px(14);
    if (list_row(c.look, fmt::format("##state{}", i).c_str(), entries[i].name == c.state.brush.material))
      pick(c, entries[i].name);
    tip(c.look, i == 0 ? (heat ? "Selects the solid wall for the brush and the drawing tools. No heat passes through it"
                               : "Selects the solid wall for the brush and the drawing tools. Gas slides along it")
                       : "Uses this for the brush and the drawing tools");
    pen.swatch({p.x + c.px(8), cy - c.px(7)}, rgb(entries[i].color));
    const float numbers = i == 0 ? 0 : c.px(heat ? 80 : 200);  // the wall has none
    pen.names().clipped({p.x + c.px(32), cy}, p.x + w - numbers,
                        c.look.shown(i == 0 ? "solid wall" : as_name(entries[i].name)), c.t().text);
    if (i == 0) continue;
    const FluidState& f = s.states[i - 1];
    const double values[] = {f.density, std::hypot(f.velocity.x, f.velocity.y), heat ? f.value : f.pressure};
    for (int k = heat ? 2 : 0; k < 3; ++k)
      pen.mono({p.x + w - c.px(columns[k]), cy}, {1, 0.5f}, short_number(values[k], !heat && k > 0), c.t().text);
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, 0});  // restores the rows' spacing
}

void name_and_color(const Context& c, const Scene& s, std::size_t i) {
  Scene edited = s;
  FluidState& f = edited.states[i];
  const float w = row(c.look, "Name, colour"), square = ImGui::GetFrameHeight();
  std::string name = f.name;
  if (text_field(c.look, "##name", name, w - 2 * square - c.px(8)) && !name.empty() && name != f.name) {
    const bool taken = name == wall_name || std::any_of(s.states.begin(), s.states.end(),
                                                        [&](const FluidState& x) { return x.name == name; });
    if (!taken) {
      c.edit(with_renamed_material(s, f.name, name), "rename state");
      pick(c, name);
    }
  }
  tip(c.look, "Sets the name, which must differ from those of other states");
  same_row(c.look);
  if (color_field(c.look, "##color", palette_entry(s, i + first_state).color, f.color))
    c.edit(edited, "change state colour");
  tip(c.look, "Sets its colour in the picture of states and in this list");
  same_row(c.look);
  const Text users = users_of_fluid_state(s, i);
  ImGui::BeginDisabled(!users.empty());
  const bool gone = icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12);
  ImGui::EndDisabled();
  tip(c.look, users.empty() ? std::string(c.tr("Deletes this state")) : c.say("Cannot be deleted: used by {}", users));
  if (!gone) return;
  edited.states.erase(edited.states.begin() + static_cast<std::ptrdiff_t>(i));
  c.edit(edited, "delete state");
  pick(c, std::string(wall_name));
}

void numbers(const Context& c, Scene s, std::size_t i) {
  FluidState& f = s.states[i];
  bool changed = false;
  const auto field = [&](const char* id, double& v, NumberStyle style, float width) {
    changed |= number_field(c.look, id, v, style, width);
  };
  if (s.physics == Physics::heat) {
    field("##value", f.value, {.decimals = 3, .min = -1e12, .max = 1e12}, row(c.look, "Value"));
    tip(c.look, "Value that diffuses, such as a temperature, in any unit");
  } else {
    const NumberStyle above_zero{.decimals = 4, .min = 1e-9, .max = 1e12, .logarithmic = true};
    NumberStyle style = above_zero;
    style.unit = "kg/m³";
    field("##density", f.density, style, row(c.look, "Density ρ"));
    style.unit = "Pa";
    style.prefix = plain_prefix(f.pressure);
    field("##pressure", f.pressure, style, row(c.look, "Pressure p"));
    const float w = row(c.look, "Velocity, m/s");
    NumberStyle speed{.decimals = 3, .min = -1e6, .max = 1e6, .label = "u", .slot = 4};
    field("##u", f.velocity.x, speed, half(c.look, w));
    tip(c.look, "Velocity along x, m/s");
    same_row(c.look);
    speed.label = "v";
    field("##v", f.velocity.y, speed, half(c.look, w));
    tip(c.look, "Velocity along y, m/s");
    const double sound = std::sqrt(s.gas.gamma * f.pressure / f.density);
    hint(c.look,
         c.say("Sound {} · Mach {} · p/ρ {}", plain(sound, "m/s"),
               plain(std::hypot(f.velocity.x, f.velocity.y) / sound, ""), plain(f.pressure / f.density, "J/kg")));
  }
  if (changed) c.edit(s, "state");
  if (c.state.step > 0)
    hint(c.look, "These values apply to what you paint from now on. Press R to restart the run with them.");
}

std::string summary(const Context& c, bool open) {
  const std::string& picked = c.state.brush.material;
  if (open) return "";
  return fmt::format("{} · {}", c.state.scene.states.size(),
                     c.look.shown(picked == wall_name ? Label("solid wall") : as_name(picked)));
}

void rows(const Context& c) {
  const Scene& s = c.state.scene;
  shape_rows(c);
  list(c);
  for (std::size_t i = 0; i < s.states.size(); ++i) {
    if (s.states[i].name != c.state.brush.material) continue;
    name_and_color(c, s, i);
    numbers(c, s, i);
  }
  BrushSetting brush = c.state.brush;
  const float w = row(c.look, "Brush radius");
  if (number_field(c.look, "##radius", brush.radius,
                   {.unit = "cells", .decimals = 1, .min = 0.5, .max = 500, .logarithmic = true}, w))
    c.send(command::SetBrush{brush});
  tip(c.look, "Sets the radius of brush, eraser, wall and pulse", "Shift+wheel on the picture");
}

// Adds a copy of the picked state, or of the background.
void add(const Context& c) {
  const Scene& s = c.state.scene;
  const FluidState* like = state_named(s, c.state.brush.material);
  if (!like) like = state_named(s, s.grid.background);
  FluidState state = like ? *like : FluidState{};
  state.color.reset();
  if (!like) state.name = "state";
  const Scene edited = with_state(s, state);
  c.edit(edited, "add state");
  pick(c, edited.states.back().name);
}

}  // namespace

const PanelSection states_section = {.name = "States",
                                     .icon = icon::materials,
                                     .help = "Initial states of parts of the domain: density, pressure, velocity",
                                     .belongs = For::cells,
                                     .summary = summary,
                                     .rows = rows,
                                     .add = add,
                                     .open_at_first = [](const State&, bool) { return true; },
                                     .problems_of = {"state", "shape"},
                                     .leads = true,
                                     .shows = Selection::Kind::shape};

}  // namespace ez
