// Tests the derivatives of a design's goal against central differences.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/design/adjoint.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// A guide along x meets a region of random media, and a guide along y leaves it. Lengths are in cells.
const std::string guides = R"(ezscope = 1
unit = "cell"
[grid]
cells = [84, 80]
cell = 0.05
precision = "double"
[[material]]
name = "glass"
eps = 4
[[material]]
name = "lossy"
eps = 2.5
sigma = 0.01
[[shape]]
kind = "rect"
min = [0, 36]
max = [40, 43]
material = "glass"
[[shape]]
kind = "rect"
min = [38, 40]
max = [45, 79]
material = "glass"
[[source]]
kind = "mode"
from = [18, 52]
to = [18, 28]
amplitude = 1
waveform = { kind = "cw", frequency = 2.5e8 }
[[monitor]]
name = "out"
kind = "mode"
from = [26, 66]
to = [58, 66]
frequencies = [299792458, 230609583]
[[monitor]]
name = "through"
kind = "flux"
from = [30, 62]
to = [54, 62]
frequencies = [299792458]
[[monitor]]
name = "point"
kind = "line"
from = [20, 41]
to = [60, 41]
frequencies = [299792458]
)";
constexpr NodeRect region{28, 25, 56, 55};

Scene random_scene() {
  Scene scene = parse_scene(guides, "guides").scene.value();
  std::mt19937 random(1);
  std::vector<std::uint8_t> greys(static_cast<std::size_t>((region.i1 - region.i0) * (region.j1 - region.j0)));
  for (std::uint8_t& g : greys) g = static_cast<std::uint8_t>(random() & 0xff);
  ImageShape image;
  image.picture = GreyPicture(region.i1 - region.i0, region.j1 - region.j0, greys);
  image.min = {region.i0 - 0.5, region.j0 - 0.5};
  image.max = {region.i1 - 0.5, region.j1 - 0.5};
  image.ramp = {"vacuum", "glass"};
  scene.shapes.push_back({image});
  scene.shapes.push_back({Rect{{40, 40}, {40, 40}}, "lossy"});
  return scene;
}

// Returns the scene with other numbers at one node.
Scene with_node(Scene scene, Node n, double eps, double sigma) {
  Material m;
  m.name = "moved";
  m.eps = eps, m.sigma = sigma;
  scene.materials.push_back(m);
  const Vec2 at = {static_cast<double>(n.i), static_cast<double>(n.j)};
  scene.shapes.push_back({Rect{at, at}, "moved"});
  return scene;
}

Medium medium_at(const Scene& scene, Node n) {
  const NodeMap map = rasterize(scene);
  return medium_of(scene, map, map.at(n.i, n.j));
}

class Adjoint : public testing::TestWithParam<const char*> {};

TEST_P(Adjoint, gives_the_derivative_of_the_goal) {
  const Scene scene = random_scene();
  AdjointRuns runs(scene, GetParam(), region, cpu_engine_maker(1), {.fading = 1e-9, .most_periods = 2000});
  const double value = runs.value(scene).value();
  ASSERT_GT(value, 0);
  const Derivatives d = runs.derivatives().value();
  double largest = 0;
  for (const double v : d.eps) largest = std::max(largest, std::abs(v));
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low));
  };
  for (int k = 0; k < 6; ++k) {
    const Node n = k == 0 ? Node{40, 40} : Node{pick(region.i0, region.i1), pick(region.j0, region.j1)};
    const std::size_t at = static_cast<std::size_t>((n.j - region.j0) * (region.i1 - region.i0) + n.i - region.i0);
    const Medium here = medium_at(scene, n);
    const auto difference = [&](double eps, double sigma) {
      const double up = runs.value(with_node(scene, n, here.eps + eps, here.sigma + sigma)).value();
      return up - runs.value(with_node(scene, n, here.eps - eps, std::max(here.sigma - sigma, 0.0))).value();
    };
    const double step = 2e-3;
    EXPECT_NEAR(d.eps[at], difference(step, 0) / (2 * step), 1e-5 * std::max(std::abs(d.eps[at]), 0.1 * largest))
        << "eps at " << n.i << ", " << n.j;
    if (k > 0) continue;
    const double loss = 1e-5;
    EXPECT_NEAR(d.sigma[at], difference(0, loss) / (2 * loss), 1e-4 * std::abs(d.sigma[at])) << "sigma";
  }
}

INSTANTIATE_TEST_SUITE_P(goals, Adjoint,
                         testing::Values("mode_forward(\"out\", 299792458)^2", "flux(\"through\", 299792458)",
                                         "ez(\"point\", 299792458, 1.03)^2",
                                         "mode_forward(\"out\", 299792458)^2 + 0.3*mode_forward(\"out\", 230609583)"));

}  // namespace
}  // namespace ez
