// Panel, section Boundaries. Items, in the window "Panel":
//   Boundaries (head)  Boundaries/##left ##right ##bottom ##top ##all (combos: PEC, PMC, Mur, 1st order, CPML)
// while a side is CPML: Boundaries/##layer_cells ##order ##layer_sigma ##kappa ##alpha ##defaults
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/ui/parts.h"
#include "app/ui/scene_edit.h"
#include "app/ui/units.h"

namespace ez {
namespace {

constexpr std::array<BoundaryKind, 4> kinds = {BoundaryKind::pec, BoundaryKind::pmc, BoundaryKind::mur1,
                                               BoundaryKind::cpml};

const char* name_of(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::pec:
      return "PEC";
    case BoundaryKind::pmc:
      return "PMC";
    case BoundaryKind::mur1:
      return "Mur, 1st order";
    case BoundaryKind::mur2:
      return "Mur, 2nd order";
    case BoundaryKind::cpml:
      return "CPML";
    case BoundaryKind::periodic:
      return "Periodic";
  }
  return "";
}

const char* words_of(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::pec:
      return "Perfect electric conductor: reflects, E turned over";
    case BoundaryKind::pmc:
      return "Perfect magnetic conductor: reflects, E kept";
    case BoundaryKind::mur1:
      return "Absorbs straight incidence, reflects at an angle";
    case BoundaryKind::cpml:
      return "Absorbing layer: the least reflection";
    default:
      return "";
  }
}

// A colour and a shape, so that kinds are told apart without colour too.
void mark(const Pen& pen, ImVec2 p, BoundaryKind kind) {
  const Theme& t = pen.look.t();
  const float r = pen.look.px(4);
  if (kind == BoundaryKind::pec) pen.list->AddRectFilled(p - ImVec2(r, r), p + ImVec2(r, r), t.data[0]);
  if (kind == BoundaryKind::pmc) pen.list->AddRect(p - ImVec2(r, r), p + ImVec2(r, r), t.data[4], 0, pen.look.px(2));
  if (kind == BoundaryKind::mur1) pen.list->AddCircleFilled(p, r + 0.5f, t.data[1]);
  if (kind == BoundaryKind::cpml)
    pen.list->AddTriangleFilled({p.x - r - 1, p.y + r}, {p.x + r + 1, p.y + r}, {p.x, p.y - r - 1}, t.data[3]);
}

// Returns the kind that was chosen.
std::optional<BoundaryKind> kind_combo(const Context& c, const char* id, std::optional<BoundaryKind> now, float width) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const std::string value = fmt::format("     {}", now ? name_of(*now) : "different");
  const bool open = begin_combo(c.look, id, value, width);
  if (now) mark(pen, {p.x + c.px(14), p.y + c.px(12)}, *now);
  std::optional<BoundaryKind> chosen;
  if (!open) {
    if (now) tip(c.look, words_of(*now));
    return chosen;
  }
  for (const BoundaryKind k : kinds) {
    const ImVec2 q = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(k));
    if (ImGui::Selectable(name_of(k), now == k, ImGuiSelectableFlags_None, {0, c.px(24)})) chosen = k;
    tip(c.look, words_of(k));
    ImGui::PopID();
    mark({c.look, ImGui::GetWindowDrawList()}, {ImGui::GetItemRectMax().x - c.px(14), q.y + c.px(12)}, k);
  }
  ImGui::EndCombo();
  return chosen;
}

void grading(const Context& c, Scene s) {
  CpmlGrading& g = s.boundary.cpml;
  bool changed = false;
  float w = row(c.look, "Layer, order m");
  const int most = std::max(1, std::min(s.grid.nx, s.grid.ny) / 2 - 1);
  changed |= integer_field(
      c.look, "##layer_cells", g.cells,
      {.unit = "cells", .min = 1, .max = std::min(256.0, static_cast<double>(most)), .speed = 0.2, .slot = 36},
      half(c.look, w));
  tip(c.look, "Depth of the absorbing layer");
  same_row(c.look);
  changed |=
      number_field(c.look, "##order", g.order, {.decimals = 2, .min = 0.5, .max = 10, .speed = 0.05}, half(c.look, w));
  tip(c.look, "How steeply σ and κ grow into the layer");
  w = row(c.look, "σ in σopt, κ");
  changed |= number_field(c.look, "##layer_sigma", g.sigma, {.decimals = 2, .min = 0, .max = 20, .speed = 0.01},
                          half(c.look, w));
  tip(c.look, "Largest conductivity, in units of σopt = 0.8 (m+1)/(η Δ)");
  same_row(c.look);
  changed |=
      number_field(c.look, "##kappa", g.kappa, {.decimals = 2, .min = 1, .max = 100, .speed = 0.05}, half(c.look, w));
  tip(c.look, "Largest stretching of the coordinate");
  w = row(c.look, "α");
  double alpha = g.alpha.value_or(2e-5 / cell_size(s).x);
  if (number_field(c.look, "##alpha", alpha,
                   {.unit = "S/m", .prefixes = true, .min = 0, .max = 1e9, .logarithmic = alpha > 0, .speed = 0.001},
                   w - c.px(28))) {
    g.alpha = alpha;
    changed = true;
  }
  tip(c.look, g.alpha ? "Keeps the layer from reflecting slow fields"
                      : "Keeps the layer from reflecting slow fields (default 2e-5/Δ)");
  same_row(c.look);
  CpmlGrading usual;
  usual.cells = g.cells;
  const bool standard = g == usual;
  ImGui::BeginDisabled(standard);
  if (icon_button(c.look, "##defaults", icon::undo, ButtonState::plain, 24, 12)) {
    g = usual;
    changed = true;
  }
  ImGui::EndDisabled();
  tip(c.look, "Back to the default grading");
  if (changed) c.edit(s, "absorbing layer");
}

std::string summary_of(const Boundary& b) {
  const auto& side = b.side;
  if (std::all_of(side.begin(), side.end(), [&](BoundaryKind k) { return k == side[0]; }))
    return side[0] == BoundaryKind::cpml ? fmt::format("CPML × 4 · {} cells", b.cpml.cells)
                                         : fmt::format("{} × 4", name_of(side[0]));
  std::string out;
  for (const BoundaryKind k : kinds)
    if (const auto n = std::count(side.begin(), side.end(), k)) {
      if (!out.empty()) out += " · ";
      out += k == BoundaryKind::mur1 ? "Mur" : name_of(k);
      if (n > 1) out += fmt::format(" × {}", n);
    }
  return out;
}

}  // namespace

void boundaries_section(const Context& c) {
  const Scene& s = c.state.scene;
  bool& open = c.open(Section::boundaries);
  if (!section(c.look, {.name = "Boundaries", .icon = icon::boundaries, .summary = summary_of(s.boundary)}, open))
    return;
  ImGui::PushID("Boundaries");
  struct Line {
    Side side;
    const char *label, *id;
  };
  constexpr Line lines[] = {{Side::left, "Left", "##left"},
                            {Side::right, "Right", "##right"},
                            {Side::bottom, "Bottom", "##bottom"},
                            {Side::top, "Top", "##top"}};
  for (const Line& line : lines) {
    const float w = row(c.look, line.label);
    if (const auto chosen = kind_combo(c, line.id, s.boundary[line.side], w)) {
      Scene edited = s;
      edited.boundary[line.side] = *chosen;
      c.edit(edited, fmt::format("{} side", to_string(line.side)));
    }
  }
  const auto& side = s.boundary.side;
  const bool same = std::all_of(side.begin(), side.end(), [&](BoundaryKind k) { return k == side[0]; });
  const float w = row(c.look, "All four");
  if (const auto chosen = kind_combo(c, "##all", same ? std::optional(side[0]) : std::nullopt, w)) {
    Scene edited = s;
    edited.boundary.side.fill(*chosen);
    c.edit(edited, "all sides");
  }
  if (std::count(side.begin(), side.end(), BoundaryKind::cpml)) grading(c, s);
  problems_of(c, Section::boundaries);
  ImGui::PopID();
  end_section(c.look);
}

}  // namespace ez
