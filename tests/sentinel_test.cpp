// The sentinel: every instability made for real, found, traced to where it starts, and mended.
#include <chrono>
#include <thread>

#include "helpers.h"
#include "solver/measure/instability.h"
#include "solver/measure/keeper.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Found {
  bool unstable = false;
  Runaway runaway;
  Diagnosis diagnosis;
  Checkpoint good;
  Health bad;
};

// Runs in batches as the window does until the sentinel speaks, with a checkpoint whenever a look is calm.
Found run_until_bad(Solver& solver, int steps, int batch) {
  Found found;
  Sentinel sentinel;
  sentinel.watch(solver.scene(), solver.problem());
  found.good = solver.checkpoint();
  while (solver.step() < static_cast<std::uint64_t>(steps)) {
    go_on(solver, batch);
    found.bad = solver.health();
    if (!sentinel.verdict(found.bad, solver.step()).empty()) {
      found.unstable = true;
      found.runaway = trace(solver, found.good, sentinel, 60);
      found.diagnosis = diagnose(solver.scene(), solver.nodes(), found.runaway);
      return found;
    }
    if (sentinel.look(found.bad, solver.step())) found.good = solver.checkpoint(std::move(found.good));
  }
  return found;
}

// From the last good state the mended scene stays bounded for as long again.
void expect_it_mends(Solver& solver, const Found& found, int steps) {
  ASSERT_TRUE(found.diagnosis.mended.has_value()) << found.diagnosis.cause;
  EXPECT_FALSE(found.diagnosis.remedy.empty());
  for (const Message& m : validate(*found.diagnosis.mended)) EXPECT_TRUE(m.kind != Message::Kind::error) << m.text;
  solver.restore(found.good);
  const Health good = solver.health();
  EXPECT_TRUE(good.finite);
  EXPECT_FALSE(solver.apply(*found.diagnosis.mended).refused);
  go_on(solver, steps);
  EXPECT_TRUE(solver.health().finite);
  EXPECT_LE(solver.health().max_abs, 10 * good.max_abs + 1);
}
void expect_cause(const Found& found, const std::string& words) {
  EXPECT_TRUE(found.unstable);
  EXPECT_NE(found.diagnosis.cause.find(words), std::string::npos) << found.diagnosis.cause;
}

Scene pulsed(BoundaryKind walls, Precision precision) {
  Scene s = grid(80, 70, walls, precision);
  s.sources = {point(40, 35, pulse(frequency_of(s, 12)))};
  return s;
}

TEST(Sentinel, names_the_fault_that_makes_a_layer_unstable_and_takes_it_out) {
  for (const Side side : all_sides)
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      Scene s = pulsed(cpml, precision);
      s.faults = {{side, Fault::uncompensated_kappa}, {Side::left, Fault::medium_stops}};
      Solver solver = solver_for(s, 2);
      const Found found = run_until_bad(solver, 20000, 500);
      expect_cause(found, std::string(words_of(Fault::uncompensated_kappa).title));
      expect_cause(found, std::string(to_string(side)) + " side");
      expect_it_mends(solver, found, 5000);
      EXPECT_EQ(found.diagnosis.mended->faults, (std::vector<BoundaryFault>{{Side::left, Fault::medium_stops}}));
    }
}

TEST(Sentinel, does_not_tell_a_hidden_fault) {
  Scene s = pulsed(cpml, Precision::float32);
  s.hidden_fault = 0;
  while (hidden_fault_of(s)->fault != Fault::uncompensated_kappa) ASSERT_LT(++*s.hidden_fault, 1000);
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "the growth starts in it");
  EXPECT_EQ(found.diagnosis.cause.find(words_of(Fault::uncompensated_kappa).title), std::string::npos);
  EXPECT_FALSE(found.diagnosis.mended.has_value());
}

// Such a scene is refused by validate(); a solver that is given it all the same shows what it would do.
TEST(Sentinel, names_the_medium_that_outruns_the_courant_number) {
  Scene s = pulsed(cpml, Precision::float64);
  s.materials = {{"thin air", 0.4, 1, 0, 0, {}}};
  s.shapes = {{Circle{{55, 40}, 8}, "thin air"}};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 100);
  expect_cause(found,
               "Courant number 0.99 is over the limit of 0.6325 in “thin air”, and the growth starts in “thin air”");
  EXPECT_LE(found.diagnosis.mended->grid.courant, std::sqrt(0.4));
  Solver mended = solver_for(*found.diagnosis.mended, 2);
  EXPECT_FALSE(run_until_bad(mended, 5000, 500).unstable);
}

TEST(Sentinel, names_a_medium_that_amplifies) {
  Scene s = pulsed(cpml, Precision::float32);
  s.materials = {{"laser", 2, 1, -0.05, 0, {}}};
  s.shapes = {{Circle{{25, 40}, 9}, "laser"}};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "“laser” has a negative conductivity");
  expect_it_mends(solver, found, 5000);
}

TEST(Sentinel, names_a_source_past_what_the_precision_holds) {
  Scene s = pulsed(cpml, Precision::float32);
  s.sources.push_back(s.sources[0]);
  s.sources[1].amplitude = -1e37;
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 100);
  expect_cause(found, "source 2 has an amplitude of -1e+37, past what single precision can hold");
  ASSERT_TRUE(found.diagnosis.mended.has_value());
  Solver mended = solver_for(*found.diagnosis.mended, 2);
  const Found again = run_until_bad(mended, 20000, 500);
  EXPECT_FALSE(again.unstable);
  EXPECT_LT(found.diagnosis.mended->sources[1].amplitude, 0);
  EXPECT_EQ(found.diagnosis.mended->sources[0].amplitude, s.sources[0].amplitude);
}

// Second-order Mur on the node before a dense medium: the wall absorbs for the wrong speed.
TEST(Sentinel, names_the_side_whose_mur_boundary_is_unstable) {
  Scene s = grid(60, 60, mur2, Precision::float32);
  s.materials = {{"glass", 4, 1, 0, 0, {}}};
  s.shapes = {{Rect{{1, 10}, {20, 50}}, "glass"}};
  s.sources = {point(40, 35, pulse(frequency_of(s, 12)))};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "Mur's boundary of second order at the left side");
  expect_it_mends(solver, found, 20000);
  EXPECT_EQ(found.diagnosis.mended->boundary[Side::left], mur1);
  EXPECT_EQ(found.diagnosis.mended->boundary[Side::right], mur2);
}

// What coarse batches and a trace find is what single steps find.
TEST(Sentinel, finds_the_first_bad_step_and_node) {
  Scene s = pulsed(cpml, Precision::float32);
  s.faults = {{Side::top, Fault::uncompensated_kappa}};
  Solver coarse = solver_for(s, 2), fine = solver_for(s, 2);
  const Found found = run_until_bad(coarse, 20000, 1000);
  ASSERT_TRUE(found.unstable);
  EXPECT_FALSE(found.bad.finite);
  Sentinel sentinel;
  sentinel.watch(s, fine.problem());
  Health health;
  while (sentinel.verdict(health, fine.step()).empty() && fine.step() < 20000) {
    go_on(fine, 1);
    health = fine.health();
  }
  EXPECT_EQ(found.runaway.step, fine.step());
  EXPECT_EQ(found.runaway.node, health.largest);
  EXPECT_TRUE(health.finite);
  EXPECT_EQ(found.runaway.origin.i, 40);
  EXPECT_GE(found.runaway.origin.j, 58);
}

TEST(Sentinel, raises_no_alarm_for_a_driven_resonator) {
  Scene s = grid(40, 40, pec, Precision::float32);
  s.sources = {point(20, 20, Cw{frequency_of(s, 20 * std::sqrt(2.0) * 1.95), 3, 0})};
  Solver solver = solver_for(s, 2);
  EXPECT_FALSE(run_until_bad(solver, 200000, 1000).unstable);
}

// A good state is one that has not just grown tenfold; what has settled at ten times as much is good again.
TEST(Sentinel, keeps_states_that_do_not_run_away) {
  Scene s = pulsed(cpml, Precision::float32);
  const Solver solver = solver_for(s);
  Sentinel sentinel;
  sentinel.watch(s, solver.problem());
  const double step = sentinel.possible(0);
  const auto look = [&](double max_abs, std::uint64_t n) { return sentinel.look({true, max_abs, {}, {}}, n); };
  EXPECT_TRUE(look(50 * step, 10));
  EXPECT_FALSE(look(600 * step, 20));
  EXPECT_NEAR(sentinel.growth(), std::pow(12, 0.1), 1e-9);
  EXPECT_TRUE(look(700 * step, 30));
  EXPECT_FALSE(look(1e31, 40));
  EXPECT_FALSE(sentinel.look({false, 1, {}, {3, 4}}, 50));
  EXPECT_EQ(sentinel.running_max(), 1e31);
}

TEST(Keeper, takes_the_first_at_once_and_the_next_when_it_is_time) {
  Keeper keeper;
  int saved = 0;
  const auto save = [&] { return ++saved > 0; };
  keeper.offer(save);
  keeper.offer(save);
  EXPECT_TRUE(keeper.has());
  EXPECT_EQ(saved, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(550));
  keeper.offer(save);
  EXPECT_EQ(saved, 2);
  keeper.forget();
  EXPECT_FALSE(keeper.has());
  keeper.offer([] { return false; });
  EXPECT_FALSE(keeper.has());
}

}  // namespace
}  // namespace ez::test
