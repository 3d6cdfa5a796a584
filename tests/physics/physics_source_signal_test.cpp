// Tests the signal of a source over time and through edits during a run. A probe at a hard source's own node shows the
// drive itself.
#include "helpers.h"
#include "solver/scene/raster/raster.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

constexpr double frequency = 1.3e10;
Scene lamp(double f = frequency, double ramp = 3, double phase = 0) {
  Scene s = grid(24, 24, pec, Precision::float64);
  s.sources = {point(12, 12, Cw{f, ramp, phase}, 2, true)};
  s.probes = {{"lamp", {12, 12}}};
  return s;
}
Cw& cw(Scene& s, std::size_t k = 0) { return std::get<Cw>(s.sources[k].waveform); }
double ramp(double periods, double length = 3) {
  return periods >= length ? 1 : std::pow(std::sin(0.5 * pi * periods / length), 2);
}
double turns(double cycles) { return 2 * pi * cycles; }

TEST(SourceSignals, a_hard_cw_is_amplitude_times_ramp_times_sine_at_whole_steps) {
  Solver solver = run(lamp(frequency, 3, 30), 300);
  const ProbeSamples p = solver.take_probes()[0];
  ASSERT_EQ(p.values.size(), 300u);
  ASSERT_EQ(p.first_step, 1u);
  for (std::size_t k = 0; k < p.values.size(); ++k) {
    const double t = static_cast<double>(p.first_step + k) * solver.dt();
    ASSERT_NEAR(p.values[k], 2 * ramp(frequency * t) * std::sin(turns(frequency * t) + pi / 6), 1e-12);
  }
}
TEST(SourceSignals, a_change_of_frequency_keeps_the_phase_even_very_late) {
  Scene s = lamp();
  Solver solver = run(s, 100000);
  const double t0 = solver.time(), f = 1.7e10;
  solver.take_probes();
  cw(s).frequency = f;
  EXPECT_EQ(solver.apply(s).tier, Tier::numbers);
  go_on(solver, 200);
  const ProbeSamples p = solver.take_probes()[0];
  EXPECT_FALSE(p.restarted);
  ASSERT_EQ(p.first_step, 100001u);
  for (std::size_t k = 0; k < p.values.size(); ++k) {
    const double after = static_cast<double>(k + 1) * solver.dt();
    ASSERT_NEAR(p.values[k], 2 * std::sin(turns(frequency * t0) + turns(f * after)), 1e-7) << k;
  }
}
TEST(SourceSignals, many_changes_of_frequency_make_no_jump_between_steps) {
  Scene s = lamp();
  Solver solver = solver_for(s);
  double fastest = frequency;
  for (int k = 0; k < 40; ++k) {  // also halfway up the ramp
    cw(s).frequency = frequency * (k % 2 ? 0.3 + 0.05 * k : 1.9 - 0.04 * k);
    fastest = std::max(fastest, cw(s).frequency);
    solver.apply(s);
    go_on(solver, 13);
  }
  const Field v = solver.take_probes()[0].values;
  ASSERT_EQ(v.size(), 520u);
  for (std::size_t k = 1; k < v.size(); ++k)
    ASSERT_LE(std::abs(v[k] - v[k - 1]), 2 * 1.5 * turns(fastest) * solver.dt()) << k;
  EXPECT_GT(max_abs(v), 1.9);
}
TEST(SourceSignals, a_change_of_phase_shifts_by_exactly_that_phase) {
  Scene s = lamp();
  Solver solver = run(s, 5000);
  solver.take_probes();
  cw(s).phase = 90;
  solver.apply(s);
  go_on(solver, 100);
  const ProbeSamples p = solver.take_probes()[0];
  for (std::size_t k = 0; k < p.values.size(); ++k)
    ASSERT_NEAR(p.values[k], 2 * std::cos(turns(frequency * static_cast<double>(p.first_step + k) * solver.dt())),
                1e-8);
}
TEST(SourceSignals, a_source_switched_on_late_ramps_from_then) {
  Scene s = lamp();
  s.sources[0].on = false;
  Solver solver = run(s, 777);
  EXPECT_EQ(max_abs(solver.take_probes()[0].values), 0.0);
  s.sources[0].on = true;
  solver.apply(s);
  go_on(solver, 200);
  const Field v = solver.take_probes()[0].values;
  for (std::size_t k = 0; k < v.size(); ++k) {
    const double cycles = frequency * static_cast<double>(k + 1) * solver.dt();
    ASSERT_NEAR(v[k], 2 * ramp(cycles) * std::sin(turns(cycles)), 1e-9);
  }
}
TEST(SourceSignals, a_source_added_late_starts_afresh_and_the_others_continue) {
  for (const bool in_front : {false, true}) {
    Scene s = lamp();
    Solver solver = run(s, 1000);
    const double t0 = solver.time();
    solver.take_probes();
    s.sources.insert(in_front ? s.sources.begin() : s.sources.end(), point(6, 6, Cw{frequency, 3, 0}, 3, true));
    s.probes.push_back({"new", {6, 6}});
    solver.apply(s);
    go_on(solver, 100);
    const auto p = solver.take_probes();
    EXPECT_FALSE(p[0].restarted);
    EXPECT_TRUE(p[1].restarted);
    EXPECT_EQ(p[1].first_step, 1001u);
    for (std::size_t k = 0; k < 100; ++k) {
      const double cycles = frequency * static_cast<double>(k + 1) * solver.dt();
      ASSERT_NEAR(p[0].values[k], 2 * std::sin(turns(frequency * t0 + cycles)), 1e-9);
      ASSERT_NEAR(p[1].values[k], 3 * ramp(cycles) * std::sin(turns(cycles)), 1e-9);
    }
  }
}
TEST(SourceSignals, deleting_or_moving_another_source_does_not_disturb_this_one) {
  Scene s = lamp();
  s.sources.insert(s.sources.begin(), point(5, 5, Cw{2e10, 3, 0}, 1, true));
  Solver solver = run(s, 1000);
  s.sources.erase(s.sources.begin());
  solver.apply(s);
  go_on(solver, 50);
  s.sources[0].geometry = PointSource{{15, 9}};
  s.probes[0].at = {15, 9};
  solver.take_probes();
  solver.apply(s);
  go_on(solver, 50);
  const ProbeSamples p = solver.take_probes()[0];
  EXPECT_TRUE(p.restarted);
  ASSERT_EQ(p.first_step, 1051u);
  for (std::size_t k = 0; k < p.values.size(); ++k)
    ASSERT_NEAR(p.values[k], 2 * std::sin(turns(frequency * static_cast<double>(1051 + k) * solver.dt())), 1e-9);
}
TEST(SourceSignals, a_reset_restarts_edited_sources) {
  Scene s = lamp();
  Solver solver = run(s, 400);
  cw(s).frequency = 0.8 * frequency;
  solver.apply(s);
  go_on(solver, 100);
  solver.reset();
  Solver fresh = run(s, 200);
  go_on(solver, 200);
  EXPECT_EQ(solver.take_probes()[0].values, fresh.take_probes()[0].values);
}
TEST(SourceSignals, waveforms_match_the_file_format) {
  const double f = 1e10, width = 0.7e-10;
  for (const double t : {0.0, 0.4e-10, 1.1e-10, 2.9e-10, 5e-10}) {
    EXPECT_NEAR(waveform_value(Gaussian{width, {}}, t), std::exp(-0.5 * std::pow((t - 4.5 * width) / width, 2)), 1e-14);
    EXPECT_NEAR(waveform_value(Gaussian{width, 1e-10}, t), std::exp(-0.5 * std::pow((t - 1e-10) / width, 2)), 1e-14);
    EXPECT_NEAR(
        waveform_value(Modulated{f, width, {}, 20}, t),
        std::exp(-0.5 * std::pow((t - 4.5 * width) / width, 2)) * std::sin(turns(f * (t - 4.5 * width)) + pi / 9),
        1e-13);
    const double a = std::pow(pi * (f * t - 1.5), 2);
    EXPECT_NEAR(waveform_value(Ricker{f, {}}, t), (1 - 2 * a) * std::exp(-a), 1e-13);
    EXPECT_NEAR(waveform_value(Cw{f, 0, 10}, t), std::sin(turns(f * t) + pi / 18), 1e-13);
    const double s = t - 1e-10, within = s >= 0 && s <= 3 / f ? 1 : 0;  // from 1e-10 to 4e-10 s
    EXPECT_NEAR(waveform_value(Hann{f, 3, 1e-10, 20}, t),
                within * std::pow(std::sin(pi * f * s / 3), 2) * std::sin(turns(f * s) + pi / 9), 1e-13);
  }
}

// ---- a soft source fades when it is edited

// Takes eight second differences along both axes. Waves of 2 to 4 cells per wavelength remain.
double shortest_waves(const Scene& s, const Field& e) {
  Field x = e, y = e;
  for (int round = 0; round < 4; ++round) {
    const Field a = x, b = y;
    x.assign(a.size(), 0), y = x;
    for (int j = 4; j < s.grid.ny - 4; ++j)
      for (int i = 4; i < s.grid.nx - 4; ++i) {
        x[at(s, i, j)] = (a[at(s, i + 1, j)] - 2 * a[at(s, i, j)] + a[at(s, i - 1, j)]) / 4;
        y[at(s, i, j)] = (b[at(s, i, j + 1)] - 2 * b[at(s, i, j)] + b[at(s, i, j - 1)]) / 4;
      }
  }
  return std::hypot(norm(x), norm(y));
}
// Returns an open domain with 20 cells per wavelength. The near field of a source has short waves itself, so the test
// waits until they have decayed: the source is switched off, and 100 steps pass.
Scene open_domain() {
  Scene s = grid(140, 120, cpml, Precision::float64);
  s.sources = {point(40, 60, Cw{frequency_of(s, 20), 3, 0})};
  return s;
}
double splash_of(const std::vector<Scene>& edits, int steps_between, const Scene& first = open_domain()) {
  Solver solver = run(first, 300);
  const double wave = norm(solver.field(Quantity::ez));
  for (const Scene& s : edits) {
    solver.apply(s);
    go_on(solver, steps_between);
  }
  Scene off = edits.back();
  off.sources[0].on = false;
  solver.apply(off);
  go_on(solver, 100);
  return shortest_waves(off, solver.field(Quantity::ez)) / wave;
}
// Returns the same for a current that jumps to another place and stops. Fading is meant to avoid this.
double splash_of_a_jump(Node to) {
  const Scene s = open_domain();
  Problem p = build_problem(s, rasterize(s));
  Feed elsewhere;
  elsewhere.drives = {{.node = to}};
  set_driving(p, {p.feeds.data(), &elsewhere});
  const std::unique_ptr<Engine> engine = make_cpu_engine(1);
  engine->load(p);
  Field e(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  double wave = 0;
  for (std::uint64_t n = 0; n < 460; ++n) {
    const double w = waveform_value(s.sources[0].waveform, (static_cast<double>(n) + 0.5) * p.dt);
    engine->start({n, 1, 2, {n < 300 ? w : 0, n >= 300 && n < 360 ? w : 0}});
    engine->finish();
    if (n != 299) continue;
    engine->read(FieldArray::ez, e.data());
    wave = norm(e);
  }
  engine->read(FieldArray::ez, e.data());
  return shortest_waves(s, e) / wave;
}
TEST(Fade, a_source_that_is_dragged_or_edited_leaves_no_short_waves) {
  std::vector<Scene> dragged, louder(1, open_domain()), turned = louder, retuned = louder, line = louder;
  for (int k = 1; k <= 12; ++k) {
    dragged.push_back(open_domain());
    dragged.back().sources[0].geometry = PointSource{{40.0 + 4 * k, 60.0 + k}};
  }
  louder[0].sources[0].amplitude = -3;
  cw(turned[0]).phase = 120;
  cw(retuned[0]).frequency *= 0.7;
  line[0].sources[0].geometry = LineSource{{50, 50}, {50, 70}};
  const double jump = measured("a jump", splash_of_a_jump({88, 72}));
  EXPECT_LT(measured("dragged", splash_of(dragged, 4)), jump / 50);
  EXPECT_LT(measured("louder", splash_of(louder, 60)), jump / 50);
  EXPECT_LT(measured("turned", splash_of(turned, 60)), jump / 50);
  EXPECT_LT(measured("retuned", splash_of(retuned, 60)), jump / 50);
  EXPECT_LT(measured("a line", splash_of(line, 60)), jump / 50);
}
TEST(Fade, chirp_noise_and_table_leave_no_short_waves) {
  const double f = frequency_of(open_domain(), 20), long_enough = 40 / f;
  Tabulated table;
  for (int k = 0; k <= 16000; ++k) {
    table.t.push_back(long_enough * k / 16000);
    table.w.push_back(Chirp{f, f, long_enough, 0, 0}.value(table.t.back(), 0));
  }
  const double jump = splash_of_a_jump({88, 72});
  const std::tuple<const char*, Waveform, Waveform> edits[] = {
      {"a chirp", Chirp{0.5 * f, f, long_enough, 0, 0}, Chirp{0.4 * f, 0.7 * f, long_enough, 0, 50}},
      {"noise", Noise{0.5 * f, f, long_enough, 1}, Noise{0.5 * f, f, long_enough, 2}},
      {"a table", table, Chirp{0.5 * f, f, long_enough, 0, 0}},
      {"a step", Cw{f, 3, 0}, Step{2 / f, 0}}};
  for (const auto& [name, before, after] : edits) {
    Scene was = open_domain(), is = was;
    was.sources[0].waveform = before;
    is.sources[0].waveform = after;
    EXPECT_LT(measured(name, splash_of({is}, 60, was)), jump / 50);
  }
}
TEST(Fade, ends_after_a_period_and_leaves_only_the_scenes_sources) {
  Scene s = open_domain();
  Solver solver = run(s, 300);
  s.sources[0].geometry = PointSource{{80, 60}};
  solver.apply(s);
  EXPECT_EQ(solver.problem().terms.size(), 2u);
  go_on(solver, static_cast<int>(1 / cw(s).frequency / solver.dt()) + 1);
  go_on(solver, 1);
  EXPECT_EQ(solver.problem().terms.size(), 1u);
  const double lit = solver.health().max_abs;
  s.sources.clear();
  solver.apply(s);
  EXPECT_EQ(solver.problem().terms.size(), 1u);
  go_on(solver, 600);
  go_on(solver, 1);
  EXPECT_LT(solver.health().max_abs, 0.02 * lit);
  EXPECT_TRUE(solver.problem().terms.empty());
}
TEST(Fade, is_skipped_if_nothing_was_driven_yet) {
  Scene s = open_domain();
  Solver solver = solver_for(s);
  s.sources[0].geometry = PointSource{{80, 60}};
  s.sources[0].amplitude = 2;
  solver.apply(s);
  EXPECT_EQ(solver.problem().terms.size(), 1u);
  go_on(solver, 50);
  EXPECT_EQ(solver.field(Quantity::ez), run(s, 50).field(Quantity::ez));
}
TEST(Fade, a_long_drag_keeps_the_engines_list_short) {
  Scene s = open_domain();
  cw(s).frequency = frequency_of(s, 400);
  Solver solver = run(s, 100);
  std::size_t most = 0;
  for (int k = 0; k < 500; ++k) {
    s.sources[0].geometry = PointSource{{30.0 + k % 80, 40.0 + k % 37}};
    solver.apply(s);
    go_on(solver, 1);
    most = std::max(most, solver.problem().terms.size());
  }
  EXPECT_LE(most, 18u);
  EXPECT_TRUE(solver.health().finite);
}
TEST(Fade, ends_with_a_reset) {
  Scene s = open_domain();
  Solver solver = run(s, 300);
  s.sources[0].geometry = PointSource{{80, 60}};
  solver.apply(s);
  go_on(solver, 5);
  solver.reset();
  go_on(solver, 50);
  EXPECT_EQ(solver.field(Quantity::ez), run(s, 50).field(Quantity::ez));
}

TEST(Fade, of_one_of_two_equal_sources_leaves_the_other_alone) {
  Scene s = open_domain();
  s.sources.push_back(s.sources[0]);
  Solver solver = run(s, 300), untouched = run(s, 300);
  s.title = "said anew";
  s.sources[1].name = "second";
  solver.apply(s);
  EXPECT_EQ(solver.problem().terms.size(), 2u);
  go_on(solver, 50);
  go_on(untouched, 50);
  EXPECT_EQ(solver.field(Quantity::ez), untouched.field(Quantity::ez));
}

// ---- probes

TEST(Probes, are_taken_once_and_restart_when_moved_or_renamed) {
  Scene s = lamp();
  s.probes = {{"a", {4, 4}}, {"b", {8, 8}}, {"c", {12, 13}}};
  Solver solver = run(s, 20);
  auto p = solver.take_probes();
  for (const ProbeSamples& q : p) {
    EXPECT_TRUE(q.restarted);
    EXPECT_EQ(q.first_step, 1u);
    EXPECT_EQ(q.values.size(), 20u);
  }
  EXPECT_TRUE(solver.take_probes()[0].values.empty());
  go_on(solver, 5);
  s.probes[1].at = {9, 8};
  s.probes[2].at = {12.2, 13.1};  // the same node
  solver.apply(s);
  go_on(solver, 7);
  p = solver.take_probes();
  EXPECT_FALSE(p[0].restarted);
  EXPECT_EQ(p[0].first_step, 21u);
  EXPECT_EQ(p[0].values.size(), 12u);
  EXPECT_TRUE(p[1].restarted);
  EXPECT_EQ(p[1].first_step, 26u);
  EXPECT_EQ(p[1].values.size(), 7u);
  EXPECT_FALSE(p[2].restarted);
  EXPECT_EQ(p[2].values.size(), 12u);
  s.probes[0].name = "z";
  solver.apply(s);
  go_on(solver, 3);
  p = solver.take_probes();
  EXPECT_TRUE(p[0].restarted);
  EXPECT_EQ(p[0].first_step, 33u);
}
TEST(Probes, equal_the_field_at_their_nodes) {
  Scene s = lamp();
  s.probes = {{"a", {15, 10}}, {"b", {12, 14}}};
  Solver solver = solver_for(s);
  for (int n = 0; n < 60; ++n) {
    go_on(solver, 1);
    const Field e = solver.field(Quantity::ez);
    const auto p = solver.take_probes();
    ASSERT_EQ(p[0].values, Field{e[at(s, 15, 10)]});
    ASSERT_EQ(p[1].values, Field{e[at(s, 12, 14)]});
  }
}
TEST(Sources, on_a_conductor_or_a_zero_boundary_have_no_effect) {
  Scene s = lamp();
  s.shapes = {{Circle{{12, 12}, 2}, "pec"}};
  s.sources.push_back(point(0, 5, Cw{frequency, 0, 90}));
  Solver solver = run(s, 100);
  EXPECT_EQ(solver.health().max_abs, 0.0);
}

}  // namespace
}  // namespace ez::test
