// Tests the schemes `streamed` and `resident` against `two-kernel` on the same GPU, bit for bit, including probes. The
// scenes have all features and any size, and are edited and switched during the run. Without a device every test is
// skipped with the reason.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "cuda_fixture.h"
#include "helpers.h"
#include "random_problem.h"
#include "solver/scene/scheme.h"

namespace ez::test {
namespace {

// The parameter is the scheme to test.
class CudaStreamed : public CudaTest, public testing::WithParamInterface<const char*> {
 protected:
  static SchemeChoice scheme() { return {GetParam(), 0}; }
};
INSTANTIATE_TEST_SUITE_P(, CudaStreamed, testing::Values("streamed", "resident"),
                         [](const auto& run) { return std::string(run.param); });

// Returns the first value of an array that differs, as text, or an empty text. +0 equals −0, and two NaN are equal.
template <class T>
std::string difference(Solver& a, Solver& b, FieldArray array) {
  const auto nx = static_cast<std::size_t>(a.problem().nx);
  std::vector<T> u(nx * static_cast<std::size_t>(a.problem().ny)), v(u.size());
  a.engine().read(array, u.data());
  b.engine().read(array, v.data());
  std::size_t count = 0, first = 0;
  for (std::size_t k = u.size(); k-- > 0;)
    if (u[k] != v[k] && !(std::isnan(u[k]) && std::isnan(v[k]))) ++count, first = k;
  if (count == 0) return {};
  return fmt::format("{}: {} nodes differ, the first one ({}, {}): {} and {}; ", yee_arrays[index_of(array)].name,
                     count, first % nx, first / nx, u[first], v[first]);
}
std::string difference(Solver& a, Solver& b) {
  std::string out;
  for (const FieldArray array : all_arrays)
    out +=
        a.problem().precision == Precision::float32 ? difference<float>(a, b, array) : difference<double>(a, b, array);
  const std::vector<ProbeSamples> p = a.take_probes(), q = b.take_probes();
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p[k].values != q[k].values) out += fmt::format("probe {} differs; ", k);
  return out;
}

struct Pair {
  Solver plain, streamed;
  Pair(const Scene& scene, const SchemeChoice& scheme) : plain(on_cuda(scene)), streamed(on_cuda(scene)) {
    EXPECT_EQ(streamed.set_scheme(scheme), "");
  }
  void go(int steps) {
    go_on(plain, steps);
    go_on(streamed, steps);
  }
};

std::string named(const Scene& s, unsigned seed) {
  std::string walls;
  for (const Side side : all_sides) walls += std::string(facts_of(s.boundary[side]).name) + ' ';
  return fmt::format("seed {}, {} x {}, {}{}", seed, s.grid.nx, s.grid.ny, walls,
                     s.grid.precision == Precision::float32 ? "float" : "double");
}

// Returns the number of random scenes. A run with a sanitizer uses fewer.
int scenes() {
  const char* wanted = std::getenv("EZSCOPE_STREAMED_SCENES");
  return wanted ? std::atoi(wanted) : 240;
}

Scene scene_of(unsigned seed) {
  std::mt19937 random(seed);
  const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
  RandomScene wanted;
  const int largest = seed % 3 == 0 ? 600 : 200;
  wanted.nx = whole(16, largest);
  wanted.ny = whole(16, largest);
  wanted.precision = seed % 4 == 3 ? Precision::float64 : Precision::float32;
  wanted.magnetic = seed % 5 == 0;
  wanted.materials = seed % 11 == 10 ? 300 : 6;
  wanted.faulty = seed % 7 == 6;
  wanted.seed = seed;
  Scene s = random_scene(wanted);
  // Half of the scenes have boundaries that the streaming kernel itself computes.
  if (seed % 2 == 0)
    for (const Side side : all_sides) s.boundary[side] = whole(0, 2) == 0 ? BoundaryKind::pec : BoundaryKind::cpml;
  if (seed % 2 == 0) s.faults.clear();
  return s;
}

TEST_P(CudaStreamed, random_scenes_run_as_with_two_kernels) {
  int failed = 0;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scenes()) && failed < 8; ++seed) {
    std::mt19937 random(seed + 1000);
    const Scene scene = scene_of(seed);
    Pair run(scene, scheme());
    std::string found;
    for (int part = 0; part < 4 && found.empty(); ++part) {
      const int steps = 1 + static_cast<int>(random() % 50);
      run.go(steps);
      if (const std::string d = difference(run.plain, run.streamed); !d.empty())
        found = fmt::format("part {} of {} steps: {}", part, steps, d);
    }
    EXPECT_EQ(found, "") << named(scene, seed);
    failed += found.empty() ? 0 : 1;
  }
}

// Fixed scenes of 4096² and 8192² with many high tiles, and with boundaries, materials, sources and probes of all
// kinds.
class CudaStreamedLarge : public CudaTest {};
TEST_F(CudaStreamedLarge, twenty_large_scenes_run_as_with_two_kernels) {
  const int count = std::min(20, scenes() / 12);
  for (unsigned seed = 1; seed <= static_cast<unsigned>(count); ++seed) {
    RandomScene wanted;
    wanted.nx = seed % 4 == 0 ? 8192 : 4096, wanted.ny = seed % 4 == 0 ? 8192 : 4096;
    wanted.precision = seed % 5 == 3 ? Precision::float64 : Precision::float32;
    wanted.magnetic = seed % 10 == 7;
    wanted.seed = 3000 + seed;
    Scene scene = random_scene(wanted);
    if (seed % 2 == 0)
      for (const Side side : all_sides) scene.boundary[side] = seed % 6 == 0 ? BoundaryKind::pec : BoundaryKind::cpml;
    if (seed % 3 == 0) {
      scene.sources.resize(2);
      scene.sources[1].geometry = PlaneSource{13.0 * seed, {}};
      scene.sources[1].hard = false;
      scene.shapes.resize(1);
      scene.shapes[0].geometry = Circle{{2000, 2000}, 150};
      for (const Side side : all_sides) scene.boundary[side] = BoundaryKind::cpml;
    }
    Pair run(scene, {"streamed", 0});
    for (const int steps : {29, 26, 3}) run.go(steps);
    EXPECT_GT(run.plain.health().max_abs, 1e-3) << named(scene, seed);
    EXPECT_EQ(difference(run.plain, run.streamed), "") << named(scene, seed);
    if (HasFailure()) return;
  }
}

TEST_P(CudaStreamed, edits_and_scheme_changes_may_come_at_any_step) {
  int failed = 0;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scenes()) / 4 && failed < 8; ++seed) {
    std::mt19937 random(seed + 2000);
    Scene scene = scene_of(seed);
    SceneMaker maker({scene.grid.nx, scene.grid.ny, scene.grid.precision, false, 3, seed + 5, false});
    Pair run(scene, scheme());
    std::string found;
    for (int part = 0; part < 8 && found.empty(); ++part) {
      run.go(1 + static_cast<int>(random() % 30));
      const int edit = part % 5;
      if (edit == 0) scene.shapes.push_back(maker.shape());
      if (edit == 1) scene.sources.front().geometry = PointSource{maker.point()};
      if (edit == 2) scene.probes.front().at = maker.point();
      if (edit == 3) scene.materials.front().eps = 1 + 0.5 * static_cast<double>(random() % 8);
      if (edit == 4) scene.boundary.cpml.factor[0] = 1.5, scene.grid.courant *= 0.95;
      run.plain.apply(scene);
      run.streamed.apply(scene);
      if (part == 5 || part == 6) {
        EXPECT_EQ(run.streamed.set_scheme(part == 5 ? SchemeChoice{"two-kernel", 0} : scheme()), "");
      }
      run.go(1 + static_cast<int>(random() % 30));
      if (const std::string d = difference(run.plain, run.streamed); !d.empty())
        found = fmt::format("part {}: {}", part, d);
    }
    EXPECT_EQ(found, "") << named(scene, seed);
    failed += found.empty() ? 0 : 1;
  }
}

// Boxes of plane waves, dipoles, arrays, beams and modes are placed across seams and near layers. They drive the same
// on the GPU as on the CPU, with every scheme.
TEST_P(CudaStreamed, every_kind_of_source_drives_as_on_the_cpu) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
    const auto precision = seed % 3 == 0 ? Precision::float64 : Precision::float32;
    const int nx = static_cast<int>(number(90, 420)), ny = static_cast<int>(number(90, 420));
    Scene s = grid(nx, ny, BoundaryKind::cpml, precision);
    s.grid.polarization = seed % 2 == 0 ? Polarization::hz : Polarization::ez;
    Shape rod;
    rod.geometry = Circle{{nx / 2.0, ny / 2.0}, 12};
    rod.material = "pec";
    s.materials = {{"glass", 4, 4, 0, 0, {}}};
    s.shapes.push_back({Rect{{-1, 24}, {nx + 1.0, 32}}, "glass"});
    s.shapes.push_back(rod);
    const double f = frequency_of(s, 18);
    const Waveform wave = seed % 4 < 2 ? Waveform(Cw{f, 2, 20}) : pulse(f, 1);
    s.sources = {
        {"", PlaneSource{number(-180, 180), {}}, 2, false, true, wave},
        {"", DipoleSource{{nx * 0.3, ny * 0.7}, number(0, 360)}, 1, false, true, pulse(f, 1)},
        {"", ArraySource{{30, 30}, {60, 70}, 5, number(-80, 80), Taper::gaussian}, 1, false, true, Cw{f, 1, 0}},
        {"", BeamSource{{nx * 0.7, ny - 15.0}, {nx * 0.7, 40}, number(-30, 30), 12, 20}, 2, false, true, wave},
        {"", ModeSource{{nx * 0.4, 45}, {nx * 0.4, 12}, 0}, 2, false, true, wave}};
    s.probes = {{"p", {nx * 0.6, ny * 0.4}}};
    Pair run(s, scheme());
    Solver cpu = solver_for(s, 2);
    for (const int steps : {31, 7, 50, 120}) {
      run.go(steps);
      go_on(cpu, steps);
      std::get<PlaneSource>(s.sources[0].geometry).angle += 11;
      for (Solver* solver : {&run.plain, &run.streamed, &cpu}) solver->apply(s);
    }
    run.go(40);
    go_on(cpu, 40);
    EXPECT_GT(cpu.health().max_abs, 0.1) << seed;
    EXPECT_EQ(difference(run.plain, run.streamed), "") << named(s, seed);
    for (const FieldArray array : all_arrays)
      EXPECT_EQ(precision == Precision::float32 ? difference<float>(run.plain, cpu, array)
                                                : difference<double>(run.plain, cpu, array),
                "")
          << "two-kernel and the CPU, " << named(s, seed);
  }
}

TEST_P(CudaStreamed, moving_sources_and_maps_equal_two_kernels_and_the_cpu) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Scene s = grid(310, 220, BoundaryKind::cpml);
    s.grid.precision = Precision::float32;
    s.grid.polarization = polarization;
    const double f = frequency_of(s, 20);
    const auto along = [](std::vector<Vec2> path, double beta) { return Motion{std::move(path), {}, beta, true}; };
    s.sources = {
        {"", PointSource{{}, along({{30, 40}, {250, 180.5}}, 0.8)}, 1, false, true, Cw{f, 2, 0}},
        {"", DipoleSource{{}, 25, along({{280, 30}, {270, 190}, {60, 100}}, 0.6)}, 1, false, true, Cw{f, 2, 0}}};
    if (polarization == Polarization::hz)
      s.sources.push_back(
          {"", PointSource{{}, along({{40, 110}, {280, 115}}, 0.9), true}, 1, false, true, Cw{f, 2, 0}});
    s.probes = {{"p", {180, 90}}};
    Pair run(s, scheme());
    Solver cpu = solver_for(s, 2);
    const Gather gather{{{FieldArray::hx, {50, 60}}}, 3, {{f, 1.4 * f}, 7}};
    for (Solver* solver : {&run.plain, &run.streamed, &cpu}) solver->set_gather(gather);
    for (const int steps : {50, 3, 200, 140}) {
      run.go(steps);
      go_on(cpu, steps);
      std::get<DipoleSource>(s.sources[1].geometry).motion.path[1].y -= 8;
      for (Solver* solver : {&run.plain, &run.streamed, &cpu}) solver->apply(s);
    }
    EXPECT_GT(cpu.health().max_abs, 0.1);
    EXPECT_EQ(difference(run.plain, run.streamed), "");
    for (const FieldArray array : all_arrays) EXPECT_EQ(difference<float>(run.plain, cpu, array), "");
    EXPECT_EQ(run.plain.take_gathered().values, run.streamed.take_gathered().values);
    for (int map = 0; map < 2; ++map) {
      const auto plain = run.plain.map(map);
      EXPECT_GT(std::abs(plain[310 * 110 + 155]), 0);
      EXPECT_TRUE(plain == run.streamed.map(map));
      EXPECT_TRUE(plain == cpu.map(map)) << "two-kernel and the CPU";
    }
  }
}

// No scene can contain such terms yet.
TEST_P(CudaStreamed, terms_on_h_equal_those_of_two_kernels) {
  for (const unsigned seed : {2U, 7U, 12U}) {
    const Scene scene = scene_of(seed);
    Problem problem = build_problem(scene, rasterize(scene));
    add_terms_on_h(problem);
    const auto plain = cuda_engine(), streamed = cuda_engine();
    for (Engine* engine : {plain.get(), streamed.get()}) engine->load(problem);
    ASSERT_EQ(streamed->set_scheme(scheme(), problem), "");
    Batch batch;
    batch.steps = 41, batch.sources = static_cast<int>(scene.sources.size());
    for (int k = 0; k < batch.steps * batch.sources; ++k) batch.signals.push_back(std::sin(0.3 * k));
    const auto ez = [&](Engine& engine) {
      engine.start(batch);
      engine.finish();
      std::vector<double> values(static_cast<std::size_t>(problem.nx) * static_cast<std::size_t>(problem.ny));
      if (problem.precision == Precision::float64) {
        engine.read(FieldArray::ez, values.data());
      } else {
        std::vector<float> narrow(values.size());
        engine.read(FieldArray::ez, narrow.data());
        values.assign(narrow.begin(), narrow.end());
      }
      return values;
    };
    const std::vector<double> a = ez(*plain), b = ez(*streamed);
    EXPECT_EQ(a, b) << named(scene, seed);
    EXPECT_GT(max_abs(a), 0);
  }
}

// There are more source nodes than a block of `resident` holds, then few again. In between the engine uses `streamed`.
TEST_P(CudaStreamed, many_source_nodes_come_and_go) {
  Scene scene = scene_of(2);
  for (const Side side : all_sides) scene.boundary[side] = BoundaryKind::cpml;
  scene.grid.nx = 150, scene.grid.ny = 130;
  scene.sources.resize(1);
  scene.sources.front().geometry = PointSource{{20, 20}};
  Pair run(scene, scheme());
  run.go(20);
  const double x = scene.grid.nx - 2, y = scene.grid.ny - 2;
  for (int k = 0; k < 8; ++k) {
    Source line = scene.sources.front();
    line.geometry = LineSource{{2.0 + k, 2}, {x, y - k}};
    scene.sources.push_back(line);
  }
  for (const bool many : {true, false, true}) {
    Scene next = scene;
    if (!many) next.sources.resize(1);
    run.plain.apply(next);
    run.streamed.apply(next);
    run.go(33), run.go(1);
    EXPECT_EQ(difference(run.plain, run.streamed), "") << (many ? "many" : "few");
  }
}

// The ledger needs every step, so the scheme makes single steps while it is on. The field stays the same.
TEST_P(CudaStreamed, the_ledger_equals_that_of_two_kernels) {
  Pair run(scene_of(4), scheme());
  run.go(30);
  run.plain.set_ledger(true), run.streamed.set_ledger(true);
  run.go(40);
  const EnergyLedger a = run.plain.ledger(), b = run.streamed.ledger();
  EXPECT_EQ(a.stored, b.stored);
  run.plain.set_ledger(false), run.streamed.set_ledger(false);
  run.go(40);
  EXPECT_EQ(difference(run.plain, run.streamed), "");
}

TEST_P(CudaStreamed, a_checkpoint_restores_the_same_run) {
  Solver solver = on_cuda(scene_of(2));
  ASSERT_EQ(solver.set_scheme(scheme()), "");
  go_on(solver, 37);
  const Checkpoint then = solver.checkpoint();
  go_on(solver, 29);
  const Field first = solver.field(Quantity::ez);
  solver.restore(then);
  go_on(solver, 29);
  EXPECT_EQ(max_difference(solver.field(Quantity::ez), first), 0);
  EXPECT_GT(max_abs(first), 0);
}

}  // namespace
}  // namespace ez::test
