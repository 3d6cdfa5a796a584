// Tests the CUDA engine's energy ledger against the CPU engine's, and its checkpoints in device memory, which restore
// every bit.
#include <chrono>
#include <string>
#include <tuple>

#include "cuda_fixture.h"
#include "helpers.h"
#include "random_problem.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using CudaEnergy = CudaTest;

// Returns the largest difference between entries of two ledgers, relative to their turnover.
double distance(const EnergyLedger& a, const EnergyLedger& b) {
  double most = std::max({std::abs(a.source - b.source), std::abs(a.edits - b.edits), std::abs(a.stored - b.stored),
                          std::abs(a.absorbed_sigma - b.absorbed_sigma),
                          std::abs(a.absorbed_sigma_m - b.absorbed_sigma_m), std::abs(a.turnover - b.turnover)});
  for (std::size_t k = 0; k < 4; ++k) most = std::max(most, std::abs(a.out[k] - b.out[k]));
  return most / a.turnover;
}
bool same(const EnergyLedger& a, const EnergyLedger& b) {
  return a.source == b.source && a.edits == b.edits && a.stored == b.stored && a.absorbed_sigma == b.absorbed_sigma &&
         a.absorbed_sigma_m == b.absorbed_sigma_m && a.out == b.out && a.turnover == b.turnover;
}

RandomScene wanted(unsigned seed) {
  RandomScene w;
  w.seed = seed;
  w.precision = seed % 2 == 0 ? Precision::float32 : Precision::float64;
  w.magnetic = seed % 3 != 0;
  w.dispersive = seed % 4 > 1;
  return w;
}

TEST_F(CudaEnergy, ledger_equals_the_cpus) {
  double worst = 0;
  for (unsigned seed = 1; seed <= 24; ++seed)
    for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      SceneMaker maker(wanted(seed));
      Scene s = maker.make();
      s.grid.polarization = polarization;
      Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
      for (int part = 0; part < 4; ++part) {
        for (Solver* solver : {&cpu, &cuda}) {
          if (part == 1) solver->set_ledger(true);
          if (part > 1) solver->apply(s);
          go_on(*solver, 100);
        }
        if (part == 1) s.shapes.push_back(maker.shape()), s.boundary = maker.walls();
        if (part == 2) s.grid.courant -= 0.05, s.materials[0].sigma_m += 1e4;
      }
      const EnergyLedger a = cpu.ledger(), b = cuda.ledger();
      worst = std::max(worst, distance(a, b));
      EXPECT_GT(b.turnover, 0);
      EXPECT_LE(distance(a, b), 1e-6);
      const double all = b.turnover + std::abs(b.edits);
      EXPECT_LE(std::abs(b.unexplained()), (s.grid.precision == Precision::float32 ? 1e-4 : 1e-11) * all);
    }
  measured("largest difference of a CPU and a CUDA ledger", worst);
}

// Averages at slanted edges couple nodes of H. Their joint energy must be counted the same.
TEST_F(CudaEnergy, ledger_counts_coupled_edges_like_the_cpus) {
  Scene s = grid(64, 56, BoundaryKind::pec, Precision::float64);
  s.grid.polarization = Polarization::hz;
  s.grid.smoothing = true;
  s.materials = {{"a", 13, 1, 0, 0, {}}};
  s.shapes = {{Circle{{20.3, 17.1}, 9.3}, "a"}, {Ellipse{{42.2, 36.4}, {14, 6.3}, 35}, "a"}};
  s.sources = {point(10, 40, pulse(1.5e10))};
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  ASSERT_FALSE(cpu.problem().cross.empty());
  for (Solver* solver : {&cpu, &cuda}) solver->set_ledger(true), go_on(*solver, 2000);
  const EnergyLedger a = cpu.ledger(), b = cuda.ledger();
  EXPECT_GT(b.turnover, 0);
  EXPECT_LE(distance(a, b), 1e-12);
  EXPECT_LE(std::abs(b.unexplained()), 1e-11 * b.turnover);
}

TEST_F(CudaEnergy, ledger_balances_in_every_built_in_scene) {
  for (const BuiltinScene& builtin : builtin_scenes()) {
    const SceneResult loaded = load_scene(std::string(builtin.name));
    ASSERT_TRUE(loaded.scene.has_value());
    for (std::size_t k = 0; k < std::max<std::size_t>(1, loaded.scene->variants.size()); ++k) {
      const SceneResult variant = scene_of_variant(*loaded.scene, k);
      ASSERT_TRUE(variant.scene.has_value());
      if (variant.scene->sources.empty() && variant.scene->initial.value == 0) continue;
      Solver solver = on_cuda(*variant.scene);
      solver.set_ledger(true);
      go_on(solver, 2000);
      const EnergyLedger l = solver.ledger();
      EXPECT_GT(l.turnover, 0) << builtin.name;
      EXPECT_LE(measured(std::string(builtin.name) + " " + std::to_string(k), std::abs(l.unexplained()) / l.turnover),
                1e-4);
    }
  }
}

TEST_F(CudaEnergy, ledger_is_reproducible_and_does_not_change_the_run) {
  const Scene s = random_scene(wanted(4));
  Solver plain = on_cuda(s), one = on_cuda(s), two = on_cuda(s);
  for (Solver* solver : {&one, &two}) solver->set_ledger(true);
  go_on(plain, 300);
  go_on(one, 300);
  for (int k = 0; k < 30; ++k) go_on(two, 10);
  EXPECT_TRUE(same(one.ledger(), two.ledger()));
  EXPECT_TRUE(plain.field(Quantity::ez) == one.field(Quantity::ez));
  EXPECT_TRUE(plain.field(Quantity::hx) == one.field(Quantity::hx));
  one.reset();
  EXPECT_EQ(one.ledger().turnover, 0);
}

TEST_F(CudaEnergy, checkpoint_restores_every_bit) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Solver solver = on_cuda(random_scene(wanted(seed)));
    solver.set_ledger(seed % 4 == 1);
    go_on(solver, 137);
    solver.take_probes();
    Checkpoint then = solver.checkpoint();
    const EngineState* memory = then.engine.get();
    then = solver.checkpoint(std::move(then));
    EXPECT_EQ(then.engine.get(), memory);
    const auto run = [&] {
      go_on(solver, 500);
      return std::tuple(solver.field(Quantity::ez), solver.field(Quantity::hx), solver.field(Quantity::hy),
                        solver.take_probes()[0].values, solver.time());
    };
    const auto once = run();
    const EnergyLedger before = solver.ledger();
    solver.restore(then);
    EXPECT_EQ(solver.step(), 137u);
    EXPECT_TRUE(run() == once);
    if (before.turnover > 0) {
      EXPECT_LE(distance(solver.ledger(), before), 1e-12);
    }
  }
}

TEST_F(CudaEnergy, checkpoint_of_another_grid_is_refused) {
  Solver small = on_cuda(grid(32, 32, BoundaryKind::cpml)), large = on_cuda(grid(64, 32, BoundaryKind::cpml));
  const Checkpoint of_small = small.checkpoint();
  EXPECT_THROW(large.restore(of_small), EngineError);
}

// Prints the milliseconds for a checkpoint of a large grid and the ledger's cost per step. The costs are not judged.
TEST_F(CudaEnergy, costs_are_measured) {
  Scene s = grid(4096, 4096, BoundaryKind::cpml, Precision::float32);
  s.sources = {point(2000, 2000, Cw{frequency_of(s, 20), 3, 0})};
  Solver solver = on_cuda(s);
  const auto per_step = [&] {
    go_on(solver, 50);
    solver.take_speed();
    go_on(solver, 400);
    const Solver::Speed speed = solver.take_speed();
    return 1e6 * speed.seconds / static_cast<double>(speed.steps);
  };
  measured("microseconds a step, ledger off", per_step());
  solver.set_ledger(true);
  measured("microseconds a step, ledger on", per_step());
  const auto start = std::chrono::steady_clock::now();
  const EnergyLedger l = solver.ledger();
  measured("milliseconds to read the ledger",
           1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  EXPECT_LE(std::abs(l.unexplained()) / l.turnover, 1e-4);
  solver.set_ledger(false);
  Checkpoint kept = solver.checkpoint();
  solver.health();
  const auto again = std::chrono::steady_clock::now();
  kept = solver.checkpoint(std::move(kept));
  solver.health();
  measured("milliseconds for a checkpoint and a look at the health",
           1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - again).count());
}

}  // namespace
}  // namespace ez::test
