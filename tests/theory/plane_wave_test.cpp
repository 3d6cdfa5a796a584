// Tests interfaces, layers and media.
#include <array>
#include <cmath>
#include <complex>
#include <random>

#include "solver/base/constants.h"
#include "solver/theory/layers.h"
#include "solver/theory/media.h"
#include "theory_call.h"

namespace ez::test {
namespace {

using Complex = std::complex<double>;
constexpr double degree = pi / 180;

TEST(Fresnel, glass_matches_the_textbook_values) {
  EXPECT_NEAR(theory("reflectance_s", {1, 1.5, 0}), 0.04, 1e-12);
  EXPECT_NEAR(theory("reflectance_p", {1, 1.5, 0}), 0.04, 1e-12);
  EXPECT_NEAR(theory("reflectance_s", {1, 1.5, 45}), 0.0920, 5e-5);
  EXPECT_NEAR(theory("brewster_angle", {1, 1.5}), 56.31, 5e-3);
  EXPECT_NEAR(theory("reflectance_p", {1, 1.5, theory("brewster_angle", {1, 1.5})}), 0, 1e-15);
  EXPECT_NEAR(theory("critical_angle", {1.5, 1}), 41.81, 5e-3);
  EXPECT_TRUE(std::isnan(theory("critical_angle", {1, 1.5})));
  EXPECT_NEAR(theory("refraction_angle", {1, 1.5, 45}), 28.13, 5e-3);
  EXPECT_TRUE(std::isnan(theory("refraction_angle", {1.5, 1, 45})));
  EXPECT_NEAR(theory("standing_wave_ratio", {0.04}), 1.5, 1e-12);
}

// sin(i − t)/sin(i + t) and tan(i − t)/tan(i + t), and no loss.
TEST(Fresnel, equals_its_other_form) {
  for (double angle = 5; angle < 90; angle += 5) {
    const double i = angle * degree, t = std::asin(std::sin(i) / 1.7);
    EXPECT_NEAR(theory("reflectance_s", {1, 1.7, angle}), std::pow(std::sin(i - t) / std::sin(i + t), 2), 1e-12);
    EXPECT_NEAR(theory("reflectance_p", {1, 1.7, angle}), std::pow(std::tan(i - t) / std::tan(i + t), 2), 1e-12);
    for (const std::string_view kind : {"s", "p"}) {
      const std::string r = "reflectance_" + std::string(kind), through = "transmittance_" + std::string(kind);
      EXPECT_NEAR(theory(r, {1, 1.7, angle}) + theory(through, {1, 1.7, angle}), 1, 1e-12);
      EXPECT_NEAR(theory(through, {1, 1.7, angle}), theory(through, {1.7, 1, t / degree}), 1e-12) << "reciprocity";
    }
  }
}

TEST(Fresnel, total_reflection_shifts_the_phase) {
  for (const double angle : {42.0, 45.0, 60.0, 80.0}) {
    const double kappa = std::sqrt(std::pow(1.5 * std::sin(angle * degree), 2) - 1), k = 1.5 * std::cos(angle * degree);
    EXPECT_NEAR(theory("reflection_phase_s", {1.5, 1, angle}), -2 * std::atan(kappa / k) / degree, 1e-9);
    EXPECT_NEAR(theory("reflection_phase_p", {1.5, 1, angle}), -2 * std::atan(2.25 * kappa / k) / degree, 1e-9);
    EXPECT_NEAR(theory("reflectance_s", {1.5, 1, angle}), 1, 1e-12);
    EXPECT_NEAR(theory("transmittance_p", {1.5, 1, angle}), 0, 1e-12);
  }
}

// The shift of a beam is the derivative of the phase with respect to kx.
TEST(Fresnel, goos_haenchen_shift_is_the_slope_of_the_phase) {
  const double f = 3e14, k0 = 2 * pi * f / c0, step = 1e-4;
  for (const double angle : {43.0, 50.0, 70.0})
    for (const std::string kind : {"s", "p"}) {
      const auto phase = [&](double a) { return theory("reflection_phase_" + kind, {1.5, 1, a}) * degree; };
      const auto kx = [&](double a) { return 1.5 * k0 * std::sin(a * degree); };
      const double slope = (phase(angle + step) - phase(angle - step)) / (kx(angle + step) - kx(angle - step));
      EXPECT_NEAR(theory("goos_hanchen_" + kind, {1.5, 1, f, angle}) / -slope, 1, 1e-5) << kind << angle;
    }
}

TEST(Fresnel, the_shift_of_a_beam_approaches_that_of_a_plane_wave) {
  const double f = 12.5e9, lambda = c0 / f, at_50 = theory("goos_hanchen_s", {1.5, 1, f, 50});
  const auto beam = [&](double angle, double waist, double way, double n2 = 1) {
    return theory("goos_hanchen_beam_s", {1.5, n2, f, angle, waist, way, waist});
  };
  // A very wide beam. The distance it travels afterwards does not matter.
  EXPECT_NEAR(beam(50, 100 * lambda, 0) / at_50, 1, 1e-3);
  EXPECT_NEAR(beam(50, 100 * lambda, 50 * lambda) / at_50, 1, 1e-3);
  // The correction is twice the variance of the beam's angles, (1/kw)², times the curvature of the shift. It falls as
  // w⁻².
  const double wide = beam(50, 40 * lambda, 0) / at_50 - 1, wider = beam(50, 80 * lambda, 0) / at_50 - 1;
  EXPECT_GT(wide, 0);
  EXPECT_NEAR(wide / wider, 4, 0.1);
  // At the critical angle the shift of a wide beam has no limit.
  EXPECT_GT(beam(41.81, 3 * lambda, 0), at_50);
  EXPECT_LT(beam(41.81, 3 * lambda, 0), 3 * lambda);
  // Nothing is shifted if r hardly changes with the angle, as at a metal of index 1000.
  EXPECT_NEAR(beam(50, 20 * lambda, 20 * lambda, 1000) / lambda, 0, 1e-3);
}

// Veselago's medium with ε = μ = −1 reflects nothing at any angle, and its phases travel towards the source.
TEST(Fresnel, a_medium_of_negative_index_reflects_nothing) {
  EXPECT_EQ(passive_index(-1, -1), Complex(-1));
  EXPECT_EQ(passive_index({-4, -0.0}, -1), Complex(-2));
  EXPECT_EQ(passive_index(-4, 1), Complex(0, 2));
  EXPECT_EQ(passive_index(9, 4), Complex(6));
  const Complex lossy = passive_index({-2, 0.1}, {-1.5, 0.2});
  EXPECT_LT(lossy.real(), 0);
  EXPECT_GT(lossy.imag(), 0);
  EXPECT_NEAR(std::abs(lossy * lossy - Complex(-2, 0.1) * Complex(-1.5, 0.2)), 0, 1e-14);
  for (const double angle : {0.0, 20.0, 60.0})
    for (const Polarization p : {Polarization::ez, Polarization::hz}) {
      const double theta = angle * pi / 180;
      EXPECT_NEAR(plane_response({}, {}, {-1, -1}, p, 5e9, theta).reflectance, 0, 1e-28);
      const PlaneResponse n2 = plane_response({}, {}, {-4, -1}, p, 5e9, theta);
      EXPECT_NEAR(n2.reflectance, plane_response({}, {}, {4, 1}, p, 5e9, theta).reflectance, 1e-14);
      EXPECT_NEAR(n2.reflectance + n2.transmittance, 1, 1e-14);
    }
}

TEST(Fresnel, a_conducting_half_space_reflects_by_its_complex_index) {
  const double f = 1e9;
  const Complex n = std::sqrt(conducting_eps(3, 0.5, f));
  EXPECT_NEAR(theory("lossy_reflectance_s", {1, 3, 0.5, f, 0}), std::norm((n - 1.0) / (n + 1.0)), 1e-12);
  EXPECT_NEAR(theory("lossy_reflectance_p", {1, 3, 0.5, f, 0}), std::norm((n - 1.0) / (n + 1.0)), 1e-12);
  // Hagen and Rubens, for good conductors.
  const double sigma = 5.8e7;
  EXPECT_NEAR((1 - theory("lossy_reflectance_s", {1, 1, sigma, f, 0})) / (2 * std::sqrt(4 * pi * f * eps0 / sigma)), 1,
              1e-4);
  EXPECT_NEAR(theory("lossy_reflectance_p", {1, 3, 0, f, 30}), theory("reflectance_p", {1, std::sqrt(3.0), 30}), 1e-12);
}

// Uses Abelès' characteristic matrices (Born and Wolf, § 1.6.2) instead of the recursion.
PlaneResponse by_matrices(double n_first, std::span<const OpticalLayer> layers, const OpticalMedium& last,
                          Polarization polarization, double frequency, double theta) {
  const double k0 = 2 * pi * frequency / c0, kx = k0 * n_first * std::sin(theta);
  const auto across = [&](const OpticalMedium& m) { return std::sqrt(m.eps * m.mu * k0 * k0 - kx * kx); };
  const auto admittance = [&](const OpticalMedium& m) {
    return across(m) / (polarization == Polarization::ez ? m.mu : m.eps) / k0;
  };
  std::array<Complex, 4> all = {1, 0, 0, 1};
  for (const OpticalLayer& layer : layers) {
    const Complex beta = across(layer.medium) * layer.thickness, p = admittance(layer.medium), i(0, 1);
    const std::array<Complex, 4> one = {std::cos(beta), -i / p * std::sin(beta), -i * p * std::sin(beta),
                                        std::cos(beta)};
    all = {all[0] * one[0] + all[1] * one[2], all[0] * one[1] + all[1] * one[3], all[2] * one[0] + all[3] * one[2],
           all[2] * one[1] + all[3] * one[3]};
  }
  const Complex p1 = admittance({n_first * n_first}), pl = admittance(last);
  const Complex a = (all[0] + all[1] * pl) * p1, b = all[2] + all[3] * pl;
  PlaneResponse of{.r = (a - b) / (a + b), .t = 2.0 * p1 / (a + b)};
  of.reflectance = std::norm(of.r);
  of.transmittance = pl.real() / p1.real() * std::norm(of.t);
  return of;
}

TEST(Layers, the_recursion_equals_the_matrices) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> eps(1, 6), thickness(0, 2e-6), loss(0, 0.3), angle(0, 1.4);
  for (int n = 0; n < 200; ++n) {
    const bool lossy = n % 2 == 1;
    const auto polarization = n % 4 < 2 ? Polarization::ez : Polarization::hz;
    std::vector<OpticalLayer> layers;
    for (int m = 0; m < 5; ++m) {
      const double sign = m == 3 ? -1 : 1;  // sign of ε and μ; the index of layer 3 is negative
      layers.push_back({{Complex(sign * eps(random), lossy ? loss(random) : 0),
                         Complex(m == 2 ? 1.5 : sign, lossy && m == 3 ? loss(random) : 0)},
                        thickness(random)});
    }
    const OpticalMedium last{Complex(eps(random), 0)};
    const double theta = angle(random);
    // The first medium is glass, so layers of lower index hold evanescent waves.
    const PlaneResponse one = plane_response({2.25}, layers, last, polarization, 2e14, theta);
    const PlaneResponse other = by_matrices(1.5, layers, last, polarization, 2e14, theta);
    EXPECT_NEAR(std::abs(one.r - other.r), 0, 1e-9) << n;
    EXPECT_NEAR(std::abs(one.t - other.t), 0, 1e-9) << n;
    if (lossy)
      EXPECT_LT(one.reflectance + one.transmittance, 1) << n;
    else
      EXPECT_NEAR(one.reflectance + one.transmittance, 1, 1e-9) << n;
  }
}

TEST(Layers, a_thick_absorber_is_a_half_space) {
  const OpticalLayer metal{{Complex(-20, 1)}, 1e-2};
  const auto thick = plane_response({1}, std::array{metal}, {1}, Polarization::hz, 5e14, 0.6);
  const auto endless = plane_response({1}, {}, metal.medium, Polarization::hz, 5e14, 0.6);
  EXPECT_NEAR(std::abs(thick.r - endless.r), 0, 1e-12);
  EXPECT_EQ(thick.transmittance, 0);
}

TEST(Layers, slab_coating_and_tunnelling_match_the_textbook) {
  const double d = 1e-6, n = 3.5, spacing = theory("fabry_perot_spacing", {n, d});
  EXPECT_DOUBLE_EQ(spacing, c0 / (2 * n * d));
  EXPECT_NEAR(theory("slab_transmittance_s", {1, n, 1, d, 3 * spacing, 0}), 1, 1e-12);
  EXPECT_NEAR(theory("slab_transmittance_s", {1, n, 1, d, 3.5 * spacing, 0}), 0.279, 5e-4);
  EXPECT_NEAR(theory("slab_reflectance_p", {1, n, 1, d, 3.5 * spacing, 0}), 1 - 0.279, 5e-4);
  EXPECT_NEAR(theory("coating_reflectance", {1, std::sqrt(1.5), 1.5, 1}), 0, 1e-15);
  EXPECT_NEAR(theory("coating_reflectance", {1, std::sqrt(1.5), 1.5, 2}), 0.04, 1e-12);
  // MgF2 on glass: the 1.3 % of every camera lens.
  EXPECT_NEAR(theory("coating_reflectance", {1, 1.38, 1.52, 1}), 0.0126, 5e-5);
  // Frustrated total reflection. Prisms in contact reflect nothing. Behind a wide gap nothing passes, and T falls as
  // e^{−2d/depth}.
  const double f = 3e14, depth = theory("evanescent_depth", {1.5, 1, f, 45});
  EXPECT_NEAR(theory("slab_transmittance_s", {1.5, 1, 1.5, 1e-12, f, 45}), 1, 1e-9);
  const double at6 = theory("slab_transmittance_s", {1.5, 1, 1.5, 6 * depth, f, 45});
  const double at7 = theory("slab_transmittance_s", {1.5, 1, 1.5, 7 * depth, f, 45});
  EXPECT_NEAR(std::log(at6 / at7), 2, 1e-4);
}

TEST(Layers, a_bragg_mirror_matches_its_formula) {
  for (const int pairs : {1, 6, 10}) {
    const double a = std::pow(1.5, 2 * pairs);
    EXPECT_NEAR(theory("bragg_reflectance", {1, 1, 1.5, 1, static_cast<double>(pairs), 1}),
                std::pow((a - 1) / (a + 1), 2), 1e-12);
  }
  EXPECT_NEAR(theory("bragg_reflectance", {1, 1, 1.5, 1, 6, 1}), 0.970, 5e-4);
  const double width = theory("bragg_bandwidth", {1, 1.5});
  EXPECT_NEAR(width, 0.256, 5e-4);
  // With many pairs everything is reflected just inside the band, and some frequencies pass just outside.
  EXPECT_GT(theory("bragg_reflectance", {1, 1, 1.5, 1, 400, 1 + 0.49 * width}), 0.999);
  double least = 1;
  for (double at = 0.5; at < 0.52; at += 1e-4)
    least = std::min(least, theory("bragg_reflectance", {1, 1, 1.5, 1, 400, 1 + at * width}));
  EXPECT_LT(least, 0.1);
}

// At trough and crest the ratio is that of the standing wave. A layer half a wave thick has no effect.
TEST(Layers, a_standing_wave_in_front_of_a_layer_has_its_ratio) {
  const double f = c0 / 0.1;
  const auto wave = [&](double n2, double d, double before) {
    return theory("slab_standing_wave", {1, n2, 1.5, d, f, before});
  };
  EXPECT_NEAR(wave(1.5, 0, 0), 1 - 0.2, 1e-12) << "a trough at the glass";
  EXPECT_NEAR(wave(1.5, 0, 0.025), 1 + 0.2, 1e-12);
  for (const double before : {0.0, 0.01, 0.025}) {
    EXPECT_NEAR(wave(1.25, 0.04, before), wave(1.5, 0, before), 1e-12);
    EXPECT_NEAR(wave(std::sqrt(1.5), 0.025 / std::sqrt(1.5), before), 1, 1e-12) << "nothing is reflected";
  }
  // A quarter wave of any index goes from trough to crest with its own reflectance.
  const double ratio = theory("standing_wave_ratio", {theory("coating_reflectance", {1, 1.4, 1.5, 1})});
  EXPECT_NEAR(wave(1.4, 0.025 / 1.4, 0) / wave(1.4, 0.025 / 1.4, 0.025), 1 / ratio, 1e-12);
}

TEST(Layers, a_cavity_between_two_mirrors_has_its_frequency_and_q) {
  const double f0 = c0 / 0.08;
  const std::vector<double> half_a_wave = {1, 0.04, 2, 0.01, 1, 0.02, 3, f0};
  EXPECT_NEAR(theory("bragg_cavity_frequency", half_a_wave) / f0, 1, 1e-9);
  // Q by the other definition: half of the power passes at f0(1 ± 1/2Q).
  const auto through = [&](double f) {
    std::vector<OpticalLayer> layers;
    for (int k = 0; k < 11; ++k)
      layers.push_back(k % 2 == 0 ? OpticalLayer{{4}, 0.01} : OpticalLayer{{1}, k == 5 ? 0.04 : 0.02});
    return plane_response({}, layers, {}, Polarization::ez, f, 0).transmittance;
  };
  EXPECT_NEAR(through(f0), 1, 1e-12);
  const double q = theory("bragg_cavity_q", half_a_wave);
  for (const double side : {-1, 1}) EXPECT_NEAR(through(f0 * (1 + side / (2 * q))), 0.5, 0.005);
  EXPECT_GT(theory("bragg_cavity_frequency", {1, 0.036, 2, 0.01, 1, 0.02, 3, f0}), f0) << "narrower";
  EXPECT_LT(theory("bragg_cavity_frequency", {1, 0.04, 2, 0.011, 1, 0.02, 3, f0}), f0) << "thicker glass";
  const auto of_pairs = [&](double n) { return theory("bragg_cavity_q", {1, 0.04, 2, 0.01, 1, 0.02, n, f0}); };
  EXPECT_NEAR(of_pairs(6) / of_pairs(5), 4, 0.02) << "(n1/n2)² per pair";
}

TEST(Media, a_slab_of_plasma_has_the_right_limits) {
  const double f = 5e9, d = 0.02, kd = 2 * pi * f / c0 * d;
  EXPECT_NEAR(theory("drude_slab_transmittance", {1, f * (1 + 1e-7), 0, d, f}), 1 / (1 + kd * kd / 4), 1e-5);
  EXPECT_NEAR(theory("drude_slab_transmittance", {1, f / 2, 0, d, f}),
              theory("slab_transmittance_s", {1, std::sqrt(0.75), 1, d, f, 0}), 1e-12);
  // ε = −1, computed by hand.
  EXPECT_NEAR(theory("drude_slab_transmittance", {1, f * std::sqrt(2), 0, d, f}), 1 / std::pow(std::cosh(kd), 2), 1e-9);
}

TEST(Media, depths_match_the_textbook) {
  EXPECT_NEAR(theory("skin_depth", {1e9, 5.8e7}), 2.09e-6, 5e-9);  // copper
  EXPECT_NEAR(theory("lossy_depth", {1, 5.8e7, 1e9}) / theory("skin_depth", {1e9, 5.8e7}), 1, 1e-6);
  EXPECT_NEAR(theory("lossy_depth", {4, 1e-5, 1e9}), 2 * 2 / (1e-5 * eta0), 1e-3);  // weak: 2√ε/ση0
  EXPECT_NEAR(theory("lossy_wavelength", {4, 1e-5, 1e9}), c0 / 2e9, 1e-6);
  const double f = 3e14, lambda = c0 / f;
  EXPECT_NEAR(theory("evanescent_depth", {1.5, 1, f, 45}) / lambda, 0.450, 5e-4);
  EXPECT_NEAR(theory("drude_depth", {1, 1.5 * f, 0, f}) / lambda, 0.142, 5e-4);
  EXPECT_NEAR(theory("drude_reflectance", {1, 1.5 * f, 0, f}), 1, 1e-12);
  EXPECT_NEAR(theory("drude_reflectance", {1, 0.5 * f, 0, f}), theory("reflectance_s", {1, std::sqrt(0.75), 0}), 1e-12);
}

TEST(Media, depth_on_the_grid_converges_with_second_order) {
  const double exact = theory("lossy_depth", {2, 0.5, 1e9});
  const auto error = [&](double dx) { return theory("lossy_depth_on_grid", {2, 0.5, 1e9, dx, 0.7 * dx / c0}) - exact; };
  EXPECT_NEAR(error(2e-3) / error(1e-3), 4, 0.05);
}

TEST(Media, poles_have_known_values_at_their_own_frequencies) {
  EXPECT_NEAR(theory("drude_eps", {1, 2e15, 0, 2e15}), 0, 1e-12);
  EXPECT_NEAR(theory("lorentz_eps", {2, 3, 1e15, 1e13, 1}), 5, 1e-12);
  EXPECT_NEAR(theory("lorentz_eps_im", {2, 3, 1e15, 1e13, 1e15}), 3 * 1e15 / 1e13, 1e-9);
  const double tau = 8.27e-12, relaxation = 1 / (2 * pi * tau);  // water, 25 °C
  EXPECT_NEAR(theory("debye_eps", {5.2, 73.1, tau, relaxation}), 5.2 + 73.1 / 2, 1e-9);
  EXPECT_NEAR(theory("debye_eps_im", {5.2, 73.1, tau, relaxation}), 73.1 / 2, 1e-9);
}

// For the absorption of any pole, ∫ f·Im ε df = π/2·(plasma frequency)² (Jackson, § 7.10).
TEST(Media, poles_obey_the_sum_rule) {
  const auto integral = [](std::string_view name, std::vector<double> arguments) {
    double sum = 0;
    arguments.push_back(0);
    // f = tan u
    const int n = 200000;
    for (int k = 0; k < n; ++k) {
      const double u = (k + 0.5) * pi / 2 / n, f = std::tan(u);
      arguments.back() = f;
      sum += f * theory(name, arguments) / std::pow(std::cos(u), 2) * pi / 2 / n;
    }
    return sum;
  };
  EXPECT_NEAR(integral("drude_eps_im", {1, 2, 0.3}), pi / 2 * 4, 1e-4);
  EXPECT_NEAR(integral("lorentz_eps_im", {1, 3, 2, 0.3}), pi / 2 * 3 * 4, 1e-3);
}

// Through a wide gap the metal has an effect only at the wave number of the surface plasmon.
TEST(Layers, ottos_prism_excites_the_surface_plasmon) {
  const double f = 10e9, plasma = 20e9, damping = 0.02e9, eps = theory("drude_eps", {1, plasma, damping, f});
  const double plasmon = std::asin(std::sqrt(eps / (1 + eps)) / 1.5) * 180 / pi;
  const auto back = [&](double gap, double angle) {
    return theory("otto_reflectance", {1.5, gap, 1, plasma, damping, f, angle});
  };
  double least = 1, at = 0;
  for (double angle = 45; angle < 80; angle += 0.02)
    if (back(0.02, angle) < least) least = back(0.02, at = angle);
  EXPECT_NEAR(at, plasmon, 0.1);
  EXPECT_LT(least, 0.5);
  EXPECT_GT(back(0.02, plasmon + 5), 0.99);
  EXPECT_NEAR(back(0, 30), 1, 0.02) << "metal";
  EXPECT_NEAR(theory("otto_reflectance", {1.5, 0.02, 1, 1, 0, f, 30}), theory("reflectance_p", {1.5, 1, 30}), 1e-9);
}

}  // namespace
}  // namespace ez::test
