// Tests the radiation of dipole and array sources against theory and against simpler sources.
#include "helpers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Returns the phasor of Ez at nodes over the last `steps` of a run.
std::vector<Complex> phasors_at(Solver& solver, const std::vector<Node>& nodes, double omega, int steps) {
  std::vector<Field> samples(nodes.size());
  const double t0 = solver.time() + solver.dt();
  for (int n = 0; n < steps; ++n) {
    go_on(solver, 1);
    for (std::size_t k = 0; k < nodes.size(); ++k) samples[k].push_back(solver.value_at(Quantity::ez, nodes[k]));
  }
  std::vector<Complex> out;
  for (const Field& v : samples) out.push_back(phasor(v, omega, t0, solver.dt()));
  return out;
}

// Ez of a magnetic current K along x at the origin is (jωμ₀ε₀… k/4)·K·H1⁽²⁾(kr)·sin φ (Harrington, Time-Harmonic
// Electromagnetic Fields, §5-6, by duality). Along y the factor is −cos φ.
TEST(Dipole, radiates_as_theory_predicts) {
  for (const double angle : {0.0, 90.0, 30.0})
    for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
      Scene s = grid(301, 301, cpml);
      s.grid.polarization = polarization;
      const double lambda = 30e-3, f = c0 / lambda, omega = 2 * pi * f, k = 2 * pi / lambda;
      s.sources = {{"", DipoleSource{{150, 150}, angle}, 2, false, true, Cw{f, 4, 0}}};
      Solver solver = solver_for(s);
      go_on(solver, static_cast<int>(14 / f / solver.dt()));
      std::vector<Node> nodes;
      for (int d = 0; d < 360; d += 15)
        nodes.push_back({150 + static_cast<int>(std::lround(95 * std::cos(d * pi / 180))),
                         150 + static_cast<int>(std::lround(95 * std::sin(d * pi / 180)))});
      const auto field = phasors_at(solver, nodes, omega, static_cast<int>(2 / f / solver.dt()));
      double worst = 0;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const double x = (nodes[n].i - 150) * 1e-3, y = (nodes[n].j - 150) * 1e-3, r = std::hypot(x, y);
        const Complex hankel1(std::cyl_bessel_j(1, k * r), -std::cyl_neumann(1, k * r));
        const double a = angle * pi / 180, pattern = std::cos(a) * y / r - std::sin(a) * x / r;
        // w = sin ωt, which is a phasor of −j. An electric current in an hz scene enters Faraday's law with the other
        // sign.
        const Complex exact = Complex(0, -1) * 2.0 * Complex(0, k / 4) * hankel1 * pattern *
                              (polarization == Polarization::ez ? 1.0 : -1.0);
        worst = std::max(worst, std::abs(field[n] - exact) / (2 * k / 4 * std::abs(hankel1)));
      }
      EXPECT_LE(measured("worst error of the field", worst),
                0.05);  // grid dispersion over five wavelengths at 30 cells: 3 %
    }
}

TEST(Array, equals_its_elements_one_by_one) {
  for (const double steer : {25.0, -40.0}) {
    Scene s = grid(160, 120, cpml);
    s.materials = {{"oil", 2, 1, 0, 0, {}}};
    s.grid.background = "oil";
    const double f = frequency_of(s, 20);
    const ArraySource array{{40, 90}, {40, 30}, 7, steer, Taper::hann};
    s.sources = {{"", array, 1.5, false, true, Hann{f, 3, 0, 0}}};
    const Field together = run(s, 300).field(Quantity::ez);
    s.sources.clear();
    for (int k = 0; k < 7; ++k) {
      const int order = steer >= 0 ? k : k - 6;
      const double late = order * 10e-3 * std::sin(steer * pi / 180) * std::sqrt(2.0) / c0;
      const double weight = std::pow(std::sin(pi * (k + 0.5) / 7), 2);
      s.sources.push_back(point(40, 90 - 10 * k, Hann{f, 3, late, 0}, 1.5 * weight));
    }
    const Field apart = run(s, 300).field(Quantity::ez);
    EXPECT_GT(max_abs(apart), 1);
    EXPECT_LE(relative_difference(together, apart), 1e-12);
  }
}

// The beam leaves at `steer` degrees from the left normal, towards `to`.
TEST(Array, is_steered_towards_its_end) {
  Scene s = grid(401, 401, cpml, Precision::float32);
  const double f = frequency_of(s, 10);
  s.sources = {{"", ArraySource{{100, 220}, {100, 180}, 9, 30, Taper::uniform}, 1, false, true, Cw{f, 3, 0}}};
  // From top to bottom the left normal is +x, and `to` is below it. So the beam points 30° downwards.
  Solver solver = run(s, 900);
  double best = 0, most = 0;
  Field e = solver.field(Quantity::energy);
  for (double a = -80; a <= 80; a += 1) {
    double sum = 0;
    for (int r = 250; r < 280; ++r) {
      const int i = 100 + static_cast<int>(std::lround(r * std::cos(a * pi / 180)));
      const int j = 200 + static_cast<int>(std::lround(r * std::sin(a * pi / 180)));
      if (j > 12 && j < 388 && i > 12 && i < 388) sum += e[at(s, i, j)];
    }
    if (sum > most) most = sum, best = a;
  }
  EXPECT_NEAR(best, -30, 3);
}

TEST(Array, points_in_the_direction_it_is_turned_to) {
  const Scene s = grid(100, 100, cpml);
  Source source{"", ArraySource{{20, 80}, {20, 20}, 4, 0, Taper::uniform}, 1, false, true, Cw{1e9, 3, 0}};
  EXPECT_NEAR(*direction_of(s, source), 0, 1e-9);
  turn(s, source, -25);
  EXPECT_NEAR(std::get<ArraySource>(source.geometry).steer, 25, 1e-9);
  EXPECT_NEAR(*direction_of(s, source), -25, 1e-9);
}

}  // namespace
}  // namespace ez::test
