// Tests total field and scattered field: the field outside an empty box is zero, and inside it is the grid's own plane
// wave.
#include "helpers.h"
#include "solver/theory/dispersion.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

constexpr double wavelength = 20;  // cells along x

struct Case {
  double angle = 0;
  Waveform waveform;
  Precision precision = Precision::float64;
  Polarization polarization = Polarization::ez;
  double aspect = 1;  // Δy/Δx
};

Scene scene_of(const Case& c, int nx = 150, int ny = 130) {
  Scene s = grid(nx, ny, cpml, c.precision, 1e-3, 1e-3 * c.aspect);
  s.grid.polarization = c.polarization;
  s.sources = {{"", PlaneSource{c.angle, {}}, 3, false, true, c.waveform}};
  return s;
}
double frequency_in(const Scene& s) { return frequency_of(s, wavelength); }

// Returns the largest value outside the box over the largest inside, in dB, at any step.
double leakage(const Case& c, int steps) {
  const Scene s = scene_of(c);
  Solver solver = solver_for(s);
  const NodeFrame f = std::get<PlaneSource>(s.sources[0].geometry).frame(s);
  double inside = 0, outside = 0;
  for (int n = 0; n < steps; n += 7) {
    go_on(solver, 7);
    const Field e = solver.field(Quantity::ez);
    for (int j = 0; j < s.grid.ny; ++j)
      for (int i = 0; i < s.grid.nx; ++i) {
        const bool in = i >= f.low.i && i <= f.high.i && j >= f.low.j && j <= f.high.j;
        double& most = in ? inside : outside;
        most = std::max(most, std::abs(e[at(s, i, j)]));
      }
  }
  EXPECT_NEAR(inside, 3, 0.35);  // the amplitude of the source
  return db(outside / inside);
}

TEST(PlaneWave, leaks_nothing_from_an_empty_box) {
  const double f = c0 / (wavelength * 1e-3);
  const std::vector<std::pair<std::string, Waveform>> waveforms = {
      {"cw", Cw{f, 3, 0}}, {"modulated", pulse(f, 2)}, {"ricker", Ricker{f / 2, {}}}, {"hann", Hann{f, 8, 0, 0}}};
  for (const double angle : {0.0, 17.3, 30.0, 45.0, 90.0, 135.0, 211.0, -61.0})
    for (const auto& [name, waveform] : waveforms) {
      const double leaks = leakage({angle, waveform}, 700);
      EXPECT_LE(measured(name + " at " + std::to_string(angle) + " degrees, dB", leaks), -80);
    }
}
TEST(PlaneWave, leaks_almost_nothing_along_an_axis_in_float) {
  const double f = c0 / (wavelength * 1e-3);
  EXPECT_LE(measured("dB", leakage({0, pulse(f, 2), Precision::float32}, 700)), -100);
  EXPECT_LE(measured("dB", leakage({17.3, pulse(f, 2), Precision::float32}, 700)), -80);
}
TEST(PlaneWave, leaks_nothing_on_oblong_cells_or_in_the_other_polarization) {
  const double f = c0 / (wavelength * 1e-3);
  for (const double aspect : {0.6, 1.7})
    EXPECT_LE(measured("dB", leakage({30, pulse(f, 2), Precision::float64, Polarization::ez, aspect}, 700)), -80);
  EXPECT_LE(measured("dB, hz", leakage({-40, pulse(f, 2), Precision::float64, Polarization::hz}, 700)), -80);
}

// The wave inside must match the grid's plane wave within 0.1 % in amplitude and 0.1° per wavelength in phase.
TEST(PlaneWave, is_the_grids_own_wave_inside) {
  for (const double angle : {0.0, 17.3, 45.0, 120.0})
    for (const double eps : {1.0, 2.25}) {
      Scene s = scene_of({angle, Cw{frequency_of(grid(16, 16, cpml), wavelength), 4, 30}}, 190, 170);
      s.materials = {{"glass", eps, 1, 0, 0, {}}};
      if (eps != 1) s.grid.background = "glass";
      Solver solver = solver_for(s);
      const double f = frequency_in(s), omega = 2 * pi * f, theta = angle * pi / 180;
      go_on(solver, static_cast<int>(25 / f / solver.dt()));
      const NodeFrame box = std::get<PlaneSource>(s.sources[0].geometry).frame(s);
      const double k = discrete_wavenumber({1e-3, 1e-3, solver.dt(), eps, 1}, omega, theta);
      const double x0 = std::cos(theta) >= 0 ? box.low.i : box.high.i,
                   y0 = std::sin(theta) >= 0 ? box.low.j : box.high.j;
      const Field e = solver.field(Quantity::ez);
      double worst = 0;
      for (int j = box.low.j; j <= box.high.j; ++j)
        for (int i = box.low.i; i <= box.high.i; ++i) {
          const double d = 1e-3 * ((i - x0) * std::cos(theta) + (j - y0) * std::sin(theta));
          const double exact = 3 * std::sin(omega * solver.time() - k * d + pi / 6);
          worst = std::max(worst, std::abs(e[at(s, i, j)] - exact) / 3);
        }
      // The box holds twelve wavelengths in glass. An error of 0.1° in each, plus 0.1 %, would be 2 %.
      EXPECT_LE(measured("worst error of the peak", worst), 1e-3);
    }
}

// Hz has the given amplitude, and the wave travels in the right direction.
TEST(PlaneWave, in_an_hz_scene_has_its_amplitude_in_hz) {
  const Scene s = scene_of({90, pulse(c0 / 0.02, 2), Precision::float64, Polarization::hz});
  Solver solver = solver_for(s);
  double most = 0;
  int low = 0, high = 0;
  for (int n = 0; n < 600; ++n) {
    go_on(solver, 1);
    const double below = std::abs(solver.value_at(Quantity::ez, {75, 30})),
                 above = std::abs(solver.value_at(Quantity::ez, {75, 100}));
    most = std::max(most, below);
    if (low == 0 && below > 1.5) low = n;
    if (high == 0 && above > 1.5) high = n;
  }
  EXPECT_NEAR(most, 3, 0.2);
  EXPECT_GT(low, 0);
  EXPECT_NEAR(high - low, 70 / (c0 * solver.dt() / 1e-3), 3);  // up the y axis at the speed of light
}

TEST(PlaneWave, is_the_same_to_the_bit_in_batches_of_any_size) {
  for (const Waveform& waveform : {Waveform(Cw{c0 / 0.02, 3, 0}), pulse(c0 / 0.02, 1)}) {
    const Scene s = scene_of({33, waveform}, 90, 80);
    Solver one = solver_for(s), other = solver_for(s);
    for (int n = 0; n < 600; ++n) go_on(one, 1);
    for (const int steps : {7, 200, 1, 92, 300}) go_on(other, steps);
    EXPECT_EQ(one.field(Quantity::ez), other.field(Quantity::ez));
  }
}

TEST(PlaneWave, between_periodic_sides_has_no_ends) {
  Scene s = scene_of({0, Cw{c0 / 0.02, 3, 0}}, 150, 24);
  s.boundary[Side::bottom] = s.boundary[Side::top] = periodic;
  Solver solver = run(s, 900);
  const Field e = solver.field(Quantity::ez);
  for (int i = 0; i < s.grid.nx; ++i)
    for (int j = 1; j < s.grid.ny; ++j) EXPECT_NEAR(e[at(s, i, j)], e[at(s, i, 0)], 1e-9) << i << " " << j;
  EXPECT_LE(db(std::abs(e[at(s, 14, 5)]) / 3), -80);
  EXPECT_LE(db(std::abs(e[at(s, 135, 5)]) / 3), -80);
}

// The angle changes during the run. The previous wave leaves, and the new one does not leak.
TEST(PlaneWave, may_be_rotated_during_a_run) {
  Scene s = scene_of({0, Cw{c0 / 0.02, 3, 0}});
  Solver solver = run(s, 500);
  for (const double angle : {10.0, 25.0, 40.0}) {
    std::get<PlaneSource>(s.sources[0].geometry).angle = angle;
    EXPECT_FALSE(solver.apply(s).refused);
    go_on(solver, 40);
  }
  go_on(solver, 1500);
  const Field e = solver.field(Quantity::ez);
  EXPECT_NEAR(max_abs(e), 3, 0.1);
  EXPECT_LE(db(std::abs(e[at(s, 13, 60)]) / 3), -75);  // between the box and the layer
}

// A cylinder scatters the wave. The field outside is the scattered field, which is not small in the shadow.
TEST(PlaneWave, shows_the_scattered_field_outside) {
  Scene s = scene_of({0, Cw{c0 / 0.02, 3, 0}});
  Shape rod;
  rod.geometry = Circle{{75, 65}, 15};
  rod.material = "pec";
  s.shapes = {rod};
  Solver solver = run(s, 900);
  EXPECT_GT(std::abs(solver.value_at(Quantity::ez, {133, 65})) + std::abs(solver.value_at(Quantity::ez, {128, 65})),
            0.3);
}

}  // namespace
}  // namespace ez::test
