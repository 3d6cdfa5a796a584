// Tests the parametrisation of designs: smoothing and projection with their derivative, symmetry, volume, outlines.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "solver/design/density.h"
#include "solver/design/outline.h"

namespace ez {
namespace {

const DensityMap::Region region{12, 9, {1, 1}};

Densities random_densities(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Densities out(count);
  for (double& v : out) v = static_cast<double>(random() % 1000) / 999;
  return out;
}

DensityMap map_with(std::string symmetry, std::optional<double> volume = {}, unsigned seed = 5) {
  const int margin = DensityMap::margin_of(region, 2.5);
  const auto count = static_cast<std::size_t>((region.width + 2 * margin) * (region.height + 2 * margin));
  return {region, 2.5, random_densities(count, seed), std::move(symmetry), volume};
}

TEST(Density, back_is_the_derivative_of_the_structure) {
  const DensityMap map = map_with("none");
  const Densities painted = random_densities(12 * 9, 1), weights = random_densities(12 * 9, 2);
  const auto value = [&](const Densities& p) {
    const Densities s = map.structure(p, 6);
    return std::inner_product(s.begin(), s.end(), weights.begin(), 0.0);
  };
  const Densities d = map.back(painted, 6, weights);
  for (std::size_t n = 0; n < painted.size(); n += 7) {
    Densities up = painted, down = painted;
    up[n] += 1e-5, down[n] -= 1e-5;
    EXPECT_NEAR(d[n], (value(up) - value(down)) / 2e-5, 1e-8) << n;
  }
}

TEST(Density, a_sharp_projection_is_black_and_white) {
  const DensityMap map = map_with("none");
  const Densities painted = random_densities(12 * 9, 3);
  EXPECT_GT(greyness(map.structure(painted, 1e-3)), 0.6);
  EXPECT_LT(greyness(map.structure(painted, 1e4)), 0.02);
  EXPECT_EQ(greyness(Densities(10, 0.5)), 1);
}

TEST(Density, a_uniform_material_with_equal_surroundings_stays_uniform) {
  const int margin = DensityMap::margin_of(region, 2.5);
  const auto count = static_cast<std::size_t>((region.width + 2 * margin) * (region.height + 2 * margin));
  const DensityMap map(region, 2.5, Densities(count, 1.0), "none", {});
  for (const double v : map.smoothed(Densities(12 * 9, 1.0))) EXPECT_NEAR(v, 1, 1e-12);
  EXPECT_LT(map.smoothed(Densities(12 * 9, 0.0))[4 * 12 + 5], 1e-12) << "the middle does not see the surroundings";
  EXPECT_GT(map.smoothed(Densities(12 * 9, 0.0))[0], 0.3) << "the corner does";
}

TEST(Density, each_symmetry_makes_equal_mirror_images) {
  const DensityMap::Region square{9, 9, {1, 1}};
  const auto count = static_cast<std::size_t>(15 * 15);
  const struct {
    const char* name;
    std::pair<int, int> (*image)(int, int);
  } mirrors[] = {{"left-right", [](int i, int j) { return std::pair(8 - i, j); }},
                 {"up-down", [](int i, int j) { return std::pair(i, 8 - j); }},
                 {"both", [](int i, int j) { return std::pair(8 - i, 8 - j); }},
                 {"diagonal", [](int i, int j) { return std::pair(j, i); }},
                 {"antidiagonal", [](int i, int j) { return std::pair(8 - j, 8 - i); }}};
  for (const auto& mirror : mirrors) {
    const DensityMap map(square, 2.5, Densities(count, 0.0), mirror.name, {});
    const Densities out = map.symmetric(random_densities(81, 4));
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 9; ++i) {
        const auto [x, y] = mirror.image(i, j);
        EXPECT_DOUBLE_EQ(out[static_cast<std::size_t>(9 * j + i)], out[static_cast<std::size_t>(9 * y + x)])
            << mirror.name << " " << i << ", " << j;
      }
  }
}

TEST(Density, a_volume_limit_holds_for_the_structure) {
  const DensityMap map = map_with("none", 0.3);
  Densities painted = random_densities(12 * 9, 6);
  map.restrict(painted, 8);
  const Densities s = map.structure(painted, 8);
  const double mean = std::accumulate(s.begin(), s.end(), 0.0) / static_cast<double>(s.size());
  EXPECT_LE(mean, 0.3 + 1e-9);
  EXPECT_GT(mean, 0.25) << "no more than necessary is removed";
}

TEST(Density, the_smallest_detail_is_measured) {
  const DensityMap::Region wide{40, 40, {1, 1}};
  Densities bar(1600);
  for (int j = 17; j < 24; ++j)
    for (int i = 0; i < 40; ++i) bar[static_cast<std::size_t>(40 * j + i)] = 1;  // 7 nodes wide
  const double width = measured_feature(bar, wide, 12);
  EXPECT_GE(width, 6);
  EXPECT_LE(width, 8);
  bar[40 * 5 + 5] = 1;
  bar[40 * 30 + 9] = 1;
  EXPECT_LT(measured_feature(bar, wide, 12), 3) << "two single nodes";
}

TEST(Adam, finds_a_maximum) {
  Adam adam;
  Densities x = {0.1, 0.9};
  for (int k = 0; k < 200; ++k) adam.step(x, {-2 * (x[0] - 0.6), -2 * (x[1] - 0.2)});
  EXPECT_NEAR(x[0], 0.6, 0.04);
  EXPECT_NEAR(x[1], 0.2, 0.04);
  const Densities before = x;
  adam.step(x, {0, 0});
  for (const double v : x) EXPECT_TRUE(std::isfinite(v));
}

// Returns whether a point is inside by the even-odd rule over all outlines.
bool inside(const std::vector<Outline>& all, double x, double y) {
  bool in = false;
  for (const Outline& o : all)
    for (std::size_t k = 0; k < o.points.size(); ++k) {
      const Vec2 a = o.points[k], b = o.points[(k + 1) % o.points.size()];
      if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
    }
  return in;
}

TEST(Outline, contains_exactly_the_nodes_above_the_level) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Densities values = random_densities(11 * 8, seed);
    const std::vector<Outline> all = outlines_of(values, 11, 8, 0.5);
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 11; ++i)
        EXPECT_EQ(inside(all, i + 1e-7, j + 1.3e-7), values[static_cast<std::size_t>(11 * j + i)] > 0.5)
            << "seed " << seed << ", node " << i << ", " << j;
  }
}

TEST(Outline, a_hole_has_a_negative_area) {
  Densities ring(100);
  for (int j = 1; j < 9; ++j)
    for (int i = 1; i < 9; ++i) ring[static_cast<std::size_t>(10 * j + i)] = i > 3 && i < 6 && j > 3 && j < 6 ? 0 : 1;
  const std::vector<Outline> all = outlines_of(ring, 10, 10, 0.5);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(all[0].area, 64 - 0.5, 0.01);
  EXPECT_NEAR(all[1].area, -(4 - 0.5) - 0, 4) << "between 2 × 2 nodes and their neighbours";
  EXPECT_LT(all[1].area, 0);
  EXPECT_LE(all[0].points.size(), 8u) << "points on straight lines are left out";
}

}  // namespace
}  // namespace ez
