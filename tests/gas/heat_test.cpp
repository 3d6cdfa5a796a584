// Tests heat against closed forms: the factor by which the grid damps a mode, a Gaussian, and slabs. Also tests
// conservation.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "solver/base/constants.h"
#include "solver/theory/heat.h"
#include "tube.h"

namespace ez::gas::test {
namespace {

TEST(Heat, a_mode_decays_by_its_factor_in_each_step) {
  const int nx = 48, ny = 30;
  GasProblem g = no_heat(nx, ny, 0.02, 0.03, 0.1);
  g.sides = {Side::periodic, Side::periodic, Side::periodic, Side::periodic};
  const double kx = 2 * pi * 3 / nx, ky = 2 * pi * 2 / ny;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) g.value[g.at(i, j)] = std::cos(kx * i) * std::sin(ky * j + 0.3);
  GasRun run(g, in_double());
  const int steps = 200;
  run.advance(steps);
  const double dt = run.progress().dt, rx = 0.1 * dt / (0.02 * 0.02), ry = 0.1 * dt / (0.03 * 0.03);
  EXPECT_NEAR(rx + ry, 0.45, 1e-12);  // nine tenths of the limit
  const double factor = 1 - 4 * rx * std::pow(std::sin(kx / 2), 2) - 4 * ry * std::pow(std::sin(ky / 2), 2);
  const Arrays s = run.state();
  for (std::size_t k = 0; k < g.cells(); ++k) EXPECT_NEAR(s[0][k], g.value[k] * std::pow(factor, steps), 1e-14);
}

// The sides are held at 0, half a cell beyond the last centre. These modes decay by the same factor.
TEST(Heat, sides_at_fixed_values_keep_the_modes_of_a_slab) {
  const int n = 40;
  GasProblem g = no_heat(n, 3, 0.02, 0.02, 0.1);
  g.sides = {Side::fixed, Side::fixed, Side::wall, Side::outflow};
  GasRun run(g, in_double());  // holds the sides at 0
  Arrays s{std::vector<double>(g.cells())};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < n; ++i) s[0][g.at(i, j)] = std::sin(pi * 2 * (i + 0.5) / n);
  run.restore({g, s, 0, 0});
  run.advance(100);
  const double r = 0.1 * run.progress().dt / (0.02 * 0.02);
  const double factor = std::pow(1 - 4 * r * std::pow(std::sin(pi / n), 2), 100);
  const Arrays after = run.state();
  for (std::size_t k = 0; k < g.cells(); ++k) EXPECT_NEAR(after[0][k], s[0][k] * factor, 1e-13);
}

TEST(Heat, a_gaussian_spreads_as_theory_predicts) {
  const int n = 200;
  const double dx = 0.01, kappa = 0.02, start = 0.05, time = 0.3;
  GasProblem g = no_heat(n, n, dx, dx, kappa);
  const auto bell = [&](int i, int j, double t) {
    return heat_of_point(kappa, (i + 0.5 - 0.5 * n) * dx, t) * heat_of_point(kappa, (j + 0.5 - 0.5 * n) * dx, t);
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) g.value[g.at(i, j)] = bell(i, j, start);
  GasRun run(g, in_double());
  run.advance_until(time - start);
  const Arrays s = run.state();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) EXPECT_NEAR(s[0][g.at(i, j)], bell(i, j, time), 2e-3 * bell(n / 2, n / 2, time));
}

TEST(Heat, a_slab_between_fixed_sides_matches_theory) {
  const int n = 100;
  GasProblem g = no_heat(n, 1, 0.01, 1e6, 1);
  g.sides = {Side::fixed, Side::fixed, Side::wall, Side::wall};
  g.value.front() = 1;  // the sides are held at their initial values
  g.value.back() = -0.5;
  GasRun run(g, in_double());
  run.restore({g, {std::vector<double>(g.cells(), 0.0)}, 0, 0});
  for (const double t : {0.01, 0.05, 2.0}) {
    run.advance_until(t);
    const Arrays s = run.state();
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(s[0][static_cast<std::size_t>(i)], heat_of_slab(1, 1, 1, -0.5, (i + 0.5) / n, t), 1e-3) << t;
  }
  EXPECT_NEAR(run.read(Quantity::flux)[50], 1.5, 1e-4);
}

TEST(Heat, an_insulated_slab_becomes_uniform) {
  const int n = 200;
  GasProblem g = no_heat(n, 1, 1.0 / n, 1e6, 1);
  for (int i = 0; i < n / 4; ++i) g.value[static_cast<std::size_t>(i)] = 1;
  GasRun run(g, in_double());
  for (const double t : {0.01, 0.1, 1.0}) {
    run.advance_until(t);
    const Arrays s = run.state();
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(s[0][static_cast<std::size_t>(i)], heat_of_filled_slab(1, 1, 0.25, (i + 0.5) / n, t), 1e-4) << t;
  }
}

TEST(Heat, walls_keep_the_heat_inside) {
  GasProblem g = no_heat(60, 50, 0.01, 0.01, 1);
  g.solid.assign(g.cells(), 0);
  for (int j = 0; j < 50; ++j)
    for (int i = 0; i < 60; ++i) {
      const double r = std::hypot(i - 30.0, j - 25.0);
      g.solid[g.at(i, j)] = r > 10 && r < 12;
      g.value[g.at(i, j)] = r < 5;
    }
  GasRun run(g, in_double());
  const double before = std::accumulate(g.value.begin(), g.value.end(), 0.0);
  run.advance(5000);
  const Arrays s = run.state();
  EXPECT_NEAR(std::accumulate(s[0].begin(), s[0].end(), 0.0), before, 1e-9);
  EXPECT_EQ(s[0][g.at(2, 2)], 0);
  EXPECT_EQ(s[0][g.at(30, 25 + 11)], 0);
}

TEST(Heat, a_time_step_that_is_too_long_is_reported) {
  GasProblem g = no_heat(30, 30, 1, 1, 1);
  g.value[g.at(15, 15)] = 1;
  g.parameters.dt = 1;
  GasRun run(g);
  run.advance(5000);
  ASSERT_TRUE(run.progress().failure);
  EXPECT_EQ(run.progress().failure->quantity, Quantity::value);
  const Arrays s = run.state();
  for (const double w : s[0]) EXPECT_TRUE(std::isfinite(w));
}

}  // namespace
}  // namespace ez::gas::test
