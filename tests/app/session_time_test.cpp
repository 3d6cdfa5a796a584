// How far a run goes: to the moment that its scene's text speaks of, to a step that is asked for, and again where a
// side changed. The running program, off-screen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/session/session.h"
#include "app/state/update.h"
#include "off_screen.h"
#include "patience.h"
#include "pulse_scene.h"
#include "solver/engine/backend.h"
#include "solver/gas/run.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/check.h"

namespace ez {
namespace {

constexpr int steps_per_frame = 8;

// Measured.
Scene pulse(const std::string& pause_at, bool repeat = false) {
  Scene scene = pulse_scene();
  scene.reflection.on = true;
  scene.pause = {pause_at, repeat};
  return scene;
}

struct Window {
  std::unique_ptr<Session> session;
  explicit Window(Scene scene, int steps = steps_per_frame) {
    session = std::make_unique<Session>(off_screen(steps, {900, 600}), LoadedScene{std::move(scene), "", "pulse"});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1); });
  }
  void edit(Scene scene, bool finished = true) {
    session->send(command::EditScene{std::move(scene), "edit", finished});
  }
  const State& state() const { return session->state(); }
  std::uint64_t step() { return session->solver().step(); }
  std::optional<double> left() { return state().lab.panes[0].reflection.db[0]; }
};

TEST(Moment, a_run_stops_there_once_with_its_result_and_space_goes_on) {
  Window w(pulse("203 steps"));  // no whole number of frames
  w.frames(60);
  EXPECT_EQ(w.step(), 203u);
  EXPECT_TRUE(w.state().held);
  EXPECT_FALSE(w.state().running);
  ASSERT_TRUE(w.left().has_value());
  EXPECT_LT(*w.left(), -30);
  EXPECT_NEAR(w.state().lab.panes[0].reflection.until, 203 * w.state().dt, 0.5 * w.state().dt) << "of this very moment";
  w.session->send(command::Run{true});
  w.frames(60);
  EXPECT_FALSE(w.state().held);
  EXPECT_EQ(w.step(), 203u + 60 * steps_per_frame) << "once";
}

// A point's wave, looked at by a probe 12 cells on; a check that may be read 80 steps after the start or an edit.
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

TEST(Moment, an_edit_before_it_puts_it_off_until_the_checks_have_been_read) {
  Window w(checked());
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
  // Behind it, an edit is followed by no other stop.
  other.shapes.clear();
  w.edit(other);
  w.session->send(command::Run{true});
  w.frames(30);
  EXPECT_FALSE(w.state().held);
}

// It may be read at the very step at which the run is held or paused, and is in that frame.
TEST(Moment, what_stands_is_read_at_once) {
  for (const bool held : {true, false}) {
    Scene scene = checked();
    scene.checks[0].after = fmt::format("{}ns", 1e9 * 95.5 * time_step(scene));
    if (!held) scene.pause = {};
    Window w(scene);
    ASSERT_TRUE(w.until([&] { return w.step() >= 96; }));
    if (!held) {
      w.session->send(command::Run{false});
      w.frames(1);
    }
    ASSERT_TRUE(held ? w.until([&] { return w.state().held; }) : !w.state().running);
    EXPECT_NE(w.state().checks.at(0).verdict, CheckReading::Verdict::not_yet);
  }
}

// However many steps a frame has, and wherever in time the run has been: as `ezscope check` reads it.
TEST(Checks, with_a_moment_are_read_at_it) {
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
    Window w(scene, 70);
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
    EXPECT_EQ(measured(), all) << "what is read stays";
    const std::uint64_t end = w.step();
    w.session->send(command::Run{false});
    // To before the moment, past it on the way forward, and past it in single steps.
    for (const std::uint64_t step : {std::uint64_t{20}, end, std::uint64_t{30}}) {
      w.session->send(command::GoTo{step});
      w.frames(1);
      ASSERT_TRUE(w.until([&] { return !w.state().timeline.target && w.step() == step; }));
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

// Of a gas, whose steps are of any length, time counts in seconds from the start, and from a pulse on anew.
TEST(Checks, of_a_gas_are_read_at_their_very_time) {
  Scene gas = *load_scene("sod").scene;
  gas.pause = {};
  gas.checks = {{"when", "last_time(\"front\")", "0.05", {}, 1, "0.05s", ""}};
  Window w(gas, 3);
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

// A pane that is looked at late has missed its moments, and says so.
TEST(Checks, whose_time_had_passed_are_missed) {
  Scene two = checked();
  two.pause = {};
  two.variants = {{"a", {}}, {"b", {{"boundary.left", "\"pec\""}}}};
  Window w(two, 40);
  ASSERT_TRUE(w.until([&] { return w.step() > 200; }));
  w.session->send(command::SelectPane{1});
  w.frames(4);
  ASSERT_FALSE(w.state().checks.empty());
  EXPECT_EQ(w.state().checks[0].verdict, CheckReading::Verdict::not_yet);
  EXPECT_NE(w.state().checks[0].waits.find("(R)"), std::string::npos) << w.state().checks[0].waits;
}

// A gas that is walled in while it runs stands; the note says why, and goes with the walls.
TEST(Gas, that_is_walled_in_says_so) {
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  Window w(tube);
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

// Sent into a gas that stands; taken back it was never there, and once more it is what it was.
TEST(Pulse, is_taken_back_and_sent_again) {
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  Window w(tube);
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(1);
  const auto pressures = [&] { return w.session->solver().engine().gas_run()->read(Quantity::pressure); };
  const std::uint64_t step = w.step();
  ASSERT_GT(step, 1u);
  const std::vector<float> before = pressures();
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(2);
  const std::vector<float> pulsed = pressures();
  ASSERT_NE(pulsed, before);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().timeline.target; }));
  EXPECT_EQ(w.step(), step);
  EXPECT_EQ(pressures(), before);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::Redo{});
  w.frames(1);
  EXPECT_EQ(w.step(), step);
  EXPECT_EQ(pressures(), pulsed);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().timeline.target; }));
  EXPECT_EQ(pressures(), before);
  w.session->send(command::Run{true});
  EXPECT_TRUE(w.until([&] { return w.step() > step; }));
  w.session->send(command::Run{false});
  w.frames(2);
  EXPECT_LT(std::ranges::max(pressures()), std::ranges::max(before) + 0.01f) << "it goes on without";
  EXPECT_GT(std::ranges::max(pulsed), std::ranges::max(before) + 0.1f);
}

// A run that goes on while it is taken back goes on.
TEST(Pulse, taken_back_leaves_a_run_running) {
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  Window w(tube);
  w.frames(4);
  const std::uint64_t sent = w.step();
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(4);
  ASSERT_GT(w.step(), sent);
  w.session->send(command::Undo{});
  w.frames(1);
  EXPECT_TRUE(w.until([&] { return !w.state().timeline.target; }));
  EXPECT_TRUE(w.state().running);
  EXPECT_TRUE(w.until([&] { return w.step() >= sent + 40; }));
  w.session->send(command::Run{false});
  w.frames(1);
  EXPECT_FALSE(w.state().history.can_undo());
  const std::uint64_t step = w.step();
  const auto pressures = [](Window& of) { return of.session->solver().engine().gas_run()->read(Quantity::pressure); };
  const std::vector<float> gone_on = pressures(w);
  w.session.reset();
  Window without(tube);
  without.session->send(command::RunTo{step});
  ASSERT_TRUE(without.until([&] { return without.step() == step; }));
  EXPECT_EQ(pressures(without), gone_on) << "as if it had never been sent";
}

// Walls and pulses in turn: the last one goes first, whatever it is.
TEST(Pulse, is_undone_in_turn_with_edits) {
  Scene tube = *load_scene("sod").scene;
  tube.pause = {};
  Window w(tube);
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(1);
  const auto pressures = [&] { return w.session->solver().engine().gas_run()->read(Quantity::pressure); };
  const auto undo = [&] {
    w.session->send(command::Undo{});
    w.frames(1);
    EXPECT_TRUE(w.until([&] { return !w.state().timeline.target; }));
  };
  const std::vector<float> before = pressures();
  Scene walled = tube;
  walled.shapes.push_back({.geometry = Rect{{0.8, 0}, {0.82, 0.02}}, .wall = true});
  w.session->send(command::Pulse{{60, 10}, 4, 0.5});
  w.frames(2);
  const std::vector<float> pulsed = pressures();
  w.edit(walled);
  w.frames(2);
  EXPECT_EQ(w.state().history.undo_label(), "edit");
  undo();
  EXPECT_EQ(w.state().scene, tube);
  EXPECT_NE(pressures(), before) << "the pulse is still there";
  EXPECT_EQ(w.state().history.undo_label(), "pulse");
  undo();
  EXPECT_EQ(pressures(), before);
  EXPECT_FALSE(w.state().history.can_undo());
  w.session->send(command::Redo{});
  w.frames(2);
  EXPECT_EQ(pressures(), pulsed);
  w.session->send(command::Redo{});
  w.frames(2);
  EXPECT_EQ(w.state().scene, walled);
  w.session->send(command::Reset{});  // no pulse is in what starts over: an edit is what there is to undo
  w.frames(2);
  undo();
  EXPECT_EQ(w.state().scene, tube);
  EXPECT_FALSE(w.state().history.can_undo());
}

TEST(Pace, is_that_of_the_scene_while_it_is_open) {
  State s;
  Scene slow = pulse_scene(), plain = pulse_scene();
  slow.pause.pace = 2;
  s.speed.full = true;
  adopt_scene(s, slow, "", "slow");
  EXPECT_EQ(s.speed.periods_per_second, 2);
  EXPECT_FALSE(s.speed.full);
  adopt_scene(s, plain, "", "plain");
  EXPECT_EQ(s.speed.periods_per_second, SpeedSetting{}.periods_per_second);
  EXPECT_TRUE(s.speed.full) << "as it was";
  s.speed.automatic = false;
  adopt_scene(s, slow, "", "slow");
  EXPECT_TRUE(s.speed.full) << "steps per frame were asked for";
}

TEST(Moment, starting_over_runs_to_it_again) {
  Window w(pulse("100 steps"));
  w.frames(30);
  ASSERT_TRUE(w.state().held);
  w.session->send(command::Reset{});
  w.frames(2);
  EXPECT_FALSE(w.state().held);
  EXPECT_EQ(w.step(), 2u * steps_per_frame);
  w.frames(30);
  EXPECT_TRUE(w.state().held);
  EXPECT_EQ(w.step(), 100u);
  // A run that the user paused stays so.
  w.session->send(command::Run{true});
  w.frames(3);
  w.session->send(command::Run{false});
  w.session->send(command::Reset{});
  w.frames(5);
  EXPECT_EQ(w.step(), 0u);
}

TEST(Moment, is_a_time_or_the_last_valid_reading) {
  Scene scene = pulse("0.31ns");
  {
    Window timed(scene);
    timed.frames(60);
    EXPECT_EQ(timed.step(), static_cast<std::uint64_t>(std::ceil(0.31e-9 / time_step(scene))));
  }
  scene.pause.at = "valid";
  const double valid = valid_until(scene, reference_padding(scene));
  ASSERT_TRUE(std::isfinite(valid));
  Window w(scene);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  EXPECT_EQ(w.step(), static_cast<std::uint64_t>(std::floor(valid / time_step(scene))));
  EXPECT_LE(w.state().lab.panes[0].reflection.until, valid);
}

TEST(Moment, a_scene_that_repeats_stands_two_seconds_and_starts_over) {
  Window w(pulse("80 steps", true));
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

TEST(Moment, in_the_kernel_lab_the_run_goes_on) {
  Window w(pulse("80 steps"));
  w.session->send(command::SetWorkspace{Workspace::kernel_lab});
  w.frames(20);
  EXPECT_EQ(w.step(), 20u * steps_per_frame);
}

// Its steps grow shorter and longer: the moment is a time, and what was held there is not held at a count of steps.
TEST(Moment, of_a_gas_holds_once_whatever_its_steps_become) {
  Scene tube = load_scene("sod").scene.value();
  tube.grid.nx = 80;
  tube.checks.clear();
  tube.probes.clear();
  tube.pause.at = "0.01s";
  Window w(tube);
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

TEST(RunTo, a_step_ahead_or_from_the_start) {
  Window w(pulse("80 steps"));
  w.session->send(command::RunTo{155});
  w.frames(40);
  EXPECT_EQ(w.step(), 155u) << "past the scene's moment";
  EXPECT_FALSE(w.state().running);
  w.session->send(command::RunTo{30});
  w.frames(10);
  EXPECT_EQ(w.step(), 30u);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::RunTo{1000});
  w.frames(2);
  w.session->send(command::Run{false});
  w.frames(1);
  EXPECT_FALSE(w.state().run_to.has_value()) << "a pause is the end of it";
  w.session->send(command::OpenBuiltin{"paint", true});
  w.frames(2);
  EXPECT_FALSE(w.state().run_to.has_value());
}

// "-89.0 dB" must not stand where the side is another one.
TEST(NewPulse, another_side_or_grading_is_measured_by_itself) {
  Scene scene = pulse("203 steps");
  Window w(scene);
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

TEST(NewPulse, a_run_that_the_user_paused_goes_again_to_where_it_stood) {
  Scene scene = pulse("");
  Window w(scene);
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

TEST(NewPulse, a_side_under_the_mouse_is_measured_whole_before_the_next) {
  Scene scene = pulse("96 steps");
  Window w(scene);
  ASSERT_TRUE(w.until([&] { return w.state().held; }));
  // Every frame brings another σ; 96 steps are twelve frames.
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

TEST(NewPulse, where_waves_go_on_or_nothing_is_measured_the_field_stays) {
  for (const bool measured : {true, false}) {
    Scene scene = pulse("");
    scene.reflection.on = measured;
    if (measured) scene.sources[0].waveform = Cw{15e9, 1, 0};
    Window w(scene);
    w.frames(20);
    scene.boundary[Side::left] = BoundaryKind::mur1;
    w.edit(scene);
    w.frames(1);
    EXPECT_EQ(w.step(), 21u * steps_per_frame) << measured;
  }
}

// What a moment looks like does not hang on the frames in which the run came there.
TEST(Range, of_a_field_that_stands_is_that_of_the_field) {
  std::set<double> held, paused, between;
  for (const int steps : {1, 7, 30, 400}) {
    Scene scene = pulse("203 steps");
    scene.variants = {{"CPML", {}}, {"Mur", {}}};
    WindowCommand command = off_screen(steps, {900, 600});
    Session session(command, LoadedScene{scene, "", "pulse"});
    const State& s = session.state();
    const auto frames = [&](int n) {
      for (int k = 0; k < n; ++k) ASSERT_TRUE(session.frame());
    };
    ASSERT_TRUE(comes([&] { return s.held; }, [&] { frames(1); }));
    frames(2);
    double largest = 0;
    for (const PaneState& pane : s.lab.panes) largest = std::max<double>(largest, pane.picture.max_abs);
    ASSERT_GT(largest, 0);
    EXPECT_EQ(s.view.limit, settled_limit(Quantity::ez, largest)) << steps;
    held.insert(s.view.limit);
    session.send(command::Reset{});
    session.send(command::RunTo{60});  // while the pulse goes out
    ASSERT_TRUE(comes([&] { return s.held && s.step == 60; }, [&] { frames(1); }));
    frames(2);
    paused.insert(s.view.limit);
    session.send(command::Step{90});
    ASSERT_TRUE(comes([&] { return s.step == 150; }, [&] { frames(1); }));
    frames(2);
    between.insert(s.view.limit);
  }
  EXPECT_EQ(held.size(), 1u);
  EXPECT_EQ(paused.size(), 1u);
  EXPECT_EQ(between.size(), 1u);
  EXPECT_GT(*paused.begin(), *held.begin());
}

// One remembered range for every quantity.
TEST(Range, that_is_locked_stays_when_other_quantities_were_looked_at) {
  Scene scene = pulse("");
  scene.view.range = 100;
  Window w(scene);
  w.frames(20);
  const auto show = [&](Quantity q) {
    ViewState v = w.state().view;
    v.quantity = q;
    w.session->send(command::SetView{v});
    w.frames(2);
  };
  show(Quantity::energy);
  EXPECT_NE(w.state().view.limit, 100);
  const double energy = w.state().view.limit;
  show(Quantity::ez);
  EXPECT_EQ(w.state().view.limit, 100);
  show(Quantity::residual);
  w.frames(10);
  show(Quantity::ez);
  EXPECT_EQ(w.state().view.limit, 100);
  show(Quantity::energy);
  EXPECT_EQ(w.state().view.limit, energy);
  w.session->send(command::OpenBuiltin{"double-slit", true});
  w.frames(3);
  EXPECT_EQ(w.state().view.limit, w.state().scene.view.range);
}

// ---- back in time

struct Past : Window {
  static Scene of() {
    Scene scene = pulse_scene();
    scene.probes = {{"a", {0.05, 0.03}}};
    return scene;
  }
  Past() : Window(of()) {}
  void go(std::uint64_t to) {
    session->send(command::GoTo{to});
    frames(1);
    ASSERT_TRUE(until([&] { return !state().timeline.target && step() == to; }));
  }
  Scene louder() const {
    Scene scene = state().scene;
    scene.sources[0].amplitude = 3;
    return scene;
  }
};

TEST(TimeTravel, brings_field_probes_and_scene_back_and_forward) {
  Past w;
  const Scene first = w.state().scene;
  w.frames(8);
  w.session->send(command::Run{false});
  w.frames(1);
  const std::uint64_t early = w.step();
  const auto field = w.session->solver().field(Quantity::ez);
  const auto probe = w.state().probes[0].values;
  ASSERT_EQ(probe.size(), early);
  w.session->send(command::Step{5});
  w.frames(2);
  const Scene second = w.louder();
  w.edit(second);
  w.session->send(command::Run{true});
  w.frames(10);
  w.session->send(command::Run{false});
  w.frames(1);
  const std::uint64_t late = w.step();
  const auto last = w.session->solver().field(Quantity::ez);
  ASSERT_EQ(w.state().timeline.marks.size(), 1u);
  EXPECT_EQ(w.state().timeline.marks[0].step, early + 5);

  w.go(early);
  EXPECT_TRUE(w.session->solver().field(Quantity::ez) == field);
  EXPECT_TRUE(w.state().probes[0].values == probe);
  EXPECT_EQ(w.state().scene, first);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::Step{1});
  w.frames(2);
  EXPECT_EQ(w.step(), early + 1);
  EXPECT_EQ(w.state().timeline.end, late) << "what lies ahead is known still";
  w.go(late);
  EXPECT_TRUE(w.session->solver().field(Quantity::ez) == last);
  EXPECT_EQ(w.state().scene, second);
  EXPECT_EQ(w.state().probes[0].values.size(), late);

  // A run that goes on from an earlier moment goes its own way.
  w.go(early);
  w.session->send(command::Run{true});
  w.frames(3);
  EXPECT_TRUE(w.state().timeline.marks.empty());
  EXPECT_EQ(w.state().scene, first);
}

TEST(TimeTravel, plays_backwards_to_the_start) {
  Past w;
  w.frames(12);
  std::uint64_t before = w.step();
  w.session->send(command::PlayBackwards{true});
  w.frames(1);
  ASSERT_TRUE(w.state().timeline.backwards);
  for (int k = 0; k < 200 && w.state().timeline.backwards; ++k) {
    w.frames(1);
    if (w.state().timeline.target) continue;  // on the way from the moment that is kept before
    EXPECT_LE(w.step(), before);
    before = w.step();
  }
  EXPECT_EQ(w.step(), 0u);
  EXPECT_FALSE(w.state().timeline.backwards);
}

TEST(TimeTravel, then_and_now_run_side_by_side) {
  Past w;
  w.frames(8);
  w.session->send(command::CompareWithThen{3});
  w.frames(1);
  EXPECT_TRUE(w.state().scene.variants.empty()) << "nothing was edited";
  const Scene first = w.state().scene;
  const std::uint64_t edited = w.step();
  w.edit(w.louder());
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t now = w.step();
  ASSERT_LT(edited, now);
  const auto field = w.session->solver().field(Quantity::ez);
  w.session->send(command::CompareWithThen{8});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().timeline.target && w.step() == now; }));
  ASSERT_EQ(w.state().scene.variants.size(), 2u);
  EXPECT_FALSE(w.state().running);
  EXPECT_EQ(w.session->solver(0).scene().sources[0].amplitude, 3);
  EXPECT_EQ(w.session->solver(1).scene().sources[0].amplitude, 1);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field) << "the edit came when it came";
  Solver alone(cpu_engine_maker(1)(), first);
  alone.advance(static_cast<int>(now));
  EXPECT_TRUE(w.session->solver(1).field(Quantity::ez) == alone.field(Quantity::ez));
  EXPECT_EQ(w.state().history.undo_label(), "compare with then");

  // Back to where they are one.
  w.go(8);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == w.session->solver(1).field(Quantity::ez));
  w.go(now);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field);
}

// Where the runs stand before the edit, what lies ahead is the other pane's.
TEST(TimeTravel, what_lies_ahead_runs_beside) {
  Past w;
  w.frames(6);
  w.edit(w.louder());
  w.frames(6);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t end = w.step();
  const auto edited = w.session->solver().field(Quantity::ez);
  w.go(8);
  w.session->send(command::CompareWithThen{end});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().timeline.target && w.step() == end; }));
  EXPECT_EQ(w.session->solver(0).scene().sources[0].amplitude, 1);
  EXPECT_TRUE(w.session->solver(1).field(Quantity::ez) == edited);
  EXPECT_FALSE(w.session->solver(0).field(Quantity::ez) == edited);
}

}  // namespace
}  // namespace ez
