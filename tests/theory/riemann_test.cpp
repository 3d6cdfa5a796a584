// Tests the exact Riemann problem against Toro's table 4.3 and the jump conditions, and closed forms of heat against
// each other.
#include "solver/theory/riemann.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "solver/theory/heat.h"

namespace ez::test {
namespace {

TEST(Riemann, matches_toros_table) {
  struct Row {
    GasState left, right;
    double p, u, rho_left, rho_right;
  };
  // Toro, table 4.3.
  const Row rows[] = {{{1, 0, 1}, {0.125, 0, 0.1}, 0.30313, 0.92745, 0.42632, 0.26557},
                      {{1, -2, 0.4}, {1, 2, 0.4}, 0.00189, 0, 0.02185, 0.02185},
                      {{1, 0, 1000}, {1, 0, 0.01}, 460.894, 19.5975, 0.57506, 5.99924},
                      {{1, 0, 0.01}, {1, 0, 100}, 46.0950, -6.19633, 5.99242, 0.57511},
                      {{5.99924, 19.5975, 460.894}, {5.99242, -6.19633, 46.0950}, 1691.64, 8.68975, 14.2823, 31.0426}};
  for (const Row& r : rows) {
    const RiemannProblem exact(r.left, r.right, 1.4);
    EXPECT_NEAR(exact.pressure(), r.p, 1e-5 * r.p + 5e-6);
    EXPECT_NEAR(exact.velocity(), r.u, 2e-5 * std::abs(r.u) + 5e-6);
    EXPECT_NEAR(exact.density_left(), r.rho_left, 1e-5 * r.rho_left + 5e-6);
    EXPECT_NEAR(exact.density_right(), r.rho_right, 1e-5 * r.rho_right + 5e-6);
  }
}

TEST(Riemann, matches_sods_tube) {
  const RiemannProblem sod({1, 0, 1}, {0.125, 0, 0.1}, 1.4);
  EXPECT_NEAR(sod.pressure(), 0.3031302, 5e-8);
  EXPECT_NEAR(sod.velocity(), 0.9274526, 5e-8);
  EXPECT_NEAR(sod.density_left(), 0.4263194, 5e-8);
  EXPECT_NEAR(sod.density_right(), 0.2655737, 5e-8);
  EXPECT_NEAR(sod.right_wave().outer, 1.7521557, 5e-8);
  EXPECT_TRUE(sod.right_wave().shock);
  EXPECT_FALSE(sod.left_wave().shock);
  EXPECT_NEAR(0.5 + 0.2 * sod.left_wave().outer, 0.26336, 5e-6);
  EXPECT_NEAR(0.5 + 0.2 * sod.left_wave().inner, 0.48595, 5e-6);
  EXPECT_NEAR(0.5 + 0.2 * sod.velocity(), 0.68549, 5e-6);
}

// Mass, momentum and energy flow are continuous across each shock. Entropy and the invariant are constant across a fan.
TEST(Riemann, obeys_its_jump_conditions_and_invariants) {
  for (const double gamma : {1.2, 1.4, 5.0 / 3})
    for (const GasState& right : {GasState{0.125, 0, 0.1}, GasState{2, -3, 4}, GasState{0.5, 1.5, 0.3}}) {
      const GasState left{1, 0.2, 1};
      const RiemannProblem exact(left, right, gamma);
      const auto holds = [&](const GasState& outer, double rho, const RiemannProblem::Wave& w, double sign) {
        const GasState in{rho, exact.velocity(), exact.pressure()};
        if (w.shock) {
          const auto flux = [&](const GasState& s) {
            const double v = s.u - w.outer;
            return std::array{s.rho * v, s.rho * v * v + s.p, v * (gamma / (gamma - 1) * s.p + 0.5 * s.rho * v * v)};
          };
          const auto a = flux(outer), b = flux(in);
          for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-11 * (1 + std::abs(a[k])));
        } else {
          const auto invariant = [&](const GasState& s) {
            return s.u - sign * 2 / (gamma - 1) * std::sqrt(gamma * s.p / s.rho);
          };
          const GasState middle = exact.at(0.5 * (w.outer + w.inner));
          for (const GasState& s : {in, middle}) {
            EXPECT_NEAR(s.p / std::pow(s.rho, gamma), outer.p / std::pow(outer.rho, gamma), 1e-11);
            EXPECT_NEAR(invariant(s), invariant(outer), 1e-11);
          }
        }
      };
      holds(left, exact.density_left(), exact.left_wave(), -1);
      holds(right, exact.density_right(), exact.right_wave(), 1);
    }
}

TEST(Riemann, the_mirrored_problem_has_the_mirrored_solution) {
  const GasState left{1, 0.3, 1}, right{0.4, -0.2, 0.6};
  const RiemannProblem a(left, right, 1.4), b({0.4, 0.2, 0.6}, {1, -0.3, 1}, 1.4);
  for (double xi = -3; xi < 3; xi += 0.137) {
    EXPECT_NEAR(a.at(xi).rho, b.at(-xi).rho, 1e-12);
    EXPECT_NEAR(a.at(xi).u, -b.at(-xi).u, 1e-12);
    EXPECT_NEAR(a.at(xi).p, b.at(-xi).p, 1e-12);
  }
}

TEST(Riemann, streams_that_separate_too_fast_leave_a_vacuum) {
  const RiemannProblem exact({1, -8, 1}, {1, 8, 1}, 1.4);
  EXPECT_TRUE(exact.vacuum());
  EXPECT_EQ(exact.at(0).rho, 0);
  const double c = std::sqrt(1.4);
  EXPECT_NEAR(exact.left_wave().inner, -8 + 5 * c, 1e-12);
  EXPECT_NEAR(exact.at(-8 - c).rho, 1, 1e-12);
  EXPECT_NEAR(exact.at(-8 + 4.999 * c).rho, 0, 1e-9);
  EXPECT_GT(exact.at(-8).rho, 0);
}

TEST(HeatTheory, series_are_sums_of_gaussians) {
  // Mirror images of a point source give an insulated slab whose front half is heated, early and late.
  for (const double t : {0.003, 0.05, 0.4})
    for (const double x : {0.1, 0.45, 0.8}) {
      double filled = 0, held = 0;
      for (int image = -8; image <= 8; ++image) {
        const double width = std::sqrt(4 * t);
        const auto step = [&](double from, double to) {
          return 0.5 * (std::erf((to - x) / width) - std::erf((from - x) / width));
        };
        filled += step(2 * image - 0.3, 2 * image + 0.3);
        held += std::erfc(std::abs(x + 2 * image) / width) * (image >= 0 ? 1 : -1);
      }
      EXPECT_NEAR(heat_of_filled_slab(1, 1, 0.3, x, t), filled, 1e-12);
      EXPECT_NEAR(heat_of_slab(1, 1, 1, 0, x, t), held, 1e-12);
    }
}

}  // namespace
}  // namespace ez::test
