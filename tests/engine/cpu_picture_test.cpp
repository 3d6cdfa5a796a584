// Tests pictures drawn by the CPU engine, with few pixels for many nodes and many pixels for few nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "cpu_scene.h"
#include "solver/engine/cpu/cpu_engine.h"
#include "solver/physics/view.h"
#include "solver/run/solver.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// A picture with few pixels for many nodes shows a single node with its full value and sign, wherever it is.
TEST(CpuEngine, decimation_keeps_a_single_node_and_its_sign) {
  const auto engine = with_seams(3);
  const Scene scene = random_scene({301, 203, {pec, pec, pec, pec}}, Precision::float32, 5);
  const Problem p = problem_of(scene);
  engine->load(p);
  std::mt19937 random(9);
  for (int trial = 0; trial < 40; ++trial) {
    const int i = static_cast<int>(random() % 301), j = static_cast<int>(random() % 203);
    const float value = trial % 2 ? -3.0F : 3.0F;
    std::vector<float> field(std::size_t{301} * 203, trial % 2 ? 1.0F : -1.0F);
    field[static_cast<std::size_t>(j) * 301 + static_cast<std::size_t>(i)] = value;
    engine->write(FieldArray::ez, field.data());
    const PictureWindow w{-0.5, -0.5, 300.5, 202.5, 17 + trial, 13 + trial, Quantity::ez};
    std::vector<float> pixels(static_cast<std::size_t>(w.width * w.height));
    const PictureStats stats = engine->draw(w, pixels.data());
    EXPECT_EQ(stats.max_abs, 3.0F);
    EXPECT_EQ(std::count(pixels.begin(), pixels.end(), value), 1);
    const auto x = static_cast<std::size_t>((i + 0.5) / 301 * w.width),
               y = static_cast<std::size_t>((j + 0.5) / 203 * w.height);
    EXPECT_EQ(pixels[y * static_cast<std::size_t>(w.width) + x], value);
  }
}

// A pixel depends only on its own nodes, by the rule of physics/view.h, for any visible part of the grid. The nodes
// hold numbers of either sign and the same size, zeros of both signs, infinities and NaN.
TEST(CpuEngine, a_decimated_picture_equals_its_pixels_one_by_one) {
  constexpr int nx = 67, ny = 41;
  const auto engine = with_seams(3);
  engine->load(problem_of(random_scene({nx, ny, {pec, pec, pec, pec}}, Precision::float32, 5)));
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  constexpr float numbers[] = {-2,
                               -1,
                               -0.0F,
                               0,
                               1,
                               2,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN()};
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<float> field(std::size_t{nx} * ny);
    for (float& v : field) v = numbers[random() % (trial % 3 == 0 ? 9 : 6)];
    engine->write(FieldArray::ez, field.data());
    PictureWindow w{uniform(-90, 60),
                    uniform(-60, 40),
                    0,
                    0,
                    1 + static_cast<int>(random() % 50),
                    1 + static_cast<int>(random() % 30),
                    Quantity::ez};
    w.x1 = w.x0 + w.width * uniform(trial % 2 ? 1 : 0.2, 5), w.y1 = w.y0 + w.height * uniform(1, 5);
    const ViewAxis x = view_axis(w.x0, w.x1, w.width, nx), y = view_axis(w.y0, w.y1, w.height, ny);
    std::vector<float> pixels(static_cast<std::size_t>(w.width * w.height));
    engine->draw(w, pixels.data());
    for (int q = 0; q < w.height; ++q)
      for (int p = 0; p < w.width; ++p) {
        SignedExtreme<float> most = no_extreme<float>();
        for (int j = view_range(y, q).begin; j < view_range(y, q).end; ++j)
          for (int i = view_range(x, p).begin; i < view_range(x, p).end; ++i)
            add_extreme(most, field[static_cast<std::size_t>(j * nx + i)]);
        const float shown = pixels[static_cast<std::size_t>(q * w.width + p)];
        ASSERT_EQ(std::bit_cast<std::uint32_t>(shown), std::bit_cast<std::uint32_t>(value_of(most)))
            << "trial " << trial << ": pixel " << p << ", " << q << " is " << shown << ", not " << value_of(most);
      }
  }
}

TEST(CpuEngine, interpolation_is_exact_for_a_linear_field_and_zero_outside) {
  const auto engine = with_seams(2);
  const Scene scene = random_scene({32, 24, {pec, pec, pec, pec}}, Precision::float64, 5);
  engine->load(problem_of(scene));
  std::vector<double> field;
  for (int j = 0; j < 24; ++j)
    for (int i = 0; i < 32; ++i) field.push_back(2.0 * i - 3.0 * j);
  engine->write(FieldArray::ez, field.data());
  const PictureWindow w{5.25, 7.5, 10.25, 12.5, 40, 40, Quantity::ez};
  std::vector<float> pixels(1600);
  EXPECT_TRUE(engine->draw(w, pixels.data()).finite);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x)
      EXPECT_NEAR(pixels[static_cast<std::size_t>(y * 40 + x)],
                  2 * (5.25 + (x + 0.5) * 0.125) - 3 * (7.5 + (y + 0.5) * 0.125), 1e-5);
  const PictureWindow outside{-6, -5, -1, -0.5, 40, 40, Quantity::ez};
  engine->draw(outside, pixels.data());
  EXPECT_EQ(pixels, std::vector<float>(1600, 0.0F));
}

TEST(CpuEngine, every_quantity_is_that_of_its_node) {
  const auto engine = with_seams(2);
  Scene scene = random_scene({32, 24, {pec, pmc, pec, pec}}, Precision::float64, 5);
  const Problem p = problem_of(scene);
  engine->load(p);
  engine->start(batch_of(scene, 0, 40));
  engine->finish();
  const auto ez = read<double>(*engine, p, FieldArray::ez), hx = read<double>(*engine, p, FieldArray::hx),
             hy = read<double>(*engine, p, FieldArray::hy);
  const auto shown = [&](Quantity q, int i, int j) {
    float v = 0;
    engine->draw({i - 0.5, j - 0.5, i + 0.5, j + 0.5, 1, 1, q}, &v);
    return static_cast<double>(v);
  };
  for (int j = 1; j < 23; j += 3)
    for (int i = 1; i < 31; i += 3) {
      const auto k = static_cast<std::size_t>(j) * 32 + static_cast<std::size_t>(i);
      const double mx = 0.5 * (hx[k] + hx[k - 32]) * p.hx_unit, my = 0.5 * (hy[k] + hy[k - 1]) * p.hy_unit;
      const double h = std::hypot(mx, my), mu_0 = 4e-7 * 3.14159265358979323846,
                   eps_0 = 1 / (mu_0 * 299792458.0 * 299792458.0);
      const double eps = p.electric_palette[p.electric.at(i, j)].eps;
      const double energy = 0.5 * eps_0 * eps * ez[k] * ez[k] + 0.5 * mu_0 * h * h;
      EXPECT_FLOAT_EQ(static_cast<float>(shown(Quantity::hx, i, j)), static_cast<float>(hx[k] * p.hx_unit));
      EXPECT_FLOAT_EQ(static_cast<float>(shown(Quantity::hy, i, j)), static_cast<float>(hy[k] * p.hy_unit));
      EXPECT_FLOAT_EQ(static_cast<float>(shown(Quantity::abs_h, i, j)), static_cast<float>(h));
      EXPECT_FLOAT_EQ(static_cast<float>(shown(Quantity::energy, i, j)), static_cast<float>(energy));
      EXPECT_FLOAT_EQ(static_cast<float>(shown(Quantity::poynting, i, j)), static_cast<float>(std::abs(ez[k]) * h));
      EXPECT_EQ(shown(Quantity::abs_e, i, j), std::abs(shown(Quantity::ez, i, j)));
      EXPECT_EQ(shown(Quantity::material, i, j), p.electric.at(i, j));
    }
}

// If a boundary neither mirrors H with the opposite sign nor continues it, H beyond the boundary equals H before it.
TEST(CpuEngine, outermost_nodes_take_the_even_image_of_h) {
  constexpr int nx = 40, ny = 34;
  for (const BoundaryKind kind : {pec, pmc, BoundaryKind::mur1, mur2, cpml, periodic})
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const Scene scene = random_scene({nx, ny, {kind, kind, kind, kind}}, precision, 5);
      Solver solver(make_cpu_engine(2), scene);
      solver.advance(60);
      const std::vector<double> hx = solver.field(Quantity::hx), hy = solver.field(Quantity::hy),
                                abs_h = solver.field(Quantity::abs_h);
      const double beyond = kind == pmc ? -1 : 1;
      const auto at = [](int i, int j) { return static_cast<std::size_t>(j * nx + i); };
      const auto hx_at = [&](int i, int j) {
        if (kind == periodic) return hx[at(i, (j + ny) % ny)];
        return j < 0 ? beyond * hx[at(i, 0)] : j == ny - 1 ? beyond * hx[at(i, ny - 2)] : hx[at(i, j)];
      };
      const auto hy_at = [&](int i, int j) {
        if (kind == periodic) return hy[at((i + nx) % nx, j)];
        return i < 0 ? beyond * hy[at(0, j)] : i == nx - 1 ? beyond * hy[at(nx - 2, j)] : hy[at(i, j)];
      };
      const double close = precision == Precision::float32 ? 1e-6 : 1e-14;
      for (const bool many : {true, false}) {  // the two rules of a picture
        std::vector<float> pixels(static_cast<std::size_t>(nx * ny));
        const double grow = many ? 0 : 1e-9;  // pixels slightly narrower than a node, centred on nodes
        solver.draw({-0.5 + grow, -0.5 + grow, nx - 0.5 - grow, ny - 0.5 - grow, nx, ny, Quantity::abs_h},
                    pixels.data());
        for (int j = 0; j < ny; ++j)
          for (int i = 0; i < nx; ++i) {
            const double x0 = hx_at(i, j - 1), x1 = hx_at(i, j), y0 = hy_at(i - 1, j), y1 = hy_at(i, j);
            const double h = 0.5 * std::hypot(x0 + x1, y0 + y1);
            const double rounding = close * (std::abs(x0) + std::abs(x1) + std::abs(y0) + std::abs(y1));
            ASSERT_NEAR(abs_h[at(i, j)], h, rounding) << to_string(kind) << " " << i << " " << j;
            ASSERT_NEAR(pixels[at(i, j)], h, rounding + 1e-6 * h + (many ? 0 : 1e-6))
                << to_string(kind) << " " << i << " " << j;
          }
      }
    }
}

}  // namespace
}  // namespace ez
