// Tests the panel's parts of sweeps and of the convergence verdict alone, on a state filled by hand.
#include <cmath>

#include "app/features/study/cards/cards.h"
#include "app/features/study/commands.h"
#include "app/features/study/state.h"
#include "app/ui/context.h"
#include "app/ui/kit/check_text.h"
#include "interface_fixture.h"
#include "lab_state.h"

namespace ez {
namespace {

class StudyPanel : public InterfaceTest {
 protected:
  const ImGuiWindow& panel() const { return *ImGui::FindWindowByName("Panel"); }
  static ImGuiID id_of(const char* card, const char* item) {
    return ImHashStr(item, 0, ImHashStr(card, 0, ImGui::FindWindowByName("Panel")->ID));
  }
  // Returns a place of the item on a vertical line of the panel.
  std::optional<ImVec2> find(ImGuiID id, float share) {
    const ImGuiWindow& w = panel();
    const float x = w.Pos.x + w.Size.x * share;
    for (float y = w.Pos.y + 2; y < w.Pos.y + w.Size.y; y += 6) {
      move_mouse({x, y});
      if (ImGui::GetCurrentContext()->HoveredId == id) return ImVec2(x, y);
    }
    return std::nullopt;
  }
  void right_click(ImVec2 p) {
    move_mouse(p);
    mouse_button(true, 1);
    mouse_button(false, 1);
    frames(2);
  }
  const ImGuiWindow* popup() const {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    return g.OpenPopupStack.empty() ? nullptr : g.OpenPopupStack[0].Window;
  }
};

TEST_F(StudyPanel, a_right_click_on_a_number_offers_a_sweep_of_its_key) {
  start(builtin("open-pulse"), {1280, 2600});
  fill_lab(state);
  // An edit of the profile would also turn a side of another kind into a CPML, which is more than one key.
  state.scene.boundary.side.fill(BoundaryKind::cpml);
  frames(3);
  sent.clear();
  const Scene before = state.scene;
  const auto field = find(id_of("CPML profile", "##layer_cells"), 0.4f);
  ASSERT_TRUE(field.has_value());
  right_click(*field);
  EXPECT_EQ(count<command::EditScene>(), 0) << "the edit that finds the key is not carried out";
  EXPECT_EQ(state.scene, before);
  const ImGuiWindow* menu = popup();
  ASSERT_NE(menu, nullptr);
  ImVec2 item(menu->Pos.x + menu->Size.x / 2, menu->Pos.y + menu->Size.y);
  do move_mouse({item.x, item.y -= 3});
  while (ImGui::GetCurrentContext()->HoveredId == 0 && item.y > menu->Pos.y);
  ASSERT_NE(ImGui::GetCurrentContext()->HoveredId, 0u) << "the number is a key of the scene";
  drag(item, item, 0, 1);
  const auto chosen = last_sent<command::SetUpSweep>();
  ASSERT_TRUE(chosen.has_value());
  EXPECT_EQ(chosen->sweep.path, "boundary.cpml.cells");
  ASSERT_TRUE(chosen->sweep.values.has_value());
  const int cells = before.boundary.cpml.cells;
  EXPECT_LT((*chosen->sweep.values)[0], cells);
  EXPECT_GT((*chosen->sweep.values)[1], cells);
}

TEST_F(StudyPanel, the_buttons_of_checks_and_sweeps_send_their_commands) {
  start(builtin("half-filled-cavity"), {1280, 2600});
  frames(3);
  const auto converge = find(id_of("Measure", "##converge"), 0.5f);
  ASSERT_TRUE(converge.has_value());
  drag(*converge, *converge, 0, 1);
  EXPECT_EQ(count<command::CheckConvergence>(), 1);
  state.of<StudyState>().convergence = ConvergenceProgress{.fraction = 0.3, .checks = {}, .done = false, .failed = {}};
  frames(2);
  const auto cancel = find(id_of("Measure", "##cancel_converge"), 0.5f);
  ASSERT_TRUE(cancel.has_value());
  drag(*cancel, *cancel, 0, 1);
  EXPECT_EQ(count<command::CancelConvergence>(), 1);
}

TEST_F(StudyPanel, curves_maps_and_verdicts_have_all_glyphs) {
  for (const bool map : {false, true}) {
    start(builtin("half-filled-cavity"), {1280, 2600});
    ShownSweep sweep;
    sweep.of.name = "s";
    sweep.of.path = "grid.courant";
    sweep.of.values = {0.1, 0.9, 3};
    if (map) sweep.of.path_y = "source.0.amplitude";
    sweep.of.measured = "1";
    sweep.of.theory = "2";
    if (map) sweep.of.values_y = {1, 2, 2};
    for (int k = 0; k < (map ? 6 : 3); ++k) {
      SweepPoint p{.values = {0.1 + 0.4 * (k % 3)}};
      if (map) p.values.push_back(1 + k / 3);
      p.measured = k == 1 ? NAN : k * 1.5;
      p.theory = k;
      if (k == 1) p.problem = "courant is 2; give at most 1";
      sweep.points.push_back(p);
      sweep.known.push_back(k < 5);
    }
    state.of<StudyState>().setup = sweep.of;
    state.of<StudyState>().sweep = sweep;
    state.checks = {CheckReading{.verdict = CheckReading::Verdict::holds,
                                 .measured = 1.566e9,
                                 .theory = 1.567e9,
                                 .difference = -0.0005,
                                 .bound = 0.01,
                                 .relative = true,
                                 .waits = {}}};
    state.convergence = {estimate_convergence({1.4, 1, 0.7}, {1.56e9, 1.565e9, 1.567e9}, 1e4)};
    frames(4);
    EXPECT_EQ(listed(missing_glyphs()), "");
  }
}

TEST(ConvergenceText, has_the_unit_of_the_check_and_digits_of_the_uncertainty) {
  const Scene scene = builtin("half-filled-cavity");
  Convergence c;
  c.verdict = Convergence::Verdict::converged;
  c.order = 1.93;
  c.extrapolated = 1.56689e9;
  c.uncertainty = 4e5;
  c.values = {1.565e9, 1.566e9, 1.5665e9};
  EXPECT_EQ(text_of(scene.checks[0], c, scene).english(), "1.56689 ± 0.00040 GHz from the grid (order 1.9)");
  CheckReading r;
  r.measured = 1.566e9;
  EXPECT_EQ(uncertainty_text(scene.checks[0], r, c, scene), "± 0.0004");
  c.verdict = Convergence::Verdict::not_converged;
  EXPECT_EQ(uncertainty_text(scene.checks[0], r, c, scene), "");
}

}  // namespace
}  // namespace ez
