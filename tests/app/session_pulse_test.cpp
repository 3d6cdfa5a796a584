// Tests a pulse that is sent during a run: into a gas, and again into a domain after a side has changed. The running
// program, off-screen.
#include <gtest/gtest.h>

#include <algorithm>

#include "needs_feature.h"
#include "session_window.h"
#include "solver/gas/run.h"
#include "solver/gas/scene_engine.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// A gas that is enclosed by walls while it runs stops. The note gives the reason, and disappears with the walls.
TEST(Gas, a_gas_enclosed_by_walls_is_reported) {
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  SessionWindow w(tube);
  w.frames(4);
  const auto told = [&] { return std::ranges::count(w.state().notes, "walls", &Note::cause); };
  EXPECT_EQ(told(), 0);
  Scene walled = tube;
  walled.shapes.push_back({.geometry = Rect{{-1, -1}, {2, 2}}, .wall = true});
  ASSERT_FALSE(has_errors(validate(walled)));
  w.edit(walled);
  w.frames(4);
  EXPECT_EQ(told(), 1);
  const std::uint64_t step = w.step();
  w.frames(10);
  EXPECT_EQ(w.step(), step);
  EXPECT_EQ(told(), 1);
  w.edit(tube);
  w.frames(1);
  EXPECT_EQ(told(), 0);
  EXPECT_TRUE(w.until([&] { return w.step() > step; }));
}

// A pulse is sent into a paused gas. Undo removes it completely, and redo gives the same result as before.
TEST(Pulse, is_undone_and_redone) {
  EZ_NEEDS_FEATURE(timeline);
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  SessionWindow w(tube);
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(1);
  const auto pressures = [&] { return gas::run_of(w.session->solver().engine())->read(Quantity::pressure); };
  const std::uint64_t step = w.step();
  ASSERT_GT(step, 1u);
  const std::vector<float> before = pressures();
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(2);
  const std::vector<float> pulsed = pressures();
  ASSERT_NE(pulsed, before);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().moments.target; }));
  EXPECT_EQ(w.step(), step);
  EXPECT_EQ(pressures(), before);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::Redo{});
  w.frames(1);
  EXPECT_EQ(w.step(), step);
  EXPECT_EQ(pressures(), pulsed);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().moments.target; }));
  EXPECT_EQ(pressures(), before);
  w.session->send(command::Run{true});
  EXPECT_TRUE(w.until([&] { return w.step() > step; }));
  w.session->send(command::Run{false});
  w.frames(2);
  EXPECT_LT(std::ranges::max(pressures()), std::ranges::max(before) + 0.01f) << "the run continues without the pulse";
  EXPECT_GT(std::ranges::max(pulsed), std::ranges::max(before) + 0.1f);
}

// If the run continues while the pulse is undone, it continues afterwards.
TEST(Pulse, undoing_it_leaves_the_run_running) {
  EZ_NEEDS_FEATURE(timeline);
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  SessionWindow w(tube);
  w.frames(4);
  const std::uint64_t sent = w.step();
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(4);
  ASSERT_GT(w.step(), sent);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().moments.target; }));
  EXPECT_TRUE(w.state().running);
  EXPECT_TRUE(w.until([&] { return w.step() >= sent + 40; }));
  w.session->send(command::Run{false});
  w.frames(1);
  EXPECT_FALSE(w.state().history.can_undo());
  const std::uint64_t step = w.step();
  const auto pressures = [](SessionWindow& of) {
    return gas::run_of(of.session->solver().engine())->read(Quantity::pressure);
  };
  const std::vector<float> gone_on = pressures(w);
  w.session.reset();
  SessionWindow without(tube);
  without.session->send(command::RunTo{step});
  ASSERT_TRUE(without.until([&] { return without.step() == step; }));
  EXPECT_EQ(pressures(without), gone_on) << "the same as without the pulse";
}

// Undo takes back walls and pulses in their order, the last one first.
TEST(Pulse, is_undone_in_order_with_edits) {
  EZ_NEEDS_FEATURE(timeline);
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  SessionWindow w(tube);
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(1);
  const auto pressures = [&] { return gas::run_of(w.session->solver().engine())->read(Quantity::pressure); };
  const auto undo = [&] {
    w.session->send(command::Undo{});
    w.frames(1);
    EXPECT_TRUE(w.until([&] { return !w.state().moments.target; }));
  };
  const std::vector<float> before = pressures();
  Scene walled = tube;
  walled.shapes.push_back({.geometry = Rect{{0.8, 0}, {0.82, 0.02}}, .wall = true});
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(2);
  const std::vector<float> pulsed = pressures();
  w.edit(walled);
  w.frames(2);
  EXPECT_EQ(w.state().history.undo_label().english(), "edit");
  undo();
  EXPECT_EQ(w.state().scene, tube);
  EXPECT_NE(pressures(), before) << "the pulse is still there";
  EXPECT_EQ(w.state().history.undo_label().english(), "pulse");
  undo();
  EXPECT_EQ(pressures(), before);
  EXPECT_FALSE(w.state().history.can_undo());
  w.session->send(command::Redo{});
  w.frames(2);
  EXPECT_EQ(pressures(), pulsed);
  w.session->send(command::Redo{});
  w.frames(2);
  EXPECT_EQ(w.state().scene, walled);
  w.session->send(command::Reset{});  // the restarted run holds no pulse, so undo takes back an edit
  w.frames(2);
  undo();
  EXPECT_EQ(w.state().scene, tube);
  EXPECT_FALSE(w.state().history.can_undo());
}

// A reading of "-89.0 dB" must not remain after the side has changed.
TEST(NewPulse, another_side_or_grading_is_measured_again) {
  Scene scene = pulse("203 steps");
  SessionWindow w(scene);
  ASSERT_TRUE(w.until([&] { return w.state().held && w.left(); }));
  const double sound = *w.left();
  scene.boundary.cpml.sigma = 0.1;
  w.edit(scene);
  w.frames(2);
  EXPECT_LT(w.step(), 203u) << "it starts over";
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_EQ(w.step(), 203u);
  w.frames(1);
  EXPECT_GT(*w.left(), sound + 10);
  scene.boundary[Side::left] = BoundaryKind::mur1;
  w.edit(scene);
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  w.frames(1);
  EXPECT_GT(*w.left(), -30);
  w.session->send(command::Undo{});
  w.session->send(command::Undo{});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  w.frames(1);
  EXPECT_NEAR(*w.left(), sound, 1e-9);
}

TEST(NewPulse, a_run_that_the_user_paused_restarts_to_the_same_step) {
  Scene scene = pulse("");
  SessionWindow w(scene);
  w.frames(20);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t stood = w.step();
  scene.boundary[Side::left] = BoundaryKind::mur1;
  w.edit(scene);
  w.frames(2);
  EXPECT_LT(w.step(), stood);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_EQ(w.step(), stood);
  EXPECT_FALSE(w.state().running);
}

TEST(NewPulse, dragging_a_value_measures_each_side_fully_before_the_next) {
  Scene scene = pulse("96 steps");
  SessionWindow w(scene);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  // Every frame brings another σ, and 96 steps take twelve frames.
  std::vector<double> ends;
  for (int k = 0; k < 60; ++k) {
    scene.boundary.cpml.sigma = 0.85 - 0.01 * k;
    w.edit(scene, false);
    w.frames(1);
    if (w.state().held) ends.push_back(w.session->solver().scene().boundary.cpml.sigma);
  }
  ASSERT_GE(ends.size(), 2u);
  EXPECT_GT(ends.front(), ends.back());
  w.edit(scene, true);
  w.frames(2);
  EXPECT_EQ(w.session->solver().scene().boundary.cpml.sigma, scene.boundary.cpml.sigma);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
}

TEST(NewPulse, a_steady_source_is_measured_again_and_an_unmeasured_field_stays) {
  for (const bool measured : {true, false}) {
    Scene scene = pulse("");
    scene.reflection.on = measured;
    if (measured) scene.sources[0].waveform = Cw{15e9, 1, 0};
    SessionWindow w(scene);
    w.frames(20);
    scene.boundary[Side::left] = BoundaryKind::mur1;
    w.edit(scene);
    w.frames(1);
    EXPECT_EQ(w.step(), (measured ? 1u : 21u) * steps_per_frame) << measured;
  }
}

}  // namespace
}  // namespace ez
