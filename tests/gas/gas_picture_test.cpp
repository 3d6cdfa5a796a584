// Tests that CPU pictures of a gas and of heat equal those of gas/picture.h, computed one pixel at a time, bit for bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "solver/base/denormals.h"
#include "solver/gas/picture.h"
#include "tube.h"

namespace ez::gas::test {
namespace {

constexpr int nx = 173, ny = 131;

enum class Walls { none, few, many };

GasProblem problem(Scheme scheme, Walls walls) {
  GasProblem g = still_gas(nx, ny, 0.5, 0.25, 1, 1);
  g.scheme = scheme;
  g.sides = {Side::wall, Side::outflow, Side::periodic, Side::periodic};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> d(-0.5, 0.5);
  for (std::size_t k = 0; k < g.cells(); ++k)
    g.rho[k] += d(random), g.p[k] += d(random), g.u[k] = d(random), g.v[k] = d(random);
  g.value = g.u;
  if (walls == Walls::none) return g;
  g.solid.assign(g.cells(), 0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      g.solid[g.at(i, j)] =
          walls == Walls::many ? random() % 5 == 0 : std::hypot(i - 60.0, j - 40.0) < 11 || (j == 0 && i > 100);
  return g;
}

// Returns windows of all sizes, inside the grid, across its edge and outside.
Shown window(std::mt19937& random, Quantity q) {
  const auto between = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  const auto axis = [&](int nodes, int pixels) {
    const double span = nodes * std::exp2(between(-6, 1.5)), middle = between(-0.2, 1.2) * nodes;
    return view_axis(middle - span / 2, middle + span / 2, pixels, nodes);
  };
  Shown s;
  s.quantity = q;
  s.width = std::uniform_int_distribution(1, 300)(random);
  s.height = std::uniform_int_distribution(1, 220)(random);
  const int kind = static_cast<int>(random() % 4);
  s.x = kind == 0 ? view_axis(-0.5, s.width - 0.5, s.width, nx) : axis(nx, s.width);  // one pixel per cell
  s.y = kind == 0 ? view_axis(-0.5, s.height - 0.5, s.height, ny) : axis(ny, s.height);
  return s;
}

std::string words_of(const Shown& s) {
  return fmt::format("{}: x {} + {}p of {}, y {} + {}q of {}", to_string(s.quantity), s.x.first, s.x.step, s.width,
                     s.y.first, s.y.step, s.height);
}

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

class GasPicture : public testing::TestWithParam<std::tuple<Scheme, Walls, Precision>> {
 protected:
  GasPicture()
      : problem_(problem(std::get<Scheme>(GetParam()), std::get<Walls>(GetParam()))), run_(problem_, choice()) {
    run_.advance(3);
  }
  bool is_heat_run() const { return is_heat(problem_.scheme); }
  // Makes one more cell NaN or infinite.
  void spoil(int i, int j, double value) {
    const auto k = static_cast<std::int32_t>(problem_.at(i, j));
    ASSERT_TRUE(is_heat_run() ? run_.paint(std::array{k}, std::array{value})
                              : run_.paint(std::array{k}, std::array{1.0, value, value, 2.0}));
  }
  // Reads the cells with separate requests.
  void read(Quantity q) {
    const DenormalsAreZero rounding;
    cells_.clear();
    for (const double v : run_.read_exactly(q)) cells_.push_back(static_cast<float>(v));
  }
  void expect_picture(const Shown& s) {
    const DenormalsAreZero rounding;
    std::vector<float> pixels(static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height), -7);
    const Seen seen = run_.draw(s, pixels.data());
    const auto value = [&](int i, int j) { return cells_[problem_.at(i, j)]; };
    const auto wall = [&](int i, int j) { return !problem_.solid.empty() && problem_.solid[problem_.at(i, j)] != 0; };
    float most = 0, least = std::numeric_limits<float>::infinity();
    bool finite = true;
    for (std::size_t k = 0; k < pixels.size(); ++k) {
      const int p = static_cast<int>(k) % s.width, q = static_cast<int>(k) / s.width;
      const float pixel = pixel_of(s, p, q, value, wall);
      ASSERT_TRUE(same(pixel, pixels[k]))
          << words_of(s) << ", pixel " << p << ", " << q << ": " << pixel << ", not " << pixels[k];
      finite &= std::isfinite(pixel);
      if (!std::isfinite(pixel)) continue;
      shown_ += pixel != 0;
      most = std::max(most, std::abs(pixel));
      if (shows_cell(s, p, q, wall)) least = std::min(least, pixel);
    }
    EXPECT_EQ(seen.max_abs, most) << words_of(s);
    EXPECT_EQ(seen.least, std::isfinite(least) ? least : 0) << words_of(s);
    EXPECT_EQ(seen.finite, finite) << words_of(s);
  }
  void expect_largest() {
    read(is_heat_run() ? Quantity::value : Quantity::density);
    double most = 0;
    std::size_t at = 0;
    for (std::size_t k = 0; k < cells_.size(); ++k)
      if (std::isfinite(cells_[k]) && std::abs(cells_[k]) > most) most = std::abs(cells_[k]), at = k;
    const Largest largest = run_.largest();
    EXPECT_EQ(largest.size, most);
    EXPECT_EQ(problem_.at(largest.i, largest.j), at);
  }

  static EngineChoice choice() {
    EngineChoice c;
    c.precision = std::get<Precision>(GetParam());
    c.threads = 3;
    return c;
  }
  GasProblem problem_;
  GasRun run_;
  std::vector<float> cells_;
  int shown_ = 0;  // number of pixels that are not 0
};

TEST_P(GasPicture, equals_its_pixels_one_by_one) {
  std::mt19937 random(3);
  for (const bool spoiled : {false, true}) {
    if (spoiled) {
      spoil(70, 77, std::numeric_limits<double>::quiet_NaN());
      spoil(20, 90, -std::numeric_limits<double>::infinity());
    }
    for (const QuantityFacts& q : quantities) {
      read(q.quantity);
      const bool has = std::any_of(cells_.begin(), cells_.end(), [](float v) { return v != 0; });
      for (int n = 0; n < (has ? 12 : 1); ++n) {
        expect_picture(window(random, q.quantity));
        if (HasFatalFailure()) return;
      }
    }
    expect_largest();
  }
  EXPECT_GT(shown_, 100000) << "the pictures show something";
}

INSTANTIATE_TEST_SUITE_P(All, GasPicture,
                         testing::Combine(testing::Values(Scheme::roe, Scheme::diffusion),
                                          testing::Values(Walls::none, Walls::few, Walls::many),
                                          testing::Values(Precision::float32, Precision::float64)));

}  // namespace
}  // namespace ez::gas::test
