// Tests the boundary lab in the running program: several panes and their reference runs in one window, off-screen, on
// the CPU engine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/report.h"
#include "app/features/boundary_lab/state.h"
#include "app/model/update.h"
#include "app/session/session.h"
#include "app/ui/readings.h"
#include "needs_feature.h"
#include "off_screen.h"
#include "patience.h"
#include "pulse_scene.h"

namespace ez {
namespace {

namespace fs = std::filesystem;
constexpr int steps_per_frame = 8;

Variant all_sides_as(const std::string& name, const std::string& kind) {
  Variant v{name, {}};
  for (const char* side : {"bottom", "left", "right", "top"})  // the order in which the reader sorts them
    v.set.push_back({std::string("boundary.") + side, '"' + kind + '"'});
  return v;
}

Scene pulse(std::vector<Variant> variants = {}, bool measured = false) {
  Scene scene = pulse_scene();
  scene.reflection.on = measured;
  scene.variants = std::move(variants);
  return scene;
}

std::vector<Variant> four() {
  return {all_sides_as("PEC", "pec"), all_sides_as("PMC", "pmc"), all_sides_as("Mur 1", "mur1"),
          all_sides_as("CPML", "cpml")};
}

struct Window {
  std::unique_ptr<Session> session;
  explicit Window(Scene scene, PixelSize size = {1280, 720}) {
    session = std::make_unique<Session>(off_screen(steps_per_frame, size), LoadedScene{std::move(scene), "", "pulse"});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  // Runs frames until the condition holds. It sleeps between frames because readings come ten times a second and a
  // search has its own threads.
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1), usleep(2000); });
  }
  const State& state() const { return session->state(); }
  const LabState& lab() const { return session->state().of<LabState>(); }
  bool noted(const std::string& part) const {
    for (const Note& n : state().notes)
      if (n.text.english().find(part) != std::string::npos) return true;
    return false;
  }
};

// A scene's [run] is a request. Without a GPU the window reports this once when the scene opens, and the scene runs
// anyway.
TEST(LabSession, a_scheme_missing_in_the_engine_is_reported_and_the_scene_runs) {
  EZ_NEEDS_FEATURE(kernel_lab);
  Scene scene = pulse();
  scene.boundary.side.fill(BoundaryKind::pec);
  scene.run = {"takada", "", {{32, 4}}};
  {
    Window plain(pulse());
    plain.frames(2);
    EXPECT_FALSE(plain.noted("[run]"));
    plain.session->send(command::OpenBuiltin{"cavity-1024", true});
    plain.frames(2);
    EXPECT_TRUE(plain.noted(
        "The scene's [run] settings cannot be used: the CPU engine has only the scheme wavefront; takada needs a GPU"));
  }
  Window window(scene);
  window.frames(3);
  EXPECT_TRUE(window.noted(
      "The scene's [run] settings cannot be used: the CPU engine has only the scheme wavefront; takada needs a GPU"));
  EXPECT_GT(window.state().step, 0u);
}

TEST(LabSession, panes_run_in_lockstep_and_as_if_alone) {
  // Only one window may exist at a time, because Dear ImGui has one current context.
  std::vector<std::vector<double>> alone;
  for (std::size_t k = 0; k < 4; ++k) {
    Window one(*scene_of_variant(pulse(four()), k).scene);
    one.frames(20);
    alone.push_back(one.session->solver().field(Quantity::ez));
  }
  Window w(pulse(four()));
  w.frames(20);
  ASSERT_EQ(w.state().panes.size(), 4u);
  EXPECT_EQ(w.state().workspace, Workspace::boundary_lab);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(w.session->solver(k).step(), 20u * steps_per_frame);
    EXPECT_EQ(w.session->solver(k).field(Quantity::ez), alone[static_cast<std::size_t>(k)]) << k;
  }
  // The state describes every pane at the beginning of the frame.
  EXPECT_EQ(w.state().panes[3].name, "CPML");
  EXPECT_EQ(w.state().panes[3].step, 19u * steps_per_frame);
  EXPECT_GT(w.state().panes[0].picture.max_abs, 0);
}

TEST(LabSession, the_reflection_of_each_side_is_read_and_shown) {
  Window w(pulse(four(), true));
  w.frames(40);
  const double deadline = w.state().time;
  EXPECT_GT(deadline, 0);
  ASSERT_TRUE(w.until([&] { return w.state().panes[0].reflection.worst && w.state().panes[3].reflection.worst; }));
  EXPECT_NEAR(*w.state().panes[0].reflection.worst, 0, 6);
  EXPECT_LT(*w.state().panes[3].reflection.worst, -40);
  EXPECT_GT(w.state().reference.bytes, 0);
  EXPECT_GT(w.state().reference.nx, 72);
  EXPECT_TRUE(has_residual(w.state()));
  // A window 1280 pixels wide shows either the field or the residual, and starts with the field.
  EXPECT_GT(w.state().panes[0].residual_limit, 0);
}

TEST(LabSession, window_and_runs_share_the_media_of_an_edit) {
  Window w(pulse(four()));
  w.frames(2);
  const auto expect_shared = [&] {
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(w.session->solver(k).media(), w.state().media) << k;
      EXPECT_EQ(w.state().panes[static_cast<std::size_t>(k)].media, w.state().media) << k;
    }
  };
  expect_shared();
  Scene scene = w.state().scene;
  scene.materials.push_back({"resin", 3, 1, 0, 0, {}});
  w.session->send(command::EditScene{scene, "add material", true});
  w.frames(2);
  EXPECT_EQ(w.state().media->palette().back().name, "resin");
  expect_shared();
}

TEST(LabSession, the_largest_field_and_its_growth_are_reported) {
  Scene scene = pulse(four());
  scene.sources[0].waveform = Cw{15e9, 3, 0};
  Window w(scene);
  w.frames(2);
  const double early = w.state().panes[3].largest;
  const PaneState& pane = w.state().panes[3];
  // The clock decides how often the field is checked.
  EXPECT_TRUE(w.until([&] { return pane.looks.size() > 5 && w.state().step > 600 && std::abs(pane.growth - 1) < 0.2; }))
      << pane.looks.size() << " looks, growth " << pane.growth;
  EXPECT_GT(pane.largest, 10 * early);
  EXPECT_GE(pane.largest, w.session->solver(3).health().max_abs * 0.2);
  ASSERT_FALSE(pane.looks.empty());
  EXPECT_GT(pane.looks.back().time, pane.looks.front().time);
  const std::string words = growth_words(w.state(), 3).english();
  EXPECT_EQ(words.find("Largest |Ez| so far ≥ "), 0u) << "the field is not looked at in every step";
  EXPECT_NE(words.find(" (sampled)\n"), std::string::npos);
  w.session->send(command::Reset{});
  w.frames(1);
  EXPECT_LT(w.state().panes[3].largest, pane.largest + 1);
  EXPECT_LT(w.state().panes[3].looks.size(), 3u);
}

TEST(LabSession, a_wide_window_shows_field_and_residual_of_every_pane) {
  Window w(pulse(four(), true), {1920, 1080});
  w.frames(40);
  EXPECT_GT(w.state().panes[0].residual.max_abs, 10 * w.state().panes[3].residual.max_abs);
  // Each pane minus the selected pane. The selected pane minus itself is zero.
  LabSettings l;
  l.difference_with = 0;
  w.session->send(command::SetLab{l});
  w.frames(3);
  EXPECT_EQ(w.state().panes[0].residual.max_abs, 0);
  EXPECT_GT(w.state().panes[3].residual.max_abs, 0);
}

TEST(LabSession, measuring_restarts_all_runs_and_reports_it) {
  Window w(pulse());
  w.frames(10);
  EXPECT_EQ(w.state().workspace, Workspace::explore);
  w.session->send(command::Measure{true});
  ViewState v = w.state().view;
  v.quantity = Quantity::residual;
  w.session->send(command::SetView{v});
  w.frames(1);
  EXPECT_EQ(w.state().step, static_cast<std::uint64_t>(steps_per_frame));
  EXPECT_TRUE(w.noted("t = 0: the run restarts, together with its reference run"));
  EXPECT_TRUE(w.state().scene.reflection.on);
  w.frames(30);
  EXPECT_GT(w.state().picture.max_abs, 0) << "the residual of the layer";
  EXPECT_LT(w.state().picture.max_abs, 1e-2 * w.state().panes[0].residual_limit);
}

// The residual is the same as in a run that measured from the start.
TEST(LabSession, showing_the_residual_keeps_the_field_and_is_no_edit) {
  Scene scene = pulse(four());
  Window w(scene);
  w.frames(20);
  Comparison alone([] { return make_cpu_engine(1); },
                   [&] {
                     Scene measured = scene;
                     measured.reflection.on = true;
                     return measured;
                   }());
  const std::uint64_t before = w.state().step;
  ViewState v = w.state().view;
  v.quantity = Quantity::residual;
  w.session->send(command::SetView{v});
  w.frames(1);
  EXPECT_LT(w.state().reference.caught_up, 1);
  ASSERT_TRUE(w.until([&] { return w.state().reference.caught_up == 1; }));
  EXPECT_EQ(w.state().panes[3].step, before) << "the panes wait for the reference run";
  EXPECT_TRUE(w.state().scene == scene);
  EXPECT_FALSE(w.state().unsaved);
  EXPECT_FALSE(w.state().history.can_undo());
  EXPECT_GT(w.state().reference.bytes, 0);
  EXPECT_FALSE(w.state().panes[0].reflection.worst) << "nothing is measured";
  w.frames(10);
  w.session->send(command::Run{false});
  w.frames(2);
  alone.advance(static_cast<int>(w.session->solver(0).step()));
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(w.session->solver(k).step(), alone.pane(k).step());
    EXPECT_EQ(w.session->solver(k).field(Quantity::ez), alone.pane(k).field(Quantity::ez)) << k;
  }
  double most = 0;
  for (const double r : alone.residual(0)) most = std::max(most, std::abs(r));
  EXPECT_GT(most, 0);
  EXPECT_LE(w.state().panes[0].residual.max_abs, most * 1.000001);
  EXPECT_GE(w.state().panes[0].residual.max_abs, 0.2 * most) << "without the field inside the layers";

  const std::uint64_t there = w.session->solver(0).step();
  v.quantity = Quantity::ez;
  w.session->send(command::SetView{v});
  w.session->send(command::Run{true});
  w.frames(2);
  EXPECT_EQ(w.state().reference.bytes, 0) << "the reference run has ended";
  EXPECT_EQ(w.session->solver(0).step(), there + 2 * std::uint64_t{steps_per_frame});
  EXPECT_TRUE(w.state().scene == scene);
}

TEST(LabSession, an_edit_while_the_residual_is_shown_keeps_the_field) {
  Window w(pulse());
  w.frames(20);
  ViewState v = w.state().view;
  v.quantity = Quantity::residual;
  w.session->send(command::SetView{v});
  ASSERT_TRUE(w.until([&] { return w.state().reference.bytes > 0 && w.state().reference.caught_up == 1; }));
  const std::uint64_t before = w.session->solver().step();
  Scene edited = pulse();
  edited.boundary[Side::left] = BoundaryKind::mur1;
  w.session->send(command::EditScene{edited, "side", true});
  w.frames(3);
  EXPECT_EQ(w.session->solver().step(), before + 3 * std::uint64_t{steps_per_frame});
  edited.boundary[Side::left] = edited.boundary[Side::right] = BoundaryKind::periodic;
  w.session->send(command::EditScene{edited, "sides", true});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return w.state().reference.caught_up == 1; }));
  EXPECT_GE(w.session->solver().step(), before + 3 * std::uint64_t{steps_per_frame});
  // Measuring restarts the run. Without measuring, the field continues, and so does the reference run that the picture
  // needs.
  w.session->send(command::Measure{true});
  w.frames(1);
  EXPECT_EQ(w.session->solver().step(), std::uint64_t{steps_per_frame});
  w.session->send(command::Measure{false});
  w.frames(2);
  EXPECT_EQ(w.session->solver().step(), 3 * std::uint64_t{steps_per_frame});
  EXPECT_EQ(w.state().reference.bytes, 0);
}

// The reference run starts late, after edits, and repeats each edit at its step.
TEST(LabSession, the_residual_is_the_same_whenever_it_is_first_shown) {
  Scene scene = pulse(), edited = scene;
  scene.sources[0].waveform = Cw{15e9, 3, 0};
  edited.sources[0].waveform = Cw{13e9, 3, 0};
  edited.shapes = {{Rect{{0.01, 0.01}, {0.02, 0.02}}, "pec"}};
  ViewState v;
  const auto run = [&](bool early) {
    Window w(scene);
    const auto look = [&] {
      v = w.state().view;
      v.quantity = Quantity::residual;
      w.session->send(command::SetView{v});
      EXPECT_TRUE(w.until([&] { return w.state().reference.bytes > 0 && w.state().reference.caught_up == 1; }));
    };
    w.session->send(command::Run{false});
    w.frames(1);
    if (early) look();
    w.session->send(command::RunTo{200});
    EXPECT_TRUE(w.until([&] { return w.session->solver().step() == 200 && w.state().held; }));
    w.session->send(command::EditScene{edited, "frequency and metal", true});
    w.frames(1);
    w.session->send(command::RunTo{500});
    EXPECT_TRUE(w.until([&] { return w.session->solver().step() == 500 && w.state().held; }));
    if (!early) look();
    w.frames(3);
    return w.state().picture.max_abs;
  };
  const float early = run(true), late = run(false);
  EXPECT_GT(early, 0);
  EXPECT_EQ(late, early);
}

// Until the answer is shown, the state holds neither a side's own reflection nor a mark. So no report can hold them.
TEST(LabSession, a_hidden_faults_side_is_in_no_reading_until_revealed) {
  Scene scene = pulse({}, true);  // in a domain large enough to separate the sides' reflections
  scene.grid.nx = scene.grid.ny = 160;
  scene.sources[0].geometry = PointSource{{0.08, 0.08}};
  scene.hidden_fault = 1;
  Window w(scene);
  const ReflectionReading& r = w.state().panes[0].reflection;
  ASSERT_TRUE(w.until([&] { return r.worst && w.state().step > 290; }));
  w.session->send(command::Run{false});
  w.frames(2);
  for (const auto& own : r.own_db) EXPECT_FALSE(own);
  EXPECT_TRUE(r.angles.empty());
  const std::string csv = report_csv(w.state());
  EXPECT_EQ(csv.find(",own,"), std::string::npos);
  EXPECT_EQ(csv.find(",angle,"), std::string::npos);
  EXPECT_NE(csv.find(",side,left"), std::string::npos);
  w.session->send(command::Reveal{});
  ASSERT_TRUE(w.until([&] { return r.own_db[0].has_value(); }));
  EXPECT_NE(report_csv(w.state()).find(",own,"), std::string::npos);
}

TEST(LabSession, a_ledger_states_when_it_started) {
  Window w(pulse());
  w.frames(20);
  LabSettings settings = w.state().instruments;
  settings.ledger = true;
  w.session->send(command::SetLab{settings});
  w.frames(1);
  const double since = w.lab().ledger_since;
  EXPECT_GT(since, 0);
  w.frames(10);
  EXPECT_EQ(w.lab().ledger_since, since);
  w.session->send(command::Reset{});
  w.frames(2);
  EXPECT_EQ(w.lab().ledger_since, 0) << "it starts with the run";
}

TEST(LabSession, added_and_removed_panes_all_start_together) {
  Window w(pulse(), {1920, 1080});
  w.frames(5);
  w.session->send(command::SetWorkspace{Workspace::boundary_lab});
  w.session->send(command::AddPane{});
  w.frames(1);
  ASSERT_EQ(w.state().panes.size(), 2u);
  EXPECT_TRUE(w.noted("t = 0"));
  for (int k = 0; k < 2; ++k) EXPECT_EQ(w.session->solver(k).step(), static_cast<std::uint64_t>(steps_per_frame)) << k;
  w.frames(3);
  EXPECT_EQ(w.state().step, 4u * steps_per_frame) << "the new pane is the active one";
  w.session->send(command::RemovePane{1});
  w.frames(2);
  EXPECT_EQ(w.state().panes.size(), 1u);
  EXPECT_EQ(w.state().active, 0);
  for (int k = 0; k < 4; ++k) w.session->send(command::AddPane{});
  w.frames(2);
  EXPECT_EQ(w.state().panes.size(), 4u);
  w.session->send(command::OpenBuiltin{"paint", true});
  w.frames(2);
  EXPECT_EQ(w.state().panes.size(), 1u);
  EXPECT_EQ(w.state().workspace, Workspace::explore);
}

TEST(LabSession, probes_follow_the_active_pane) {
  Scene scene = pulse(four());
  scene.probes.push_back({"p", {0.01, 0.01}});
  Window w(scene);
  EXPECT_EQ(w.state().active, 3) << "the pane with a layer is active at first";
  w.session->send(command::SelectPane{0});
  w.frames(40);
  ASSERT_EQ(w.state().probes.size(), 1u);
  const std::vector<double> pec = w.state().probes[0].values;
  w.session->send(command::SelectPane{3});
  w.frames(1);
  const std::vector<double>& cpml = w.state().probes[0].values;
  ASSERT_GE(cpml.size(), pec.size());
  EXPECT_NE(std::vector<double>(cpml.begin(), cpml.begin() + static_cast<std::ptrdiff_t>(pec.size())), pec);
  w.session->send(command::SelectPane{0});
  w.frames(1);
  EXPECT_EQ(w.state().probes[0].values[20], pec[20]);
}

TEST(LabSession, another_resolution_of_the_same_extent_shows_the_same_part) {
  Scene scene = pulse(four());
  scene.variants.resize(2);
  scene.variants[1].set = {{"grid.cells", "[144, 112]"}, {"grid.cell", "0.0005"}};
  Window w(scene, {1920, 1080});
  w.frames(30);
  ASSERT_EQ(w.state().panes.size(), 2u);
  EXPECT_EQ(w.state().panes[1].scene.grid.nx, 144);
  EXPECT_NEAR(w.state().panes[1].time, w.state().panes[0].time, w.state().panes[1].dt);
  EXPECT_GT(w.state().panes[1].picture.max_abs, 0);
  const Vec2 there = to_grid(w.state().panes[0].scene.grid, w.state().panes[1].scene.grid, {-0.5, 55.5});
  EXPECT_EQ(there, (Vec2{-0.5, 111.5}));
}

// Two runs differ in one drag of the profile. The test finds the step at which their waves differ.
TEST(LabSession, a_dragged_profile_acts_on_the_wave_within_two_frames) {
  Scene scene = pulse();
  scene.probes.push_back({"in the layer", {0.004, 0.028}});
  std::uint64_t sent = 0;
  const auto trace = [&](double sigma) {
    Window w(scene);
    w.frames(15);
    sent = w.state().step;
    Scene edited = scene;
    edited.boundary.cpml.sigma *= sigma;
    w.session->send(command::EditScene{edited, "sigma", false});
    w.frames(2);
    return w.state().probes.at(0).values;
  };
  const std::vector<double> still = trace(1), dragged = trace(1.5);
  ASSERT_EQ(still.size(), dragged.size());
  const auto parted =
      static_cast<std::uint64_t>(std::mismatch(still.begin(), still.end(), dragged.begin()).first - still.begin());
  ASSERT_LT(parted, still.size()) << "the wave has reached the layer and does not differ";
  EXPECT_GT(parted, sent - steps_per_frame);
  EXPECT_LE(parted, sent + 2 * std::uint64_t{steps_per_frame});
}

TEST(LabSession, a_search_ends_as_one_edit_of_its_pane) {
  Scene scene = pulse({all_sides_as("PEC", "pec"), {"thin", {{"boundary.cpml.cells", "4"}}}});
  Window w(scene);
  w.frames(3);
  w.session->send(command::SelectPane{1});
  LabSettings l;
  l.band = {0, 15, 14e9, 16e9};
  w.session->send(command::SetLab{l});
  w.session->send(command::StartSearch{});
  w.session->send(command::SelectPane{0});
  w.frames(2);
  ASSERT_TRUE(w.lab().search);
  EXPECT_TRUE(w.until([&] { return w.noted("thin"); }));
  ASSERT_TRUE(w.noted("Optimised thin")) << (w.lab().search ? w.lab().search->failed : "no search");
  EXPECT_LT(w.lab().search->best_db, w.lab().search->before_db);
  EXPECT_EQ(scene_of_variant(w.state().scene, 1).scene->boundary.cpml, w.lab().search->best);
  EXPECT_EQ(w.state().scene.variants[0], scene.variants[0]);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_EQ(w.state().scene, scene);
  EXPECT_FALSE(w.state().history.can_undo());
}

TEST(LabSession, explains_the_reflection_of_the_active_pane) {
  Scene scene =
      pulse({all_sides_as("PEC", "pec"), {"bad", {{"fault", "[{ side = 'top', kind = 'wrong-sign' }]"}}}}, true);
  Window w(scene);
  w.frames(3);
  w.session->send(command::SelectPane{1});
  w.session->send(command::ExplainReflection{});
  w.frames(2);
  ASSERT_TRUE(w.lab().explained);
  ASSERT_TRUE(w.until([&] { return w.lab().explained->progress.ended(); }));
  const ExplainProgress& p = w.lab().explained->progress;
  EXPECT_EQ(p.failed, "");
  ASSERT_FALSE(p.found.causes.empty()) << p.found.nothing;
  EXPECT_EQ(p.found.causes[0].fault, Fault::wrong_sign);
  EXPECT_EQ(p.found.causes[0].side, Side::top);
  EXPECT_FALSE(w.state().history.can_undo()) << "it edits nothing";
  w.session->send(command::ExplainReflection{});
  w.session->send(command::CancelExplaining{});
  ASSERT_TRUE(w.until([&] { return w.lab().explained->progress.ended(); }));
  EXPECT_TRUE(w.lab().explained->progress.cancelled || !w.lab().explained->progress.found.causes.empty());
}

TEST(LabSession, a_report_is_picture_table_and_scene) {
  const fs::path folder = fs::temp_directory_path() / ("ezscope-report-" + std::to_string(getpid()));
  fs::create_directories(folder);
  Window w(pulse(four(), true), {1920, 1080});
  w.frames(30);
  w.session->send(command::SaveReport{(folder / "mine").string()});
  w.frames(3);
  EXPECT_TRUE(w.noted("mine.png"));
  for (const char* suffix : {".png", ".csv", ".toml"}) EXPECT_TRUE(fs::exists(folder / ("mine" + std::string(suffix))));
  EXPECT_EQ(load_scene((folder / "mine.toml").string()).scene, w.state().scene);
  std::ostringstream csv;
  csv << std::ifstream(folder / "mine.csv").rdbuf();
  EXPECT_EQ(csv.str().find("pane,what,side"), 0u);
  EXPECT_NE(csv.str().find("Mur 1,side,left"), std::string::npos);
  w.session->send(command::SaveReport{"/proc/nowhere/mine"});
  w.frames(3);
  EXPECT_TRUE(w.noted("Cannot write"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace ez
