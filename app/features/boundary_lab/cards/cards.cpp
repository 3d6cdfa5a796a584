// The boundary lab's panel: draws its cards one below the other. Items, in the window "Panel": the section heads
// (Reflection, CPML profile, Boundaries, Faults, Energy). Each card's file lists its own items.
#include "app/features/boundary_lab/cards/cards.h"

#include "app/features/boundary_lab/memory.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float tall_panel = 900;  // height in pixels from which the cards with plots are open at first

void open_cards(const Context& c) {
  LabMemory& m = c.memory.of<LabMemory>();
  const float height = ImGui::GetWindowHeight();
  open_sections(c, Workspace::boundary_lab, height >= c.px(tall_panel), height >= c.px(2 * tall_panel));
  const std::optional<int> hidden = c.state.scene.hidden_fault;
  if (hidden == m.asked) return;
  m.asked = hidden;
  if (!hidden) return;
  c.open(faults_card) = true;
  ImGui::SetScrollY(0);
}

}  // namespace

void draw_lab_panel(const Context& c) {
  open_cards(c);
  instability_card(c);
  // The card of faults comes first while a fault is hidden, because it asks the question.
  const bool asked = c.state.scene.hidden_fault.has_value();
  if (asked) draw_section(c, faults_card);
  for (const PanelSection* s : panel_sections())
    if (s->workspace == Workspace::boundary_lab && !(asked && s == &faults_card)) draw_section(c, *s);
}

}  // namespace ez
