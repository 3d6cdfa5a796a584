// Tests the GPU parts of the papers' studies against the CPU: a source timed by a thread, one dimension in subdomains,
// and Roe's scheme in three dimensions.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "box.h"
#include "cuda_fixture.h"
#include "papers/decomposition.h"
#include "papers/timekeeping.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/physics/yee.h"

namespace ez::test {
namespace {

using CudaPapers = CudaTest;

TEST_F(CudaPapers, a_few_steps_of_the_decomposition) {
  const DecompositionProblem problem{1, 1};
  const DecompositionRun undivided = decomposition_in_shared_memory(problem, 1, 20, 0);
  const DecompositionRun divided = decomposition_in_shared_memory(problem, 3, 20, 0);
  ASSERT_EQ(undivided.failed, "");
  ASSERT_EQ(divided.failed, "");
  EXPECT_EQ(undivided.ez, divided.ez);
}

// Computes the paper's box with plain loops and the signals of the table.
std::vector<float> plain_box(const TimekeepingProblem& p) {
  const auto n = static_cast<std::size_t>(p.n), at = static_cast<std::size_t>(p.source());
  std::vector<float> ez = timekeeping_start(p.n), hx(ez.size()), hy(ez.size());
  for (const double signal : timekeeping_signal(p.steps)) {
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = j * n + i;
        if (j + 1 < n) hx[k] = update_hx_vacuum(hx[k], ez[k], ez[k + n]);
        if (i + 1 < n) hy[k] = update_hy_vacuum(hy[k], ez[k], ez[k + 1]);
      }
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = j * n + i;
        const bool wall = i == 0 || j == 0 || i + 1 == n || j + 1 == n;
        ez[k] = wall ? 0 : update_ez_lossless(ez[k], 0.25f, hy[k], hy[k - 1], hx[k], hx[k - n]);
      }
    ez[at * n + at] = static_cast<float>(signal);
  }
  return ez;
}

TEST_F(CudaPapers, a_thread_that_counts_steps_gives_the_field_of_the_table) {
  for (const BlockShape block : {BlockShape{32, 4}, BlockShape{7, 13}}) {
    const TimekeepingProblem problem{150, 300, block};
    const std::vector<float> plain = plain_box(problem);
    const TimekeepingRun table = takada_by_clock(problem, Timekeeper::table, 0);
    ASSERT_EQ(table.failed, "");
    EXPECT_EQ(table.ez, plain);
    EXPECT_EQ(takada_by_clock(problem, Timekeeper::steps, 0).ez, plain);
    // The time is summed in float. The same sum on a CPU differs by 9.4e-6.
    const TimekeepingRun printed = takada_by_clock(problem, Timekeeper::seconds, 0);
    double apart = 0, all = 0;
    for (std::size_t k = 0; k < plain.size(); ++k) {
      const double d = static_cast<double>(printed.ez[k]) - static_cast<double>(plain[k]);
      apart += d * d;
      all += static_cast<double>(plain[k]) * static_cast<double>(plain[k]);
    }
    EXPECT_GT(apart, 0);
    EXPECT_LT(std::sqrt(apart / all), 2e-5);
  }
}

TEST_F(CudaPapers, decomposition_runs_on_the_selected_device) {
  const DecompositionProblem problem{1, 1};
  for (int device = static_cast<int>(cuda_status().devices.size()); device-- > 0;) {
    int current = -1;
    const DecompositionRun global = decomposition_in_global_memory(problem, device);
    ASSERT_EQ(cudaGetDevice(&current), cudaSuccess);
    EXPECT_EQ(current, device);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    const DecompositionRun shared = decomposition_in_shared_memory(problem, 2, 20, device);
    ASSERT_EQ(cudaGetDevice(&current), cudaSuccess);
    EXPECT_EQ(current, device);
    EXPECT_EQ(shared.ez, global.ez) << device;
  }
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

TEST_F(CudaPapers, decomposition_equals_the_undivided_line) {
  const DecompositionProblem problem{10, 50};
  const DecompositionRun cpu = decomposition_on_cpu(problem), global = decomposition_in_global_memory(problem, 0);
  ASSERT_EQ(global.failed, "");
  const auto difference = [](const std::vector<float>& a, const std::vector<float>& b) {
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(static_cast<double>(a[k]) - b[k]));
    return most;
  };
  EXPECT_LE(difference(cpu.ez, global.ez), 1e-5);
  for (const int subdomains : {1, 2, 3, 5, 10, 33})
    for (const int exchange : {1, 10, 64}) {
      const DecompositionRun run = decomposition_in_shared_memory(problem, subdomains, exchange, 0);
      ASSERT_EQ(run.failed, "") << subdomains;
      EXPECT_EQ(difference(run.ez, global.ez), 0) << subdomains << " subdomains, " << exchange << " steps an exchange";
      EXPECT_EQ(run.exchanges, (problem.steps() + exchange - 1) / exchange);
    }
  EXPECT_NE(decomposition_in_shared_memory({300, 1}, 1, 10, 0).failed.find("shared memory"), std::string::npos);
}

}  // namespace
}  // namespace ez::test

namespace ez::gas::test {
namespace {

class CudaBox : public ez::test::CudaTest {
 protected:
  void SetUp() override {
    ez::test::CudaTest::SetUp();
    if (!IsSkipped() && !supported(Isa::avx2)) GTEST_SKIP() << "this CPU rounds twice where the card fuses";
  }
};

TEST_F(CudaBox, equals_the_cpu_to_the_bit) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Side side : {Side::wall, Side::periodic, Side::outflow})
      for (const auto& [nx, ny, nz] : {std::array{61, 30, 37}, std::array{45, 9, 1}, std::array{1, 70, 20}}) {
        BoxProblem b = stirred_box(nx, ny, nz);
        b.dx = b.dy = b.dz = 1;
        b.dt = 0.1;
        b.x = b.z = side;
        BoxChoice choice;
        choice.engine.precision = precision;
        const auto after = [&](const BoxChoice& c) {
          const auto box = make_box(b, c);
          box->advance(25);
          return box->state();
        };
        const Arrays cpu = after(choice);
        choice.engine.backend = "cuda";
        for (const Form form : {Form::plain, Form::marching, Form::marching_faces, Form::strips})
          for (const BoxBlock block : box_blocks) {
            if ((form == Form::plain || precision == Precision::float64) && block.x * 100 + block.y != 1604) continue;
            choice.engine.form = form;
            choice.threads_x = block.x, choice.threads_y = block.y;
            choice.march = block.x == 8 ? nz : 0;
            EXPECT_EQ(after(choice), cpu) << fmt::format("{} × {} × {}, form {}, {} × {} threads", nx, ny, nz,
                                                         static_cast<int>(form), block.x, block.y);
            if (form != Form::plain) {
              EXPECT_EQ(box_resources(choice).threads, block.x * block.y);
            }
          }
      }
}

}  // namespace
}  // namespace ez::gas::test
