// Tests that slow growth is found if a field feeds itself, and only then.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "helpers.h"
#include "library.h"
#include "solver/measure/stability/growth_watch.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

constexpr const char* beside_a_ring = R"(
ezscope=1
unit="cell"
[grid]
cells=[17,60]
cell=[0.001,0.001]
courant=1
polarization="ez"
smoothing=false
conformal=false
[boundary]
left="mur2"
right="pmc"
bottom="mur2"
top="cpml"
cpml={cells=8}
[[material]]
name="m0"
eps=2.25
mu=3.12098
poles=[{kind="drude",plasma=2.9254e+10,damping=0},{kind="lorentz",frequency=1.64643e+11,strength=9.34886,damping=8.75674e+06}]
[[material]]
name="m1"
eps=5.84861
mu=1
[[shape]]
material="pmc"
kind="ring"
center=[8.00308,42.7372]
inner=3.13158
outer=5.53696
[[shape]]
material="m0"
kind="ring"
center=[8.2058,25.6327]
inner=5.40862
outer=7.10139
[[shape]]
material="m0"
kind="polygon"
points=[[6.711,17.709],[8.44145,17.1588],[3.61354,13.0609],[15.566,23.1527],[16.2854,11.1441],[4.28955,12.6003]]
[[shape]]
material="m0"
kind="rect"
center=[8.13215,46.0971]
size=[9.369,2.57861]
angle=69.0866
[[shape]]
material="pec"
kind="rect"
center=[8.05198,34.0237]
size=[5.4863,12.3197]
angle=55.4309
[[source]]
kind="point"
path=[[8.95552,48.9391],[8.83796,29.2183]]
beta=0.5
loop=false
width=1
waveform={kind="gaussian",width=1e-11,delay=6e-11}
[[probe]]
name="p"
at=[8.5,30]
)";

constexpr const char* between_layers = R"(
ezscope=1
unit="cell"
[grid]
cells=[32,32]
cell=[0.001,0.001]
courant=0.99
polarization="hz"
smoothing=true
conformal=false
[boundary]
left="cpml"
right="cpml"
bottom="periodic"
top="periodic"
cpml={cells=8}
[[material]]
name="m0"
eps=1
mu=1
poles=[{kind="lorentz",frequency=1.39034e+09,strength=0.720311,damping=3.67451e+09},{kind="drude",plasma=2.68697e+09,damping=0}]
[[material]]
name="pr"
preset="muscle"
[[shape]]
material="pec"
kind="polygon"
points=[[22.926,12.8902],[12.2458,0.539479],[20.6704,6.545],[10.8118,2.35658],[8.2199,11.8293],[14.2555,1.55189]]
[[source]]
kind="point"
at=[20.2474,23.4406]
waveform={kind="ricker",frequency=2.8883e+10}
[[source]]
kind="point"
at=[17.8413,11.0565]
waveform={kind="hann",frequency=1.76589e+10,cycles=3}
[[probe]]
name="p"
at=[16,16]
)";

constexpr const char* at_full_courant = R"(
ezscope=1
unit="cell"
[grid]
cells=[48,48]
cell=[0.001,0.0002]
courant=1
polarization="hz"
smoothing=false
conformal=true
[boundary]
left="pec"
right="mur1"
bottom="mur2"
top="mur2"
cpml={cells=4}
[[material]]
name="m0"
eps=1
mu=1
poles=[{kind="debye",strength=0.106229,tau=1.87141e-11}]
[[material]]
name="m1"
eps=3.44013
mu=1
[[material]]
name="pr"
preset="plasma"
[[shape]]
material="m1"
kind="polygon"
points=[[30.547,24.8356],[30.4911,23.7281],[31.3335,23.5326],[28.0707,28.4996],[25.6408,36.6021],[43.3558,23.4746]]
[[shape]]
material="pr"
kind="polygon"
points=[[22.7544,3.48121],[32.4055,16.7414],[24.5682,9.10072],[16.7502,3.01524],[19.5094,17.3084],[18.9648,9.7144]]
[[shape]]
material="m1"
kind="ring"
center=[34.426,24.4101]
inner=2.99555
outer=5.08987
[[source]]
kind="dipole"
at=[26.9,38.4996]
angle=271.737
waveform={kind="gaussian",width=1e-11,delay=6e-11}
[[probe]]
name="p"
at=[24,24]
)";

Scene scene_of(const char* text) {
  const SceneResult r = parse_scene(text, "test");
  EXPECT_TRUE(r.scene) << (r.messages.empty() ? "" : r.messages[0].text);
  return r.scene.value_or(Scene{});
}

// Runs as `render` does, for so many steps or until growth is found.
std::optional<Growth> growth_of(const Scene& scene, std::uint64_t steps) {
  Solver solver = solver_for(scene);
  GrowthWatch watch;
  watch.watch(scene, *solver.media(), solver.problem(), 0);
  while (!watch.growth()) {
    const std::uint64_t next = watch.next_look(solver.step());
    if (next > steps) break;
    go_on(solver, static_cast<int>(next - solver.step()));
    watch.look(solver.health(), solver.step());
  }
  return watch.growth();
}
std::string words_of(const std::optional<Growth>& g) {
  return g ? fmt::format("{} % a period in tile {}, from step {} to {}", 100 * (g->per_period - 1), g->tile, g->from,
                         g->to)
           : "";
}

// ---- what grows

// The expected rates are those of the same runs between steps 5000 and 30,000 or later, when only one mode is left.
TEST(Growth, of_three_scenes_is_found_within_6000_steps) {
  struct Case {
    const char* scene;
    double per_step;  // ln of the factor
  };
  for (const Case& c : {Case{beside_a_ring, 8.03e-4}, Case{between_layers, 6.69e-4}, Case{at_full_courant, 1.03e-3}}) {
    const std::optional<Growth> found = growth_of(scene_of(c.scene), 6000);
    ASSERT_TRUE(found);
    measured("last step", static_cast<double>(found->to));
    EXPECT_LE(found->to, 6000u);
    EXPECT_FALSE(found->driven);
    EXPECT_GT(found->per_period, 1.01);
    EXPECT_NEAR(std::log(found->per_step), c.per_step, 0.4 * c.per_step);
  }
}

Growth none_found() { return {0, 0, 1, 1, -1, false}; }
// Gives tile 5 a field that follows `course` and every other tile a constant field, and returns the growth found.
Growth found_in(const std::function<double(double periods)>& course, double periods, const Waveform& waveform,
                double beside = 1e-3) {
  Scene s = grid(64, 64, pec);
  s.sources = {point(20, 20, waveform)};
  Solver solver = solver_for(s);
  GrowthWatch watch;
  watch.watch(s, *solver.media(), solver.problem(), 0);
  const double period = oscillation_period(waveform) / solver.dt();
  Health health;
  for (std::uint64_t step = 0; static_cast<double>(step) < periods * period && !watch.growth();
       step = watch.next_look(step)) {
    const double now = static_cast<double>(step) / period;
    const double phase = std::abs(std::sin(2 * pi * now));
    health.largest_in.fill(beside * phase);
    health.largest_in[5] = course(now) * phase;
    watch.look(health, step);
  }
  return watch.growth().value_or(none_found());
}
const Waveform burst = Hann{15e9, 3, {}, 0};
const Waveform endless = Cw{15e9, 3, 0};

TEST(Growth, has_the_rate_of_an_exponential) {
  for (const double rate : {0.012, 0.02, 0.1, 0.5}) {
    const auto course = [&](double n) { return 1e-3 * std::exp(rate * n); };
    const Growth ended = found_in(course, 10 / rate + 100, burst), steady = found_in(course, 20 / rate + 100, endless);
    for (const Growth& g : {ended, steady}) {
      EXPECT_EQ(g.tile, 5);
      EXPECT_NEAR(std::log(g.per_period), rate, 0.15 * rate);
    }
    EXPECT_FALSE(ended.driven);
    EXPECT_TRUE(steady.driven);
    EXPECT_LT(ended.to, steady.to);
  }
}
TEST(Growth, below_one_percent_per_period_is_ignored) {
  EXPECT_EQ(found_in([](double n) { return 1e-3 * std::exp(0.008 * n); }, 3000, burst).tile, -1);
}
// A mode starts a thousand times below a constant field.
TEST(Growth, is_found_as_soon_as_it_dominates) {
  const Growth g = found_in([](double n) { return 1 + 1e-3 * std::exp(0.03 * n); }, 1000, burst);
  EXPECT_EQ(g.tile, 5);
  EXPECT_LE(1e-3 * std::exp(g.per_period), 1);
}

// Passive fields can behave in these ways.
TEST(Growth, is_not_found_in_fields_that_fill_beat_or_arrive) {
  struct Course {
    const char* what;
    std::function<double(double)> value;
  };
  const std::vector<Course> courses = {
      {"constant", [](double) { return 1.0; }},
      {"decay", [](double n) { return std::exp(-0.02 * n); }},
      {"driven at resonance", [](double n) { return 1e-3 * n; }},
      {"driven at resonance above a constant", [](double n) { return std::hypot(1, 0.02 * n); }},
      {"resonator that fills", [](double n) { return 1e-2 + 1 - std::exp(-n / 200); }},
      {"beat", [](double n) { return 1e-3 + std::abs(std::sin(n / 300)); }},
      {"two beats", [](double n) { return 1e-3 + std::abs(std::sin(n / 300) * std::sin(n / 170)); }},
      {"slow beat", [](double n) { return 0.01 + 1 - std::cos(n / 500); }},
      {"random walk", [](double n) { return 1e-3 * std::sqrt(1 + n); }},
  };
  for (const Course& c : courses)
    for (const Waveform& w : {burst, endless}) {
      const Growth g = found_in(c.value, 3000, w);
      EXPECT_EQ(g.tile, -1) << c.what << (g.driven ? ", driven" : "") << ": " << words_of(g);
    }
}

// ---- what does not grow

// The cavity has many modes without any loss.
TEST(Growth, is_not_found_in_a_lossless_cavity_over_100000_steps) {
  Scene s = grid(32, 27, pec, Precision::float32);
  s.sources = {point(11, 8, Ricker{frequency_of(s, 14), {}})};
  EXPECT_EQ(words_of(growth_of(s, 100000)), "");
}
TEST(Growth, is_not_found_in_a_cavity_driven_at_resonance_or_beating) {
  Scene s = grid(40, 40, pec, Precision::float32);
  const double resonance = frequency_of(s, 20 * std::sqrt(2.0) * 1.95);
  for (const double beside : {0.0, 0.002, 0.03}) {
    s.sources = {point(20, 20, Cw{resonance * (1 + beside), 3, 0})};
    EXPECT_EQ(words_of(growth_of(s, 40000)), "") << beside;
    s.sources.push_back(point(11, 17, Cw{resonance * (1 - 1.7 * beside), 12, 0}, 0.4));
    EXPECT_EQ(words_of(growth_of(s, 40000)), "") << beside << ", two sources";
  }
}
// Two coupled cavities exchange their energy slowly.
TEST(Growth, is_not_found_in_energy_that_moves_to_another_cavity) {
  for (const double hole : {1.0, 2.0, 4.0}) {
    Scene s = grid(61, 30, pec);
    s.shapes = {{Rect{{29, 0}, {31, 14 - hole}}, "pec"}, {Rect{{29, 14 + hole}, {31, 30}}, "pec"}};
    s.sources = {point(12, 11, Hann{frequency_of(s, 36), 12, {}, 0})};
    EXPECT_EQ(words_of(growth_of(s, 40000)), "") << hole;
  }
}
// A long pulse just above cut-off travels slowly along a guide and back.
TEST(Growth, is_not_found_in_a_slow_pulse_that_arrives) {
  for (const double above : {1.01, 1.05}) {
    Scene s = grid(200, 21, pec);
    s.sources = {line({5, 1}, {5, 19}, Modulated{above * frequency_of(s, 40), 20 / frequency_of(s, 40), {}, 0})};
    EXPECT_EQ(words_of(growth_of(s, 30000)), "") << above;
  }
}
TEST(Growth, is_not_searched_with_a_source_that_always_moves) {
  Scene s = grid(64, 64, cpml);
  s.sources = {{"", PointSource{{}, {{{20, 20}, {44, 44}}, {}, 0.01, true}, false, 2}, 1, false, true, Cw{15e9, 3, 0}}};
  Solver solver = solver_for(s);
  GrowthWatch watch;
  watch.watch(s, *solver.media(), solver.problem(), 0);
  EXPECT_EQ(watch.next_look(0), GrowthWatch::never);
}

// Runs a built-in scene until cells × steps reaches `work`.
std::string growth_in_library(std::string_view name, double work) {
  const Scene s = load_scene(std::string(name)).scene.value();
  if (in_cells(s.physics)) return "";
  const double steps = work / (static_cast<double>(s.grid.nx) * s.grid.ny);
  return words_of(growth_of(s, static_cast<std::uint64_t>(steps)));
}
class GrowthInLibrary : public testing::TestWithParam<std::string_view> {};
TEST_P(GrowthInLibrary, is_not_found) { EXPECT_EQ(growth_in_library(GetParam(), 1e8), ""); }
INSTANTIATE_TEST_SUITE_P(scenes, GrowthInLibrary, every_scene(), scene_name);

class LongGrowthInLibrary : public testing::TestWithParam<std::string_view> {};
TEST_P(LongGrowthInLibrary, is_not_found) { EXPECT_EQ(growth_in_library(GetParam(), 3e9), ""); }
INSTANTIATE_TEST_SUITE_P(scenes, LongGrowthInLibrary, every_scene(), scene_name);

// ---- the tiles

// The tiles do not divide the grid evenly, and two nodes are not finite.
TEST(Health, has_the_largest_value_of_each_tile) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    Scene s = grid(61, 35, pec, precision);
    Solver solver = solver_for(s, 2);
    Field field(std::size_t{61} * 35);
    for (std::size_t k = 0; k < field.size(); ++k) field[k] = std::sin(0.37 * static_cast<double>(k * k % 1009));
    const std::size_t first = at(s, 12, 9), second = at(s, 50, 30);
    field[first] = NAN, field[second] = HUGE_VAL;
    write(solver, FieldArray::ez, field);
    const Health health = solver.health();
    EXPECT_FALSE(health.finite);
    EXPECT_EQ(health.first_bad, (Node{12, 9}));
    field[first] = field[second] = 0;
    const double unit = health.max_abs / max_abs(field);  // V/m per stored unit
    EXPECT_GT(unit, 0);
    for (int k = 0; k < Health::tile_count; ++k) {
      const int column = k % Health::tiles, row = k / Health::tiles;
      double most = 0;
      for (int j = row * 35 / 8; j < (row + 1) * 35 / 8; ++j)
        for (int i = column * 61 / 8; i < (column + 1) * 61 / 8; ++i)
          most = std::max(most, std::abs(field[at(s, i, j)]));
      EXPECT_NEAR(health.largest_in[static_cast<std::size_t>(k)], unit * most, 1e-6 * unit) << k;
    }
  }
}

// ---- the report

// Runs to the end as `render` does.
struct Ended {
  Solver solver;
  std::string why, cause;
  bool back = false;
};
Ended end_of(const Scene& scene, std::uint64_t steps) {
  Ended out{solver_for(scene), "", ""};
  WatchedRun watched(out.solver);
  while (out.solver.step() < steps && out.why.empty()) {
    go_on(out.solver, static_cast<int>(watched.next_look(steps) - out.solver.step()));
    out.why = watched.look();
  }
  EXPECT_EQ(out.solver.step(), steps) << out.why;
  out.why = watched.last_look();
  if (out.why.empty()) return out;
  out.cause = watched.explain();
  out.back = watched.go_back();
  return out;
}

TEST(Growth, ends_a_run_with_its_cause_and_a_state_from_before) {
  const Ended end = end_of(scene_of(between_layers), 6000);
  EXPECT_NE(end.why.find("% per period although no source drives it, from step"), std::string::npos) << end.why;
  EXPECT_NE(end.cause.find("Remedy: "), std::string::npos) << end.cause;
  std::printf("%s; %s\n", end.why.c_str(), end.cause.c_str());
  EXPECT_TRUE(end.back);
  EXPECT_LT(end.solver.step(), 2000u);
}
TEST(Growth, does_not_end_a_run_without_growth) {
  Scene s = grid(40, 40, cpml);
  s.sources = {point(20, 20, Ricker{15e9, {}})};
  EXPECT_EQ(end_of(s, 6000).why, "");
}
// Looks for growth come between the other looks and do not move them.
TEST(Growth, does_not_move_the_other_looks) {
  Solver run = solver_for(scene_of(between_layers));
  const WatchedRun watched(run);
  std::vector<std::uint64_t> seen;
  while (run.step() < 2048) {
    go_on(run, static_cast<int>(watched.next_look(2048) - run.step()));
    seen.push_back(run.step());
  }
  for (const std::uint64_t step : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 768, 1024, 2048})
    EXPECT_NE(std::ranges::find(seen, step), seen.end()) << step;
  EXPECT_LT(seen.size(), 2048 / 24u);
}

}  // namespace
}  // namespace ez::test
