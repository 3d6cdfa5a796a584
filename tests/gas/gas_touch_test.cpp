// Tests pulses sent into a gas, and the exact solution of an undisturbed tube.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/gas/pulse.h"
#include "solver/gas/tube.h"

namespace ez::gas {
namespace {

constexpr double gamma = 1.4;

// Returns Sod's tube along x or along y: 40 × 24 cells of 0.025 m.
GasProblem sod(bool along_y) {
  const int nx = along_y ? 24 : 40, ny = along_y ? 40 : 24;
  GasProblem g = still_gas(nx, ny, 0.025, 0.025, 1, 1);
  g.sides = {Side::outflow, Side::outflow, Side::outflow, Side::outflow};
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      if ((along_y ? j : i) >= 20) g.rho[g.at(i, j)] = 0.125, g.p[g.at(i, j)] = 0.1;
  return g;
}

TEST(Tube, has_the_exact_solution_along_either_axis) {
  for (const bool along_y : {false, true}) {
    const std::optional<Tube> tube = tube_of(sod(along_y));
    ASSERT_TRUE(tube) << along_y;
    EXPECT_EQ(tube->along_y, along_y);
    EXPECT_DOUBLE_EQ(tube->at, 0.5);
    EXPECT_TRUE(std::isinf(tube->until));
    const double t = 0.2;
    const auto value = [&](Quantity q, double x) { return exact_value(*tube, q, x, t); };
    EXPECT_NEAR(value(Quantity::density, 0.2), 1, 1e-12);
    EXPECT_NEAR(value(Quantity::density, 0.60), 0.4263194, 1e-6);  // figures from gas.md: before the contact at 0.68549
    EXPECT_NEAR(value(Quantity::density, 0.75), 0.2655737, 1e-6);
    EXPECT_NEAR(value(Quantity::pressure, 0.75), 0.3031302, 1e-6);
    EXPECT_NEAR(value(along_y ? Quantity::v : Quantity::u, 0.75), 0.9274526, 1e-6);
    EXPECT_EQ(value(along_y ? Quantity::u : Quantity::v, 0.75), 0);
    EXPECT_NEAR(value(Quantity::speed, 0.75), 0.9274526, 1e-6);
    EXPECT_NEAR(value(Quantity::mach, 0.75), 0.9274526 / std::sqrt(gamma * 0.3031302 / 0.2655737), 1e-6);
    EXPECT_NEAR(value(Quantity::temperature, 0.75), 0.3031302 / 0.2655737, 1e-5);
    EXPECT_NEAR(value(Quantity::density, 0.86), 0.125, 1e-12);
    EXPECT_TRUE(std::isnan(value(Quantity::schlieren, 0.75)));
    EXPECT_EQ(exact_value(*tube, Quantity::pressure, 0.49, 0), 1);
    EXPECT_EQ(exact_value(*tube, Quantity::pressure, 0.51, 0), 0.1);
  }
}

TEST(Tube, is_exact_until_a_wave_reaches_a_wall) {
  GasProblem g = sod(false);
  g.sides.right = Side::wall;
  const std::optional<Tube> tube = tube_of(g);
  ASSERT_TRUE(tube);
  EXPECT_NEAR(tube->until, 0.5 / 1.7521557, 1e-6);  // the shock's speed
  EXPECT_TRUE(std::isfinite(exact_value(*tube, Quantity::density, 0.9, 0.28)));
  EXPECT_TRUE(std::isnan(exact_value(*tube, Quantity::density, 0.9, 0.29)));
}

TEST(Tube, no_other_gas_counts_as_a_tube) {
  EXPECT_FALSE(tube_of(still_gas(32, 16, 0.1, 0.1, 1, 1))) << "one state";
  EXPECT_FALSE(tube_of(no_heat(32, 16, 0.1, 0.1, 1))) << "heat";
  GasProblem g = sod(false);
  g.sides.left = g.sides.right = Side::periodic;
  EXPECT_FALSE(tube_of(g)) << "the ends are joined";
  g = sod(false);
  g.solid.assign(g.cells(), 0);
  EXPECT_TRUE(tube_of(g)) << "no cell is solid";
  g.solid[g.at(30, 12)] = 1;
  EXPECT_FALSE(tube_of(g)) << "a wall in it";
  g = sod(false);
  g.p[g.at(30, 12)] = 0.2;
  EXPECT_FALSE(tube_of(g)) << "a cell of another state";
  g = sod(false);
  for (int j = 0; j < g.ny; ++j) g.rho[g.at(35, j)] = 0.5;
  EXPECT_FALSE(tube_of(g)) << "more than two states";
  g = sod(false);
  std::fill(g.v.begin(), g.v.end(), 0.3);
  EXPECT_TRUE(tube_of(g)) << "flow along open sides is allowed";
  g.sides.top = Side::wall;
  EXPECT_FALSE(tube_of(g)) << "flow into a wall is not";
}

TEST(Pulse, compresses_a_gas_without_heating_it) {
  GasProblem g = still_gas(48, 32, 1, 1, 1.2, 2);
  g.solid.assign(g.cells(), 0);
  g.solid[g.at(22, 16)] = 1;
  GasRun run(g, {.precision = Precision::float64});
  run.advance(3);
  const Progress before = run.progress();
  ASSERT_TRUE(send(run, {20, 16, 3, 0.5}));
  const Arrays s = run.state();
  EXPECT_NEAR(s[3][g.at(20, 16)], 3, 1e-12);
  EXPECT_NEAR(s[3][g.at(23, 16)], 2 * (1 + 0.5 * std::exp(-1)), 1e-12);
  EXPECT_NEAR(s[0][g.at(20, 16)], 1.2 * std::pow(1.5, 1 / gamma), 1e-12);
  EXPECT_EQ(s[3][g.at(40, 16)], 2);
  EXPECT_EQ(s[3][g.at(22, 16)], 2) << "solid cells stay unchanged";
  EXPECT_EQ(s[1][g.at(20, 16)], 0);
  EXPECT_EQ(run.progress().steps, before.steps);
  EXPECT_EQ(run.progress().time, before.time);
  // The pulse leaves. The middle returns to about its previous state, with its own entropy.
  run.advance_until(before.time + 8);
  const Arrays later = run.state();
  EXPECT_LT(later[3][g.at(20, 16)], 2.2);
  EXPECT_FALSE(run.progress().failure);
  EXPECT_FALSE(send(run, {20, 16, 3, -1})) << "the pulse would leave no gas";
  EXPECT_FALSE(send(run, {20, 16, 0, 0.5}));
}

TEST(Pulse, adds_to_heat_and_is_round_on_cells_that_are_not_square) {
  GasProblem g = no_heat(48, 64, 1, 0.5, 1);
  GasRun run(g, {.precision = Precision::float64});
  ASSERT_TRUE(send(run, {20, 32, 4, 2}));
  const Arrays s = run.state();
  EXPECT_NEAR(s[0][g.at(20, 32)], 2, 1e-12);
  EXPECT_NEAR(s[0][g.at(24, 32)], 2 * std::exp(-1), 1e-12);
  EXPECT_NEAR(s[0][g.at(20, 40)], 2 * std::exp(-1), 1e-12);
  ASSERT_TRUE(send(run, {20, 32, 4, 1}));
  EXPECT_NEAR(run.state()[0][g.at(20, 32)], 3, 1e-12);
}

}  // namespace
}  // namespace ez::gas
