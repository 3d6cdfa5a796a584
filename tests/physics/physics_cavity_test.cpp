// Tests a closed box. Its modes are known exactly from the grid's own dispersion, its energy is conserved, and its time
// is reversible.
#include <array>
#include <cmath>
#include <numbers>

#include "helpers.h"
#include "solver/theory/dispersion.h"

namespace ez::test {
namespace {

using enum BoundaryKind;
constexpr double pi = std::numbers::pi;

struct Mode {
  int m, n;
  double weight;
};

YeeGrid yee(const Solver& s) { return {s.problem().dx, s.problem().dy, s.dt(), 1, 1}; }

// Returns a sum of modes of a box with walls on its first and last nodes, at time t. Each mode oscillates at its own ω.
Field modes(const Solver& solver, const std::vector<Mode>& which, bool electric_walls, double t) {
  const Problem& p = solver.problem();
  Field e(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  const double a = (p.nx - 1) * p.dx, b = (p.ny - 1) * p.dy;
  for (const Mode& mode : which) {
    const double kx = mode.m * pi / a, ky = mode.n * pi / b;
    const double now = mode.weight * std::cos(discrete_omega(yee(solver), kx, ky) * t);
    for (int j = 0; j < p.ny; ++j)
      for (int i = 0; i < p.nx; ++i) {
        const double x = kx * i * p.dx, y = ky * j * p.dy;
        e[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)] +=
            now * (electric_walls ? std::sin(x) * std::sin(y) : std::cos(x) * std::cos(y));
      }
  }
  return e;
}

void expect_modes(const Scene& s, const std::vector<Mode>& which, bool electric_walls, double bound) {
  Solver solver = solver_for(s);
  const Problem& p = solver.problem();
  double scale = 0;
  for (const Mode& m : which) {
    const double cells = 2 / std::hypot(m.m / (p.nx - 1.0), m.n / (p.ny - 1.0));
    ASSERT_GE(cells, 30);  // per wavelength
    scale += m.weight * m.weight;
  }
  const Field start = modes(solver, which, electric_walls, 0);
  start_at_rest(solver, start);
  go_on(solver, 2000);
  Field e = solver.field(Quantity::ez);
  const Field theory = modes(solver, which, electric_walls, solver.time());
  for (std::size_t k = 0; k < e.size(); ++k) e[k] -= theory[k];
  EXPECT_LE(measured("L2 over the modes' norm after 2000 steps", norm(e) / norm(start)), bound);
  ASSERT_GT(norm(theory) / norm(start), 0.05);
}

TEST(Dispersion, ends_at_the_highest_frequency) {
  for (const auto& [dx, dy, eps] : {std::array{1e-3, 1e-3, 1.0}, std::array{1e-3, 4e-4, 2.25}}) {
    const YeeGrid g{dx, dy, 0.99 / (299792458.0 * std::hypot(1 / dx, 1 / dy)), eps, 1};
    const double most = highest_frequency(g);
    EXPECT_NEAR(discrete_wavenumber(g, 2 * pi * most * (1 - 1e-9), 0) * dx, pi, 1e-3);
    EXPECT_TRUE(std::isnan(discrete_wavenumber(g, 2 * pi * most * (1 + 1e-9), 0)));
    EXPECT_TRUE(carries_waves(g, 0.999 * most));
    // The relation repeats itself at higher frequencies, one period of the time step further. The grid does not.
    for (const double f : {0.0, 1.001 * most, 0.5 * most + 1 / g.dt, 1e30}) EXPECT_FALSE(carries_waves(g, f)) << f;
  }
}

TEST(Cavity, each_mode_follows_the_discrete_dispersion) {
  for (const Mode mode : {Mode{1, 1, 1}, Mode{2, 3, 1}, Mode{5, 1, 1}, Mode{1, 4, 1}}) {
    SCOPED_TRACE(testing::Message() << mode.m << ", " << mode.n);
    expect_modes(grid(129, 97, pec, Precision::float32), {mode}, true, 1e-5);
  }
}
TEST(Cavity, many_modes_at_once_follow_the_discrete_dispersion) {
  const std::vector<Mode> sum = {{1, 1, 1}, {2, 1, -0.7}, {3, 2, 0.5}, {1, 4, 0.4}};
  expect_modes(grid(129, 97, pec, Precision::float32), sum, true, 1e-5);
  expect_modes(grid(129, 97, pec, Precision::float64), sum, true, 1e-11);
}
TEST(Cavity, modes_between_pmc_walls_follow_the_discrete_dispersion) {
  const std::vector<Mode> sum = {{1, 0, 1}, {0, 2, 0.6}, {3, 1, 0.5}, {2, 4, 0.4}};
  expect_modes(grid(129, 97, pmc, Precision::float32), sum, false, 1e-5);
  expect_modes(grid(129, 97, pmc, Precision::float64), sum, false, 1e-11);
}
TEST(Cavity, modes_on_unequal_cells_follow_the_discrete_dispersion) {
  const std::vector<Mode> sum = {{1, 1, 1}, {2, 2, 0.5}, {3, 1, 0.5}};
  expect_modes(grid(129, 97, pec, Precision::float32, 1e-3, 1.7e-3), sum, true, 1e-5);
  expect_modes(grid(97, 129, pec, Precision::float64, 2e-9, 1e-9), sum, true, 1e-11);
}

// Returns the relative error of the frequency of the (1,1) mode. The field is projected onto the mode after about 41
// quarter periods.
double frequency_error(int n) {
  Solver solver = solver_for(grid(n + 1, n + 1, pec, Precision::float64, 1.0 / n));
  const Field shape = modes(solver, {{1, 1, 1}}, true, 0);
  start_at_rest(solver, shape);
  const double exact = c0 * pi * std::sqrt(2.0), quarter = 0.5 * pi / exact;
  const int steps = static_cast<int>(std::lround(41 * quarter / solver.dt()));
  go_on(solver, steps);
  const Field e = solver.field(Quantity::ez);
  double projection = 0, weight = 0;
  for (std::size_t k = 0; k < e.size(); ++k) projection += e[k] * shape[k], weight += shape[k] * shape[k];
  // cos(ωt) = projection near a zero of cos(exact·t). The branch is the one at 41 quarter turns.
  const double turn = 10 * 2 * pi + std::acos(std::clamp(projection / weight, -1.0, 1.0));
  return std::abs(turn / solver.time() - exact) / exact;
}

TEST(Convergence, the_cavity_frequency_is_of_second_order) {
  const double coarse = frequency_error(20), middle = frequency_error(40), fine = frequency_error(80);
  EXPECT_GE(measured("order", std::log2(coarse / middle)), 1.95);
  EXPECT_GE(measured("order", std::log2(middle / fine)), 1.95);
}

// Returns the error of a smooth pulse between PMC walls (a plane wave along x) after one length, against d'Alembert's
// solution.
double pulse_error(int n) {
  Scene s = grid(4 * n + 1, 16, pmc, Precision::float64, 1.0 / n);
  s.grid.courant = 0.7;
  Solver solver = solver_for(s);
  const auto shape = [](double x) { return std::exp(-std::pow((x - 2) / 0.15, 2)); };
  Field e(static_cast<std::size_t>(s.grid.nx) * 16), expected(e);
  for (int j = 0; j < 16; ++j)
    for (int i = 0; i < s.grid.nx; ++i) e[at(s, i, j)] = shape(static_cast<double>(i) / n);
  start_at_rest(solver, e);
  go_on(solver, static_cast<int>(std::lround(1.0 / (c0 * solver.dt()))));
  const double way = c0 * solver.time();
  for (int j = 0; j < 16; ++j)
    for (int i = 0; i < s.grid.nx; ++i) {
      const double x = static_cast<double>(i) / n;
      expected[at(s, i, j)] = 0.5 * (shape(x - way) + shape(x + way));
    }
  return l2_difference(solver.field(Quantity::ez), expected);
}

TEST(Convergence, a_travelling_pulse_is_of_second_order) {
  const double coarse = pulse_error(40), middle = pulse_error(80), fine = pulse_error(160);
  EXPECT_GE(measured("order", std::log2(coarse / middle)), 1.95);
  EXPECT_GE(measured("order", std::log2(middle / fine)), 1.95);
}

}  // namespace
}  // namespace ez::test
