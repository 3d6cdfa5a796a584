// Tests Roe's scheme in three dimensions against the plane scheme, and against itself rotated, mirrored and summed up.
#include "papers/box/box.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include "box.h"

namespace ez::gas::test {
namespace {

BoxChoice in(Precision precision, int threads = 0) {
  BoxChoice c;
  c.engine.precision = precision;
  c.engine.threads = threads;
  return c;
}
Arrays after(const BoxProblem& b, int steps, const BoxChoice& choice = in(Precision::float64)) {
  const auto box = make_box(b, choice);
  box->advance(steps);
  return box->state();
}

TEST(Box, a_tube_is_the_same_along_each_axis) {
  constexpr int n = 64;
  const Arrays x = after(tube_along(0, n, 5), 40), y = after(tube_along(1, n, 5), 40),
               z = after(tube_along(2, n, 5), 40);
  const BoxProblem along_x = tube_along(0, n, 5), along_y = tube_along(1, n, 5), along_z = tube_along(2, n, 5);
  const auto moved = [](const Arrays& s, std::size_t n) { return std::abs(s[0][n] - 1) > 1e-3 && s[0][n] > 0.2; };
  int seen = 0;
  for (int k = 0; k < n; ++k) {
    const std::size_t a = along_x.at(k, 2, 3), b = along_y.at(2, k, 3), c = along_z.at(2, 3, k);
    seen += moved(x, a);
    for (const std::size_t array : {0, 4}) {
      EXPECT_EQ(x[array][a], y[array][b]) << k;
      EXPECT_EQ(x[array][a], z[array][c]) << k;
    }
    EXPECT_EQ(x[1][a], y[2][b]) << k;
    EXPECT_EQ(x[1][a], z[3][c]) << k;
  }
  EXPECT_GT(seen, 10);
}

// The state neither moves along z nor varies along it.
TEST(Box, gives_the_bits_of_the_plane_scheme) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    constexpr int nx = 150, ny = 21, steps = 30;
    BoxProblem b = stirred_box(nx, ny, 3);
    b.x = Side::periodic, b.y = Side::wall, b.z = Side::outflow;
    GasProblem g = still_gas(nx, ny, b.dx, b.dy, 1, 1);
    g.sides = {Side::periodic, Side::periodic, Side::wall, Side::wall};
    g.parameters.dt = b.dt;
    g.parameters.entropy_fix = b.entropy_fix;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const std::size_t from = b.at(i, j, 1), to = g.at(i, j);
        g.rho[to] = b.rho[from], g.u[to] = b.u[from], g.v[to] = b.v[from], g.p[to] = b.p[from];
        for (int k = 0; k < 3; ++k) {
          const std::size_t n = b.at(i, j, k);
          b.rho[n] = b.rho[from], b.u[n] = b.u[from], b.v[n] = b.v[from], b.p[n] = b.p[from], b.w[n] = 0;
        }
      }
    EngineChoice choice;
    choice.precision = precision;
    GasRun plane(g, choice);
    plane.advance(steps);
    const Arrays flat = plane.state(), box = after(b, steps, in(precision));
    for (const auto& [of_plane, of_box] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 4}})
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < ny; ++j)
          for (int i = 0; i < nx; ++i)
            ASSERT_EQ(flat[static_cast<std::size_t>(of_plane)][g.at(i, j)],
                      box[static_cast<std::size_t>(of_box)][b.at(i, j, k)])
                << of_plane << ": " << i << ", " << j << ", " << k;
  }
}

TEST(Box, conserves_mass_momentum_and_energy) {
  for (const Side side : {Side::periodic, Side::wall}) {
    BoxProblem b = stirred_box(37, 22, 19);
    b.x = b.y = b.z = side;
    const auto sums = [&](const Arrays& s) {
      std::array<double, 5> sum{};
      for (std::size_t n = 0; n < b.cells(); ++n) {
        const double rho = s[0][n], u = s[1][n], v = s[2][n], w = s[3][n];
        sum[0] += rho, sum[1] += rho * u, sum[2] += rho * v, sum[3] += rho * w;
        sum[4] += s[4][n] / (b.gamma - 1) + 0.5 * rho * (u * u + v * v + w * w);
      }
      return sum;
    };
    const auto first = sums({b.rho, b.u, b.v, b.w, b.p}), last = sums(after(b, 60));
    for (const std::size_t of : {0, 1, 2, 3, 4}) {
      if (side == Side::wall && of > 0 && of < 4) continue;  // walls change the momentum
      EXPECT_NEAR(last[of], first[of], 1e-11 * std::abs(first[0])) << of;
    }
  }
}

TEST(Box, is_the_same_with_any_number_of_threads) {
  const BoxProblem b = stirred_box(140, 19, 11);
  const Arrays one = after(b, 20, in(Precision::float32, 1));
  for (const int threads : {2, 3}) EXPECT_EQ(after(b, 20, in(Precision::float32, threads)), one);
  EXPECT_NE(one[3][b.at(3, 4, 5)], static_cast<float>(b.w[b.at(3, 4, 5)]));
}

// A blast at the centre of a box of walls stays symmetric, and becomes more like a ball than like a cube.
TEST(Box, a_blast_stays_symmetric) {
  constexpr int n = 40;
  BoxProblem b = still_box(n, n, n, 1.0 / n, 1, 0.1);
  b.dt = 0.1 / n;
  const auto radius = [](int i, int j, int k) {
    return std::hypot(i + 0.5 - 0.5 * n, j + 0.5 - 0.5 * n, k + 0.5 - 0.5 * n);
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (radius(i, j, k) < 6) b.p[b.at(i, j, k)] = 4;
  const Arrays s = after(b, 60);
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const std::size_t here = b.at(i, j, k), there = b.at(n - 1 - i, n - 1 - j, n - 1 - k);
        ASSERT_EQ(s[0][here], s[0][there]);
        ASSERT_EQ(s[3][here], -s[3][there]);
        ASSERT_GT(s[4][here], 0);
      }
  const auto densest = [&](int di, int dj, int dk) {  // distance from the centre along a direction
    double best = 0, at = 0;
    for (int m = 0; m < n / 2; ++m) {
      const int i = n / 2 + di * m, j = n / 2 + dj * m, k = n / 2 + dk * m;
      if (s[0][b.at(i, j, k)] > best) best = s[0][b.at(i, j, k)], at = radius(i, j, k);
    }
    return at;
  };
  const double along = densest(1, 0, 0), across = densest(1, 1, 1);
  EXPECT_GT(along, 7);
  EXPECT_NEAR(across, along, 0.2 * along);
}

}  // namespace
}  // namespace ez::gas::test
