// Tests loss, magnetic media and duality.
#include "helpers.h"
#include "solver/scene/presets.h"
#include "solver/theory/waves.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Returns α of a plane wave that enters a lossy half-space, from the amplitudes at two depths. The wave comes from a
// line source across a strip between PMC walls.
double attenuation(const Material& lossy, double f, double dx, int depth_a, int depth_b, Polarization polarization) {
  Scene s = grid(400, 16, cpml, Precision::float64, dx);
  s.grid.polarization = polarization;
  s.boundary[Side::bottom] = s.boundary[Side::top] = polarization == Polarization::ez ? pmc : pec;
  s.materials = {lossy};
  s.shapes = {{Rect{{100, 0}, {399, 15}}, lossy.name}};
  s.sources = {line({40, 0}, {40, 15}, Cw{f, 6, 0})};
  for (int d : {depth_a, depth_b}) s.probes.push_back({std::to_string(d), {100.0 + d, 8}});
  Solver solver = solver_for(s);
  const auto settle = static_cast<std::size_t>(std::lround(30 / f / solver.dt()));
  go_on(solver, static_cast<int>(settle + static_cast<std::size_t>(std::lround(6 / f / solver.dt()))));
  const auto probes = solver.take_probes();
  const auto amplitude = [&](std::size_t k) {
    return std::abs(phasor(probes[k].values, 2 * pi * f, solver.dt(), solver.dt(), settle));
  };
  EXPECT_GT(amplitude(1), 1e-6);
  return std::log(amplitude(0) / amplitude(1)) / ((depth_b - depth_a) * dx);
}

// `cells` is λ0 in cells. With ε = 4 the wavelength in the medium is half as long.
double largest_slab_error(double cells, bool discrete) {
  const double dx = 1e-3, f = c0 / (cells * dx), omega = 2 * pi * f;
  double worst = 0;
  for (const double tangent : {0.1, 0.3, 1.0}) {
    const double sigma = tangent * omega * eps0 * 4;
    const double dt = 0.99 * dx / (c0 * std::sqrt(2.0));
    const Complex gamma =
        discrete ? discrete_propagation_constant(omega, 4, 1, sigma, dx, dt) : propagation_constant(omega, 4, 1, sigma);
    const int reach = std::min(200, static_cast<int>(2.5 / (gamma.real() * dx)));
    const double seen = attenuation({"lossy", 4, 1, sigma, 0, {}}, f, dx, 10, 10 + reach, Polarization::ez);
    worst = std::max(worst, std::abs(std::exp(-(seen - gamma.real()) * reach * dx) - 1));
  }
  return worst;
}
TEST(LossySlab, attenuates_as_exp_minus_alpha_x_within_half_a_percent) {
  EXPECT_LE(
      measured("amplitude after up to 2.5 nepers over exp(-ax), less 1, 60 cells", largest_slab_error(120, false)),
      0.005);
}
TEST(LossySlab, attenuates_as_the_discrete_theory_predicts) {
  EXPECT_LE(measured("the same against discrete theory, 30 cells", largest_slab_error(60, true)), 2e-4);
}
TEST(LossySlab, magnetic_loss_attenuates_like_its_dual) {
  const double dx = 1e-3, f = c0 / (120 * dx), sigma = 0.1;
  const Material m{"lossy", 1, 4, 0, sigma * eta0 * eta0, {}};
  const double alpha = propagation_constant(2 * pi * f, 4, 1, sigma).real();
  EXPECT_NEAR(attenuation(m, f, dx, 10, 100, Polarization::ez) / alpha, 1, 0.005);
  EXPECT_NEAR(attenuation(m, f, dx, 10, 100, Polarization::hz) / alpha, 1, 0.005);
}

// ---- reflection at the surface of a medium

Complex half_space_reflection(const Material& m, double f) {
  const Complex i(0, 1), z = i * 2.0 * pi * f * mu0 * m.mu,
                         y = m.sigma + i * 2.0 * pi * f * eps0 * (m.eps + std::conj(susceptibility(m.poles, f)));
  const Complex eta = std::sqrt(z / y);
  return (eta - eta0) / (eta + eta0);
}

// Normal incidence along an axis of a strip. The reflection is Ez or Hz of the reflected wave over the incident wave,
// at the node of the surface. In an hz scene the medium is replaced by its dual. If `turned`, the strip runs along y.
struct HeadOn {
  double dx = 1e-3;
  bool turned = false;
  Polarization polarization = Polarization::ez;
  double across = 0;  // other side of the cells in m; 0: square cells
};
Complex reflection_at_rim(const Material& medium, double f, const HeadOn& how) {
  constexpr int length = 560, width = 8, from = 20, at = 30, rim = 300;
  const bool ez = how.polarization == Polarization::ez;
  const auto place = [&](double along, double across) {
    return how.turned ? Vec2{across, along} : Vec2{along, across};
  };
  Scene s = how.turned ? grid(width, length, cpml, Precision::float64, how.across > 0 ? how.across : how.dx, how.dx)
                       : grid(length, width, cpml, Precision::float64, how.dx, how.across > 0 ? how.across : how.dx);
  s.grid.polarization = how.polarization;
  for (const Side side : all_sides)
    if (across_x(side) == how.turned) s.boundary[side] = ez ? pmc : pec;
  s.materials = {medium};
  s.sources = {line(place(from, 0), place(from, width - 1), Ricker{f, {}})};
  s.probes = {{"p", place(at, 4)}};
  const auto seen = [&](const Scene& scene) {
    Solver solver = solver_for(scene);
    go_on(solver, static_cast<int>(2.5 * length * how.dx / (c0 * solver.dt())));
    return solver.take_probes()[0].values;
  };
  const Field empty = seen(s);
  s.shapes = {{Rect{place(rim, -1), place(length, width)}, medium.name}};
  Field back = seen(s);
  for (std::size_t k = 0; k < back.size(); ++k) back[k] -= empty[k];
  const double omega = 2 * pi * f, dt = time_step(s);
  const double k = 2 / how.dx * std::asin(how.dx / (c0 * dt) * std::sin(omega * dt / 2));
  return fourier(back, omega, dt) / fourier(empty, omega, dt) * std::polar(1.0, 2 * k * (rim - at) * how.dx);
}
Material dual_of(const Material& m) {
  return {m.name, m.mu, m.eps, m.sigma_m / (eta0 * eta0), m.sigma * eta0 * eta0, {}};
}

// The metal differs from PEC only by its surface impedance of 2.4 Ω. The μ of the half cell in front of it would make a
// mirror of the opposite sign.
// ---- the matched absorber

// Returns |echo|/|wave| at λ = 20 cells in front of a wall of the preset, 100 nodes thick and backed by metal. The wave
// is plane and meets it at normal incidence.
double wall_reflection(double sigma) {
  const auto samples = [&](bool wall) {
    Scene s = grid(400, 16, cpml, Precision::float64);
    s.boundary[Side::bottom] = s.boundary[Side::top] = pmc;
    s.sources = {line({100, 0}, {100, 15}, Ricker{frequency_of(s, 20), {}})};
    s.probes = {{"probe", {200, 8}}};
    if (wall) {
      s.boundary[Side::right] = pec;
      s.materials = {started_from("absorber")};
      s.materials[0].name = "wall";
      s.materials[0].sigma = sigma;
      s.materials[0].sigma_m = matched_sigma_m(s.materials[0]);
      s.shapes = {{Rect{{300, -1}, {401, 17}}, "wall"}};
    }
    Solver solver = run(s, 1400);
    return solver.take_probes().at(0).values;
  };
  const Field with = samples(true), without = samples(false);
  Field echo(with);
  for (std::size_t k = 0; k < echo.size(); ++k) echo[k] -= without[k];
  const Scene s = grid(400, 16, cpml);
  const double omega = 2 * pi * frequency_of(s, 20), dt = time_step(s);
  return std::abs(fourier(echo, omega, dt)) / std::abs(fourier(without, omega, dt));
}
TEST(Absorber, reflects_at_normal_incidence_only_what_metal_behind_it_returns) {
  for (const double nepers : {1.0, 3.0}) {
    const double sigma = nepers / (2 * eta0 * 99.5e-3);  // from half a cell before its first node to the metal
    EXPECT_NEAR(measured("echo over exp(-2 sigma eta d)", wall_reflection(sigma) / std::exp(-nepers)), 1, 0.03);
  }
  EXPECT_LT(measured("echo of a wall of 12 nepers, dB", db(wall_reflection(12 / (2 * eta0 * 99.5e-3)))), -50);
}

TEST(Rim, of_steel_reflects_by_its_surface_impedance) {
  const Material steel{"steel", 1, 1000, 1.4e6, 0, {}};
  const Complex theory = half_space_reflection(steel, 1e9);
  EXPECT_NEAR(theory.real(), -0.99, 0.002);
  for (const bool turned : {false, true}) {
    EXPECT_LE(std::abs(reflection_at_rim(steel, 1e9, {2e-3, turned}) - theory), 0.01);
    // For Hz, E is 0 half a cell before the node.
    const Complex half_before = std::polar(1.0, 2 * pi * 1e9 * 2e-3 / c0);
    EXPECT_LE(std::abs(reflection_at_rim(steel, 1e9, {2e-3, turned, Polarization::hz}) + theory * half_before), 0.015);
    EXPECT_LE(std::abs(reflection_at_rim(dual_of(steel), 1e9, {2e-3, turned, Polarization::hz}) - theory), 0.01);
  }
}

// In a metal of free charges the surface is an inductance, 19 Ω at 1 GHz. Averaging μ would give 400 Ω.
TEST(Rim, of_a_magnetic_drude_metal_reflects_by_its_surface_impedance) {
  Material metal{"metal", 1, 100, 0, 0, {}};
  metal.poles = {Pole{Drude{200e9, 1e7}}};
  const Complex theory = half_space_reflection(metal, 1e9);
  EXPECT_NEAR(std::arg(-theory), -0.1, 0.01);
  for (const bool turned : {false, true})
    EXPECT_LE(measured("error of r at the rim", std::abs(reflection_at_rim(metal, 1e9, {2e-3, turned}) - theory)),
              0.01);
}

// If the grid resolves the medium, the average of both sides is right, from insulators to conductors.
TEST(Rim, of_a_resolved_magnetic_medium_reflects_as_theory_predicts) {
  struct {
    double eps, mu, sigma, cells, bound;
  } const cases[] = {{4, 4, 0, 150, 2e-3},       {1, 4, 0, 150, 1e-3},      {4, 1, 0, 150, 1e-3},
                     {4, 4, 0.01, 150, 2e-3},    {4, 4, 0.1, 150, 2e-3},    {4, 4, 1, 150, 0.004},
                     {12, 100, 0.01, 300, 0.03}, {1, 100, 0.01, 150, 0.005}};
  for (const auto& c : cases) {
    const double f = c0 / (c.cells * 1e-3);
    const Material m{"m", c.eps, c.mu, c.sigma, 0, {}};
    // The surface is half a cell before the first node inside the medium.
    const Complex theory = half_space_reflection(m, f) * std::polar(1.0, 2 * pi / c.cells);
    const double error = std::abs(reflection_at_rim(m, f, {}) - theory);
    std::printf("[ measured ] eps %g mu %g sigma %g: %.4f\n", c.eps, c.mu, c.sigma, error);
    EXPECT_LE(error, c.bound) << c.eps << " " << c.mu << " " << c.sigma;
  }
}

// Only the skin of a metal counts, so a finer grid changes little. The cell's length across the surface decides.
TEST(Rim, of_a_magnetic_conductor_depends_on_the_cell_across_it) {
  const Material iron{"iron", 1, 300, 3e3, 0, {}};
  for (const bool turned : {false, true}) {
    const Complex square = reflection_at_rim(iron, 1e9, {2e-3, turned}),
                  oblong = reflection_at_rim(iron, 1e9, {2e-3, turned, Polarization::ez, 1e-3});
    EXPECT_LE(std::abs(square - oblong), 1e-3);
  }
}

// Returns the dual of a scene: ε and μ, σ/ε0 and σm/μ0, PEC and PMC are exchanged. Its Hz equals the scene's Ez over
// η0².
Scene dual_of(Scene s) {
  s.grid.polarization = Polarization::hz;
  for (Material& m : s.materials) {
    std::swap(m.eps, m.mu);
    m = {m.name, m.eps, m.mu, m.sigma_m / (eta0 * eta0), m.sigma * eta0 * eta0, {}};
  }
  const auto exchange = [](BoundaryKind k) { return k == pec ? pmc : k == pmc ? pec : k; };
  for (BoundaryKind& k : s.boundary.side) k = exchange(k);
  for (Shape& shape : s.shapes)
    shape.material = shape.material == "pec" ? "pmc" : shape.material == "pmc" ? "pec" : shape.material;
  return s;
}

Scene varied(Precision precision, std::array<BoundaryKind, 4> walls) {
  Scene s = grid(96, 80, cpml, precision, 1e-3, 1.2e-3);
  s.boundary.side = walls;
  s.materials = {{"a", 3, 1.5, 0.05, 0, {}}, {"b", 1, 2, 0, 3e3, {}}};
  s.shapes = {{Circle{{60, 30}, 14}, "a"},
              {Rect{{5, 50}, {40, 79}}, "b"},
              {Circle{{75, 62}, 6}, "pec"},
              {Stroke{{{20, 12}, {35, 22}}, 1.5}, "pmc"}};
  s.sources = {point(30, 35, Cw{frequency_of(s, 18), 3, 10}), point(62, 33, Ricker{frequency_of(s, 25), {}}, 0.6),
               line({48, 60}, {62, 64}, Cw{frequency_of(s, 22), 2, 0}, 50)};
  return s;
}

void expect_duality(Precision precision, double bound) {
  using Walls = std::array<BoundaryKind, 4>;
  for (const Walls& walls : {Walls{cpml, cpml, cpml, cpml}, Walls{pec, pmc, mur1, cpml}, Walls{mur1, mur1, pmc, pec}}) {
    const Scene s = varied(precision, walls);
    Solver electric = run(s, 500), magnetic = run(dual_of(s), 500);
    const auto expect = [&](Quantity q, double factor) {
      Field e = electric.field(q), m = magnetic.field(q);
      for (double& v : m) v *= factor;
      ASSERT_GT(max_abs(e), 0);
      EXPECT_LE(relative_difference(m, e), bound);
    };
    expect(Quantity::ez, eta0 * eta0);
    expect(Quantity::hx, -1);  // E → H, H → −E
    expect(Quantity::hy, -1);
  }
}
TEST(Duality, hz_of_the_exchanged_scene_is_ez_over_eta0_squared) {
  expect_duality(Precision::float64, 1e-12);
  expect_duality(Precision::float32, 5e-6);
}
TEST(Duality, a_magnetic_line_current_radiates_hz_of_the_hankel_function) {
  Scene s = grid(220, 120, cpml, Precision::float64);
  s.grid.polarization = Polarization::hz;
  const double f = frequency_of(s, 20), omega = 2 * pi * f;
  s.sources = {point(40, 60, Cw{f, 6, 0}, 3)};  // 3 V
  s.probes = {{"p", {160, 60}}};
  Solver solver = solver_for(s);
  const auto settle = static_cast<std::size_t>(std::lround(22 / f / solver.dt()));
  go_on(solver, static_cast<int>(settle) + 120);
  const double seen = std::abs(phasor(solver.take_probes()[0].values, omega, solver.dt(), solver.dt(), settle));
  const double theory = omega * eps0 / 4 * 3 * std::abs(hankel2_0(omega / c0 * 0.12));
  EXPECT_NEAR(seen / theory, 1, 0.02);
}

}  // namespace
}  // namespace ez::test
