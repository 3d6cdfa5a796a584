// Tests the presentation, the start page and the tour.
#include <algorithm>
#include <cfloat>
#include <utility>
#include <variant>

#include "app/features/film/commands.h"
#include "app/features/presenter/commands.h"
#include "app/features/welcome/welcome.h"
#include "app/ui/kit/look.h"
#include "app/ui/probe_trace.h"
#include "interface_fixture.h"
#include "needs_feature.h"

namespace ez {
namespace {

// ---- the presentation

using Presenter = InterfaceTest;

TEST_F(Presenter, fills_the_window_until_escape) {
  start(builtin("double-slit"));
  const ScreenRect before = interface_->picture();
  key(ImGuiKey_F5);
  EXPECT_TRUE(state.presenting.on);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  EXPECT_EQ(interface_->picture(), (ScreenRect{0, 0, static_cast<int>(size.x), static_cast<int>(size.y)}));
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.presenting.on);
  EXPECT_EQ(interface_->picture(), before);
}

TEST_F(Presenter, a_click_changes_nothing) {
  start(builtin("two-sources"));
  key(ImGuiKey_F5);
  const Scene before = state.scene;
  const Vec2 source = to_nodes(before, std::get<PointSource>(before.sources[0].geometry).at);
  sent.clear();
  for (int button = 0; button < 3; ++button) drag(at(source), {300, 300}, button);
  EXPECT_TRUE(state.scene == before);
  EXPECT_TRUE(state.running);
  EXPECT_TRUE(sent.empty());
}

// A presentation that starts in the boundary lab shows its panes, as a change of scene does. The mouse changes nothing
// in them.
TEST_F(Presenter, keeps_the_boundary_labs_panes) {
  EZ_NEEDS_FEATURE(boundary_lab);
  for (const auto& [name, workspace, kept] : {std::tuple("shoot-out", Workspace::boundary_lab, true),
                                              std::tuple("double-slit", Workspace::boundary_lab, false),
                                              std::tuple("shoot-out", Workspace::kernel_lab, false)}) {
    start(builtin(name));
    state.workspace = workspace;
    frames(2);
    key(ImGuiKey_F5);
    EXPECT_TRUE(state.presenting.on);
    EXPECT_EQ(count<command::SetWorkspace>(), kept ? 0 : 1) << name;
    if (!kept) continue;
    const std::vector<PicturePlace> places = interface_->pictures();
    ASSERT_GE(places.size(), state.scene.variants.size());
    const ScreenRect& r = places.back().rect;
    const Scene before = state.scene;
    const ImVec2 middle(static_cast<float>(r.x) + 0.5f * static_cast<float>(r.width),
                        static_cast<float>(r.y) + 0.5f * static_cast<float>(r.height));
    sent.clear();
    for (int button = 0; button < 3; ++button) drag(middle, middle + ImVec2(20, 10), button);
    EXPECT_TRUE(state.scene == before);
    EXPECT_TRUE(sent.empty());
  }
}

// Checks the drawn vertices: the centre of the laser, the pen's colour on each picture, and black alone.
TEST_F(Presenter, laser_pen_and_blanking_work_in_every_pane) {
  EZ_NEEDS_FEATURE(boundary_lab);
  start(builtin("shoot-out"));
  state.workspace = Workspace::boundary_lab;
  frames(2);
  key(ImGuiKey_F5);
  const std::vector<PicturePlace> places = interface_->pictures();
  ASSERT_GE(places.size(), 4u);
  const auto box = [](const ScreenRect& r) {
    const ImVec2 a(static_cast<float>(r.x), static_cast<float>(r.y));
    return ImRect(a, a + ImVec2(static_cast<float>(r.width), static_cast<float>(r.height)));
  };
  const auto drawn = [](ImU32 color, const ImRect& where) {
    const ImVector<ImDrawVert>& v = ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer;
    return std::ranges::count_if(v, [&](const ImDrawVert& p) { return p.col == color && where.Contains(p.pos); });
  };
  for (const PicturePlace& place : places) {
    move_mouse(box(place.rect).GetCenter());
    frame();
    EXPECT_GT(drawn(rgb(0xFFE8E8), box(place.rect)), 0);
  }
  key(ImGuiKey_P);
  move_mouse({1, 1});
  const ImU32 ink = theme(state.dark).warn;
  std::vector<std::ptrdiff_t> before;
  for (const PicturePlace& place : places) before.push_back(drawn(ink, box(place.rect)));
  const ImVec2 middle = box(places.back().rect).GetCenter();
  drag(middle, middle + ImVec2(30, 20));
  ASSERT_EQ(state.presenting.strokes.size(), 1u);
  move_mouse({1, 1});
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k].residual) continue;  // no run computes a residual here
    EXPECT_GT(drawn(ink, box(places[k].rect)), before[k]) << k;
  }
  key(ImGuiKey_Period);
  EXPECT_EQ(ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer.Size, 0);
  ImRect black(1e6f, 1e6f, -1e6f, -1e6f);
  for (const ImDrawVert& p : ImGui::GetBackgroundDrawList(ImGui::GetMainViewport())->VtxBuffer) {
    EXPECT_EQ(p.col, IM_COL32_BLACK);
    black.Add(p.pos);
  }
  EXPECT_TRUE(black.Contains(ImRect({0, 0}, ImGui::GetIO().DisplaySize))) << "including the area of the timeline";
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_None);
  EXPECT_EQ(count<command::EditScene>(), 0);
}

TEST_F(Presenter, a_pen_draws_strokes_that_can_be_removed) {
  start(builtin("two-sources"));
  key(ImGuiKey_F5);
  key(ImGuiKey_P);
  drag({200, 200}, {300, 260});
  drag({400, 200}, {500, 260});
  ASSERT_EQ(state.presenting.strokes.size(), 2u);
  EXPECT_NEAR(at(state.presenting.strokes[0].front()).x, 200, 0.01);
  EXPECT_NEAR(at(state.presenting.strokes[1].back()).y, 260, 0.01);
  key(ImGuiKey_C);
  EXPECT_TRUE(state.presenting.strokes.empty());
  EXPECT_EQ(count<command::EditScene>(), 0);
}

TEST_F(Presenter, pen_arrows_disappear_when_the_picture_continues) {
  start(builtin("two-sources"));
  key(ImGuiKey_F5);
  key(ImGuiKey_P);
  const auto arrow = [&] {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
    drag({200, 200}, {300, 260});
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
    ASSERT_EQ(state.presenting.arrows.size(), 1u);
    ASSERT_EQ(state.presenting.arrows[0].size(), 2u);
    EXPECT_TRUE(state.presenting.strokes.empty());
    EXPECT_NEAR(at(state.presenting.arrows[0][0]).x, 200, 0.01);
    EXPECT_NEAR(at(state.presenting.arrows[0][1]).y, 260, 0.01);
  };
  key(ImGuiKey_F);
  arrow();
  key(ImGuiKey_F);  // unfreezes the picture
  EXPECT_TRUE(state.presenting.arrows.empty());
  state.running = false;
  arrow();
  key(ImGuiKey_Space);
  EXPECT_TRUE(state.presenting.arrows.empty());
}

TEST_F(Presenter, keys_open_the_help_and_the_code) {
  start(builtin("two-sources"));
  key(ImGuiKey_F5);
  for (const ImGuiKey k : {ImGuiKey_F1, ImGuiKey_H}) {
    key(k);
    EXPECT_TRUE(state.help_shown);
    key(ImGuiKey_Escape);
    EXPECT_FALSE(state.help_shown);
    EXPECT_TRUE(state.presenting.on);
  }
  key(ImGuiKey_Q);
  EXPECT_TRUE(state.presenting.code);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.presenting.code);
  EXPECT_TRUE(state.presenting.on);
  key(ImGuiKey_F9);
  EXPECT_EQ(count<command::Film>(), 1);
}

TEST_F(Presenter, keys_change_the_scene_blank_and_freeze_the_picture) {
  start(builtin("two-sources"));
  key(ImGuiKey_F5);
  key(ImGuiKey_PageDown);
  EXPECT_EQ(last_sent<command::NextScene>()->by, 1);
  key(ImGuiKey_LeftArrow);
  EXPECT_EQ(last_sent<command::NextScene>()->by, -1);
  key(ImGuiKey_Period);
  EXPECT_TRUE(state.presenting.blank);
  key(ImGuiKey_F);
  EXPECT_TRUE(state.presenting.frozen);
  key(ImGuiKey_F5);
  EXPECT_EQ(state.presenting, Presenting{});
}

// Returns the box around the figures of the result.
ImRect figures_of_result() {
  ImRect out(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
  const ImGuiWindow* picture = ImGui::FindWindowByName("Picture");
  for (const Drawn& d : letters_of(*picture->DrawList, theme(true).text))
    if (d.box.GetHeight() > 40) out.Add(d.box);
  return out;
}

CheckReading reading_that_holds() {
  CheckReading r;
  r.verdict = CheckReading::Verdict::holds;
  r.measured = 11.69, r.theory = 11.54, r.difference = 0.15, r.bound = 0.5, r.relative = false;
  return r;
}

TEST_F(Presenter, the_result_is_in_an_empty_margin_and_can_be_hidden) {
  start(builtin("fringe-angles"), {1920, 1080});
  state.checks.assign(state.scene.checks.size(), reading_that_holds());
  key(ImGuiKey_F5);
  frames(3);
  const ImRect figures = figures_of_result();
  ASSERT_GT(figures.GetWidth(), 0);
  EXPECT_GT(figures.Min.x, at({state.scene.grid.nx - 0.5, 0}).x) << "right of the fringes";
  EXPECT_LT(figures.Max.x, 1920);
  key(ImGuiKey_M);
  EXPECT_TRUE(state.presenting.no_result);
  EXPECT_LT(figures_of_result().GetWidth(), 0);
  key(ImGuiKey_M);
  EXPECT_GT(figures_of_result().GetWidth(), 0);
}

// A picture that fills the window has no margin. The card is then narrow, next to the legend, and below the probes.
TEST_F(Presenter, the_result_leaves_the_probes_free) {
  start(builtin("double-slit"), {1920, 1080});
  state.checks.assign(state.scene.checks.size(), reading_that_holds());
  key(ImGuiKey_F5);
  frames(3);
  float lowest = 0;
  for (const Probe& p : state.scene.probes) lowest = std::max(lowest, at(to_nodes(state.scene, p.at)).y);
  EXPECT_GT(figures_of_result().Min.y, lowest + 80) << "the trace is below its probe";
}

// Starts the lesson on this card, in the presenter.
void present_card(State& state, const char* lesson, std::size_t card) {
  Learning& l = state.of<Learning>();
  l.lesson = load_lesson(lesson).lesson;
  l.given.resize(l.lesson->cards.size());
  l.left.resize(l.lesson->cards.size());
  l.card = card;
  state.presenting.on = true;
}

TEST_F(Presenter, a_question_of_a_lesson_has_the_first_sentence_of_its_text) {
  start(builtin("guide-metal"));
  present_card(state, "guides", 1);
  const auto letters = [&] {
    frames(3);
    return letters_of(*ImGui::FindWindowByName("Picture")->DrawList, theme(true).text).size();
  };
  const std::string text = std::exchange(state.of<Learning>().lesson->cards[1].text, "");
  const std::size_t without = letters();
  state.of<Learning>().lesson->cards[1].text = text;
  const std::string first = text.substr(0, text.find('.') + 1);
  EXPECT_EQ(letters() - without, first.size() - static_cast<std::size_t>(std::ranges::count(first, ' ')));
}

// The domain of this scene leaves a band above it. With the answer the card becomes wider instead of higher.
TEST_F(Presenter, a_lessons_card_stays_in_an_empty_band) {
  start(builtin("guide-metal"));
  state.checks.assign(state.scene.checks.size(), reading_that_holds());
  present_card(state, "guides", 1);
  state.of<Learning>().given[1].revealed = true;
  frames(3);
  const float top = at({0, state.scene.grid.ny - 0.5}).y;
  ASSERT_GT(top, 100);
  float lowest = 0;
  for (const Drawn& d : letters_of(*ImGui::FindWindowByName("Picture")->DrawList, theme(true).text2))
    if (d.box.Max.y < 360) lowest = std::max(lowest, d.box.Max.y);  // the legend is below
  EXPECT_GT(lowest, 100) << "the measured values";
  EXPECT_LT(lowest, top);
}

TEST_F(Presenter, a_trace_covers_no_name) {
  start(builtin("guide-metal"));
  present_card(state, "guides", 1);
  state.of<Learning>().given[1].revealed = true;
  frames(3);
  const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
  int traces = 0;
  for (int i = 0; i < 3; ++i) {
    const ImU32 color = probe_color(theme(true), i) & ~IM_COL32_A_MASK;
    ImRect trace(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (const ImDrawVert& v : list.VtxBuffer)
      if ((v.col & ~IM_COL32_A_MASK) == color) trace.Add(v.pos);
    if (trace.GetWidth() < 0 || trace.GetHeight() > 60) continue;  // other marks have this colour too
    ++traces;
    for (const Drawn& d : letters_of(list, theme(true).text)) EXPECT_FALSE(trace.Contains(d.box.GetCenter())) << i;
  }
  EXPECT_GT(traces, 0);
}

// ---- the start page and the tour

using FirstMinute = InterfaceTest;

TEST_F(FirstMinute, a_click_on_the_picture_closes_the_start_page) {
  start(builtin("two-sources"));
  state.of<Welcome>() = {true, {}, false, false};
  frames(2);
  EXPECT_TRUE(state.of<Welcome>().seen) << "the start page counts as seen from its first frame";
  ASSERT_TRUE(ImGui::FindWindowByName("Start")->Active);
  const ScreenRect r = interface_->picture();
  const ImVec2 middle(static_cast<float>(r.x) + 0.5f * static_cast<float>(r.width),
                      static_cast<float>(r.y) + 0.5f * static_cast<float>(r.height));
  EXPECT_FALSE(ImGui::FindWindowByName("Start")->Rect().Contains(middle)) << "the wave stays visible";
  drag(middle, middle);
  EXPECT_FALSE(state.of<Welcome>().page);
  EXPECT_FALSE(state.of<Welcome>().hint.has_value());
  EXPECT_TRUE(state.running);
  EXPECT_EQ(count<command::EditScene>(), 0);
  key(ImGuiKey_F1, ImGuiMod_Shift);
  EXPECT_TRUE(state.of<Welcome>().page);
  EXPECT_FALSE(state.help_shown);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.of<Welcome>().page);
}

TEST_F(FirstMinute, an_object_above_the_start_page_can_be_dragged) {
  start(builtin("double-slit"));
  state.of<Welcome>() = {true, {}, true, true};
  frames(2);
  const Vec2 before = middle_of(state.scene, state.scene.sources.front());
  const ImVec2 handle = at(before);
  ASSERT_FALSE(ImGui::FindWindowByName("Start")->Rect().Contains(handle));
  drag(handle, {handle.x + 20, handle.y - 30});
  EXPECT_FALSE(state.of<Welcome>().page);
  EXPECT_GT(middle_of(state.scene, state.scene.sources.front()).y, before.y + 5);
}

// The smallest usual window shows names of scenes. The search field stays visible however far the scenes scroll.
TEST_F(FirstMinute, the_start_page_shows_at_least_a_row_of_scenes) {
  EZ_NEEDS_FEATURE(gallery);
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    start(builtin("double-slit"), size);
    state.of<Welcome>() = {true, {}, true, true};
    frames(3);
    const ImGuiWindow *page = ImGui::FindWindowByName("Start"), *scenes = nullptr;
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if (w->Active && w->ParentWindow == page) scenes = w;
    ASSERT_NE(scenes, nullptr);
    EXPECT_GE(scenes->InnerRect.GetHeight(), 30 + 104 + 40);
    EXPECT_GT(scenes->ScrollMax.y, 0);
    EXPECT_EQ(scenes->ScrollMax.x, 0);
  }
}

TEST_F(FirstMinute, keys_act_while_the_start_page_is_shown) {
  start(builtin("two-sources"));
  state.of<Welcome>().page = true;
  frames(2);
  key(ImGuiKey_Space);
  EXPECT_FALSE(state.running);
  EXPECT_TRUE(state.of<Welcome>().page);
}

TEST_F(FirstMinute, the_six_hints_are_shown_once) {
  start(builtin("two-sources"));
  state.of<Welcome>() = {false, 0, true, false};
  frames(2);
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(state.of<Welcome>().hint, k);
    EXPECT_FALSE(state.of<Welcome>().toured);
    ASSERT_TRUE(ImGui::FindWindowByName("Tour")->Active);
    key(ImGuiKey_Enter);
  }
  EXPECT_FALSE(state.of<Welcome>().hint.has_value());
  EXPECT_TRUE(state.of<Welcome>().toured);
  EXPECT_FALSE(ImGui::FindWindowByName("Tour")->Active);
  state.of<Welcome>() = {false, 2, true, false};
  frames(2);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.of<Welcome>().hint.has_value());
  EXPECT_TRUE(state.of<Welcome>().toured);
}

// A hint frames a handle instead of the middle of the picture, and the checks instead of the whole panel. Its text
// covers neither.
TEST_F(FirstMinute, a_hint_frames_the_object_it_describes) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    start(builtin("two-sources"), size);
    state.checks.resize(state.scene.checks.size());
    const auto framed = [&](int hint) {
      state.of<Welcome>() = {false, hint, true, false};
      frames(3);
      ImRect box(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
      for (const ImDrawVert& v : ImGui::GetForegroundDrawList(ImGui::GetMainViewport())->VtxBuffer)
        if ((v.col | IM_COL32_A_MASK) == (theme(true).accent | IM_COL32_A_MASK)) box.Add(v.pos);
      EXPECT_FALSE(ImGui::FindWindowByName("Tour")->Rect().Overlaps(box)) << hint;
      return box;
    };
    const ImRect handle = framed(1);
    EXPECT_TRUE(handle.Contains(at(middle_of(state.scene, state.scene.sources.front()))));
    EXPECT_LT(handle.GetWidth(), 60);
    const ImRect panel = framed(3), checks = framed(4);
    EXPECT_LT(checks.Max.x, panel.Min.x);
    EXPECT_LT(checks.GetHeight(), 200);
    framed(3);
    EXPECT_FALSE(ImGui::FindWindowByName("Tour")->Rect().Overlaps(checks)) << "the checks stay visible";
  }
}

}  // namespace
}  // namespace ez
