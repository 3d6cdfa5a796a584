// Tests a checkpoint, 500 steps, the return to it, and the same 500 steps again, bit for bit.
#include <tuple>

#include "helpers.h"
#include "random_problem.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Moment {
  Field ez, hx, hy;
  std::vector<ProbeSamples> probes;
  double time = 0;
  std::uint64_t step = 0;
};
Moment look(Solver& s) {
  return {s.field(Quantity::ez), s.field(Quantity::hx), s.field(Quantity::hy), s.take_probes(), s.time(), s.step()};
}
void expect_equal(const Moment& a, const Moment& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.time, b.time);
  EXPECT_TRUE(a.ez == b.ez);
  EXPECT_TRUE(a.hx == b.hx);
  EXPECT_TRUE(a.hy == b.hy);
  ASSERT_EQ(a.probes.size(), b.probes.size());
  for (std::size_t p = 0; p < a.probes.size(); ++p) {
    EXPECT_EQ(a.probes[p].first_step, b.probes[p].first_step);
    EXPECT_TRUE(a.probes[p].values == b.probes[p].values);
  }
}

void expect_checkpoint_restores(const Scene& s) {
  Solver solver = solver_for(s, 2);
  go_on(solver, 137);
  solver.take_probes();
  const Checkpoint then = solver.checkpoint();
  EXPECT_GT(then.engine->bytes(), 0);
  go_on(solver, 500);
  const Moment once = look(solver);
  solver.restore(then);
  EXPECT_EQ(solver.step(), 137u);
  go_on(solver, 500);
  expect_equal(look(solver), once);
}

class EveryWall : public testing::TestWithParam<std::tuple<BoundaryKind, Precision>> {};
TEST_P(EveryWall, is_restored_to_the_bit) {
  Scene s = grid(64, 57, std::get<0>(GetParam()), std::get<1>(GetParam()));
  s.sources = {point(20, 30, Cw{frequency_of(s, 12), 3, 20}), point(40, 21, pulse(frequency_of(s, 15)), 1, true)};
  s.probes = {{"a", {30, 30}}};
  expect_checkpoint_restores(s);
}
INSTANTIATE_TEST_SUITE_P(Walls, EveryWall,
                         testing::Combine(testing::Values(pec, pmc, mur1, mur2, cpml, periodic),
                                          testing::Values(Precision::float32, Precision::float64)));

TEST(Checkpoint, of_random_scenes_is_restored_to_the_bit) {
  RandomScene wanted;
  for (wanted.seed = 1; wanted.seed <= 20; ++wanted.seed) {
    SCOPED_TRACE(testing::Message() << "seed " << wanted.seed);
    wanted.precision = wanted.seed % 2 == 0 ? Precision::float32 : Precision::float64;
    wanted.dispersive = wanted.seed % 4 < 2;
    expect_checkpoint_restores(random_scene(wanted));
  }
}

TEST(Checkpoint, within_a_sources_fade_is_restored_to_the_bit) {
  Scene s = grid(64, 57, cpml);
  s.sources = {point(20, 30, Cw{frequency_of(s, 20), 3, 20})};
  Solver solver = run(s, 120, 2);
  s.sources[0].geometry = PointSource{{40, 21}};
  solver.apply(s);
  go_on(solver, 5);
  solver.take_probes();
  const Checkpoint then = solver.checkpoint();
  go_on(solver, 500);
  const Moment once = look(solver);
  solver.restore(then);
  go_on(solver, 500);
  expect_equal(look(solver), once);
}

TEST(Checkpoint, restores_the_ledger) {
  RandomScene wanted;
  wanted.precision = Precision::float64;
  Solver solver = solver_for(random_scene(wanted), 2);
  solver.set_ledger(true);
  go_on(solver, 150);
  const EnergyLedger before = solver.ledger();
  const Checkpoint then = solver.checkpoint();
  go_on(solver, 300);
  solver.restore(then);
  const EnergyLedger back = solver.ledger();
  EXPECT_NEAR(back.source, before.source, 1e-14 * before.turnover);
  EXPECT_NEAR(back.stored, before.stored, 1e-14 * before.turnover);
  EXPECT_EQ(back.out, before.out);
  go_on(solver, 300);
  EXPECT_LE(std::abs(solver.ledger().unexplained()), 1e-12 * solver.ledger().turnover);
}

// Media and waveforms are edited in between. The checkpoint still fits, and the run stays finite.
TEST(Checkpoint, survives_edits_of_media_and_sources) {
  Scene s = grid(64, 64, cpml);
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.sources = {point(20, 30, Cw{frequency_of(s, 12), 3, 0})};
  Solver solver = solver_for(s);
  solver.set_ledger(true);
  go_on(solver, 100);
  const Checkpoint then = solver.checkpoint();
  const Field ez = solver.field(Quantity::ez);
  go_on(solver, 100);
  s.shapes = {{Circle{{40, 40}, 9}, "glass"}};
  s.sources[0].amplitude = 3;
  s.sources.push_back(point(50, 50, Cw{frequency_of(s, 12), 3, 0}));
  solver.apply(s);
  solver.restore(then);
  EXPECT_TRUE(solver.field(Quantity::ez) == ez);
  go_on(solver, 200);
  EXPECT_TRUE(solver.health().finite);
  EXPECT_LE(std::abs(solver.ledger().unexplained()), 1e-12 * solver.ledger().turnover);
}

// A shape of a dispersive medium is added after the checkpoint. The states of the other shapes are still restored.
TEST(Checkpoint, survives_edits_of_dispersive_media) {
  Scene s = grid(64, 64, pec);
  s.materials = {{"metal", 1, 1, 0, 0, {}}};
  s.materials[0].poles = {{Drude{12e9, 1e9}}};
  s.shapes = {{Circle{{20, 40}, 9}, "metal"}, {Rect{{40, 0}, {41, 63}}, "pec"}};
  s.sources = {point(20, 20, Cw{frequency_of(s, 12), 3, 0})};
  Solver solver = solver_for(s);
  go_on(solver, 100);
  const Checkpoint then = solver.checkpoint();
  go_on(solver, 200);
  const Field ez = solver.field(Quantity::ez);
  s.shapes.push_back({Circle{{52, 40}, 5}, "metal"});
  solver.apply(s);
  solver.restore(then);
  go_on(solver, 200);
  EXPECT_TRUE(solver.field(Quantity::ez) == ez);
}

TEST(Checkpoint, reuses_the_memory_of_the_previous_one) {
  Scene s = grid(64, 64, cpml);
  Solver solver = solver_for(s);
  Checkpoint kept = solver.checkpoint();
  const EngineState* memory = kept.engine.get();
  const double bytes = kept.engine->bytes();
  go_on(solver, 5);
  kept = solver.checkpoint(std::move(kept));
  EXPECT_EQ(kept.engine.get(), memory);
  EXPECT_EQ(kept.engine->bytes(), bytes);
  EXPECT_EQ(kept.step, 5u);
}

TEST(Checkpoint, of_another_grid_is_refused) {
  Solver small = solver_for(grid(32, 32, cpml)), large = solver_for(grid(64, 32, cpml));
  const Checkpoint of_small = small.checkpoint();
  EXPECT_THROW(large.restore(of_small), EngineError);
  Solver other = solver_for(grid(32, 32, cpml, Precision::float32));
  EXPECT_THROW(other.restore(of_small), EngineError);
}

// Samples taken after the checkpoint are dropped, and the series continues from the checkpoint.
TEST(Checkpoint, cuts_the_series_of_probes_back) {
  Scene s = grid(40, 40, pec);
  s.sources = {point(20, 20, Cw{frequency_of(s, 12), 3, 0})};
  s.probes = {{"a", {25, 20}}};
  Solver solver = solver_for(s);
  go_on(solver, 10);
  const Checkpoint then = solver.checkpoint();
  go_on(solver, 10);
  EXPECT_EQ(solver.take_probes()[0].values.size(), 20u);
  solver.restore(then);
  go_on(solver, 3);
  const ProbeSamples again = solver.take_probes()[0];
  EXPECT_FALSE(again.restarted);
  EXPECT_EQ(again.first_step, 11u);
  EXPECT_EQ(again.values.size(), 3u);
}

}  // namespace
}  // namespace ez::test
