// Tests MUSCL–Hancock with HLLC against exact solutions and figures from the literature: its order, strong shocks, near
// vacuum, and walls between cells.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "helpers.h"
#include "solver/gas/of_scene.h"
#include "solver/gas/physics/muscl_hllc.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/raster/wall_rim.h"
#include "tube.h"

namespace ez::gas::test {
namespace {

constexpr Side wall = Side::wall, outflow = Side::outflow, periodic = Side::periodic;
constexpr double pi2 = 2 * std::numbers::pi;
constexpr auto both_precisions = {Precision::float32, Precision::float64};

EngineChoice in(Precision precision) {
  EngineChoice c;
  c.precision = precision;
  return c;
}

// ---- one dimension

struct Tube {
  const char* name;
  GasState left, right;
  double from, time;  // position of the initial jump, and time
  // Largest allowed errors of ρ, u and p, in parts of Roe's. Where most of the error lies in the two cells of a shock,
  // both schemes have much of it in common (docs/explanation/numerics.md).
  std::array<double, 3> parts = {0.5, 0.5, 0.5};
};
// Toro, Riemann Solvers, 3rd ed., table 6.2.
constexpr Tube tubes[] = {
    {"Sod", {1, 0, 1}, {0.125, 0, 0.1}, 0.5, 0.2},
    {"Toro 1", {1, 0.75, 1}, {0.125, 0, 0.1}, 0.3, 0.2, {0.5, 0.58, 0.5}},
    {"Toro 3", {1, 0, 1000}, {1, 0, 0.01}, 0.5, 0.012},
    {"Toro 4", {5.99924, 19.5975, 460.894}, {5.99242, -6.19633, 46.095}, 0.4, 0.035, {0.5, 0.66, 0.89}},
    {"Toro 5", {1, -19.59745, 1000}, {1, -19.59745, 0.01}, 0.8, 0.012},
};

// Returns the mean absolute difference of ρ, u and p from the exact solution.
std::array<double, 3> errors_of(const Tube& t, int n, Scheme scheme, Precision precision) {
  GasProblem g = tube(n, 1, scheme);
  g.dy = 1e9;
  g.parameters.entropy_fix = 0.1;
  for (int i = 0; i < n; ++i) {
    const GasState& s = i + 0.5 < t.from * n ? t.left : t.right;
    const std::size_t k = g.at(i, 0);
    g.rho[k] = s.rho, g.u[k] = s.u, g.p[k] = s.p;
  }
  GasRun run(g, in(precision));
  run.advance_until(t.time);
  EXPECT_FALSE(run.progress().failure) << t.name;
  const Arrays s = run.state();
  const RiemannProblem exact(t.left, t.right, 1.4);
  std::array<double, 3> sum{};
  for (int i = 0; i < n; ++i) {
    const GasState e = exact.at(((i + 0.5) / n - t.from) / t.time);
    const auto k = static_cast<std::size_t>(i);
    sum[0] += std::abs(s[0][k] - e.rho) / n;
    sum[1] += std::abs(s[1][k] - e.u) / n;
    sum[2] += std::abs(s[3][k] - e.p) / n;
  }
  return sum;
}

TEST(GasMuscl, has_half_the_error_of_roe_in_tubes) {
  for (const Precision precision : both_precisions)
    for (const Tube& t : tubes) {
      const auto roe = errors_of(t, 400, Scheme::roe, precision),
                 muscl = errors_of(t, 400, Scheme::muscl_hllc, precision);
      fmt::print("{}: of Roe's errors in ρ, u, p {:.2f} {:.2f} {:.2f}\n", t.name, muscl[0] / roe[0], muscl[1] / roe[1],
                 muscl[2] / roe[2]);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_LT(muscl[k], t.parts[k] * roe[k]) << t.name << ", quantity " << k;
    }
}

// Woodward and Colella, J. Comput. Phys. 54, 115 (1984): the density peak after the collision of the two blasts is
// about 6.5.
TEST(GasMuscl, two_colliding_blasts_reach_the_published_peak) {
  for (const Precision precision : both_precisions) {
    const int n = 1200;
    GasProblem g = still_gas(n, 1, 1.0 / n, 1e9, 1, 0.01);
    g.scheme = Scheme::muscl_hllc;
    g.sides = {wall, wall, periodic, periodic};
    for (int i = 0; i < n; ++i)
      if (const double x = (i + 0.5) / n; x < 0.1 || x > 0.9) g.p[g.at(i, 0)] = x < 0.5 ? 1000 : 100;
    GasRun run(g, in(precision));
    run.advance_until(0.038);
    EXPECT_FALSE(run.progress().failure);
    const Arrays s = run.state();
    const double peak = *std::max_element(s[0].begin(), s[0].end());
    fmt::print("peak of the density {:.3f}\n", peak);
    EXPECT_GE(peak, 6.0);
    EXPECT_LE(peak, 6.6);
  }
}

TEST(GasMuscl, keeps_a_contact_at_rest_to_the_bit) {
  GasProblem g = tube(100, 3, Scheme::muscl_hllc, {1, 0, 0.7}, {0.001, 0, 0.7});
  GasRun run(g);
  run.advance(50);
  EXPECT_EQ(run.state()[1], g.u);
  const Arrays s = run.state();
  for (std::size_t k = 0; k < g.cells(); ++k) EXPECT_EQ(static_cast<float>(g.rho[k]), static_cast<float>(s[0][k]));
}

State<double> random_state(std::mt19937& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  const auto power = [&] { return std::pow(10, part(random)); };
  return {power(), 2 * part(random), 2 * part(random), power()};
}
TEST(GasMuscl, fluxes_of_equal_and_of_mirrored_sides_are_exact) {
  const Gas<double> gas{1.4, 0.4, 2.5, 3.5, 0, 0, 0, 1, 1};
  std::mt19937 random(11);
  for (int n = 0; n < 10000; ++n) {
    const State<double> l = random_state(random), r = random_state(random);
    const Conserved<double> own = hllc_flux(l, l, gas);
    ASSERT_EQ(own.mass, l.rho * l.u);
    ASSERT_EQ(own.x, fused(l.rho * l.u, l.u, l.p));
    ASSERT_EQ(own.y, l.rho * l.u * l.v);
    const Conserved<double> flux = hllc_flux(l, r, gas), mirrored = hllc_flux(mirror_x(r), mirror_x(l), gas);
    ASSERT_EQ(flux.mass, -mirrored.mass);
    ASSERT_EQ(flux.x, mirrored.x);
    ASSERT_EQ(flux.y, -mirrored.y);
    ASSERT_EQ(flux.energy, -mirrored.energy);
  }
}

// ---- order

using StateAt = std::function<State<double>(double x, double y)>;
// Returns the mean absolute difference of ρ after a time in which everything returns to its start.
double error_of_return(int n, double length, double time, const StateAt& start) {
  GasProblem g = still_gas(n, n, length / n, length / n, 1, 1);
  g.scheme = Scheme::muscl_hllc;
  g.sides = {periodic, periodic, periodic, periodic};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const State<double> s = start((i + 0.5) / n * length, (j + 0.5) / n * length);
      const std::size_t k = g.at(i, j);
      g.rho[k] = s.rho, g.u[k] = s.u, g.v[k] = s.v, g.p[k] = s.p;
    }
  GasRun run(g, in_double());
  run.advance_until(time);
  const Arrays s = run.state();
  double sum = 0;
  for (std::size_t k = 0; k < g.cells(); ++k) sum += std::abs(s[0][k] - g.rho[k]);
  return sum / static_cast<double>(g.cells());
}
void expect_second_order(int n, double length, double time, const StateAt& start) {
  const double coarse = error_of_return(n, length, time, start), fine = error_of_return(2 * n, length, time, start);
  const double order = std::log2(coarse / fine);
  fmt::print("{} and {} cells: {:.3g}, {:.3g}, order {:.2f}\n", n, 2 * n, coarse, fine, order);
  EXPECT_GE(order, 1.8);
}

TEST(GasMuscl, carries_a_density_wave_with_second_order) {
  expect_second_order(48, 1, 1, [](double x, double y) {
    return State<double>{1 + 0.2 * std::sin(pi2 * (x + y)), 1, -1, 1};
  });
}
// Yee, Sandham, Djomehri, J. Comput. Phys. 150, 199 (1999).
TEST(GasMuscl, carries_a_vortex_with_second_order) {
  expect_second_order(40, 10, 10, [](double x, double y) {
    constexpr double strength = 5, g = 1.4;
    const double dx = x - 5, dy = y - 5, swirl = strength / pi2 * std::exp(0.5 * (1 - dx * dx - dy * dy));
    const double warmth = 1 - (g - 1) / (2 * g) * swirl * swirl, rho = std::pow(warmth, 1 / (g - 1));
    return State<double>{rho, 1 - swirl * dy, 1 + swirl * dx, rho * warmth};
  });
}

// ---- density and pressure stay positive

TEST(GasMuscl, empties_no_cell_from_random_states) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  const Side sides[] = {wall, outflow, periodic};
  int failed = 0;
  for (int n = 0; n < 2000; ++n) {
    GasProblem g = still_gas(12, 10, 1, 1.3, 1, 1);
    g.scheme = Scheme::muscl_hllc;
    g.sides = {sides[n % 3], sides[n % 3], sides[n / 3 % 3], sides[n / 3 % 3]};
    for (std::size_t k = 0; k < g.cells(); ++k) {
      g.rho[k] = std::pow(10, 6 * part(random) - 3);
      g.p[k] = std::pow(10, 8 * part(random) - 4);
      const double speed = std::sqrt(1.4 * g.p[k] / g.rho[k]) * std::pow(10, 2 * part(random) - 1);
      const double angle = pi2 * part(random);
      g.u[k] = speed * std::cos(angle), g.v[k] = speed * std::sin(angle);
    }
    EngineChoice choice = in(n % 2 == 0 ? Precision::float32 : Precision::float64);
    choice.threads = 1;
    GasRun run(g, choice);
    run.advance(30);
    failed += run.progress().failure.has_value();
  }
  EXPECT_EQ(failed, 0);
}

TEST(GasMuscl, withstands_near_vacuum_and_strong_blasts) {
  for (const Precision precision : both_precisions)
    for (const auto& [left, right, time] : {std::tuple{GasState{1, -2, 0.4}, GasState{1, 2, 0.4}, 0.15},
                                            std::tuple{GasState{1, -8, 0.4}, GasState{1, 8, 0.4}, 0.05},
                                            std::tuple{GasState{1, 0, 1e6}, GasState{1e-3, 0, 1}, 1e-5}}) {
      GasProblem g = tube(200, 3, Scheme::muscl_hllc, left, right);
      GasRun run(g, in(precision));
      run.advance_until(time);
      EXPECT_FALSE(run.progress().failure);
    }
}

// A step that would empty a cell is repeated with half of Δt. A fixed step is not.
TEST(GasMuscl, repeats_failing_steps_with_half_the_length) {
  GasProblem g = tube(60, 1, Scheme::muscl_hllc, {1, -30, 0.4}, {1, 30, 0.4});
  g.parameters.cfl = 4;
  GasRun run(g, in_double());
  run.advance(40);
  EXPECT_FALSE(run.progress().failure);
  EXPECT_GT(run.progress().steps, 0);
  EXPECT_LT(run.progress().steps, 40) << "no step had to be repeated";
  g.parameters.dt = 4.0 / 60 / 30;
  GasRun fixed(g, in_double());
  fixed.advance(40);
  EXPECT_TRUE(fixed.progress().failure);
}

// ---- walls between cells

Scene scene_of(const std::string& text) {
  const SceneResult result = parse_scene(text, "test");
  for (const Message& m : result.messages)
    if (m.kind == Message::Kind::error) ADD_FAILURE() << to_string(m);
  Scene scene = result.scene.value();
  scene.gas.scheme = GasScheme::muscl_hllc;
  return scene;
}
struct Field {
  GasProblem g;
  Arrays s;
  double of(int array, double x, double y) const {  // bilinear between cell centres
    const double fi = x / g.dx - 0.5, fj = y / g.dy - 0.5;
    const int i = std::clamp(static_cast<int>(std::floor(fi)), 0, g.nx - 2),
              j = std::clamp(static_cast<int>(std::floor(fj)), 0, g.ny - 2);
    const double wx = fi - i, wy = fj - j;
    const auto at = [&](int a, int b) { return s[static_cast<std::size_t>(array)][g.at(a, b)]; };
    return (1 - wy) * ((1 - wx) * at(i, j) + wx * at(i + 1, j)) +
           wy * ((1 - wx) * at(i, j + 1) + wx * at(i + 1, j + 1));
  }
};
Field run_scene(const std::string& text, double time) {
  const Scene scene = scene_of(text);
  Field f{gas_of(scene, rasterize(scene)), {}};
  GasRun run(f.g, in(scene.grid.precision));
  run.advance_until(time);
  EXPECT_FALSE(run.progress().failure);
  f.s = run.state();
  return f;
}

std::string wind(int nx, int ny, double cell, double speed, const char* more) {
  return fmt::format(
      "ezscope = 1\nphysics = \"gas\"\nunit = \"m\"\n[grid]\ncells = [{}, {}]\ncell = {}\nbackground = \"wind\"\n"
      "[boundary]\nbottom = \"{}\"\n[[state]]\nname = \"wind\"\ndensity = 1.4\nvelocity = [{}, 0]\npressure = 1\n{}",
      nx, ny, cell, speed > 5 ? "outflow" : "wall", speed, more);
}
constexpr const char* wedge =
    "[[shape]]\nkind = \"polygon\"\nwall = true\npoints = [[0.5, 0], [3.2, 0], [3.2, 0.723464]]\n";
constexpr const char* cylinder = "[[shape]]\nkind = \"circle\"\nwall = true\ncenter = [2, 3]\nradius = 1\n";

TEST(GasMuscl, finds_walls_between_cells) {
  const Scene scene = scene_of(wind(150, 90, 0.02, 3, wedge));
  const auto all = wall_crossings(scene, rasterize(scene));
  ASSERT_GT(all.size(), 100u);
  const double angle = std::atan(0.723464 / 2.7);
  int slanted = 0;
  for (const WallCrossing& w : all) {
    const double x = (w.cell.i + 0.5 + w.part * w.di) * 0.02, y = (w.cell.j + 0.5 + w.part * w.dj) * 0.02;
    if (x < 0.6 || x > 3.1 || y < 0.02) continue;
    ++slanted;
    EXPECT_NEAR(y, (x - 0.5) * std::tan(angle), 1e-6);
    EXPECT_NEAR(w.normal.x, std::sin(angle), 1e-5);
    EXPECT_NEAR(w.normal.y, -std::cos(angle), 1e-5);
  }
  EXPECT_GT(slanted, 100);
}
// A wall along the faces between cells acts as a plain mirror.
TEST(GasMuscl, walls_along_faces_are_not_slanted) {
  const Scene scene =
      scene_of(wind(60, 40, 0.1, 1, "[[shape]]\nkind = \"rect\"\nwall = true\nmin = [1, 1]\nmax = [2.5, 2.0]\n"));
  EXPECT_TRUE(wall_crossings(scene, rasterize(scene)).empty());
}

// 15° at Mach 3: p = 2.8216 and ρ = 1.4 · 2.0324 behind the oblique shock, and 1 in front of it.
TEST(GasMuscl, a_wedge_deflects_the_flow_as_theory_predicts) {
  const Field f = run_scene(wind(240, 144, 0.0125, 3, wedge), 4);
  fmt::print("p {:.4f}, ρ {:.4f}, before {:.4f}\n", f.of(3, 2, 0.7), f.of(0, 2, 0.7), f.of(3, 2, 1.1));
  EXPECT_NEAR(f.of(3, 2, 0.7), 2.8216, 0.02 * 2.8216);
  EXPECT_NEAR(f.of(0, 2, 0.7), 1.4 * 2.0324, 0.02 * 2.8454);
  EXPECT_NEAR(f.of(3, 2, 1.1), 1, 0.01);
}

// Returns the distance of the bow shock from the cylinder's centre on a ray at `angle` from the flow, in radii. The
// pressure there is halfway up to that behind a shock as inclined as the ray.
double bow_at(const Field& f, double angle) {
  const double level = 0.5 * (1 + 116.5 * std::pow(std::cos(angle), 2));
  double before = 0;
  for (double r = 2; r > 1; r -= 0.25 * f.g.dx) {
    const double x = 2 - r * std::cos(angle), y = 3 + r * std::sin(angle);
    const double p = x < 0.5 * f.g.dx ? 1 : f.of(3, x, y);
    if (p > level) return r + 0.25 * f.g.dx * (p - level) / (p - before);
    before = p;
  }
  return 1;
}
void expect_bow_shock(int refined, double ragged) {
  const double cell = 0.025 / refined;
  const Field f = run_scene(wind(120 * refined, 240 * refined, cell, 10, cylinder), 4);
  std::vector<double> bow;
  for (int degrees = -50; degrees <= 50; degrees += 2) bow.push_back(bow_at(f, degrees * pi2 / 360));
  double worst = 0;  // second differences; for a smooth front only its curvature
  for (std::size_t k = 1; k + 1 < bow.size(); ++k)
    worst = std::max(worst, std::abs(bow[k] - 0.5 * (bow[k - 1] + bow[k + 1])));
  const double ahead = bow[bow.size() / 2] - 1, stagnation = f.s[3][f.g.at(static_cast<int>(0.99 / cell), f.g.ny / 2)];
  fmt::print("shock {:.4f} R ahead, ragged by {:.4f} R, stagnation pressure {:.2f}\n", ahead, worst, stagnation);
  EXPECT_NEAR(stagnation, 129.2, 0.02 * 129.2);
  EXPECT_LT(worst, ragged);
  EXPECT_NEAR(ahead, 0.40, 0.02);
}
TEST(GasMuscl, a_blunt_body_has_a_smooth_bow_shock) { expect_bow_shock(1, 0.01); }
TEST(LongGasMuscl, a_blunt_body_has_a_smooth_bow_shock) { expect_bow_shock(2, 0.005); }

// Sedov, cylindrical, γ = 1.4: R = (E t²/(0.984 ρ))^¼. The front is at half of the density peak.
double front_of(const Field& f, double cx, double cy) {
  double peak = 0, at = 0;
  const auto rho = [&](double r) { return f.of(0, 0.5 + r * cx, 0.5 + r * cy); };
  for (double r = 0.02; r < 0.48; r += 0.1 * f.g.dx)
    if (rho(r) > peak) peak = rho(r), at = r;
  while (rho(at) > 0.5 * (peak + 1)) at += 0.05 * f.g.dx;
  return at;
}
TEST(GasMuscl, a_round_blast_grows_as_sedov_predicts) {
  const Field f = run_scene(
      "ezscope = 1\nphysics = \"gas\"\nunit = \"m\"\n[grid]\ncells = [256, 256]\ncell = 0.00390625\nbackground = "
      "\"air\"\n"
      "[[state]]\nname = \"air\"\ndensity = 1\npressure = 1e-5\n"
      "[[state]]\nname = \"charge\"\ndensity = 1\npressure = 1273.23954\n"
      "[[shape]]\nkind = \"circle\"\nstate = \"charge\"\ncenter = [0.5, 0.5]\nradius = 0.01\n",
      0.08);
  double energy = 0;
  for (const double p : f.g.p) energy += p / 0.4 * f.g.dx * f.g.dy;
  const double formula = std::pow(energy * 0.08 * 0.08 / 0.984, 0.25);
  const double along = front_of(f, 1, 0), diagonal = front_of(f, std::sqrt(0.5), std::sqrt(0.5));
  fmt::print("E {:.4f}: R {:.4f} by the formula, {:.4f} along an axis, {:.4f} along a diagonal\n", energy, formula,
             along, diagonal);
  EXPECT_NEAR(along, formula, 0.03 * formula);
  EXPECT_NEAR(diagonal, formula, 0.03 * formula);
  EXPECT_NEAR(diagonal, along, 0.03 * formula);
}

// Slanted walls are symmetric in x and y, independent of threads, and follow an edit during the run.
TEST(GasMuscl, slanted_walls_are_symmetric_and_follow_edits) {
  const int n = 48;
  GasProblem g = still_gas(n, n, 1, 1, 1, 1);
  g.scheme = Scheme::muscl_hllc;
  g.sides = {wall, wall, wall, wall};
  g.solid.assign(g.cells(), 0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (i + j < n / 2) g.p[g.at(i, j)] = 5;
      if (i + j > 3 * n / 2) g.solid[g.at(i, j)] = 1;
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (i + j != 3 * n / 2) continue;
      const double h = std::sqrt(0.5);
      if (i + 1 < n) g.slants.push_back({static_cast<std::int32_t>(g.at(i, j)), CellFace::right, h, h, 1.5});
      if (j + 1 < n) g.slants.push_back({static_cast<std::int32_t>(g.at(i, j)), CellFace::above, h, h, 1.5});
    }
  EngineChoice one, two;
  one.threads = 1, two.threads = 2;
  GasRun a(g, one), b(g, two);
  a.advance(150), b.advance(150);
  const Arrays s = a.state();
  EXPECT_EQ(s, b.state());
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      ASSERT_EQ(s[0][g.at(i, j)], s[0][g.at(j, i)]);
      ASSERT_EQ(s[1][g.at(i, j)], s[2][g.at(j, i)]);
    }
  GasProblem straight = g;
  straight.slants.clear();
  ASSERT_TRUE(a.apply(straight));
  a.advance(20), b.advance(20);
  EXPECT_NE(a.state(), b.state());
}

}  // namespace
}  // namespace ez::gas::test
