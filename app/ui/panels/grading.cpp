// The numbers of the absorbing layer, in the boundary lab's profile card and in the ordinary panel's Boundaries. Items,
// within the ID of the card or section:
//   ##layer_cells ##order ##layer_sigma ##kappa ##alpha ##factor_left ##factor_right ##factor_bottom ##factor_top
//   ##preset (combo: Roden–Gedney … ezscope, see solver/scene/known_gradings.h)  ##defaults
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/platform/units.h"
#include "app/ui/panels/boundary_rows.h"
#include "solver/scene/known_gradings.h"
#include "solver/scene/layer_profile.h"

namespace ez {
namespace {

// ---- two columns of a label and a field
constexpr std::array<std::array<const char*, 3>, 2> labels = {
    {{"Layers", "Order m", "σ/σopt"}, {"κ max", "α max", "σ max"}}};
constexpr float label_gap = 4;                          // unscaled
constexpr std::array<float, 2> least_field = {70, 88};  // unscaled: of "10 cells" and of "20.0 mS/m"

struct Columns {
  float width, gap;
  std::array<float, 2> label;
};
// The longest label sets the width of its column, as far as the fields keep their least width.
Columns columns(const Context& c) {
  const float gap = c.px(12), width = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  Columns out{width, gap, {}};
  for (std::size_t k = 0; k < labels.size(); ++k) {
    for (const char* label : labels[k])
      out.label[k] =
          std::max(out.label[k], c.look.measure(c.look.fonts.text, font_size::text, label).x + c.px(label_gap));
    out.label[k] = std::min(std::ceil(out.label[k]), width - c.px(least_field[k]));
  }
  return out;
}
// Moves the cursor to the field in this row and column. Returns its width.
float cell(const Context& c, const Columns& k, std::size_t line, std::size_t column) {
  const char* label = labels[column][line];
  const float x0 = ImGui::GetStyle().WindowPadding.x + (column > 0 ? k.width + k.gap : 0);
  if (column > 0) ImGui::SameLine(x0);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, c.t().text2);
  const float wanted = c.look.measure(c.look.fonts.text, font_size::text, label).x;
  const float room = k.label[column] - c.px(label_gap);
  ImGui::PushFont(c.look.fonts.text, font_size::text * std::min(1.0f, room / wanted));
  ImGui::TextUnformatted(c.tr(label));
  ImGui::PopFont();
  ImGui::PopStyleColor();
  ImGui::SameLine(x0 + k.label[column]);
  return k.width - k.label[column];
}

// ---- named gradings
bool preset_row(const Context& c, const Scene& s, CpmlGrading& g) {
  const float w = row(c.look, "Grading") - c.px(28);
  const std::span<const KnownGrading> all = known_gradings();
  const auto now = std::ranges::find_if(all, [&](const KnownGrading& k) { return grading_of(k, s) == g; });
  bool changed = false;
  if (begin_combo(c.look, "##preset", now != all.end() ? Label(now->name.data()) : Label("custom values"), w)) {
    for (const KnownGrading& k : all) {
      if (combo_item(c.look, k.name.data(), now != all.end() && now->name == k.name))
        g = grading_of(k, s), changed = true;
      tip(c.look, k.words);
    }
    ImGui::EndCombo();
  } else {
    tip(c.look, now != all.end() ? Sentence(now->words) : Sentence("Sets the numbers of a published grading"));
  }
  same_row(c.look);
  ImGui::BeginDisabled(now != all.end() && now->name == all.back().name);
  if (icon_button(c.look, "##defaults", icon::undo, ButtonState::plain, 24, 12))
    g = grading_of(all.back(), s), changed = true;
  ImGui::EndDisabled();
  tip(c.look, "Restores the default grading");
  return changed;
}

constexpr const char* by_table = "The scene has a table of this value. Choose a grading below to remove it";

bool shape_rows(const Context& c, const Scene& s, CpmlGrading& g, double delta) {
  const Columns k = columns(c);
  bool changed = false;
  const int most = std::clamp(std::min(s.grid.nx, s.grid.ny) / 2 - 1, 1, 64);
  changed |= integer_field(c.look, "##layer_cells", g.cells,
                           {.unit = "cells", .min = 1, .max = static_cast<double>(most), .speed = 0.2, .slot = 38},
                           cell(c, k, 0, 0));
  tip(c.look, "Thickness of the absorbing layer in cells");
  const float kappa_width = cell(c, k, 0, 1);
  ImGui::BeginDisabled(!g.kappa_table.empty());
  changed |=
      number_field(c.look, "##kappa", g.kappa, {.decimals = 2, .min = 1, .max = 100, .speed = 0.05}, kappa_width);
  ImGui::EndDisabled();
  tip(c.look, g.kappa_table.empty() ? "Largest stretching factor of the coordinate" : by_table);
  const float order_width = cell(c, k, 1, 0);
  ImGui::BeginDisabled(!g.sigma_table.empty() && !g.kappa_table.empty());
  changed |= number_field(c.look, "##order", g.order, {.decimals = 2, .min = 1, .max = 6, .speed = 0.02}, order_width);
  ImGui::EndDisabled();
  tip(c.look, "Exponent of the increase of σ and κ with depth in the layer");
  double alpha = g.alpha.value_or(2e-5 / delta);
  const float alpha_width = cell(c, k, 1, 1);
  ImGui::BeginDisabled(!g.alpha_table.empty());
  if (number_field(c.look, "##alpha", alpha,
                   {.unit = "S/m",
                    .prefixes = true,
                    .decimals = 1,
                    .min = 0,
                    .max = 1e9,
                    .logarithmic = alpha > 0,
                    .speed = 0.001,
                    .slot = 40},
                   alpha_width)) {
    g.alpha = alpha;
    changed = true;
  }
  ImGui::EndDisabled();
  tip(c.look, !g.alpha_table.empty() ? by_table
              : g.alpha              ? "Reduces the reflection of slowly varying fields by the layer"
                        : "Reduces the reflection of slowly varying fields by the layer (default 2e-5/Δ)");
  const float sigma_width = cell(c, k, 2, 0);
  ImGui::BeginDisabled(!g.sigma_table.empty());
  changed |=
      number_field(c.look, "##layer_sigma", g.sigma, {.decimals = 2, .min = 0, .max = 20, .speed = 0.01}, sigma_width);
  ImGui::EndDisabled();
  tip(c.look, g.sigma_table.empty() ? "Largest conductivity, in units of σopt = 0.8 (m+1)/(η Δ)" : by_table);
  const float w = cell(c, k, 2, 1);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const double largest = g.sigma_table.empty() ? g.sigma * optimal_sigma(g, delta, 1 / background_index(s))
                                               : *std::ranges::max_element(g.sigma_table);
  pen.text({p.x + w - c.px(8), p.y + c.px(12)}, {1, 0.5f}, brief(largest, "S/m"), c.t().text, font_size::number,
           c.look.fonts.mono);
  ImGui::Dummy({w, c.px(24)});
  tip(c.look, "The largest conductivity in S/m, for a side with factor 1");
  return changed;
}

bool factor_row(const Context& c, const Scene& s, CpmlGrading& g) {
  constexpr std::array<const char*, 4> ids = {"##factor_left", "##factor_right", "##factor_bottom", "##factor_top"};
  const float w = ImGui::GetContentRegionAvail().x, each = std::floor((w - c.px(12)) / 4);
  bool changed = false;
  for (const Side side : all_sides) {
    const auto i = static_cast<std::size_t>(side);
    if (i) same_row(c.look);
    ImGui::BeginDisabled(!s.boundary.has_layer(side));
    changed |= number_field(c.look, ids[i], g.factor[i],
                            {.decimals = 2, .min = 0, .max = 100, .speed = 0.01, .label = arrow_of(side)}, each);
    ImGui::EndDisabled();
    tip(c.look, c.say("{} side: factor for σ", c.tr(name_of(side))));
  }
  return changed;
}

}  // namespace

double background_index(const Scene& scene) {
  const PaletteEntry e = background_of(scene);
  return std::sqrt(e.eps * e.mu);
}

void edit_grading(const Context& c, const CpmlGrading& grading) {
  Scene edited = active_scene(c.state);
  edited.boundary.cpml = grading;
  if (!c.memory.gesture_open) {
    const ReflectionReading* reading = active_reading(c.state);
    c.memory.worst_before = reading ? reading->worst : std::nullopt;
  }
  edit_active(c, edited, "absorbing layer");
}

void grading_fields(const Context& c) {
  const Scene& s = active_scene(c.state);
  CpmlGrading g = s.boundary.cpml;
  const double delta = cell_size(s).x;
  bool changed = shape_rows(c, s, g, delta);
  changed |= factor_row(c, s, g);
  changed |= preset_row(c, s, g);
  if (changed) edit_grading(c, g);
}

}  // namespace ez
