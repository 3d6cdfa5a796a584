// Tests modes of boxes and waveguides, and the series for the cylinder.
#include <cmath>
#include <complex>
#include <string>

#include "solver/base/constants.h"
#include "solver/theory/bessel.h"
#include "solver/theory/cylinder.h"
#include "solver/theory/modes.h"
#include "theory_call.h"

namespace ez::test {
namespace {

TEST(Modes, bessel_zeros_match_the_tables) {
  // Abramowitz and Stegun, table 9.5.
  EXPECT_NEAR(bessel_zero(0, 1), 2.4048255577, 1e-9);
  EXPECT_NEAR(bessel_zero(0, 2), 5.5200781103, 1e-9);
  EXPECT_NEAR(bessel_zero(1, 1), 3.83171, 5e-6);
  EXPECT_NEAR(bessel_zero(2, 1), 5.13562, 5e-6);
  EXPECT_NEAR(bessel_zero(8, 3), 19.55454, 5e-6);
  EXPECT_NEAR(bessel_slope_zero(1, 1), 1.84118, 5e-6);
  EXPECT_NEAR(bessel_slope_zero(1, 2), 5.33144, 5e-6);
  EXPECT_NEAR(bessel_slope_zero(2, 1), 3.05424, 5e-6);
  EXPECT_NEAR(bessel_slope_zero(0, 1), 3.8317059702, 1e-9);
}

TEST(Modes, boxes_have_their_known_frequencies) {
  EXPECT_NEAR(theory("box_mode", {1.023, 1.023, 1, 1}), 207.2e6, 5e4);
  EXPECT_NEAR(theory("round_mode_ez", {0.1, 0, 1}), 2.4048 * c0 / (2 * pi * 0.1), 1e5);
  EXPECT_NEAR(theory("round_mode_ez", {0.1, 1, 1}) / theory("round_mode_ez", {0.1, 0, 1}), 1.593, 5e-4);
  EXPECT_NEAR(theory("round_mode_hz", {0.1, 1, 1}), 1.84118 * c0 / (2 * pi * 0.1), 1e4);
}

TEST(Modes, a_partly_filled_box_matches_its_equation) {
  const double a = 0.12, b = 0.06, empty = theory("box_mode", {a, b, 1, 1});
  EXPECT_NEAR(theory("filled_box_mode", {a, b, 0.06, 1}), empty, 1);
  EXPECT_NEAR(theory("filled_box_mode", {a, b, a, 4}), empty, 1);
  EXPECT_NEAR(theory("filled_box_mode", {a, b, 0, 4}), empty / 2, 1);
  const double half = theory("filled_box_mode", {a, b, 0.06, 4});
  EXPECT_GT(half, empty / 2);
  EXPECT_LT(half, theory("filled_box_mode", {a, b, 0.07, 4})) << "with less of the medium the frequency is higher";
  // Below π/b the field decays in the empty half: κd·coth(κd) + kd·cot(kd) = 0 (κ and k belong to the two halves).
  const double k0 = 2 * pi * half / c0, d = 0.06, kappa = std::sqrt(std::pow(pi / b, 2) - k0 * k0),
               k = std::sqrt(4 * k0 * k0 - std::pow(pi / b, 2));
  EXPECT_NEAR(kappa * d / std::tanh(kappa * d) + k * d / std::tan(k * d), 0, 1e-6);
}

TEST(Modes, the_grids_box_converges_with_second_order) {
  const double a = 0.12, b = 0.08, exact = theory("box_mode", {a, b, 2, 1});
  const auto error = [&](double cell) {
    return theory("box_mode_on_grid", {cell, cell, 0.6 * cell / c0, a, b, 2, 1}) - exact;
  };
  EXPECT_LT(error(2e-3), 0) << "waves are slower on the grid";
  EXPECT_NEAR(error(2e-3) / error(1e-3), 4, 0.05);
  // Along the diagonal at the Courant limit the grid is exact.
  const double dt = 1e-3 / c0 / std::sqrt(2.0);
  EXPECT_NEAR(theory("box_mode_on_grid", {1e-3, 1e-3, dt, a, a, 3, 3}) / theory("box_mode", {a, a, 3, 3}), 1, 1e-12);
}

TEST(Modes, the_grids_rays_are_perpendicular_to_its_k_curve) {
  const double f = 12.5e9, cell = 1e-3, dt = 0.7 * cell / c0;
  EXPECT_NEAR(theory("grid_ray_angle", {cell, cell, dt, 1.5, f, 0}), 0, 1e-9);
  EXPECT_NEAR(theory("grid_ray_angle", {cell, cell, dt, 1.5, f, 45}), 45, 1e-9);
  EXPECT_NEAR(theory("grid_ray_angle", {cell / 50, cell / 50, dt / 50, 1.5, f, 30}), 30, 1e-3);
  // The ray is perpendicular to the curve of all k. The tangent of its deviation is −(dk/dθ)/k.
  const auto k = [&](double angle) { return 1 / theory("grid_wavelength", {cell, cell, dt, f, angle}); };
  for (const double angle : {-60.0, 10.0, 30.0}) {
    const double slope = (k(angle + 0.01) - k(angle - 0.01)) / (0.02 * pi / 180) / k(angle);
    const double off = theory("grid_ray_angle", {cell, cell, dt, 1, f, angle}) - angle;
    EXPECT_NEAR(std::tan(off * pi / 180), -slope, 1e-6) << angle;
  }
}

TEST(Modes, a_rings_frequencies_match_a_straight_film) {
  const double f = 6e9, d = 0.014;
  // The index of a wide ring approaches that of the film as d/R falls. A whole number of waves fits around the middle.
  const auto waves = [&](double radius) {
    const double tone = theory("ring_tone_ez", {2, radius - d / 2, radius + d / 2, f});
    return tone / c0 * 2 * pi * radius * theory("slab_guide_index_ez", {2, 1, 1, d, tone, 0});
  };
  const double narrow = waves(0.09), wide = waves(0.36);
  EXPECT_NEAR(narrow, std::rint(narrow), 0.2);
  EXPECT_NEAR(wide, std::rint(wide), 0.06);
  // The next frequency found is the next resonance.
  const double one = theory("ring_tone_ez", {2, 0.083, 0.097, f}),
               next = theory("ring_tone_ez", {2, 0.083, 0.097, one + 1e6});
  EXPECT_GT(one, f);
  EXPECT_NEAR(waves(0.09) + 1, next / c0 * 2 * pi * 0.09 * theory("slab_guide_index_ez", {2, 1, 1, d, next, 0}), 0.05);
  // At resonance everything is reflected as if from a wall there: the coefficient of that order is −1.
  const int m = static_cast<int>(std::rint(narrow));
  const Cylinder ring{.radius = 0.083, .coat = d, .coat_eps = 4};
  EXPECT_NEAR(std::abs(cylinder_coefficient(ring, Polarization::ez, one, m)), 1, 1e-3);
  EXPECT_LT(std::abs(cylinder_coefficient(ring, Polarization::ez, 0.98 * one, m)), 0.1);
  EXPECT_TRUE(std::isnan(theory("ring_tone_ez", {1, 0.083, 0.097, f})));
}

// 0.1732 at 1.5 times the cut-off, computed by another program with 80 modes on each opening. At cut-off everything is
// reflected.
TEST(Modes, a_corner_of_a_guide_has_the_right_reflectance) {
  const double width = 0.06, cutoff = theory("guide_cutoff", {width, 1});
  EXPECT_NEAR(theory("guide_corner_reflectance", {width, 3.75e9}), 0.17318, 1e-4);
  EXPECT_NEAR(theory("guide_corner_reflectance", {width, 4.9e9}), 0.7900, 3e-3);
  EXPECT_NEAR(theory("guide_corner_reflectance", {width / 3, 3 * 3.75e9}), 0.17318, 1e-4);
  EXPECT_NEAR(theory("guide_corner_reflectance", {width, cutoff * (1 + 1e-9)}), 1, 1e-3);
  EXPECT_TRUE(std::isnan(theory("guide_corner_reflectance", {width, 0.99 * cutoff})));
}

TEST(Modes, a_metal_waveguide_matches_the_textbook) {
  const double f = 1e10, lambda = c0 / f, width = 0.75 * lambda;
  EXPECT_NEAR(theory("guide_cutoff", {width, 1}) / f, 1 / 1.5, 1e-12);
  EXPECT_NEAR(theory("guide_wavelength", {width, 1, f}) / lambda, 1.342, 5e-4);
  EXPECT_NEAR(theory("guide_group_velocity", {width, 1, f}), 0.745, 5e-4);
  EXPECT_TRUE(std::isnan(theory("guide_wavelength", {width, 2, f})));
  EXPECT_NEAR(theory("guide_depth", {width, 2, f}),
              1 / std::sqrt(std::pow(2 * pi / width, 2) - std::pow(2 * pi / lambda, 2)), 1e-12);
  // v_g = df/d(1/λ_g), in theory and on the grid.
  const double cell = lambda / 12, dt = 0.6 * cell / c0, df = 1e4;
  const auto slope = [&](const std::string& name, std::vector<double> arguments) {
    arguments.back() += df;
    const double above = 1 / theory(name, arguments);
    arguments.back() -= 2 * df;
    return 2 * df / (above - 1 / theory(name, arguments)) / c0;
  };
  EXPECT_NEAR(slope("guide_wavelength", {width, 1, f}), theory("guide_group_velocity", {width, 1, f}), 1e-6);
  const double on_grid = theory("guide_group_velocity_on_grid", {cell, cell, dt, width, 1, f});
  EXPECT_NEAR(slope("guide_wavelength_on_grid", {cell, cell, dt, width, 1, f}), on_grid, 1e-6);
  EXPECT_LT(on_grid, 0.745);
  EXPECT_NEAR(theory("guide_wavelength_on_grid", {cell / 100, cell / 100, dt / 100, width, 1, f}) / lambda, 1.3416,
              1e-4);
}

TEST(Modes, a_films_index_solves_the_other_form_of_its_equation) {
  const double f = 2e14, k0 = 2 * pi * f / c0, d = 0.9e-6, film = 2, below = 1.5, above = 1.2;
  for (const std::string field : {"ez", "hz"})
    for (int mode = 0; mode < 2; ++mode) {
      const double n = theory("slab_guide_index_" + field, {film, below, above, d, f, static_cast<double>(mode)});
      ASSERT_GT(n, below);
      // tan κd = κ(γb + γa)/(κ² − γb·γa), with γ over ε for TM (Yariv, Optical Electronics, § 13.2).
      const bool tm = field == "hz";
      const double kappa = k0 * std::sqrt(film * film - n * n);
      const double b = k0 * std::sqrt(n * n - below * below) * (tm ? std::pow(film / below, 2) : 1);
      const double a = k0 * std::sqrt(n * n - above * above) * (tm ? std::pow(film / above, 2) : 1);
      EXPECT_NEAR(std::sin(kappa * d) * (kappa * kappa - b * a) / (k0 * k0),
                  std::cos(kappa * d) * kappa * (b + a) / (k0 * k0), 1e-9)
          << field << mode;
    }
  EXPECT_GT(theory("slab_guide_index_ez", {film, below, above, d, f, 0}),
            theory("slab_guide_index_ez", {film, below, above, d, f, 1}));
}

TEST(Modes, a_films_modes_appear_at_their_thickness) {
  EXPECT_NEAR(theory("slab_guide_cutoff_ez", {2, 1, 1, 1}), 0.289, 5e-4);
  EXPECT_EQ(theory("slab_guide_cutoff_hz", {2, 1, 1, 0}), 0) << "a symmetric film always guides";
  const double f = 2e14, lambda = c0 / f;
  for (const std::string field : {"ez", "hz"}) {
    const double at = lambda * theory("slab_guide_cutoff_" + field, {2, 1.5, 1, 1});
    EXPECT_TRUE(std::isnan(theory("slab_guide_index_" + field, {2, 1.5, 1, 0.999 * at, f, 1}))) << field;
    EXPECT_NEAR(theory("slab_guide_index_" + field, {2, 1.5, 1, 1.001 * at, f, 1}), 1.5, 1e-4) << field;
  }
}

TEST(Modes, a_rings_resonances_are_whole_wavelengths_around) {
  const double lambda = 1.55e-6, n = 2, radius = 50e-6, around = n * 2 * pi * radius, m = around / lambda;
  EXPECT_NEAR(theory("ring_spacing", {lambda, n, radius}) / (around / m - around / (m + 1)), 1, 0.01);
}

double decibels_of_wavelength(double width, double f) { return 10 * std::log10(width * f / c0); }

TEST(CylinderSeries, widths_match_the_tables) {
  const double f = 3e9, radius = c0 / f;  // ka = 2π
  EXPECT_NEAR(decibels_of_wavelength(theory("pec_width_ez", {radius, f, 0}), f), 15.39, 5e-3);
  EXPECT_NEAR(decibels_of_wavelength(theory("pec_width_ez", {radius, f, 180}), f), 5.03, 5e-3);
  EXPECT_NEAR(decibels_of_wavelength(theory("rod_width_ez", {radius, 2, f, 0}), f), 13.95, 5e-3);
  EXPECT_NEAR(decibels_of_wavelength(theory("rod_width_ez", {radius, 2, f, 180}), f), 7.57, 5e-3);
}

// The power missing in the forward direction equals all the scattered power. The mean of the widths is the total width.
TEST(CylinderSeries, obeys_the_optical_theorem) {
  const double f = 3e9, k = 2 * pi * f / c0;
  for (const Cylinder& cylinder : {Cylinder{.radius = 0.07, .conductor = true}, Cylinder{.radius = 0.07, .eps = 5},
                                   Cylinder{.radius = 0.15, .eps = 2, .mu = 3}, Cylinder{.radius = 0.003, .eps = 4},
                                   Cylinder{.radius = 0.07, .eps = -2, .mu = -1.5}})
    for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
      double forwards = 0, mean = 0;
      for (int n = -40; n <= 40; ++n)
        forwards -= 4 / k * cylinder_coefficient(cylinder, polarization, f, std::abs(n)).real();
      for (int n = 0; n < 720; ++n) mean += scattering_width(cylinder, polarization, f, n * pi / 360) / 720;
      const double total = total_scattering_width(cylinder, polarization, f);
      EXPECT_NEAR(forwards / total, 1, 1e-9);
      EXPECT_NEAR(mean / total, 1, 1e-9);
    }
}

// Far away the scattered field gives the width. On a conductor it cancels the incident field.
TEST(CylinderSeries, the_scattered_field_has_the_right_limits) {
  const double f = 3e9, lambda = c0 / f, far = 1e4 * lambda;
  for (const double phi : {0.0, 1.0, pi}) {
    const double field = theory("rod_scattered_hz", {0.12, 1.7, f, far * std::cos(phi), far * std::sin(phi)});
    EXPECT_NEAR(2 * pi * far * field * field / theory("rod_width_hz", {0.12, 1.7, f, phi * 180 / pi}), 1, 2e-3);
    EXPECT_NEAR(theory("pec_field_ez", {0.12, f, 0.12 * std::cos(phi), 0.12 * std::sin(phi)}), 0, 1e-5);
    // Hz has no slope there.
    const auto at = [&](double r) { return theory("pec_field_hz", {0.12, f, r * std::cos(phi), r * std::sin(phi)}); };
    EXPECT_NEAR((at(0.12 + 2e-6) - at(0.12)) / (2e-6 * 2 * pi / lambda), 0, 2e-4);
  }
}

TEST(CylinderSeries, limits_match_the_approximations) {
  const double f = 3e9, k = 2 * pi * f / c0;
  // A wire: σ = π²/(k·(ln²(γka/2) + π²/4)) with γ = 1.781, the same in all directions.
  const double ka = 1e-3, wire = pi * pi / (k * (std::pow(std::log(1.7810724 * ka / 2), 2) + pi * pi / 4));
  EXPECT_NEAR(theory("pec_width_ez", {ka / k, f, 70}) / wire, 1, 1e-4);
  // A thin rod in the Born approximation: a current ωε0(ε − 1)·πa², so σ = (4/k)·(π(ka)²(ε − 1)/4)².
  EXPECT_NEAR(theory("rod_width_ez", {ka / k, 1.5, f, 70}) * k / 4 / std::pow(pi * ka * ka * 1.25 / 4, 2), 1, 1e-4);
  // A large cylinder removes twice its own width from the wave behind it.
  EXPECT_NEAR(theory("pec_total_width_ez", {100 / k, f}) / (4 * 100 / k), 1, 0.03);
  EXPECT_NEAR(theory("pec_total_width_hz", {100 / k, f}) / (4 * 100 / k), 1, 0.03);
  EXPECT_NEAR(theory("rod_total_width_hz", {100 / k, 1.5, f}) / (4 * 100 / k), 1, 0.15);
  // Without a rod nothing is scattered. With ε and μ exchanged the other field scatters in the same way.
  EXPECT_NEAR(theory("rod_total_width_ez", {0.1, 1, f}), 0, 1e-15);
  EXPECT_NEAR(scattering_width({.radius = 0.1, .eps = 3}, Polarization::ez, f, 1),
              scattering_width({.radius = 0.1, .eps = 1, .mu = 3}, Polarization::hz, f, 1), 1e-12);
  // A bump of zero size, and a point on the bump itself, which is metal.
  EXPECT_NEAR(theory("line_source_over_mapped_bump", {1, f, 1, 1e-9, 0, 0.1, 0.2, 0.3}) /
                  theory("line_source_over_pec", {1, f, 0.1, 0.2, 0.3}),
              1, 1e-9);
  EXPECT_NEAR(theory("line_source_over_mapped_bump", {1, f, 5, 0.05, -0.1, 0.1, 0.03, 0.04}), 0, 1e-9);
  // A coat of the rod's own medium, and a coat of vacuum.
  EXPECT_NEAR(theory("coated_rod_width_ez", {0.02, 1.5, 0.01, 1.5, f, 40}) / theory("rod_width_ez", {0.03, 1.5, f, 40}),
              1, 1e-9);
  EXPECT_NEAR(theory("coated_rod_width_ez", {0.02, 1.5, 0.01, 1, f, 40}) / theory("rod_width_ez", {0.02, 1.5, f, 40}),
              1, 1e-9);
}

// Band gaps of alumina and silicon rods from the textbook (Joannopoulos et al., Photonic Crystals, ch. 5), and limits.
TEST(Modes, a_crystals_bands_match_the_textbook) {
  EXPECT_NEAR(theory("crystal_band_ez", {8.9, 0.2, 0.5, 0.5, 1}), 0.32, 0.005);
  EXPECT_NEAR(theory("crystal_band_ez", {8.9, 0.2, 0.5, 0, 2}), 0.44, 0.005);
  EXPECT_NEAR(theory("crystal_band_ez", {12, 0.2, 0.5, 0.5, 1}), 0.2826, 0.003);
  EXPECT_NEAR(theory("crystal_band_ez", {12, 0.2, 0.5, 0, 2}), 0.4193, 0.003);
  EXPECT_NEAR(theory("crystal_band_ez", {1, 0.2, 0.3, 0.1, 1}), std::hypot(0.3, 0.1), 1e-12) << "no rods";
  EXPECT_NEAR(theory("crystal_band_ez", {12, 0.2, 0.001, 0, 1}) * std::sqrt(1 + 11 * pi * 0.04) / 0.001, 1, 1e-3)
      << "long waves see the average medium";
  EXPECT_TRUE(std::isnan(theory("crystal_band_ez", {12, 0.2, 0, 0, 0})));
}

// One rod is missing. 0.378 c/a is from Villeneuve, Fan, Joannopoulos, Phys. Rev. B 54, 7837 (1996).
TEST(Modes, a_crystals_cavity_has_the_published_frequency) {
  EXPECT_NEAR(theory("crystal_cavity_frequency", {11.56, 0.2, 2, 0.38}), 0.378, 0.004);
  EXPECT_NEAR(theory("crystal_cavity_frequency", {8.9, 0.2, 2, 0.38}),
              theory("crystal_cavity_frequency", {8.9, 0.2, 2, 0.40}), 1e-6)
      << "regardless of the starting guess";
  EXPECT_GT(theory("crystal_cavity_q", {8.9, 0.2, 2, 0.39}), 5 * theory("crystal_cavity_q", {8.9, 0.2, 1, 0.39}));
}

// The frequency is about that of a metal wall at the holes, a drum filled with the medium. More holes let less escape.
TEST(Modes, a_core_between_holes_has_plausible_frequency_and_q) {
  const auto tone = [](double holes, double waves, double guess) {
    return theory("holey_core_frequency", {1.45, 4.369e-6, 0.369e-6, 5.036e-6, 0.426e-6, holes, waves, guess * 1e12});
  };
  const double low = tone(36, 32, 296.8), high = tone(36, 33, 305.8);
  EXPECT_NEAR(tone(36, 32, 297.5) / low, 1, 1e-6) << "regardless of the starting guess";
  // With a whole number of waves around, neighbouring frequencies are c/(n·2πR) apart, with R slightly inside the
  // holes.
  const double radius = c0 / (1.45 * 2 * pi * (high - low));
  EXPECT_GT(radius, 3.4e-6);
  EXPECT_LT(radius, 4.0e-6);
  const auto q = [](double waves, double guess) {
    return theory("holey_core_q", {1.45, 4.369e-6, 0.369e-6, 5.036e-6, 0.426e-6, 36, waves, guess});
  };
  EXPECT_NEAR(q(32, low), 1356, 15);  // from another program, with ten orders
  EXPECT_GT(q(33, high), 2 * q(32, low));
}

// Rods of vacuum change nothing. Source and point can be exchanged, and the picture is symmetric about its diagonal.
TEST(Modes, a_bend_in_a_crystal_obeys_its_symmetries) {
  const auto field = [](double eps, double x0, double y0, double x, double y) {
    return theory("crystal_bend_field", {eps, 0.2, 0.4, x0, y0, x, y});
  };
  const auto alone = [](double r) { return theory("line_source_field", {1, 0.4 * c0, r}); };
  EXPECT_NEAR(field(1, -2.5, 0, 0, 2) / field(1, -2.5, 0, -1, 0), alone(std::hypot(2.5, 2)) / alone(1.5), 1e-9);
  const double one = field(12, -2.5, 0, 0.1, 2);
  EXPECT_NEAR(field(12, 0.1, 2, -2.5, 0) / one, 1, 1e-9);
  EXPECT_NEAR(field(12, 0, 2.5, -2, -0.1) / one, 1, 1e-9);
  // In a band gap hardly anything passes through rods, and less through more of them.
  EXPECT_LT(field(12, -2.5, 0, 1.5, -1.5), 0.15 * field(12, -2.5, 0, 0, 2));
}

TEST(Modes, a_film_of_sech_profile_has_its_known_indices) {
  // s(s + 1) = (n0·k/g)² = 12. The lowest mode is 1/cosh³ with β = 3g.
  const double f = 1e9, k = 2 * pi * f / c0, n0 = 2, g = n0 * k / std::sqrt(12.0);
  EXPECT_NEAR(theory("sech_guide_index", {n0, g, f, 0}) * k / g, 3, 1e-12);
  EXPECT_NEAR(theory("sech_guide_index", {n0, g, f, 1}) * k / g, 2, 1e-12);
  EXPECT_TRUE(std::isnan(theory("sech_guide_index", {n0, g, f, 3})));
}

}  // namespace
}  // namespace ez::test
