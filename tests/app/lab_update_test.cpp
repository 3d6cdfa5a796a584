// Tests the boundary lab's commands as functions of the state: panes as variants with undo, measuring, hidden faults
// and repairs.
#include <gtest/gtest.h>

#include <cmath>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/measuring_pulse.h"
#include "app/features/boundary_lab/report.h"
#include "app/features/boundary_lab/state.h"
#include "app/features/kernel_lab/commands.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "quiet_world.h"
#include "solver/scene/fault.h"

namespace ez {
namespace {

Scene plain_scene() {
  Scene scene;
  scene.title = "plain";
  scene.grid.nx = scene.grid.ny = 64;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.03, 0.03}};
  source.waveform = Ricker{15e9, {}};
  scene.sources.push_back(source);
  return scene;
}

Scene with_panes() {
  Scene scene = plain_scene();
  for (const char* kind : {"pec", "mur1", "cpml"}) {
    Variant v{kind, {}};
    for (const char* side : {"left", "right", "bottom", "top"})
      v.set.push_back({std::string("boundary.") + side, std::string("\"") + kind + "\""});
    scene.variants.push_back(v);
  }
  return scene;
}

// Records every request that update() makes.
class World : public QuietWorld {
 public:
  int resets = 0, searches = 0, cancelled = 0;
  std::optional<Scene> searched;
  std::string report;

  void reset_field() override { ++resets; }
  void start_search(const Scene& scene, int) override {
    ++searches;
    searched = scene;
  }
  void cancel_search() override { ++cancelled; }
  void save_report(const std::string& stem) override { report = stem; }
  void set_scheme(const SchemeChoice& choice) override { schemes.push_back(choice); }
  Text start_sweep(Sweep::Kind) override { return no_sweep; }
  void cancel_sweep() override { ++sweeps_cancelled; }
  Text save_block_map(const std::string& path) override { return maps.push_back(path), no_sweep; }
  void save_block_map_picture(const std::string& path) override { maps.push_back(path); }

  std::vector<SchemeChoice> schemes;
  std::vector<std::string> maps;
  Text no_sweep;  // reason why nothing can be measured or saved
  int sweeps_cancelled = 0;
};

struct Lab : testing::Test {
  State state;
  World world;
  void open(Scene scene) { adopt_scene(state, std::move(scene), "", "plain"); }
  void send(const Command& c) { update(state, c, world); }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const Variant& v : state.scene.variants) out.push_back(v.name);
    return out;
  }
};

using Names = std::vector<std::string>;

TEST_F(Lab, opens_for_scenes_that_have_panes_or_measure) {
  open(plain_scene());
  EXPECT_EQ(state.workspace, Workspace::explore);
  open(with_panes());
  EXPECT_EQ(state.workspace, Workspace::boundary_lab);
  Scene measuring = plain_scene();
  measuring.reflection.on = true;
  open(measuring);
  EXPECT_EQ(state.workspace, Workspace::boundary_lab);
}

TEST_F(Lab, opens_for_boundary_variants_but_not_for_shape_variants) {
  const auto workspace_of = [&](const char* name) {
    open(*load_scene(name).scene);
    return state.workspace;
  };
  EXPECT_EQ(workspace_of("fibre"), Workspace::explore) << "its variants differ in their shapes";
  for (const char* name : {"shoot-out", "corner", "late-time", "periodic-grating", "thin-layers"})
    EXPECT_EQ(workspace_of(name), Workspace::boundary_lab) << name;
  Scene copies = plain_scene();
  copies.variants = {{"one", {}}, {"two", {}}};
  open(copies);
  EXPECT_EQ(state.workspace, Workspace::boundary_lab) << "panes without changes";
}

TEST(BoundaryName, names_the_sides_that_differ) {
  using enum BoundaryKind;
  Boundary b;
  const auto name = [&](BoundaryKind left, BoundaryKind right, BoundaryKind bottom, BoundaryKind top) {
    b.side = {left, right, bottom, top};
    return boundary_name(b).english();
  };
  EXPECT_EQ(name(cpml, cpml, cpml, cpml), "CPML, 10 cells");
  EXPECT_EQ(name(mur1, mur1, mur1, mur1), "Mur, 1st order");
  EXPECT_EQ(name(mur1, cpml, cpml, cpml), "left Mur 1, others CPML");
  EXPECT_EQ(name(pec, pec, pec, mur2), "top Mur 2, others PEC");
  EXPECT_EQ(name(cpml, cpml, periodic, periodic), "bottom and top Periodic, others CPML");
  EXPECT_EQ(name(pec, mur1, pec, mur1), "right and top Mur 1, others PEC");
  EXPECT_EQ(name(mur1, pec, cpml, cpml), "left Mur 1, right PEC, bottom CPML, top CPML");
}

// ---- a pulse in place of a steady source

TEST(MeasuringPulse, keeps_the_steady_frequency_and_has_no_mean) {
  Scene scene = plain_scene();
  EXPECT_FALSE(can_measure_with_pulse(scene)) << "its source is a pulse";
  EXPECT_FALSE(can_go_back_to_steady(scene));
  for (const double ramp : {0.0, 3.0, 3.6, 20.0}) {
    scene.sources[0].waveform = Cw{15e9, ramp, 0};
    ASSERT_TRUE(can_measure_with_pulse(scene));
    const Waveform pulse = with_pulses(scene).sources[0].waveform;
    EXPECT_LT(pulse_times(pulse).end, 10 / 15e9);
    EXPECT_EQ(frequency(pulse), 15e9);
    EXPECT_NEAR(band_of(pulse).low + band_of(pulse).high, 2 * 15e9, 1e6) << "around the same frequency";
    double sum = 0;
    for (double t = 0; t < 20 / 15e9; t += 1e-13) sum += waveform_value(pulse, t);
    EXPECT_LT(std::abs(sum) * 1e-13 * 15e9, 1e-4) << "a pulse with a mean leaves a static field";
  }
  scene.sources[0].waveform = Modulated{15e9, 0.6 / 15e9, {}, 0};
  EXPECT_FALSE(can_go_back_to_steady(scene)) << "this pulse is the user's";
}

// The scene itself holds everything needed to go back, so reopening its text does not prevent it.
TEST(MeasuringPulse, restores_the_steady_source_after_reading_and_edits) {
  Scene scene = plain_scene();
  scene.sources[0].waveform = Cw{15e9, 4.3, 40};
  Source off = scene.sources[0];
  off.on = false;
  scene.sources.push_back(off);
  Scene pulsed = with_pulses(scene);
  EXPECT_TRUE(std::holds_alternative<Cw>(pulsed.sources[1].waveform)) << "a source that is off stays";
  EXPECT_FALSE(can_measure_with_pulse(pulsed));
  pulsed = *parse_scene(write_scene(pulsed), "again").scene;
  ASSERT_TRUE(can_go_back_to_steady(pulsed));
  EXPECT_EQ(with_steady_sources(pulsed).sources, scene.sources);
  pulsed.boundary.cpml.cells = 14;
  pulsed.sources.erase(pulsed.sources.begin() + 1);
  EXPECT_EQ(with_steady_sources(pulsed).sources[0].waveform, scene.sources[0].waveform);
  EXPECT_EQ(with_steady_sources(pulsed).boundary.cpml.cells, 14);
}

// The checks of a scene are about its steady sources.
TEST_F(Lab, a_file_holds_the_steady_sources_that_a_pulse_replaces) {
  Scene steady = plain_scene();
  steady.sources[0].waveform = Cw{15e9, 4.3, 40};
  open(steady);
  send(command::EditScene{with_pulses(steady), "measure with a pulse", true});
  EXPECT_FALSE(state.unsaved) << "the file would be the same";
  send(command::SaveAs{"mine.toml", true});
  EXPECT_EQ(state.saved, steady);
  EXPECT_EQ(state.scene, with_pulses(steady)) << "the measurement goes on";
  EXPECT_FALSE(state.unsaved);
  ASSERT_FALSE(state.notes.empty());
  EXPECT_NE(state.notes.back().text.english().find("steady sources"), std::string::npos);
  // A pulse that the file has is the user's.
  open(with_pulses(steady));
  EXPECT_FALSE(state.unsaved);
  send(command::SaveAs{"mine.toml", true});
  EXPECT_EQ(state.saved, with_pulses(steady));
  send(command::EditScene{steady, "restore steady sources", true});
  EXPECT_TRUE(state.unsaved);
}

TEST_F(Lab, the_first_added_pane_makes_variants_named_by_boundary) {
  open(plain_scene());
  send(command::AddPane{});
  EXPECT_EQ(names(), (Names{"CPML, 10 cells", "CPML, 10 cells 2"}));
  EXPECT_EQ(state.active, 1);
  for (std::size_t k : {0, 1}) {
    const SceneResult pane = scene_of_variant(state.scene, k);
    ASSERT_TRUE(pane.scene);
    EXPECT_EQ(pane.scene->boundary, plain_scene().boundary);
  }
  send(command::Undo{});
  EXPECT_EQ(state.scene, plain_scene());
  EXPECT_EQ(state.active, 0);
}

TEST_F(Lab, a_new_pane_copies_the_active_one_up_to_four_panes) {
  open(with_panes());
  send(command::SelectPane{1});
  send(command::AddPane{});
  EXPECT_EQ(names(), (Names{"pec", "mur1", "cpml", "mur1 2"}));
  EXPECT_EQ(state.scene.variants[3].set, state.scene.variants[1].set);
  const Scene four = state.scene;
  send(command::AddPane{});
  EXPECT_EQ(state.scene, four);
  ASSERT_FALSE(state.notes.empty());
  EXPECT_NE(state.notes.back().text.english().find("4 panes"), std::string::npos);
}

TEST_F(Lab, removing_a_pane_updates_the_pane_it_is_compared_with) {
  open(with_panes());
  LabSettings l;
  l.difference_with = 2;
  send(command::SetLab{l});
  send(command::SelectPane{2});
  send(command::RemovePane{0});
  EXPECT_EQ(names(), (Names{"mur1", "cpml"}));
  EXPECT_EQ(state.instruments.difference_with, 1);
  EXPECT_EQ(state.active, 1);
  send(command::RemovePane{1});
  // The remaining pane becomes the scene itself.
  EXPECT_TRUE(state.scene.variants.empty());
  EXPECT_EQ(state.scene.boundary[Side::left], BoundaryKind::mur1);
  EXPECT_EQ(state.instruments.difference_with, -1);
  send(command::RemovePane{0});
  EXPECT_EQ(state.scene.boundary[Side::left], BoundaryKind::mur1) << "the last pane stays";
  send(command::Undo{});
  send(command::Undo{});
  EXPECT_EQ(state.scene, with_panes());
}

TEST_F(Lab, settings_are_limited_to_their_ranges) {
  open(with_panes());
  LabSettings l;
  l.residual_floor = 1e9;
  l.difference_with = 17;
  send(command::SetLab{l});
  EXPECT_EQ(state.instruments.difference_with, -1);
  EXPECT_LE(state.instruments.residual_floor, 320);
  l.residual_floor = NAN;
  send(command::SetLab{l});
  EXPECT_EQ(state.instruments.residual_floor, LabSettings{}.residual_floor);
  send(command::SelectPane{9});
  EXPECT_EQ(state.active, 2);
  send(command::SelectPane{-3});
  EXPECT_EQ(state.active, 0);
}

TEST_F(Lab, showing_the_residual_is_no_edit) {
  open(plain_scene());
  ViewState v = state.view;
  v.quantity = Quantity::residual;
  send(command::SetView{v});
  EXPECT_EQ(state.scene, plain_scene());
  EXPECT_FALSE(state.unsaved);
  EXPECT_FALSE(state.history.can_undo());
  send(command::Measure{true});
  send(command::Measure{false});
  EXPECT_EQ(state.view.quantity, Quantity::ez);
}

TEST_F(Lab, a_locked_range_belongs_to_the_scenes_own_quantity) {
  Scene scene = plain_scene();
  scene.view.range = 200;
  open(scene);
  ViewState v = state.view;
  EXPECT_EQ(v.range, RangeMode::locked);
  v.quantity = Quantity::intensity;
  send(command::SetView{v});
  EXPECT_EQ(state.view.range, RangeMode::automatic);
  v = state.view;
  v.limit = 7e4;
  send(command::SetView{v});
  v.quantity = scene.view.quantity;
  send(command::SetView{v});
  EXPECT_EQ(state.view.range, RangeMode::locked);
  EXPECT_EQ(state.view.limit, 200);
}

TEST_F(Lab, asking_the_next_question_leaves_nothing_to_save) {
  Scene scene = with_panes();
  open(scene);
  send(command::HideFault{3});
  EXPECT_TRUE(state.unsaved) << "the scene asked nothing before";
  scene.hidden_fault = 1;
  open(scene);
  send(command::HideFault{2});
  EXPECT_EQ(state.scene.hidden_fault, 2);
  EXPECT_FALSE(state.unsaved);
  Scene louder = state.scene;
  louder.sources[0].amplitude *= 2;
  send(command::EditScene{louder, "louder", true});
  EXPECT_TRUE(state.unsaved);
  send(command::HideFault{std::nullopt});
  EXPECT_TRUE(state.unsaved);
}

TEST_F(Lab, a_search_belongs_to_the_active_pane_and_needs_a_layer) {
  open(with_panes());
  EXPECT_EQ(state.active, 2) << "the pane with a layer is active at first";
  send(command::SelectPane{0});
  send(command::StartSearch{});
  EXPECT_EQ(world.searches, 0) << "PEC has no grading";
  send(command::SelectPane{2});
  send(command::StartSearch{});
  ASSERT_EQ(world.searches, 1);
  EXPECT_EQ(world.searched->boundary[Side::top], BoundaryKind::cpml);
  EXPECT_TRUE(world.searched->variants.empty());
  send(command::CancelSearch{});
  EXPECT_EQ(world.cancelled, 1);
}

TEST_F(Lab, a_hidden_fault_is_guessed_revealed_and_scored) {
  open(plain_scene());
  send(command::HideFault{7});
  EXPECT_EQ(state.scene.hidden_fault, 7);
  EXPECT_EQ(world.resets, 1);
  EXPECT_TRUE(is_hiding(state));
  const BoundaryFault truth = *hidden_fault_of(state.scene);
  BoundaryFault near_miss = truth;
  near_miss.fault = truth.fault == Fault::wrong_sign ? Fault::swapped_parts : Fault::wrong_sign;
  send(command::Guess{near_miss});
  EXPECT_EQ(state.of<LabState>().quiz.score, 1) << "one point for the right side";
  send(command::Guess{truth});
  EXPECT_EQ(state.of<LabState>().quiz.score, 1) << "only the first guess counts";
  EXPECT_EQ(state.of<LabState>().quiz.guesses, 2);
  EXPECT_TRUE(state.fault_revealed) << "a right guess shows the answer";
  EXPECT_EQ(state.of<LabState>().quiz.rounds, 1);
  EXPECT_FALSE(is_hiding(state));
  send(command::Reveal{});
  EXPECT_EQ(state.of<LabState>().quiz.rounds, 1);
  send(command::Guess{truth});
  EXPECT_EQ(state.of<LabState>().quiz.guesses, 2) << "guesses after the answer do not count";
  send(command::HideFault{8});
  EXPECT_FALSE(state.of<LabState>().quiz.guess);
  send(command::Guess{*hidden_fault_of(state.scene)});
  EXPECT_EQ(state.of<LabState>().quiz.score, 4);
  send(command::HideFault{9});
  send(command::Reveal{});
  EXPECT_TRUE(state.fault_revealed) << "giving up shows the answer";
  EXPECT_EQ(state.of<LabState>().quiz.rounds, 3);
}

TEST_F(Lab, the_hidden_fault_is_named_nowhere) {
  open(plain_scene());
  send(command::HideFault{3});
  send(command::Guess{{Side::top, Fault::half_depth}});
  const std::string name(to_string(hidden_fault_of(state.scene)->fault));
  EXPECT_EQ(write_scene(state.scene, true).find(name), std::string::npos);
  for (const Note& n : state.notes) EXPECT_EQ(n.text.english().find(name), std::string::npos) << n.text.english();
}

TEST_F(Lab, a_fix_replaces_the_scene_and_unfreezes_the_field) {
  open(plain_scene());
  state.frozen = true;
  Scene fixed_scene = plain_scene();
  fixed_scene.grid.courant = 0.5;
  state.instability = Instability{0, {3, 4}, 100, "too large a step", "Courant 0.5", fixed_scene};
  send(command::Mend{});
  EXPECT_EQ(state.scene, fixed_scene);
  EXPECT_FALSE(state.frozen);
  EXPECT_FALSE(state.instability);
  EXPECT_EQ(world.resets, 1);
}

TEST_F(Lab, a_fix_that_was_tested_from_the_start_restarts_the_run) {
  for (const bool from_start : {false, true}) {
    open(plain_scene());
    world.resets = 0;
    state.frozen = true;
    Scene fixed_scene = plain_scene();
    fixed_scene.grid.courant = 0.5;
    state.instability = Instability{0, {3, 4}, 100, "too large a step", "Courant 0.5", fixed_scene};
    state.instability->last_good = true;
    state.instability->from_start = from_start;
    send(command::Mend{});
    EXPECT_FALSE(state.frozen);
    EXPECT_EQ(world.resets, from_start ? 1 : 0);
  }
}

TEST_F(Lab, reports_get_their_own_file_names) {
  open(plain_scene());
  send(command::SaveReport{});
  EXPECT_EQ(world.report, "ezscope-plain-report-1");
  send(command::SaveReport{"/tmp/mine.v2"});
  EXPECT_EQ(world.report, "/tmp/mine.v2");
  send(command::SaveReport{"/tmp/mine.png"});
  EXPECT_EQ(world.report, "/tmp/mine");
}

TEST_F(Lab, a_report_has_one_row_per_number_and_pane) {
  open(with_panes());
  PaneState pane;
  pane.reflection.db[0] = -12.5;
  pane.reflection.history = {{1e-9, -30}};
  pane.reflection.angles = {{Side::left, 45, -15.3, -15.1, -15.3}};
  pane.reflection.spectrum[1] = {{15e9, std::nullopt}};
  state.panes = {pane};
  state.scene.variants[0].name = "Mur, 1st";
  const std::string csv = report_csv(state);
  EXPECT_EQ(csv,
            "pane,what,side,at,unit,db,theory_db\n"
            "\"Mur, 1st\",side,left,,,-12.5,\n\"Mur, 1st\",side,right,,,,\n"
            "\"Mur, 1st\",side,bottom,,,,\n\"Mur, 1st\",side,top,,,,\n"
            "\"Mur, 1st\",history,,1e-09,s,-30,\n"
            "\"Mur, 1st\",angle,left,45,deg,-15.3,-15.1\n"
            "\"Mur, 1st\",spectrum,right,1.5e+10,Hz,,\n");
}

TEST(LabScale, the_rounding_floor_matches_the_mantissa) {
  EXPECT_NEAR(rounding_floor(Precision::float32), -138.47, 0.01);
  EXPECT_NEAR(rounding_floor(Precision::float64), -313.07, 0.01);
}

// ---- the kernel lab

TEST_F(Lab, a_scheme_is_chosen_by_name_and_form) {
  open(plain_scene());
  send(command::SetScheme{{"split", 7}});
  ASSERT_EQ(world.schemes.size(), 1u);
  EXPECT_EQ(world.schemes[0], (SchemeChoice{"split", 7}));
  EXPECT_TRUE(state.notes.empty());
  for (const SchemeChoice& wrong : {SchemeChoice{"split", 9}, SchemeChoice{"split", -1}, SchemeChoice{"none", 0}}) {
    send(command::SetScheme{wrong});
    EXPECT_EQ(world.schemes.size(), 1u);
    EXPECT_NE(state.notes.back().text.english().find("Unknown kernel scheme"), std::string::npos);
  }
}

TEST_F(Lab, the_nearest_scene_edits_the_scene_or_its_active_pane) {
  open(plain_scene());
  send(command::NearestScene{"takada"});
  for (const Side side : all_sides) EXPECT_EQ(state.scene.boundary[side], BoundaryKind::pec);
  EXPECT_EQ(state.history.undo_label().english(), "adapt scene to takada");
  EXPECT_EQ(world.schemes.back().name, "takada");
  send(command::Undo{});
  EXPECT_EQ(state.scene, plain_scene());
  send(command::NearestScene{"none"});
  EXPECT_EQ(state.scene, plain_scene());
  open(with_panes());
  send(command::SelectPane{2});
  send(command::NearestScene{"split"});
  EXPECT_EQ(scene_of_variant(state.scene, 2).scene->boundary[Side::top], BoundaryKind::mur1);
  EXPECT_EQ(scene_of_variant(state.scene, 0).scene->boundary[Side::top], BoundaryKind::pec);
}

TEST_F(Lab, measuring_runs_the_scene_or_gives_the_reason) {
  open(plain_scene());
  state.running = false;
  world.no_sweep = "the CPU engine has no blocks";
  send(command::StartSweep{});
  EXPECT_FALSE(state.running);
  EXPECT_EQ(state.notes.back().text, world.no_sweep);
  world.no_sweep = {};
  state.frozen = true;
  send(command::StartSweep{});
  EXPECT_FALSE(state.running);
  state.frozen = false;
  send(command::StartSweep{});
  EXPECT_TRUE(state.running);
  send(command::AdoptBlock{{32, 8}});
  EXPECT_EQ(world.sweeps_cancelled, 1);
}

TEST_F(Lab, the_block_map_is_saved_under_its_own_or_a_given_name) {
  using As = command::ExportSweep::As;
  open(plain_scene());
  send(command::ExportSweep{As::csv, ""});
  send(command::ExportSweep{As::png, ""});
  send(command::ExportSweep{As::csv, "mine"});
  send(command::ExportSweep{As::png, "mine.png"});
  EXPECT_EQ(world.maps, (std::vector<std::string>{"ezscope-plain-blocks-1.csv", "ezscope-plain-blocks-1.png",
                                                  "mine.csv", "mine.png"}));
  EXPECT_EQ(state.notes.back().text.english(), "Saved mine.csv");
  world.no_sweep = "Cannot save the map: no block shape has been measured";
  send(command::ExportSweep{As::csv, "mine"});
  EXPECT_EQ(state.notes.back().kind, Note::Kind::error);
}

TEST_F(Lab, another_scene_leaves_the_kernel_lab_open) {
  open(plain_scene());
  send(command::SetWorkspace{Workspace::kernel_lab});
  open(with_panes());
  EXPECT_EQ(state.workspace, Workspace::kernel_lab);
}

}  // namespace
}  // namespace ez
