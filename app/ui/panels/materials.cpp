// Panel, section Materials. Items, in the window "Panel":
//   Materials (head)  Materials/##add (opens a list: Plain dielectric, Glass, n = 1.5, …)
//   Materials/##material0, ##material1, … (the palette: vacuum, pec, pmc, the scene's own; a click picks for the brush)
// for the picked material, if it is the scene's own:
//   Materials/##name ##color ##eps (or ##eps_formula, ##eps_formula_off) ##as_formula ##mu ##sigma ##sigma_m ##delete
//   and those of dispersion.cpp
//   Materials/##radius (of the brush)
// and, above, the rows of the selected shape: shape.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/scene/presets.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Returns "0", "0.02", "5.8e7": as short as possible.
std::string conductivity(double s) { return s == 0 ? "0" : with_minus(fmt::format("{:.3g}", s)); }

void pick(const Context& c, const std::string& name) {
  BrushSetting brush = c.state.brush;
  brush.material = name;
  c.send(command::SetBrush{brush});
}

std::size_t count_of_media(const Scene& s) { return s.materials.size() + first_state; }

void palette_row(const Context& c, const Pen& pen, std::size_t i, float w, double f) {
  const PaletteEntry e = palette_entry(c.state.scene, i);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float cy = p.y + c.px(14);
  if (list_row(c.look, fmt::format("##material{}", i).c_str(), e.name == c.state.brush.material)) pick(c, e.name);
  tip(c.look, "Uses this for the brush and the drawing tools");
  pen.swatch({p.x + c.px(8), cy - c.px(7)}, rgb(e.color));
  pen.names().clipped({p.x + c.px(32), cy}, p.x + w - c.px(188), e.name, c.t().text);
  if (e.graded) {
    pen.mono({p.x + w - c.px(8), cy}, {1, 0.5f}, "by formula", c.t().text2);
    return;
  }
  const bool perfect = e.pec || e.pmc;
  const std::string n = fitting(refractive_index(e, f), 3, 6), eps = fitting(permittivity(e, f).real(), 3, 6);
  pen.mono({p.x + w - c.px(138), cy}, {1, 0.5f}, perfect ? "–" : n, c.t().text);
  pen.mono({p.x + w - c.px(76), cy}, {1, 0.5f}, perfect ? "–" : eps, c.t().text);
  pen.mono({p.x + w - c.px(8), cy}, {1, 0.5f}, e.pec ? "∞" : e.pmc ? "–" : conductivity(e.sigma), c.t().text);
}

void palette(const Context& c) {
  const float w = ImGui::GetContentRegionAvail().x;
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.text({q.x + w - c.px(138), q.y + c.px(6)}, {1, 0.5f}, "n", c.t().text2, font_size::small);
  pen.text({q.x + w - c.px(76), q.y + c.px(6)}, {1, 0.5f}, "εr", c.t().text2, font_size::small);
  pen.text({q.x + w - c.px(8), q.y + c.px(6)}, {1, 0.5f}, "σ, S/m", c.t().text2, font_size::small);
  ImGui::Dummy({0, c.px(12)});
  ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
  const double f = first_frequency(c.state.scene);
  // A long list creates only the visible rows.
  constexpr int always = 200;
  const int count = static_cast<int>(count_of_media(c.state.scene));
  ImGuiListClipper clipper;
  clipper.Begin(count);
  clipper.IncludeItemsByIndex(0, std::min(count, always));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      palette_row(c, pen, static_cast<std::size_t>(i), w, f);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, 0});  // restores the spacing of the rows
}

void name_and_color(const Context& c, const Scene& s, std::size_t i) {
  Scene edited = s;
  Material& m = edited.materials[i];
  const float w = row(c.look, "Name, colour");
  std::string name = m.name;
  const float square = ImGui::GetFrameHeight();
  if (text_field(c.look, "##name", name, w - 2 * square - c.px(8)) && !name.empty() && name != m.name) {
    const bool taken = is_builtin_material(name) || std::any_of(s.materials.begin(), s.materials.end(),
                                                                [&](const Material& x) { return x.name == name; });
    if (!taken) {
      c.edit(with_renamed_material(s, m.name, name), "rename material");
      pick(c, name);
    }
  }
  tip(c.look, "Sets the name, which must differ from those of other materials");
  same_row(c.look);
  if (color_field(c.look, "##color", palette_entry(s, i + 3).color, m.color)) c.edit(edited, "material colour");
  tip(c.look, "Sets the colour that tints the field in the picture");
  same_row(c.look);
  const Text users = users_of(s, m.name);
  ImGui::BeginDisabled(!users.empty());
  const bool gone = icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12);
  ImGui::EndDisabled();
  tip(c.look,
      users.empty() ? std::string(c.tr("Deletes this material")) : c.say("Cannot be deleted: used by {}", users));
  if (gone) {
    edited.materials.erase(edited.materials.begin() + static_cast<std::ptrdiff_t>(i));
    c.edit(edited, "delete material");
    pick(c, std::string(usual_material));
  }
}

// Draws a field for a formula, and a button that returns to a number.
bool formula(const Context& c, const char* id, const char* label, std::string& text, double& number) {
  const float w = row(c.look, label) - c.px(28);
  std::string typed = text;
  const bool changed = text_field(c.look, id, typed, w, "2 - (r/40)^2") && typed != text;
  tip(c.look,
      "Formula in x, y and r, measured from the shape's centre, and the radius of a circle, in the scene's unit");
  same_row(c.look);
  const bool back = icon_button(c.look, fmt::format("{}_off", id).c_str(), icon::trash, ButtonState::plain, 24, 12);
  tip(c.look, "Replaces the formula by a number");
  if (changed) text = typed;
  if (back || text.empty()) text.clear(), number = id == std::string_view("##eps_formula") ? 1 : 0;
  return changed || back;
}

// Shows the range of the material's formula values where it lies in the last valid scene.
void graded_range(const Context& c, const Material& m) {
  for (const GradedRange& r : c.state.valid_media->ranges())
    if (r.material == m.name)
      hint(c.look,
           c.say("At the nodes εr is {} to {}{}.", fitting(r.least_eps, 3, 6), fitting(r.most_eps, 3, 6),
                 r.most_sigma > 0 ? c.say(", σ {} to {} S/m", conductivity(r.least_sigma), conductivity(r.most_sigma))
                                  : ""));
}

void constants(const Context& c, Scene s, std::size_t i) {
  Material& m = s.materials[i];
  const bool matched = m.preset == absorber_preset && m.sigma_m == matched_sigma_m(m);
  bool changed = false;
  const NumberStyle relative{.decimals = 3, .min = 0.01, .max = 1e4, .logarithmic = true};
  if (!m.eps_formula.empty()) {
    changed |= formula(c, "##eps_formula", "εr", m.eps_formula, m.eps);
  } else {
    const float w = row(c.look, "εr, n") - c.px(28);
    changed |= number_field(c.look, "##eps", m.eps, relative, half(c.look, w));
    tip(c.look, "Relative permittivity");
    same_row(c.look);
    double n = refractive_index(palette_entry(s, i + 3), first_frequency(s));
    ImGui::BeginDisabled(m.dispersive());  // it is the value at the scene's frequency
    if (number_field(c.look, "##n", n, {.decimals = 3, .min = 0.1, .max = 100, .logarithmic = true}, half(c.look, w)))
      m.eps = tidy(n * n / m.mu), changed = true;
    ImGui::EndDisabled();
    tip(c.look, !m.dispersive() ? "Refractive index, n² = εr·μr. Changing n changes εr"
                                : "Refractive index at the scene's frequency, computed from εr and the poles");
    same_row(c.look);
    ImGui::BeginDisabled(s.grid.background == m.name);
    if (button(c.look, "##as_formula", "ƒ", 0, false, c.px(24)))
      m.eps_formula = fmt::format("{} + 0*r", std::exchange(m.eps, 1)), changed = true;
    ImGui::EndDisabled();
    tip(c.look, "Defines the value by a formula in x, y and r from the shape's centre. Not for the background");
  }
  changed |= number_field(c.look, "##mu", m.mu, relative, row(c.look, "μr"));
  tip(c.look, "Relative permeability");
  // A drag that multiplies cannot leave zero, so it is linear there.
  const auto loss = [&](const char* id, double& v, const char* unit, const char* label, const char* words) {
    NumberStyle style{.unit = unit, .prefixes = true, .min = 0, .max = 1e12, .logarithmic = v > 0, .speed = 0.001};
    changed |= number_field(c.look, id, v, style, row(c.look, label));
    tip(c.look, words);
  };
  if (m.sigma_formula.empty())
    loss("##sigma", m.sigma, "S/m", "σ", "Conductivity");
  else
    changed |= formula(c, "##sigma_formula", "σ", m.sigma_formula, m.sigma);
  if (m.graded()) graded_range(c, s.materials[i]);
  if (matched) m.sigma_m = matched_sigma_m(m);
  loss("##sigma_m", m.sigma_m, "Ω/m", "σm",
       "Magnetic loss. If σm/μ = σ/ε, the medium does not reflect at normal incidence");
  if (changed) c.edit(s, "material");
}

void add_menu(const Context& c) {
  if (!ImGui::BeginPopup("##presets")) return;
  const auto add = [&](const Material& m) {
    const Scene edited = with_material(c.state.scene, m);
    c.edit(edited, "add material");
    pick(c, edited.materials.back().name);
  };
  if (combo_item(c.look, "Image from PNG…", false)) {
    c.send(command::Select{});
    c.send(command::LayImage{});
  }
  if (combo_item(c.look, "Plain dielectric", false)) add({.name = "material", .eps = 2, .color = 0x7FB069});
  for (const MaterialPreset& p : material_presets(c.state.scene))
    if (combo_item(c.look, p.name, false, rgb(p.material.color.value_or(0)))) add(p.material);
  ImGui::EndPopup();
}

std::string summary(const Context& c, bool open) { return open ? "" : summary_of_media(c.state); }

void rows(const Context& c) {
  const Scene& s = c.state.scene;
  add_menu(c);
  shape_rows(c);
  palette(c);
  for (std::size_t i = 0; i < s.materials.size(); ++i) {
    if (s.materials[i].name != c.state.brush.material) continue;
    name_and_color(c, s, i);
    constants(c, s, i);
    dispersion_rows(c, s, i);
  }
  BrushSetting brush = c.state.brush;
  const float w = row(c.look, "Brush radius");
  if (number_field(c.look, "##radius", brush.radius,
                   {.unit = "cells", .decimals = 1, .min = 0.5, .max = 500, .logarithmic = true}, w))
    c.send(command::SetBrush{brush});
  tip(c.look, "Half the width of strokes by brush, eraser and wall tool", "Shift+wheel on the picture");
}

}  // namespace

// The brush may have a material that the first shape adds. Until then it is not one of the scene's.
std::string summary_of_media(const State& s) {
  const std::string& brush = s.brush.material;
  return fmt::format("{} · {}", count_of_media(s.scene),
                     has_material(s.scene, brush) ? brush : s.scene.grid.background);
}

const PanelSection materials_section = {.name = "Materials",
                                        .icon = icon::materials,
                                        .help = "List of media with ε, μ and σ. The selected one is used for drawing",
                                        .belongs = For::maxwell,
                                        .summary = summary,
                                        .rows = rows,
                                        .add = [](const Context&) { ImGui::OpenPopup("##presets"); },
                                        .problems_of = {"material", "shape"},
                                        .shows = Selection::Kind::shape};

}  // namespace ez
