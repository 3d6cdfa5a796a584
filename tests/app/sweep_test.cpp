// Tests the measurement of kernels in slices. Every block shape is measured while the field continues unchanged, slices
// are short, and the scheme that ran before runs again.
#include "app/features/kernel_lab/sweep.h"

#include <gtest/gtest.h>

#include <cmath>

#include "block_engine.h"

namespace ez {
namespace {

struct Bench {
  BlockEngine* engine;
  Solver solver;
  explicit Bench(StepSeconds seconds = usual_step_seconds, std::string missing = "")
      : Bench(std::make_unique<BlockEngine>(std::move(seconds), std::move(missing))) {}
  explicit Bench(std::unique_ptr<BlockEngine> e) : engine(e.get()), solver(std::move(e), small_cavity(48, 40)) {}

  // Runs the sweep to its end, or at most so many slices. Returns the steps it made.
  int run(Sweep& sweep, int most = 100000) {
    int steps = 0;
    for (int k = 0; k < most; ++k) {
      const int n = sweep.begin_slice(solver);
      if (n == 0) break;
      solver.take_speed();
      solver.advance(n);
      solver.wait();
      sweep.end_slice(n, solver.take_speed().seconds);
      steps += n;
    }
    return steps;
  }
};

std::vector<Candidate> every_shape(const SchemeChoice& scheme = {"two-kernel", 0}) {
  std::vector<Candidate> out;
  for (int y = 1; y <= 1024; y *= 2)
    for (int x = 1; x <= 1024; x *= 2) out.push_back({scheme, {x, y}});
  return out;
}

TEST(Sweep, finds_the_best_shape_and_restores_the_previous_one) {
  Bench b;
  b.engine->set_block({32, 8});
  Sweep sweep(Sweep::Kind::blocks, every_shape(), b.solver);
  b.run(sweep);
  ASSERT_EQ(sweep.results().size(), 121u);
  EXPECT_EQ(b.engine->block(), (BlockShape{32, 8}));
  EXPECT_EQ(sweep.fraction(), 1);
  const Measured* best = nullptr;
  for (const Measured& m : sweep.results()) {
    const bool legal = m.candidate.block.x * m.candidate.block.y <= 512;
    EXPECT_EQ(m.why.empty(), legal);
    ASSERT_EQ(m.step_seconds.size(), legal ? static_cast<std::size_t>(Sweep::slices) : 0u);
    if (!legal) continue;
    EXPECT_NEAR(m.median(), usual_step_seconds({"two-kernel", 0}, m.candidate.block), 1e-9);
    if (!best || m.median() < best->median()) best = &m;
  }
  EXPECT_EQ(best->candidate.block, (BlockShape{64, 4}));
  EXPECT_EQ(best->limits.registers, 40);
}

TEST(Sweep, leaves_the_field_unchanged) {
  Bench swept, plain;
  Sweep sweep(Sweep::Kind::blocks, every_shape(), swept.solver);
  const int steps = swept.run(sweep, 60);
  plain.solver.advance(steps);
  EXPECT_EQ(swept.solver.step(), plain.solver.step());
  EXPECT_EQ(swept.solver.field(Quantity::ez), plain.solver.field(Quantity::ez));
}

// A single step does not show how long the host takes to launch the kernels of many.
TEST(Sweep, a_slice_grows_in_steps_and_counts_at_its_full_length) {
  Bench b([](const SchemeChoice&, BlockShape) { return 1e-6; });
  Sweep sweep(Sweep::Kind::blocks, {{{}, {32, 8}}}, b.solver);
  EXPECT_EQ(sweep.begin_slice(b.solver), 1);
  sweep.end_slice(1, 1e-6);
  EXPECT_EQ(sweep.begin_slice(b.solver), Sweep::growth);
  sweep.end_slice(Sweep::growth, Sweep::growth * 1e-5);
  EXPECT_TRUE(sweep.results().back().step_seconds.empty());
  EXPECT_EQ(sweep.begin_slice(b.solver), 400);  // 4 ms
  sweep.end_slice(400, 4e-3);
  ASSERT_EQ(sweep.results().back().step_seconds.size(), 1u);
  EXPECT_DOUBLE_EQ(sweep.results().back().step_seconds.back(), 1e-5);
}

TEST(Sweep, slices_are_short_and_slow_kernels_make_single_steps) {
  Bench fast([](const SchemeChoice&, BlockShape) { return 1e-4; });
  Sweep quick(Sweep::Kind::blocks, {{{}, {32, 8}}}, fast.solver);
  EXPECT_EQ(quick.begin_slice(fast.solver), 1) << "the first slice measures how long a step takes";
  quick.end_slice(1, 1e-4);
  EXPECT_EQ(quick.begin_slice(fast.solver), 40);  // 4 ms
  quick.end_slice(40, 4e-3);
  fast.run(quick);
  EXPECT_LE(fast.engine->longest * 1e-4, 8e-3);

  Bench slow([](const SchemeChoice&, BlockShape) { return 0.05; });
  Sweep hard(Sweep::Kind::blocks, {{{}, {1, 1}}, {{}, {2, 1}}}, slow.solver);
  slow.run(hard);
  EXPECT_EQ(slow.engine->longest, 1);
  EXPECT_EQ(slow.engine->slices, 2 * (1 + Sweep::slices_of_slow));
}

TEST(Sweep, the_median_ignores_a_disturbed_slice) {
  Bench b;
  Sweep sweep(Sweep::Kind::blocks, {{{}, {32, 8}}}, b.solver);
  const double seconds[] = {9, 1e-3, 1.1e-3, 7e-3, 0.9e-3, 1e-3};  // seconds per step; the first slice is not counted
  for (const double s : seconds) {
    const int n = sweep.begin_slice(b.solver);
    ASSERT_GT(n, 0);
    sweep.end_slice(n, n * s);
  }
  EXPECT_EQ(sweep.begin_slice(b.solver), 0);
  EXPECT_NEAR(sweep.results()[0].median(), 1e-3, 1e-9);
}

TEST(Sweep, restores_scheme_and_block_when_cancelled) {
  Bench b;
  ASSERT_EQ(b.solver.set_scheme({"runtime", 0}), "");
  b.engine->set_block({100, 5});
  Sweep sweep(Sweep::Kind::schemes, {{{"two-kernel", 0}, {128, 2}}, {{"takada", 0}, {32, 4}}}, b.solver);
  b.run(sweep, Sweep::slices + 3);
  EXPECT_EQ(b.engine->scheme().name, "takada");
  EXPECT_EQ(b.engine->block(), (BlockShape{32, 4}));
  sweep.restore(b.solver);
  EXPECT_EQ(b.engine->scheme().name, "runtime");
  EXPECT_EQ(b.engine->block(), (BlockShape{100, 5}));
}

TEST(Sweep, a_scheme_that_cannot_run_gives_its_reason_and_others_continue) {
  Bench b(usual_step_seconds, "cublas-vector");
  const std::vector<Candidate> schemes = {
      {{"cublas-vector", 0}, {1, 1}}, {{"split", 0}, {16, 16}}, {{"takada", 0}, {32, 4}}};
  Sweep sweep(Sweep::Kind::schemes, schemes, b.solver);
  b.run(sweep);
  ASSERT_EQ(sweep.results().size(), 3u);
  EXPECT_EQ(sweep.results()[0].why, "its library is not on this machine");
  EXPECT_EQ(sweep.results()[1].why, "boundary.left: split does not support pec");
  EXPECT_EQ(sweep.results()[2].why, "");
  EXPECT_NEAR(sweep.results()[2].median(), usual_step_seconds({"takada", 0}, {32, 4}), 1e-9);
  EXPECT_EQ(b.engine->scheme().name, "auto");
}

TEST(Sweep, measures_the_cpu_engine_although_it_has_no_blocks) {
  Solver solver(make_cpu_engine(1), small_cavity(48, 40));
  Sweep sweep(Sweep::Kind::schemes, {{{"wavefront", 0}, {128, 2}}}, solver);
  for (int n; (n = sweep.begin_slice(solver)) > 0;) {
    solver.advance(n);
    solver.wait();
    sweep.end_slice(n, solver.take_speed().seconds);
  }
  EXPECT_GT(sweep.results()[0].median(), 0);
  EXPECT_EQ(sweep.results()[0].limits, BlockLimits{});
}

}  // namespace
}  // namespace ez
