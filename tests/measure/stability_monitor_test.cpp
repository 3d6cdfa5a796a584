// Tests the stability monitor: every kind of instability is provoked, found, traced to its origin, and repaired.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "helpers.h"
#include "solver/measure/stability/failed_cells.h"
#include "solver/measure/stability/gas_trial.h"
#include "solver/measure/stability/instability.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/run/checkpoint_ring.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

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

// Runs in batches as the window does until the stability monitor reports. A checkpoint is taken at every calm look.
Found run_until_bad(Solver& solver, int steps, int batch) {
  Found found;
  StabilityMonitor stability;
  stability.watch(solver.scene(), *solver.media(), solver.problem());
  found.good = solver.checkpoint();
  while (solver.step() < static_cast<std::uint64_t>(steps)) {
    go_on(solver, batch);
    found.bad = solver.health();
    if (!stability.verdict(found.bad, solver.step()).empty()) {
      found.unstable = true;
      Checkpoint before_bad;
      const Scene scene = solver.scene();
      found.runaway = trace(solver, found.good, stability, HUGE_VAL, &before_bad);
      found.diagnosis =
          diagnose(scene, solver.nodes(), found.runaway, Trial(solver, before_bad, found.runaway, HUGE_VAL));
      EXPECT_EQ(solver.scene(), scene);
      return found;
    }
    if (stability.look(found.bad, solver.step())) found.good = solver.checkpoint(std::move(found.good));
  }
  return found;
}

// From the last good state the repaired scene must stay bounded for the same time again.
void expect_remedy_holds(Solver& solver, const Found& found, int steps) {
  ASSERT_TRUE(found.diagnosis.fixed_scene.has_value()) << found.diagnosis.cause;
  EXPECT_FALSE(found.diagnosis.remedy.empty());
  for (const Message& m : validate(*found.diagnosis.fixed_scene)) EXPECT_TRUE(m.kind != Message::Kind::error) << m.text;
  solver.restore(found.good);
  const Health good = solver.health();
  EXPECT_TRUE(good.finite);
  EXPECT_FALSE(solver.apply(*found.diagnosis.fixed_scene).refused);
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

TEST(StabilityMonitor, names_and_removes_the_fault_that_makes_a_layer_unstable) {
  for (const Side side : all_sides)
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      Scene s = pulsed(cpml, precision);
      s.faults = {{side, Fault::uncompensated_kappa}, {Side::left, Fault::medium_stops}};
      Solver solver = solver_for(s, 2);
      const Found found = run_until_bad(solver, 20000, 500);
      expect_cause(found, std::string(words_of(Fault::uncompensated_kappa).title));
      expect_cause(found, std::string(to_string(side)) + " side");
      expect_remedy_holds(solver, found, 5000);
      EXPECT_EQ(found.diagnosis.fixed_scene->faults, (std::vector<BoundaryFault>{{Side::left, Fault::medium_stops}}));
    }
}

TEST(StabilityMonitor, does_not_reveal_a_hidden_fault) {
  Scene s = pulsed(cpml, Precision::float32);
  s.hidden_fault = 0;
  while (hidden_fault_of(s)->fault != Fault::uncompensated_kappa) ASSERT_LT(++*s.hidden_fault, 1000);
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "the growth starts in it");
  EXPECT_EQ(found.diagnosis.cause.find(words_of(Fault::uncompensated_kappa).title), std::string::npos);
  EXPECT_FALSE(found.diagnosis.fixed_scene.has_value());
}

// validate() refuses such a scene. A solver that gets it anyway shows what would happen.
TEST(StabilityMonitor, names_the_medium_that_exceeds_the_courant_number) {
  Scene s = pulsed(cpml, Precision::float64);
  s.materials = {{"thin air", 0.4, 1, 0, 0, {}}};
  s.shapes = {{Circle{{55, 40}, 8}, "thin air"}};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 100);
  expect_cause(found, "Courant number 0.99 exceeds the limit of 0.6325 in “thin air”; the growth starts in “thin air”");
  EXPECT_LE(found.diagnosis.fixed_scene->grid.courant, std::sqrt(0.4));
  Solver fixed_run = solver_for(*found.diagnosis.fixed_scene, 2);
  EXPECT_FALSE(run_until_bad(fixed_run, 5000, 500).unstable);
}

TEST(StabilityMonitor, names_a_medium_that_amplifies) {
  Scene s = pulsed(cpml, Precision::float32);
  s.materials = {{"laser", 2, 1, -0.05, 0, {}}};
  s.shapes = {{Circle{{25, 40}, 9}, "laser"}};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "“laser” has a negative conductivity");
  expect_remedy_holds(solver, found, 5000);
}

TEST(StabilityMonitor, names_a_source_beyond_the_range_of_the_precision) {
  Scene s = pulsed(cpml, Precision::float32);
  s.sources.push_back(s.sources[0]);
  s.sources[1].amplitude = -1e37;
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 100);
  expect_cause(found, "source 2 has an amplitude of -1e+37, which exceeds the range of single precision");
  ASSERT_TRUE(found.diagnosis.fixed_scene.has_value());
  Solver fixed_run = solver_for(*found.diagnosis.fixed_scene, 2);
  const Found again = run_until_bad(fixed_run, 20000, 500);
  EXPECT_FALSE(again.unstable);
  EXPECT_LT(found.diagnosis.fixed_scene->sources[1].amplitude, 0);
  EXPECT_EQ(found.diagnosis.fixed_scene->sources[0].amplitude, s.sources[0].amplitude);
}

// Second-order Mur is on the node next to a dense medium and absorbs for the wrong speed.
TEST(StabilityMonitor, names_the_side_whose_mur_boundary_is_unstable) {
  Scene s = grid(60, 60, mur2, Precision::float32);
  s.materials = {{"glass", 4, 1, 0, 0, {}}};
  s.shapes = {{Rect{{1, 10}, {20, 50}}, "glass"}};
  s.sources = {point(40, 35, pulse(frequency_of(s, 12)))};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 500);
  expect_cause(found, "Mur's boundary of second order at the left side");
  expect_remedy_holds(solver, found, 20000);
  EXPECT_EQ(found.diagnosis.fixed_scene->boundary[Side::left], mur1);
  EXPECT_EQ(found.diagnosis.fixed_scene->boundary[Side::right], mur2);
}

// Returns a scene in which two layers feed a mode below cut-off, trapped between them. No object is where it grows.
Scene trapped(Polarization polarization) {
  Scene s = grid(37, 41, cpml, Precision::float64);
  s.grid.polarization = polarization;
  s.boundary[Side::bottom] = s.boundary[Side::top] = periodic;
  s.shapes = {{Rect{{11, 2}, {25, 8}}, polarization == Polarization::ez ? "pmc" : "pec"}};
  s.sources = {point(12, 17, Ricker{15e9, {}})};
  return s;
}
TEST(StabilityMonitor, names_the_layers_that_feed_a_trapped_mode_and_a_better_grading) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Solver solver = solver_for(trapped(polarization));
    const Found found = run_until_bad(solver, 40000, 512);
    expect_cause(found, "the absorbing layers at the left and right sides: below cut-off they amplify a mode");
    EXPECT_NEAR(found.runaway.growth, 1.00098, 2e-5);
    ASSERT_TRUE(found.diagnosis.fixed_scene.has_value());
    EXPECT_EQ(found.diagnosis.remedy, "Set alpha to 1 S/m");
    EXPECT_GE(found.diagnosis.tried, 14000u);
    const std::string tried = fmt::format("with the remedy nothing grew in {} steps", found.diagnosis.tried);
    EXPECT_NE(found.diagnosis.cause.find(tried), std::string::npos) << found.diagnosis.cause;
    Solver fixed_run = solver_for(*found.diagnosis.fixed_scene);
    go_on(fixed_run, 20000);
    const double before = fixed_run.health().max_abs;
    EXPECT_FALSE(run_until_bad(fixed_run, 60000, 5000).unstable);
    EXPECT_LE(fixed_run.health().max_abs, before);
  }
}

// A remedy that does not help must not be suggested.
TEST(StabilityMonitor, suggests_no_remedy_that_fails) {
  Scene s = trapped(Polarization::ez);
  Solver solver = solver_for(s);
  const Found found = run_until_bad(solver, 40000, 512);
  const auto told = [&](Outcome alpha, Outcome others, Outcome unchanged = Outcome::fails) {
    const Attempt attempt = [&](const Scene& fixed_scene, TrialFrom) {
      if (fixed_scene == s) return unchanged;
      return fixed_scene.boundary.cpml.alpha ? alpha : others;
    };
    return diagnose(s, solver.nodes(), found.runaway, attempt);
  };
  using enum Outcome;
  EXPECT_EQ(told(holds, holds).remedy, "Set alpha to 1 S/m");
  EXPECT_EQ(told(fails, holds).remedy, "Set kappa to 20");
  EXPECT_EQ(told(fails, holds).tried, 0u);
  for (const Diagnosis& d : {told(fails, fails), told(untried, untried), diagnose(s, solver.nodes(), found.runaway),
                             told(holds, holds, holds), told(holds, holds, untried)}) {
    EXPECT_EQ(d.remedy, "");
    EXPECT_NE(d.cause.find("nothing in the scene explains it"), std::string::npos) << d.cause;
  }
}

// A mode that still grows under a remedy, only more slowly, is at first hidden by the decaying old field.
TEST(StabilityMonitor, a_remedy_that_only_delays_the_growth_does_not_count) {
  Scene s = grid(61, 30, pec);
  s.materials = {{"amplifier", 1, 1, -0.02, 0, {}}, {"weak", 1, 1, -0.0008, 0, {}}};
  s.shapes = {
      {Rect{{0, 0}, {30, 30}}, "amplifier"}, {Rect{{30, 0}, {61, 30}}, "weak"}, {Rect{{29, 0}, {31, 30}}, "pec"}};
  s.sources = {point(15, 11, pulse(frequency_of(s, 12))), point(45, 17, pulse(frequency_of(s, 12)))};
  Solver solver = solver_for(s);
  StabilityMonitor stability;
  stability.watch(solver.scene(), *solver.media(), solver.problem());
  const Checkpoint good = solver.checkpoint();
  while (stability.verdict(solver.health(), solver.step()).empty()) go_on(solver, 100);
  Checkpoint before_bad;
  const Runaway runaway = trace(solver, good, stability, HUGE_VAL, &before_bad);
  Scene sound = s, delayed = s;
  sound.materials[0].sigma = sound.materials[1].sigma = 0.5;
  delayed.materials[0].sigma = 0.5;
  Trial trial(solver, before_bad, runaway, HUGE_VAL);
  EXPECT_EQ(trial(delayed, TrialFrom::bad_state).outcome, Outcome::fails);
  const Attempted held = trial(sound, TrialFrom::bad_state);
  EXPECT_EQ(held.outcome, Outcome::holds);
  EXPECT_GE(static_cast<double>(held.steps), 6 * std::log(10.0) / std::log(runaway.growth));
}

// At the limit rounding could be the cause. The real cause is Mur's boundary next to the glass, although the largest
// value is in the glass.
TEST(StabilityMonitor, advises_a_smaller_courant_number_only_if_it_helps) {
  Scene s = grid(40, 31, mur1, Precision::float32);
  s.grid.courant = 1;
  s.boundary[Side::left] = mur2;
  s.boundary[Side::top] = pec;
  s.materials = {{"glass", 4, 1, 0, 0, {}}};
  s.shapes = {{Rect{{1, 8}, {15, 25}}, "glass"}};
  s.sources = {point(22, 19, Modulated{20e9, 32e-12, {}, 0})};
  Solver solver = solver_for(s);
  const Found found = run_until_bad(solver, 20000, 256);
  expect_cause(found, "Mur's boundary of second order at the left side");
  EXPECT_EQ(found.diagnosis.remedy, "Use Mur of first order at the left");
  expect_remedy_holds(solver, found, 20000);
}

TEST(StabilityMonitor, blames_an_initial_field_beyond_the_precision_and_no_source) {
  Scene s = pulsed(cpml, Precision::float32);
  s.initial = {Side::left, -1e300};
  Solver solver = solver_for(s, 2);
  const Found found = run_until_bad(solver, 20000, 100);
  expect_cause(found, "the initial field, initial.value = -1e+300, exceeds the range of single precision");
  ASSERT_TRUE(found.diagnosis.fixed_scene.has_value());
  EXPECT_EQ(found.diagnosis.fixed_scene->sources, s.sources);
  EXPECT_LT(found.diagnosis.fixed_scene->initial.value, 0);
  Solver fixed_run = solver_for(*found.diagnosis.fixed_scene, 2);
  EXPECT_FALSE(run_until_bad(fixed_run, 20000, 500).unstable);
}

// Coarse batches followed by a trace must find the same as single steps.
TEST(StabilityMonitor, finds_the_first_bad_step_and_node) {
  Scene s = pulsed(cpml, Precision::float32);
  s.faults = {{Side::top, Fault::uncompensated_kappa}};
  Solver coarse = solver_for(s, 2), fine = solver_for(s, 2);
  const Found found = run_until_bad(coarse, 20000, 1000);
  ASSERT_TRUE(found.unstable);
  EXPECT_FALSE(found.bad.finite);
  StabilityMonitor stability;
  stability.watch(s, *fine.media(), fine.problem());
  Health health;
  while (stability.verdict(health, fine.step()).empty() && fine.step() < 20000) {
    go_on(fine, 1);
    health = fine.health();
  }
  EXPECT_EQ(found.runaway.step, fine.step());
  EXPECT_EQ(found.runaway.node, health.largest);
  EXPECT_TRUE(health.finite);
  EXPECT_EQ(found.runaway.origin.i, 40);
  EXPECT_GE(found.runaway.origin.j, 58);
}

TEST(StabilityMonitor, raises_no_alarm_for_a_driven_resonator) {
  Scene s = grid(40, 40, pec, Precision::float32);
  s.sources = {point(20, 20, Cw{frequency_of(s, 20 * std::sqrt(2.0) * 1.95), 3, 0})};
  Solver solver = solver_for(s, 2);
  EXPECT_FALSE(run_until_bad(solver, 200000, 1000).unstable);
}

// ---- no source makes a false alarm

// Returns every kind of source of this amplitude, at (i, j) or around it.
std::vector<Source> every_kind(double i, double j, double amplitude, Polarization polarization) {
  const double f = 15e9;
  const Motion motion{{{i - 9, j - 2}, {i + 9, j + 4}}, {}, 0.5, true};
  const std::vector<SourceGeometry> geometries = {PointSource{{i, j}},
                                                  LineSource{{i - 3, j - 4}, {i + 5, j + 4}},
                                                  DipoleSource{{i, j}, 30},
                                                  ArraySource{{i, j - 8}, {i, j + 8}, 9, 20, Taper::hann},
                                                  PlaneSource{30, BoxCorners{{i - 8, j - 8}, {i + 8, j + 8}}},
                                                  BeamSource{{i, j - 9}, {i, j + 9}, 0, 4, 0},
                                                  ModeSource{{i, j - 9}, {i, j + 9}},
                                                  PointSource{{}, motion, false, 2},
                                                  DipoleSource{{}, 60, motion}};
  std::vector<Source> out;
  for (const SourceGeometry& g : geometries) out.push_back({"", g, amplitude, false, true, Modulated{f, 1 / f, {}, 0}});
  out.push_back(point(i, j, Cw{f, 3, 0}, amplitude, true));
  if (polarization == Polarization::hz)
    out.push_back({"", PointSource{{}, motion, true, 0}, amplitude, false, true, Step{1e-11, {}}});
  return out;
}
std::vector<Waveform> every_waveform() {
  const double f = 15e9, T = 1 / f;
  std::vector<Waveform> out;
  out.emplace_back(Cw{f, 0, 0});
  out.emplace_back(Gaussian{T, {}});
  out.emplace_back(Modulated{f, T, {}, 0});
  out.emplace_back(Ricker{f, {}});
  out.emplace_back(Step{1e-12, {}});
  out.emplace_back(Hann{f, 3, {}, 0});
  out.emplace_back(Noise{0.5 * f, f, 8 * T, 3});
  return out;
}

// Runs 150 steps and returns the monitor's alarms.
std::string alarm_of(const Scene& scene, Solver& solver, StabilityMonitor& stability) {
  stability.watch(scene, *solver.media(), solver.problem());
  for (int n = 0; n < 20; ++n) {
    const Health health = solver.health();
    if (std::string why = stability.last_verdict(health, solver.step()); !why.empty()) return why;
    stability.look(health, solver.step());
    go_on(solver, n < 6 ? 1 : 10);
  }
  return "";
}

Scene two_media(Polarization polarization) {
  Scene s = grid(64, 48, cpml);
  s.grid.polarization = polarization;
  s.boundary[Side::top] = pec;
  s.boundary.cpml.cells = 6;
  s.materials = {{"dense", 1000, 1, 0, 0, {}}, {"magnetic", 1, 1000, 0, 0, {}}, {"core", 4, 1, 0, 0, {}}};
  s.shapes = {{Rect{{0, 18}, {64, 26}}, "core"}};
  return s;
}

TEST(StabilityMonitor, raises_no_alarm_for_pairs_of_sources_of_any_amplitudes) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    const std::size_t kinds = every_kind(0, 0, 1, polarization).size();
    for (std::size_t a = 0; a < kinds; ++a)
      for (std::size_t b = 0; b < kinds; ++b) {
        Scene s = two_media(polarization);
        s.sources = {every_kind(22, 22, 1e-12, polarization)[a], every_kind(42, 22, 1e12, polarization)[b]};
        Solver solver = solver_for(s);
        StabilityMonitor stability;
        EXPECT_EQ(alarm_of(s, solver, stability), "") << "kind " << a << " with a loud one of kind " << b;
      }
  }
}

// Tries each kind in each medium, each time with the next waveform.
TEST(StabilityMonitor, raises_no_alarm_for_any_waveform_or_medium_at_a_source) {
  const std::vector<Waveform> waveforms = every_waveform();
  std::size_t next = 0;
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const char* medium : {"dense", "magnetic", "core"})
      for (Source source : every_kind(32, 22, 1e-12, polarization)) {
        Scene s = two_media(polarization);
        s.shapes = {{Rect{{0, 0}, {64, 48}}, medium}};
        source.waveform = waveforms[next++ % waveforms.size()];
        s.sources = {source};
        Solver solver = solver_for(s);
        StabilityMonitor stability;
        EXPECT_EQ(alarm_of(s, solver, stability), "")
            << medium << ", kind " << source.geometry.index() << ", waveform " << source.waveform.index();
      }
}

// A charge moves past a source 10¹² times as weak as its field.
TEST(StabilityMonitor, allows_for_a_moving_charge_next_to_a_weak_source) {
  Scene s = grid(64, 64, cpml, Precision::float32);
  s.grid.polarization = Polarization::hz;
  const Motion motion{{{20, 32}, {40, 32}}, {}, 0.5, false};
  s.sources = {{"", PointSource{{}, motion, true, 0}, 1, false, true, Step{2e-11, {}}}, point(50, 50, Cw{15e9, 3, 0})};
  Solver solver = solver_for(s);
  EXPECT_FALSE(run_until_bad(solver, 2000, 100).unstable);
  EXPECT_GT(solver.health().max_abs, 1e6) << "the charge has a strong field";
}
TEST(StabilityMonitor, allows_for_a_moving_current_next_to_a_weak_source) {
  Scene s = grid(64, 64, cpml, Precision::float32);
  const Motion motion{{{20, 32}, {40, 32}}, {}, 0.5, false};
  s.sources = {{"", PointSource{{}, motion, false, 0}, 1e15, false, true, Cw{15e9, 3, 0}},
               point(50, 50, Cw{15e9, 3, 0})};
  Solver solver = solver_for(s);
  EXPECT_FALSE(run_until_bad(solver, 2000, 100).unstable);
}

// The running scene is edited. The remaining weak source does not explain the field that the strong one made.
TEST(StabilityMonitor, allows_for_the_field_of_removed_sources) {
  Scene s = grid(64, 48, pec);
  s.sources = {point(20, 20, Modulated{15e9, 1 / 15e9, {}, 0}, 1e12)};
  Solver solver = solver_for(s);
  StabilityMonitor stability;
  stability.watch(s, *solver.media(), solver.problem());
  go_on(solver, 200);
  s.sources = {point(20, 20, Cw{15e9, 3, 0}, 1e-12)};
  EXPECT_FALSE(solver.apply(s).refused);
  stability.watch(s, *solver.media(), solver.problem());
  go_on(solver, 200);
  EXPECT_EQ(stability.verdict(solver.health(), solver.step()), "");
  StabilityMonitor after_travel;
  after_travel.travelled(solver.health(), solver.step(), s.physics);
  after_travel.watch(s, *solver.media(), solver.problem());
  go_on(solver, 200);
  EXPECT_EQ(after_travel.verdict(solver.health(), solver.step()), "");
}

// The bound for a moving source must not be weaker than the bound for a fixed source, if the field really grows.
TEST(StabilityMonitor, finds_growth_next_to_a_moving_source_equally_early) {
  const auto found_at = [](bool moves) {
    Scene s = pulsed(cpml, Precision::float64);
    s.faults = {{Side::top, Fault::uncompensated_kappa}};
    if (moves) s.sources[0].geometry = PointSource{{}, {{{38, 35}, {42, 35}}, {}, 0.1, false}, false, 0};
    Solver solver = solver_for(s, 2);
    const Found found = run_until_bad(solver, 20000, 100);
    EXPECT_TRUE(found.unstable);
    return static_cast<double>(found.runaway.step);
  };
  EXPECT_NEAR(found_at(true), found_at(false), 0.1 * found_at(false));
}

// The field of a source unknown to the monitor looks like an instability, but does not grow. No absorber must be
// blamed.
TEST(StabilityMonitor, blames_no_layer_if_nothing_grows) {
  Scene s = grid(64, 64, cpml);
  s.sources = {point(20, 20, Cw{15e9, 3, 0}, 1e12)};
  Solver solver = solver_for(s);
  go_on(solver, 300);
  const Checkpoint before = solver.checkpoint();
  Runaway runaway{.node = {20, 20}, .origin = {20, 20}, .step = 300, .max_abs = 1, .possible = 1e-9, .growth = 1.1};
  const Diagnosis d = diagnose(s, solver.nodes(), runaway, Trial(solver, before, runaway, HUGE_VAL));
  EXPECT_EQ(d.remedy, "");
  EXPECT_EQ(d.cause.find("layer"), std::string::npos) << d.cause;
}

// ---- which states are good

struct Watched {
  Scene scene = pulsed(cpml, Precision::float32);
  Solver solver = solver_for(scene);
  StabilityMonitor stability;
  Watched() { stability.watch(scene, *solver.media(), solver.problem()); }
  bool look(double max_abs, std::uint64_t step) { return stability.look({true, max_abs, {}, {}}, step); }
};

TEST(StabilityMonitor, a_state_is_calm_until_it_has_tripled) {
  Watched w;
  EXPECT_TRUE(w.look(0, 0));
  EXPECT_FALSE(w.look(50, 10)) << "the field was zero before";
  EXPECT_TRUE(w.look(60, 20));
  EXPECT_TRUE(w.look(60, 40));
  EXPECT_FALSE(w.look(200, 60));
  EXPECT_TRUE(w.look(220, 100)) << "has settled";
  EXPECT_FALSE(w.look(1e31, 120));
  EXPECT_FALSE(w.stability.look({false, 1, {}, {3, 4}}, 130));
  EXPECT_EQ(w.stability.running_max(), 1e31);
  EXPECT_TRUE(w.look(220, 110)) << "taken back";
  EXPECT_EQ(w.stability.running_max(), 220);
}

TEST(StabilityMonitor, growth_is_found_however_often_it_looks) {
  for (const int batch : {1, 2, 5, 30, 100, 1000}) {
    Watched w;
    const auto n = static_cast<std::uint64_t>(batch);
    for (std::uint64_t step = 0; step <= 4000; step += n) w.look(1, step);
    for (std::uint64_t step = 4000 + n; step <= 6000; step += n) {
      const double grown = std::pow(10, static_cast<double>(step - 4000) / 20);
      EXPECT_EQ(w.look(grown, step), grown <= 3) << batch << " " << step;
    }
    EXPECT_GT(w.stability.growth(), 1.01);
  }
}

TEST(StabilityMonitor, measures_the_rate_of_growth) {
  Watched w;
  for (std::uint64_t step = 0; step <= 4000; step += 7) w.look(std::pow(1.001, static_cast<double>(step)), step);
  EXPECT_NEAR(w.stability.growth(), 1.001, 2e-5);
  Watched still;
  for (std::uint64_t step = 0; step <= 100000; step += 7) still.look(5, step);
  EXPECT_EQ(still.stability.growth(), 1);
  EXPECT_EQ(still.stability.running_max(), 5);
}

TEST(StabilityMonitor, stronger_sources_count_as_growth_only_briefly) {
  Watched w;
  for (std::uint64_t step = 0; step <= 10000; step += 10) w.look(1, step);
  w.scene.sources[0].amplitude *= 100;
  w.stability.watch(w.scene, *w.solver.media(), w.solver.problem());
  bool calm = false;
  for (std::uint64_t step = 10010; step <= 10400; step += 10) calm = w.look(step < 10200 ? 1 : 100, step);
  EXPECT_TRUE(calm);
}

// Ordinary runs are calm most of the time and never bad.
TEST(StabilityMonitor, calls_ordinary_runs_calm) {
  Scene cw = grid(80, 70, cpml, Precision::float32);
  cw.sources = {point(40, 35, Cw{frequency_of(cw, 12), 3, 0})};
  Scene cavity = grid(40, 40, pec, Precision::float32);
  cavity.sources = {point(20, 20, Cw{frequency_of(cavity, 20 * std::sqrt(2.0) * 1.95), 3, 0})};
  for (const Scene& scene : {cw, cavity, pulsed(cpml, Precision::float32), pulsed(mur1, Precision::float64)})
    for (const int batch : {3, 100}) {
      Solver solver = solver_for(scene, 2);
      StabilityMonitor stability;
      stability.watch(scene, *solver.media(), solver.problem());
      int looks = 0, calm = 0;
      while (solver.step() < 3000) {
        go_on(solver, batch);
        const Health health = solver.health();
        ASSERT_EQ(stability.verdict(health, solver.step()), "");
        ++looks;
        calm += stability.look(health, solver.step());
      }
      EXPECT_GT(calm, 0.8 * looks);
    }
}

// ---- stored states

TEST(CheckpointRing, a_state_is_good_once_the_run_stays_calm_long_after_it) {
  CheckpointRing<int> ring(std::chrono::milliseconds(0), 0);
  const auto offer = [&](int step) { ring.offer(static_cast<std::uint64_t>(step), [&](int) { return step; }); };
  EXPECT_EQ(ring.good(), nullptr);
  offer(0);
  ASSERT_NE(ring.good(), nullptr);
  EXPECT_EQ(*ring.good(), 0);
  const int proof = static_cast<int>(CheckpointRing<int>::proof_steps);
  for (int step = 1; step < 2 * proof; ++step) offer(step);
  EXPECT_EQ(*ring.good(), 0);
  offer(2 * proof);
  EXPECT_EQ(*ring.good(), proof);
  offer(400);
  EXPECT_EQ(*ring.good(), 2 * proof);
  ring.forget();
  EXPECT_EQ(ring.good(), nullptr);
}

TEST(CheckpointRing, waits_between_two_states) {
  using std::chrono::milliseconds, std::chrono::hours;
  const auto saved_by = [](milliseconds pause, int share) {
    CheckpointRing<int> ring(pause, share);
    int saved = 0;
    const auto save = [&](int) {
      std::this_thread::sleep_for(milliseconds(1));
      return ++saved;
    };
    ring.offer(0, save);
    ring.offer(1000, save);
    EXPECT_EQ(saved, 2) << "the run has become twice as long";
    ring.offer(1900, save);
    return saved;
  };
  EXPECT_EQ(saved_by(hours(1), 0), 2);
  EXPECT_EQ(saved_by(milliseconds(0), 1000000), 2) << "the cost of a state is a small share of the time";
  EXPECT_EQ(saved_by(milliseconds(0), 0), 3);
}

TEST(CheckpointRing, without_memory_for_two_states_one_is_kept) {
  CheckpointRing<int> ring(std::chrono::milliseconds(0), 0);
  int room = 1;
  const auto offer = [&](int step) {
    ring.offer(static_cast<std::uint64_t>(step), [&](int) {
      if (room == 0) throw OutOfMemory("full");
      --room;
      return step;
    });
  };
  offer(0);
  offer(128);
  EXPECT_EQ(*ring.good(), 0);
  room = 1;
  offer(500);
  EXPECT_EQ(*ring.good(), 500);
  offer(1000);
  EXPECT_EQ(ring.good(), nullptr);
}

// Each cause in a gas has its own remedy, which names the value that is out of proportion.
TEST(Diagnosis, distinguishes_a_viscosity_that_is_too_large_or_too_small) {
  Scene s;
  s.physics = Physics::gas;
  s.gas.scheme = GasScheme::lax_wendroff;
  s.gas.viscosity = 20;
  Diagnosis d = suspect_cells(s).front();
  EXPECT_EQ(d.cause, "the artificial viscosity, 20, is so large that it is unstable itself");
  EXPECT_EQ(d.fixed_scene.value().gas.viscosity, 1);
  s.gas.viscosity = 0;
  d = suspect_cells(s).front();
  EXPECT_NE(d.cause.find("oscillations"), std::string::npos);
  EXPECT_EQ(d.fixed_scene.value().gas.viscosity, 1);
}

// ---- a gas: every remedy has been tried before it is offered

// Returns two neighbouring states of very different density, pressure and velocity, in single precision.
Scene torn_gas() {
  Scene s;
  s.physics = Physics::gas;
  s.unit = Unit::cell;
  s.grid.nx = s.grid.ny = 33;
  s.grid.dx = 0.01;
  s.grid.dy = 0.03;
  s.grid.precision = Precision::float32;
  s.gas.gamma = 1.0001;
  s.boundary.side.fill(BoundaryKind::wall);
  s.boundary[Side::top] = BoundaryKind::outflow;
  s.states = {{"s0", 1, {1, 0}, 1, 0, {}},
              {"s1", 1, {100, -30}, 3.06263e-12, 0, {}},
              {"s2", 5.86198e-10, {1, 0}, 63721.5, 0, {}}};
  s.grid.background = "s0";
  const auto rect = [](Vec2 low, Vec2 high, const char* state) { return Shape{Rect{low, high}, "", state}; };
  s.shapes = {rect({2.04, 31.4}, {22.04, 32.4}, "s1"), rect({10.79, 15.41}, {13.79, 35.41}, "s2"),
              rect({19.83, 0.44}, {20.83, 1.44}, "s2"), rect({13.46, 11.87}, {16.46, 31.87}, "s2"),
              rect({19.96, 3.13}, {20.96, 6.13}, "s1")};
  return s;
}

TEST(GasTrial, finds_the_remedy_for_states_beyond_single_precision) {
  const Scene s = torn_gas();
  Solver solver = solver_for(s);
  WatchedRun watched(solver);
  go_on(solver, 20);
  ASSERT_NE(watched.look(), "");
  const std::string why = watched.explain();
  EXPECT_NE(why.find("Remedy: grid.precision = \"double\""), std::string::npos) << why;
  Scene fixed_scene = s;
  fixed_scene.grid.precision = Precision::float64;
  EXPECT_TRUE(run(fixed_scene, 256).health().finite);
  // The remedy that used to be offered without a trial does not help.
  fixed_scene = s;
  fixed_scene.gas.entropy_fix = 4;
  EXPECT_FALSE(run(fixed_scene, 20).health().finite);
}

TEST(GasTrial, offers_nothing_that_fails_or_was_not_tried) {
  const Scene s = torn_gas();
  int tried = 0;
  const auto all_fail = [&](const Scene&) { return ++tried, Outcome::fails; };
  const Diagnosis none = diagnose_cells(s, all_fail);
  EXPECT_EQ(none.remedy, "");
  EXPECT_FALSE(none.fixed_scene.has_value());
  EXPECT_NE(none.cause.find(fmt::format("none of {} tested changes", tried)), std::string::npos) << none.cause;
  const Diagnosis untried = diagnose_cells(s, [](const Scene&) { return Outcome::untried; });
  EXPECT_EQ(untried.remedy, "");
  EXPECT_NE(untried.cause.find("too long to try a remedy"), std::string::npos) << untried.cause;
  EXPECT_FALSE(diagnose_cells(s).fixed_scene.has_value());
}

TEST(GasTrial, ends_within_its_work_and_when_stopped) {
  const Scene s = torn_gas();
  EXPECT_EQ(GasTrial(1000).from_start(s, 1), Outcome::untried);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(GasTrial(1e8, stop.get_token()).from_start(s, 1), Outcome::untried);
}

}  // namespace
}  // namespace ez::test
