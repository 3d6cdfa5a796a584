// Tests the convergence verdict: the estimate itself, the other grids, and runs whose exact value is known.
#include "solver/study/convergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/formula.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/comparable_grid.h"

namespace ez {
namespace {

using Verdict = Convergence::Verdict;
const std::array<double, 3> cells = {1 / 0.7, 1, 1 / 1.4};

// Returns the values of f + c·Δ^p on the three grids.
std::array<double, 3> series(double f, double c, double p) {
  std::array<double, 3> out{};
  for (std::size_t k = 0; k < 3; ++k) out[k] = f + c * std::pow(cells[k], p);
  return out;
}

EngineMaker cpu() {
  EngineRequest request;
  request.backend = "cpu";
  return make_engine_maker(request).make;
}

Scene builtin(const std::string& name) { return load_scene(name).scene.value(); }

ConvergedScene converged(const Scene& scene) {
  return run_convergence(cpu(), scene, false, {}, [](std::uint64_t, std::uint64_t) { return true; });
}

TEST(Convergence, finds_order_and_limit_of_a_series) {
  for (const double p : {1.0, 1.5, 2.0}) {
    const Convergence c = estimate_convergence(cells, series(0.812, 0.03, p), 1e-9);
    ASSERT_EQ(c.verdict, Verdict::converged);
    EXPECT_NEAR(c.order, p, 1e-6);
    EXPECT_NEAR(c.extrapolated, 0.812, 1e-9);
    EXPECT_NEAR(c.uncertainty, 1.25 * 0.03 * std::pow(cells[2], p), 1e-9);
  }
}

TEST(Convergence, does_not_extrapolate_with_more_than_the_order_of_the_scheme) {
  const Convergence c = estimate_convergence(cells, series(1, 0.1, 5), 1e-9);
  EXPECT_NEAR(c.order, 5, 1e-6);
  EXPECT_LT(std::abs(c.extrapolated - 1), c.uncertainty);
  EXPECT_GT(c.uncertainty, 0.1 * std::pow(cells[2], 5));
}

TEST(Convergence, gives_no_interval_without_a_clean_order) {
  for (const std::array<double, 3>& values :
       {series(1, 0.1, 0.3), std::array<double, 3>{1, 2, 1.5}, std::array<double, 3>{1, 1.1, 1.3}}) {
    const Convergence c = estimate_convergence(cells, values, 1e-9);
    EXPECT_EQ(c.verdict, Verdict::not_converged);
    EXPECT_FALSE(c.has_interval());
    EXPECT_TRUE(std::isnan(c.order) && std::isnan(c.uncertainty) && std::isnan(c.extrapolated));
  }
}

TEST(Convergence, calls_values_equal_below_what_can_be_read) {
  const Convergence c = estimate_convergence(cells, {1, 1.0001, 1.00005}, 0.001);
  EXPECT_EQ(c.verdict, Verdict::unchanged);
  EXPECT_EQ(c.uncertainty, 0.001);
  EXPECT_EQ(c.extrapolated, 1.00005);
}

TEST(Convergence, needs_a_value_on_each_grid) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(estimate_convergence(cells, {1, nan, 2}, 0.1).verdict, Verdict::no_value);
}

TEST(Convergence, states_the_verdict_in_one_sentence) {
  const auto text = [](const Convergence& c) {
    return sentence_of(c, [](double v) { return std::to_string(v).substr(0, 5); }).english();
  };
  EXPECT_EQ(text(estimate_convergence(cells, series(0.812, 0.03, 2), 1e-9)), "0.812 ± 0.019 from the grid (order 2.0)");
  EXPECT_EQ(text(estimate_convergence(cells, {1, 2, 1.5}, 1e-9)),
            "not converged: 1.000, 2.000 and 1.500 on finer and finer grids");
}

TEST(ComparableGrid, keeps_the_lengths_of_the_scene) {
  for (const char* name : {"fabry-perot", "guide-metal", "cavity-rect", "slab-rings", "sod"}) {
    const Scene scene = builtin(name);
    const Vec2 own = extent(scene);
    for (const double factor : {0.7, 1.4}) {
      const Scene other = on_comparable_grid(scene, factor);
      const Vec2 size = extent(other);
      // Between absorbing sides the domain may end within half a cell.
      const auto tolerance = [&](Side side, double cell) {
        return facts_of(scene.boundary[side]).has_layer ? 0.51 * cell : 1e-9 * own.x;
      };
      EXPECT_NEAR(size.x, own.x, tolerance(Side::left, cell_size(other).x)) << name << " " << factor;
      EXPECT_NEAR(size.y, own.y, tolerance(Side::bottom, cell_size(other).y)) << name << " " << factor;
      if (facts_of(scene.boundary[Side::left]).has_layer) {
        EXPECT_EQ(other.grid.dx, other.grid.dy) << "engines are fastest with square cells";
      }
      const double actual = scene.grid.dx / other.grid.dx;
      EXPECT_GE(actual, factor * factor_below) << name;
      EXPECT_LE(actual, factor * factor_above) << name;
      if (scene.boundary.has_layer()) {
        const double layer = other.boundary.cpml.cells * other.grid.dx;
        EXPECT_NEAR(layer, scene.boundary.cpml.cells * scene.grid.dx, 0.51 * other.grid.dx) << name;
      }
    }
  }
}

// Returns the cells between the surfaces of the scene's only shape, on a grid with `factor` times as many cells, in
// units of the scene's own cell. `between`: the surfaces are between nodes, not on them.
double width_on(const std::string& shape, double factor, bool between) {
  const SceneResult r = parse_scene(R"(ezscope = 1
unit = "mm"
grid = { cells = [201, 40], cell = 1.0 }
material = [{ name = "glass", eps = 2 }]
shape = [)" + shape + "]\n",
                                    "t");
  EXPECT_TRUE(r.scene.has_value());
  const Scene other = on_comparable_grid(*r.scene, factor);
  const NodeRect nodes = bounds(other, other.shapes[0]);
  return (nodes.i1 - nodes.i0 - (between ? 0 : 1)) * other.grid.dx;
}

TEST(ComparableGrid, rounds_surfaces_as_the_scene_does) {
  for (const double factor : {0.7, 1.4}) {
    EXPECT_NEAR(
        width_on(R"({ kind = "rect", material = "glass", min = [99.5, -10], max = [129.5, 60] })", factor, true), 30,
        0.1);
    EXPECT_NEAR(width_on(R"({ kind = "rect", material = "pec", min = [150, -10], max = [156, 60] })", factor, false), 6,
                0.1)
        << "metal ends at nodes";
  }
}

TEST(ConvergenceRun, interval_contains_the_exact_resonance) {
  const ConvergedScene c = converged(builtin("half-filled-cavity"));
  ASSERT_EQ(c.checks.size(), 1u);
  ASSERT_EQ(c.checks[0].verdict, Verdict::converged);
  EXPECT_NEAR(c.checks[0].order, 2, 0.5);
  const double theory = c.own.readings[0].theory;
  EXPECT_LT(std::abs(c.checks[0].extrapolated - theory), c.checks[0].uncertainty);
  EXPECT_LT(std::abs(c.checks[0].extrapolated - theory), std::abs(c.own.readings[0].measured - theory) / 4);
}

TEST(ConvergenceRun, reads_the_scene_itself_as_a_single_run_does) {
  const Scene scene = builtin("half-filled-cavity");
  const CheckedScene alone = run_checks(cpu(), scene, false, [](std::uint64_t, std::uint64_t) { return true; });
  EXPECT_EQ(converged(scene).own.readings, alone.readings);
}

TEST(ConvergenceRun, names_the_grid_that_cannot_run) {
  Scene scene = builtin("half-filled-cavity");
  const ConvergedScene c =
      run_convergence(cpu(), scene, false, {0.1, 1.4}, [](std::uint64_t, std::uint64_t) { return true; });
  ASSERT_EQ(c.checks.size(), 1u);
  EXPECT_EQ(c.checks[0].verdict, Verdict::no_value);
  EXPECT_NE(c.checks[0].problem.find("times as many cells: "), std::string::npos) << c.checks[0].problem;
  EXPECT_TRUE(std::isfinite(c.own.readings[0].measured)) << "the other values stand";
}

TEST(ConvergenceRun, can_be_cancelled) {
  const ConvergedScene c = run_convergence(cpu(), builtin("half-filled-cavity"), false, {},
                                           [](std::uint64_t done, std::uint64_t) { return done < 300; });
  EXPECT_TRUE(c.cancelled);
  EXPECT_TRUE(c.checks.empty());
}

// Returns theory of each check for a grid that hardly rounds the lengths of the scene any more; NaN if theory reads the
// run.
std::vector<double> limits_of_theory(const Scene& scene) {
  Scene fine = on_comparable_grid(scene, 4);
  for (Check& c : fine.checks) c.after = "1e-18s";  // a single step
  std::vector<double> out;
  for (const CheckReading& r :
       run_checks(cpu(), fine, false, [](std::uint64_t, std::uint64_t) { return true; }).readings)
    out.push_back(r.theory);
  for (std::size_t k = 0; k < out.size(); ++k)
    if (Formula(scene.checks[k].theory, scene).reads_a_run()) out[k] = std::numeric_limits<double>::quiet_NaN();
  return out;
}

// Runs every built-in scene with a check on three grids, and prints a line for each check. Theory of some scenes
// leaves out more than the grid does, for example the finite width of a beam, so not every interval can contain it.
TEST(LongConvergence, most_intervals_contain_theory_and_are_narrow) {
  int all = 0, with_interval = 0, inside = 0;
  std::vector<double> ratios;  // width of the interval over the true error of the scene's own value
  for (const BuiltinScene& b : builtin_scenes()) {
    const Scene scene = builtin(std::string(b.name));
    if (scene.checks.empty()) continue;
    const ConvergedScene c = converged(scene);
    const std::vector<double> limits = limits_of_theory(scene);
    for (std::size_t k = 0; k < c.checks.size(); ++k) {
      const CheckReading& own = c.own.readings[k];
      const double truth = std::isfinite(limits[k]) ? limits[k] : own.theory;
      const Convergence& v = c.checks[k];
      const bool holds = v.has_interval() && std::abs(v.extrapolated - truth) <= v.uncertainty;
      ++all, with_interval += v.has_interval(), inside += holds;
      if (v.has_interval() && own.measured != truth)
        ratios.push_back(2 * v.uncertainty / std::abs(own.measured - truth));
      std::printf("%s\t%zu\t%d\t%.2f\t%.6g\t%.6g\t%.6g\t%.6g\t%d\t%s\n", std::string(b.name).c_str(), k,
                  static_cast<int>(v.verdict), v.order, own.measured, truth, v.extrapolated, v.uncertainty, holds,
                  v.problem.c_str());
    }
  }
  std::ranges::sort(ratios);
  ASSERT_FALSE(ratios.empty());
  const double median = ratios[ratios.size() / 2];
  std::printf("%d checks, %d intervals, %d contain theory, median width over error %.2f\n", all, with_interval, inside,
              median);
  EXPECT_GE(with_interval, 0.6 * all);
  EXPECT_GE(inside, 0.75 * with_interval);
  EXPECT_LE(median, 2);
}

}  // namespace
}  // namespace ez
