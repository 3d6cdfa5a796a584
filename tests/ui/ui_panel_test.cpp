// Tests the panel: every control of Sources, Boundaries, Probes, View, Scene and Performance changes what it names.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/model/update.h"
#include "solver/base/constants.h"
#include "ui_desk.h"

namespace ez {
namespace {

// Returns an entry in the lists of boundary kinds.
std::string wall(BoundaryKind kind, const char* name) { return fmt::format("$${}/{}", static_cast<int>(kind), name); }

const Cw& cw(const Desk& d) { return std::get<Cw>(d.scene().sources[0].waveform); }

void sides_are_switched(Desk& d) {
  d.wait_for_field();
  const std::pair<const char*, BoundaryKind> kinds[] = {{"PEC", BoundaryKind::pec},
                                                        {"PMC", BoundaryKind::pmc},
                                                        {"Mur, 1st order", BoundaryKind::mur1},
                                                        {"CPML", BoundaryKind::cpml}};
  for (const auto& [entry, kind] : kinds) {
    const std::uint64_t before = d.state().step;
    d.choose("Boundaries/##left", wall(kind, entry));
    IM_CHECK(d.scene().boundary[Side::left] == kind);
    IM_CHECK(d.scene().boundary[Side::right] == BoundaryKind::cpml);
    IM_CHECK(d.field_ran_on(before));
    IM_CHECK(d.solver().scene().boundary[Side::left] == kind);
  }
  const std::pair<const char*, Side> others[] = {
      {"Boundaries/##right", Side::right}, {"Boundaries/##bottom", Side::bottom}, {"Boundaries/##top", Side::top}};
  for (const auto& [item, side] : others) {
    d.choose(item, wall(BoundaryKind::pec, "PEC"));
    IM_CHECK(d.scene().boundary[side] == BoundaryKind::pec);
  }
  d.choose("Boundaries/##all", wall(BoundaryKind::pmc, "PMC"));
  for (const Side side : all_sides) IM_CHECK(d.scene().boundary[side] == BoundaryKind::pmc);
  IM_CHECK(!d.any_error());
}

void the_absorbing_layer_is_edited(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  const CpmlGrading& g = d.scene().boundary.cpml;
  d.type("Boundaries/##layer_cells", "16");
  IM_CHECK_EQ(g.cells, 16);
  d.type("Boundaries/##order", "3");
  IM_CHECK_EQ(g.order, 3.0);
  d.type("Boundaries/##layer_sigma", "1.2");
  IM_CHECK_EQ(g.sigma, 1.2);
  d.type("Boundaries/##kappa", "5");
  IM_CHECK_EQ(g.kappa, 5.0);
  d.type("Boundaries/##alpha", "0.05 S/m");
  IM_CHECK(g.alpha && near(*g.alpha, 0.05));
  IM_CHECK(d.field_ran_on(before));
  IM_CHECK(d.solver().scene().boundary == d.scene().boundary);
  d.click("Boundaries/##defaults");
  CpmlGrading usual;
  usual.cells = 16;
  IM_CHECK(g == usual);
}

void the_frequency_is_set_in_three_ways(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.type("Sources/##frequency", "12 GHz");
  IM_CHECK(near(cw(d).frequency, 12e9));
  d.type("Sources/##lambda", "15 mm");
  IM_CHECK(near(cw(d).frequency, c0 / 0.015, 1e-3));
  d.type("Sources/##cells", "30");
  IM_CHECK(near(cw(d).frequency, c0 / 0.03, 1e-3));
  IM_CHECK(d.field_ran_on(before));
  const double typed = cw(d).frequency;
  d.hand().ItemDragWithDelta("//Panel/Sources/##frequency", {40, 0});
  d.frames(3);
  IM_CHECK(cw(d).frequency > 1.1 * typed);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(cw(d).frequency, typed);  // the drag made one entry
}

void a_source_is_edited(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  const auto source = [&]() -> const Source& { return d.scene().sources[0]; };
  d.type("Sources/##amplitude", "2.5");
  IM_CHECK(near(source().amplitude, 2.5));
  d.type("Sources/##phase", "90");
  IM_CHECK_EQ(cw(d).phase, 90.0);
  d.type("Sources/##ramp", "5");
  IM_CHECK_EQ(cw(d).ramp, 5.0);
  d.type("Sources/##name", "left antenna");
  IM_CHECK_STR_EQ(source().name.c_str(), "left antenna");
  d.click("Sources/##kind/Hard");
  IM_CHECK(source().hard);
  d.click("Sources/##kind/Soft");
  IM_CHECK(!source().hard);
  d.click("Sources/##on");
  IM_CHECK(!source().on);
  d.click("Sources/##on");
  IM_CHECK(source().on);
  d.type("Sources/##x", "60");
  IM_CHECK(near(source_node(d.scene()).x, 60, 0.01));
  d.choose("Sources/##type", "Line");
  IM_CHECK(std::holds_alternative<LineSource>(source().geometry));
  d.type("Sources/##y2", "10 cm");
  IM_CHECK(near(std::get<LineSource>(source().geometry).to.y, 0.1));
  d.choose("Sources/##type", "Point");
  IM_CHECK(std::holds_alternative<PointSource>(source().geometry));
  const Vec2 stood = source_node(d.scene());
  d.click("Sources/##moves");
  const auto motion = [&]() -> const Motion& { return std::get<PointSource>(source().geometry).motion; };
  IM_CHECK_EQ(motion().path.size(), 2u);
  IM_CHECK(to_nodes(d.scene(), motion().path[0]) == stood);
  d.type("Sources/##beta", "0.3");
  IM_CHECK_EQ(motion().metres_per_second(), 0.3 * c0);
  d.click("Sources/##more_points");
  d.click("Sources/##loop");
  IM_CHECK(motion().loop && motion().path.size() == 3);
  d.click("Sources/##moves");
  IM_CHECK(!motion().moves());
  IM_CHECK(source_node(d.scene()) == stood);
  IM_CHECK(d.field_ran_on(before));
  IM_CHECK(d.solver().scene() == d.scene());
}

void waveforms_are_chosen(Desk& d) {
  const auto index = [&] { return static_cast<int>(d.scene().sources[0].waveform.index()); };
  d.choose("Sources/##waveform", "Gaussian pulse");
  IM_CHECK_EQ(index(), 1);
  d.type("Sources/##width", "50 ps");
  IM_CHECK(near(std::get<Gaussian>(d.scene().sources[0].waveform).width, 50e-12));
  d.type("Sources/##delay", "300 ps");
  const auto& delay = std::get<Gaussian>(d.scene().sources[0].waveform).delay;
  IM_CHECK(delay && near(*delay, 300e-12));
  d.choose("Sources/##waveform", "Modulated Gaussian");
  IM_CHECK_EQ(index(), 2);
  d.choose("Sources/##waveform", "Ricker wavelet");
  IM_CHECK_EQ(index(), 3);
  d.choose("Sources/##waveform", "Chirp");
  d.type("Sources/##from", "4 GHz");
  d.type("Sources/##duration", "2 ns");
  const auto* chirp = std::get_if<Chirp>(&d.scene().sources[0].waveform);
  IM_CHECK(chirp && near(chirp->from, 4e9) && near(chirp->duration, 2e-9));
  d.choose("Sources/##waveform", "Step function");
  d.type("Sources/##rise", "120 ps");
  const auto* step = std::get_if<Step>(&d.scene().sources[0].waveform);
  IM_CHECK(step && near(step->rise, 120e-12));
  d.choose("Sources/##waveform", "Table");
  const auto* table = std::get_if<Tabulated>(&d.scene().sources[0].waveform);
  IM_CHECK(table && table->t.size() == table->w.size() && table->t.size() > 1);
  d.choose("Sources/##waveform", "Noise, band-limited");
  d.type("Sources/##seed", "7");
  const auto* noise = std::get_if<Noise>(&d.scene().sources[0].waveform);
  IM_CHECK(noise && noise->seed == 7);
  IM_CHECK(d.state().problems.empty());
  d.choose("Sources/##waveform", "CW, soft start");
  IM_CHECK_EQ(index(), 0);
}

void sources_are_added_and_deleted(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.click("Sources/##add");
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{2});
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 1}));
  d.click("Sources/##source0");
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 0}));
  d.click("Sources/##duplicate");
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{3});
  d.click("Sources/##delete");
  d.click("Sources/##source1");
  d.click("Sources/##delete");
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{1});
  IM_CHECK(d.field_ran_on(before));
}

void probes_are_added_moved_and_deleted(Desk& d) {
  d.wait_for_field();
  d.click("Probes/##add");
  IM_CHECK_EQ(d.scene().probes.size(), std::size_t{2});
  IM_CHECK(d.until([&] { return d.state().probes.size() == 2 && d.state().probes[1].values.size() > 20; }));
  const std::size_t length = d.state().probes[0].values.size();
  IM_CHECK(length > d.state().probes[1].values.size());  // the first probe kept its trace
  IM_CHECK(d.until([&] { return d.state().probes[0].values.size() > length; }));
  d.type("Probes/##x", "20");
  IM_CHECK(near(d.scene().probes[1].at.x, 0.02));
  d.type("Probes/##y", "0.03 m");
  IM_CHECK(near(d.scene().probes[1].at.y, 0.03));
  d.type("Probes/##name", "behind");
  IM_CHECK_STR_EQ(d.scene().probes[1].name.c_str(), "behind");
  d.click("Probes/##probe0");
  d.click("Probes/##delete");
  IM_CHECK_EQ(d.scene().probes.size(), std::size_t{1});
  IM_CHECK_STR_EQ(d.scene().probes[0].name.c_str(), "behind");
}

void a_monitor_is_added_and_measures(Desk& d) {
  d.wait_for_field();
  d.click("Monitors/##add");
  IM_CHECK_EQ(d.scene().monitors.size(), std::size_t{1});
  IM_CHECK(d.until([&] { return d.state().monitors.size() == 1 && !d.state().monitors[0].power.empty(); }));
  d.type("Monitors/##x", "20");
  const auto& flux = std::get<FluxMonitor>(d.scene().monitors[0].geometry);
  IM_CHECK(near(flux.from.x, 0.02));
  d.type("Monitors/##name", "behind");
  IM_CHECK_STR_EQ(d.scene().monitors[0].name.c_str(), "behind");
  d.click("Monitors/##empty");
  IM_CHECK(d.scene().monitors[0].minus_empty);
  IM_CHECK(d.until([&] { return !d.state().monitors_why.empty(); }));
  d.session().send(command::Reset{});
  IM_CHECK(d.until([&] { return d.state().monitors_why.empty() && d.state().monitors[0].until > 0; }));
  d.click("Monitors/##empty");
  // Sets its frequencies and tries every kind of monitor.
  if (!flux.frequencies.band) d.click("Monitors/##band");
  d.type("Monitors/##high", "30 GHz");
  d.type("Monitors/##low", "5 GHz");
  d.type("Monitors/##count", "11");
  const auto& band = std::get<FluxMonitor>(d.scene().monitors[0].geometry).frequencies.band;
  IM_CHECK(band && near((*band)[0], 5e9) && near((*band)[1], 30e9) && (*band)[2] == 11);
  IM_CHECK(d.until([&] {
    const auto& all = d.state().monitors;
    return all.size() == 1 && all[0].flux.size() == 11 && all[0].until > all[0].since;  // exported if drawn
  }));
  d.click("Monitors/##logarithmic box");
  d.click("Monitors/##export");
  d.answer_path(d.file("m.csv"));
  IM_CHECK(d.until([&] { return std::filesystem::exists(d.file("m.csv")); }));
  d.click("Monitors/##band");
  d.type("Monitors/##frequency", "12 GHz");
  const auto& list = std::get<FluxMonitor>(d.scene().monitors[0].geometry).frequencies.list;
  IM_CHECK(list.size() == 1 && near(list[0], 12e9));
  for (const char* title : {"Far field", "Resonance", "Map", "Guided mode", "Line"}) {
    d.choose("Monitors/##type", title);
    const MonitorGeometry& g = d.scene().monitors[0].geometry;
    IM_CHECK_STR_EQ(std::string(std::visit([](const auto& m) { return m.title; }, g)).c_str(), title);
    // No waveguide crosses the line, so a mode monitor has nothing to measure there.
    IM_CHECK(!has_errors(d.state().problems));
    IM_CHECK_EQ(d.state().problems.empty(), std::string_view(title) != "Guided mode");
  }
  d.click("Monitors/##delete");
  IM_CHECK(d.scene().monitors.empty());
}

void the_view_is_set(Desk& d) {
  d.wait_for_field();
  const ViewState& v = d.state().view;
  const char* names[] = {"Ez", "Hx", "Hy", "|H|", "u", "|S|", "mat", "ΔEz", "|Ez|"};
  for (int k = 8; k >= 0; --k) {
    d.click(std::string("View/##quantity/") + names[k]);
    IM_CHECK(v.quantity == quantities[k].quantity);
  }
  d.click("View/##range/Locked");
  IM_CHECK(v.range == RangeMode::locked);
  const double locked = v.limit;
  d.frames(20);
  IM_CHECK_EQ(v.limit, locked);
  d.type("View/##limit", "0.25 V/m");
  IM_CHECK(near(v.limit, 0.25));
  d.click("View/##range/Log");
  IM_CHECK(v.range == RangeMode::logarithmic);
  d.type("View/##decades", "6");
  IM_CHECK_EQ(v.decades, 6.0);
  d.click("View/##range/Auto");
  IM_CHECK(v.range == RangeMode::automatic);
  IM_CHECK(d.until([&] { return v.limit != 0.25; }));
  d.type("View/##gain", "3");
  IM_CHECK_EQ(v.gain, 3.0);
  d.click("View/##quantity/|H|");
  d.choose("View/##colormap", "cividis");
  IM_CHECK_STR_EQ(v.sequential_colormap.c_str(), "cividis");
  const std::pair<const char*, bool ViewState::*> switches[] = {
      {"View/##outlines", &ViewState::outlines}, {"View/##tint", &ViewState::tint},
      {"View/##grid", &ViewState::grid_lines},   {"View/##layers", &ViewState::layers},
      {"View/##legend", &ViewState::legend},     {"View/##handles", &ViewState::handles},
      {"View/##arrows", &ViewState::arrows},     {"View/##lens", &ViewState::lens}};
  for (const auto& [item, member] : switches) {
    const bool was = v.*member;
    d.click(item);
    IM_CHECK(v.*member != was);
    d.click(item);
    IM_CHECK(v.*member == was);
  }
  d.click("View/##arrows");
  IM_CHECK(d.until([&] { return d.state().flow.reference > 0; }));
  IM_CHECK_GT(d.state().flow.nodes.size(), 20u);
  d.click("View/##arrows");
  IM_CHECK(d.until([&] { return d.state().flow.nodes.empty(); }));
  IM_CHECK(!d.state().unsaved);  // a change of the view is no edit
}

void another_grid_restarts_the_run_but_a_courant_number_does_not(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  const double dt = d.state().dt;
  d.type("Scene/##courant", "0.5");
  IM_CHECK_EQ(d.scene().grid.courant, 0.5);
  IM_CHECK(d.field_ran_on(before));
  IM_CHECK(near(d.state().dt, dt * 0.5 / 0.99));
  IM_CHECK_EQ(d.resets(), 0);
  d.type("Scene/##nx", "200");
  IM_CHECK_EQ(d.scene().grid.nx, 200);
  IM_CHECK_EQ(d.solver().scene().grid.nx, 200);
  IM_CHECK_EQ(d.resets(), 1);
  d.wait_for_field();
  d.type("Scene/##ny", "100");
  IM_CHECK_EQ(d.solver().scene().grid.ny, 100);
  IM_CHECK_EQ(d.resets(), 2);
  d.wait_for_field();
  d.type("Scene/##dx", "2");
  IM_CHECK(near(d.solver().scene().grid.dy, 0.002));
  IM_CHECK_EQ(d.resets(), 3);
  d.type("Scene/##title", "another title");
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "another title");
  d.click("Scene/##polarization/Hz (TEz)");
  IM_CHECK(d.solver().scene().grid.polarization == Polarization::hz);
  d.click("Scene/##smoothing");
  IM_CHECK(d.solver().scene().grid.smoothing);
  d.click("Scene/##conformal");
  IM_CHECK(d.solver().scene().grid.conformal && d.scene().grid.smoothing);
  d.choose("Scene/##background", "glass");
  IM_CHECK_STR_EQ(d.solver().scene().grid.background.c_str(), "glass");
  IM_CHECK(!d.any_error());
}

// Returns a grid of the largest allowed length, and thin.
LoadedScene strip(const std::filesystem::path&) {
  Scene scene = desk_scene();
  scene.grid.nx = 131072;
  scene.grid.ny = 16;
  scene.boundary.side.fill(BoundaryKind::pec);
  scene.shapes.clear();
  scene.probes.clear();
  scene.sources[0].geometry = PointSource{{0.05, 0.008}};
  return {scene, "", "strip"};
}

void a_grid_that_does_not_fit_is_refused(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.type("Scene/##ny", "131072");
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::error, "largest"); }));
  IM_CHECK_EQ(d.scene().grid.ny, 16);
  IM_CHECK(d.solver().scene().grid == d.scene().grid);
  IM_CHECK(d.field_ran_on(before));
}

void speed_is_set(Desk& d) {
  d.wait_for_field();
  IM_CHECK(!d.state().speed.automatic);  // because of --steps-per-frame 5
  d.type("Performance/##steps", "3");
  IM_CHECK_EQ(d.state().speed.steps_per_frame, 3);
  IM_CHECK(d.until([&] { return d.state().performance.steps_per_frame == 3; }));
  d.click("Performance/##automatic");
  IM_CHECK(d.state().speed.automatic);
  d.type("Performance/##periods", "2");
  IM_CHECK_EQ(d.state().speed.periods_per_second, 2.0);
  d.type("Performance/##steps", "3");
  IM_CHECK(!d.state().speed.automatic);
  d.type("Performance/##periods", "4");
  IM_CHECK(d.state().speed.automatic);  // a rate that is set takes effect
  d.click("Performance/##speed/Full");
  IM_CHECK(d.state().speed.full);
  const std::uint64_t before = d.state().step;
  IM_CHECK(d.until([&] { return d.state().step > before + 500; }));
  d.click("Performance/##speed/Periods\\/s");
  IM_CHECK(!d.state().speed.full);
  IM_CHECK(d.until([&] { return d.state().performance.gcells_wall > 0 && !d.state().performance.history.empty(); }));
}

// The grid no longer contains a source. One card names it and disappears with its cause.
void a_problem_has_a_card_with_a_repair_button(Desk& d) {
  d.type("Sources/##name", "lamp");
  d.type("Sources/##x", "150");
  d.type("Scene/##nx", "140");
  IM_CHECK_EQ(d.state().problems.size(), std::size_t{1});
  const std::string card = "//Problem source.0.at";
  IM_CHECK(d.hand().ItemExists((card + "/##repair").c_str()));
  IM_CHECK_EQ(d.solver().scene().grid.nx, 160);  // the last valid grid
  d.hand().ItemClick((card + "/##repair").c_str());
  d.frames(3);
  IM_CHECK(d.state().problems.empty());
  IM_CHECK(!d.hand().ItemExists((card + "/##repair").c_str()));
  IM_CHECK(near(source_node(d.scene()).x, 138, 0.001));  // the outermost node has no effect
  IM_CHECK_EQ(d.solver().scene().grid.nx, 140);
  d.type("Scene/##nx", "130");
  IM_CHECK(d.hand().ItemExists((card + "/##repair").c_str()));
  d.hand().ItemClick((card + "/##dismiss").c_str());
  d.frames(3);
  IM_CHECK(!d.hand().ItemExists((card + "/##repair").c_str()));
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.type("Scene/##nx", "120");  // the problem appears again, and so does its card
  IM_CHECK(d.hand().ItemExists((card + "/##repair").c_str()));
  d.type("Scene/##nx", "160");
  IM_CHECK(!d.hand().ItemExists((card + "/##repair").c_str()));
  d.type("Sources/##cells", "6");  // only a warning, so the scene runs
  const std::string waves = "//Problem source.0.waveform.frequency/##repair";
  IM_CHECK(d.hand().ItemExists(waves.c_str()));
  IM_CHECK(near(cw(d).frequency, c0 / 0.006, 1e-3));
  d.hand().ItemClick(waves.c_str());
  d.frames(3);
  IM_CHECK(near(cw(d).frequency, c0 / (0.01 * 1.5), 1e-3));  // 10 cells in the glass, n = 1.5
  IM_CHECK(d.state().problems.empty());
}

bool in_view(Desk& d, const char* item) {
  if (!d.hand().ItemExists(item)) return false;
  const ImGuiTestItemInfo info = d.hand().ItemInfo(item);
  return info.RectClipped.GetHeight() > 0.9f * info.RectFull.GetHeight();
}

void selecting_opens_the_form_of_what_is_selected(Desk& d) {
  const std::pair<const char*, const char*> sections[] = {
      {"Sources", "##waveform"}, {"Materials", "##radius"}, {"Probes", "##export"}};
  for (const auto& [head, inside] : sections)
    if (d.hand().ItemExists(fmt::format("//Panel/{}/{}", head, inside).c_str()))
      d.hand().ItemClick(fmt::format("//Panel/{}", head).c_str());
  d.frames(2);
  d.click_picture({120, 90});  // the glass disc
  IM_CHECK(d.state().selection.kind == Selection::Kind::shape);
  d.frames(3);
  IM_CHECK(in_view(d, "//Panel/Materials/##shape_radius"));
  IM_CHECK(in_view(d, "//Panel/Materials/##shape_material"));
  d.click_picture({100, 40});
  d.frames(3);
  IM_CHECK(d.state().selection.kind == Selection::Kind::probe);
  IM_CHECK(in_view(d, "//Panel/Probes/##x"));
  d.click_picture(source_node(d.scene()));
  d.frames(3);
  IM_CHECK(in_view(d, "//Panel/Sources/##frequency"));
  d.hand().ItemClick("//Panel/Sources");  // a section closed by hand stays closed
  d.frames(3);
  IM_CHECK(!d.hand().ItemExists("//Panel/Sources/##frequency"));
}

void selecting_the_only_source_moves_nothing(Desk& d) {
  d.reveal("Sources/##frequency");
  const float before = d.hand().ItemInfo("//Panel/Sources/##frequency").RectFull.Min.y;
  d.click_picture(source_node(d.scene()));
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 0}));
  IM_CHECK_EQ(d.hand().ItemInfo("//Panel/Sources/##frequency").RectFull.Min.y, before);
}

// A tooltip is next to the panel, and does not cover the row below.
void tooltips_do_not_cover_the_panel(Desk& d) {
  d.reveal("Sources/##frequency");
  d.hand().MouseMove("//Panel/Sources/##frequency");
  const auto tooltip = []() -> const ImGuiWindow* {
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if ((w->Flags & ImGuiWindowFlags_Tooltip) && w->Active && !w->Hidden) return w;
    return nullptr;
  };
  IM_CHECK(d.until([&] { return tooltip() != nullptr; }));
  const ImGuiWindow* panel = d.hand().WindowInfo("//Panel").Window;
  IM_CHECK(tooltip()->Rect().Max.x <= panel->Pos.x);
  IM_CHECK(tooltip()->Rect().Min.y >= 0);
}

LoadedScene explained(const std::filesystem::path&) {
  Scene scene = desk_scene();
  scene.text = "What there is to see stands on a card, and news do not lie over it.";
  return {scene, "", "desk"};
}

void notes_do_not_cover_the_text(Desk& d) {
  d.session().send(command::SetBlock{{32, 8}});  // the CPU engine has no blocks, which a note reports
  IM_CHECK(d.until([&] { return !d.state().notes.empty(); }));
  d.frames(4);
  const ImGuiWindow* text = d.hand().WindowInfo("//Scene text").Window;
  const ImGuiWindow* note = d.hand().WindowInfo(fmt::format("//Note{}", d.state().notes[0].id).c_str()).Window;
  IM_CHECK(text != nullptr && note != nullptr);
  IM_CHECK(!text->Rect().Overlaps(note->Rect()));
}

void the_cpu_says_that_it_has_no_blocks(Desk& d) {
  d.reveal("Performance/##steps");
  IM_CHECK(!d.hand().ItemExists("//Panel/Performance/##bx"));
  d.session().send(command::SetBlock{{32, 8}});  // a command that the interface does not offer
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::warning, "CPU"); }));
  IM_CHECK(d.field_ran_on(d.state().step));
}

}  // namespace

std::vector<UiTest> panel_tests() {
  return {{"sides_are_switched", sides_are_switched},
          {"the_absorbing_layer_is_edited", the_absorbing_layer_is_edited},
          {"the_frequency_is_set_in_three_ways", the_frequency_is_set_in_three_ways},
          {"a_source_is_edited", a_source_is_edited},
          {"waveforms_are_chosen", waveforms_are_chosen},
          {"sources_are_added_and_deleted", sources_are_added_and_deleted},
          {"probes_are_added_moved_and_deleted", probes_are_added_moved_and_deleted},
          {"a_monitor_is_added_and_measures", a_monitor_is_added_and_measures}};
}

std::vector<UiTest> panel_scene_tests() {
  return {{"the_view_is_set", the_view_is_set},
          {"another_grid_restarts_the_run_but_a_courant_number_does_not",
           another_grid_restarts_the_run_but_a_courant_number_does_not},
          {"a_grid_that_does_not_fit_is_refused", a_grid_that_does_not_fit_is_refused, strip},
          {"speed_is_set", speed_is_set},
          {"a_problem_has_a_card_with_a_repair_button", a_problem_has_a_card_with_a_repair_button},
          {"selecting_opens_the_form_of_what_is_selected", selecting_opens_the_form_of_what_is_selected},
          {"selecting_the_only_source_moves_nothing", selecting_the_only_source_moves_nothing},
          {"tooltips_do_not_cover_the_panel", tooltips_do_not_cover_the_panel},
          {"notes_do_not_cover_the_text", notes_do_not_cover_the_text, explained, {860, 560}},
          {"the_cpu_says_that_it_has_no_blocks", the_cpu_says_that_it_has_no_blocks}};
}

}  // namespace ez
