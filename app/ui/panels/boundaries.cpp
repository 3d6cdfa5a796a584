// Boundaries: a section of the ordinary panel and a card of the boundary lab, both with the same rows. Items, in the
// window "Panel":
//   Boundaries (head)  Boundaries/##left ##right ##bottom ##top ##all (combos: PEC, PMC, Mur, 1st order,
//   Mur, 2nd order, CPML, Periodic)  Boundaries/##measure
// If a side is CPML, the ordinary panel also has those of grading_fields() (grading.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/platform/units.h"
#include "app/ui/panels/boundary_rows.h"
#include "app/ui/parts.h"
#include "app/ui/readings.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

// Returns the chosen kind.
std::optional<BoundaryKind> kind_combo(const Context& c, const char* id, std::optional<BoundaryKind> now, float width) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const std::string value = fmt::format("     {}", c.tr(now ? name_of(*now) : "different"));
  const bool open = begin_combo(c.look, id, value, width);
  if (now) boundary_mark(pen, {p.x + c.px(14), p.y + c.px(12)}, *now);
  std::optional<BoundaryKind> chosen;
  if (!open) {
    if (now) tip(c.look, facts_of(*now).idea);
    return chosen;
  }
  for (const BoundaryFacts& facts : boundary_kinds) {
    if (!is_for(facts.belongs, c.state.scene.physics)) continue;
    const BoundaryKind k = facts.kind;
    const ImVec2 q = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(k));
    if (ImGui::Selectable(c.item(name_of(k)).c_str(), now == k, ImGuiSelectableFlags_None, {0, c.px(24)})) chosen = k;
    tip(c.look, facts.idea);
    ImGui::PopID();
    boundary_mark({c.look, ImGui::GetWindowDrawList()}, {ImGui::GetItemRectMax().x - c.px(14), q.y + c.px(12)}, k);
  }
  ImGui::EndCombo();
  return chosen;
}

std::string summary_of(const Context& c, const Boundary& b) {
  const auto& side = b.side;
  if (std::all_of(side.begin(), side.end(), [&](BoundaryKind k) { return k == side[0]; }))
    return side[0] == BoundaryKind::cpml ? c.say("CPML × 4 · {} cells", b.cpml.cells)
                                         : fmt::format("{} × 4", c.tr(name_of(side[0])));
  std::string out;
  for (const BoundaryFacts& k : boundary_kinds)
    if (const auto n = std::count(side.begin(), side.end(), k.kind)) {
      if (!out.empty()) out += " · ";
      out += c.tr(k.word);
      if (n > 1) out += fmt::format(" × {}", n);
    }
  return out;
}

// Returns the width of "own" or "all" and the gap before it, in pixels.
float echo_width(const Context& c) {
  float widest = 0;
  for (const char* word : {"own", "all"})
    widest = std::max(widest, c.look.measure(c.look.fonts.text, font_size::small, word).x);
  return std::ceil(widest) + c.px(6);
}

// Returns the width of the third column of the rows, in pixels.
float decibels_width(const Context& c) {
  return c.look.measure(c.look.fonts.mono, font_size::text, as_name("−100.0")).x + echo_width(c) + c.px(4);
}

// Shows the reflection of a side in the third column of its row: its own echo, or everything that passes it.
void side_decibels(const Context& c, std::optional<double> db, bool own, Sentence words) {
  const bool past = db && is_past(c.state, c.state.active);
  ImGui::SameLine(0, 0);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = ImGui::GetFrameHeight();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  if (db && !past) pen.text({p.x + w, p.y + h / 2}, {1, 0.5f}, own ? "own" : "all", c.t().text2, font_size::small);
  pen.mono({p.x + w - (past ? 0 : echo_width(c)), p.y + h / 2}, {1, 0.5f}, shown_decibels(c.state, c.state.active, db),
           db && !past ? c.t().text : c.t().text2, past ? font_size::small : font_size::text);
  ImGui::Dummy({w, h});
  tip(c.look, words);
}

void measure_switch(const Context& c) {
  const ReferenceState& reference = c.state.reference;
  bool on = c.state.scene.reflection.on;
  if (checkbox(c.look, "##measure", "Measure reflection", on)) c.send(command::Measure{on});
  tip(c.look,
      "Starts a reference run on a grid so large that no echo returns, and measures the difference. Restarts the "
      "field");
  if (!c.state.scene.reflection.on) return;
  if (!reference.message.empty()) {
    warning(c.look, reference.message);
    return;
  }
  const ReflectionReading* reading = active_reading(c.state);
  std::string words;
  if (reference.nx > 0) words = c.say("Reference {} × {}, {}", reference.nx, reference.ny, brief(reference.bytes, "B"));
  if (reading && reading->valid_until > 0)
    words += c.say("{}valid until {}", words.empty() ? "" : " · ", engineering(reading->valid_until, "s", 2));
  if (!words.empty()) hint(c.look, words);
  for (const Side side : all_sides)
    if (reading && !reading->why_not[static_cast<std::size_t>(side)].empty())
      hint(c.look, c.tr(side_words(*reading, side)));
  if (is_past(c.state, c.state.active))
    warning(c.look,
            "The measurement has ended, because echoes from the reference run's own boundary may have arrived. R "
            "measures again.");
}

}  // namespace

namespace {

const PaneState* active_pane(const State& s) {
  const auto i = static_cast<std::size_t>(s.active);
  return s.active >= 0 && i < s.panes.size() ? &s.panes[i] : nullptr;
}

}  // namespace

const Scene& active_scene(const State& s) {
  const PaneState* pane = active_pane(s);
  return s.scene.variants.empty() || !pane ? s.scene : pane->scene;
}

void edit_active(const Context& c, const Scene& wanted, const Text& what) {
  const Scene& s = c.state.scene;
  if (s.variants.empty())
    c.edit(wanted, what);
  else if (std::optional<Scene> edited =
               with_variant(s, static_cast<std::size_t>(c.state.active), wanted, OwnShapes::no, c.state.media))
    c.edit(std::move(*edited), what);
}

const ReflectionReading* active_reading(const State& s) { return reading_of(s, s.active); }

const char* name_of(Side side) {
  constexpr std::array<const char*, 4> names = {"Left", "Right", "Bottom", "Top"};
  return names[static_cast<std::size_t>(side)];
}

const char* arrow_of(Side side) {
  constexpr std::array<const char*, 4> arrows = {"←", "→", "↓", "↑"};
  return arrows[static_cast<std::size_t>(side)];
}

Boundary with_kind(Boundary b, Side side, BoundaryKind kind) {
  const bool pair = facts_of(kind).in_pairs || facts_of(b[side]).in_pairs;
  b[side] = kind;
  if (pair) b[opposite(side)] = kind;
  return b;
}

void boundary_mark(const Pen& pen, ImVec2 p, BoundaryKind kind) {
  const Theme& t = pen.look.t();
  const float r = pen.look.px(4), more = r + pen.look.px(1);
  switch (kind) {
    case BoundaryKind::pec:
      pen.list->AddRectFilled(p - ImVec2(r, r), p + ImVec2(r, r), t.data[0]);
      break;
    case BoundaryKind::pmc:
      pen.list->AddRect(p - ImVec2(r, r), p + ImVec2(r, r), t.data[4], 0, pen.look.px(2));
      break;
    case BoundaryKind::mur1:
      pen.list->AddCircleFilled(p, r + 0.5f, t.data[1]);
      break;
    case BoundaryKind::mur2:
      pen.list->AddQuadFilled({p.x, p.y - more}, {p.x + more, p.y}, {p.x, p.y + more}, {p.x - more, p.y}, t.data[2]);
      break;
    case BoundaryKind::cpml:
      pen.list->AddTriangleFilled({p.x - more, p.y + r}, {p.x + more, p.y + r}, {p.x, p.y - more}, t.data[3]);
      break;
    case BoundaryKind::periodic:  // two bars: a wave that leaves at one enters at the other
      for (const float x : {p.x - r, p.x + r - pen.look.px(2)})
        pen.list->AddRectFilled({x, p.y - more}, {x + pen.look.px(3), p.y + more}, t.data[5]);
      break;
    case BoundaryKind::wall:
    case BoundaryKind::fixed:
      pen.list->AddRectFilled(p - ImVec2(r, r), p + ImVec2(r, r), t.data[0]);
      break;
    case BoundaryKind::insulated:
      pen.list->AddRect(p - ImVec2(r, r), p + ImVec2(r, r), t.data[4], 0, pen.look.px(2));
      break;
    case BoundaryKind::outflow:
      pen.list->AddTriangleFilled({p.x - r, p.y - more}, {p.x - r, p.y + more}, {p.x + more, p.y}, t.data[3]);
      break;
  }
}

namespace {

// Returns the left edge of the combos, unscaled: the widest label sets it.
float combos_from(const Context& c) {
  float widest = c.look.measure(c.look.fonts.text, font_size::text, "All four").x;
  for (const Side side : all_sides)
    widest = std::max(widest, c.look.measure(c.look.fonts.text, font_size::text, name_of(side)).x);
  return std::ceil((ImGui::GetCursorPosX() + widest) / c.look.scale) + 8;
}

}  // namespace

void boundary_rows(const Context& c) {
  const Scene& s = active_scene(c.state);
  constexpr std::array<const char*, 4> ids = {"##left", "##right", "##bottom", "##top"};
  const bool measured = c.state.scene.reflection.on;
  const float from = combos_from(c), taken = measured ? decibels_width(c) : 0;
  const ReflectionReading* active = active_reading(c.state);
  const ReflectionReading reading = active ? *active : ReflectionReading{};
  for (const Side side : all_sides) {
    const auto i = static_cast<std::size_t>(side);
    const float w = row(c.look, name_of(side), from) - taken;
    if (const auto chosen = kind_combo(c, ids[i], s.boundary[side], w)) {
      Scene edited = s;
      edited.boundary = with_kind(s.boundary, side, *chosen);
      edit_active(c, edited, text_with("{} side", Text::of(to_string(side))));
    }
    if (measured)
      side_decibels(c, side_db(reading, side), reading.own_db[i].has_value(),
                    c.tr(active ? side_words(c.state.panes[static_cast<std::size_t>(c.state.active)], side)
                                : side_words(reading, side)));
  }
  const auto& side = s.boundary.side;
  const bool same = std::all_of(side.begin(), side.end(), [&](BoundaryKind k) { return k == side[0]; });
  const float w = row(c.look, "All four", from) - taken;
  if (const auto chosen = kind_combo(c, "##all", same ? std::optional(side[0]) : std::nullopt, w)) {
    Scene edited = s;
    edited.boundary.side.fill(*chosen);
    edit_active(c, edited, "all sides");
  }
  if (measured) {
    side_decibels(c, reading.worst, false, "Largest reflection at any side, including all echoes that pass it");
    if (reading.worst)
      hint(c.look,
           "dB. own: echo of this side only · all: every echo here, including those of other sides and corners");
  }
  if (in_cells(s.physics)) return;
  measure_switch(c);
  hint(c.look, c.tr(growth_words(c.state, c.state.active)));
  tip(c.look,
      "The whole field is sampled a few times a second, so a short peak can be higher. A probe records every step");
}

namespace {

std::string summary(const Context& c, bool) { return summary_of(c, active_scene(c.state).boundary); }

void rows(const Context& c) {
  boundary_rows(c);
  if (active_scene(c.state).boundary.has_layer()) grading_fields(c);
}

}  // namespace

const PanelSection boundaries_section = {
    .name = "Boundaries",
    .icon = icon::boundaries,
    .help = "Boundary condition at each of the four sides: PEC, PMC, absorbing or periodic",
    .summary = summary,
    .rows = rows,
    .problems_of = {"boundary", "fault", "hidden_fault"}};
}  // namespace ez
