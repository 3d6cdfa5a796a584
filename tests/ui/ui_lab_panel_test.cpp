// Tests the boundary lab's panel in the running program: every control changes what it names, in the active pane and in
// its run.
#include <fmt/format.h>

#include <algorithm>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "solver/scene/fault.h"
#include "ui_desk.h"

namespace ez {
namespace {

// Returns two panes, PEC and CPML, of which the second is active.
LoadedScene two_panes(const std::filesystem::path&) {
  Scene scene = desk_scene();
  scene.sources[0].waveform = Ricker{15e9, {}};
  scene.variants = {{"walls", {}}, {"layer", {}}};
  for (const char* side : {"left", "right", "bottom", "top"})
    scene.variants[0].set.push_back({fmt::format("boundary.{}", side), "\"pec\""});
  return {scene, "", "panel"};
}

void begin(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 2 && d.state().step > 40; }));
  d.session().send(command::SelectPane{1});
  d.session().send(command::SetWorkspace{Workspace::boundary_lab});
  IM_CHECK(d.until([&] { return d.state().active == 1; }));
  d.frames(3);
}

const Scene& pane(const Desk& d, std::size_t k = 1) { return d.state().panes[k].scene; }
std::string wall(BoundaryKind kind, const char* name) { return fmt::format("$${}/{}", static_cast<int>(kind), name); }

void the_grading_is_typed(Desk& d) {
  begin(d);
  const CpmlGrading before = pane(d, 0).boundary.cpml;
  const std::uint64_t step = d.state().step;
  const auto g = [&]() -> const CpmlGrading& { return pane(d).boundary.cpml; };
  d.type("CPML profile/##layer_cells", "12");
  IM_CHECK_EQ(g().cells, 12);
  d.type("CPML profile/##order", "3");
  IM_CHECK_EQ(g().order, 3.0);
  d.type("CPML profile/##order", "9");
  IM_CHECK_EQ(g().order, 3.0);  // above 6, so it is refused
  d.type("CPML profile/##layer_sigma", "1.2");
  IM_CHECK_EQ(g().sigma, 1.2);
  d.type("CPML profile/##kappa", "5");
  IM_CHECK_EQ(g().kappa, 5.0);
  d.type("CPML profile/##alpha", "0.05 S/m");
  IM_CHECK(g().alpha && near(*g().alpha, 0.05));
  d.type("CPML profile/##factor_top", "0.5");
  IM_CHECK_EQ(g().factor[3], 0.5);
  IM_CHECK_EQ(g().factor[0], 1.0);
  IM_CHECK(d.session().solver(1).scene().boundary.cpml == g());
  IM_CHECK(pane(d, 0).boundary.cpml == before);
  IM_CHECK(d.field_ran_on(step));
  d.choose("CPML profile/##preset", "Taflove–Hagness");
  IM_CHECK_EQ(g().order, 3.0);
  IM_CHECK_EQ(g().kappa, 15.0);
  IM_CHECK(g().alpha && near(*g().alpha, 0.24));  // for cells of 1 mm
  IM_CHECK_EQ(g().cells, 12);
  d.click("CPML profile/##defaults");
  IM_CHECK(!g().alpha);
  IM_CHECK(!d.any_error());
}

void a_handle_is_dragged_as_one_edit(Desk& d) {
  begin(d);
  d.reveal("CPML profile/##preset");
  const CpmlGrading before = pane(d).boundary.cpml;
  d.hand().ItemDragWithDelta("//Panel/CPML profile/##sigma_handle", {0, 30});
  d.frames(4);
  IM_CHECK(pane(d).boundary.cpml.sigma < before.sigma);
  IM_CHECK(d.session().solver(1).scene().boundary.cpml == pane(d).boundary.cpml);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(pane(d).boundary.cpml == before);
  IM_CHECK(!d.state().history.can_undo());
}

void sides_are_switched_and_periodic_ones_in_pairs(Desk& d) {
  begin(d);
  const std::uint64_t step = d.state().step;
  d.choose("Boundaries/##left", wall(BoundaryKind::periodic, "Periodic"));
  IM_CHECK(pane(d).boundary[Side::left] == BoundaryKind::periodic);
  IM_CHECK(pane(d).boundary[Side::right] == BoundaryKind::periodic);
  d.choose("Boundaries/##right", wall(BoundaryKind::mur2, "Mur, 2nd order"));
  IM_CHECK(pane(d).boundary[Side::left] == BoundaryKind::mur2);
  IM_CHECK(pane(d).boundary[Side::right] == BoundaryKind::mur2);
  d.choose("Boundaries/##top", wall(BoundaryKind::pmc, "PMC"));
  IM_CHECK(pane(d).boundary[Side::bottom] == BoundaryKind::cpml);
  d.choose("Boundaries/##all", wall(BoundaryKind::periodic, "Periodic"));
  for (const Side side : all_sides) IM_CHECK(pane(d).boundary[side] == BoundaryKind::periodic);
  IM_CHECK(pane(d, 0).boundary[Side::left] == BoundaryKind::pec);
  IM_CHECK(d.session().solver(1).scene().boundary == pane(d).boundary);
  IM_CHECK(d.field_ran_on(step));
  IM_CHECK(!d.any_error());
}

void faults_are_toggled(Desk& d) {
  begin(d);
  d.click("Faults/wrong-sign/##left");
  const BoundaryFault wanted{Side::left, Fault::wrong_sign};
  IM_CHECK(pane(d).faults == std::vector<BoundaryFault>{wanted});
  IM_CHECK(d.session().solver(1).scene().faults == pane(d).faults);
  IM_CHECK(pane(d, 0).faults.empty());
  d.click("Faults/wrong-sign/##left");
  IM_CHECK(pane(d).faults.empty());
  IM_CHECK(!d.any_error());
}

// Sets seed, side, fault and answer. The first guess is right.
void a_hidden_fault_is_found(Desk& d) {
  begin(d);
  d.type("Faults/##seed", "7");
  d.click("Faults/##hide");
  IM_CHECK(d.until([&] { return pane(d).hidden_fault == 7; }));
  d.frames(3);
  IM_CHECK(!d.hand().ItemExists("//Panel/Faults/wrong-sign/##left"));  // the table would reveal the fault
  const std::optional<BoundaryFault> truth = hidden_fault_of(pane(d));
  IM_CHECK(truth.has_value());
  if (!truth) return;
  constexpr const char* sides[] = {"Left", "Right", "Bottom", "Top"};
  d.choose("Faults/##named_side", sides[static_cast<std::size_t>(truth->side)]);
  d.choose("Faults/##named_fault", std::string(words_of(truth->fault).title));
  d.click("Faults/##name");
  IM_CHECK_EQ(d.state().of<LabState>().quiz.guesses, 1);
  IM_CHECK(d.state().fault_revealed);
  IM_CHECK_EQ(d.state().of<LabState>().quiz.score, 3);
  d.click("Faults/##next");
  IM_CHECK(d.until([&] { return pane(d).hidden_fault == 8; }));
  IM_CHECK(!d.state().fault_revealed);
  d.click("Faults/##reveal");
  d.click("Faults/##done");
  IM_CHECK(!d.scene().hidden_fault);
  IM_CHECK(!d.any_error());
}

void the_plot_is_set(Desk& d) {
  begin(d);
  d.type("Reflection/##frequency", "12 GHz");
  IM_CHECK(near(d.state().instruments.angle_frequency, 12e9));
  d.click("Reflection/##source_frequency");
  IM_CHECK_EQ(d.state().instruments.angle_frequency, 0.0);
  d.choose("Reflection/##side", "Top");
  d.click("Reflection/##against/Frequency");
  IM_CHECK(!d.hand().ItemExists("//Panel/Reflection/##frequency"));
  d.click("Reflection/##against/Angle");
  IM_CHECK(d.hand().ItemExists("//Panel/Reflection/##frequency"));
  d.click("Energy/##keep");
  IM_CHECK(d.state().instruments.ledger);
  d.click("Energy/##keep");
  IM_CHECK(!d.state().instruments.ledger);
}

void reflection_is_measured(Desk& d) {
  begin(d);
  d.click("Reflection/##measure");
  IM_CHECK(d.scene().reflection.on);
  IM_CHECK(d.until([&] { return d.state().panes[0].reflection.worst.has_value(); }));
  d.click("Boundaries/##measure");
  IM_CHECK(!d.scene().reflection.on);
}

void a_search_is_set_up_and_cancelled(Desk& d) {
  begin(d);
  d.type("CPML profile/##degrees_high", "45");
  IM_CHECK_EQ(d.state().instruments.band.degrees_high, 45.0);
  d.type("CPML profile/##degrees_low", "50");
  IM_CHECK_EQ(d.state().instruments.band.degrees_low, 0.0);  // above the other end, so it is refused
  d.type("CPML profile/##frequency_high", "20 GHz");
  IM_CHECK(near(d.state().instruments.band.frequency_high, 20e9));
  const CpmlGrading before = pane(d).boundary.cpml;
  d.click("CPML profile/##optimise");
  IM_CHECK(d.until([&] { return d.state().of<LabState>().search.has_value(); }));
  d.click("CPML profile/##cancel");
  IM_CHECK(d.until([&] { return d.state().of<LabState>().search && d.state().of<LabState>().search->cancelled; }));
  IM_CHECK(pane(d).boundary.cpml == before);
}

}  // namespace

std::vector<UiTest> lab_panel_tests() {
  const PixelSize size{1400, 900};
  return {
      {"the_grading_is_typed", the_grading_is_typed, two_panes, size},
      {"a_handle_is_dragged_as_one_edit", a_handle_is_dragged_as_one_edit, two_panes, size},
      {"sides_are_switched_and_periodic_ones_in_pairs", sides_are_switched_and_periodic_ones_in_pairs, two_panes, size},
      {"faults_are_toggled", faults_are_toggled, two_panes, size},
      {"a_hidden_fault_is_found", a_hidden_fault_is_found, two_panes, size},
      {"the_plot_is_set", the_plot_is_set, two_panes, size},
      {"reflection_is_measured", reflection_is_measured, two_panes, size},
      {"a_search_is_set_up_and_cancelled", a_search_is_set_up_and_cancelled, two_panes, size}};
}

}  // namespace ez
