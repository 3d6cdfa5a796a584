// Tests what must not change the result: the number of threads, the batch size, and the precision.
#include <cstring>

#include "helpers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

Scene busy_scene(Precision precision, std::array<BoundaryKind, 4> walls, int nx = 203, int ny = 157) {
  Scene s = grid(nx, ny, cpml, precision);
  s.boundary.side = walls;
  s.materials = {{"a", 2.25, 1, 0, 0, {}}, {"b", 4, 1.5, 0.03, 500, {}}};
  s.shapes = {{Circle{{0.6 * nx, 0.4 * ny}, 0.2 * nx}, "a"},
              {Rect{{10.0, 0.6 * ny}, {0.5 * nx, ny - 1.0}}, "b"},
              {Stroke{{{0.3 * nx, 0.1 * ny}, {0.35 * nx, 0.5 * ny}}, 2}, "pec"}};
  s.sources = {point(0.2 * nx, 0.3 * ny, Cw{frequency_of(s, 20), 3, 0}),
               line({0.7 * nx, 0.7 * ny}, {0.8 * nx, 0.9 * ny}, Cw{frequency_of(s, 24), 3, 30}, 20),
               point(0.5 * nx, 0.2 * ny, Ricker{frequency_of(s, 25), {}}, 50, true)};
  for (int k = 1; k < 8; ++k) s.probes.push_back({std::to_string(k), {k * nx / 8.0, 0.55 * ny}});
  return s;
}
using Walls = std::array<BoundaryKind, 4>;
constexpr Walls open_walls = {cpml, cpml, cpml, cpml}, mixed_walls = {mur1, pmc, cpml, mur1};

void expect_equal_bits(Solver& a, Solver& b) {
  for (Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy}) {
    const Field x = a.field(q), y = b.field(q);
    ASSERT_EQ(x.size(), y.size());
    EXPECT_EQ(std::memcmp(x.data(), y.data(), x.size() * sizeof(double)), 0) << "quantity " << static_cast<int>(q);
  }
  const auto p = a.take_probes(), q = b.take_probes();
  ASSERT_EQ(p.size(), q.size());
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_EQ(p[k].values, q[k].values) << "probe " << k;
}

TEST(Threads, one_two_three_and_seven_give_the_same_bits) {
  for (Precision precision : {Precision::float32, Precision::float64})
    for (const Walls& walls : {open_walls, mixed_walls}) {
      const Scene s = busy_scene(precision, walls);
      Solver one = run(s, 400, 1);
      const auto probes = one.take_probes();
      for (int threads : {2, 3, 7}) {
        SCOPED_TRACE(threads);
        Solver again = run(s, 400, 1), many = run(s, 400, threads);
        expect_equal_bits(again, many);
      }
    }
}
TEST(Threads, more_threads_than_rows_give_the_same_bits) {
  const Scene s = busy_scene(Precision::float32, mixed_walls, 64, 26);
  Solver one = run(s, 200, 1), many = run(s, 200, 32);
  expect_equal_bits(one, many);
}
TEST(Batches, their_size_does_not_change_the_result) {
  const Scene s = busy_scene(Precision::float32, mixed_walls);
  Solver whole = run(s, 300), parts = solver_for(s, 2);
  for (int n = 0, left = 300; left > 0; ++n) {
    const int steps = std::min(left, 1 + n % 7);
    parts.advance(steps);
    left -= steps;
  }
  parts.wait();
  EXPECT_EQ(parts.step(), 300u);
  expect_equal_bits(whole, parts);
}
TEST(Reset, starts_over_to_the_bit) {
  const Scene s = busy_scene(Precision::float32, mixed_walls);
  Solver fresh = run(s, 150), again = run(s, 333);
  again.reset();
  EXPECT_EQ(again.step(), 0u);
  EXPECT_EQ(again.time(), 0.0);
  EXPECT_EQ(max_abs(again.field(Quantity::ez)), 0.0);
  go_on(again, 150);
  fresh.take_probes();
  again.take_probes();
  expect_equal_bits(fresh, again);
}

TEST(Precision, float_follows_double_within_1e_5_in_an_open_scene) {
  Solver single = run(busy_scene(Precision::float32, open_walls), 10000);
  Solver twice = run(busy_scene(Precision::float64, open_walls), 10000);
  for (Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy})
    EXPECT_LE(measured("float against double, L2", l2_difference(single.field(q), twice.field(q))), 1e-5)
        << static_cast<int>(q);
}

// In a closed box every rounding of a coefficient shifts the frequency for good. So the double run gets the same
// rounded coefficients.
void round_to_float(double& v) { v = static_cast<double>(static_cast<float>(v)); }
TEST(Precision, float_follows_double_within_1e_5_in_a_closed_box) {
  Scene s = grid(131, 97, pec, Precision::float32);
  s.materials = {{"a", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Circle{{80, 50}, 25}, "a"}};
  Field start(static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny));
  for (int j = 0; j < s.grid.ny; ++j)
    for (int i = 0; i < s.grid.nx; ++i) {
      const double r = std::hypot(i - 50, j - 40) / 30;
      if (r < 1) start[at(s, i, j)] = static_cast<float>(std::pow(std::cos(0.5 * pi * r), 2));
    }
  Solver single = solver_for(s);
  s.grid.precision = Precision::float64;
  Solver twice = solver_for(s);
  Problem rounded = twice.problem();
  for (ElectricEntry& e : rounded.electric_palette) round_to_float(e.ca), round_to_float(e.cb);
  for (MagneticEntry& m : rounded.magnetic_palette) round_to_float(m.da), round_to_float(m.dbx), round_to_float(m.dby);
  twice.engine().load(rounded);
  start_at_rest(single, start);
  start_at_rest(twice, start);
  go_on(single, 10000);
  go_on(twice, 10000);
  EXPECT_LE(measured("float against double, L2", l2_difference(single.field(Quantity::ez), twice.field(Quantity::ez))),
            1e-5);
}

// A decayed field must not slow down or stall on denormals. It must end at zero or near it, not at noise.
TEST(Draining, an_absorbed_pulse_leaves_nothing_behind) {
  Scene s = grid(96, 96, cpml, Precision::float32);
  s.sources = {point(48, 48, pulse(frequency_of(s, 16)))};
  Solver solver = run(s, 150);
  const double peak = solver.health().max_abs;
  go_on(solver, 6000);
  EXPECT_GT(peak, 0.1);
  EXPECT_LE(solver.health().max_abs, 1e-5 * peak);
}

}  // namespace
}  // namespace ez::test
