// Tests far fields against closed forms: sources, cylinders at all angles, and arrays.
#include <fmt/format.h>

#include "monitor_runs.h"
#include "solver/theory/cylinder.h"

namespace ez::test {
namespace {

// A line current's far field is (ωμ/4)·I·√(2/πk) in all directions. For its dual, ε replaces μ.
TEST(Far, of_a_point_source_is_the_hankel_function_on_every_side) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Scene s = grid(120, 110, BoundaryKind::cpml);
    s.grid.polarization = polarization;
    s.boundary.cpml.cells = 20;
    const double f = frequency_of(s, 30), k = 2 * pi * f / c0;
    const Modulated wave{f, 0.7 / f, {}, 0};
    s.sources = {point(50, 57, wave, 2)};
    s.monitors = {{"far", FarMonitor{{30, 28}, {85, 80}, f, {{0, 350, 36}}}, false}};
    Comparison runs = run_of(s, 3000);
    Complex current = 0;
    const double dt = runs.pane(0).dt();
    for (int n = 0; n < 3000; ++n)
      current += 2 * wave.value((n + 0.5) * dt, 0) * dt * std::polar(1.0, 2 * pi * f * (n + 0.5) * dt);
    const double want =
        2 * pi * f * (polarization == Polarization::ez ? mu0 : eps0) / 4 * std::abs(current) * std::sqrt(2 / (pi * k));
    const MonitorReading far = runs.monitors(0).reading(0);
    ASSERT_EQ(far.far.size(), 36u);
    for (const double v : far.far) EXPECT_NEAR(v / want, 1, 0.005);
    EXPECT_TRUE(far.width.empty());
  }
}

// The centre is between four nodes, so that no flat side of the staircase reflects straight back.
TEST(Far, of_a_metal_cylinder_matches_the_series_for_any_box) {
  Scene s = grid(201, 201, BoundaryKind::cpml);
  const double f = frequency_of(s, 40), lambda = c0 / f, radius = 40;
  s.sources = {{"", PlaneSource{0, BoxCorners{{35, 35}, {165, 165}}}, 1, false, true, quiet_pulse(f)}};
  s.shapes = {{Circle{{100.5, 100.5}, radius}, "pec"}};
  s.monitors = {{"far", FarMonitor{{28, 28}, {172, 172}, f, {{0, 180, 7}}}, false},
                {"farther", FarMonitor{{16, 21}, {183, 179}, f, {{0, 180, 7}}}, false}};
  Comparison runs = run_of(s, 4000);
  const MonitorReading far = runs.monitors(0).reading(0), farther = runs.monitors(0).reading(1);
  for (std::size_t k = 0; k < far.degrees.size(); ++k) {
    const double want =
        scattering_width({radius * mm, 1, 1, true}, Polarization::ez, f, far.degrees[k] * pi / 180) / lambda;
    EXPECT_NEAR(10 * std::log10(farther.width[k] / far.width[k]), 0, 0.01) << far.degrees[k];
    EXPECT_NEAR(10 * std::log10(far.width[k] / lambda / want), 0, 0.3) << far.degrees[k];
    EXPECT_DOUBLE_EQ(*runs.monitors(0).width("far", far.degrees[k]), far.width[k]);
  }
}

// Treatment of a cylinder's edge on the grid.
enum class Rim { at_nodes, smoothed, conformal };
struct Rod {
  const char* material;
  Polarization polarization;
  Rim rim;
  double order, bound, courant = 0.99;
  std::string name() const {
    constexpr const char* rims[] = {"at_nodes", "smoothed", "conformal"};
    return fmt::format("{}_{}_{}_{:.0f}", material, polarization == Polarization::ez ? "ez" : "hz",
                       rims[static_cast<std::size_t>(rim)], 100 * courant);
  }
};
// Returns the largest error of the rod's far field over all angles, relative to its largest value. A wavelength has
// this many cells.
double far_error(const Rod& rod, int cells) {
  const double wave = cells;
  const auto across = [&](double waves) { return static_cast<int>(std::lround(waves * wave)); };
  const int layer = 24, box = layer + across(0.4), n = 2 * box + across(2.4) + 1;
  Scene s = grid(n, n, BoundaryKind::cpml);
  s.grid.polarization = rod.polarization;
  s.grid.smoothing = rod.rim == Rim::smoothed;
  s.grid.conformal = rod.rim == Rim::conformal;
  s.grid.courant = rod.courant;
  s.boundary.cpml.cells = 16;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  const double f = frequency_of(s, cells), middle = (n - 1) / 2.0 + 0.5, radius = 0.75 * wave;
  const double low = box, high = n - 1 - box, out = across(0.15);
  s.sources = {{"", PlaneSource{0, BoxCorners{{low, low}, {high, high}}}, 1, false, true, quiet_pulse(f)}};
  s.shapes = {{Circle{{middle, middle}, radius}, rod.material}};
  s.monitors = {{"far", FarMonitor{{low - out, low - out}, {high + out, high + out}, f, {{0, 355, 72}}}, false}};
  Comparison runs = run_of(s, static_cast<int>(90 * wave / rod.courant));
  const MonitorReading far = runs.monitors(0).reading(0);
  double most = 0, error = 0;
  const bool metal = s.shapes[0].material == "pec";
  const Cylinder cylinder{radius * mm, metal ? 1 : 2.25, 1, metal};
  for (std::size_t k = 0; k < far.degrees.size(); ++k) {
    const double want = std::sqrt(scattering_width(cylinder, rod.polarization, f, far.degrees[k] * pi / 180));
    most = std::max(most, want), error = std::max(error, std::abs(std::sqrt(far.width[k]) - want));
  }
  return error / most;
}

// The error must be within 2 % of the largest value at 30 cells per wavelength. A smoothed edge (glass) or a conformal
// one (metal) converges with second order. Near a Courant number of 1 small cut cells are enlarged, which lowers the
// order. Other edges converge with first order. Two grids are no limit, so each order may be half less. At nodes metal
// has a staircase edge, off by up to half a cell: kΔ/2, 10 %.
TEST(Far, of_cylinders_matches_the_series_at_all_angles_and_converges) {
  const double staircase = 2 * pi / 30 / 2;
  for (const Rod& rod :
       {Rod{"pec", Polarization::ez, Rim::at_nodes, 1, staircase},
        Rod{"pec", Polarization::hz, Rim::at_nodes, 1, staircase},
        Rod{"pec", Polarization::ez, Rim::conformal, 1.5, 0.02},
        Rod{"pec", Polarization::hz, Rim::conformal, 1.5, 0.02},
        Rod{"pec", Polarization::ez, Rim::conformal, 2, 0.02, 0.7},
        Rod{"pec", Polarization::hz, Rim::conformal, 2, 0.02, 0.7},
        Rod{"glass", Polarization::ez, Rim::at_nodes, 1, 0.02}, Rod{"glass", Polarization::ez, Rim::smoothed, 2, 0.02},
        Rod{"glass", Polarization::hz, Rim::at_nodes, 1, 0.02},
        Rod{"glass", Polarization::hz, Rim::smoothed, 2, 0.02}}) {
    const double coarse = far_error(rod, 15), fine = far_error(rod, 30), order = std::log2(coarse / fine);
    const std::string what =
        fmt::format("{}: {:.4f} at 15 cells, {:.4f} at 30, order {:.2f}", rod.name(), coarse, fine, order);
    EXPECT_LT(fine, rod.bound) << what;
    EXPECT_GT(order, rod.order - 0.5) << what;
    RecordProperty(rod.name(), what);
  }
}

// The width is relative to the wave over exactly the time that the far field is summed over.
TEST(Far, width_of_an_edited_scene_refers_to_the_wave_since_the_edit) {
  Scene s = grid(141, 141, BoundaryKind::cpml);
  const double f = frequency_of(s, 20);
  s.sources = {{"", PlaneSource{0, BoxCorners{{35, 35}, {105, 105}}}, 1, false, true, Cw{f}}};
  s.shapes = {{Circle{{70.5, 70.5}, 15}, "pec"}};
  s.monitors = {{"far", FarMonitor{{28, 28}, {112, 112}, f, {{0, 180, 7}}}, false}};
  const int period = static_cast<int>(1 / (f * time_step(s)));
  Comparison whole = comparison_of(s), edited = comparison_of(s);
  for (int k = 0; k < 60; ++k) whole.advance(period);
  for (int k = 0; k < 60; ++k) edited.advance(period);
  s.sources[0].amplitude = 2;
  edited.apply(s);
  for (int k = 0; k < 60; ++k) edited.advance(period);
  EXPECT_GT(edited.monitors(0).reading(0).since, 0);
  for (const double angle : {0.0, 90.0, 180.0})
    EXPECT_NEAR(*edited.monitors(0).width("far", angle) / *whole.monitors(0).width("far", angle), 1, 0.01) << angle;
}

// The largest field is in the direction of the steering angle, between two of the monitor's angles.
TEST(Far, finds_the_angle_of_its_largest_field) {
  Scene s = grid(141, 181, BoundaryKind::cpml);
  const double f = frequency_of(s, 20);
  s.sources = {{"", ArraySource{{60, 40}, {60, 140}, 11, 17.3}, 1, false, true, quiet_pulse(f)}};
  s.monitors = {{"far", FarMonitor{{40, 20}, {90, 160}, f, {{-90, 90, 91}}}, false}};
  Comparison runs = run_of(s, 2500);
  const Monitors& m = runs.monitors(0);
  ASSERT_TRUE(m.far_angle("far"));
  const double angle = *m.far_angle("far");
  EXPECT_NEAR(std::abs(std::remainder(angle, 180)), 17.3, 1);
  for (const double other : {angle - 0.5, angle + 0.5}) EXPECT_LT(*m.far("far", other), *m.far("far", angle));
  EXPECT_FALSE(m.far_angle("none"));
}

}  // namespace
}  // namespace ez::test
