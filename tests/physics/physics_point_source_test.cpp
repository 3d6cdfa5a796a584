// Tests that a line current radiates the Hankel function at every node between 2 and 10 wavelengths: amplitude, phase,
// decay, and independence of the cell size.
#include "helpers.h"
#include "solver/theory/dispersion.h"
#include "solver/theory/waves.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Ring {
  double amplitude = 0;       // worst relative error
  double phase = 0;           // worst error, radians per wavelength of distance, against the Hankel function
  double discrete_phase = 0;  // the same against the grid's own k(θ)
  int nodes = 0;
};

// Returns the phasor of every node from Ez at two times about a quarter period apart, after the transient has gone.
std::vector<Complex> phasors(Solver& solver, double omega, int settle) {
  go_on(solver, settle);
  const double t0 = solver.time();
  const Field a = solver.field(Quantity::ez);
  go_on(solver, static_cast<int>(std::lround(0.5 * pi / omega / solver.dt())));
  const double t1 = solver.time();
  const Field b = solver.field(Quantity::ez);
  std::vector<Complex> out(a.size());
  const double det = std::sin(omega * (t0 - t1));  // E = C cos ωt − D sin ωt, phasor C + iD
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double c = (b[k] * std::sin(omega * t0) - a[k] * std::sin(omega * t1)) / det;
    const double d = (b[k] * std::cos(omega * t0) - a[k] * std::cos(omega * t1)) / det;
    out[k] = {c, d};
  }
  return out;
}

// Phase per metre in each direction of a quadrant, from a table. Solving for the wave vector at each node would be
// slow.
class FarPhase {
 public:
  FarPhase(const YeeGrid& yee, double omega) {
    for (int k = 0; k <= parts; ++k) {
      const double angle = 0.5 * pi * k / parts;
      table_.push_back(discrete_far_phase(yee, omega, std::cos(angle), std::sin(angle)));
    }
  }
  double operator()(double angle) const {
    const double x = std::clamp(angle / (0.5 * pi) * parts, 0.0, parts - 1e-9);
    const auto k = static_cast<std::size_t>(x);
    return std::lerp(table_[k], table_[k + 1], x - static_cast<double>(k));
  }

 private:
  static constexpr int parts = 180;
  Field table_;
};

double wrapped(double angle) { return std::remainder(angle, 2 * pi); }

// Runs a square domain of about 10.6 wavelengths around the source, with `cells` cells of width dx per wavelength. The
// amplitude is 2 A.
Ring radiate(double cells, double dx, double dy, double eps = 1) {
  const double lambda = cells * dx;
  const int half_x = static_cast<int>(std::lround(10.6 * lambda / dx)) + 10;
  const int half_y = static_cast<int>(std::lround(10.6 * lambda / dy)) + 10;
  Scene s = grid(2 * half_x + 1, 2 * half_y + 1, cpml, Precision::float64, dx, dy);
  s.materials = {{"medium", eps, 1, 0, 0, {}}};
  s.grid.background = "medium";
  const double f = c0 / std::sqrt(eps) / lambda, omega = 2 * pi * f, k = 2 * pi / lambda;
  s.sources = {point(half_x, half_y, Cw{f, 6, 90}, 2.0)};
  Solver solver = solver_for(s);
  const int settle = static_cast<int>(std::lround(26 / f / solver.dt()));
  const std::vector<Complex> field = phasors(solver, omega, settle);
  const YeeGrid yee{dx, dy, solver.dt(), eps, 1};
  const FarPhase far_phase(yee, omega);
  Ring worst;
  for (int j = -half_y; j <= half_y; ++j)
    for (int i = -half_x; i <= half_x; ++i) {
      const double r = std::hypot(i * dx, j * dy);
      if (r < 2 * lambda || r > 10 * lambda) continue;
      // w = cos ωt, which is a phasor of 1.
      const Complex e = field[at(s, half_x + i, half_y + j)], theory = point_source_field(2.0, omega, 1, k, r);
      worst.amplitude = std::max(worst.amplitude, std::abs(std::abs(e) / std::abs(theory) - 1));
      worst.phase = std::max(worst.phase, std::abs(std::arg(e / theory)) * lambda / r);
      const double discrete =
          std::arg(e / theory) + (far_phase(std::atan2(std::abs(j) * dy, std::abs(i) * dx)) - k) * r;
      worst.discrete_phase = std::max(worst.discrete_phase, std::abs(wrapped(discrete)) * lambda / r);
      ++worst.nodes;
    }
  return worst;
}

TEST(PointSource, radiates_the_hankel_function_within_2_percent_at_20_cells) {
  const Ring ring = radiate(20, 1e-3, 1e-3);
  EXPECT_GT(ring.nodes, 100000);
  EXPECT_LE(measured("amplitude", ring.amplitude), 0.02);
  EXPECT_LE(measured("phase", ring.phase), 0.015);
  EXPECT_LE(measured("discrete_phase", ring.discrete_phase), 0.002);
}
TEST(PointSource, radiates_the_hankel_function_within_half_a_percent_at_40_cells) {
  const Ring ring = radiate(40, 1e-3, 1e-3);
  EXPECT_LE(measured("amplitude", ring.amplitude), 0.005);
  EXPECT_LE(measured("phase", ring.phase), 0.015);
  EXPECT_LE(measured("discrete_phase", ring.discrete_phase), 0.002);
}
// With a smaller cΔt/Δ along an axis the grid is slower there (0.019 rad per wavelength by its dispersion, because 1 −
// S² is larger). So amplitudes are compared with the Hankel function, and phases with the grid's own dispersion.
TEST(PointSource, radiates_the_same_on_unequal_cells) {
  const Ring ring = radiate(20, 1e-3, 0.6e-3);
  EXPECT_LE(measured("amplitude", ring.amplitude), 0.02);
  EXPECT_LE(measured("discrete_phase", ring.discrete_phase), 0.002);
}
TEST(PointSource, radiates_the_same_in_glass) {
  const Ring ring = radiate(20, 1e-6, 1e-6, 2.25);
  EXPECT_LE(measured("amplitude", ring.amplitude), 0.02);
  EXPECT_LE(measured("discrete_phase", ring.discrete_phase), 0.002);
}

// Returns |E| at `distances` (m) along x from 1 A at 15 GHz (λ = 20 mm), on cells of dx × dy.
Field amplitudes(double dx, double dy, const std::vector<double>& distances) {
  const double lambda = 20e-3, f = c0 / lambda, reach = 6 * lambda;
  const int left = static_cast<int>(std::lround(0.6 * lambda / dx)) + 10,
            half = static_cast<int>(std::lround(1.5 * lambda / dy)) + 10;
  Scene s = grid(left + static_cast<int>(std::lround(reach / dx)) + 30, 2 * half + 1, cpml, Precision::float64, dx, dy);
  s.sources = {point(left, half, Cw{f, 6, 0})};
  for (double d : distances) s.probes.push_back({std::to_string(d), {left + d / dx, double(half)}});
  Solver solver = solver_for(s);
  const int settle = static_cast<int>(std::lround(22 / f / solver.dt())),
            look = static_cast<int>(std::lround(4 / f / solver.dt()));
  go_on(solver, settle + look);
  Field out;
  for (const ProbeSamples& p : solver.take_probes())
    out.push_back(std::abs(phasor(p.values, 2 * pi * f, solver.dt(), solver.dt(), static_cast<std::size_t>(settle))));
  return out;
}

TEST(PointSource, falls_as_one_over_the_root_of_the_distance) {
  const Field e = amplitudes(1e-3, 1e-3, {0.04, 0.06, 0.08, 0.1});
  for (std::size_t k = 1; k < e.size(); ++k) {
    const double root = std::sqrt(0.04 / (0.04 + 0.02 * static_cast<double>(k)));
    EXPECT_NEAR(e[k] / e[0] / root, 1, 0.005);
  }
}
TEST(PointSource, amplitude_does_not_depend_on_the_cell) {
  const std::vector<double> distances = {0.04, 0.07, 0.1};
  const Field fine = amplitudes(0.5e-3, 0.5e-3, distances), coarse = amplitudes(1e-3, 1e-3, distances),
              flat = amplitudes(1e-3, 0.5e-3, distances), tall = amplitudes(0.5e-3, 1e-3, distances);
  for (std::size_t k = 0; k < distances.size(); ++k) {
    EXPECT_NEAR(coarse[k] / fine[k], 1, 0.015);
    EXPECT_NEAR(flat[k] / fine[k], 1, 0.015);
    EXPECT_NEAR(tall[k] / fine[k], 1, 0.015);
  }
}
// A line of K A/m carries the same current for any cell size. Far away it acts as a point source of K × its length.
TEST(LineSource, carries_its_current_per_metre_for_any_cell) {
  for (const double cell : {1e-3, 0.5e-3}) {
    const double lambda = 40e-3, f = c0 / lambda, k0 = 1e-3 / cell;
    const int n = static_cast<int>(std::lround(360 * k0));
    Scene s = grid(n, n / 2, cpml, Precision::float64, cell);
    const double i0 = 60 * k0, j0 = 90 * k0;
    s.sources = {line({i0 - 1 * k0, j0 - 2 * k0}, {i0 + 1 * k0, j0 + 2 * k0}, Cw{f, 6, 0}, 100)};  // √20 mm long
    s.probes = {{"p", {i0 + 240 * k0, j0}}};
    Solver solver = solver_for(s);
    const auto settle = static_cast<std::size_t>(std::lround(20 / f / solver.dt()));
    go_on(solver, static_cast<int>(settle + settle / 5));
    const double seen = std::abs(phasor(solver.take_probes()[0].values, 2 * pi * f, solver.dt(), solver.dt(), settle));
    const double nodes = 4 * k0 + 1, each = 100 * std::sqrt(20.0) * 1e-3 / (4 * k0);  // both end nodes count fully
    const double theory = std::abs(point_source_field(each * nodes, 2 * pi * f, 1, 2 * pi / lambda, 0.24));
    EXPECT_NEAR(seen / theory, 1, 0.01) << "cell " << cell;
  }
}

}  // namespace
}  // namespace ez::test
