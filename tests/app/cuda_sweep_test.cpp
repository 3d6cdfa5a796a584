// Tests the measurement of kernels in slices on a GPU. The field continues to the bit, the scheme that ran before runs
// again, and the whole map of a large grid is measured in time.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "app/features/kernel_lab/sweep.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"
#include "solver/scene/scheme.h"

namespace ez {
namespace {

Scene cavity(int n) {
  Scene scene;
  scene.unit = Unit::cell;
  scene.grid.nx = scene.grid.ny = n;
  scene.grid.dx = scene.grid.dy = 1e-3;
  scene.boundary.side.fill(BoundaryKind::pec);
  Source source;
  source.geometry = PointSource{{n / 2.0, n / 2.0}};
  source.waveform = Ricker{15e9, {}};
  scene.sources.push_back(source);
  return scene;
}

std::vector<Candidate> every_shape(const Engine& engine) {
  std::vector<Candidate> out;
  for (int y = 1; y <= 1024; y *= 2)
    for (int x = 1; x <= 1024; x *= 2)
      if (engine.why_illegal({x, y}).empty()) out.push_back({engine.scheme(), {x, y}});
  return out;
}

// Returns the seconds that a window at sixty frames a second would take. Each slice takes at least one frame.
double run(Sweep& sweep, Solver& solver, int& steps) {
  constexpr double frame = 1.0 / 60;
  double seconds = 0;
  for (int n; (n = sweep.begin_slice(solver)) > 0; steps += n) {
    const auto begin = std::chrono::steady_clock::now();
    solver.take_speed();
    solver.advance(n);
    solver.wait();
    sweep.end_slice(n, solver.take_speed().seconds);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_TRUE(n == 1 || wall < 3 * Sweep::slice_seconds) << n << " steps in " << wall << " s";
    seconds += frame * std::ceil(wall / frame);
  }
  return seconds;
}

struct CudaSweep : testing::Test {
  void SetUp() override {
    std::string why;
    if (!make_cuda_engine(0, why)) GTEST_SKIP() << why;
  }
  static std::unique_ptr<Engine> engine() {
    std::string why;
    return make_cuda_engine(0, why);
  }
};

TEST_F(CudaSweep, leaves_the_field_unchanged) {
  for (const char* scheme : {"two-kernel", "takada", "runtime", "marching-register"}) {
    Solver swept(engine(), cavity(519)), plain(engine(), cavity(519));
    ASSERT_EQ(swept.set_scheme({scheme, 0}), "");
    ASSERT_EQ(plain.set_scheme({scheme, 0}), "");
    swept.advance(50);
    plain.advance(50);
    const BlockShape before = swept.engine().block();
    Sweep sweep(Sweep::Kind::blocks, every_shape(swept.engine()), swept);
    int steps = 0;
    run(sweep, swept, steps);
    plain.advance(steps);
    EXPECT_EQ(swept.field(Quantity::ez), plain.field(Quantity::ez)) << scheme;
    EXPECT_EQ(swept.engine().block(), before) << scheme;
    EXPECT_GT(swept.engine().block_limits().registers, 0) << scheme;
    for (const Measured& m : sweep.results()) EXPECT_GT(m.median(), 0) << scheme;
  }
}

TEST_F(CudaSweep, the_whole_map_of_8192_takes_at_most_20_seconds) {
  Solver solver(engine(), cavity(8192));
  Sweep sweep(Sweep::Kind::blocks, every_shape(solver.engine()), solver);
  int steps = 0;
  const double seconds = run(sweep, solver, steps);
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LE(seconds, 20);
}

TEST_F(CudaSweep, every_scheme_is_measured_and_the_previous_one_restored) {
  Solver solver(engine(), cavity(1024));
  std::vector<Candidate> candidates;
  for (const SchemeFacts& s : all_schemes())
    if (s.on != SchemeFacts::On::host && why_not(s, solver.scene()).empty())
      candidates.push_back({{std::string(s.name), 0}, s.block});
  Sweep sweep(Sweep::Kind::schemes, candidates, solver);
  int steps = 0;
  run(sweep, solver, steps);
  for (const Measured& m : sweep.results()) EXPECT_NE(m.why.empty(), m.median() == 0) << m.candidate.scheme.name;
  EXPECT_EQ(solver.engine().scheme(), SchemeChoice{});
}

TEST_F(CudaSweep, roofline_limits_are_measured_within_a_second) {
  const auto begin = std::chrono::steady_clock::now();
  const double copy = measure_copy_bandwidth(0), l2 = measure_l2_bandwidth(0), issue = measure_issue_rate(0);
  EXPECT_LE(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 1);
  EXPECT_GT(l2, copy);
  EXPECT_GT(issue, copy / 4) << "operations per second against words per second";
  EXPECT_GT(l2_cache_bytes(0), 256e3);
}

}  // namespace
}  // namespace ez
