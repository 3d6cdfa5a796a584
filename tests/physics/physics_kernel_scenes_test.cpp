// Tests that the kernel lab's scenes behave as their texts say. Each number that a reader may check is checked here.
#include "helpers.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scheme.h"

namespace ez::test {
namespace {

Scene load(const std::string& name) { return load_scene(name).scene.value(); }

TEST(KernelScene, presets_match_the_papers) {
  const auto preset = [](const char* name) {
    const Scene s = load(name);
    EXPECT_EQ(why_not(*find_scheme(s.run.scheme), s), "") << name;
    return s.run;
  };
  EXPECT_EQ(preset("cavity-1024"), (RunPreset{"takada", "", {{32, 4}}}));
  EXPECT_EQ(preset("minami-half"), (RunPreset{"split", "auto", {{16, 16}}}));
  EXPECT_EQ(preset("golovashkin-pulse"), (RunPreset{"runtime", "", {{100, 5}}}));
}

// Returns the mean of Ez over the middle third of rows j0 … j1, because the fronts leave a fine ripple behind them.
double mean(const Scene& s, const Field& ez, int j0, int j1) {
  double sum = 0;
  int count = 0;
  for (int j = j0; j <= j1; ++j)
    for (int i = s.grid.nx / 2 - 40; i < s.grid.nx / 2 + 40; ++i, ++count) sum += ez[at(s, i, j)];
  return sum / count;
}
TEST(KernelScene, minami_half_splits_into_halves) {
  const Scene s = load("minami-half");
  Solver solver = run(s, 200, 2);
  EXPECT_NEAR(c0 * solver.dt() / cell_size(s).x, 0.5, 1e-4);
  const Field ez = solver.field(Quantity::ez);
  const int middle = s.grid.ny / 2;
  EXPECT_NEAR(measured("between the fronts", mean(s, ez, middle - 60, middle + 60)), 0.5, 0.01);
  EXPECT_NEAR(measured("ahead of the lower", mean(s, ez, 0, middle - 130)), 0, 0.001);
  EXPECT_NEAR(measured("ahead of the upper", mean(s, ez, middle + 115, middle + 140)), 1, 0.01);
  EXPECT_NEAR(measured("at the top", mean(s, ez, s.grid.ny - 80, s.grid.ny - 1)), 1, 1e-9);
  // The lower front is at half its height, 100 cells below the middle.
  int front = 0;
  while (ez[at(s, s.grid.nx / 2, front)] < 0.25) ++front;
  EXPECT_NEAR(measured("cells the front has run", middle - front), 100, 2);
}

TEST(KernelScene, golovashkin_pulse_runs_200_cells_in_400_steps) {
  const Scene s = load("golovashkin-pulse");
  EXPECT_NEAR(c0 / *frequency(s.sources[0].waveform) / cell_size(s).x, 20, 1e-6);
  EXPECT_NEAR(s.grid.nx * cell_size(s).x, 1.5e-3, 1e-9);
  EXPECT_LT(0.3e-6, 1.5e-3 / 4000);
  Solver solver = run(s, 1100, 2);
  const std::vector<ProbeSamples> probes = solver.take_probes();
  // The envelope passes at the mean time of the energy.
  const auto passes = [&](std::size_t probe, std::size_t from, std::size_t to) {
    double sum = 0, moment = 0;
    for (std::size_t k = from; k < to; ++k) {
      const double v = probes[probe].values[k];
      sum += v * v, moment += v * v * static_cast<double>(k);
    }
    return moment / sum;
  };
  EXPECT_NEAR(measured("steps from probe to probe", passes(1, 600, 900) - passes(0, 200, 500)), 400, 8);
  const auto peak = [&](std::size_t probe) { return max_abs(probes[probe].values); };
  EXPECT_NEAR(measured("amplitude at the second over the first", peak(1) / peak(0)), 1, 0.05);
}

// Returns the energy within `radius` cells of the middle.
double within(Solver& solver, double radius) {
  const Grid& g = solver.scene().grid;
  const Field energy = solver.field(Quantity::energy);
  double sum = 0;
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      if (std::hypot(i - g.nx / 2, j - g.ny / 2) <= radius) sum += energy[at(solver.scene(), i, j)];
  return sum;
}
double everywhere(Solver& solver) { return within(solver, HUGE_VAL); }
TEST(KernelScene, fibre_keeps_its_light) {
  const Scene s = load("fibre");
  EXPECT_NEAR(std::sqrt(s.materials[0].eps), 1.45, 1e-12);
  const double steps_a_period = *first_period(s) / time_step(s);
  EXPECT_NEAR(1080 / steps_a_period, 27, 0.01);
  EXPECT_NEAR(2000 / steps_a_period, 50, 0.01);
  EXPECT_NEAR((5000 - 2000) / steps_a_period, 75, 0.01);
  const auto& lamp = std::get<Modulated>(s.sources[0].waveform);
  EXPECT_NEAR(2 * 4.5 * lamp.width * lamp.frequency, 27, 0.01);
  // The distance to the centres of the inner holes.
  const Vec2 hole = std::get<Circle>(s.shapes[0].geometry).center;
  const double radius = std::hypot(hole.x - 6.5, hole.y - 6.5) / s.grid.dx;
  Solver holes = run(s, 2000, 2);
  const double before = within(holes, radius);
  EXPECT_NEAR(measured("share at step 2000", before / everywhere(holes)), 0.92, 0.01);
  go_on(holes, 3000);
  const double after = within(holes, radius);
  EXPECT_NEAR(measured("share at step 5000", after / everywhere(holes)), 0.96, 0.01);
  EXPECT_NEAR(measured("kept", after / before), 0.51, 0.01);
  Solver none = run(scene_of_variant(s, 1).scene.value(), 2000, 2);
  EXPECT_LE(measured("without holes, of that with", within(none, radius) / before), 1e-12);
  // The scheme with packed permittivity can run the scene once its sides are metal.
  EXPECT_EQ(why_not(*find_scheme("packed-epsilon"), s), "boundary.left: packed-epsilon does not support cpml");
  const Scene metal = nearest_scene(*find_scheme("packed-epsilon"), s);
  EXPECT_EQ(metal.shapes, s.shapes);
  EXPECT_EQ(metal.grid, s.grid);
}

}  // namespace
}  // namespace ez::test
