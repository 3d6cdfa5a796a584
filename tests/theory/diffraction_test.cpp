// Tests slits, gratings, arrays, edges and lenses.
#include <cmath>
#include <complex>

#include "solver/base/constants.h"
#include "solver/theory/diffraction.h"
#include "theory_call.h"

namespace ez::test {
namespace {

TEST(Diffraction, angles_of_slits_and_gratings_match_the_formulas) {
  EXPECT_NEAR(theory("order_angle", {5, 1, 1}), 11.54, 5e-3);
  EXPECT_NEAR(theory("order_angle", {5, 1, 2}), 23.58, 5e-3);
  EXPECT_NEAR(theory("order_angle", {5, 1, 3}), 36.87, 5e-3);
  EXPECT_NEAR(theory("order_angle", {3, 1, 1}), 19.47, 5e-3);
  EXPECT_NEAR(theory("order_angle", {3, 1, 2}), 41.81, 5e-3);
  EXPECT_NEAR(theory("order_angle", {4, 1, 0.5}), 7.18, 5e-3);
  EXPECT_TRUE(std::isnan(theory("order_angle", {3, 1, 4})));
  EXPECT_NEAR(theory("grating_angle", {2, 1, -1, 30}), 0, 1e-12);
  EXPECT_NEAR(theory("slit_intensity", {3, 1, theory("order_angle", {3, 1, 1})}), 0, 1e-15);
  EXPECT_EQ(theory("slit_intensity", {3, 1, 0}), 1);
  // The first side lobe, where tan u = u.
  const double lobe = std::asin(4.493409 / pi / 3) * 180 / pi;
  EXPECT_NEAR(theory("slit_intensity", {3, 1, lobe}), 0.0472, 5e-5);
}

TEST(Diffraction, arrays_are_the_sum_of_their_elements) {
  EXPECT_NEAR(theory("array_angle", {0.5, 1, 90}), 30, 1e-9);
  for (double angle = -90; angle <= 90; angle += 7.5) {
    const double spacing = 0.8, phase = 50 * pi / 180;
    std::complex<double> sum;
    for (int k = 0; k < 6; ++k)
      sum += std::exp(std::complex<double>(0, k * (2 * pi * spacing * std::sin(angle * pi / 180) - phase)));
    EXPECT_NEAR(theory("array_intensity", {6, spacing, 1, 50, angle}), std::norm(sum) / 36, 1e-12) << angle;
  }
  EXPECT_NEAR(theory("array_intensity", {8, 0.5, 1, 90, 30}), 1, 1e-12);
  EXPECT_NEAR(theory("array_intensity", {8, 1, 1, 0, 90}), 1, 1e-12) << "the grating lobe has the full intensity";
}

// Abramowitz and Stegun, table 7.7, and a numerical integral where series and continued fraction meet.
TEST(Diffraction, fresnel_integrals_match_the_tables) {
  const struct {
    double v, c, s;
  } rows[] = {{0.5, 0.4923442, 0.0647324},
              {1, 0.7798934, 0.4382591},
              {2, 0.4882534, 0.3434157},
              {3, 0.6057208, 0.4963130},
              {5, 0.5636312, 0.4991914}};
  for (const auto& row : rows) {
    EXPECT_NEAR(fresnel_integral(row.v).real(), row.c, 5e-8) << row.v;
    EXPECT_NEAR(fresnel_integral(row.v).imag(), row.s, 5e-8) << row.v;
    EXPECT_EQ(fresnel_integral(-row.v), -fresnel_integral(row.v));
  }
  for (const double v : {2.49, 2.51}) {
    std::complex<double> sum;
    const int n = 20000;
    for (int k = 0; k < n; ++k) {
      const double t = (k + 0.5) * v / n;
      sum += std::exp(std::complex<double>(0, pi / 2 * t * t)) * (v / n);
    }
    EXPECT_NEAR(std::abs(sum - fresnel_integral(v)), 0, 1e-7);
  }
}

TEST(Diffraction, fringes_of_an_edge_match_the_textbook) {
  EXPECT_NEAR(theory("knife_edge_intensity", {0}), 0.25, 1e-12);
  EXPECT_NEAR(theory("knife_edge_intensity", {1.217}), 1.370, 5e-4);
  EXPECT_NEAR(theory("knife_edge_intensity", {1.872}), 0.778, 5e-4);
  EXPECT_NEAR(theory("knife_edge_intensity", {50}), 1, 0.01);
  EXPECT_NEAR(theory("knife_edge_intensity", {-50}), 0, 1e-4);
  // v²/2 is the path over the edge minus the straight path, in half wavelengths.
  const double before = 3000, after = 2000, height = 20, edge_to_line = height * before / (before + after);
  const double longer = std::hypot(before, edge_to_line) + std::hypot(after, edge_to_line) - before - after;
  EXPECT_NEAR(std::pow(theory("knife_edge_v", {height, before, after, 1}), 2) / 4, longer, 1e-3 * longer);
  EXPECT_NEAR(theory("knife_edge_v", {height, INFINITY, after, 1}), height * std::sqrt(2 / after), 1e-12);
}

TEST(Diffraction, sommerfelds_half_plane_has_the_right_limits) {
  // The field is zero on the metal, complete on the illuminated side, and a standing wave in front of the metal. Far
  // behind the edge it equals Kirchhoff's field.
  EXPECT_NEAR(theory("half_plane_field", {1, 0, -3.7}), 0, 1e-12);
  EXPECT_NEAR(theory("half_plane_field", {1, 2, 400}), 1, 0.02);
  EXPECT_NEAR(theory("half_plane_field", {1, -0.25, -400}), 2, 0.05);
  EXPECT_NEAR(theory("half_plane_field", {1, -0.5, -400}), 0, 0.05);
  for (const double v : {-1.0, 0.0, 1.217, 1.872}) {
    const double after = 1e5, height = v * std::sqrt(after / 2);
    EXPECT_NEAR(std::pow(theory("half_plane_field", {1, after, height}), 2), theory("knife_edge_intensity", {v}), 5e-3);
  }
  // It obeys the wave equation, also across the shadow border.
  const double k = 2 * pi, h = 1e-3;
  for (const double y : {-0.8, 0.0, 0.6}) {
    const auto u = [](double x, double at) { return half_plane_field(1, x, at); };
    const auto laplacian = (u(1 + h, y) + u(1 - h, y) + u(1, y + h) + u(1, y - h) - 4.0 * u(1, y)) / (h * h);
    EXPECT_NEAR(std::abs(laplacian + k * k * u(1, y)) / (k * k), 0, 1e-4) << y;
  }
}

TEST(Diffraction, zones_of_a_plate_are_half_a_wavelength_apart) {
  const double radii[] = {4.50, 6.40, 7.89, 9.17};
  for (int n = 1; n <= 4; ++n) {
    const double r = theory("zone_plate_radius", {static_cast<double>(n), 20, 1});
    EXPECT_NEAR(r, radii[n - 1], 5e-3);
    EXPECT_NEAR(std::hypot(r, 20) - 20, n / 2.0, 1e-12);
  }
}

// Rays of a plane wave, d(n dr/ds)/ds = ∇n.
TEST(Diffraction, luneburgs_lens_focuses_rays_on_its_far_edge) {
  const auto square = [](double x, double y) { return std::pow(theory("luneburg_index", {std::hypot(x, y), 1}), 2); };
  for (const double height : {0.2, 0.5, 0.8}) {
    double x = -std::sqrt(1 - height * height), y = height, px = 1, py = 0;
    const double step = 1e-4, h = 1e-6;
    // dτ = ds/n: x' = p, p' = ½∇n², taken inside the edge.
    for (int n = 0; y > 0 && n < 30000; ++n) {
      const double in = 1 - 1e-5, a = x * in, b = y * in;
      px += step * (square(a + h, b) - square(a - h, b)) / (4 * h);
      py += step * (square(a, b + h) - square(a, b - h)) / (4 * h);
      x += step * px;
      y += step * py;
    }
    EXPECT_NEAR(x, 1, 1e-3) << height;
  }
  EXPECT_EQ(theory("luneburg_index", {2, 1}), 1);
}

TEST(Diffraction, a_beams_radius_matches_its_limits) {
  EXPECT_NEAR(theory("beam_radius", {5, 1, 25 * pi}), 5 * std::sqrt(2), 1e-9) << "at the Rayleigh range";
  EXPECT_NEAR(theory("beam_radius", {5, 1, 1e6}) / 1e6, 1 / (5 * pi), 1e-6) << "far away";
}

// Far away the pattern is Kirchhoff's. On the metal the field is zero, except for the wave of one edge at the other.
TEST(Diffraction, a_slit_is_two_edges) {
  const double width = 6, far = 1e4;
  const double ahead = theory("slit_field", {1, width, far, 0});
  for (const double angle : {3.0, 7.0, 12.0}) {
    const double u = angle * pi / 180;
    const double aside = theory("slit_field", {1, width, far * std::cos(u), far * std::sin(u)});
    EXPECT_NEAR(std::pow(aside / ahead, 2), theory("slit_intensity", {width, 1, angle}), 0.01) << angle;
  }
  EXPECT_NEAR(theory("slit_field", {1, 100, 1e-6, 51}), 0, 0.03) << "on the metal";
  EXPECT_NEAR(theory("slit_field", {1, 1e4, 10, 0}), 1, 0.01) << "the edges are far away";
}

TEST(Diffraction, a_strip_is_two_edges) {
  EXPECT_NEAR(theory("strip_field", {1, 6, 25, 0}), 2 * theory("half_plane_field", {1, 25, -3}), 1e-12);
  EXPECT_NEAR(theory("strip_field", {1, 6, 25, 400}), 1, 0.02) << "far to the side";
  EXPECT_NEAR(theory("strip_field", {1, 1e4, 10, 0}), 0, 0.01) << "its own shadow";
}

// Compares with the sum over thin sources, and tests three orders that meet again.
TEST(Diffraction, a_row_of_sources_equals_the_sum_of_thin_sources) {
  const double f = 3e9, lambda = c0 / f, thin = 1e-4 * lambda;
  for (const double y : {0.0, 0.4, 1.2})
    EXPECT_NEAR(theory("lamp_row_field", {f, 2.4 * lambda, thin, 3 * lambda, y * lambda}) /
                    theory("array_field", {thin, f, 20001, 2.4 * lambda, 0, 3 * lambda, y * lambda}),
                1, 0.02)
        << y;
  EXPECT_NEAR(theory("lamp_row_field", {f, 0.3, 0.3, 0.7, 0.1}), eta0 / 2, 1e-9) << "an even sheet";
  const double period = 1.8 * lambda, again = lambda / (1 - std::sqrt(1 - std::pow(lambda / period, 2)));
  for (const double y : {0.0, 0.3, 0.9})
    EXPECT_NEAR(theory("lamp_row_field", {f, period, lambda / 3, 10 * lambda + again, y * lambda}) /
                    theory("lamp_row_field", {f, period, lambda / 3, 10 * lambda, y * lambda}),
                1, 1e-9)
        << y;
}

TEST(Diffraction, a_plates_backscatter_matches_a_mirror) {
  EXPECT_NEAR(theory("plate_width_ez", {5, 1, 0, 0}), 2 * pi * 25, 1e-9);
  EXPECT_NEAR(theory("plate_width_ez", {5, 1, 30, -30}), 2 * pi * 25 * 0.75, 1e-9) << "as a mirror";
  const double dark = std::asin(0.1) * 180 / pi;  // from edge to edge and back is one wavelength
  EXPECT_NEAR(theory("plate_width_ez", {5, 1, dark, dark}), 0, 1e-9);
}

// 1 − (k/2)∫H0(kr)e^{ik(F − x)} dy over the mirror x = y²/4F. The phase of the incident wave is counted from the focus.
TEST(Diffraction, a_parabolas_focus_matches_the_integral) {
  const double focus = 12, aperture = 30, k = 2 * pi;
  std::complex<double> sum;
  const int n = 4000;
  for (int j = 0; j < n; ++j) {
    const double y = ((j + 0.5) / n - 0.5) * aperture, x = y * y / 4 / focus, r = focus + x;
    sum += std::complex<double>(::j0(k * r), ::y0(k * r)) * std::polar(aperture / n, k * (focus - x));
  }
  EXPECT_NEAR(theory("parabola_focus_field", {1, focus, aperture}) / std::abs(1.0 - k / 2 * sum), 1, 3e-3);
}

// Sums the waves of the wires at one of them: |r|² = |(2/kp)/Σ H0|², with the sum as the mean of its partial sums.
TEST(Diffraction, a_row_of_wires_matches_the_sum_over_wires) {
  const double period = 0.4, radius = 0.01, k = 2 * pi;
  double sum = ::y0(k * radius), mean = 0;
  const int n = 20000;
  for (int m = 1; m <= n; ++m) {
    sum += 2 * ::y0(k * period * m);
    mean += sum / n;
  }
  const double real = 2 / (k * period);
  EXPECT_NEAR(theory("wire_row_reflectance", {period, radius, 1}), real * real / (real * real + mean * mean), 1e-3);
  EXPECT_GT(theory("wire_row_reflectance", {0.01, 0.0005, 1}), 0.99) << "a mesh is a mirror";
}

// The first zone alone is a slit, and an infinitely wide zone is no plate. Each further open zone adds its part at the
// focus.
TEST(Diffraction, a_zone_plate_has_the_right_limits) {
  EXPECT_NEAR(theory("zone_plate_field", {1, 1e6, 1, 10, 3}), 1, 0.01);
  const double focus = 9 - 0.25, far = 1e4;  // √(f + ¼) = 3
  const double ahead = theory("zone_plate_field", {1, focus, 1, far, 0});
  for (const double angle : {3.0, 7.0, 12.0}) {
    const double u = angle * pi / 180,
                 aside = theory("zone_plate_field", {1, focus, 1, far * std::cos(u), far * std::sin(u)});
    EXPECT_NEAR(std::pow(aside / ahead, 2), theory("slit_intensity", {6, 1, angle}), 0.01) << angle;
  }
  const auto at_focus = [](double zones) { return theory("zone_plate_field", {1, 20, zones, 20, 0}); };
  EXPECT_GT(at_focus(3), 1.2 * at_focus(1));
  EXPECT_GT(at_focus(5), 1.1 * at_focus(3));
}

// Gaps at the zones form a zone plate. A closed gap does not count.
TEST(Diffraction, a_screen_with_gaps_equals_slit_and_zone_plate) {
  const auto r = [](double n) { return theory("zone_plate_radius", {n, 20, 1}); };
  const std::vector<double> closed = {1, 0, 0, -r(3), -r(2), -r(1), r(1), r(2), r(3), 5, 4, 20, 1};
  EXPECT_NEAR(theory("five_gaps_field", closed), theory("zone_plate_field", {1, 20, 3, 20, 1}), 1e-12);
  const std::vector<double> one = {1, 2, 8, 0, 0, 0, 0, 0, 0, 0, 0, 30, 6};
  EXPECT_NEAR(theory("five_gaps_field", one), theory("slit_field", {1, 6, 30, 1}), 1e-12) << "about its middle";
}

// On a fine grid the field is the same, and on a coarse one the error goes as Δ². Straight behind a wide gap the field
// equals the incident one.
TEST(Diffraction, a_screen_with_gaps_on_the_grid_converges) {
  const std::vector<double> ends = {10, 14, 16, 24, 26, 30, 1, 1, 1, 1};
  const auto with = [&](std::vector<double> first, double x, double y) {
    first.insert(first.end(), ends.begin(), ends.end());
    first.insert(first.end(), {x, y});
    return first;
  };
  const auto on_grid = [&](double cell, double x, double y) {
    return theory("five_gaps_field_on_grid", with({cell, cell, 0.7 * cell / c0, c0}, x, y));
  };
  for (const double y : {20.0, 23.0}) {
    const double exact = theory("five_gaps_field", with({1}, 15, y));
    EXPECT_NEAR(on_grid(1e-4, 15, y), exact, 1e-6) << y;
    EXPECT_NEAR((on_grid(0.02, 15, y) - exact) / (on_grid(0.01, 15, y) - exact), 4, 0.2) << y;
    EXPECT_GT(std::abs(on_grid(1.0 / 12, 15, y) - exact), 0.02) << y;
  }
}

TEST(Diffraction, two_slits_have_the_textbook_fringes) {
  const auto field = [](double width, double y) {
    // With such small cells the wave on the grid has the true wavelength.
    return theory("double_slit_field_on_grid", {1e-7, 1e-7, 1e-7 / c0 / 2, c0, width, 97.5, 102.5, 1e4, 100 + y});
  };
  const double middle = field(1e-3, 0);
  const auto at = [](double degrees) { return 1e4 * std::tan(degrees * pi / 180); };
  for (const double m : {1.0, 2.0})
    EXPECT_NEAR(field(1e-3, at(theory("order_angle", {5, 1, m}))) / middle, 1, 0.05) << "1/√r";
  EXPECT_LT(field(1e-3, at(theory("order_angle", {5, 1, 0.5}))) / middle, 1e-3);
  const double first = theory("order_angle", {5, 1, 1});
  EXPECT_NEAR(std::pow(field(0.7, at(first)) / field(1e-3, at(first)), 2), theory("slit_intensity", {0.7, 1, first}),
              1e-6);
}

// Along the edge the field is a Bessel function of order ¼, by its series. Along the axis the focus is blurred within a
// quarter wave.
TEST(Diffraction, luneburgs_focus_matches_its_series) {
  const auto field = [](double x, double y) { return theory("luneburg_focus_field", {1, x, y}); };
  EXPECT_NEAR(field(0, 0), 1, 1e-12);
  for (const double y : {0.1, 0.25, 0.35}) {
    double term = 1, series = 1;
    for (int n = 1; n < 30; ++n) series += term *= -std::pow(pi * y, 2) / (n * (n + 0.25));
    EXPECT_NEAR(field(0, y), std::abs(series), 1e-5) << y;
    EXPECT_NEAR(field(0, -y), field(0, y), 1e-12);
    EXPECT_GT(field(y, 0), field(0, y));
  }
  EXPECT_NEAR(field(20, 0) / field(5, 0), 0.5, 0.02) << "far away it decays like a line source, 1/√r";
}

TEST(Diffraction, incoherent_sources_match_the_array_factor) {
  for (const double apart : {100.0, 350.0, 600.0})
    EXPECT_NEAR(theory("lamp_coherence", {1, 5, 4, 1e4, apart}),
                std::sqrt(theory("array_intensity", {5, 4, 1, 0, std::atan(apart / 1e4) * 180 / pi})), 2e-3);
  EXPECT_NEAR(theory("lamp_coherence", {1, 1, 4, 10, 5}), 1, 1e-12) << "a single source is coherent with itself";
}

// Without curvature the pattern has the cosine's first zero, and 8/π² of the gain of a uniform aperture. Curvature
// fills the zero.
TEST(Diffraction, a_horn_matches_its_limits) {
  EXPECT_NEAR(theory("horn_pattern", {1, 5, 1e9, std::asin(1.5 / 5) * 180 / pi}), 0, 1e-3);
  EXPECT_NEAR(theory("horn_gain", {1, 5, 1e9}), 2 * pi * 5 * 8 / (pi * pi), 1e-2);
  EXPECT_GT(theory("horn_pattern", {1, 5, 8, std::asin(1.5 / 5) * 180 / pi}), 0.1);
  EXPECT_LT(theory("horn_gain", {1, 5, 8}), theory("horn_gain", {1, 5, 20}));
}

TEST(Diffraction, ground_under_a_line_current_has_the_right_limits) {
  const double f = 15e9, lambda = c0 / f;
  const std::vector<double> at{1, f, 2 * lambda, 9 * lambda, 4 * lambda};
  const auto over = [&](double eps, double sigma) {
    return theory("line_source_over_ground", {at[0], at[1], at[2], eps, sigma, at[3], at[4]});
  };
  EXPECT_NEAR(over(1, 1e9) / theory("line_source_over_pec", at), 1, 1e-3);
  EXPECT_NEAR(over(1, 0) / theory("line_source_field", {1, f, std::hypot(9, 2) * lambda}), 1, 1e-9);
}

}  // namespace
}  // namespace ez::test
