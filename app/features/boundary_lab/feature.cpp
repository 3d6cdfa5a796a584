// The boundary lab shows panes side by side, how much each boundary reflects, and why.
#include "app/features/feature.h"
#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/layout.h"
#include "app/features/boundary_lab/log.h"
#include "app/features/boundary_lab/measuring_pulse.h"
#include "app/features/boundary_lab/session.h"
#include "app/features/boundary_lab/state.h"

namespace ez {
namespace {

void place_pictures(InterfaceMemory& m, const State& s) {
  const Vec2 cell = cell_size(s.scene);
  const double shape = s.scene.grid.ny * cell.y / (s.scene.grid.nx * cell.x);
  m.lab_layout = lab_layout(m.look, m.picture, pane_count(s.scene), shape, s.scene.reflection.on || has_residual(s),
                            m.lab_shows_residual);
  for (std::size_t k = 0; k < m.lab_layout.panes.size(); ++k) {
    const PaneArea& pane = m.lab_layout.panes[k];
    if (pane.field) m.places.push_back({static_cast<int>(k), false, on_screen(*pane.field)});
    if (pane.residual) m.places.push_back({static_cast<int>(k), true, on_screen(*pane.residual)});
  }
}

bool keys(const Context& c, KeyPlace place) {
  if (place == KeyPlace::with_control && c.state.workspace == Workspace::boundary_lab &&
      ImGui::IsKeyPressed(ImGuiKey_E, false))
    c.send(command::SaveReport{});
  return false;
}

void adopted(State& s) {
  LabState& l = s.of<LabState>();
  l.ledger_history.clear();
  l.search.reset();
  l.explained.reset();
  l.quiz.guess.reset();
  l.quiz.guesses = 0;
}

std::optional<Scene> to_save(const State& s, const Scene& scene) { return without_new_pulses(scene, s.saved); }

}  // namespace

Feature boundary_lab_feature() {
  return {.model = {.commands = boundary_lab_commands(),
                    .workspace = Workspace::boundary_lab,
                    .adopted = adopted,
                    .to_save = to_save},
          .ui = {.view = WorkspaceView{.workspace = Workspace::boundary_lab,
                                       .name = "Boundary lab",
                                       .id = "##boundary_lab",
                                       .key = "F3",
                                       .icon = icon::boundary_lab,
                                       .place_pictures = place_pictures,
                                       .draw_pictures = draw_lab_pictures,
                                       .draw_panel = draw_lab_panel},
                 .sections = {&angles_card, &profile_card, &boundaries_card, &faults_card, &ledger_card},
                 .keys = keys},
          .part = boundary_lab_part};
}

}  // namespace ez
