// Tests the gas against exact solutions in one dimension.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tube.h"

namespace ez::gas::test {
namespace {

// Returns one row of cells so long in y that only signals along x limit the time step.
GasProblem line(int n, Scheme scheme, const GasState& left = sod_left, const GasState& right = sod_right) {
  GasProblem g = tube(n, 1, scheme, left, right);
  g.dy = 1e9;
  return g;
}

struct Measured {
  std::int64_t steps;
  std::array<double, 3> errors;
};
Measured sod(int n, Scheme scheme, double cfl) {
  GasProblem g = line(n, scheme);
  g.parameters.cfl = cfl;
  GasRun run(g, in_double());
  run.advance_until(0.2);
  return {run.progress().steps, errors_of_tube(run.state(), n, 0.2)};
}

struct Row {
  int n;
  std::array<double, 3> errors;
  std::int64_t steps;
};

// Compares with the figures of an independent program, to the digits it printed.
void expect_rows(std::initializer_list<Row> rows, Scheme scheme, double cfl) {
  for (const Row& row : rows) {
    const Measured m = sod(row.n, scheme, cfl);
    fmt::print("N = {}: {:.5f} {:.5f} {:.5f} in {} steps\n", row.n, m.errors[0], m.errors[1], m.errors[2], m.steps);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(m.errors[k], row.errors[k], 0.6e-5) << row.n << ", " << k;
    EXPECT_NEAR(static_cast<double>(m.steps), static_cast<double>(row.steps), 1) << row.n;
  }
}

TEST(GasTube, roe_has_the_errors_of_an_independent_program) {
  expect_rows({{128, {.01192, .01659, .00962}, 62},
               {256, {.00769, .00954, .00585}, 124},
               {512, {.00496, .00595, .00352}, 249},
               {1024, {.00313, .00311, .00203}, 498},
               {2048, {.00199, .00174, .00117}, 997}},
              Scheme::roe, 0.9);
}

TEST(GasTube, lax_wendroff_has_the_errors_of_an_independent_program) {
  expect_rows({{128, {.00868, .01490, .00695}, 142},
               {256, {.00483, .00753, .00357}, 288},
               {512, {.00289, .00407, .00180}, 578},
               {1024, {.00170, .00191, .00090}, 1158},
               {2048, {.00102, .00096, .00046}, 2318}},
              Scheme::lax_wendroff, 0.4);
}

TEST(GasTube, roe_matches_yamamoto_with_fixed_steps) {
  GasProblem g = tube(1024, 1, Scheme::roe);
  g.parameters.dt = 0.2 / 1024;
  GasRun run(g, in_double());
  run.advance(1024);
  EXPECT_NEAR(run.progress().time, 0.2, 1e-12);
  const auto e = errors_of_tube(run.state(), 1024, 0.2);
  EXPECT_NEAR(e[0], .00384, 0.6e-5);
  EXPECT_NEAR(e[1], .00446, 0.6e-5);
  EXPECT_NEAR(e[2], .00268, 0.6e-5);
}

TEST(GasTube, lax_wendroff_reaches_yamamotos_time_in_his_steps) {
  GasProblem g = line(1024, Scheme::lax_wendroff);
  g.parameters.cfl = 0.4;
  g.parameters.viscosity = 0.6;
  GasRun run(g, in_double());
  run.advance_until(0.14154);
  EXPECT_NEAR(static_cast<double>(run.progress().steps), 828, 4);
}

TEST(GasTube, roe_stays_within_the_initial_range_and_lax_wendroff_overshoots) {
  const auto extremes = [](const std::vector<double>& v) { return std::minmax_element(v.begin(), v.end()); };
  GasProblem g = line(256, Scheme::roe);
  GasRun roe(g, in_double());
  for (int n = 0; n < 100; ++n) {
    roe.advance(1);
    const Arrays s = roe.state();
    for (const auto& [a, low, high] : {std::tuple{0, 0.125, 1.0}, std::tuple{3, 0.1, 1.0}}) {
      const auto [least, most] = extremes(s[static_cast<std::size_t>(a)]);
      EXPECT_GE(*least, low * (1 - 1e-12));
      EXPECT_LE(*most, high * (1 + 1e-12));
    }
  }
  const double u = RiemannProblem(sod_left, sod_right, 1.4).velocity();
  for (const auto& [viscosity, overshoot] : {std::pair{1.0, 0.059}, std::pair{3.0, 0.022}}) {
    g.scheme = Scheme::lax_wendroff;
    g.parameters.viscosity = viscosity;
    GasRun run(g, in_double());
    run.advance_until(0.2);
    EXPECT_NEAR(*extremes(run.state()[1]).second - u, overshoot, 0.02) << viscosity;
  }
}

TEST(GasTube, rows_are_equal_to_the_bit) {
  for (const Scheme scheme : {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc}) {
    GasRun run(tube(300, 7, scheme));
    run.advance(100);
    const Arrays s = run.state();
    for (const auto& a : s)
      for (int j = 1; j < 7; ++j)
        EXPECT_TRUE(std::equal(a.begin(), a.begin() + 300, a.begin() + std::ptrdiff_t{300} * j)) << j;
  }
}

TEST(GasTube, along_y_is_the_transpose_of_along_x) {
  for (const Scheme scheme : {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc}) {
    const GasProblem g = tube(200, 5, scheme);
    GasRun x(g), y(transposed(g));
    x.advance(150);
    y.advance(150);
    GasProblem a = g;
    const Arrays s = x.state(), t = y.state();
    a.rho = s[0], a.u = s[1], a.v = s[2], a.p = s[3];
    const GasProblem b = transposed(a);
    EXPECT_EQ(b.rho, t[0]);
    EXPECT_EQ(b.u, t[1]);
    EXPECT_EQ(b.v, t[2]);
    EXPECT_EQ(b.p, t[3]);
  }
}

// A tube at an angle to the grid, in a square domain of n × n cells with open sides.
TEST(GasTube, at_an_angle_to_the_grid_is_the_same_tube) {
  // The fronts are perpendicular to (cos θ, sin θ). The comparison is in the middle, before waves from the corners
  // arrive.
  for (const double degrees : {45.0, 60.0}) {
    const int n = 400;
    const double angle = degrees / 180 * 3.14159265358979323846, cx = std::cos(angle), cy = std::sin(angle);
    GasProblem g = still_gas(n, n, 1.0 / n, 1.0 / n, 1, 1);
    g.sides = {Side::outflow, Side::outflow, Side::outflow, Side::outflow};
    const auto along = [&](int i, int j) { return ((i + 0.5) / n - 0.5) * cx + ((j + 0.5) / n - 0.5) * cy; };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const GasState& s = along(i, j) < 0 ? sod_left : sod_right;
        g.rho[g.at(i, j)] = s.rho;
        g.p[g.at(i, j)] = s.p;
      }
    GasRun run(g);
    const double time = 0.12;
    run.advance_until(time);
    const Arrays s = run.state();
    const RiemannProblem exact(sod_left, sod_right, 1.4);
    double rho = 0, normal = 0, across = 0, p = 0;
    int count = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double d = along(i, j), w = -((i + 0.5) / n - 0.5) * cy + ((j + 0.5) / n - 0.5) * cx;
        if (std::abs(d) > 0.25 || std::abs(w) > 0.1) continue;
        const GasState e = exact.at(d / time);
        const std::size_t k = g.at(i, j);
        rho += std::abs(s[0][k] - e.rho);
        normal += std::abs(s[1][k] * cx + s[2][k] * cy - e.u);
        across += std::abs(-s[1][k] * cy + s[2][k] * cx);
        p += std::abs(s[3][k] - e.p);
        ++count;
      }
    fmt::print("{}°: {:.5f} {:.5f} {:.5f}, across {:.5f}\n", degrees, rho / count, normal / count, p / count,
               across / count);
    EXPECT_LT(rho / count, 0.012);
    EXPECT_LT(normal / count, 0.018);
    EXPECT_LT(p / count, 0.009);
    EXPECT_LT(across / count, 0.004);
  }
}

// Two streams separate: p* = 0.0018938 (Toro, table 4.3, test 2). Roe's averaged state does not contain the near
// vacuum, and his linear waves would make density or pressure negative (Einfeldt, Munz, Roe, Sjögreen, J. Comput. Phys.
// 92, 273 (1991)). In that case the waves travel at the largest speed.
TEST(GasTube, the_near_vacuum_of_123_stays_positive) {
  const GasState left{1, -2, 0.4}, right{1, 2, 0.4};
  EXPECT_NEAR(RiemannProblem(left, right, 1.4).pressure(), 0.00189, 5e-6);
  const auto errors_of = [&](int n, double fix) {
    GasProblem g = line(n, Scheme::roe, left, right);
    g.parameters.entropy_fix = fix;
    GasRun run(g, in_double());
    run.advance_until(0.15);
    EXPECT_FALSE(run.progress().failure) << fix;
    return errors_of_tube(run.state(), n, run.progress().time, left, right);
  };
  for (const double fix : {0.0, 0.1, 4.0}) {
    const auto coarse = errors_of(400, fix), fine = errors_of(1600, fix);
    fmt::print("fix {}: N = 400: {:.5f} {:.5f}, N = 1600: {:.5f} {:.5f}\n", fix, coarse[0], coarse[2], fine[0],
               fine[2]);
    EXPECT_LT(coarse[0], 0.02);
    for (const std::size_t k : {0u, 2u}) EXPECT_LT(fine[k], 0.7 * coarse[k]);
  }
}

// Toro's test 1 has a rarefaction through the speed of sound, where Roe's scheme alone keeps a jump.
TEST(GasTube, the_entropy_fix_opens_a_sonic_rarefaction) {
  const GasState left{1, 0.75, 1}, right{0.125, 0, 0.1};
  const auto largest_jump_near_the_start = [&](double fix) {
    GasProblem g = line(400, Scheme::roe, left, right);
    g.parameters.entropy_fix = fix;
    GasRun run(g, in_double());
    run.advance_until(0.15);
    const Arrays s = run.state();
    double jump = 0;
    for (std::size_t i = 190; i < 210; ++i) jump = std::max(jump, s[0][i] - s[0][i + 1]);
    return jump;
  };
  const double without = largest_jump_near_the_start(0), with = largest_jump_near_the_start(0.1);
  fmt::print("largest jump of the density: {:.4f} without a fix, {:.4f} with one\n", without, with);
  EXPECT_GT(without, 0.1);
  EXPECT_LT(with, 0.5 * without);
}

}  // namespace
}  // namespace ez::gas::test
