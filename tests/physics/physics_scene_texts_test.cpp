// Tests that the probes show the values given in the built-in scenes' texts. Each number that a reader may check is
// checked here.
#include "helpers.h"
#include "solver/scene/file/scene_file.h"
#include "solver/theory/waves.h"

namespace ez::test {
namespace {

Scene load(const char* name) { return load_scene(name).scene.value(); }
Field series(Solver& solver, std::size_t probe) { return solver.take_probes().at(probe).values; }

// Returns the amplitude of every probe over the last periods of a run of `steps`.
Field amplitudes(const Scene& s, int steps, double periods = 6) {
  const double f = *frequency(s.sources[0].waveform);
  Solver solver = run(s, steps, 2);
  const auto last = static_cast<std::size_t>(std::lround(periods / f / solver.dt()));
  Field out;
  for (const ProbeSamples& p : solver.take_probes())
    out.push_back(std::abs(phasor(p.values, 2 * pi * f, solver.dt(), solver.dt(), p.values.size() - last)));
  return out;
}

TEST(SceneText, double_slit_is_bright_at_centre_and_first_order_and_dark_between) {
  const Field a = amplitudes(load("double-slit"), 1600);
  EXPECT_GE(a[1], 0.5 * a[0]);
  EXPECT_LE(measured("dark over centre", a[2] / a[0]), 0.15);
  EXPECT_NEAR(measured("centre, V/m", a[0]), 0.4, 0.05);
  EXPECT_NEAR(measured("first, V/m", a[1]), 0.4, 0.05);
}
// This is the first picture that a user sees. The illuminated side must show a wave instead of two flat colours, and
// the fringes must be bright.
TEST(SceneText, double_slit_fits_its_range_on_both_sides_of_the_screen) {
  const Scene s = load("double-slit");
  Solver solver = run(s, 1600, 2);
  const Field ez = solver.field(Quantity::ez);
  const auto nx = static_cast<std::size_t>(s.grid.nx);
  double lit = 0, beyond = 0, fringes = 0;
  for (std::size_t k = 0; k < ez.size(); ++k) {
    const double e = std::abs(ez[k]) / s.view.range;
    if (k % nx < 92) lit += 1, beyond += e > 1;
    if (k % nx > 300) fringes = std::max(fringes, e);
  }
  EXPECT_LE(measured("share of the lit side beyond the range", beyond / lit), 0.2);
  EXPECT_GE(measured("fringes over range", fringes), 0.4);
}
TEST(SceneText, two_sources_add_on_the_axis_and_cancel_on_the_nodal_line) {
  const Field a = amplitudes(load("two-sources"), 1400);
  EXPECT_LE(measured("node over axis", a[1] / a[0]), 0.1);
  EXPECT_NEAR(a[2] / a[0], 1, 0.1);
}
TEST(SceneText, cavity_gets_its_first_reflection_after_2046_steps) {
  // A short pulse replaces the sine, so that the reflection is distinct. It arrives from all four walls at once.
  Scene s = load("cavity-1024");
  s.sources[0].waveform = Ricker{*frequency(s.sources[0].waveform), {}};
  s.probes = {{"lamp", {512, 512}}};
  Solver solver = run(s, 2300, 2);
  EXPECT_NEAR(2046 * solver.dt(), 3.41e-9, 0.01e-9);
  const Field v = series(solver, 0);
  const auto peak = [&](int from, int to) {
    return std::max_element(v.begin() + from, v.begin() + to,
                            [](double a, double b) { return std::abs(a) < std::abs(b); }) -
           v.begin();
  };
  EXPECT_NEAR(static_cast<double>(peak(1000, 2300) - peak(0, 1000)), 2046, 25);  // a quarter period is 20 steps
  // Frequency of the lowest mode of a box 1.023 m wide.
  EXPECT_NEAR(c0 / 2 * std::sqrt(2.0) / 1.023, 207.2e6, 0.05e6);
}
TEST(SceneText, open_pulse_mur_reflects_7_percent_and_cpml_nothing) {
  Scene s = load("open-pulse");
  Scene open = s;
  open.boundary[Side::bottom] = BoundaryKind::cpml;
  Solver with = run(s, 1100, 2), without = run(open, 1100, 2);
  const auto p = with.take_probes(), q = without.take_probes();
  Field echo = p[1].values;
  for (std::size_t k = 0; k < echo.size(); ++k) echo[k] -= q[1].values[k];
  const double way = std::hypot(173, 300), direct = std::hypot(173, 100);
  const double seen = max_abs(echo) / max_abs(q[1].values) * std::sqrt(way / direct);
  EXPECT_NEAR(measured("echo over what came", seen), 0.072, 0.004);
  // At the top the ring leaves. The upper probe sees no reflection from any side until the one from below passes, after
  // 750 steps.
  Scene far = open;
  far.grid.ny += 400;
  Solver free = run(far, 700, 2);
  Field heard = p[0].values;
  heard.resize(700);
  EXPECT_LE(measured("what CPML returns, over what came", relative_difference(heard, series(free, 0))), 1e-4);
}
TEST(SceneText, interface_reflects_as_fresnel_predicts_at_45_degrees) {
  const Field a = amplitudes(load("interface"), 1500);
  const double t = std::asin(std::sin(pi / 4) / 1.5), co = std::cos(pi / 4), ct = 1.5 * std::cos(t);
  EXPECT_NEAR(t * 180 / pi, 28.13, 0.005);
  EXPECT_NEAR((ct - co) / (ct + co), 0.303, 0.0005);
  // In two dimensions a Gaussian beam decays as (1 + (z/zR)²)^(−¼) with zR = πw²/λ. At the line of points w = 45 mm ·
  // cos 45°.
  const double rayleigh = pi * std::pow(45 * co, 2) / 16;
  const auto widened = [&](double z) { return std::pow(1 + std::pow(z / rayleigh, 2), -0.25); };
  const double in = std::hypot(50, 50), back = std::hypot(140, 140) + std::hypot(100, 100);
  EXPECT_NEAR(measured("reflected over in", a[1] / a[0]) * widened(in) / widened(back), 0.303, 0.015);
  EXPECT_GT(a[2] / a[0], 0.4);
}
TEST(SceneText, cylinder_scattering_widths_match_the_series) {
  // σ = (4/k)|Σ (2 − δn0) (−1)^(backwards ? n : 0) Jn/Hn|² with ka = 2π, in dB relative to λ.
  const double ka = 2 * pi;
  for (const bool back : {false, true}) {
    Complex sum = 0;
    for (int n = 0; n < 40; ++n) {
      const Complex h(std::cyl_bessel_j(n, ka), -std::cyl_neumann(n, ka));
      sum += (n == 0 ? 1.0 : 2.0) * (back && n % 2 ? -1.0 : 1.0) * h.real() / h;
    }
    EXPECT_NEAR(10 * std::log10(2 / pi * std::norm(sum)), back ? 5.03 : 15.39, 0.005);
  }
}
TEST(SceneText, cylinder_leaves_8_percent_in_its_shadow_and_half_at_340_mm) {
  const Field a = amplitudes(load("pec-cylinder"), 1800);
  const double lamp = eta0 / 2;  // V/m of a plane wave from 1 A/m
  EXPECT_NEAR(measured("shadow over lamp", a[0] / lamp), 0.08, 0.01);
  EXPECT_NEAR(measured("axis over lamp", a[1] / lamp), 0.5, 0.02);
}
TEST(SceneText, paints_absorber_is_matched_and_falls_to_1_over_e_in_13_mm) {
  const Scene s = load("paint");
  const auto absorber =
      std::find_if(s.materials.begin(), s.materials.end(), [](const Material& m) { return m.name == "absorber"; });
  ASSERT_NE(absorber, s.materials.end());
  EXPECT_NEAR(absorber->sigma_m / (absorber->sigma * eta0 * eta0), 1, 1e-4);
  EXPECT_NEAR(1 / (absorber->sigma * eta0), 13e-3, 0.5e-3);
}

}  // namespace
}  // namespace ez::test
