// The mouse and the keys do what the help says.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <variant>

#include "app/lesson/cards/cards.h"
#include "app/lesson/lesson_file.h"
#include "app/ui/kit/look.h"
#include "app/ui/picture/measures.h"
#include "app/ui/picture/properties.h"
#include "app/words/words.h"
#include "interface_fixture.h"
#include "solver/scene/shape.h"

namespace ez {
namespace {

// ---- tools

using Tools = InterfaceTest;

TEST_F(Tools, a_source_is_dragged_as_one_edit) {
  start(builtin("two-sources"));
  const Vec2 from = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  const Vec2 to = {std::round(from.x) + 20, std::round(from.y) + 10};
  drag(at(from), at(to));
  const Vec2 now = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  EXPECT_NEAR(now.x, to.x, 1.01);
  EXPECT_NEAR(now.y, to.y, 1.01);
  EXPECT_EQ(now.x, std::round(now.x));
  EXPECT_EQ(undo_entries(), 1);
  EXPECT_EQ(state.selection, (Selection{Selection::Kind::source, 0}));
}

TEST_F(Tools, what_is_dragged_stays_in_the_grid) {
  start(builtin("two-sources"));
  const Vec2 from = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  drag(at(from), {2000, -500});
  const Node n = nearest_node(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  EXPECT_GE(n.i, 0);
  EXPECT_LT(n.i, state.scene.grid.nx);
  EXPECT_GE(n.j, 0);
  EXPECT_LT(n.j, state.scene.grid.ny);
  for (const Message& m : validate(state.scene)) EXPECT_NE(m.kind, Message::Kind::error) << m.text;
}

TEST_F(Tools, escape_gives_up_a_drag) {
  start(builtin("two-sources"));
  const Scene before = state.scene;
  const Vec2 from = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  move_mouse(at(from));
  mouse_button(true);
  move_mouse({at(from).x + 60, at(from).y});
  EXPECT_FALSE(state.scene == before);
  key(ImGuiKey_Escape);
  EXPECT_TRUE(state.scene == before);
  mouse_button(false);
  frames(2);
  EXPECT_TRUE(state.scene == before);
  EXPECT_NE(undo_entries(), -1) << "the edit is closed";
}

TEST_F(Tools, a_stroke_is_thinned_and_closed) {
  start(builtin("paint"));
  state.tool = Tool::brush;
  state.brush = {"pec", 8};
  const std::size_t shapes = state.scene.shapes.size();
  drag(at({60, 60}), at({160, 60}), 0, 100);
  ASSERT_EQ(state.scene.shapes.size(), shapes + 1);
  const auto& stroke = std::get<Stroke>(state.scene.shapes.back().geometry);
  EXPECT_EQ(state.scene.shapes.back().material, "pec");
  EXPECT_GE(stroke.points.size(), 3u);
  EXPECT_LE(stroke.points.size(), 100 / 4 + 3u) << "points at least half a radius apart";
  EXPECT_NEAR(to_nodes(state.scene, {stroke.radius, 0}).x, 8, 1e-9);
  EXPECT_EQ(undo_entries(), 1);
  state.tool = Tool::erase;
  drag(at({60, 60}), at({100, 60}));
  EXPECT_EQ(state.scene.shapes.back().material, state.scene.grid.background);
  EXPECT_EQ(undo_entries(), 2);
  for (const Message& m : validate(state.scene)) EXPECT_NE(m.kind, Message::Kind::error) << m.text;
}

TEST_F(Tools, draw_rectangle_circle_wall_source_and_probe) {
  start(builtin("paint"));
  const std::size_t shapes = state.scene.shapes.size(), sources = state.scene.sources.size(),
                    probes = state.scene.probes.size();
  state.tool = Tool::rectangle;
  drag(at({40, 40}), at({80, 70}));
  state.tool = Tool::circle;
  drag(at({120, 120}), at({140, 120}));
  state.tool = Tool::wall;
  drag(at({40, 150}), at({90, 150}));
  ASSERT_EQ(state.scene.shapes.size(), shapes + 3);
  EXPECT_TRUE(std::holds_alternative<Rect>(state.scene.shapes[shapes].geometry));
  EXPECT_TRUE(std::holds_alternative<Circle>(state.scene.shapes[shapes + 1].geometry));
  EXPECT_EQ(std::get<Stroke>(state.scene.shapes[shapes + 2].geometry).points.size(), 2u);
  state.tool = Tool::source;
  drag(at({200, 100}), at({200, 100}));
  drag(at({220, 60}), at({220, 140}));
  ASSERT_EQ(state.scene.sources.size(), sources + 2);
  EXPECT_TRUE(std::holds_alternative<PointSource>(state.scene.sources[sources].geometry));
  EXPECT_TRUE(std::holds_alternative<LineSource>(state.scene.sources[sources + 1].geometry));
  state.tool = Tool::probe;
  drag(at({240, 100}), at({240, 100}));
  EXPECT_EQ(state.scene.probes.size(), probes + 1);
  EXPECT_EQ(undo_entries(), 6);
  for (const Message& m : validate(state.scene)) EXPECT_NE(m.kind, Message::Kind::error) << m.text;
}

TEST_F(Tools, a_drag_may_begin_beside_the_controls_of_its_card) {
  start(builtin("paint"));
  state.scene.text.clear();
  state.tool = Tool::rectangle;
  frames(3);
  const ImGuiWindow* card = ImGui::FindWindowByName("Tool options");
  ASSERT_NE(card, nullptr);
  const std::size_t shapes = state.scene.shapes.size();
  drag({card->Pos.x + 6, card->Pos.y + 6}, {card->Pos.x + 120, card->Pos.y + 200});
  EXPECT_EQ(state.scene.shapes.size(), shapes + 1);
  const ImVec2 combo(card->Pos.x + card->Size.x - 30, card->Pos.y + card->Size.y / 2);
  drag(combo, {combo.x, combo.y + 200});
  EXPECT_EQ(state.scene.shapes.size(), shapes + 1) << "its controls are its own";
}

TEST_F(Tools, the_legends_lock_is_a_button) {
  start(builtin("double-slit"));
  state.view.range = RangeMode::locked;
  state.view.limit = 0.7;
  frames(2);
  const ImGuiWindow* w = ImGui::FindWindowByName("Picture");
  const ImGuiID lock = ImHashStr("##lock", 0, w->ID);
  ImVec2 at;
  for (float x = 20; x < 900 && at.x == 0; x += 4) {
    move_mouse({x, 636});
    frames(2);
    if (ImGui::GetCurrentContext()->HoveredId == lock) at = {x, 636};
  }
  ASSERT_GT(at.x, 0);
  mouse_button(true);
  mouse_button(false);
  EXPECT_EQ(state.view.range, RangeMode::automatic);
  EXPECT_EQ(state.selection.kind, Selection::Kind::none);
  mouse_button(true);
  mouse_button(false);
  EXPECT_EQ(state.view.range, RangeMode::locked);
  EXPECT_DOUBLE_EQ(state.view.limit, 0.7);
}

TEST_F(Tools, without_chrome_the_picture_is_all) {
  start(builtin("double-slit"), {800, 600}, 1, false);
  EXPECT_EQ(interface_->picture(), (ScreenRect{0, 0, 800, 600}));
  EXPECT_EQ(ImGui::FindWindowByName("Panel"), nullptr);
  drag(at({100, 100}), at({200, 200}));
  EXPECT_TRUE(sent.empty());
}

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

TEST_F(Keys, belong_to_the_panel_after_f6) {
  start(builtin("double-slit"));
  key(ImGuiKey_F6);
  frames(2);
  key(ImGuiKey_Tab);
  EXPECT_TRUE(state.panel_shown) << "Tab moves about in the panel";
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 0);
  EXPECT_TRUE(ImGui::GetCurrentContext()->NavCursorVisible) << "the focus is visible";
  key(ImGuiKey_Escape);
  frames(2);
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
}

TEST_F(Keys, belong_to_the_tool_bar_and_to_the_start_page_after_f6) {
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
  state.welcome.page = true;
  frames(2);
  key(ImGuiKey_F6);
  EXPECT_TRUE(stands_in("Start"));
}

// What of the program is there at once, with a tool in the hand, a lesson, the timeline, and something to say.
void show_all(State& state) {
  state.tool = Tool::brush;
  state.timeline.shown = true;
  Note note;
  note.id = 7;
  note.kind = Note::Kind::warning;
  note.text = "Something is to be said.";
  state.notes.push_back(note);
  state.learning.lesson = load_lesson("waves").lesson;
  state.learning.given.resize(state.learning.lesson->cards.size());
  state.learning.left.resize(state.learning.lesson->cards.size());
}

TEST_F(Keys, go_to_every_part_of_the_window_and_out_again) {
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
  // A card that goes leaves the keys to the picture.
  for (int k = 0; k < 4; ++k) key(ImGuiKey_F6);
  EXPECT_EQ(stands_in(), "Note7");
  state.notes.clear();
  frames(3);
  EXPECT_EQ(stands_in(), "Picture");
}

TEST_F(Keys, what_is_said_lies_beneath_the_held_tools_card) {
  start(builtin("single-slit"));
  state.tool = Tool::stopwatch;
  Note note;
  note.id = 3;
  note.kind = Note::Kind::warning;
  note.text = "saved /home/someone/pictures/ezscope-single-slit-001.mp4: 2.9 s, 1.9 MB";
  state.notes.push_back(note);
  frames(4);
  const ImGuiWindow *said = ImGui::FindWindowByName("Note3"), *tool = ImGui::FindWindowByName("Tool options");
  ASSERT_TRUE(said && said->Active && tool && tool->Active);
  EXPECT_FALSE(said->Rect().Overlaps(tool->Rect()));
}

// Tab goes round, and whatever it stands on is framed where it is seen.
TEST_F(Keys, reach_every_item_and_show_where_they_are) {
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

// ---- the mouse by keys

using Hand = InterfaceTest;

TEST_F(Hand, drags_a_handle_as_one_edit) {
  start(builtin("two-sources"));
  const auto source = [&] { return to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at); };
  const Vec2 from = source();
  key(ImGuiKey_K);
  key(ImGuiKey_N);  // the first handle
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, at(from).x, 1);
  EXPECT_NEAR(ImGui::GetIO().MousePos.y, at(from).y, 1);
  key(ImGuiKey_Enter, ImGuiMod_Shift);
  const ImVec2 begin = ImGui::GetIO().MousePos;
  for (int k = 0; k < 5; ++k) key(ImGuiKey_RightArrow);
  for (int k = 0; k < 3; ++k) key(ImGuiKey_UpArrow, ImGuiMod_Shift);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, begin.x + 60);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.y, begin.y - 3);
  EXPECT_EQ(count<command::Step>(), 0) << "the arrows are the hand's";
  EXPECT_GT(source().x, from.x + 5) << "it moves with it";
  key(ImGuiKey_Enter);
  EXPECT_EQ(undo_entries(), 1);
  EXPECT_EQ(state.selection, (Selection{Selection::Kind::source, 0}));
  const Vec2 there = source();
  key(ImGuiKey_LeftArrow);
  EXPECT_EQ(source(), there) << "it was let go";
  key(ImGuiKey_Escape);  // the selection
  key(ImGuiKey_Escape);  // the hand
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(count<command::Step>(), 1);
}

TEST_F(Hand, draws_and_places_with_every_tool) {
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

TEST_F(Hand, escape_gives_up_what_it_holds) {
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

TEST_F(Hand, is_laid_down_when_the_mouse_moves) {
  start(builtin("two-sources"));
  move_mouse({300, 300});
  key(ImGuiKey_K);
  key(ImGuiKey_RightArrow);
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 312);
  move_mouse({301, 300});  // a trembling table
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 312);
  move_mouse({400, 350});
  EXPECT_FLOAT_EQ(ImGui::GetIO().MousePos.x, 400);
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(count<command::Step>(), 1);
}

TEST_F(Hand, draws_a_lessons_guess_and_points_before_a_room) {
  start(builtin("two-sources"));
  show_all(state);
  const std::vector<LessonCard>& cards = state.learning.lesson->cards;
  const auto draws = std::ranges::find_if(cards, [](const LessonCard& card) {
    return card.question && std::holds_alternative<DrawQuestion>(*card.question);
  });
  ASSERT_NE(draws, cards.end());
  state.learning.card = static_cast<std::size_t>(draws - cards.begin());
  state.learning.pencil = true;
  frames(2);
  key(ImGuiKey_K);
  key(ImGuiKey_Enter, ImGuiMod_Shift);
  for (int k = 0; k < 4; ++k) key(ImGuiKey_RightArrow);
  key(ImGuiKey_Enter);
  const auto line = last_sent<command::Learn>();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->what, command::Learn::What::draw);
  EXPECT_EQ(line->points.size(), 5u);
  state.learning = {};
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

// From the card's button to its next one; the mouse lies over the picture all the while.
TEST_F(Hand, takes_a_lessons_pencil_up_from_the_card_and_comes_back_to_it) {
  start(builtin("two-sources"));
  show_all(state);
  state.notes.clear();
  const auto settle = [&] {
    for (const Command& command : sent)
      if (const auto* c = std::get_if<command::Learn>(&command)) {
        if (c->what == command::Learn::What::pencil) state.learning.pencil = c->number != 0;
        if (c->what == command::Learn::What::draw) state.learning.given[0].drawn = c->points;
      }
    sent.clear();
    frames(2);
  };
  ASSERT_TRUE(state.learning.is_drawing());
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
  EXPECT_TRUE(state.learning.pencil);
  EXPECT_TRUE(stands_in("Picture"));
  key(ImGuiKey_Enter);
  for (int k = 0; k < 5; ++k) key(ImGuiKey_LeftArrow), key(ImGuiKey_DownArrow);
  EXPECT_EQ(count<command::Step>(), 0) << "the arrows are the pencil's";
  settle();
  key(ImGuiKey_Enter);
  settle();
  EXPECT_FALSE(state.learning.pencil);
  EXPECT_EQ(state.learning.given[0].drawn.size(), 11U);
  EXPECT_TRUE(stands_in("Lesson"));
  EXPECT_EQ(g.NavId, card->GetID("##submit"));
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, there.x, 1) << "the mouse is where it lies";
  key(ImGuiKey_Enter);
  const auto guess = last_sent<command::Learn>();
  ASSERT_TRUE(guess);
  EXPECT_EQ(guess->what, command::Learn::What::submit);
}

TEST_F(Keys, return_to_the_picture_after_a_click_in_the_tool_bar) {
  start(builtin("double-slit"));
  move_mouse({358, 24});  // somewhere among the buttons
  mouse_button(true);
  mouse_button(false);
  frames(3);
  sent.clear();
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
}

TEST_F(Keys, act_over_the_picture_after_a_click_in_the_panel) {
  start(builtin("double-slit"));
  const ImVec2 head(1100, 64);  // of the first section
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

TEST_F(Keys, space_pauses_and_presses_nothing_in_the_panel) {
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

// ---- the presenter

using Presenter = InterfaceTest;

TEST_F(Presenter, takes_the_whole_window_until_escape) {
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

// From the boundary lab its panes are shown, as turning the course shows them, and the mouse changes nothing in them.
TEST_F(Presenter, keeps_the_labs_panes) {
  for (const auto& [name, workspace, kept] : {std::tuple("shoot-out", Workspace::boundary_lab, true),
                                              std::tuple("double-slit", Workspace::boundary_lab, false),
                                              std::tuple("shoot-out", Workspace::kernel_lab, false)}) {
    start(builtin(name));
    state.lab.workspace = workspace;
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

// Seen by what is drawn: the laser's middle, the pen's colour on each picture, and black alone.
TEST_F(Presenter, laser_pen_and_blank_reach_every_pane) {
  start(builtin("shoot-out"));
  state.lab.workspace = Workspace::boundary_lab;
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
    if (places[k].residual) continue;  // no run makes any here
    EXPECT_GT(drawn(ink, box(places[k].rect)), before[k]) << k;
  }
  key(ImGuiKey_Period);
  EXPECT_EQ(ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer.Size, 0);
  ImRect black(1e6f, 1e6f, -1e6f, -1e6f);
  for (const ImDrawVert& p : ImGui::GetBackgroundDrawList(ImGui::GetMainViewport())->VtxBuffer) {
    EXPECT_EQ(p.col, IM_COL32_BLACK);
    black.Add(p.pos);
  }
  EXPECT_TRUE(black.Contains(ImRect({0, 0}, ImGui::GetIO().DisplaySize))) << "the timeline's place too";
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_None);
  EXPECT_EQ(count<command::EditScene>(), 0);
}

TEST_F(Presenter, a_pen_draws_and_its_strokes_go) {
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

TEST_F(Presenter, a_pen_draws_arrows_and_all_goes_when_the_picture_goes_on) {
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
  key(ImGuiKey_F);  // goes on
  EXPECT_TRUE(state.presenting.arrows.empty());
  state.running = false;
  arrow();
  key(ImGuiKey_Space);
  EXPECT_TRUE(state.presenting.arrows.empty());
}

TEST_F(Presenter, keys_tell_the_keys_and_show_the_code) {
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

TEST_F(Presenter, keys_turn_the_pages_blank_and_freeze) {
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

// ---- the first minute

using FirstMinute = InterfaceTest;

TEST_F(FirstMinute, a_click_on_the_picture_leaves_the_start_page_and_the_wave_runs) {
  start(builtin("two-sources"));
  state.welcome = {true, {}, false, false};
  frames(2);
  EXPECT_TRUE(state.welcome.seen) << "from the first frame on";
  ASSERT_TRUE(ImGui::FindWindowByName("Start")->Active);
  const ScreenRect r = interface_->picture();
  const ImVec2 middle(static_cast<float>(r.x) + 0.5f * static_cast<float>(r.width),
                      static_cast<float>(r.y) + 0.5f * static_cast<float>(r.height));
  EXPECT_FALSE(ImGui::FindWindowByName("Start")->Rect().Contains(middle)) << "the wave is seen";
  drag(middle, middle);
  EXPECT_FALSE(state.welcome.page);
  EXPECT_FALSE(state.welcome.hint.has_value());
  EXPECT_TRUE(state.running);
  EXPECT_EQ(count<command::EditScene>(), 0);
  key(ImGuiKey_F1, ImGuiMod_Shift);
  EXPECT_TRUE(state.welcome.page);
  EXPECT_FALSE(state.help_shown);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.welcome.page);
}

// Names of scenes are seen in the smallest window that is usual, and what is typed in is there however far they scroll.
TEST_F(FirstMinute, the_start_page_has_room_for_a_row_of_scenes) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    start(builtin("double-slit"), size);
    state.welcome = {true, {}, true, true};
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

TEST_F(FirstMinute, keys_act_while_the_start_page_is_there) {
  start(builtin("two-sources"));
  state.welcome.page = true;
  frames(2);
  key(ImGuiKey_Space);
  EXPECT_FALSE(state.running);
  EXPECT_TRUE(state.welcome.page);
}

TEST_F(FirstMinute, six_hints_end_once_and_for_all) {
  start(builtin("two-sources"));
  state.welcome = {false, 0, true, false};
  frames(2);
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(state.welcome.hint, k);
    EXPECT_FALSE(state.welcome.toured);
    ASSERT_TRUE(ImGui::FindWindowByName("Tour")->Active);
    key(ImGuiKey_Enter);
  }
  EXPECT_FALSE(state.welcome.hint.has_value());
  EXPECT_TRUE(state.welcome.toured);
  EXPECT_FALSE(ImGui::FindWindowByName("Tour")->Active);
  state.welcome = {false, 2, true, false};
  frames(2);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.welcome.hint.has_value());
  EXPECT_TRUE(state.welcome.toured);
}

// A handle, not the middle of the picture; the checks themselves, not the whole panel. The words lie over neither.
TEST_F(FirstMinute, a_hint_frames_what_it_speaks_of) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    start(builtin("two-sources"), size);
    state.checks.resize(state.scene.checks.size());
    const auto framed = [&](int hint) {
      state.welcome = {false, hint, true, false};
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
    EXPECT_FALSE(ImGui::FindWindowByName("Tour")->Rect().Overlaps(checks)) << "what is measured stays in sight";
  }
}

// ---- what measures on the picture

using Measures = InterfaceTest;

TEST_F(Measures, the_stopwatch_tells_the_speed_between_two_clicks) {
  start(builtin("two-sources"));
  key(ImGuiKey_S);
  EXPECT_EQ(state.tool, Tool::stopwatch);
  const Vec2 from{40, 60}, to{140, 60};
  drag(at(from), at(from));
  const double way = 100 * cell_size(state.scene).x;
  state.step += 50;
  state.time += way / 3e8;
  drag(at(to), at(to));
  ASSERT_EQ(state.view.measuring.stopwatch.size(), 2u);
  const StopwatchReading r =
      reading_of(state.scene, state.view.measuring.stopwatch[0], state.view.measuring.stopwatch[1]);
  EXPECT_NEAR(r.speed, 3e8, 3e5);
  EXPECT_NEAR(r.metres, way, 1e-3 * way);
  EXPECT_EQ(r.steps, 50);
  EXPECT_EQ(count<command::EditScene>(), 0);
  EXPECT_EQ(words_of(state.scene, {1e-9, 500, 0.15, 1.5e8}), "1.000 ns · 500 steps · 150.00 mm · 0.500 c");
  key(ImGuiKey_Escape);
  EXPECT_EQ(state.tool, Tool::select);
  EXPECT_TRUE(state.view.measuring.stopwatch.empty());
}

TEST_F(Measures, the_protractor_snaps_to_a_wall_and_its_normal) {
  Scene s = builtin("paint");
  s.shapes = {{Rect{from_nodes(s, {100, 50}), from_nodes(s, {140, 200})}, "pec"}};
  start(s);
  key(ImGuiKey_A);
  EXPECT_EQ(state.tool, Tool::protractor);
  const auto click = [&](Vec2 node) { drag(at(node), at(node)); };
  const double left = wall_at(s, {99, 120}, 5)->node.x;
  click({left - 1.5, 120});
  ASSERT_EQ(state.view.measuring.protractor.size(), 1u);
  EXPECT_NEAR(state.view.measuring.protractor[0].x, left, 1e-6) << "on the wall";
  click({left - 60, 122});  // 2° off the normal
  EXPECT_NEAR(state.view.measuring.protractor[1].y, state.view.measuring.protractor[0].y, 1e-6) << "along it";
  click({left - 50, 170});
  ASSERT_EQ(state.view.measuring.protractor.size(), 3u);
  EXPECT_NEAR(protractor_degrees(state.scene, state.view.measuring.protractor), 45, 1.5);
  click({20, 20});
  EXPECT_EQ(state.view.measuring.protractor.size(), 1u) << "another angle";
}

TEST_F(Measures, the_screen_is_a_line_that_is_dragged_onto_the_field) {
  start(builtin("two-sources"));
  key(ImGuiKey_I);
  drag(at({150, 40}), at({150, 160}));
  EXPECT_TRUE(state.view.cut.on);
  EXPECT_TRUE(state.view.cut.screen);
  EXPECT_EQ(count<command::EditScene>(), 0);
  key(ImGuiKey_L);
  drag(at({30, 40}), at({60, 40}));
  EXPECT_FALSE(state.view.cut.screen) << "a plain line";
}

TEST_F(Measures, theory_tells_nothing_before_a_guess) {
  start(builtin("two-sources"));
  const auto inked = [&](bool theory) {
    state.view.theory = theory;
    frames(2);
    const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
    return std::ranges::count(list.VtxBuffer, theme(state.dark, state.view.vision).ink, &ImDrawVert::col);
  };
  EXPECT_GT(inked(true), inked(false));
  show_all(state);
  state.tool = Tool::select;
  while (!state.learning.is_guessing()) ++state.learning.card;
  EXPECT_EQ(inked(true), inked(false));
  state.learning.given[state.learning.card].revealed = true;
  EXPECT_GT(inked(true), inked(false));
}

// ---- a lesson's number

TEST(LessonNumber, is_read_as_people_write_it) {
  const auto read = [](const char* text, const char* unit) {
    const UnitOfAnswer u = unit_of_answer(unit);
    return tidy(parse_number(text, u.base, u.prefix.factor).value_or(NAN) / u.prefix.factor);
  };
  for (const char* text : {"20", "20 mm", "2 cm", "0,02 m", " 20,0mm", "20000 µm", "2e-2"})
    EXPECT_DOUBLE_EQ(read(text, "mm"), 20) << text;
  EXPECT_TRUE(std::isnan(read("twenty", "mm")));
  for (const char* text : {"11.54", "11,54", "11,54°", "11.54 deg"}) EXPECT_DOUBLE_EQ(read(text, "°"), 11.54) << text;
  for (const char* text : {"6.25", "6,25 GHz", "6250 MHz"}) EXPECT_DOUBLE_EQ(read(text, "GHz"), 6.25) << text;
  for (const char* text : {"0.93", "93 cm/s", "0,93 m/s"}) EXPECT_DOUBLE_EQ(read(text, "m/s"), 0.93) << text;
  for (const char* text : {"-60", "−60 dB", "-60dB"}) EXPECT_DOUBLE_EQ(read(text, "dB"), -60) << text;
  EXPECT_DOUBLE_EQ(read("3", "cells"), 3);
}

TEST_F(Measures, a_card_says_what_was_clicked) {
  start(builtin("double-slit"));
  const auto rows = [&](Selection what) {
    std::string out;
    const Properties card = properties_of(state, what).value();
    for (const auto& [name, value] : card.rows) out.append(name).append(" ").append(value).append("\n");
    return out;
  };
  EXPECT_NE(rows({Selection::Kind::source, 0}).find("Hz"), std::string::npos);
  // Names and values that are words have rows of their own, so that they are said in every language.
  const Vocabulary german(Language::german);
  const Properties source = properties_of(state, {Selection::Kind::source, 0}).value();
  for (const std::size_t k : {0, 1}) EXPECT_NE(german.of_filled(source.rows[k].second), source.rows[k].second);
  const Properties probe = properties_of(state, {Selection::Kind::probe, 0}).value();
  EXPECT_NE(german.of(std::string_view(probe.rows.back().first)), probe.rows.back().first);
  EXPECT_NE(rows({Selection::Kind::shape, 0}).find("of " + state.scene.shapes[0].material), std::string::npos);
  EXPECT_NE(rows({Selection::Kind::probe, 0}).find("V/m"), std::string::npos);
  EXPECT_FALSE(properties_of(state, {Selection::Kind::shape, 1000}).has_value());
  // Of a gas the state that it starts with there. No row is without its value.
  for (const BuiltinScene& b : builtin_scenes()) {
    State any;
    any.scene = builtin(b.name);
    for (int i = 0; i < static_cast<int>(any.scene.shapes.size()); ++i) {
      const Properties card = properties_of(any, {Selection::Kind::shape, i}).value();
      for (const auto& [name, value] : card.rows)
        EXPECT_FALSE(value.empty()) << b.name << ", shape " << i << ": " << name;
    }
  }
}

// A remote or a macro presses and lets go of a chord within one frame: its key counts with its modifier.
TEST_F(InterfaceTest, a_chord_within_one_frame_is_no_bare_letter) {
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
    return std::ranges::count_if(sent, [&](const Command& c) { return std::holds_alternative<decltype(kind)>(c); });
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
