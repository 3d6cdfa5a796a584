// Tests that a Gather takes the values in the arrays after its steps, for any batches and threads, across edits and
// checkpoints.
#include <gtest/gtest.h>

#include <random>

#include "cpu_scene.h"
#include "helpers.h"

namespace ez {
namespace {

std::vector<GatherPoint> points_of(const Scene& scene, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<GatherPoint> out;
  const auto in = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < 60; ++k) out.push_back({all_arrays[in(3)], {in(scene.grid.nx - 1), in(scene.grid.ny - 1)}});
  for (const FieldArray a : all_arrays) out.push_back({a, {0, 0}}), out.push_back({a, {scene.grid.nx - 2, 0}});
  return out;
}

// Returns the physical values at the points as the arrays hold them.
std::vector<double> values_at(Solver& solver, const std::vector<GatherPoint>& points) {
  const std::vector<double> fields[] = {solver.field(Quantity::ez), solver.field(Quantity::hx),
                                        solver.field(Quantity::hy)};
  std::vector<double> out;
  for (const GatherPoint& p : points)
    out.push_back(fields[index_of(p.array)][test::at(solver.scene(), p.node.i, p.node.j)]);
  return out;
}

TEST(Gather, takes_the_values_in_the_arrays_after_its_steps) {
  for (const Walls& walls :
       {Walls{cpml, cpml, cpml, cpml}, Walls{periodic, periodic, mur2, pmc}, Walls{pec, mur, periodic, periodic}})
    for (const int every : {1, 3, 7}) {
      const Scene scene = random_scene({57, 43, walls, true}, Precision::float64, 5);
      Solver steps(with_seams(1), scene), batches(with_seams(2), scene);
      const std::vector<GatherPoint> points = points_of(scene, 3);
      batches.set_gather({points, every});
      std::vector<double> want, times;
      for (int n = 1; n <= 60; ++n) {
        test::go_on(steps, 1);
        if (n % every != 0) continue;
        times.push_back(steps.time());
        for (const double v : values_at(steps, points)) want.push_back(v);
      }
      std::vector<double> got, at;
      for (const int n : {1, 5, 2, 13, 39}) {
        batches.advance(n);
        const Gathered g = batches.take_gathered();
        got.insert(got.end(), g.values.begin(), g.values.end());
        at.insert(at.end(), g.times.begin(), g.times.end());
      }
      EXPECT_EQ(at, times);
      ASSERT_EQ(got.size(), want.size());
      // The unit is applied to a float or a double: hx of field() is the engine's own product.
      for (std::size_t k = 0; k < got.size(); ++k) ASSERT_DOUBLE_EQ(got[k], want[k]) << k;
    }
}

TEST(Gather, continues_over_edits_and_returns_with_a_checkpoint) {
  Scene scene = random_scene({40, 40, {cpml, cpml, cpml, cpml}}, Precision::float32, 8);
  Solver solver(with_seams(2), scene);
  const std::vector<GatherPoint> points = points_of(scene, 4);
  solver.set_gather({points, 4});
  solver.advance(10);
  const Checkpoint then = solver.checkpoint();
  solver.advance(9);
  const std::vector<double> first = solver.take_gathered().values;
  EXPECT_EQ(first.size(), 4 * points.size());  // after 4, 8, 12, 16
  solver.restore(then);
  solver.advance(9);
  const std::vector<double> again = solver.take_gathered().values;
  ASSERT_EQ(again.size(), 2 * points.size());
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin() + std::ptrdiff_t(2 * points.size())));

  scene.materials[0].eps = 3;
  solver.apply(scene);
  solver.advance(5);
  const std::vector<double> edited = solver.take_gathered().values, now = values_at(solver, points);
  ASSERT_EQ(edited.size(), 2 * points.size());  // after 20, 24
  for (std::size_t k = 0; k < now.size(); ++k)
    EXPECT_NEAR(edited[points.size() + k], now[k], 1e-6 * std::abs(now[k])) << k;
  scene.grid.nx += 8;
  solver.apply(scene);
  solver.advance(8);
  EXPECT_TRUE(solver.take_gathered().values.empty()) << "another grid has other nodes";
}

TEST(Gather, restarts_with_the_run) {
  const Scene scene = random_scene({40, 40, {pec, pec, pec, pec}}, Precision::float32, 8);
  Solver solver(with_seams(1), scene);
  solver.set_gather({points_of(scene, 4), 5});
  solver.advance(12);
  const Gathered first = solver.take_gathered();
  solver.advance(3);
  solver.reset();
  solver.advance(12);
  const Gathered again = solver.take_gathered();
  EXPECT_EQ(again.times, first.times);
  EXPECT_EQ(again.values, first.values);
  EXPECT_DOUBLE_EQ(again.interval, 5 * solver.dt());
}

}  // namespace
}  // namespace ez
