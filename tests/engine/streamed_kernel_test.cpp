// Tests the streaming kernel against the scalar engine without a GPU: the CPU runs it thread by thread.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "helpers.h"
#include "on_cpu/streamed_on_cpu.h"
#include "plain_loop.h"
#include "random_problem.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez::cuda::streamed {
namespace {

class StreamedKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (!supported(Isa::avx2)) GTEST_SKIP() << "the processor has no fused multiply-add";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers do not know fibers";
#endif
  }
};

// Returns nodes where arrays or probes differ, as text, or an empty text.
template <class T>
std::string difference(const Problem& p, const Plan<T>& plan, int passes, std::mt19937& random) {
  Batch batch;
  batch.steps = passes * plan.shape().levels, batch.sources = 1;
  for (const Term& t : p.terms) batch.sources = std::max(batch.sources, t.signal + 1);
  batch.signals.resize(static_cast<std::size_t>(batch.steps) * static_cast<std::size_t>(batch.sources));
  std::uniform_real_distribution<double> value(-1, 1);
  for (double& v : batch.signals) v = value(random);
  Problem same = p;  // the scalar engine has the problem's precision
  same.precision = sizeof(T) == 4 ? Precision::float32 : Precision::float64;
  PlainLoop<T> plain(same);
  OnCpu<T> kernel(p, plan);
  std::string out;
  if (plain.run(batch) != kernel.run(batch)) out += "probes ";
  for (const FieldArray array : all_arrays) {
    const std::vector<T> a = plain.read(array), b = kernel.read(array);
    const int nx = p.nx - (array == FieldArray::hy ? 1 : 0), ny = p.ny - (array == FieldArray::hx ? 1 : 0);
    int differ = 0;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const auto k = static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
        if (a[k] == b[k]) continue;
        if (differ++ == 0)
          out += fmt::format("array {}: ({}, {}): {} and {}", static_cast<int>(array), i, j, a[k], b[k]);
      }
    if (differ > 0) out += fmt::format(", {} nodes ", differ);
  }
  return out;
}

template <class T>
std::string difference(const Scene& s, int levels, std::mt19937& random) {
  const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
  const Problem p = build_problem(s, rasterize(s));
  const Plan<T> plan(p, shape_for<T>(p, levels, whole(24, 120), most_warps, whole(1, 6)), DueRows(p));
  return plan.general().blocks.empty() ? difference(p, plan, 2, random) : "";
}

TEST_F(StreamedKernel, random_scenes_run_as_in_the_plain_loop) {
  const char* wanted_scenes = std::getenv("EZSCOPE_STREAMED_SCENES");
  const int scenes = wanted_scenes != nullptr ? std::atoi(wanted_scenes) : 24;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scenes); ++seed) {
    std::mt19937 random(seed);
    const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
    test::RandomScene wanted;
    wanted.nx = whole(16, 200), wanted.ny = whole(16, 200);
    wanted.magnetic = seed % 5 == 0;
    wanted.seed = seed;
    Scene s = test::random_scene(wanted);
    for (const Side side : all_sides) s.boundary[side] = whole(0, 3) == 0 ? BoundaryKind::pec : BoundaryKind::cpml;
    const std::string what = fmt::format("seed {}, {} x {}", seed, s.grid.nx, s.grid.ny);
    switch (seed % 4) {
      case 0:
        EXPECT_EQ(difference<float>(s, 4, random), "") << what;
        break;
      case 1:
        EXPECT_EQ(difference<float>(s, 8, random), "") << what;
        break;
      case 2:
        EXPECT_EQ(difference<float>(s, 12, random), "") << what;
        break;
      default:
        EXPECT_EQ(difference<double>(s, 8, random), "") << what;
    }
  }
}

// The edges of the box pass through tiles of every class that a plane wave can have, some of whose blocks are joined.
// The values of its many terms are computed ahead of the pass.
TEST_F(StreamedKernel, a_plane_waves_box_runs_as_in_the_plain_loop) {
  int joined = 0, sheets = 0, with_steps = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed);
    const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
    Scene s = test::grid(whole(280, 340), whole(340, 400), BoundaryKind::cpml);
    s.sources = {{"", PlaneSource{25.0 * seed, {}}, 1, false, true, test::pulse(test::frequency_of(s, 20), 1)}};
    if (seed % 2 == 0) s.probes = {{"p", from_nodes(s, {40, 40})}, {"q", from_nodes(s, {100, 17})}};
    const Problem p = build_problem(s, rasterize(s));
    // One multiprocessor less than there are blocks, so that short blocks are joined.
    PlanShape shape = shape_for<float>(p, 12, whole(300, 400), most_warps, 100);
    shape.at_once = Plan<float>(p, shape, DueRows(p)).blocks() - 1;
    const Plan<float> plan(p, shape, DueRows(p));
    EXPECT_TRUE(plan.made_ahead());
    for (const Tile<float>& t : plan.tiles()) {
      const bool sheet = t.sheet_low <= t.sheet_high;
      joined += t.then != 0, sheets += sheet && t.stepping == 0, with_steps += sheet && t.stepping > 0;
    }
    EXPECT_EQ(difference(p, plan, 2, random), "") << seed << ", " << p.nx << " x " << p.ny;
  }
  EXPECT_GT(joined, 0);
  EXPECT_GT(sheets, 20);
  EXPECT_GT(with_steps, 3);
}

}  // namespace
}  // namespace ez::cuda::streamed
