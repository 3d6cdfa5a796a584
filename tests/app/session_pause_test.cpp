// Tests where a run pauses: at the time that its scene names, or at a requested step. Also tests the values that its
// checks read on the way. The running program, off-screen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/measuring_pulse.h"
#include "app/features/timeline/commands.h"
#include "app/ui/readings.h"
#include "needs_feature.h"
#include "session_window.h"
#include "solver/engine/backend.h"
#include "solver/gas/run.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/check.h"

namespace ez {
namespace {

TEST(Moment, the_run_pauses_there_once_and_space_continues) {
  SessionWindow w(pulse("203 steps"));  // not a whole number of frames
  w.frames(60);
  EXPECT_EQ(w.step(), 203u);
  EXPECT_TRUE(w.state().held);
  EXPECT_FALSE(w.state().running);
  ASSERT_TRUE(w.left().has_value());
  EXPECT_LT(*w.left(), -30);
  EXPECT_NEAR(w.state().panes[0].reflection.until, 203 * w.state().dt, 0.5 * w.state().dt)
      << "the reading is from exactly this time";
  w.session->send(command::Run{true});
  w.frames(60);
  EXPECT_FALSE(w.state().held);
  EXPECT_EQ(w.step(), 203u + 60 * steps_per_frame) << "once";
}

// A point source's wave passes a probe 12 cells away. A check can be read 80 steps after the start or after an edit.
Scene checked() {
  Scene scene = pulse_scene();
  Probe probe;
  probe.name = "p";
  probe.at = {0.048, 0.028};
  scene.probes.push_back(probe);
  Check check;
  check.name = "peak";
  check.measured = "peak(\"p\")";
  check.theory = "1";
  check.within = 1;
  check.after = "0.19ns";
  scene.checks.push_back(check);
  scene.pause = {"100 steps"};
  return scene;
}

TEST(Moment, an_earlier_edit_delays_the_pause_until_the_checks_are_read) {
  SessionWindow w(checked());
  w.frames(5);
  ASSERT_EQ(w.step(), 5u * steps_per_frame);
  Scene other = w.state().scene;
  other.materials.emplace_back();
  other.materials.back().name = "glass";
  other.materials.back().eps = 2;
  other.shapes.push_back({Circle{{0.02, 0.02}, 0.004}, "glass"});
  w.edit(other);
  w.frames(40);
  EXPECT_TRUE(w.state().held);
  EXPECT_EQ(w.step(), 5u * steps_per_frame + 100);
  EXPECT_NE(w.state().checks.at(0).verdict, CheckReading::Verdict::not_yet);
  // An edit after the pause causes no further pause.
  other.shapes.clear();
  w.edit(other);
  w.session->send(command::Run{true});
  w.frames(30);
  EXPECT_FALSE(w.state().held);
}

// A check can become readable at the very step at which the run is held or paused. It is then read in the same frame.
TEST(Moment, a_check_due_at_the_pause_is_read_at_once) {
  for (const bool held : {true, false}) {
    Scene scene = checked();
    scene.checks[0].after = fmt::format("{}ns", 1e9 * 95.5 * time_step(scene));
    if (!held) scene.pause = {};
    SessionWindow w(scene);
    ASSERT_TRUE(w.until([&] { return w.step() >= 96; }));
    if (!held) {
      w.session->send(command::Run{false});
      w.frames(1);
    }
    ASSERT_TRUE(held ? w.until([&] { return w.state().held; }) : !w.state().running);
    EXPECT_NE(w.state().checks.at(0).verdict, CheckReading::Verdict::not_yet);
  }
}

// The readings equal those of `ezscope check`, however many steps a frame has, and wherever in time the run has been.
TEST(Checks, with_a_time_are_read_at_that_time) {
  Scene light = checked();
  light.pause = {};
  light.checks[0].measured = "rms(\"p\", 0.05e-9)";
  light.checks[0].after = fmt::format("{}ns", 1e9 * 95.5 * time_step(light));
  Scene gas = *load_scene("sod").scene;
  gas.pause = {};
  gas.checks[1].after = "0.11s";
  for (const Scene& scene : {light, gas}) {
    ASSERT_FALSE(has_errors(validate(scene)));
    const std::vector<CheckReading> must =
        run_checks([] { return make_cpu_engine(1); }, scene, false, [](auto, auto) { return true; }).readings;
    SessionWindow w(scene, 70);
    const auto measured = [&] {
      std::vector<double> out;
      for (const CheckReading& r : w.state().checks)
        out.push_back(r.verdict == CheckReading::Verdict::not_yet ? -1 : r.measured);
      return out;
    };
    std::vector<double> all;
    for (const CheckReading& r : must) all.push_back(r.measured);
    const auto known = [&] { return !w.state().checks.empty() && std::ranges::count(measured(), -1) == 0; };
    ASSERT_TRUE(w.until(known));
    EXPECT_EQ(measured(), all);
    w.frames(4);
    EXPECT_EQ(measured(), all) << "the readings stay";
    const std::uint64_t end = w.step();
    w.session->send(command::Run{false});
    // Go back before the time of the check, forward past it, and past it in single steps.
    for (const std::uint64_t step : {std::uint64_t{20}, end, std::uint64_t{30}}) {
      w.session->send(command::GoTo{step});
      w.frames(1);
      ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == step; }));
      w.frames(2);
      if (step == end) {
        EXPECT_EQ(measured(), all);
      } else {
        EXPECT_NE(measured(), all);
      }
    }
    w.session->send(command::Step{static_cast<int>(end) - 30});
    ASSERT_TRUE(w.until([&] { return w.step() == end; }));
    w.frames(1);
    EXPECT_EQ(measured(), all);
  }
}

// The steps of a gas differ in length, so its time counts in seconds. It counts from the start, and again from a pulse.
TEST(Checks, of_a_gas_are_read_at_their_exact_time) {
  Scene gas = *load_scene("sod").scene;
  gas.pause = {};
  gas.checks = {{"when", "last_time(\"front\")", "0.05", {}, 1, "", "0.05s", ""}};
  SessionWindow w(gas, 3);
  const auto reads = [&] {
    return !w.state().checks.empty() && w.state().checks[0].verdict != CheckReading::Verdict::not_yet;
  };
  ASSERT_TRUE(w.until(reads));
  EXPECT_NEAR(w.state().checks[0].measured, 0.05, 1e-5);
  ASSERT_TRUE(w.until([&] { return w.state().time > 0.13; }));
  w.session->send(command::Run{false});
  w.frames(2);
  const double struck = w.state().time;
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(2);
  EXPECT_FALSE(reads());
  w.session->send(command::Run{true});
  ASSERT_TRUE(w.until(reads));
  EXPECT_NEAR(w.state().checks[0].measured, struck + 0.05, 1e-5);
}

// A pane that is selected too late has missed the time of its check, and the reading gives the reason.
TEST(Checks, are_reported_as_missed_if_their_time_has_passed) {
  Scene two = checked();
  two.pause = {};
  two.variants = {{"a", {}}, {"b", {{"boundary.left", "\"pec\""}}}};
  SessionWindow w(two, 40);
  ASSERT_TRUE(w.until([&] { return w.step() > 200; }));
  w.session->send(command::SelectPane{1});
  w.frames(4);
  ASSERT_FALSE(w.state().checks.empty());
  EXPECT_EQ(w.state().checks[0].verdict, CheckReading::Verdict::not_yet);
  EXPECT_NE(w.state().checks[0].waits.english().find("(R)"), std::string::npos) << w.state().checks[0].waits.english();
}

TEST(Pace, of_a_scene_applies_while_the_scene_is_open) {
  State s;
  Scene slow = pulse_scene(), plain = pulse_scene();
  slow.pause.pace = 2;
  s.speed.full = true;
  adopt_scene(s, slow, "", "slow");
  EXPECT_EQ(s.speed.periods_per_second, 2);
  EXPECT_FALSE(s.speed.full);
  adopt_scene(s, plain, "", "plain");
  EXPECT_EQ(s.speed.periods_per_second, SpeedSetting{}.periods_per_second);
  EXPECT_TRUE(s.speed.full) << "the user's setting is restored";
  s.speed.automatic = false;
  adopt_scene(s, slow, "", "slow");
  EXPECT_TRUE(s.speed.full) << "the user set steps per frame";
}

TEST(Moment, restarting_runs_to_the_same_pause) {
  SessionWindow w(pulse("100 steps"));
  w.frames(30);
  ASSERT_TRUE(w.state().held);
  w.session->send(command::Reset{});
  w.frames(2);
  EXPECT_FALSE(w.state().held);
  EXPECT_EQ(w.step(), 2u * steps_per_frame);
  w.frames(30);
  EXPECT_TRUE(w.state().held);
  EXPECT_EQ(w.step(), 100u);
  // A run that the user paused stays paused.
  w.session->send(command::Run{true});
  w.frames(3);
  w.session->send(command::Run{false});
  w.session->send(command::Reset{});
  w.frames(5);
  EXPECT_EQ(w.step(), 0u);
}

TEST(Moment, the_pause_is_a_time_or_the_last_valid_reading) {
  Scene scene = pulse("0.31ns");
  {
    SessionWindow timed(scene);
    timed.frames(60);
    EXPECT_EQ(timed.step(), static_cast<std::uint64_t>(std::ceil(0.31e-9 / time_step(scene))));
  }
  scene.pause.at = "valid";
  const double valid = valid_until(scene, *media_of(scene), reference_padding(scene));
  ASSERT_TRUE(std::isfinite(valid));
  SessionWindow w(scene);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_EQ(w.step(), static_cast<std::uint64_t>(std::floor(valid / time_step(scene))));
  EXPECT_LE(w.state().panes[0].reflection.until, valid);
}

// The last step whose readings are valid.
std::uint64_t last_valid_step(const Scene& scene) {
  return static_cast<std::uint64_t>(valid_until(scene, *media_of(scene), reference_padding(scene)) / time_step(scene));
}

// If the scene names no pause, a measurement in the boundary lab ends with its last valid reading.
TEST(Moment, the_boundary_lab_pauses_at_the_last_valid_reading) {
  for (const bool steady : {false, true}) {
    Scene scene = pulse("");
    if (steady) scene.sources[0].waveform = Cw{15e9, 3, 0};
    const std::uint64_t last = last_valid_step(scene);
    SessionWindow w(scene);
    ASSERT_EQ(w.state().workspace, Workspace::boundary_lab);
    ASSERT_TRUE(w.until([&] { return w.state().held; }));
    EXPECT_EQ(w.step(), last);
    EXPECT_FALSE(w.state().running);
    const auto paused = [](const Note& n) { return n.text.english().starts_with("Paused at "); };
    EXPECT_EQ(std::ranges::count_if(w.state().notes, paused), 1);
    ASSERT_TRUE(w.left().has_value());
    const double valid = *w.left();
    EXPECT_FALSE(is_past(w.state(), 0));
    // Space continues the run, and the readings stay.
    w.session->send(command::Run{true});
    ASSERT_TRUE(w.until([&] { return w.step() > last + 200 && is_past(w.state(), 0); }));
    EXPECT_EQ(w.left(), valid);
    EXPECT_EQ(shown_decibels(w.state(), 0, w.left()), "– (" + decibels(valid) + ")");
    // Any edit is measured from the start up to its own last valid reading.
    Scene louder = scene;
    louder.boundary[Side::left] = BoundaryKind::mur1;
    louder.sources[0].amplitude = 2;
    w.edit(louder);
    w.frames(1);
    EXPECT_LT(w.step(), last);
    ASSERT_TRUE(w.until([&] { return w.state().held; }));
    EXPECT_EQ(w.step(), last_valid_step(louder));
    EXPECT_GT(*w.left(), valid + 10);
    Scene moved = louder;
    moved.sources[0].geometry = PointSource{{0.03, 0.028}};
    w.edit(moved);
    w.frames(1);
    EXPECT_LT(w.step(), last);
    ASSERT_TRUE(w.until([&] { return w.state().held; }));
    EXPECT_EQ(w.step(), last_valid_step(moved));
    EXPECT_FALSE(is_past(w.state(), 0));
  }
}

// Otherwise maxima since the start would still describe the previous side.
TEST(Moment, a_changed_side_is_measured_again_for_any_source) {
  Scene scene = pulse("");
  scene.sources[0].waveform = Cw{15e9, 3, 0};
  scene.boundary[Side::left] = BoundaryKind::pec;
  SessionWindow w(scene);
  // The run waits for the meter, which is read ten times a second.
  ASSERT_TRUE(w.until([&] { return w.step() > 190; }));
  w.session->send(command::Run{false});
  ASSERT_TRUE(w.until([&] { return w.left().value_or(-99) > -6; }));
  ASSERT_FALSE(w.state().held);
  w.session->send(command::Run{true});
  Scene open = scene;
  open.boundary[Side::left] = BoundaryKind::cpml;
  w.edit(open);
  w.frames(1);
  EXPECT_EQ(w.step(), std::uint64_t{steps_per_frame});
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_LT(*w.left(), -30);
}

TEST(Moment, outside_the_boundary_lab_a_measured_run_continues) {
  Scene scene = pulse("");
  const std::uint64_t last = last_valid_step(scene);
  SessionWindow w(scene);
  w.session->send(command::SetWorkspace{Workspace::explore});
  ASSERT_TRUE(w.until([&] { return w.step() > last + 100; }));
  Scene louder = scene;
  louder.sources[0].amplitude = 2;
  w.edit(louder);
  w.frames(2);
  EXPECT_GT(w.step(), last) << "an edit keeps the field";
}

TEST(Moment, switching_to_a_pulse_and_back_restarts_the_run) {
  Scene scene = pulse("");
  scene.sources[0].waveform = Cw{15e9, 3, 30};
  SessionWindow w(scene);
  w.frames(10);
  w.edit(with_pulses(w.state().scene));
  w.frames(1);
  EXPECT_EQ(w.step(), std::uint64_t{steps_per_frame});
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_EQ(w.state().scene, scene);
  EXPECT_EQ(w.step(), std::uint64_t{steps_per_frame});
}

TEST(Moment, a_repeating_scene_waits_two_seconds_and_restarts) {
  SessionWindow w(pulse("80 steps", true));
  w.frames(11);
  EXPECT_EQ(w.step(), 80u);
  EXPECT_TRUE(w.state().held);
  EXPECT_TRUE(w.state().running);
  w.frames(100);
  EXPECT_EQ(w.step(), 80u) << "two seconds are 120 frames of a script";
  w.frames(25);
  EXPECT_LT(w.step(), 80u);
  EXPECT_FALSE(w.state().held);
}

TEST(Moment, in_the_kernel_lab_the_run_continues) {
  EZ_NEEDS_FEATURE(kernel_lab);
  SessionWindow w(pulse("80 steps"));
  w.session->send(command::SetWorkspace{Workspace::kernel_lab});
  w.frames(20);
  EXPECT_EQ(w.step(), 20u * steps_per_frame);
}

// The steps become shorter and longer after the edit. The pause is a time, and does not repeat at the old number of
// steps.
TEST(Moment, a_gas_pauses_once_however_its_steps_change) {
  Scene tube = load_scene("sod").scene.value();
  tube.grid.nx = 80;
  tube.checks.clear();
  tube.probes.clear();
  tube.pause.at = "0.01s";
  SessionWindow w(tube);
  w.frames(1);
  tube.shapes.push_back({.geometry = Circle{{0.1, 0.1}, 0.02}, .wall = true});
  w.edit(tube);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_NEAR(w.session->solver().time(), 0.01, 1e-12);
  w.session->send(command::Run{true});
  w.frames(40);
  EXPECT_FALSE(w.state().held);
  EXPECT_TRUE(w.state().running);
}

TEST(RunTo, pauses_at_a_step_ahead_or_counted_from_the_start) {
  SessionWindow w(pulse("80 steps"));
  w.session->send(command::RunTo{155});
  w.frames(40);
  EXPECT_EQ(w.step(), 155u) << "past the pause of the scene";
  EXPECT_FALSE(w.state().running);
  w.session->send(command::RunTo{30});
  w.frames(10);
  EXPECT_EQ(w.step(), 30u);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::RunTo{1000});
  w.frames(2);
  w.session->send(command::Run{false});
  w.frames(1);
  EXPECT_FALSE(w.state().run_to.has_value()) << "pausing ends the request";
  w.session->send(command::OpenBuiltin{"paint", true});
  w.frames(2);
  EXPECT_FALSE(w.state().run_to.has_value());
}

}  // namespace
}  // namespace ez
