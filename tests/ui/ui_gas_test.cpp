// Tests gas and heat in the window: scenes are opened, run, painted, given walls and pulses, and undone. Also tests a
// line cut with the exact solution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "app/features/boundary_lab/commands.h"
#include "app/model/document/gas_edit.h"
#include "solver/scene/file/scene_file.h"
#include "ui_desk.h"

namespace ez {
namespace {

FluidState filled(const char* name, double density, double pressure, double value = 0) {
  FluidState s;
  s.name = name;
  s.density = density;
  s.pressure = pressure;
  s.value = value;
  return s;
}

// Returns Sod's shock tube with 160 × 48 cells.
Scene sod_scene() {
  Scene s = started_as(Physics::gas);
  s.title = "tube";
  s.grid.nx = 160;
  s.grid.ny = 48;
  s.grid.dx = s.grid.dy = 1.0 / 160;
  s.grid.background = "driven";
  s.states = {filled("driver", 1, 1), filled("driven", 0.125, 0.1)};
  s.shapes.push_back({.geometry = Rect{{0, 0}, {0.5, 0.3}}, .state = "driver"});
  s.boundary[Side::top] = s.boundary[Side::bottom] = BoundaryKind::wall;
  s.probes.push_back({"front", {0.703125, 0.146875}});
  return s;
}
LoadedScene sod(const std::filesystem::path&) { return {sod_scene(), "", ""}; }

LoadedScene bar(const std::filesystem::path&) {
  Scene s = started_as(Physics::heat);
  s.title = "bar";
  s.grid.nx = 96;
  s.grid.ny = 64;
  s.grid.dx = s.grid.dy = 0.01;
  s.states = {filled("cold", 1, 1), filled("hot", 1, 1, 1)};
  s.shapes.push_back({.geometry = Circle{{0.3, 0.3}, 0.1}, .state = "hot"});
  return {s, "", ""};
}

double at(Desk& d, Quantity q, int i, int j) { return d.solver().value_at(q, {i, j}); }
bool runs_on(Desk& d, std::uint64_t steps) {
  const std::uint64_t before = d.state().step;
  return d.until([&] { return d.state().step > before + steps; });
}
void stand(Desk& d) {
  if (d.state().running) d.key(ImGuiKey_Space);
  IM_CHECK(!d.state().running);
}

void a_gas_scene_opens_like_any_other(Desk& d) {
  d.outside([&] {
    std::ofstream file(d.file("tube.toml"));
    file << write_scene(sod_scene());
  });
  d.tool("##source");
  IM_CHECK(d.state().tool == Tool::source);
  d.session().send(command::Open{d.file("tube.toml")});
  d.frames(5);
  IM_CHECK(d.scene().physics == Physics::gas);
  IM_CHECK(d.state().view.quantity == Quantity::density);
  IM_CHECK(d.state().tool == Tool::select);
  IM_CHECK(runs_on(d, 20));
  IM_CHECK(!d.any_error());
  IM_CHECK(d.state().dt > 0 && d.state().time > d.state().dt);
  IM_CHECK(d.until([&] { return d.state().mach && *d.state().mach > 0.3 && *d.state().mach < 1.2; }));
  // Controls of electromagnetic scenes are hidden.
  for (const char* gone : {"//Toolbar/##source", "//Toolbar/##boundary_lab", "//Toolbar/##kernel_lab",
                           "//Panel/Sources", "//Panel/Materials", "//Panel/Monitors", "//Panel/Scene/##polarization"})
    IM_CHECK(!d.hand().ItemExists(gone));
  d.key(ImGuiKey_F3);
  IM_CHECK(d.state().workspace == Workspace::explore);
  // Return to an electromagnetic scene.
  d.session().send(command::OpenBuiltin{"open-pulse"});
  d.frames(5);
  IM_CHECK(d.scene().physics == Physics::maxwell);
  IM_CHECK(d.hand().ItemExists("//Toolbar/##source"));
  IM_CHECK(d.state().view.quantity == Quantity::ez);
  IM_CHECK(runs_on(d, 20));
  IM_CHECK(!d.any_error());
}

void the_panel_sets_the_scheme_of_the_gas(Desk& d) {
  IM_CHECK(runs_on(d, 10));
  d.click("Gas/##scheme/Lax–Wendroff");
  IM_CHECK(d.scene().gas.scheme == GasScheme::lax_wendroff);
  d.type("Gas/##viscosity", "2");
  d.type("Gas/##cfl", "0.3");
  IM_CHECK(d.scene().gas.viscosity == 2 && d.scene().gas.cfl == 0.3);
  IM_CHECK(runs_on(d, 10));
  d.click("Gas/##scheme/MUSCL");
  IM_CHECK(d.scene().gas.scheme == GasScheme::muscl_hllc);
  IM_CHECK(runs_on(d, 10));
  d.click("Gas/##scheme/Roe");
  d.type("Gas/##entropy_fix", "0.2");
  d.type("Gas/##gamma", "1.67");
  IM_CHECK(near(d.scene().gas.gamma, 1.67) && near(d.scene().gas.entropy_fix, 0.2));
  d.click("Gas/##step/Fixed Δt");
  IM_CHECK(d.scene().gas.dt && *d.scene().gas.dt > 0);
  d.type("Gas/##dt", "0.5 ms");
  IM_CHECK(runs_on(d, 10));
  IM_CHECK(near(d.solver().dt(), 0.0005));
  d.click("Gas/##step/CFL");
  IM_CHECK(!d.scene().gas.dt);
  IM_CHECK(runs_on(d, 5));
  IM_CHECK_EQ(d.resets(), 0);  // the gas is not restarted
  d.choose("Boundaries/##right", fmt::format("$${}/Wall", static_cast<int>(BoundaryKind::wall)));
  IM_CHECK(d.scene().boundary[Side::right] == BoundaryKind::wall);
  IM_CHECK(runs_on(d, 5));
  IM_CHECK_EQ(d.resets(), 0);
  IM_CHECK(!d.any_error());
}

void a_state_is_added_edited_and_deleted(Desk& d) {
  stand(d);
  const Scene before = d.scene();
  d.click("States/##state1");
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "driver");
  d.click("States/##add");
  IM_CHECK_EQ(d.scene().states.size(), 3u);
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "driver 2");
  d.type("States/##density", "2");
  d.type("States/##pressure", "3");
  d.type("States/##u", "-0.5");
  d.type("States/##v", "0.25");
  const FluidState made = d.scene().states[2];
  IM_CHECK(made.density == 2 && made.pressure == 3 && made.velocity == (Vec2{-0.5, 0.25}));
  d.type("States/##density", "-1");  // a gas cannot have a negative density
  IM_CHECK(d.scene().states[2].density == 2);
  d.type("States/##name", "jet");
  IM_CHECK_STR_EQ(d.scene().states[2].name.c_str(), "jet");
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "jet");
  d.click("States/##delete");
  IM_CHECK(d.scene() == before);
  d.click("States/##state2");
  IM_CHECK(d.disabled("States/##delete"));  // the background consists of this state
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_STR_EQ(d.scene().states.back().name.c_str(), "jet");
}

void the_brush_paints_a_state_into_the_running_gas(Desk& d) {
  IM_CHECK(runs_on(d, 10));
  stand(d);
  const std::uint64_t step = d.solver().step();
  const double far = at(d, Quantity::density, 20, 40);
  IM_CHECK(near(at(d, Quantity::density, 140, 24), 0.125));
  d.click("States/##state1");
  d.tool("##brush");
  d.drag({140, 24}, {144, 24});
  IM_CHECK_EQ(d.scene().shapes.size(), 2u);
  IM_CHECK_STR_EQ(d.scene().shapes[1].state.c_str(), "driver");
  IM_CHECK(near(at(d, Quantity::density, 142, 24), 1));
  IM_CHECK(near(at(d, Quantity::pressure, 142, 24), 1));
  IM_CHECK_EQ(at(d, Quantity::density, 20, 40), far);
  IM_CHECK_EQ(d.solver().step(), step);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.scene().shapes.size(), 1u);
  IM_CHECK(near(at(d, Quantity::density, 142, 24), 0.125));
  IM_CHECK_EQ(d.resets(), 0);
}

void a_wall_is_drawn_into_the_running_gas(Desk& d) {
  IM_CHECK(runs_on(d, 5));
  d.tool("##wall");
  d.drag({120, 2}, {120, 45});
  IM_CHECK(d.scene().shapes.back().wall);
  IM_CHECK(runs_on(d, 5));
  stand(d);
  IM_CHECK_EQ(d.solver().nodes().at(120, 24), 1);
  IM_CHECK_EQ(at(d, Quantity::density, 120, 24), 0.0);
  IM_CHECK(at(d, Quantity::density, 20, 24) > 0.2);  // the gas of the driver section is there, expanded or not
  IM_CHECK_EQ(d.resets(), 0);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.scene().shapes.size(), 1u);
  IM_CHECK(at(d, Quantity::density, 120, 24) > 0.1);
  d.tool("##rectangle");  // with the selected state, in whole cells
  d.click("States/##state0");
  d.drag({100, 10}, {110, 20});
  const auto& rect = std::get<Rect>(d.scene().shapes.back().geometry);
  const double left = rect.min.x * 160, bottom = rect.min.y * 160;
  IM_CHECK(std::abs(left - std::round(left)) < 1e-6 && std::abs(bottom - std::round(bottom)) < 1e-6);
  IM_CHECK(d.scene().shapes.back().wall);
  IM_CHECK(!d.any_error());
}

void a_shape_with_a_state_is_dragged(Desk& d) {
  stand(d);
  IM_CHECK(near(at(d, Quantity::density, 135, 24), 0.125));
  d.drag({40, 24}, {100, 24});
  IM_CHECK(near(std::get<Rect>(d.scene().shapes[0].geometry).max.x, 0.875));
  IM_CHECK(near(at(d, Quantity::density, 135, 24), 1));
  IM_CHECK(near(at(d, Quantity::density, 5, 24), 0.125));
}

void a_click_sends_a_pulse(Desk& d) {
  IM_CHECK(runs_on(d, 3));
  stand(d);
  const double before = at(d, Quantity::pressure, 130, 24);
  const Scene scene = d.scene();
  d.key(ImGuiKey_U);
  IM_CHECK(d.state().tool == Tool::pulse);
  d.click_picture({130, 24});
  d.frames(3);
  IM_CHECK(near(at(d, Quantity::pressure, 130, 24), 1.5 * before, 0.02));
  IM_CHECK(d.scene() == scene);  // the scene still starts as before
  const double moved = at(d, Quantity::pressure, 130, 24);
  d.key(ImGuiKey_Space);
  IM_CHECK(runs_on(d, 30));
  IM_CHECK(std::abs(at(d, Quantity::pressure, 130, 24) - moved) > 0.01 * moved);
  IM_CHECK(!d.any_error());
}

void a_line_shows_the_exact_solution(Desk& d) {
  IM_CHECK(runs_on(d, 40));
  stand(d);
  d.click("Line cut/##add");
  d.frames(3);
  const CutTrace& cut = d.state().cut;
  IM_CHECK(cut.quantity == Quantity::density);
  IM_CHECK(!cut.now.empty());
  IM_CHECK_EQ(cut.exact.size(), cut.now.size());
  double sum = 0;
  for (std::size_t k = 0; k < cut.now.size(); ++k) sum += std::abs(cut.now[k] - cut.exact[k]);
  IM_CHECK(sum / static_cast<double>(cut.now.size()) < 0.03);
  IM_CHECK(sum > 0);
  d.key(ImGuiKey_2);  // selects the pressure
  d.frames(3);
  IM_CHECK(cut.quantity == Quantity::pressure);
  IM_CHECK(near(cut.exact.front(), 1, 1e-9) && near(cut.exact.back(), 0.1, 1e-9));
  // The exact solution disappears after a manual change, until undo or a restart.
  d.key(ImGuiKey_U);
  d.click_picture({130, 24});
  d.frames(3);
  IM_CHECK(cut.exact.empty() && !cut.now.empty());
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.frames(3);
  IM_CHECK(!cut.exact.empty());
  d.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  d.frames(3);
  IM_CHECK(cut.exact.empty());
  d.key(ImGuiKey_R);
  d.frames(3);
  IM_CHECK(!cut.exact.empty());
  d.click_picture({130, 24});  // also at t = 0
  d.frames(3);
  IM_CHECK(cut.exact.empty());
}

// Undoing a wall or a pulse keeps a running run running and a paused run paused.
void undoing_a_pulse_keeps_running_or_paused(Desk& d) {
  const auto take_back = [&] {
    d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    d.frames(2);
    IM_CHECK(d.until([&] { return !d.state().moments.target; }));
  };
  IM_CHECK(runs_on(d, 20));
  d.tool("##wall");
  d.drag({120, 2}, {120, 20});
  take_back();
  IM_CHECK(d.state().running && d.scene().shapes.size() == 1);
  IM_CHECK(runs_on(d, 5));
  d.key(ImGuiKey_U);
  d.click_picture({140, 24});
  IM_CHECK(runs_on(d, 5));
  take_back();
  IM_CHECK(d.state().running);
  IM_CHECK(runs_on(d, 20));
  stand(d);
  IM_CHECK(!d.state().moments.last_pulse && !d.state().history.can_undo());
  const std::uint64_t step = d.solver().step();
  const std::vector<double> before = d.solver().field(Quantity::pressure);
  const double here = at(d, Quantity::pressure, 140, 24);
  d.click_picture({140, 24});
  d.frames(3);
  IM_CHECK(at(d, Quantity::pressure, 140, 24) > 1.3 * here);
  take_back();
  IM_CHECK(!d.state().running);
  IM_CHECK_EQ(d.solver().step(), step);
  IM_CHECK(d.solver().field(Quantity::pressure) == before);
  d.key(ImGuiKey_RightArrow);  // the next step runs without the pulse
  d.frames(3);
  IM_CHECK_EQ(d.solver().step(), step + 1);
  const double later = at(d, Quantity::pressure, 140, 24);
  IM_CHECK(later < 1.1 * here);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Y);  // redo sends the pulse into the present gas
  IM_CHECK(d.until([&] { return at(d, Quantity::pressure, 140, 24) > 1.3 * later; }));
  IM_CHECK(!d.any_error());
}

// The range follows the field that is shown, regardless of earlier fields.
void undoing_a_pulse_restores_the_range(Desk& d) {
  IM_CHECK(runs_on(d, 20));
  stand(d);
  d.frames(3);
  const ViewState before = d.state().view;
  IM_CHECK(before.range == RangeMode::automatic);
  d.key(ImGuiKey_U);
  d.click_picture({30, 24});  // where the gas is dense
  d.frames(3);
  IM_CHECK(d.state().view.limit > 1.1 * before.limit);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.frames(3);
  IM_CHECK(d.state().view.limit == before.limit && d.state().view.low == before.low);
  // The same for a running gas.
  d.key(ImGuiKey_Space);
  IM_CHECK(runs_on(d, 5));
  d.click_picture({30, 24});
  d.frames(3);
  IM_CHECK(d.state().view.limit > 1.1 * before.limit);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.frames(3);
  IM_CHECK(near(d.state().view.limit, before.limit));
}

void probes_record_the_chosen_quantity(Desk& d) {
  IM_CHECK(runs_on(d, 20));
  d.choose("Probes/##quantity", "pressure");
  IM_CHECK(d.scene().probes[0].quantity == Quantity::pressure);
  IM_CHECK(runs_on(d, 20));
  stand(d);
  const ProbeTrace& trace = d.state().probes[0];
  IM_CHECK(!trace.values.empty());
  IM_CHECK_EQ(trace.times.size(), trace.values.size());
  IM_CHECK(near(trace.values.back(), at(d, Quantity::pressure, 112, 23), 1e-5));
  IM_CHECK(std::is_sorted(trace.times.begin(), trace.times.end()));
}

void keys_select_the_quantities_of_a_gas(Desk& d) {
  const std::vector<Quantity> offered = offered_quantities(Physics::gas);
  IM_CHECK_EQ(offered.size(), 10u);
  for (std::size_t k = 0; k < offered.size(); ++k) {
    d.key(static_cast<ImGuiKey>(ImGuiKey_0 + static_cast<int>((k + 1) % 10)));
    d.frames(2);
    IM_CHECK(d.state().view.quantity == offered[k]);
  }
  d.click("View/##quantity/" + std::string(symbol_of(Quantity::schlieren, Polarization::ez)));
  IM_CHECK(d.state().view.quantity == Quantity::schlieren);
  IM_CHECK(d.hand().ItemExists("//Panel/View/##arrows"));
  for (const char* light : {"//Panel/View/##lens", "//Panel/View/##theory", "//Panel/View/##layers"})
    IM_CHECK(!d.hand().ItemExists(light));
  IM_CHECK(!d.any_error());
}

void a_failed_gas_stops_at_its_last_good_state(Desk& d) {
  IM_CHECK(runs_on(d, 10));
  d.click("Gas/##step/Fixed Δt");
  d.type("Gas/##dt", "1 s");
  IM_CHECK(d.until([&] { return d.state().frozen; }));
  IM_CHECK(!d.state().frozen_why.empty());
  const std::vector<double> p = d.solver().field(Quantity::pressure);
  IM_CHECK(std::all_of(p.begin(), p.end(), [](double v) { return v > 0; }));
  // A remedy is offered after it was tried.
  IM_CHECK(d.until([&] { return d.state().instability && d.state().instability->fixed_scene; }));
  d.session().send(command::Mend{});
  d.frames(5);
  IM_CHECK(!d.state().frozen);
  IM_CHECK(!d.scene().gas.dt);
  IM_CHECK(runs_on(d, 10));
}

void heat_is_painted_and_pulsed(Desk& d) {
  IM_CHECK(runs_on(d, 5));
  stand(d);
  d.click("States/##state2");
  d.tool("##brush");
  d.drag({70, 40}, {74, 40});
  IM_CHECK(near(at(d, Quantity::value, 72, 40), 1));
  const double before = at(d, Quantity::value, 80, 10);
  d.key(ImGuiKey_U);
  d.click_picture({80, 10});
  d.frames(3);
  IM_CHECK(std::abs(at(d, Quantity::value, 80, 10) - before - 0.5) < 0.02);
  d.type("Heat/##diffusivity", "0.0002");
  IM_CHECK(near(d.scene().heat.diffusivity, 2e-4));
  d.key(ImGuiKey_Space);
  IM_CHECK(runs_on(d, 50));
  IM_CHECK(!d.state().frozen && !d.any_error());
  IM_CHECK(!d.hand().ItemExists("//Panel/Gas"));
}

void a_gas_is_saved_and_opened_again(Desk& d) {
  stand(d);
  d.tool("##wall");
  d.drag({120, 2}, {120, 45});
  d.session().send(command::SaveAs{d.file("own.toml")});
  d.frames(5);
  IM_CHECK(!d.state().unsaved);
  const SceneResult again = load_scene(d.file("own.toml"));
  IM_CHECK(again.scene && *again.scene == d.scene());
}

}  // namespace

std::vector<UiTest> gas_tests() {
  return {{"a_gas_scene_opens_like_any_other", a_gas_scene_opens_like_any_other, {}, {1280, 720}},
          {"the_panel_sets_the_scheme_of_the_gas", the_panel_sets_the_scheme_of_the_gas, sod},
          {"a_state_is_added_edited_and_deleted", a_state_is_added_edited_and_deleted, sod},
          {"the_brush_paints_a_state_into_the_running_gas", the_brush_paints_a_state_into_the_running_gas, sod},
          {"a_wall_is_drawn_into_the_running_gas", a_wall_is_drawn_into_the_running_gas, sod},
          {"a_shape_with_a_state_is_dragged", a_shape_with_a_state_is_dragged, sod},
          {"a_click_sends_a_pulse", a_click_sends_a_pulse, sod},
          {"undoing_a_pulse_keeps_running_or_paused", undoing_a_pulse_keeps_running_or_paused, sod},
          {"a_line_shows_the_exact_solution", a_line_shows_the_exact_solution, sod},
          {"undoing_a_pulse_restores_the_range", undoing_a_pulse_restores_the_range, sod},
          {"probes_record_the_chosen_quantity", probes_record_the_chosen_quantity, sod},
          {"keys_select_the_quantities_of_a_gas", keys_select_the_quantities_of_a_gas, sod},
          {"a_failed_gas_stops_at_its_last_good_state", a_failed_gas_stops_at_its_last_good_state, sod},
          {"heat_is_painted_and_pulsed", heat_is_painted_and_pulsed, bar},
          {"a_gas_is_saved_and_opened_again", a_gas_is_saved_and_opened_again, sod}};
}

}  // namespace ez
