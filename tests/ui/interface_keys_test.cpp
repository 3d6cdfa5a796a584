// Tests that the keys act as the help describes, including the keys that move the pointer.
#include <algorithm>
#include <map>
#include <variant>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/progress.h"
#include "app/features/presenter/commands.h"
#include "app/features/share/commands.h"
#include "app/features/welcome/commands.h"
#include "app/features/welcome/welcome.h"
#include "app/ui/kit/look.h"
#include "interface_fixture.h"
#include "solver/scene/shape.h"

namespace ez {
namespace {

// ---- keys

using Keys = InterfaceTest;

TEST_F(Keys, act_while_the_picture_has_the_focus) {
  start(builtin("double-slit"));
  key(ImGuiKey_Space);
  EXPECT_FALSE(state.running);
  key(ImGuiKey_Space);
  EXPECT_TRUE(state.running);
  key(ImGuiKey_RightArrow);
  EXPECT_FALSE(state.running);
  EXPECT_EQ(count<command::Step>(), 1);
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
  key(ImGuiKey_B);
  EXPECT_EQ(state.tool, Tool::brush);
  key(ImGuiKey_Escape);
  EXPECT_EQ(state.tool, Tool::select);
  key(ImGuiKey_5);
  EXPECT_EQ(state.view.quantity, Quantity::energy);
  const double gain = state.view.gain;
  key(ImGuiKey_RightBracket);
  EXPECT_GT(state.view.gain, gain);
  key(ImGuiKey_LeftBracket);
  EXPECT_DOUBLE_EQ(state.view.gain, gain);
  key(ImGuiKey_Tab);
  EXPECT_FALSE(state.panel_shown);
  key(ImGuiKey_Tab);
  EXPECT_TRUE(state.panel_shown);
  key(ImGuiKey_H);
  EXPECT_TRUE(state.help_shown);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.help_shown);
  key(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(count<command::Undo>(), 1);
}

TEST_F(Keys, plus_and_minus_change_the_speed_in_its_own_unit) {
  start(builtin("double-slit"));
  ASSERT_TRUE(state.speed.automatic);
  ASSERT_EQ(state.speed.periods_per_second, 8);
  key(ImGuiKey_Minus);
  EXPECT_TRUE(state.speed.automatic) << "still in periods/s";
  EXPECT_DOUBLE_EQ(state.speed.periods_per_second, 6.3);
  key(ImGuiKey_Equal);
  EXPECT_DOUBLE_EQ(state.speed.periods_per_second, 8) << "the way back";
  key(ImGuiKey_KeypadAdd);
  EXPECT_DOUBLE_EQ(state.speed.periods_per_second, 10);
  for (int k = 0; k < 50; ++k) key(ImGuiKey_KeypadSubtract);
  EXPECT_DOUBLE_EQ(state.speed.periods_per_second, 0.1);
  state.speed.full = true;
  state.performance.steps_per_second = 960;
  state.performance.steps_per_period = 24;
  key(ImGuiKey_Equal);
  EXPECT_TRUE(state.speed.full) << "nothing is faster";
  key(ImGuiKey_Minus);
  EXPECT_FALSE(state.speed.full);
  EXPECT_DOUBLE_EQ(state.speed.periods_per_second, 32) << "below the 40 that were reached";
  state.speed.automatic = false;
  state.speed.steps_per_frame = 10;
  key(ImGuiKey_Equal);
  EXPECT_EQ(state.speed.steps_per_frame, 12) << "a fixed number of steps stays one";
  EXPECT_FALSE(state.speed.automatic);
}

TEST_F(Keys, space_does_not_pause_an_unstable_run_that_has_stopped) {
  start(builtin("double-slit"));
  ASSERT_TRUE(can_pause(state));
  state.frozen = true;
  EXPECT_FALSE(can_pause(state));
  key(ImGuiKey_Space);
  ASSERT_TRUE(last_sent<command::Run>());
  EXPECT_TRUE(last_sent<command::Run>()->running) << "which reports that R restarts it";
}

TEST_F(Keys, enter_gives_the_intended_answer_to_a_question) {
  start(builtin("double-slit"));
  const auto answer = [&](std::initializer_list<ImGuiKey> keys) -> std::optional<bool> {
    sent.clear();
    state.question = Question{"Save before quitting?", "Save", "Cancel", command::Save{}, {{"Don't save", {}}}};
    frames(3);
    for (const ImGuiKey k : keys) key(k);
    state.question.reset();
    frames(3);
    EXPECT_LE(count<command::Answer>(), 1);
    const auto last = last_sent<command::Answer>();
    return last ? std::optional(last->yes) : std::nullopt;
  };
  EXPECT_EQ(answer({ImGuiKey_Enter}), true);
  EXPECT_EQ(answer({ImGuiKey_KeypadEnter}), true);
  EXPECT_EQ(answer({ImGuiKey_Escape}), false);
  EXPECT_EQ(answer({ImGuiKey_Tab, ImGuiKey_Enter}), true) << "the first Tab shows that Save has the focus";
  EXPECT_EQ(answer({ImGuiKey_Tab, ImGuiKey_Tab, ImGuiKey_Enter}), false) << "the second moves on to Cancel";
}

TEST_F(Keys, act_in_the_panel_after_f6) {
  start(builtin("double-slit"));
  key(ImGuiKey_F6);
  frames(2);
  key(ImGuiKey_Tab);
  EXPECT_TRUE(state.panel_shown) << "Tab moves through the panel";
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 0);
  EXPECT_TRUE(ImGui::GetCurrentContext()->NavCursorVisible) << "the focus is visible";
  key(ImGuiKey_Escape);
  frames(2);
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
}

TEST_F(Keys, act_in_the_tool_bar_and_the_start_page_after_f6) {
  start(builtin("double-slit"));
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const auto stands_in = [&](const char* window) {
    frames(3);
    return g.NavWindow != nullptr && std::string_view(g.NavWindow->RootWindow->Name) == window;
  };
  key(ImGuiKey_F6, ImGuiMod_Shift);
  EXPECT_TRUE(stands_in("Toolbar"));
  key(ImGuiKey_Tab);
  EXPECT_TRUE(state.panel_shown);
  key(ImGuiKey_F6);
  EXPECT_TRUE(!g.NavWindow || std::string_view(g.NavWindow->RootWindow->Name) == "Picture");
  state.of<Welcome>().page = true;
  frames(2);
  key(ImGuiKey_F6);
  EXPECT_TRUE(stands_in("Start"));
}

TEST_F(Keys, reach_every_part_of_the_window_and_leave_it_again) {
  start(builtin("double-slit"), {1920, 1080});
  show_all(state);
  frames(3);
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const auto stands_in = [&] { return g.NavWindow ? std::string(g.NavWindow->RootWindow->Name) : "Picture"; };
  std::vector<std::string> way;
  do {
    key(ImGuiKey_F6);
    way.push_back(stands_in());
  } while (way.back() != "Picture" && way.size() < 20);
  EXPECT_EQ(way, (std::vector<std::string>{"Panel", "Lesson", "Tool options", "Note7", "Timeline", "Status", "Toolbar",
                                           "Picture"}));
  for (auto back = way.rbegin() + 1; back != way.rend(); ++back) {
    key(ImGuiKey_F6, ImGuiMod_Shift);
    EXPECT_EQ(stands_in(), *back);
    EXPECT_TRUE(g.NavCursorVisible);
  }
  key(ImGuiKey_Escape);
  EXPECT_EQ(stands_in(), "Picture");
  // When a card disappears, the keys act on the picture again.
  for (int k = 0; k < 4; ++k) key(ImGuiKey_F6);
  EXPECT_EQ(stands_in(), "Note7");
  state.notes.clear();
  frames(3);
  EXPECT_EQ(stands_in(), "Picture");
  // In a lesson with a closed panel F6 leads to the lesson's card.
  state.panel_override = false;
  frames(3);
  key(ImGuiKey_F6);
  EXPECT_EQ(stands_in(), "Lesson");
  EXPECT_EQ(count<command::ShowPanel>(), 0);
}

TEST_F(Keys, notes_appear_below_the_card_of_the_tool) {
  start(builtin("single-slit"));
  state.tool = Tool::stopwatch;
  Note note;
  note.id = 3;
  note.kind = Note::Kind::warning;
  note.text = "Saved /home/someone/pictures/ezscope-single-slit-001.mp4: 2.9 s, 1.9 MB";
  state.notes.push_back(note);
  frames(4);
  const ImGuiWindow *said = ImGui::FindWindowByName("Note3"), *tool = ImGui::FindWindowByName("Tool options");
  ASSERT_TRUE(said && said->Active && tool && tool->Active);
  EXPECT_FALSE(said->Rect().Overlaps(tool->Rect()));
}

// Tab visits all items in a circle, and the focused item has a visible frame.
TEST_F(Keys, reach_every_item_and_show_the_focus) {
  start(builtin("double-slit"), {1280, 720});
  show_all(state);
  frames(3);
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const std::map<std::string, std::size_t> least = {{"Panel", 12},   {"Lesson", 5}, {"Tool options", 2}, {"Note7", 2},
                                                    {"Timeline", 4}, {"Status", 2}, {"Toolbar", 20}};
  for (std::size_t part = 0; part < least.size(); ++part) {
    key(ImGuiKey_F6);
    const std::string name = g.NavWindow->RootWindow->Name;
    std::set<ImGuiID> seen;
    for (int k = 0; k < 300 && seen.insert(g.NavId).second; ++k) {
      ImRect box = ImGui::WindowRectRelToAbs(g.NavWindow, g.NavWindow->NavRectRel[0]);
      EXPECT_TRUE(g.NavWindow->OuterRectClipped.Overlaps(box)) << name << ", after " << k;
      box.Expand(4);
      const ImU32 accent = theme(state.dark, state.view.vision).accent;
      const auto of_its_frame = [&](const ImDrawVert& v) { return v.col == accent && box.Contains(v.pos); };
      EXPECT_TRUE(std::ranges::any_of(ImGui::GetForegroundDrawList(ImGui::GetMainViewport())->VtxBuffer, of_its_frame))
          << name << ": " << k;
      key(ImGuiKey_Tab);
    }
    const auto wanted = least.find(name);
    ASSERT_NE(wanted, least.end()) << name;
    EXPECT_GE(seen.size(), wanted->second) << name;
    key(ImGuiKey_Escape);
    for (std::size_t k = 0; k <= part; ++k) key(ImGuiKey_F6);
  }
}

// ---- moving the pointer by keys

using PointerByKeys = InterfaceTest;

TEST_F(PointerByKeys, drags_a_handle_as_one_edit) {
  start(builtin("two-sources"));
  const auto source = [&] { return to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at); };
  const Vec2 from = source();
  key(ImGuiKey_K);
  key(ImGuiKey_N);  // moves to the first handle
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, at(from).x, 1);
  EXPECT_NEAR(ImGui::GetIO().MousePos.y, at(from).y, 1);
  key(ImGuiKey_Enter, ImGuiMod_Shift);
  const ImVec2 begin = ImGui::GetIO().MousePos;
  for (int k = 0; k < 5; ++k) key(ImGuiKey_RightArrow);
  for (int k = 0; k < 3; ++k) key(ImGuiKey_UpArrow, ImGuiMod_Shift);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, begin.x + 60);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.y, begin.y - 3);
  EXPECT_EQ(count<command::Step>(), 0) << "the arrow keys move the pointer";
  EXPECT_GT(source().x, from.x + 5) << "the source follows the pointer";
  key(ImGuiKey_Enter);
  EXPECT_EQ(undo_entries(), 1);
  EXPECT_EQ(state.selection, (Selection{Selection::Kind::source, 0}));
  const Vec2 there = source();
  key(ImGuiKey_LeftArrow);
  EXPECT_EQ(source(), there) << "the source was released";
  key(ImGuiKey_Escape);  // clears the selection
  key(ImGuiKey_Escape);  // returns the pointer to the mouse
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(count<command::Step>(), 1);
}

TEST_F(PointerByKeys, draws_and_places_objects_with_every_tool) {
  start(builtin("paint"));
  const std::size_t shapes = state.scene.shapes.size(), sources = state.scene.sources.size();
  const auto drag_by_keys = [&](int right, int down) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiKey_Enter, true);
    frames(2);
    for (int k = 0; k < right; ++k) key(ImGuiKey_RightArrow);
    for (int k = 0; k < down; ++k) key(ImGuiKey_DownArrow);
    io.AddKeyEvent(ImGuiKey_Enter, false);
    frames(3);
  };
  key(ImGuiKey_K);
  std::size_t made = 0;
  for (const ImGuiKey tool : {ImGuiKey_T, ImGuiKey_C, ImGuiKey_W, ImGuiKey_B, ImGuiKey_E}) {
    key(tool);
    drag_by_keys(3, 2);
    EXPECT_EQ(state.scene.shapes.size(), shapes + ++made);
  }
  key(ImGuiKey_P);
  key(ImGuiKey_Enter);
  EXPECT_EQ(state.scene.probes.size(), builtin("paint").probes.size() + 1);
  state.tool = Tool::source;
  key(ImGuiKey_Enter);
  EXPECT_EQ(state.scene.sources.size(), sources + 1);
  key(ImGuiKey_L);
  drag_by_keys(4, 0);
  EXPECT_TRUE(state.view.cut.on);
  key(ImGuiKey_A);
  for (int k = 0; k < 3; ++k) key(k == 1 ? ImGuiKey_RightArrow : ImGuiKey_DownArrow), key(ImGuiKey_Enter);
  EXPECT_EQ(state.view.measuring.protractor.size(), 3u);
  key(ImGuiKey_S);
  key(ImGuiKey_Enter);
  EXPECT_EQ(state.view.measuring.stopwatch.size(), 1u);
  EXPECT_EQ(undo_entries(), 7);
  for (const Message& m : validate(state.scene)) EXPECT_NE(m.kind, Message::Kind::error) << m.text;
}

TEST_F(PointerByKeys, escape_cancels_the_drag) {
  start(builtin("two-sources"));
  const Scene before = state.scene;
  key(ImGuiKey_K);
  key(ImGuiKey_N);
  key(ImGuiKey_Enter, ImGuiMod_Shift);
  for (int k = 0; k < 3; ++k) key(ImGuiKey_RightArrow);
  EXPECT_FALSE(state.scene == before);
  key(ImGuiKey_Escape);
  key(ImGuiKey_RightArrow);
  EXPECT_TRUE(state.scene == before);
  EXPECT_NE(undo_entries(), -1);
}

TEST_F(PointerByKeys, ends_when_the_mouse_moves) {
  start(builtin("two-sources"));
  move_mouse({300, 300});
  key(ImGuiKey_K);
  key(ImGuiKey_RightArrow);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 312);
  move_mouse({301, 300});  // a tiny movement, as of a trembling table
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 312);
  move_mouse({400, 350});
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 400);
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(count<command::Step>(), 1);
}

TEST_F(PointerByKeys, draws_a_lessons_guess_and_points_for_an_audience) {
  start(builtin("two-sources"));
  show_all(state);
  const std::vector<LessonCard>& cards = state.of<Learning>().lesson->cards;
  const auto draws = std::ranges::find_if(cards, [](const LessonCard& card) {
    return card.question && std::holds_alternative<DrawQuestion>(*card.question);
  });
  ASSERT_NE(draws, cards.end());
  state.of<Learning>().card = static_cast<std::size_t>(draws - cards.begin());
  state.of<Learning>().pencil = true;
  frames(2);
  key(ImGuiKey_K);
  key(ImGuiKey_Enter, ImGuiMod_Shift);
  for (int k = 0; k < 4; ++k) key(ImGuiKey_RightArrow);
  key(ImGuiKey_Enter);
  const auto line = last_sent<command::Learn>();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->what, command::Learn::What::draw);
  EXPECT_EQ(line->points.size(), 5u);
  state.of<Learning>() = {};
  key(ImGuiKey_F5);
  const ImVec2 before = ImGui::GetIO().MousePos;
  key(ImGuiKey_RightArrow);
  EXPECT_GT(ImGui::GetIO().MousePos.x, before.x);
  EXPECT_EQ(count<command::NextScene>(), 0);
  key(ImGuiKey_PageDown);
  EXPECT_EQ(count<command::NextScene>(), 1);
  key(ImGuiKey_K);
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(count<command::NextScene>(), 2);
}

// Starts at the card's button and returns to its next button. The mouse stays over the picture all the time.
TEST_F(PointerByKeys, takes_the_lessons_pencil_and_returns_to_the_card) {
  start(builtin("two-sources"));
  show_all(state);
  state.notes.clear();
  const auto settle = [&] {
    for (const Command& command : sent)
      if (const auto* c = command.as<command::Learn>()) {
        if (c->what == command::Learn::What::pencil) state.of<Learning>().pencil = c->number != 0;
        if (c->what == command::Learn::What::draw) state.of<Learning>().given[0].drawn = c->points;
      }
    sent.clear();
    frames(2);
  };
  ASSERT_TRUE(state.of<Learning>().is_drawing());
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const auto stands_in = [&](const char* name) {
    return g.NavWindow != nullptr && std::string_view(g.NavWindow->RootWindow->Name) == name;
  };
  frames(3);
  const ImVec2 there = at({500, 80});
  move_mouse(there);
  for (int k = 0; k < 9 && !stands_in("Lesson"); ++k) key(ImGuiKey_F6);
  ASSERT_TRUE(stands_in("Lesson"));
  ImGuiWindow* card = g.NavWindow;
  EXPECT_EQ(g.NavId, card->GetID("##pencil"));
  key(ImGuiKey_Enter);
  settle();
  EXPECT_TRUE(state.of<Learning>().pencil);
  EXPECT_TRUE(stands_in("Picture"));
  key(ImGuiKey_Enter);
  for (int k = 0; k < 5; ++k) key(ImGuiKey_LeftArrow), key(ImGuiKey_DownArrow);
  EXPECT_EQ(count<command::Step>(), 0) << "the arrow keys move the pencil";
  settle();
  key(ImGuiKey_Enter);
  settle();
  EXPECT_FALSE(state.of<Learning>().pencil);
  EXPECT_EQ(state.of<Learning>().given[0].drawn.size(), 11U);
  EXPECT_TRUE(stands_in("Lesson"));
  EXPECT_EQ(g.NavId, card->GetID("##submit"));
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, there.x, 1) << "the pointer is at the mouse again";
  key(ImGuiKey_Enter);
  const auto guess = last_sent<command::Learn>();
  ASSERT_TRUE(guess);
  EXPECT_EQ(guess->what, command::Learn::What::submit);
}

TEST_F(Keys, act_on_the_picture_after_a_click_in_the_tool_bar) {
  start(builtin("double-slit"));
  move_mouse({358, 24});  // somewhere between the buttons
  mouse_button(true);
  mouse_button(false);
  frames(3);
  sent.clear();
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
}

TEST_F(Keys, act_on_the_picture_after_a_click_in_the_panel) {
  start(builtin("double-slit"));
  const ImVec2 head(1100, 64);  // the head of the first section
  move_mouse(head);
  mouse_button(true);
  mouse_button(false);
  frames(3);
  sent.clear();
  key(ImGuiKey_Space);
  EXPECT_FALSE(state.running) << "Space pauses wherever the mouse is";
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 0) << "over the panel";
  move_mouse({600, 400});
  frames(2);
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
  key(ImGuiKey_B);
  EXPECT_EQ(state.tool, Tool::brush);
}

TEST_F(Keys, space_pauses_the_run_and_presses_nothing_in_the_panel) {
  start(builtin("double-slit"));
  key(ImGuiKey_F6);
  frames(2);
  const Scene before = state.scene;
  key(ImGuiKey_DownArrow);
  key(ImGuiKey_DownArrow);
  key(ImGuiKey_Space);
  EXPECT_FALSE(state.running);
  EXPECT_TRUE(state.scene == before);
}

TEST_F(Keys, control_plus_and_minus_scale_the_interface) {
  start(builtin("double-slit"), {1920, 1200});
  key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  EXPECT_DOUBLE_EQ(state.interface_scale, 1.1);
  EXPECT_EQ(interface_->picture().y, 53);
  for (int k = 0; k < 12; ++k) key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  EXPECT_DOUBLE_EQ(state.interface_scale, 3);
  for (int k = 0; k < 12; ++k) key(ImGuiKey_Minus, ImGuiMod_Ctrl);
  EXPECT_DOUBLE_EQ(state.interface_scale, 0.75);
  EXPECT_EQ(interface_->picture().y, 36);
  key(ImGuiKey_0, ImGuiMod_Ctrl);
  EXPECT_DOUBLE_EQ(state.interface_scale, 1);
  EXPECT_EQ(count<command::SetSpeed>(), 0);
}

TEST_F(Keys, delete_and_duplicate_the_selection) {
  start(builtin("two-sources"));
  const std::size_t n = state.scene.sources.size();
  state.selection = {Selection::Kind::source, 0};
  key(ImGuiKey_D, ImGuiMod_Ctrl);
  EXPECT_EQ(state.scene.sources.size(), n + 1);
  EXPECT_EQ(state.selection.index, static_cast<int>(n));
  key(ImGuiKey_Delete);
  EXPECT_EQ(state.scene.sources.size(), n);
  EXPECT_EQ(undo_entries(), 2);
}

// A remote control or a macro presses and releases a chord within one frame. The key still counts with its modifier.
TEST_F(InterfaceTest, a_chord_within_one_frame_keeps_its_modifier) {
  start(builtin("two-sources"));
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigInputTrickleEventQueue = true;
  const auto chord = [&](ImGuiKey modifier, ImGuiKey side, ImGuiKey key) {
    frames(3);
    sent.clear();
    io.AddKeyEvent(modifier, true), io.AddKeyEvent(side, true), io.AddKeyEvent(key, true);
    io.AddKeyEvent(modifier, false), io.AddKeyEvent(side, false), io.AddKeyEvent(key, false);
    frames(3);
  };
  const auto count = [&](auto kind) {
    return std::ranges::count_if(sent, [&](const Command& c) { return c.as<decltype(kind)>() != nullptr; });
  };
  move_mouse({400, 300});
  chord(ImGuiMod_Ctrl, ImGuiKey_LeftCtrl, ImGuiKey_E);
  EXPECT_EQ(count(command::SavePage{}), 1);
  EXPECT_EQ(count(command::SetTool{}), 0);
  chord(ImGuiMod_Ctrl, ImGuiKey_LeftCtrl, ImGuiKey_C);
  EXPECT_EQ(count(command::CopyScene{}), 1);
  EXPECT_EQ(count(command::SetTool{}), 0);
  chord(ImGuiMod_Shift, ImGuiKey_LeftShift, ImGuiKey_F1);
  EXPECT_EQ(count(command::SetWelcome{}), 1);
  frames(2);
  EXPECT_FALSE(io.KeyCtrl || io.KeyShift) << "let go";
}

}  // namespace
}  // namespace ez
