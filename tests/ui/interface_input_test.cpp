// Tests that the mouse acts as the help describes: the tools, and the instruments that measure on the picture.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <variant>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/progress.h"
#include "app/platform/touch.h"
#include "app/platform/words.h"
#include "app/ui/kit/look.h"
#include "app/ui/picture/marks/measures.h"
#include "app/ui/picture/properties.h"
#include "interface_fixture.h"
#include "solver/scene/shape.h"

namespace ez {
namespace {

// ---- tools

using Tools = InterfaceTest;

TEST_F(Tools, dragging_a_source_is_one_edit) {
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

// The test clicks a rod of a crystal that a line source crosses, and then the line next to the rod.
TEST_F(Tools, a_click_takes_the_smaller_of_two_crossing_objects) {
  start(builtin("paint"));
  const Scene before = state.scene;
  const auto click_on = [&](Vec2 node) {
    state.selection = {};
    drag(at(node), at(node));
    return state.selection.kind;
  };
  const auto crossed_by = [&](Geometry shape) {
    Scene s = before;
    s.shapes = {{std::move(shape), "pec"}};
    s.sources = {{"", LineSource{from_nodes(s, {200, 40}), from_nodes(s, {200, 160})}, 1, false, true, Cw{1e9, 0, 0}}};
    s.probes.clear();
    start(s);
  };
  crossed_by(Circle{from_nodes(before, {200, 70}), from_nodes(before, {8, 0}).x - from_nodes(before, {0, 0}).x});
  EXPECT_EQ(click_on({200, 70}), Selection::Kind::shape);
  EXPECT_EQ(click_on({200, 130}), Selection::Kind::source);
  crossed_by(Rect{from_nodes(before, {120, 20}), from_nodes(before, {280, 180})});
  EXPECT_EQ(click_on({200, 70}), Selection::Kind::source);
  EXPECT_EQ(click_on({240, 70}), Selection::Kind::shape);
}

TEST_F(Tools, dragged_objects_stay_in_the_grid) {
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

TEST_F(Tools, escape_cancels_a_drag) {
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

// Escape removes the object that the drag has added, whatever the objects are called.
TEST_F(Tools, escape_removes_the_object_added_by_a_drag_and_no_other) {
  Scene scene = builtin("two-sources");
  scene.sources[0].name = "add source";
  scene.probes[0].name = "add probe";
  scene.checks.clear();  // they read the probe by its name
  for (const Tool tool : {Tool::select, Tool::source, Tool::probe}) {
    start(scene);
    state.tool = tool;
    const Scene before = state.scene;
    const Vec2 from =
        tool == Tool::select ? to_nodes(scene, std::get<PointSource>(scene.sources[0].geometry).at) : Vec2{30, 30};
    move_mouse(at(from));
    mouse_button(true);
    move_mouse({at(from).x + 60, at(from).y});
    EXPECT_FALSE(state.scene == before);
    EXPECT_EQ(state.scene.sources.size(), before.sources.size() + (tool == Tool::source ? 1 : 0));
    EXPECT_EQ(state.scene.probes.size(), before.probes.size() + (tool == Tool::probe ? 1 : 0));
    key(ImGuiKey_Escape);
    mouse_button(false);
    frames(2);
    EXPECT_TRUE(state.scene == before);
  }
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

// On a busy machine a press, the movements and the release may all arrive between two frames, twenty times in a row.
class SlowFrames : public InterfaceTest {
 protected:
  void begin(const Scene& scene) {
    start(scene);
    ImGui::GetIO().ConfigInputTrickleEventQueue = true;
    move_mouse(at({5, 5}));
    sent.clear();
  }
  void queue(std::span<const ImVec2> path, int button = 0) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(path.front().x, path.front().y);
    io.AddMouseButtonEvent(button, true);
    for (const ImVec2 p : path.subspan(1)) io.AddMousePosEvent(p.x, p.y);
    io.AddMouseButtonEvent(button, false);
  }
  void queue(ImVec2 from, ImVec2 to, int button = 0) { queue(std::array{from, to}, button); }
  void take_all() {
    do frame();
    while (interface_->input_waits());
    frames(2);
  }
  int finished() const {
    return static_cast<int>(std::ranges::count_if(sent, [](const Command& c) {
      const auto* edit = c.as<command::EditScene>();
      return edit != nullptr && edit->finished;
    }));
  }
};

TEST_F(SlowFrames, lose_no_drag_of_a_handle_and_no_shape) {
  begin(builtin("two-sources"));
  const Vec2 first = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
  std::vector<Vec2> places = {first};
  for (int k = 1; k <= 20; ++k) places.push_back({std::round(first.x) + 4 * k, std::round(first.y) + (k % 2 ? 30 : 0)});
  for (int k = 1; k <= 20; ++k) queue(at(places[k - 1]), at(places[k]));
  std::set<std::pair<double, double>> seen;
  do {
    frame();
    const Vec2 now = to_nodes(state.scene, std::get<PointSource>(state.scene.sources[0].geometry).at);
    seen.insert({std::round(now.x), std::round(now.y)});
  } while (interface_->input_waits());
  frames(2);
  EXPECT_EQ(finished(), 20);
  for (int k = 1; k <= 20; ++k) EXPECT_TRUE(seen.contains({places[k].x, places[k].y})) << "drag " << k;
  sent.clear();
  state.tool = Tool::rectangle;
  const std::size_t shapes = state.scene.shapes.size();
  for (int k = 0; k < 20; ++k) queue(at({20.0 + 10 * k, 20}), at({26.0 + 10 * k, 60}));
  take_all();
  EXPECT_EQ(state.scene.shapes.size(), shapes + 20);
  EXPECT_EQ(finished(), 20);
}

TEST_F(SlowFrames, lose_no_part_of_a_stroke) {
  begin(builtin("paint"));
  state.tool = Tool::brush;
  state.brush = {"pec", 4};
  const std::size_t shapes = state.scene.shapes.size();
  std::vector<ImVec2> path;
  for (int k = 0; k <= 20; ++k) path.push_back(at({60.0 + 5 * k, 100 + 30 * std::sin(0.5 * k)}));
  queue(path);
  take_all();
  ASSERT_EQ(state.scene.shapes.size(), shapes + 1);
  const auto& points = std::get<Stroke>(state.scene.shapes.back().geometry).points;
  EXPECT_GE(points.size(), 21u) << "the path of the mouse instead of a straight line";
  EXPECT_NEAR(to_nodes(state.scene, points.front()).x, 60, 1);
  EXPECT_NEAR(to_nodes(state.scene, points.back()).x, 160, 1);
}

// These items hold the mouse only while the button is down.
TEST_F(SlowFrames, lose_no_drag_of_the_picture_or_of_a_number) {
  begin(builtin("two-sources"));
  state.view.fit = false;
  state.view.nodes_per_pixel = 0.5;
  state.view.center = {100, 100};
  frames(2);
  const ImVec2 middle = at({100, 100});
  for (int k = 0; k < 20; ++k) queue(middle, {middle.x - 10, middle.y}, 2);
  take_all();
  EXPECT_NEAR(state.view.center.x, 100 + 20 * 10 * 0.5, 1);
  state.speed.automatic = true;
  frames(2);
  ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  std::optional<ImVec2> field;
  for (float x = 100; x < 900 && !field; x += 8) {
    move_mouse({x, 24});
    if (ImGui::GetCurrentContext()->HoveredId == ImHashStr("##speed", 0, bar->ID)) field = ImVec2(x + 30, 24);
  }
  ASSERT_TRUE(field);
  move_mouse(*field);
  for (int k = 0; k < 10; ++k) {
    const double before = state.speed.periods_per_second;
    queue(*field, {field->x + 30, field->y});
    take_all();
    EXPECT_GT(state.speed.periods_per_second, before) << "drag " << k;
    for (int pause = 0; pause < 40; ++pause) frame();  // so that the next click is not a double click
  }
}

TEST_F(Tools, the_speed_field_takes_the_number_that_it_offers) {
  start(builtin("two-sources"));
  state.speed.automatic = false;
  state.speed.steps_per_frame = 1;
  frames(2);
  const ImGuiID id = ImHashStr("##speed", 0, ImGui::FindWindowByName("Toolbar")->ID);
  std::optional<ImVec2> field;
  for (float x = 100; x < 900 && !field; x += 8) {
    move_mouse({x, 24});
    if (ImGui::GetCurrentContext()->HoveredId == id) field = ImVec2(x + 30, 24);
  }
  ASSERT_TRUE(field);
  const auto double_click = [&] {
    for (int pause = 0; pause < 40; ++pause) frame();
    move_mouse(*field);
    for (int k = 0; k < 2; ++k) mouse_button(true), mouse_button(false);
    frames(2);
  };
  double_click();
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state.speed.automatic) << "typing was cancelled";
  for (const ImGuiKey enter : {ImGuiKey_Enter, ImGuiKey_KeypadEnter}) {
    state.speed.automatic = false;
    double_click();
    EXPECT_FALSE(state.speed.automatic) << "nothing has been entered";
    key(enter);
    EXPECT_TRUE(state.speed.automatic);
    EXPECT_EQ(state.speed.periods_per_second, 8) << "unchanged";
  }
  state.speed.full = true;
  double_click();
  key(ImGuiKey_Enter);
  EXPECT_FALSE(state.speed.full);
}

TEST_F(Tools, the_first_shape_drawn_is_made_of_glass) {
  Scene s = builtin("two-sources");
  s.materials.clear();
  s.shapes.clear();
  start(s);
  state.tool = Tool::rectangle;
  drag(at({60, 60}), at({90, 80}));
  ASSERT_EQ(state.scene.shapes.size(), 1u);
  EXPECT_EQ(state.scene.shapes[0].material, "glass");
  ASSERT_EQ(state.scene.materials.size(), 1u);
  EXPECT_EQ(state.scene.materials[0].eps, 2.25);
  drag(at({60, 90}), at({90, 110}));
  EXPECT_EQ(state.scene.materials.size(), 1u) << "once";
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

TEST_F(Tools, a_drag_may_begin_on_the_background_of_the_tools_card) {
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
  EXPECT_EQ(state.scene.shapes.size(), shapes + 1) << "a drag on a control draws nothing";
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

TEST_F(Tools, without_its_frame_the_picture_fills_the_window) {
  start(builtin("double-slit"), {800, 600}, 1, false);
  EXPECT_EQ(interface_->picture(), (ScreenRect{0, 0, 800, 600}));
  EXPECT_EQ(ImGui::FindWindowByName("Panel"), nullptr);
  drag(at({100, 100}), at({200, 200}));
  EXPECT_TRUE(sent.empty());
}

// ---- instruments on the picture

using Measures = InterfaceTest;

TEST_F(Measures, the_stopwatch_shows_the_speed_between_two_clicks) {
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
  EXPECT_EQ(words_of(state.scene, {1e-9, 500, 0.15, 1.5e8}).english(), "1.000 ns · 500 steps · 150.00 mm · 0.500 c");
  key(ImGuiKey_Escape);
  EXPECT_EQ(state.tool, Tool::select);
  EXPECT_TRUE(state.view.measuring.stopwatch.empty());
}

TEST_F(Measures, the_protractor_snaps_to_a_side_and_its_normal) {
  Scene s = builtin("paint");
  s.shapes = {{Rect{from_nodes(s, {100, 50}), from_nodes(s, {140, 200})}, "pec"}};
  start(s);
  key(ImGuiKey_A);
  EXPECT_EQ(state.tool, Tool::protractor);
  const auto click = [&](Vec2 node) { drag(at(node), at(node)); };
  const double left = wall_at(s, {99, 120}, 5)->node.x;
  click({left - 1.5, 120});
  ASSERT_EQ(state.view.measuring.protractor.size(), 1u);
  EXPECT_NEAR(state.view.measuring.protractor[0].x, left, 1e-6) << "on the side";
  click({left - 60, 122});  // 2° off the normal
  EXPECT_NEAR(state.view.measuring.protractor[1].y, state.view.measuring.protractor[0].y, 1e-6) << "along the normal";
  click({left - 50, 170});
  ASSERT_EQ(state.view.measuring.protractor.size(), 3u);
  EXPECT_NEAR(protractor_degrees(state.scene, state.view.measuring.protractor), 45, 1.5);
  click({20, 20});
  EXPECT_EQ(state.view.measuring.protractor.size(), 1u) << "another angle";
}

TEST_F(Measures, the_screen_is_a_line_dragged_onto_the_field) {
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

TEST_F(Measures, theory_marks_are_hidden_before_a_guess) {
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
  while (!state.of<Learning>().is_guessing()) ++state.of<Learning>().card;
  EXPECT_EQ(inked(true), inked(false));
  state.of<Learning>().given[state.of<Learning>().card].revealed = true;
  EXPECT_GT(inked(true), inked(false));
}

// ---- the number in a lesson

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

TEST_F(Measures, a_card_describes_the_clicked_object) {
  start(builtin("double-slit"));
  const auto rows = [&](Selection what) {
    std::string out;
    const Properties card = properties_of(state, what).value();
    for (const auto& [name, value] : card.rows) out.append(name).append(" ").append(value.english()).append("\n");
    return out;
  };
  EXPECT_NE(rows({Selection::Kind::source, 0}).find("Hz"), std::string::npos);
  // Names and values that are words are in separate rows, so that every language can translate them.
  const Vocabulary german(Language::german);
  const Properties source = properties_of(state, {Selection::Kind::source, 0}).value();
  for (const std::size_t k : {0, 1}) EXPECT_NE(german.of(source.rows[k].second), source.rows[k].second.english());
  const Properties probe = properties_of(state, {Selection::Kind::probe, 0}).value();
  EXPECT_NE(german.of(std::string_view(probe.rows.back().first)), probe.rows.back().first);
  EXPECT_NE(rows({Selection::Kind::shape, 0}).find("of " + state.scene.shapes[0].material), std::string::npos);
  EXPECT_NE(rows({Selection::Kind::probe, 0}).find("V/m"), std::string::npos);
  EXPECT_FALSE(properties_of(state, {Selection::Kind::shape, 1000}).has_value());
  // In a gas the card shows the initial state at that place. Every row has a value.
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

// Fingers on the picture of a touched screen.
class Fingers : public InterfaceTest {
 protected:
  void put(const std::vector<Finger>& fingers, double now) {
    touch_.set(fingers, now);
    feed(ImGui::GetIO(), touch_.take());
    frames(3);
  }
  Touch touch_;
};

TEST_F(Fingers, two_zoom_and_move_the_picture) {
  start(builtin("double-slit"), {1180, 820}, Touch::interface_scale);
  put({{1, 350, 450}}, 0);
  put({{1, 350, 450}, {2, 450, 450}}, 0.1);
  put({{1, 335, 450}, {2, 465, 450}}, 0.2);
  const double before = state.view.nodes_per_pixel;  // until the first change, the view fits the grid
  for (int k = 2; k <= 10; ++k) put({{1, 350 - 15.0f * k, 450}, {2, 450 + 15.0f * k, 450}}, 0.1 + 0.1 * k);
  EXPECT_NEAR(before / state.view.nodes_per_pixel, 400.0 / 130, 0.02);
  const double x = state.view.center.x, zoomed = state.view.nodes_per_pixel;
  for (int k = 1; k <= 5; ++k) put({{1, 200 - 10.0f * k, 450}, {2, 600 - 10.0f * k, 450}}, 2 + 0.1 * k);
  EXPECT_NEAR(state.view.center.x, x + 50 * zoomed, 2 * zoomed);
  put({}, 3);
  EXPECT_EQ(state.view.nodes_per_pixel, zoomed);
}

TEST_F(Fingers, a_long_press_explains_a_button_and_does_not_press_it) {
  start(builtin("double-slit"), {1180, 820}, Touch::interface_scale);
  const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  const ImGuiID reset = ImHashStr("##reset", 0, bar->ID);
  float x = 0;
  const float y = bar->Rect().GetCenter().y;
  for (move_mouse({x, y}); ImGui::GetCurrentContext()->HoveredId != reset && x < 1180; x += 8) move_mouse({x + 8, y});
  ASSERT_LT(x, 1180);
  x += 8;
  move_mouse({-FLT_MAX, -FLT_MAX});
  sent.clear();
  put({{1, x, y}}, 10);
  touch_.tick(10.6);
  put({{1, x, y}}, 10.7);
  frames(60);
  bool explained = false;
  for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
    explained |= w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0;
  EXPECT_TRUE(explained);
  put({}, 12);
  EXPECT_EQ(last_sent<command::Reset>(), std::nullopt);
}

using Phone = InterfaceTest;

// A phone is narrower than the usual card.
TEST_F(Phone, a_lesson_fits) {
  for (const float scale : {1.0f, Touch::interface_scale}) {
    start(builtin("two-sources"), {390, 844}, scale);
    state.narrow = true;
    state.of<Learning>().lesson = load_lesson("waves").lesson;
    state.of<Learning>().given.resize(state.of<Learning>().lesson->cards.size());
    state.of<Learning>().left.resize(state.of<Learning>().lesson->cards.size());
    for (std::size_t card = 0; card < state.of<Learning>().given.size(); ++card) {
      state.of<Learning>().card = card;
      frames(3);
      const ImGuiWindow* w = ImGui::FindWindowByName("Lesson");
      ASSERT_TRUE(w);
      EXPECT_GE(w->Pos.x, 0);
      EXPECT_LE(w->Pos.x + w->Size.x, 390) << card;
      // Items do not begin beyond the card's edge.
      EXPECT_LE(w->DC.CursorMaxPos.x, w->Pos.x + w->Size.x) << "card " << card << " at " << scale;
    }
  }
}

}  // namespace
}  // namespace ez
