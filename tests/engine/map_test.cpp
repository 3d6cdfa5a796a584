// Tests that a map is the Fourier sum of the main array after the step of each sample, for any batches and threads.
#include <gtest/gtest.h>

#include "cpu_scene.h"
#include "helpers.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

TEST(Map, sums_the_field_everywhere_at_its_samples) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Walls& walls : {Walls{cpml, cpml, cpml, cpml}, Walls{periodic, periodic, mur2, pmc}}) {
      const Scene scene = random_scene({57, 43, walls, true}, precision, 5);
      const MapPlan plan{{9e9, 23e9}, 3};
      Solver steps(with_seams(1), scene), batches(with_seams(2), scene);
      batches.set_gather({{}, 1, plan});
      std::vector<std::vector<Complex>> want(2, std::vector<Complex>(57 * 43));
      for (int n = 1; n <= 60; ++n) {
        test::go_on(steps, 1);
        if (n % 3 != 0) continue;
        const std::vector<double> ez = steps.field(Quantity::ez);
        for (std::size_t m = 0; m < 2; ++m)
          for (std::size_t k = 0; k < ez.size(); ++k)
            want[m][k] += ez[k] * std::polar(3 * steps.dt(), 2 * pi * plan.frequencies[m] * steps.time());
      }
      for (const int n : {1, 5, 2, 13, 39}) batches.advance(n);
      for (int m = 0; m < 2; ++m) {
        const std::vector<Complex> got = batches.map(m);
        double most = 0, worst = 0;
        for (std::size_t k = 0; k < got.size(); ++k) {
          most = std::max(most, std::abs(got[k]));
          worst = std::max(worst, std::abs(got[k] - want[static_cast<std::size_t>(m)][k]));
        }
        EXPECT_GT(most, 0);
        EXPECT_LE(worst / most, precision == Precision::float32 ? 3e-6 : 1e-13);
        const Node n{20, 31};
        const Complex here = got[test::at(scene, n.i, n.j)];
        EXPECT_NEAR(batches.value_at(Quantity::map_abs, n, m), std::abs(here), 1e-6 * most);
        EXPECT_NEAR(batches.value_at(Quantity::map_re, n, m), here.real(), 1e-6 * most);
        EXPECT_NEAR(batches.value_at(Quantity::map_phase, n, m), std::arg(here) * 180 / pi, 0.1);
      }
      EXPECT_EQ(batches.value_at(Quantity::map_abs, {20, 31}, 2), 0) << "there is no third map";
    }
}

// Weights are exact if an averaging interval ends between two samples. The mean of a constant is that constant.
TEST(Map, the_mean_covers_the_last_complete_interval) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const Scene scene = random_scene({57, 43, {cpml, cpml, cpml, cpml}, true}, precision, 5);
    Solver steps(with_seams(1), scene), batches(with_seams(2), scene);
    const double dt = steps.dt(), stretch = 10.4 * dt;
    batches.set_gather({{}, 1, {.frequencies = {9e9}, .every = 2, .mean = stretch}});
    EXPECT_EQ(batches.value_at(Quantity::intensity, {20, 31}), 0) << "no interval has ended";
    // A sample counts for the two steps before it. The interval lasts from 3·10.4 = 31.2 to 41.6 steps. In it the
    // sample after step 32 counts 0.8, those after 34 … 40 count 2, and the one after 42 counts 1.6.
    std::vector<double> want(57 * 43);
    for (int n = 1; n <= 42; ++n) {
      test::go_on(steps, 1);
      if (n < 32 || n % 2) continue;
      const double weight = (n == 32 ? 0.8 : n == 42 ? 1.6 : 2) / 10.4;
      const std::vector<double> ez = steps.field(Quantity::ez);
      for (std::size_t k = 0; k < ez.size(); ++k) want[k] += weight * ez[k] * ez[k];
    }
    for (const int n : {1, 5, 2, 13, 21}) batches.advance(n);
    const std::vector<double> got = batches.field(Quantity::intensity);
    const std::vector<Complex> map = batches.map(0);
    double most = 0, worst = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
      most = std::max(most, want[k]);
      worst = std::max(worst, std::abs(got[k] - want[k]));
    }
    EXPECT_GT(most, 0);
    EXPECT_LE(worst / most, precision == Precision::float32 ? 3e-6 : 1e-12);
    EXPECT_NEAR(batches.value_at(Quantity::intensity, {20, 31}), got[test::at(scene, 20, 31)], 1e-6 * most);
    Gather without = batches.gather();
    without.maps.mean = 0;
    batches.set_gather(without);
    EXPECT_TRUE(batches.map(0) == map) << "the maps of frequencies continue";
    EXPECT_EQ(batches.value_at(Quantity::intensity, {20, 31}), 0);
  }
}

TEST(Map, restarts_with_the_field_and_returns_with_a_checkpoint) {
  const Scene scene = random_scene({40, 30, {cpml, cpml, cpml, cpml}, false}, Precision::float32, 7);
  Solver solver(with_seams(1), scene);
  solver.set_gather({{}, 1, {{15e9}, 2}});
  solver.advance(50);
  const Checkpoint then = solver.checkpoint();
  const std::vector<Complex> first = solver.map(0);
  solver.reset();
  EXPECT_EQ(solver.map(0)[620], Complex());
  solver.advance(50);
  EXPECT_TRUE(solver.map(0) == first);
  solver.restore(then);
  EXPECT_EQ(solver.map(0)[620], Complex());
  solver.advance(10);
  EXPECT_NE(solver.map(0)[620], Complex());
  solver.restart_maps();
  EXPECT_EQ(solver.map(0)[620], Complex());
}

}  // namespace
}  // namespace ez
