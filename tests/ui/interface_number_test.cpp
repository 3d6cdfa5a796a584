// Tests the numbers of the interface: pixels and nodes agree, and numbers are typed, dragged, read and written in their
// units.
#include <fmt/format.h>

#include "app/model/document/handles.h"
#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/probe_trace.h"
#include "app/ui/problem_words.h"
#include "interface_fixture.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

// ---- pixels and nodes

using Geometry2d = InterfaceTest;

TEST_F(Geometry2d, pixels_and_nodes_round_trip) {
  start(builtin("double-slit"));
  const ScreenRect r = interface_->picture();
  EXPECT_EQ(r, (ScreenRect{0, 48, 960, 644}));
  for (const bool fit : {true, false}) {
    state.view.fit = fit;
    state.view.center = {100.25, 33.5};
    state.view.nodes_per_pixel = 0.37;
    const PictureWindow w = picture_window(state, r);
    EXPECT_EQ(w.width, r.width);
    for (const Vec2 node : {Vec2{0, 0}, Vec2{12.5, 99}, Vec2{-7, 300}}) {
      const Vec2 p = pixel_at(w, r, node), back = node_at(w, r, p.x, p.y);
      EXPECT_NEAR(back.x, node.x, 1e-9);
      EXPECT_NEAR(back.y, node.y, 1e-9);
    }
    EXPECT_LT(pixel_at(w, r, {0, 10}).y, pixel_at(w, r, {0, 5}).y) << "y is up";
  }
}

TEST_F(Geometry2d, fit_shows_the_whole_grid_in_true_proportions) {
  start(builtin("double-slit"));
  state.scene.grid.nx = 300;
  state.scene.grid.ny = 400;
  state.scene.grid.dx = 2;
  state.scene.grid.dy = 1;
  const ScreenRect r = interface_->picture();
  const PictureWindow w = picture_window(state, r);
  const Vec2 a = pixel_at(w, r, {-0.5, -0.5}), b = pixel_at(w, r, {299.5, 399.5});
  EXPECT_GE(a.x, r.x - 1e-6);
  EXPECT_LE(b.x, r.x + r.width + 1e-6);
  EXPECT_GE(b.y, r.y - 1e-6);
  EXPECT_LE(a.y, r.y + r.height + 1e-6);
  EXPECT_NEAR((b.x - a.x) / (a.y - b.y), 600.0 / 400.0, 1e-9);
}

TEST_F(Geometry2d, the_wheel_keeps_the_node_under_the_mouse) {
  start(builtin("double-slit"));
  move_mouse({400, 300});
  const ScreenRect r = interface_->picture();
  const Vec2 before = node_at(picture_window(state, r), r, 400, 300);
  ImGui::GetIO().AddMouseWheelEvent(0, 3);
  frames(2);
  EXPECT_FALSE(state.view.fit);
  const Vec2 after = node_at(picture_window(state, r), r, 400, 300);
  EXPECT_NEAR(before.x, after.x, 1e-9);
  EXPECT_NEAR(before.y, after.y, 1e-9);
  EXPECT_LT(state.view.nodes_per_pixel, static_cast<double>(state.scene.grid.nx) / r.width);
  move_mouse({10, 60});
  drag({10, 60}, {30, 60}, 2);
  const Vec2 moved_node = node_at(picture_window(state, r), r, 420, 300);
  EXPECT_NEAR(before.x, moved_node.x, 1e-6) << "the middle button moves the picture with the mouse";
}

// ---- the number field alone in a window

class NumberField : public InterfaceTest {
 protected:
  void SetUp() override {
    start(builtin("paint"));
    const auto& fonts = ImGui::GetIO().Fonts->Fonts;
    look_ = {&theme(true), {fonts[0], fonts[1], fonts[2], fonts[3]}, 1};
  }
  // Draws the field at (100, 100), 200 wide. Returns true in a frame that changes the value.
  bool draw(double& value, const NumberStyle& style) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({88, 92});
    ImGui::SetNextWindowSize({300, 100});
    ImGui::Begin("Alone", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    const bool changed = number_field(look_, "##n", value, style, 200, &held_);
    ImGui::End();
    ImGui::Render();
    return changed;
  }
  int drag_by(double& value, const NumberStyle& style, float pixels) {
    ImGuiIO& io = ImGui::GetIO();
    int changes = 0;
    io.AddMousePosEvent(150, 110);
    for (int i = 0; i < 30; ++i) draw(value, style);  // long after the last click, so that it is no double click
    io.AddMouseButtonEvent(0, true);
    changes += draw(value, style);
    for (int i = 1; i <= 10; ++i) {
      io.AddMousePosEvent(150 + pixels * static_cast<float>(i) / 10, 110);
      changes += draw(value, style);
    }
    io.AddMouseButtonEvent(0, false);
    for (int i = 0; i < 3; ++i) changes += draw(value, style);
    return changes;
  }
  void type(double& value, const NumberStyle& style, const char* text) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(150, 110);
    for (int i = 0; i < 3; ++i) draw(value, style);
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddMouseButtonEvent(0, true);
    draw(value, style);
    io.AddMouseButtonEvent(0, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    for (int i = 0; i < 2; ++i) draw(value, style);
    io.AddInputCharactersUTF8(text);
    for (int i = 0; i < 2; ++i) draw(value, style);
    io.AddKeyEvent(ImGuiKey_Enter, true);
    draw(value, style);
    io.AddKeyEvent(ImGuiKey_Enter, false);
    for (int i = 0; i < 2; ++i) draw(value, style);
  }
  Look look_;
  HeldNumber held_;
};

TEST_F(NumberField, is_typed_with_or_without_its_unit) {
  const NumberStyle hertz{.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true};
  double f = 15e9;
  type(f, hertz, "12");
  EXPECT_DOUBLE_EQ(f, 12e9);
  type(f, hertz, "300 MHz");
  EXPECT_DOUBLE_EQ(f, 300e6);
  type(f, hertz, "2e9");
  EXPECT_DOUBLE_EQ(f, 2e9);
  type(f, hertz, "nonsense");
  EXPECT_DOUBLE_EQ(f, 2e9);
  type(f, hertz, "0");
  EXPECT_DOUBLE_EQ(f, 2e9) << "refused";
  type(f, hertz, "300");
  EXPECT_DOUBLE_EQ(f, 300e9) << "in the unit used last";
}

TEST_F(NumberField, is_dragged_within_its_limits) {
  double v = 5;
  EXPECT_GT(drag_by(v, {.decimals = 1, .min = 0, .max = 10, .speed = 0.1}, 20), 1);
  EXPECT_GT(v, 5);
  drag_by(v, {.decimals = 1, .min = 0, .max = 10, .speed = 0.1}, 1000);
  EXPECT_DOUBLE_EQ(v, 10);
  double f = 15e9;
  drag_by(f, {.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true}, 100);
  EXPECT_GT(f, 20e9);
  EXPECT_NEAR(f, std::round(f / 1e6) * 1e6, 1) << "three decimals in the unit shown";
}

TEST_F(NumberField, on_release_sends_one_value_per_drag) {
  double n = 512;
  EXPECT_EQ(drag_by(n, {.decimals = 0, .min = 16, .max = 131072, .logarithmic = true, .on_release = true}, 80), 1);
  EXPECT_GT(n, 700);
  EXPECT_DOUBLE_EQ(n, std::round(n));
}

// ---- edits and units

TEST(SceneEdit, every_draggable_part_keeps_the_scene_valid) {
  Scene s = builtin("paint");
  const std::vector<Geometry> shapes = {Circle{{60, 60}, 20},
                                        Ring{{60, 60}, 10, 20},
                                        Ellipse{{60, 60}, {20, 10}, 30},
                                        Rect{{40, 40}, {80, 70}},
                                        TurnedRect{{60, 60}, {40, 20}, 30},
                                        Polygon{{{40, 40}, {80, 40}, {60, 80}}},
                                        Stroke{{{40, 40}, {80, 40}}, 4}};
  for (const Geometry& g : shapes) s = with_shape(s, g, "pec");
  s = with_probe(with_source(s, {50, 50}), {70, 70});
  s.sources.push_back(s.sources.back());
  s.sources.back().geometry = LineSource{{40, 40}, {40, 80}};
  s.sources.push_back(s.sources.back());
  s.sources.back().geometry = BeamSource{{40, 90}, {40, 30}, 10, 12, 5};
  const auto check = [&](Selection what) {
    for (const GripSpot& spot : grip_spots(s, what))
      for (const Vec2 to : {Vec2{0, 0}, Vec2{1e6, 1e6}, Vec2{-1e6, 50}, Vec2{61, 61}}) {
        const Scene m = moved(s, spot.grip, spot.node, to);
        for (const Message& e : validate(m)) EXPECT_NE(e.kind, Message::Kind::error) << e.text;
      }
  };
  for (int i = 0; i < static_cast<int>(s.shapes.size()); ++i) check({Selection::Kind::shape, i});
  for (int i = 0; i < static_cast<int>(s.sources.size()); ++i) check({Selection::Kind::source, i});
  for (int i = 0; i < static_cast<int>(s.probes.size()); ++i) check({Selection::Kind::probe, i});
}

TEST(SceneEdit, a_beams_handles_turn_focus_and_widen_it) {
  Scene s = builtin("paint");
  s.sources.clear();
  s = with_source(s, {50, 50});
  s.sources[0].geometry = BeamSource{{40, 90}, {40, 30}, 10, 12, 5};
  const Selection beam{Selection::Kind::source, 0};
  const auto spot = [&](const Scene& of, int part) {
    for (const GripSpot& g : grip_spots(of, beam))
      if (g.grip.part == part) return g.node;
    ADD_FAILURE() << part;
    return Vec2{};
  };
  const auto geometry = [](const Scene& of) { return std::get<BeamSource>(of.sources[0].geometry); };
  const Vec2 middle = spot(s, 0), end = spot(s, part_of_waist);
  const double along = geometry(s).direction(s) * pi / 180;
  EXPECT_NEAR(length_of_nodes(s, std::hypot(end.x - middle.x, end.y - middle.y)), std::hypot(12.0, 5.0), 1e-9);
  // Twenty nodes ahead of the middle, and eight to the side.
  const Vec2 to{middle.x + 20 * std::cos(along) - 8 * std::sin(along),
                middle.y + 20 * std::sin(along) + 8 * std::cos(along)};
  const Scene wider = moved(s, {beam, part_of_waist}, end, to);
  EXPECT_NEAR(nodes_of_length(s, geometry(wider).focus), 20, 1e-9);
  EXPECT_NEAR(nodes_of_length(s, geometry(wider).waist), 8, 1e-9);
  EXPECT_EQ(geometry(wider).angle, 10);
  const Scene turned = moved(s, {beam, part_of_direction}, spot(s, part_of_direction), {middle.x + 30, middle.y + 30});
  EXPECT_NEAR(geometry(turned).direction(turned), 45, 1e-9);
  EXPECT_EQ(geometry(turned).waist, 12);
}

TEST(SceneEdit, a_material_is_renamed_everywhere_and_lists_its_users) {
  Scene s = with_material(builtin("paint"), {"glass", 2.25, 1, 0, 0, {}});
  const std::string name = s.materials.back().name;
  EXPECT_EQ(users_of(s, name).english(), "");
  s = with_shape(s, Circle{{60, 60}, 10}, name);
  EXPECT_EQ(users_of(s, name).english(), "1 shape");
  const Scene renamed = with_renamed_material(s, name, "crown");
  EXPECT_EQ(renamed.shapes.back().material, "crown");
  EXPECT_EQ(users_of(renamed, "crown").english(), "1 shape");
  EXPECT_NE(with_material(s, {"glass", 1, 1, 0, 0, {}}).materials.back().name, name);
}

TEST(Media, of_the_scene_alone_are_in_the_heading) {
  State s;
  s.scene = builtin("two-sources");
  s.scene.materials.clear();
  ASSERT_EQ(s.brush.material, "glass") << "which the first shape would add";
  EXPECT_EQ(summary_of_media(s), "3 · vacuum");
  s.brush.material = "pec";
  EXPECT_EQ(summary_of_media(s), "3 · pec");
  s.scene = with_material(s.scene, {"glass", 2.25, 1, 0, 0, {}});
  s.brush.material = "glass";
  EXPECT_EQ(summary_of_media(s), "4 · glass");
}

TEST(Units, are_read_and_written) {
  EXPECT_EQ(engineering(15e9, "Hz"), "15.000 GHz");
  EXPECT_EQ(engineering(0.0123, "m", 2), "12.30 mm");
  EXPECT_EQ(fixed(-1.5, 2), "−1.50");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fitting(-1.5, 3, 8), "−1.500");
  EXPECT_EQ(fitting(12345.678, 3, 6), "12346");
  EXPECT_EQ(fitting(1e23, 3, 9), "1.000e+23");
  EXPECT_EQ(fitting(-1e23, 3, 8), "−1.0e+23");
  EXPECT_EQ(capital(std::string("the field")), "The field");
  EXPECT_EQ(value_on_scale(NAN, 1e15, "V/m"), "not finite");
  EXPECT_EQ(brief(6291456, "cell"), "6.29 Mcell");
  EXPECT_EQ(engineering(3.2e-21, "J/(m·Hz)", 2), "3.20 zJ/(m·Hz)");
  EXPECT_EQ(engineering(-5e-24, "V/m", 1), "−5.0 yV/m");
  EXPECT_DOUBLE_EQ(*parse_number("12", "Hz", 1e9), 12e9);
  EXPECT_DOUBLE_EQ(*parse_number("12 MHz", "Hz", 1e9), 12e6);
  EXPECT_DOUBLE_EQ(*parse_number("12k", "Hz", 1e9), 12e3);
  EXPECT_DOUBLE_EQ(*parse_number("12e9", "Hz", 1e9), 12e9);
  EXPECT_DOUBLE_EQ(*parse_number("−3,5", "V/m"), -3.5);
  EXPECT_DOUBLE_EQ(*parse_number("20 mm", "m", 1), 0.02);
  EXPECT_DOUBLE_EQ(*parse_number("20 m", "m", 1e-3), 20);
  // A prefix is raised with its symbol, so squares and roots get a power of ten instead.
  EXPECT_EQ(engineering(3.712e7, "V²/m²", 2), "37.12 ×10⁶ V²/m²");
  EXPECT_EQ(engineering(2.5e-12, "A²/m²", 2), "2.50 ×10⁻¹² A²/m²");
  EXPECT_EQ(engineering(0.5, "V²/m²", 2), "500.00 ×10⁻³ V²/m²");
  EXPECT_EQ(engineering(5, "V²/m²", 2), "5.00 V²/m²");
  EXPECT_EQ(engineering(2e3, "√(J/(m·Hz))", 2), "2.00 ×10³ √(J/(m·Hz))");
  EXPECT_EQ(brief(4e7, "V²/m²"), "40 ×10⁶ V²/m²");
  EXPECT_EQ(engineering(2e3, "W/m²", 2), "2.00 kW/m²") << "the prefix is that of W";
  EXPECT_DOUBLE_EQ(*parse_number("2 kV²/m²", "V²/m²"), 2e6);
  EXPECT_DOUBLE_EQ(*parse_number("5 mm²/s", "m²/s"), 5e-6);
  EXPECT_DOUBLE_EQ(*parse_number("2 kW/m²", "W/m²"), 2e3);
  for (const char* micro : {"3.2 us", "3.2us", "3.2 µs", "3.2 μs", "3.2μ"})  // micro sign, Greek mu
    EXPECT_DOUBLE_EQ(parse_number(micro, "s", 1).value_or(0), 3.2e-6) << micro;
  for (const char* bad : {"", "x", "nan", "inf", "12 apples", "1e999"}) EXPECT_FALSE(parse_number(bad, "Hz", 1)) << bad;
}

TEST(ProbeTraces, values_at_the_mouse_are_in_the_unit_of_their_quantity) {
  State s;
  s.scene = builtin("heat-spot");
  s.view.quantity = Quantity::value;
  s.view.limit = 1;
  EXPECT_EQ(value_at_cursor(s, 0.59501), "0.595");
  EXPECT_EQ(value_at_cursor(s, INFINITY), "not finite");
  s.scene = builtin("sod");
  s.view.quantity = Quantity::density;
  EXPECT_EQ(value_at_cursor(s, 0.4263), "0.4263 kg/m³");
  EXPECT_EQ(value_at_cursor(s, 2e-5), "2e−05 kg/m³") << "no prefix before kg";
  s.view.quantity = Quantity::pressure;
  for (const auto& [value, words] : {std::pair<double, const char*>(80690, "80.69 kPa"),
                                     {1.2e6, "1.2 MPa"},
                                     {0.1, "0.1 Pa"},
                                     {9999, "9999 Pa"},
                                     {-3e-5, "−30 µPa"},
                                     {0, "0 Pa"}})
    EXPECT_EQ(value_at_cursor(s, value), words);
  s.scene = builtin("double-slit");
  s.view.quantity = Quantity::ez;
  EXPECT_EQ(value_at_cursor(s, 0.5), "  +0.50 V/m");
  EXPECT_TRUE(takes_prefix("V/m") && takes_prefix("Pa") && takes_prefix("m/s"));
  EXPECT_FALSE(takes_prefix("") || takes_prefix("kg/m⁴") || takes_prefix("1/s"));
  s.view.quantity = Quantity::intensity;
  s.view.limit = 4e7;
  EXPECT_EQ(value_at_cursor(s, 3.712e7), " +37.12 ×10⁶ V²/m²") << "1 MV² is 10¹² V²";
}

TEST(ProbeTraces, show_the_amplitude_of_the_last_period_and_an_exact_zero) {
  State s;
  s.scene = builtin("double-slit");
  s.dt = time_step(s.scene);
  const auto period = static_cast<std::size_t>(*first_period(s.scene) / s.dt);
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "– V/m");
  s.probes = {{"a", 1, std::vector<double>(10 * period, 0.0)}};
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "0 V/m");
  EXPECT_EQ(probe_amplitude(s, trace_window(s), 0), "0 V/m");
  std::vector<double>& v = s.probes[0].values;
  v[3 * period] = -9;
  for (std::size_t k = 8 * period; k < v.size(); ++k)
    v[k] = 2 * std::sin(2 * pi * static_cast<double>(k) / static_cast<double>(period));
  v[v.size() - 5] = -2;
  v.back() = -0.5;
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "  −0.50 V/m");
  EXPECT_EQ(probe_amplitude(s, trace_window(s), 0).substr(0, 7), "   2.00") << probe_amplitude(s, trace_window(s), 0);
}

// The label states how far the maximum looks back. Over a period a continuous wave keeps its amplitude at any time.
TEST(ProbeTraces, the_largest_value_is_steady_and_states_its_interval) {
  State s;
  s.scene = builtin("double-slit");
  s.dt = time_step(s.scene);
  EXPECT_STREQ(amplitude_words(s.scene), "max of 1 period");
  const double period = *first_period(s.scene) / s.dt;
  s.probes = {{"a", 1, {}}};
  for (int k = 0; k < 30 * period; ++k) s.probes[0].values.push_back(163.7 * std::sin(2 * pi * k / period));
  for (int more = 0; more < period; ++more) {
    s.probes[0].values.push_back(163.7 * std::sin(2 * pi * static_cast<double>(s.probes[0].values.size()) / period));
    const double told = std::stod(probe_amplitude(s, trace_window(s), 0));
    EXPECT_NEAR(told, 163.7, 0.02 * 163.7) << more;
  }
  for (Source& source : s.scene.sources) source.waveform = Gaussian{1e-11, {}};
  EXPECT_STREQ(amplitude_words(s.scene), "max of 250 steps");
  s.probes[0].values.assign(1000, 0.0);
  s.probes[0].values[700] = 7, s.probes[0].values[800] = 5;
  EXPECT_EQ(std::stod(probe_amplitude(s, trace_window(s), 0)), 5);
}

TEST(Problems, are_reported_in_the_words_of_the_interface) {
  Scene s = builtin("double-slit");
  s.sources[0].name = "lamp";
  s.probes[0].at = {-1, 3};
  s.sources[0].amplitude = NAN;
  s.boundary.cpml.kappa = 0;
  std::string all;
  for (const Message& m : validate(s)) all += problem_words(s, m) + "\n";
  EXPECT_NE(all.find("lamp's amplitude is nan; give a finite number\n"), std::string::npos) << all;
  EXPECT_NE(all.find("The layers' κ is 0; give 1 or more\n"), std::string::npos) << all;
  EXPECT_NE(all.find(s.probes[0].name + "'s place = [-1, 3] is outside the grid"), std::string::npos) << all;
  EXPECT_EQ(all.find("source.0"), std::string::npos) << all;
}

TEST(Lengths, are_shown_in_the_unit_that_suits_a_cell) {
  const auto shown = [](Unit unit, double cell) {
    Scene s;
    s.unit = unit;
    s.grid = {.nx = 100, .ny = 100, .dx = cell, .dy = cell};
    const LengthScale scale = length_scale(s);
    return fmt::format("{} {}", fixed(scale.shown(50 * (unit == Unit::cell ? 1 : cell)), scale.decimals), scale.name);
  };
  EXPECT_EQ(shown(Unit::mm, 1), "50.0 mm");
  EXPECT_EQ(shown(Unit::mm, 0.25), "12.50 mm");
  EXPECT_EQ(shown(Unit::mm, 1e-5), "500.0 nm");
  EXPECT_EQ(shown(Unit::cm, 0.5), "25.0 cm");
  EXPECT_EQ(shown(Unit::m, 1e-9), "50.0 nm");
  EXPECT_EQ(shown(Unit::m, 2e-6), "100.0 µm");
  EXPECT_EQ(shown(Unit::m, 3), "150.0 m");
  EXPECT_EQ(shown(Unit::um, 5000), "250.0 mm");
  EXPECT_EQ(shown(Unit::cell, 1e-3), "50.0 cells");
  EXPECT_DOUBLE_EQ(*parse_number("3 cm", "m", 1e-2), 0.03);
}

TEST(Speed, states_the_reason_if_it_is_not_reached) {
  State s;
  s.engine.device = "Two cores";
  s.speed.periods_per_second = 8;
  s.performance.steps_per_period = 100;
  s.performance.steps_per_second = 200;
  s.performance.gcells_wall = 0.25;
  EXPECT_EQ(why_short(s).english(),
            "The run reaches 2.0 of the 8.0 periods/s that are set. Two cores computes 0.25 Gcell/s here; this speed "
            "needs 1.00 Gcell/s");
}

}  // namespace
}  // namespace ez
