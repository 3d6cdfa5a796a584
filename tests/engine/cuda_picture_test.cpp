// Tests pictures drawn by the CUDA engine against the CPU engine's, bit for bit, also in device memory. Without a
// device every test is skipped with the reason.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "cuda_fixture.h"
#include "helpers.h"
#include "random_problem.h"
#include "solver/engine/device_view.h"

namespace ez::test {
namespace {

using Cuda = ExactCudaTest;

void expect_same_picture(Solver& cpu, Solver& cuda, const PictureWindow& w, bool exact) {
  const std::size_t count = static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height);
  std::vector<float> a(count, -1), b(count, -2);
  const PictureStats sa = cpu.draw(w, a.data()), sb = cuda.draw(w, b.data());
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const bool same = exact ? a[k] == b[k] : std::abs(a[k] - b[k]) <= 1e-6f * std::abs(a[k]);
    if (!same && !(std::isnan(a[k]) && std::isnan(b[k]))) ++wrong;
  }
  const std::string what = fmt::format("quantity {}, [{}, {}] x [{}, {}] on {} x {}", static_cast<int>(w.quantity),
                                       w.x0, w.x1, w.y0, w.y1, w.width, w.height);
  EXPECT_EQ(wrong, 0u) << what;
  EXPECT_EQ(sa.finite, sb.finite) << what;
  if (exact)
    EXPECT_EQ(sa.max_abs, sb.max_abs) << what;
  else
    EXPECT_NEAR(sa.max_abs, sb.max_abs, 1e-6f * sa.max_abs) << what;
}

std::vector<PictureWindow> windows(Quantity q) {
  return {{-0.5, -0.5, 92.5, 76.5, 93, 77, q},   {-0.5, -0.5, 92.5, 76.5, 31, 20, q},
          {-0.5, -0.5, 92.5, 76.5, 640, 480, q}, {-30, -20, 130, 110, 200, 150, q},
          {10.3, 12.7, 14.1, 15.2, 64, 48, q},   {-30, 40, 200, 41, 50, 70, q},
          {200, 200, 300, 300, 20, 20, q},       {40, 30, 41, 31, 1, 1, q},
          {-500, -500, 600, 600, 7, 5, q},       {-3, 4, 61, 70, 8, 9, q},
          {-0.5, -0.5, 92.5, 76.5, 9, 50, q},    {-0.5, -0.5, 92.5, 76.5, 5, 2, q}};
}

TEST_F(Cuda, draws_the_same_picture_as_the_cpu) {
  for (Precision precision : {Precision::float32, Precision::float64})
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Scene s = random_scene({93, 77, precision, true, 6, seed});
      if (seed == 4) s.boundary.side = {BoundaryKind::pmc, BoundaryKind::pmc, BoundaryKind::pmc, BoundaryKind::pmc};
      Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
      go_on(cpu, 50);
      go_on(cuda, 50);
      for (const QuantityFacts& q : quantities)
        for (const PictureWindow& w : windows(q.quantity)) expect_same_picture(cpu, cuda, w, true);
    }
}

// Each pixel covers many nodes, and a row several blocks. Neighbouring lanes read neighbouring columns.
TEST_F(Cuda, draws_wide_pixels_like_the_cpu) {
  for (Precision precision : {Precision::float32, Precision::float64}) {
    const Scene s = random_scene({2603, 70, precision, true, 6, 3});
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    go_on(cpu, 40);
    go_on(cuda, 40);
    for (const QuantityFacts& q : quantities)
      for (const PictureWindow& w : {PictureWindow{-0.5, -0.5, 2602.5, 69.5, 104, 9, q.quantity},
                                     {-0.5, -0.5, 2602.5, 69.5, 650, 70, q.quantity},
                                     {-400, -30, 3100, 90, 613, 31, q.quantity},
                                     {-0.5, -0.5, 2602.5, 69.5, 3, 1, q.quantity},
                                     {-0.5, -0.5, 2602.5, 69.5, 2, 400, q.quantity}})
        expect_same_picture(cpu, cuda, w, true);
  }
}

void expect_same_health(Solver& cpu, Solver& cuda) {
  const Health a = cpu.health(), b = cuda.health();
  EXPECT_EQ(a.finite, b.finite);
  EXPECT_EQ(a.max_abs, b.max_abs);
  EXPECT_EQ(a.largest, b.largest);
  EXPECT_EQ(a.first_bad, b.first_bad);
}

TEST_F(Cuda, its_health_equals_the_cpus) {
  for (Precision precision : {Precision::float32, Precision::float64}) {
    const Scene s = random_scene({301, 2203, precision, true, 6, 5});
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    expect_same_health(cpu, cuda);  // all zeros
    go_on(cpu, 40);
    go_on(cuda, 40);
    expect_same_health(cpu, cuda);
    Field e(std::size_t{301} * 2203, 0.25);
    e[4000] = e[3999] = e[500000] = -3;  // the first of equal values
    for (Solver* solver : {&cpu, &cuda}) write(*solver, FieldArray::ez, e);
    expect_same_health(cpu, cuda);
    e[600000] = e[2000] = std::numeric_limits<double>::quiet_NaN();
    e[1500] = -std::numeric_limits<double>::infinity();
    for (Solver* solver : {&cpu, &cuda}) write(*solver, FieldArray::ez, e);
    expect_same_health(cpu, cuda);
  }
}

TEST_F(Cuda, a_picture_shows_nan_and_reports_it) {
  const Scene s = random_scene({93, 77, Precision::float32, true, 6, 1});
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  Field e(std::size_t{93} * 77, 0.25);
  e[1000] = std::numeric_limits<double>::quiet_NaN();
  e[2000] = -std::numeric_limits<double>::infinity();
  write(cpu, FieldArray::ez, e);
  write(cuda, FieldArray::ez, e);
  for (const PictureWindow& w : windows(Quantity::ez)) expect_same_picture(cpu, cuda, w, true);
  float one = 0;
  EXPECT_FALSE(cuda.draw({-0.5, -0.5, 92.5, 76.5, 1, 1, Quantity::ez}, &one).finite);
}

TEST_F(Cuda, draws_into_device_memory_with_an_earlier_pictures_statistics) {
  const Scene s = random_scene({93, 77, Precision::float32, true, 6, 2});
  Solver cuda = on_cuda(s);
  go_on(cuda, 50);
  const PictureWindow w{-0.5, -0.5, 92.5, 76.5, 320, 240, Quantity::ez};
  std::vector<float> expected(std::size_t{320} * 240), got(expected.size());
  DeviceView* view = cuda.engine().device_view();
  ASSERT_TRUE(view);
  EXPECT_EQ(view->device(), 0);
  void* pixels = nullptr;
  ASSERT_EQ(cudaMalloc(&pixels, got.size() * sizeof(float)), cudaSuccess);
  for (int k = 0; k < 6; ++k) view->draw(w, static_cast<float*>(pixels));
  ASSERT_EQ(cudaStreamSynchronize(static_cast<cudaStream_t>(view->stream())), cudaSuccess);
  const PictureStats late = view->draw(w, static_cast<float*>(pixels));
  ASSERT_EQ(cudaStreamSynchronize(static_cast<cudaStream_t>(view->stream())), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(got.data(), pixels, got.size() * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaFree(pixels), cudaSuccess);
  const PictureStats now = cuda.draw(w, expected.data());
  EXPECT_EQ(got, expected);
  EXPECT_EQ(late.max_abs, now.max_abs);
  EXPECT_TRUE(late.finite);
}

}  // namespace
}  // namespace ez::test
