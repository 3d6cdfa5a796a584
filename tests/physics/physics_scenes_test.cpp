// Tests the built-in scenes: each is valid without a warning, places its objects where they have an effect, and runs.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "helpers.h"
#include "library.h"
#include "solver/run/source_signal.h"
#include "solver/scene/duration.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/check.h"

namespace ez::test {
namespace {

Scene load(std::string_view name) {
  const SceneResult result = load_scene(std::string(name));
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  EXPECT_TRUE(result.scene.has_value()) << name;
  return result.scene.value_or(Scene{});
}

// Returns true if a field can change this node: inside, outside conductors, and away from boundaries and layers.
bool alive(const Scene& s, const NodeMap& nodes, Node n) {
  if (in_cells(s.physics)) return nodes.at(n.i, n.j) != 1;  // not solid
  const auto margin = [&](Side side) { return s.boundary[side] == BoundaryKind::cpml ? s.boundary.cpml.cells : 1; };
  if (n.i < margin(Side::left) || n.i > s.grid.nx - 1 - margin(Side::right)) return false;
  if (n.j < margin(Side::bottom) || n.j > s.grid.ny - 1 - margin(Side::top)) return false;
  return !medium_of(s, nodes, nodes.at(n.i, n.j)).perfect();
}
// A line may continue through the layers, so that its wave has no edges, or end on walls. Nine tenths of the nodes that
// a source drives must be able to change, or all but two ends. A source of one node must be able to change it.
void expect_source_can_drive(const Scene& s, const NodeMap& nodes, const Source& source) {
  const std::vector<Node> driven = source_nodes(s, source);
  const auto living = std::count_if(driven.begin(), driven.end(), [&](Node n) { return alive(s, nodes, n); });
  EXPECT_GT(living, 0) << "source " << source.name;
  const auto all = static_cast<double>(driven.size());
  EXPECT_GE(static_cast<double>(living), std::min(0.9 * all, all - 2)) << "source " << source.name;
  for (Node n : driven)
    EXPECT_TRUE(n.i >= 0 && n.j >= 0 && n.i < s.grid.nx && n.j < s.grid.ny) << "source " << source.name;
}

void expect_scene_advances(const Scene& s, int steps) {
  Solver solver = solver_for(s, 2);
  for (const Source& source : s.sources) expect_source_can_drive(s, solver.nodes(), source);
  for (const Probe& probe : s.probes)
    EXPECT_TRUE(alive(s, solver.nodes(), nearest_node(s, probe.at))) << "probe " << probe.name;
  go_on(solver, steps);
  const Health health = solver.health();
  EXPECT_TRUE(health.finite);
  if (s.sources.empty() && s.initial.value == 0 && !in_cells(s.physics)) {
    EXPECT_EQ(health.max_abs, 0.0);
  } else {
    EXPECT_GT(health.max_abs, 0);
  }
  EXPECT_LT(health.max_abs, 1e9);
}

void expect_scene_runs(const Scene& s, int steps) {
  for (const Message& m : validate(s)) ADD_FAILURE() << to_string(m);
  expect_scene_advances(s, steps);
}

class BuiltIn : public testing::TestWithParam<std::string_view> {};
TEST_P(BuiltIn, scene_is_valid_and_runs_500_steps) {
  const Scene s = load(GetParam());
  EXPECT_FALSE(s.title.empty());
  EXPECT_GT(s.text.size(), 40u);  // long enough to describe the scene
  expect_scene_runs(s, 500);
}
TEST_P(BuiltIn, scene_survives_being_written_and_read) {
  const Scene s = load(GetParam());
  const SceneResult again = parse_scene(write_scene(s), "again.toml");
  ASSERT_TRUE(again.scene.has_value());
  EXPECT_TRUE(*again.scene == s);
  // With every default written out it is the same problem to the bit.
  const SceneResult spelled = parse_scene(write_scene(s, true), "spelled.toml");
  ASSERT_TRUE(spelled.scene.has_value());
  Solver a = run(s, 20), b = run(*spelled.scene, 20);
  EXPECT_EQ(a.field(Quantity::ez), b.field(Quantity::ez));
}
INSTANTIATE_TEST_SUITE_P(scenes, BuiltIn, every_scene(), scene_name);

// Applies to scenes with a pause whose checks wait until a value settles. It has settled by then.
TEST(BuiltInPause, comes_after_the_checks_that_settle) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const Scene s = load(b.name);
    const auto settles = [](const Check& c) { return c.after == Check::settled; };
    if (s.pause.at.empty() || std::ranges::none_of(s.checks, settles)) continue;
    const CheckedScene done = run_checks(cpu_engine_maker(2), s, false, [](auto, auto) { return true; });
    const std::optional<std::uint64_t> pause = pause_step(s, time_step(s), std::numeric_limits<double>::infinity());
    ASSERT_TRUE(pause.has_value()) << b.name;
    EXPECT_LE(measured(std::string(b.name) + ": steps until all is read", static_cast<double>(done.steps)),
              static_cast<double>(*pause))
        << b.name;
  }
}

TEST(Lecture, matches_the_scene_of_the_performance_goals) {
  const Scene s = load("lecture");
  EXPECT_EQ(s.grid.nx, 1024);
  EXPECT_EQ(s.grid.ny, 1024);
  EXPECT_DOUBLE_EQ(cell_size(s).x, 1e-3);
  EXPECT_DOUBLE_EQ(cell_size(s).y, 1e-3);
  EXPECT_EQ(s.grid.courant, 0.99);
  EXPECT_EQ(s.grid.precision, Precision::float32);
  for (Side side : all_sides) EXPECT_EQ(s.boundary[side], BoundaryKind::cpml);
  EXPECT_EQ(s.boundary.cpml, (CpmlGrading{10, 3, 1, 3, 0.05}));
  const NodeMap nodes = rasterize(s);
  const auto medium = [&](double x, double y) {
    return palette_of(s)[nodes.at(static_cast<int>(x * 1024), static_cast<int>(y * 1024))];
  };
  EXPECT_EQ(medium(0.65, 0.60).eps, 2.25);
  EXPECT_EQ(medium(0.65, 0.745).eps, 2.25);
  EXPECT_EQ(medium(0.65, 0.76).eps, 1);
  EXPECT_EQ(medium(0.25, 0.2).eps, 4);
  EXPECT_EQ(medium(0.25, 0.2).sigma, 0.02);
  int thick = 0, slit = 0;
  for (int i = 0; i < 1024; ++i) thick += nodes.at(i, 200) == 1;  // the wall alone
  for (int j = 440; j < 490; ++j) slit += nodes.at(461, j) == 0;  // the lower slit, 0.45 N ± 0.01 N
  EXPECT_EQ(thick, 4);
  EXPECT_NEAR(slit, 0.02 * 1024, 1);
  ASSERT_EQ(s.sources.size(), 3u);
  const double wavelengths[] = {20e-3, 24e-3, 30e-3};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(*frequency(s.sources[k].waveform) * wavelengths[k] / c0, 1, 1e-9);
    EXPECT_EQ(std::get<Cw>(s.sources[k].waveform).ramp, 3);
    EXPECT_EQ(s.sources[k].amplitude, 1);
    EXPECT_FALSE(s.sources[k].hard);
  }
  ASSERT_EQ(s.probes.size(), 8u);
  for (int k = 1; k <= 8; ++k)
    EXPECT_EQ(nearest_node(s, s.probes[static_cast<std::size_t>(k - 1)].at),
              (Node{static_cast<int>(std::floor(0.55 * 1024 + 0.5)),
                    static_cast<int>(std::floor((0.1 + 0.1 * k) * 1024 + 0.5))}));
}
TEST(Lecture, runs_at_a_quarter_of_its_cells) {
  const Scene s = refine(load("lecture"), 0.25);
  EXPECT_EQ(s.grid.nx, 256);
  EXPECT_NEAR(cell_size(s).x, 4e-3, 1e-12);
  // At 5 to 7.5 cells per wavelength each of the three sources gives a warning, and nothing else does.
  const std::vector<Message> said = validate(s);
  EXPECT_EQ(said.size(), s.sources.size());
  for (const Message& m : said) {
    EXPECT_EQ(m.kind, Message::Kind::warning) << to_string(m);
    EXPECT_NE(m.text.find("cells per wavelength"), std::string::npos) << to_string(m);
  }
  expect_scene_advances(s, 500);
}
TEST(Refining, keeps_the_field_of_a_scene_that_is_fine_enough) {
  Scene s = grid(160, 120, BoundaryKind::cpml, Precision::float64);
  s.unit = Unit::mm;
  s.grid.dx = s.grid.dy = 1;
  s.sources = {point(40, 60, pulse(c0 / 40e-3, 0.6))};
  s.probes = {{"p", {140, 66}}};
  std::vector<Field> heard;
  for (double k : {1.0, 2.0, 4.0}) {
    const Scene fine = refine(s, k);
    Solver solver = run(fine, static_cast<int>(std::lround(280 * k)));
    const Field v = solver.take_probes()[0].values;
    Field every;
    for (std::size_t n = static_cast<std::size_t>(k) - 1; n < v.size(); n += static_cast<std::size_t>(k))
      every.push_back(v[n]);
    heard.push_back(every);
  }
  const double coarse = l2_difference(heard[0], heard[2]), fine = l2_difference(heard[1], heard[2]);
  EXPECT_LE(measured("1 mm against 0.25 mm", coarse), 0.06);
  EXPECT_LE(measured("0.5 mm against 0.25 mm", fine), 0.3 * coarse);
}

}  // namespace
}  // namespace ez::test
