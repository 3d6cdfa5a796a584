// The boundary lab's panel: its cards one under the other, and what they share. Items, in the window "Panel": the
// section heads (Reflection, CPML profile, Boundaries, Faults, Energy); those of each card are listed in its file.
#include "app/boundary_lab/cards/cards.h"

#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float tall_panel = 900;  // from here on the plots' cards stand open together

void open_cards(const Context& c) {
  LabMemory& m = c.memory.lab_panel;
  const float height = ImGui::GetWindowHeight();
  open_sections(c, Workspace::boundary_lab, height >= c.px(tall_panel), height >= c.px(2 * tall_panel));
  const std::optional<int> hidden = c.state.scene.hidden_fault;
  if (hidden == m.asked) return;
  m.asked = hidden;
  if (!hidden) return;
  c.open(faults_card) = true;
  ImGui::SetScrollY(0);
}

const PaneState* active_pane(const State& s) {
  const auto i = static_cast<std::size_t>(s.lab.active);
  return s.lab.active >= 0 && i < s.lab.panes.size() ? &s.lab.panes[i] : nullptr;
}

}  // namespace

const Scene& active_scene(const State& s) {
  const PaneState* pane = active_pane(s);
  return s.scene.variants.empty() || !pane ? s.scene : pane->scene;
}

void edit_active(const Context& c, const Scene& wanted, std::string what) {
  const Scene& s = c.state.scene;
  if (s.variants.empty())
    c.edit(wanted, std::move(what));
  else if (std::optional<Scene> edited = with_variant(s, static_cast<std::size_t>(c.state.lab.active), wanted))
    c.edit(std::move(*edited), std::move(what));
}

const ReflectionReading* active_reading(const State& s) { return reading_of(s, s.lab.active); }

const char* name_of(Side side) {
  constexpr std::array<const char*, 4> names = {"Left", "Right", "Bottom", "Top"};
  return names[static_cast<std::size_t>(side)];
}

void draw_lab_panel(const Context& c) {
  open_cards(c);
  instability_card(c);
  // A hidden fault is a question: it stands first until it is taken away.
  const bool asked = c.state.scene.hidden_fault.has_value();
  if (asked) draw_section(c, faults_card);
  for (const PanelSection* s : panel_sections)
    if (s->workspace == Workspace::boundary_lab && !(asked && s == &faults_card)) draw_section(c, *s);
}

}  // namespace ez
