// Tests the gas in two dimensions: conservation, symmetry, walls and sound, and the edits, checkpoints and failures of
// a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "plain_gas.h"
#include "solver/base/constants.h"
#include "tube.h"

namespace ez::gas::test {
namespace {

constexpr Side wall = Side::wall, outflow = Side::outflow, periodic = Side::periodic;
constexpr auto every_scheme = {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc};

// Returns a smooth moving gas, different in each cell.
GasProblem swirl(int nx, int ny, Scheme scheme, Side side) {
  GasProblem g = still_gas(nx, ny, 1.0 / nx, 1.0 / nx, 1, 1);
  g.scheme = scheme;
  g.sides = {side, side, side, side};
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double x = 2 * pi * (i + 0.5) / nx, y = 2 * pi * (j + 0.5) / ny;
      const std::size_t k = g.at(i, j);
      g.rho[k] = 1 + 0.2 * std::sin(x + 2 * y);
      g.u[k] = 0.3 * std::sin(y) + 0.1;
      g.v[k] = 0.4 * std::cos(x) - 0.05;
      g.p[k] = 1 + 0.1 * std::cos(x - y);
    }
  return g;
}

// Returns mass, momenta and energy of all cells that are not walls.
std::array<double, 4> totals(const GasProblem& g, const Arrays& s) {
  std::array<double, 4> sum{};
  for (std::size_t k = 0; k < g.cells(); ++k) {
    if (!g.solid.empty() && g.solid[k]) continue;
    const double rho = s[0][k], u = s[1][k], v = s[2][k];
    sum[0] += rho;
    sum[1] += rho * u;
    sum[2] += rho * v;
    sum[3] += s[3][k] / (g.parameters.gamma - 1) + 0.5 * rho * (u * u + v * v);
  }
  return sum;
}
Arrays first_state(const GasProblem& g) { return {g.rho, g.u, g.v, g.p}; }

TEST(Gas2d, a_periodic_box_conserves_mass_momentum_and_energy) {
  for (const Scheme scheme : every_scheme) {
    const GasProblem g = swirl(70, 50, scheme, periodic);
    GasRun run(g, in_double());
    run.advance(300);
    const auto before = totals(g, first_state(g)), after = totals(g, run.state());
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(after[k], before[k], 1e-9) << k;
    EXPECT_FALSE(run.progress().failure);
  }
}

TEST(Gas2d, walls_of_any_shape_conserve_mass_and_energy) {
  for (const Scheme scheme : every_scheme) {
    GasProblem g = swirl(70, 50, scheme, wall);
    g.solid.assign(g.cells(), 0);
    for (int j = 0; j < g.ny; ++j)
      for (int i = 0; i < g.nx; ++i)
        g.solid[g.at(i, j)] = std::hypot(i - 30.0, j - 20.0) < 8 || (i == 55 && j > 10) || (i > 40 && i - j == 25) ||
                              (i < 5 && j < 3) || (i == 10 && j == 40);
    GasRun run(g, in_double());
    run.advance(300);
    EXPECT_FALSE(run.progress().failure);
    const auto before = totals(g, first_state(g)), after = totals(g, run.state());
    EXPECT_NEAR(after[0], before[0], 1e-9);
    EXPECT_NEAR(after[3], before[3], 1e-9);
    for (std::size_t k = 0; k < g.cells(); ++k)
      if (g.solid[k]) {
        EXPECT_EQ(run.state()[0][k], g.rho[k]);
        break;
      }
  }
}

// A solid cell acts like a wall at the boundary. A domain inside a larger solid one continues to the same bits.
TEST(Gas2d, solid_cells_act_like_walls_at_the_boundary) {
  for (const Scheme scheme : every_scheme) {
    const GasProblem inner = swirl(60, 40, scheme, wall);
    GasProblem outer = still_gas(60 + 7, 40 + 9, inner.dx, inner.dy, 1, 1);
    outer.scheme = scheme;
    outer.solid.assign(outer.cells(), 1);
    for (int j = 0; j < 40; ++j)
      for (int i = 0; i < 60; ++i) {
        const std::size_t to = outer.at(i + 3, j + 5), from = inner.at(i, j);
        outer.solid[to] = 0;
        outer.rho[to] = inner.rho[from], outer.u[to] = inner.u[from];
        outer.v[to] = inner.v[from], outer.p[to] = inner.p[from];
      }
    GasRun a(inner), b(outer);
    a.advance(120);
    b.advance(120);
    const Arrays s = a.state(), t = b.state();
    for (std::size_t array = 0; array < 4; ++array)
      for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 60; ++i)
          ASSERT_EQ(s[array][inner.at(i, j)], t[array][outer.at(i + 3, j + 5)]) << array << " at " << i << ", " << j;
  }
}

TEST(Gas2d, an_explosion_stays_symmetric_to_the_bit) {
  for (const Scheme scheme : every_scheme) {
    const int n = 64;
    GasProblem g = still_gas(n, n, 1.0 / n, 1.0 / n, 0.125, 0.1);
    g.scheme = scheme;
    g.sides = {wall, wall, wall, wall};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (std::hypot(i + 0.5 - 0.5 * n, j + 0.5 - 0.5 * n) < 0.2 * n) g.rho[g.at(i, j)] = 1, g.p[g.at(i, j)] = 1;
    GasRun run(g);
    run.advance(300);
    EXPECT_FALSE(run.progress().failure);
    const Arrays s = run.state();
    const auto at = [&](int a, int i, int j) { return s[static_cast<std::size_t>(a)][g.at(i, j)]; };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        for (const int a : {0, 3}) {
          ASSERT_EQ(at(a, i, j), at(a, n - 1 - i, j));
          ASSERT_EQ(at(a, i, j), at(a, i, n - 1 - j));
          ASSERT_EQ(at(a, i, j), at(a, j, i));
        }
        ASSERT_EQ(at(1, i, j), -at(1, n - 1 - i, j));
        ASSERT_EQ(at(1, i, j), at(2, j, i));
      }
  }
}

// Two opposite streams. The flow is symmetric under a rotation by half a turn.
TEST(Gas2d, kelvin_helmholtz_stays_symmetric_to_the_bit) {
  for (const Scheme scheme : every_scheme) {
    const int n = 64;
    GasProblem g = still_gas(n, n, 1.0 / n, 1.0 / n, 1, 2.5);
    g.scheme = scheme;
    g.sides = {periodic, periodic, wall, wall};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const std::size_t k = g.at(i, j), turned = g.at(n - 1 - i, n - 1 - j);
        if (j >= n / 2) continue;
        const double x = (i + 0.5) / n, y = (j + 0.5) / n;
        g.u[k] = -0.5;
        g.v[k] = 0.1 * std::sin(4 * pi * x) * std::exp(-std::pow((y - 0.5) / 0.05, 2));
        g.u[turned] = -g.u[k];
        g.v[turned] = -g.v[k];
      }
    GasRun run(g);
    run.advance(400);
    EXPECT_FALSE(run.progress().failure);
    const Arrays s = run.state();
    for (std::size_t k = 0; k < g.cells(); ++k) {
      const std::size_t turned = g.cells() - 1 - k;
      ASSERT_EQ(s[0][k], s[0][turned]);
      ASSERT_EQ(s[1][k], -s[1][turned]);
      ASSERT_EQ(s[2][k], -s[2][turned]);
      ASSERT_EQ(s[3][k], s[3][turned]);
    }
    EXPECT_GT(*std::max_element(s[2].begin(), s[2].end()), 0.005);
  }
}

TEST(Gas2d, roe_keeps_a_contact_at_rest_and_uniform_flow_to_the_bit) {
  GasProblem g = still_gas(40, 30, 0.1, 0.1, 1, 0.7);
  std::mt19937 random(1);
  for (double& rho : g.rho) rho = 0.5 + 0.01 * static_cast<double>(random() % 100);
  GasRun contact(g);
  contact.advance(200);
  const Arrays start = GasRun(g).state();
  EXPECT_EQ(contact.state(), start);

  GasProblem wind = still_gas(40, 30, 0.1, 0.1, 1.3, 0.7);
  wind.sides = {periodic, periodic, outflow, outflow};
  std::fill(wind.u.begin(), wind.u.end(), 0.31);
  std::fill(wind.v.begin(), wind.v.end(), -0.17);
  for (const Scheme scheme : every_scheme) {
    wind.scheme = scheme;
    GasRun run(wind);
    const Arrays before = run.state();
    run.advance(200);
    EXPECT_EQ(run.state(), before);
  }
}

// The textbook's formulas in conserved variables, written independently.
TEST(Gas2d, roe_equals_a_plain_loop_up_to_rounding) {
  const int nx = 90, ny = 70;
  const std::ptrdiff_t w = nx + 2;
  GasProblem g = swirl(nx, ny, Scheme::roe, outflow);
  g.dy = 1.5 * g.dx;
  g.parameters.dt = 0.2 * g.dx;
  const auto f = [](double x) { return static_cast<float>(x); };
  PlainGas plain{nx, ny, f(g.dx), f(g.dy), 1.4f, {}, {}, {}, {}};
  for (auto* a : {&plain.rho, &plain.mx, &plain.my, &plain.energy}) a->resize(static_cast<std::size_t>(w * (ny + 2)));
  const auto at = [&](int i, int j) { return static_cast<std::size_t>((j + 1) * w + i + 1); };
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t k = g.at(i, j);
      plain.rho[at(i, j)] = f(g.rho[k]);
      plain.mx[at(i, j)] = f(g.rho[k] * g.u[k]);
      plain.my[at(i, j)] = f(g.rho[k] * g.v[k]);
      plain.energy[at(i, j)] = f(g.p[k] / 0.4 + 0.5 * g.rho[k] * (g.u[k] * g.u[k] + g.v[k] * g.v[k]));
    }
  for (int n = 0; n < 200; ++n) plain_roe_step(plain, f(g.parameters.dt));
  GasRun run(g);
  run.advance(200);
  const Arrays s = run.state();
  const std::vector<float> energy = run.read(Quantity::gas_energy);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t k = g.at(i, j), p = at(i, j);
      ASSERT_NEAR(s[0][k], plain.rho[p], 2e-5);
      ASSERT_NEAR(s[0][k] * s[1][k], plain.mx[p], 2e-5);
      ASSERT_NEAR(s[0][k] * s[2][k], plain.my[p], 2e-5);
      ASSERT_NEAR(energy[k], plain.energy[p], 5e-5);
    }
}

TEST(Gas2d, sound_travels_at_its_speed) {
  // Sends a small pulse along x. The place of its right half is the mean of its position.
  const int n = 800;
  GasProblem g = still_gas(n, 1, 1.0 / n, 1e9, 1.2, 0.9);
  g.scheme = Scheme::lax_wendroff;
  g.sides = {outflow, outflow, periodic, periodic};
  const double c = std::sqrt(1.4 * 0.9 / 1.2);
  for (int i = 0; i < n; ++i) {
    const double pulse = 1e-4 * std::exp(-std::pow(((i + 0.5) / n - 0.3) / 0.03, 2));
    const auto k = static_cast<std::size_t>(i);
    g.rho[k] *= 1 + pulse;
    g.p[k] *= 1 + 1.4 * pulse;
    g.u[k] = c * pulse;
  }
  GasRun run(g, in_double());
  const double time = 0.4;
  run.advance_until(time);
  const Arrays s = run.state();
  double weight = 0, mean = 0;
  for (int i = 0; i < n; ++i) {
    const double excess = s[3][static_cast<std::size_t>(i)] - 0.9;
    weight += excess;
    mean += excess * (i + 0.5) / n;
  }
  EXPECT_NEAR((mean / weight - 0.3) / time, c, 1e-3 * c);
}

TEST(Gas2d, many_threads_give_the_bits_of_one) {
  for (const Scheme scheme : every_scheme)
    for (const Side side : {wall, outflow, periodic}) {
      const GasProblem g = swirl(300, 90, scheme, side);
      EngineChoice one, many;
      one.threads = 1;
      many.threads = 5;
      GasRun a(g, one), b(g, many);
      a.advance(40);
      b.advance(40);
      EXPECT_EQ(a.state(), b.state());
      EXPECT_EQ(a.progress().time, b.progress().time);
    }
}

TEST(Gas2d, grids_of_one_cell_or_one_row_run) {
  for (const Scheme scheme : every_scheme)
    for (const auto& [nx, ny] : {std::pair{1, 1}, std::pair{1, 9}, std::pair{257, 1}, std::pair{2, 2}})
      for (const Side side : {wall, outflow, periodic}) {
        GasRun run(swirl(nx, ny, scheme, side), in_double());
        run.advance(20);
        EXPECT_EQ(run.progress().steps, 20) << nx << " × " << ny;
      }
}

// Only cells that might be the fastest are examined closely, but Δt follows from the fastest of all cells. A single hot
// cell explodes, and the largest signal falls more than expected. Walls and threads change nothing.
TEST(GasRuns, each_step_follows_from_the_fastest_of_all_cells) {
  for (const bool burst : {true, false})
    for (const Scheme scheme : every_scheme) {
      GasProblem g = burst ? still_gas(90, 130, 0.01, 0.02, 1, 1) : swirl(90, 130, scheme, outflow);
      g.scheme = scheme;
      g.sides = {outflow, outflow, wall, wall};
      g.parameters.cfl = 0.4;
      if (burst) g.p[g.at(40, 70)] = scheme == Scheme::lax_wendroff ? 2 : 300;
      g.solid.assign(g.cells(), 0);
      for (int i = 10; i < 30; ++i) g.solid[g.at(i, 20)] = 1, g.p[g.at(i, 20)] = 1e4;  // hot, but not part of the gas
      EngineChoice choice = in_double();
      choice.threads = 2;
      GasRun run(g, choice);
      double last = 0;
      int falls = 0;
      for (int step = 0; step < 60; ++step) {
        const Arrays s = run.state();
        double fastest = 0;
        for (std::size_t k = 0; k < g.cells(); ++k) {
          if (g.solid[k]) continue;
          const double c = std::sqrt(g.parameters.gamma * s[3][k] / s[0][k]);
          fastest = std::max(fastest, (std::abs(s[1][k]) + c) / g.dx + (std::abs(s[2][k]) + c) / g.dy);
        }
        falls += fastest < 0.98 * last;
        last = fastest;
        run.advance(1);
        ASSERT_FALSE(run.progress().failure) << step;
        ASSERT_NEAR(run.progress().dt * fastest, 0.4, 1e-12) << step;
      }
      EXPECT_EQ(falls > 0, burst && scheme != Scheme::lax_wendroff) << falls;
    }
}

TEST(GasRuns, meets_its_time_exactly) {
  GasRun run(swirl(40, 40, Scheme::roe, periodic));
  run.advance_until(0.1234);
  EXPECT_EQ(run.progress().time, 0.1234);
  const auto steps = run.progress().steps;
  run.advance_until(0.1);
  EXPECT_EQ(run.progress().steps, steps);
}

TEST(GasRuns, continues_from_a_checkpoint_to_the_same_bits) {
  for (const Scheme scheme : every_scheme) {
    GasRun run(swirl(60, 40, scheme, outflow));
    run.advance(30);
    const Checkpoint kept = run.save();
    run.advance(30);
    const Arrays there = run.state();
    const double time = run.progress().time;
    run.restore(kept);
    EXPECT_EQ(run.progress().steps, 30);
    run.advance(30);
    EXPECT_EQ(run.state(), there);
    EXPECT_EQ(run.progress().time, time);
  }
}

TEST(GasRuns, reports_the_place_of_a_failure_and_keeps_the_last_good_state) {
  GasProblem g = tube(128, 1, Scheme::lax_wendroff);
  g.parameters.cfl = 0.95;
  g.parameters.viscosity = 3;
  GasRun run(g, in_double()), reference(g, in_double());
  run.advance(100000);
  const Progress p = run.progress();
  ASSERT_TRUE(p.failure);
  EXPECT_EQ(p.failure->step, p.steps + 1);
  EXPECT_FALSE(p.failure->value > 0);
  reference.advance(p.steps);
  EXPECT_FALSE(reference.progress().failure);
  EXPECT_EQ(run.state(), reference.state());
  run.advance(10);
  EXPECT_EQ(run.progress().steps, p.steps);
  // With a shorter step it continues.
  g.parameters.cfl = 0.2;
  EXPECT_TRUE(run.apply(g));
  run.advance(1);
  EXPECT_EQ(run.progress().steps, p.steps + 1);
}

TEST(GasRuns, can_be_edited_during_a_run) {
  GasProblem g = tube(100, 20, Scheme::roe);
  GasRun run(g);
  run.advance(20);
  g.solid.assign(g.cells(), 0);
  for (int j = 0; j < 20; ++j) g.solid[g.at(60, j)] = 1;
  EXPECT_TRUE(run.apply(g));
  const auto right_of_wall = [&] {
    double mass = 0;
    for (int j = 0; j < 20; ++j)
      for (int i = 61; i < 100; ++i) mass += run.state()[0][g.at(i, j)];
    return mass;
  };
  const double before = right_of_wall();
  run.advance(60);
  EXPECT_NEAR(right_of_wall(), before, 1e-3 * before);

  const std::int32_t place = static_cast<std::int32_t>(g.at(80, 10));
  const double hot[] = {1, 0, 0, 5}, none[] = {0, 0, 0, 1};
  EXPECT_TRUE(run.paint({&place, 1}, hot));
  EXPECT_FALSE(run.paint({&place, 1}, none));
  EXPECT_EQ(run.state()[3][g.at(80, 10)], 5);
  EXPECT_EQ(run.read(Quantity::pressure)[g.at(80, 10)], 5);

  GasProblem other = g;
  other.nx = 50;
  EXPECT_FALSE(run.apply(other));
}

// With walls everywhere the gas is at rest. It continues when they are removed.
TEST(GasRuns, stops_when_enclosed_by_walls) {
  GasProblem g = tube(100, 20, Scheme::roe);
  GasRun run(g);
  run.advance(20);
  const Arrays before = run.state();
  GasProblem walled = g;
  walled.solid.assign(g.cells(), 1);
  EXPECT_TRUE(run.apply(walled));
  run.advance(20);
  run.advance_until(1e9);
  EXPECT_EQ(run.progress().steps, 20);
  EXPECT_FALSE(run.progress().failure);
  EXPECT_EQ(run.state(), before);
  EXPECT_TRUE(run.apply(g));
  run.advance(20);
  EXPECT_EQ(run.progress().steps, 40);
}

TEST(GasRuns, shows_every_quantity) {
  GasProblem g = still_gas(20, 20, 0.5, 0.25, 2, 3);
  for (int j = 0; j < 20; ++j)
    for (int i = 0; i < 20; ++i) {
      const std::size_t k = g.at(i, j);
      g.u[k] = 3 + 0.25 * j * 2;                  // ∂u/∂y = 2
      g.v[k] = 4 + 0.5 * i * 5;                   // ∂v/∂x = 5
      g.rho[k] = 2 + 0.5 * i * 3 + 0.25 * j * 4;  // |∇ρ| = 5
    }
  GasRun run(g, in_double());
  const std::size_t k = g.at(7, 9);
  const double rho = g.rho[k], u = g.u[k], v = g.v[k], q2 = u * u + v * v;
  const std::pair<Quantity, double> wanted[] = {{Quantity::density, rho},
                                                {Quantity::pressure, 3},
                                                {Quantity::speed, std::sqrt(q2)},
                                                {Quantity::u, u},
                                                {Quantity::v, v},
                                                {Quantity::mach, std::sqrt(q2 / (1.4 * 3 / rho))},
                                                {Quantity::gas_energy, 3 / 0.4 + 0.5 * rho * q2},
                                                {Quantity::temperature, 3 / rho},
                                                {Quantity::schlieren, 5},
                                                {Quantity::vorticity, 5 - 2}};
  for (const auto& [q, value] : wanted) EXPECT_NEAR(run.read(q)[k], value, 1e-5 * std::abs(value)) << to_string(q);
}

// A picture, a file and a probe give the same value of a cell to the last bit, and so does a GPU (CudaGas).
TEST(GasRuns, give_the_same_value_however_it_is_read) {
  GasProblem g = still_gas(60, 40, 0.5, 0.25, 1, 1);
  for (std::size_t k = 0; k < g.cells(); ++k) {
    const auto n = static_cast<double>(k);
    g.rho[k] += 0.3 * std::sin(0.1 * n), g.p[k] += 0.2 * std::cos(0.7 * n), g.u[k] = std::sin(n), g.v[k] = 0.3;
  }
  GasRun run(g);
  std::vector<Watch> watches;
  for (const Quantity q : {Quantity::gas_energy, Quantity::mach, Quantity::temperature, Quantity::vorticity})
    for (std::int32_t cell = 0; cell < 2400; cell += 7) watches.push_back({cell, q});
  run.watch(watches);
  run.advance(3);
  const Notes notes = run.take_notes();
  ASSERT_EQ(notes.values.size(), 3 * watches.size());
  for (std::size_t n = 0; n < watches.size(); ++n) {
    const auto [cell, q] = watches[n];
    if (cell > 0 && watches[n - 1].quantity == q) continue;  // once per quantity
    const std::vector<float> seen = run.read(q);
    const std::vector<double> exact = run.read_exactly(q);
    for (std::size_t k = 0; k < g.cells(); ++k) ASSERT_EQ(seen[k], static_cast<float>(exact[k])) << to_string(q);
    for (std::size_t m = n; m < watches.size() && watches[m].quantity == q; ++m)
      ASSERT_EQ(notes.values[2 * watches.size() + m], exact[static_cast<std::size_t>(watches[m].cell)]) << to_string(q);
  }
}

TEST(GasRuns, name_the_value_that_prevents_a_run) {
  GasProblem g = still_gas(4, 3, 1, 1, 1, 1);
  EXPECT_EQ(why_not(g), "");
  g.p[5] = 0;
  EXPECT_EQ(why_not(g), "the pressure at cell (1, 1) is not above 0");
  g.p[5] = 1;
  g.sides.left = periodic;
  EXPECT_EQ(why_not(g), "left and right must both be periodic, or neither");
  g.sides.left = wall;
  g.parameters.gamma = 1;
  EXPECT_EQ(why_not(g), "gamma must be above 1");
}

}  // namespace
}  // namespace ez::gas::test
