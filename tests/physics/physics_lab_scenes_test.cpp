// Tests that the reflection meter reads the values given in the texts of the boundary lab's scenes. Each number that a
// reader may check is checked here. (The texts round to whole or tenth decibels.)
#include <map>
#include <set>

#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/grading_trials.h"
#include "solver/theory/mur_reflection.h"

namespace ez::test {
namespace {

Scene load(const std::string& name) { return load_scene(name).scene.value(); }
Scene variant(const Scene& s, std::size_t k) { return scene_of_variant(s, k).scene.value(); }

std::vector<ReflectionReading> readings(const Scene& s, int steps) {
  Comparison e(cpu_engine_maker(2), s);
  for (int done = 0; done < steps; done += 100) {
    e.advance(std::min(100, steps - done));
    e.wait();
  }
  std::vector<ReflectionReading> out;
  for (int k = 0; k < e.panes(); ++k) out.push_back(e.reading(k));
  return out;
}
// Checks the worst side of every pane after `steps`, while the readings are valid.
void expect_worst(const std::string& name, int steps, const std::vector<double>& said, double tolerance) {
  const Scene s = load(name);
  const auto seen = readings(s, steps);
  ASSERT_EQ(seen.size(), said.size());
  for (std::size_t k = 0; k < said.size(); ++k) {
    EXPECT_LE(steps * time_step(variant(s, k)), seen[k].valid_until);
    ASSERT_TRUE(seen[k].worst) << s.variants[k].name;
    EXPECT_NEAR(measured(s.variants[k].name + ", dB", *seen[k].worst), said[k], tolerance);
  }
}

TEST(LabScene, shoot_out_matches_its_text) {
  expect_worst("shoot-out", 460, {5.5, -9.4, -21.0, -90.0}, 0.3);
  EXPECT_NEAR(db(std::abs(mur_reflection(pi / 6))), -22.9, 0.05);
  EXPECT_NEAR(db(std::abs(mur_reflection(pi / 6, 2))), -45.8, 0.05);
}
TEST(LabScene, shoot_out_metal_returns_just_under_0_dB_on_each_side) {
  const auto metal = readings(variant(load("shoot-out"), 0), 460);
  for (const auto& own : metal.at(0).own_db) {
    EXPECT_LT(measured("own, dB", own.value()), 0);
    EXPECT_GT(*own, -0.3);
  }
}
TEST(LabScene, corner_matches_its_text) {
  expect_worst("corner", 380, {-84, -7.9, -14.9, -3.9}, 0.5);
  for (const std::size_t k : {0u, 1u}) {
    const auto sides = readings(variant(load("corner"), k), 380);
    for (const auto& own : sides.at(0).own_db) EXPECT_NEAR(own.value(), -91, 0.6);
  }
}
TEST(LabScene, grazing_matches_its_text) {
  expect_worst("grazing", 740, {-11.1, -14.1, -37.8, -54.5}, 0.1);
  const Scene s = load("grazing");
  const double height = std::get<PointSource>(s.sources[0].geometry).at.y - 10;  // above the layer's edge
  EXPECT_NEAR(std::atan2(s.grid.nx - 50, height) * 180 / pi, 85, 1.5);
  // The grading is the rounded result of Optimise. By theory it is equally good up to 85°.
  std::string failed;
  const GradingCase judge(s, {0, 85, 0, 0}, failed);
  const CpmlGrading graded = variant(s, 3).boundary.cpml;
  const BestGrading best = best_grading(judge, s);
  EXPECT_NEAR(judge.worst(graded).db, best.db, 3);
  EXPECT_NEAR(best.grading.order, graded.order, 0.1);
  EXPECT_NEAR(best.grading.sigma, graded.sigma, 0.1);
  EXPECT_NEAR(best.grading.kappa, graded.kappa, 0.1);
}
TEST(LabScene, evanescent_matches_its_text) {
  expect_worst("evanescent", 3200, {-12, -60, -41, -78}, 0.8);
  // fc = c/2a, and below it the field decays with k√((fc/f)² − 1).
  const double a = 40e-3, f = 2.5e9, cut_off = c0 / (2 * a);
  EXPECT_NEAR(cut_off, 3.75e9, 0.01e9);
  const double depth = c0 / (2 * pi * std::sqrt(cut_off * cut_off - f * f));
  EXPECT_NEAR(depth, 17e-3, 0.3e-3);
  EXPECT_NEAR(20 * std::log10(std::exp(1.0)) * 2 * (10 + 2) * 1e-3 / depth, 12, 0.5);  // from the line, there and back
}
TEST(LabScene, glass_into_layer_matches_its_text) {
  const std::array<double, 3> said = {-94, -4, -37};
  for (const int steps : {500, 520}) {
    const auto seen = readings(load("glass-into-layer"), steps);
    ASSERT_LE(steps * time_step(load("glass-into-layer")), seen[0].valid_until);
    for (std::size_t k = 0; k < said.size(); ++k)
      for (const Side side : {Side::left, Side::right})
        EXPECT_NEAR(seen.at(k).own_db[static_cast<std::size_t>(side)].value(), said[k], 0.51) << steps;
  }
}
TEST(LabScene, thin_layers_match_their_texts) {
  expect_worst("thin-layers", 400, {-15, -34, -73, -113}, 0.5);
  const Scene s = load("thin-layers");
  const std::vector<double> share = {4, 8, 15, 29};
  for (std::size_t k = 0; k < share.size(); ++k) {
    const double inner = s.grid.nx - 2.0 * variant(s, k).boundary.cpml.cells;
    EXPECT_NEAR(100 * (1 - inner * inner / s.grid.nx / s.grid.ny), share[k], 0.5);
  }
}

// Returns the amplitudes of exp(±2πi·m·y/period) along the column x, over eight periods of the wave, for the orders m =
// −2 … 2 of the grating.
std::map<int, double> orders(const Scene& s, int x) {
  constexpr int steps_before = 1600;
  const double omega = 2 * pi * *frequency(s.sources[0].waveform);
  Solver solver = run(s, steps_before, 2);
  const int samples = static_cast<int>(std::lround(8 * 2 * pi / omega / solver.dt()));
  std::vector<Node> column;
  for (int j = 0; j < s.grid.ny; ++j) column.push_back({x, j});
  solver.set_taps(column);
  go_on(solver, samples);
  const Solver::TapSamples taps = solver.take_taps();
  const auto rows = static_cast<std::size_t>(s.grid.ny);
  std::map<int, double> out;
  for (int m = -2; m <= 2; ++m) {
    Complex sum = 0;
    for (int n = 0; n < samples; ++n)
      for (int j = 0; j < s.grid.ny; ++j)
        sum += taps.values[static_cast<std::size_t>(n) * rows + static_cast<std::size_t>(j)] *
               std::polar(1.0, -omega * solver.dt() * n + 2 * pi * m * j / 40.0);
    out[m] = std::abs(sum) * 2 / samples / s.grid.ny;
  }
  return out;
}
TEST(LabScene, periodic_grating_has_three_beams_and_three_slits_a_fan) {
  const Scene s = load("periodic-grating");
  EXPECT_NEAR(std::asin(25.0 / 40) * 180 / pi, 38.7, 0.05);
  EXPECT_NEAR(2 * 25.0 / 40, 1.25, 1e-12);
  for (const int x : {180, 300}) {
    std::map<int, double> a = orders(variant(s, 0), x);
    EXPECT_NEAR(measured("side beam over middle", a[1] / a[0]), 0.75, 0.04);
    EXPECT_NEAR(a[-1] / a[1], 1, 0.01);
    EXPECT_LE(a[2] / a[0], 0.001);
    EXPECT_LE(a[-2] / a[0], 0.001);
  }
  std::map<int, double> periodic = orders(variant(s, 0), 300), slits = orders(variant(s, 1), 300);
  EXPECT_LE(measured("side beam of three slits over that of the grating", slits[1] / periodic[1]), 0.15);
}

// ---- find-the-fault-N

struct Riddle {
  int k;
  std::array<double, 4> sound;  // dB that the text states for sound sides, as a bound or as an exact value
  bool exact;
};
const std::vector<Riddle> riddles = {{1, {-90, -90, -90, -90}, false},        {2, {-90, -90, -90, -90}, false},
                                     {3, {-86, -86, -86, -86}, false},        {4, {-88, -88, -88, -88}, false},
                                     {5, {-15.8, -14.5, -15.7, -13.4}, true}, {6, {-82, -82, -82, -82}, false}};

TEST(FindTheFault, six_scenes_hide_six_kinds_and_do_not_name_them) {
  std::set<Fault> kinds;
  std::set<Side> sides;
  for (const Riddle& r : riddles) {
    const std::string name = "find-the-fault-" + std::to_string(r.k);
    const Scene s = load(name);
    const auto fault = hidden_fault_of(s);
    ASSERT_TRUE(fault) << name;
    kinds.insert(fault->fault);
    sides.insert(fault->side);
    const FaultWords& words = words_of(fault->fault);
    const std::string file = write_scene(s, true);
    EXPECT_EQ(file.find(words.name), std::string::npos) << name;
    EXPECT_EQ(file.find(words.title), std::string::npos) << name;
    EXPECT_TRUE(s.reflection.on);
  }
  EXPECT_EQ(kinds.size(), riddles.size());
  EXPECT_EQ(sides.size(), 4u);
}
TEST(FindTheFault, sound_sides_match_the_text_and_the_faulty_side_is_6_db_higher) {
  for (const Riddle& r : riddles) {
    const Scene s = load("find-the-fault-" + std::to_string(r.k));
    Scene sound = s;
    sound.hidden_fault.reset();
    const ReflectionReading healthy = readings(sound, 370).at(0), ill = readings(s, 370).at(0);
    EXPECT_LE(370 * time_step(s), healthy.valid_until);
    for (std::size_t side = 0; side < 4; ++side) {
      ASSERT_TRUE(healthy.db[side]);
      if (r.exact)
        EXPECT_NEAR(*healthy.db[side], r.sound[side], 0.1) << r.k << " side " << side;
      else
        EXPECT_LE(*healthy.db[side], r.sound[side]) << r.k << " side " << side;
    }
    const auto guilty = static_cast<std::size_t>(hidden_fault_of(s)->side);
    EXPECT_GE(measured("find-the-fault-" + std::to_string(r.k) + ": what the fault adds, dB",
                       *ill.db[guilty] - *healthy.db[guilty]),
              6);
  }
}

// ---- a million steps

struct LateField {
  double with_alpha, without, mur2;  // largest |Ez|, V/m
};
LateField late_field(Comparison& e, int& done, int steps) {
  for (; done < steps; done += 100) {
    e.advance(100);
    e.wait();
  }
  return {e.pane(0).health().max_abs, e.pane(1).health().max_abs, e.pane(2).health().max_abs};
}
TEST(LabScene, late_time_decays_and_does_not_grow) {
  Comparison e(cpu_engine_maker(2), load("late-time"));
  int done = 0;
  double most = 0;
  for (; done < 200; ++done) {
    e.advance(1);
    e.wait();
    most = std::max(most, e.pane(0).health().max_abs);
  }
  EXPECT_NEAR(most, 31e3, 0.5e3);
  const LateField early = late_field(e, done, 1000), late = late_field(e, done, 10000);
  EXPECT_NEAR(early.with_alpha, 6e-3, 1e-3);
  EXPECT_LE(late.with_alpha, early.with_alpha);
  EXPECT_LE(late.without, early.without);
  EXPECT_LE(late.mur2, early.mur2);
}
TEST(LongLabScene, late_time_matches_its_text_after_a_million_steps) {
  Comparison e(cpu_engine_maker(2), load("late-time"));
  int done = 0;
  const LateField a = late_field(e, done, 100000), b = late_field(e, done, 1000000);
  EXPECT_NEAR(measured("with alpha after 100,000 steps, V/m", a.with_alpha), 15e-6, 5e-6);
  EXPECT_LE(measured("with alpha after 1,000,000", b.with_alpha), 0.1e-6);
  EXPECT_NEAR(measured("without alpha", b.without), 0.1e-3, 0.03e-3);
  EXPECT_NEAR(measured("Mur 2", b.mur2), 0.3e-3, 0.1e-3);
  EXPECT_LE(b.without, a.without * 1.05);
  EXPECT_NEAR(b.mur2, a.mur2, 0.1 * a.mur2);
}

}  // namespace
}  // namespace ez::test
