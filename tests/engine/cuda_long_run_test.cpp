// Measures the deviation of the CUDA engine from the CPU engine, and of float from double, after ten thousand steps.
// Without a device every test is skipped with the reason.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "cuda_fixture.h"
#include "helpers.h"

namespace ez::test {
namespace {

using Cuda = ExactCudaTest;

double run_difference(const Scene& a, const Scene& b, std::unique_ptr<Engine> engine_a,
                      std::unique_ptr<Engine> engine_b) {
  Solver first(std::move(engine_a), a), second(std::move(engine_b), b);
  for (int part = 0; part < 10; ++part) {
    go_on(first, 1000);
    go_on(second, 1000);
  }
  return l2_difference(first.field(Quantity::ez), second.field(Quantity::ez));
}

TEST_F(Cuda, ten_thousand_steps_agree_with_the_cpu_and_with_double) {
  Scene s = grid(160, 120, BoundaryKind::cpml, Precision::float32), fine = s;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Circle{{100, 60}, 20}, "glass"}};
  s.sources = {point(50, 60, Cw{frequency_of(s, 20)})};
  fine = s;
  fine.grid.precision = Precision::float64;
  EXPECT_LE(measured("CUDA against CPU, 10,000 steps", run_difference(s, s, cuda_engine(), make_cpu_engine(2))), 1e-5);
  EXPECT_LE(measured("CUDA float against CUDA double", run_difference(s, fine, cuda_engine(), cuda_engine())), 1e-5);
  EXPECT_LE(measured("CUDA double against CPU double", run_difference(fine, fine, cuda_engine(), make_cpu_engine(2))),
            1e-13);
}

TEST_F(Cuda, ten_thousand_steps_of_a_closed_box_agree_with_the_cpu) {
  Scene s = grid(128, 128, BoundaryKind::pec, Precision::float32);
  s.sources = {point(40, 50, pulse(frequency_of(s, 25)))};
  EXPECT_LE(measured("CUDA against CPU, 10,000 steps", run_difference(s, s, cuda_engine(), make_cpu_engine(2))), 2e-5);
}

}  // namespace
}  // namespace ez::test
