// Tests a gas, or heat, as a scene: it is read and written, refused with foreign keys, and run by the common solver.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>

#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/gas/of_scene.h"
#include "solver/gas/run.h"
#include "solver/gas/scene_engine.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/check.h"

namespace ez::test {
namespace {

const std::string tube_text = R"(ezscope = 1
physics = "gas"
unit = "m"
[grid]
cells = [64, 24]
cell = 0.015625
background = "driven"
[boundary]
bottom = "wall"
top = "wall"
[[state]]
name = "driver"
[[state]]
name = "driven"
density = 0.125
pressure = 0.1
[[shape]]
kind = "rect"
state = "driver"
min = [0, 0]
max = [0.5, 0.375]
[[probe]]
name = "rho"
at = [0.7, 0.2]
[[probe]]
name = "p"
at = [0.7, 0.2]
quantity = "pressure"
)";

SceneResult read(const std::string& text, const std::vector<Override>& set = {}) {
  return parse_scene(text, "tube", set);
}
Scene tube(const std::vector<Override>& set = {}) {
  const SceneResult result = read(tube_text, set);
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value();
}
std::string said_of(const std::string& text, const std::vector<Override>& set = {}) {
  std::string all;
  for (const Message& m : read(text, set).messages) all += to_string(m) + "\n";
  return all;
}

gas::GasRun run_of(const Scene& scene) {
  gas::EngineChoice choice;
  choice.precision = scene.grid.precision;
  choice.threads = 1;
  return gas::GasRun(gas::gas_of(scene, rasterize(scene)), choice);
}
Field floats(const std::vector<float>& values) { return {values.begin(), values.end()}; }

TEST(GasScenes, have_the_boundaries_background_and_view_of_their_physics) {
  const Scene gas = tube();
  EXPECT_EQ(gas.boundary[Side::left], BoundaryKind::outflow);
  EXPECT_EQ(gas.boundary[Side::top], BoundaryKind::wall);
  EXPECT_EQ(gas.view.quantity, Quantity::density);
  const Scene heat = read(
                         "ezscope = 1\nphysics = \"heat\"\nunit = \"m\"\n[grid]\ncells = [20, 20]\ncell = 0.1\n"
                         "[[state]]\nname = \"a\"\nvalue = 2\n")
                         .scene.value();
  EXPECT_EQ(heat.boundary[Side::left], BoundaryKind::insulated);
  EXPECT_EQ(heat.view.quantity, Quantity::value);
  EXPECT_EQ(state_named(heat, heat.grid.background)->value, 2);
}

TEST(GasScenes, are_the_same_after_writing_and_reading) {
  for (const bool every_default : {false, true}) {
    const Scene scene = tube({{"gas.scheme", "\"lax-wendroff\""}, {"gas.cfl", "0.3"}, {"shape.0.wall", "false"}});
    const std::string text = write_scene(scene, every_default);
    const SceneResult again = read(text);
    ASSERT_TRUE(again.scene) << text;
    EXPECT_EQ(*again.scene, scene) << text;
    EXPECT_EQ(text.find("courant"), std::string::npos) << text;
    EXPECT_EQ(text.find("material"), std::string::npos) << text;
  }
}

TEST(GasScenes, refuse_keys_of_another_physics_with_a_message) {
  EXPECT_NE(said_of(tube_text, {{"grid.courant", "0.5"}})
                .find("grid.courant is for physics = \"maxwell\", and the scene's is \"gas\"; leave it out"),
            std::string::npos);
  EXPECT_NE(said_of(tube_text +
                    "[[source]]\nkind = \"point\"\nat = [0.1, 0.1]\nwaveform = { kind = \"cw\", frequency = 1 }\n")
                .find("source is for physics"),
            std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"boundary.left", "\"cpml\""}}).find("give one of periodic, wall, outflow"),
            std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"view.quantity", "\"ez\""}}).find("view.quantity"), std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"shape.0.state", "\"drver\""}}).find("did you mean \"driver\""), std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"shape.0.wall", "true"}}).find("has a state and is a wall"), std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"state.0.density", "0"}}).find("state.0.density is 0; give a number above 0"),
            std::string::npos);
  EXPECT_NE(said_of(tube_text, {{"gas.dt", "1"}}).find("above the stability limit"), std::string::npos);
  const std::string light = "ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [20, 20]\ncell = 1\n";
  EXPECT_NE(said_of(light + "[gas]\ngamma = 1.3\n").find("gas is for physics = \"gas\""), std::string::npos);
  EXPECT_NE(said_of(light + "[[state]]\nname = \"a\"\n").find("state is for physics = \"gas\" or \"heat\""),
            std::string::npos);
  EXPECT_NE(said_of("ezscope = 1\nphysics = \"gas\"\nunit = \"m\"\n[grid]\ncells = [20, 20]\ncell = 1\n")
                .find("add [[state]]"),
            std::string::npos);
}

TEST(GasScenes, assign_a_cell_to_the_shape_that_holds_its_centre) {
  const Scene scene = tube();
  const NodeMap cells = rasterize(scene);
  EXPECT_EQ(cells.at(31, 0), first_state);      // centre at 0.492
  EXPECT_EQ(cells.at(32, 0), first_state + 1);  // at 0.508
  EXPECT_EQ(extent(scene), (Vec2{1, 0.375}));
  EXPECT_EQ(nearest_node(scene, {0.7, 0.2}), (Node{44, 12}));
}

TEST(GasScenes, run_like_the_gas_library) {
  for (const char* scheme : {"roe", "lax-wendroff", "muscl-hllc"})
    for (const char* precision : {"float", "double"}) {
      const Scene scene = tube({{"gas.scheme", scheme}, {"grid.precision", precision}});
      Solver solver = run(scene, 40);
      gas::GasRun alone = run_of(scene);
      alone.advance(40);
      EXPECT_EQ(solver.time(), alone.progress().time);
      for (const Quantity q : {Quantity::density, Quantity::pressure, Quantity::u, Quantity::gas_energy,
                               Quantity::schlieren, Quantity::mach})
        EXPECT_EQ(solver.field(q), std::string(precision) == "double" ? alone.read_exactly(q) : floats(alone.read(q)))
            << to_string(q) << " " << scheme << " " << precision;
      EXPECT_EQ(solver.field(Quantity::density), alone.state()[0]) << precision;
    }
}

TEST(GasScenes, probes_have_the_time_of_each_step_and_their_own_quantity) {
  Solver solver = run(tube(), 30);
  const std::vector<ProbeSamples> probes = solver.take_probes();
  ASSERT_EQ(probes.size(), 2u);
  ASSERT_EQ(probes[0].values.size(), 30u);
  ASSERT_EQ(probes[0].times.size(), 30u);
  EXPECT_EQ(probes[0].times.back(), solver.time());
  EXPECT_GT(probes[0].times[1] - probes[0].times[0], 1.1 * (probes[0].times[29] - probes[0].times[28]));
  EXPECT_EQ(probes[0].values.back(), solver.value_at(Quantity::density, {44, 12}));
  EXPECT_EQ(probes[1].values.back(), solver.value_at(Quantity::pressure, {44, 12}));
}

TEST(GasScenes, end_exactly_at_a_given_time) {
  Solver solver = solver_for(tube());
  solver.advance(1000, 0.1);
  solver.wait();
  EXPECT_EQ(solver.time(), 0.1);
  EXPECT_GT(solver.step(), 5u);
  EXPECT_LT(solver.step(), 200u);
  const auto steps = solver.step();
  solver.advance(10, 0.1);
  solver.wait();
  EXPECT_EQ(solver.step(), steps);
}

TEST(GasScenes, continue_from_a_checkpoint_to_the_same_bits) {
  Solver solver = run(tube(), 20);
  const Checkpoint kept = solver.checkpoint();
  go_on(solver, 25);
  const Field then = solver.field(Quantity::pressure);
  const double time = solver.time();
  solver.restore(kept);
  EXPECT_EQ(solver.step(), 20u);
  go_on(solver, 25);
  EXPECT_EQ(solver.time(), time);
  EXPECT_EQ(solver.field(Quantity::pressure), then);
  solver.reset();
  EXPECT_EQ(solver.time(), 0);
  EXPECT_EQ(solver.field(Quantity::density), solver_for(tube()).field(Quantity::density));
}

TEST(GasScenes, drawing_a_wall_or_a_state_keeps_the_gas_elsewhere) {
  Scene scene = tube();
  Solver solver = run(scene, 20);
  const Field before = solver.field(Quantity::density);
  scene.shapes.push_back({Rect{{0.75, 0}, {0.8, 0.375}}, "", "", true});
  EXPECT_EQ(solver.apply(scene).tier, Tier::geometry);
  EXPECT_EQ(solver.step(), 20u);
  Field walled = solver.field(Quantity::density);
  EXPECT_EQ(walled[at(scene, 49, 5)], 0);  // solid
  for (const int i : {10, 40, 60}) EXPECT_EQ(walled[at(scene, i, 5)], before[at(scene, i, 5)]) << i;
  scene.shapes.back() = {Rect{{0.75, 0}, {0.8, 0.375}}, "", "driver"};
  solver.apply(scene);
  Field filled = solver.field(Quantity::density);
  EXPECT_EQ(filled[at(scene, 49, 5)], 1);  // the state that was drawn there
  for (const int i : {10, 40, 60}) EXPECT_EQ(filled[at(scene, i, 5)], before[at(scene, i, 5)]) << i;
  go_on(solver, 5);
  EXPECT_TRUE(solver.health().finite);
}

// As when a wall drawn by mistake is undone, also after going back in time.
TEST(GasScenes, removing_a_wall_restores_the_gas_it_covered) {
  Scene open = tube();
  Solver solver = run(open, 20);
  const Field before = solver.field(Quantity::density);
  Scene walled = open;
  walled.shapes.push_back({Rect{{0.25, 0}, {0.8, 0.375}}, "", "", true});
  solver.apply(walled);
  const auto kept = solver.checkpoint();
  solver.apply(open);
  EXPECT_EQ(solver.field(Quantity::density), before);
  solver.apply(walled);
  solver.restore(kept);
  solver.apply(open);
  EXPECT_EQ(solver.field(Quantity::density), before);
  // A wall that exists from the start has no gas inside.
  Solver other = run(walled, 20);
  other.apply(open);
  EXPECT_EQ(other.field(Quantity::density)[at(open, 49, 5)],
            solver_for(open).field(Quantity::density)[at(open, 49, 5)]);
}

TEST(GasScenes, editing_numbers_or_the_scheme_keeps_the_gas) {
  Scene scene = tube();
  Solver solver = run(scene, 20);
  const Field before = solver.field(Quantity::density);
  scene.gas.scheme = GasScheme::lax_wendroff;
  scene.boundary[Side::right] = BoundaryKind::wall;
  EXPECT_NE(solver.apply(scene).tier, Tier::grid);
  EXPECT_EQ(solver.field(Quantity::density), before);
  go_on(solver, 20);
  EXPECT_EQ(solver.step(), 40u);
  EXPECT_EQ(solver.take_probes()[0].values.size(), 40u);
  EXPECT_NE(solver.field(Quantity::density), before);
}

TEST(GasScenes, can_alternate_with_waves_and_heat_in_one_run) {
  Comparison runs([] { return make_cpu_engine(1); }, tube());
  runs.advance(5);
  Scene light = grid(32, 32, BoundaryKind::pec);
  light.sources.push_back(point(16, 16, pulse(frequency_of(light, 12))));
  EXPECT_EQ(runs.apply(light).report.tier, Tier::grid);
  runs.advance(40);
  runs.wait();
  EXPECT_GT(max_abs(runs.pane(0).field(Quantity::ez)), 0);
  EXPECT_EQ(max_abs(runs.pane(0).field(Quantity::density)), 0);
  runs.apply(tube());
  runs.advance(5);
  runs.wait();
  EXPECT_EQ(runs.pane(0).step(), 5u);
  EXPECT_EQ(runs.pane(0).field(Quantity::density), run(tube(), 5).field(Quantity::density));
}

TEST(GasScenes, panes_share_the_threads_of_their_maker) {
  const auto threads = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
  };
  Scene scene = tube();
  scene.variants = {{"one", {}}, {"two", {}}, {"three", {}}};
  const auto before = threads();
  Comparison runs(cpu_engine_maker(2), scene);
  ASSERT_EQ(runs.panes(), 3);
  EXPECT_EQ(threads() - before, 2);
  Comparison alone(cpu_engine_maker(1), scene);
  for (Comparison* both : {&runs, &alone}) both->advance(5), both->wait();
  for (int k = 0; k < 3; ++k)
    EXPECT_EQ(runs.pane(k).field(Quantity::density), alone.pane(k).field(Quantity::density)) << k;
}

// Lax–Wendroff without viscosity, at a shock with a pressure ratio of a hundred.
// A backend that computes no gas, such as OpenCL, may have been chosen for the waves of the scene before.
TEST(GasScenes, run_on_the_cpu_if_the_automatic_backend_computes_no_gas) {
  EngineInfo info;
  info.backend_name = "opencl";
  EXPECT_THROW(gas::make_scene_engine(info), NoBackend) << "the user named it";
  info.automatic = true;
  EXPECT_EQ(gas::make_scene_engine(info)->info().backend_name, "cpu");
}

TEST(GasScenes, a_failing_step_stops_at_the_last_good_state_with_a_remedy) {
  Scene blast = load_scene("blast-corner", {{"gas.scheme", "\"lax-wendroff\""}, {"gas.viscosity", "0"}}).scene.value();
  blast.probes.clear();
  blast.checks.clear();
  Solver solver = solver_for(blast);
  WatchedRun watched(solver);
  std::string why;
  for (int n = 0; n < 20 && why.empty(); ++n) {
    go_on(solver, 4);
    why = watched.look();
  }
  EXPECT_NE(why.find(" in cell ("), std::string::npos) << why;
  EXPECT_NE(watched.explain().find("Remedy: gas.viscosity = 1 and gas.cfl = 0.4"), std::string::npos);
  EXPECT_TRUE(watched.go_back());
  EXPECT_GE(std::ranges::min(solver.field(Quantity::density)), 0) << "0 in walls";
  blast.gas.viscosity = 1;
  blast.gas.cfl = 0.4;
  EXPECT_TRUE(run(blast, 80).health().finite);
}

// Behind the wall the flow separates faster than the linear waves of Roe's scheme can describe.
TEST(GasScenes, withstand_a_wall_in_the_flow) {
  const auto with_wall = [](const char* name, std::vector<Vec2> points, double radius, const char* scheme) {
    Scene scene = load_scene(name, {{"gas.scheme", scheme}, {"gas.entropy_fix", "1"}}).scene.value();
    scene.checks.clear();
    scene.shapes.push_back({.geometry = Stroke{std::move(points), radius}, .wall = true});
    return scene;
  };
  for (const char* scheme : {"\"roe\"", "\"muscl-hllc\""})
    for (const auto& [scene, steps] :
         {std::pair(with_wall("forward-step", {{0.625, 0.719}, {0.812, 0.719}}, 0.0375, scheme), 600),
          std::pair(with_wall("sod", {{0.3125, 0.25}, {0.5208, 0.0417}}, 0.015, scheme), 1200)}) {
      const Health health = run(scene, steps).health();
      EXPECT_TRUE(health.finite) << scene.title << ", " << scheme;
    }
}

TEST(HeatScenes, a_time_step_that_is_too_long_is_reported_as_growth) {
  Scene scene = load_scene("heat-spot", {{"heat.cfl", "1.2"}}).scene.value();
  scene.grid.nx = scene.grid.ny = 40;
  scene.shapes[0].geometry = Circle{{0.1, 0.1}, 0.05};
  scene.probes.clear();
  scene.checks.clear();
  Solver solver = solver_for(scene);
  WatchedRun watched(solver);
  std::string why;
  for (int n = 0; n < 100 && why.empty(); ++n) {
    go_on(solver, 8);
    why = watched.look();
  }
  EXPECT_NE(why.find("the value grows"), std::string::npos) << why;
  EXPECT_NE(watched.explain().find("Remedy: remove heat.dt and heat.cfl"), std::string::npos);
}

TEST(GasScenes, reach_the_same_time_after_refinement) {
  const Scene fine = refine(tube({{"gas.dt", "0.001"}}), 2);
  EXPECT_EQ(fine.grid.nx, 128);
  EXPECT_EQ(*fine.gas.dt, 0.0005);
  EXPECT_EQ(extent(fine), extent(tube()));
}

class GasScene : public ::testing::TestWithParam<const char*> {};
TEST_P(GasScene, matches_theory) {
  SceneResult r = load_scene(GetParam());
  ASSERT_TRUE(r.scene);
  const CheckedScene done =
      run_checks([] { return make_cpu_engine(0); }, *r.scene, false, [](auto, auto) { return true; });
  EXPECT_EQ(done.unstable, "");
  for (std::size_t k = 0; k < done.readings.size(); ++k)
    EXPECT_EQ(done.readings[k].verdict, CheckReading::Verdict::holds)
        << r.scene->checks[k].name << ": " << done.readings[k].measured << " and not " << done.readings[k].theory;
}
INSTANTIATE_TEST_SUITE_P(BuiltIn, GasScene,
                         ::testing::Values("sod", "sod-inclined", "123-problem", "explosion", "shock-bubble",
                                           "forward-step", "double-mach", "wind-tunnel", "heat-spot", "heat-bar"));

}  // namespace
}  // namespace ez::test
