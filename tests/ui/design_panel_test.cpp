// Tests what designs add to panel and picture, by mouse, on a state filled by hand.
#include "app/features/design/cards/cards.h"
#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "interface_fixture.h"

namespace ez {
namespace {

constexpr const char* bend = "design-bend";

class DesignPanel : public InterfaceTest {
 protected:
  static ImGuiID id_of(const char* item) {
    return ImHashStr(item, 0, ImHashStr("Design", 0, ImGui::FindWindowByName("Panel")->ID));
  }
  // Clicks the item, which is searched on a vertical line of the panel.
  bool click(const char* item, float share = 0.5f) {
    const ImGuiWindow& w = *ImGui::FindWindowByName("Panel");
    const float x = w.Pos.x + w.Size.x * share;
    for (float y = w.Pos.y + 2; y < w.Pos.y + w.Size.y; y += 6) {
      move_mouse({x, y});
      if (ImGui::GetCurrentContext()->HoveredId != id_of(item)) continue;
      drag({x, y}, {x, y}, 0, 1);
      return true;
    }
    return false;
  }
  void show_structure() {
    Structure structure(state.scene, 0);
    structure.paint({84, 67}, {84, 67}, 12, 1);
    state.scene = structure.drawn();
    state.media = media_of(state.scene);
    state.of<DesignState>().shows_gains = true;
    for (int k = 0; k < 60 * 60; ++k) state.of<DesignState>().gains.push_back(k % 2 == 0 ? 1.0f : -0.5f);
    for (int k = 1; k <= 20; ++k) state.of<DesignState>().made.push_back({k, 1 - 1.0 / k, 0.5, 3});
    frames(2);
  }
};

TEST_F(DesignPanel, the_buttons_send_their_commands) {
  start(builtin(bend), {1280, 1400});
  frames(2);
  ASSERT_TRUE(click("##run"));
  ASSERT_TRUE(last_sent<command::RunDesign>());
  EXPECT_TRUE(last_sent<command::RunDesign>()->on);
  state.of<DesignState>().run = DesignState::Run::running;
  ASSERT_TRUE(click("##run"));
  EXPECT_FALSE(last_sent<command::RunDesign>()->on);
  ASSERT_TRUE(click("##step", 0.82f));
  EXPECT_EQ(count<command::StepDesign>(), 1);
  ASSERT_TRUE(click("##reset", 0.93f));
  EXPECT_EQ(count<command::ResetDesign>(), 1);
  ASSERT_TRUE(click("##finish"));
  EXPECT_EQ(count<command::FinishDesign>(), 1);
  state.of<DesignState>().finish = FinishProgress{0.4, {{3, 0.8, 0.2, 12}}, false, {}};
  frames(2);
  ASSERT_TRUE(click("##cancel_finish"));
  EXPECT_EQ(count<command::CancelFinish>(), 1);
  ASSERT_TRUE(click("##gains", 0.1f));
  ASSERT_TRUE(last_sent<command::ShowGains>());
  EXPECT_TRUE(last_sent<command::ShowGains>()->on);
  EXPECT_EQ(count<command::EditScene>(), 0);
}

TEST_F(DesignPanel, a_scene_without_a_design_offers_one) {
  Scene scene = builtin(bend);
  scene.designs.clear();
  start(scene, {1280, 4000});
  frames(2);
  ASSERT_TRUE(click("##add"));
  EXPECT_EQ(count<command::AddDesign>(), 1);
}

TEST_F(DesignPanel, tells_why_it_cannot_start) {
  Scene scene = builtin(bend);
  start(scene, {1280, 1400});
  state.scene.variants = {{"a", {}}, {"b", {}}};
  frames(2);
  EXPECT_FALSE(click("##run"));
}

TEST_F(DesignPanel, a_side_of_the_region_is_dragged_as_one_edit) {
  start(builtin(bend));
  show_structure();
  const Design before = state.scene.designs[0];
  const NodeRect region = region_of(state.scene, before);
  const double middle = 0.5 * (region.j0 + region.j1 - 1);
  drag(at({region.i1 - 1.0, middle}), at({region.i1 - 11.0, middle}));
  const Design& after = state.scene.designs[0];
  EXPECT_NEAR(after.max.x, before.max.x - 10 * 0.075, 0.08);
  EXPECT_EQ(after.min, before.min);
  EXPECT_EQ(after.max.y, before.max.y);
  EXPECT_EQ(undo_entries(), 1);
  EXPECT_FALSE(picture_shape(state.scene, before)) << "the structure belonged to the old region";
}

TEST_F(DesignPanel, the_structure_itself_cannot_be_dragged) {
  start(builtin(bend));
  show_structure();
  const Scene before = state.scene;
  drag(at({84, 67}), at({70, 60}));
  EXPECT_EQ(state.scene, before);
}

TEST_F(DesignPanel, brush_and_eraser_paint_into_the_structure) {
  start(builtin(bend));
  show_structure();
  const Scene before = state.scene;
  state.tool = Tool::brush;
  state.brush.material = "glass";
  drag(at({70, 60}), at({90, 70}));
  ASSERT_TRUE(last_sent<command::PaintStructure>());
  EXPECT_TRUE(last_sent<command::PaintStructure>()->is_second);
  EXPECT_GT(count<command::PaintStructure>(), 4);
  state.tool = Tool::erase;
  drag(at({70, 60}), at({90, 70}));
  EXPECT_FALSE(last_sent<command::PaintStructure>()->is_second);
  EXPECT_EQ(state.scene, before) << "no shape was added";
  drag(at({20, 20}), at({30, 20}));
  EXPECT_GT(state.scene.shapes.size(), before.shapes.size()) << "outside of the region it is an ordinary stroke";
}

TEST_F(DesignPanel, all_texts_have_their_letters) {
  for (const Language language : {Language::english, Language::german, Language::russian}) {
    start(builtin(bend), {1280, 1400});
    state.language = language;
    show_structure();
    state.of<DesignState>().finish = FinishProgress{0.4, {{3, 0.8, 0.2, 12}}, false, {}};
    frames(4);
    EXPECT_EQ(listed(missing_glyphs()), "");
  }
}

}  // namespace
}  // namespace ez
