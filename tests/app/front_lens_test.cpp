// Tests the dispersion lens, which draws the pulse fronts that theory predicts for the running scene.
#include "app/ui/picture/front_lens.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

Scene with_pulse() {
  Scene scene;
  scene.grid.nx = scene.grid.ny = 201;
  scene.unit = Unit::mm;
  scene.grid.dx = scene.grid.dy = 1;
  scene.grid.courant = std::sqrt(0.5);
  Modulated wave;
  wave.frequency = c0 / 0.01, wave.width = 60e-12;
  Source source;
  source.geometry = PointSource{.at = {100, 100}};
  source.waveform = wave;
  scene.sources = {source};
  return scene;
}

TEST(FrontLens, is_a_circle_in_theory_and_a_slower_ring_on_the_grid) {
  Scene scene = with_pulse();
  const double peak = 4.5 * 60e-12, t = peak + 0.08 / c0;
  EXPECT_TRUE(pulse_fronts(scene, peak).empty()) << "the pulse has not left the source";
  const std::vector<PulseFront> fronts = pulse_fronts(scene, t);
  ASSERT_EQ(fronts.size(), 1u);
  const PulseFront& front = fronts.front();
  EXPECT_NEAR(front.radius, 0.08, 1e-12);
  EXPECT_NEAR(front.wavelength, 0.01, 1e-12);
  // Ten cells per wavelength and cΔt/Δ = ½. Along the axes the group velocity is ∂ω/∂k of sin(ωΔt/2) = ½·sin(kΔ/2).
  const double half = std::asin(2 * std::sin(pi / 20)), share = std::cos(half) / std::cos(pi / 20);
  EXPECT_NEAR(front.on_grid.front().x - front.centre.x, 0.08 * share, 1e-9);
  EXPECT_NEAR(front.lag, 0.08 * (1 - share), 1e-9);
  EXPECT_NEAR(std::remainder(front.angle, 90), 0, 1e-9) << "the lag is largest along an axis";
  const Vec2 diagonal = front.on_grid[45];
  EXPECT_GT(std::hypot(diagonal.x - front.centre.x, diagonal.y - front.centre.y), 0.08 * share);
}

TEST(FrontLens, is_hidden_unless_there_is_exactly_one_front) {
  const double late = 1e-9;
  Scene scene = with_pulse();
  scene.sources[0].on = false;
  EXPECT_TRUE(pulse_fronts(scene, late).empty());
  scene = with_pulse();
  scene.sources[0].waveform = Cw{};
  EXPECT_TRUE(pulse_fronts(scene, late).empty()) << "a continuous wave has no front";
  scene = with_pulse();
  Material sea;
  sea.name = "salt water", sea.sigma = 4;
  scene.materials = {sea};
  scene.grid.background = "salt water";
  EXPECT_TRUE(pulse_fronts(scene, late).empty());
}

}  // namespace
}  // namespace ez
