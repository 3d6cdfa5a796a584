// Tests averages over cells: an edge between the nodes acts at its true place, and errors decrease with Δ².
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "helpers.h"
#include "scene_reading.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/check.h"

namespace ez {
namespace {

// ---- a half-filled box: E is sin kx before the surface at a and sin 2k(L − x) behind it

constexpr double surface = 0.3173;  // as a share of the box's length

// Returns the smallest k that fits with L = 1: 2 sin ka·cos 2kb + cos ka·sin 2kb = 0, b = 1 − a.
double exact_wavenumber() {
  const double a = surface, b = 1 - surface;
  const auto rest = [&](double k) {
    return 2 * std::sin(k * a) * std::cos(2 * k * b) + std::cos(k * a) * std::sin(2 * k * b);
  };
  double low = 0.5, high = 2.5;
  for (int n = 0; n < 200; ++n) (rest(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return low;
}

// Solves −E'' = k² ε E on the grid's nodes by inverse iteration.
double wavenumber_on_grid(int cells, bool smoothing) {
  const Scene scene = parsed(fmt::format(
      "ezscope = 1\n[grid]\ncells = [{}, 32]\ncell = {}\nsmoothing = {}\n[[material]]\nname = \"glass\"\neps = 4\n"
      "[[shape]]\nkind = \"rect\"\nmaterial = \"glass\"\nmin = [{}, -1]\nmax = [2, 2]\n",
      cells + 1, 1.0 / cells, smoothing, surface));
  const NodeMap map = rasterize(scene);
  const auto n = static_cast<std::size_t>(cells - 1);
  std::vector<double> eps, e(n, 1), upper(n);
  for (int i = 1; i < cells; ++i) eps.push_back(medium_of(scene, map, map.at(i, 16)).eps);
  double k2 = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<double> right(n);
    for (std::size_t i = 0; i < n; ++i) right[i] = eps[i] * e[i] / cells / cells;
    double pivot = 2;
    for (std::size_t i = 0; i < n; ++i) {
      upper[i] = -1 / pivot;
      right[i] = (right[i] + (i > 0 ? right[i - 1] : 0)) / pivot;
      pivot = 2 + upper[i];
    }
    for (std::size_t i = n - 1; i-- > 0;) right[i] -= upper[i] * right[i + 1];
    double over = 0, under = 0;
    for (std::size_t i = 0; i < n; ++i) over += eps[i] * e[i] * e[i], under += eps[i] * e[i] * right[i];
    k2 = over / under;
    double largest = 0;
    for (const double v : right) largest = std::max(largest, std::abs(v));
    for (std::size_t i = 0; i < n; ++i) e[i] = right[i] / largest;
  }
  return std::sqrt(k2);
}

TEST(Smoothing, a_surface_between_nodes_is_of_second_order) {
  const double k = exact_wavenumber();
  const auto error = [&](int cells, bool smoothing) { return std::abs(wavenumber_on_grid(cells, smoothing) / k - 1); };
  // Averages over grids with the surface at different places in its cell, so that the result is no coincidence.
  const auto rms = [&](int cells, bool smoothing) {
    double sum = 0;
    for (int more = 0; more < 8; ++more) sum += std::pow(error(cells + more, smoothing), 2);
    return std::sqrt(sum / 8);
  };
  const double with = std::log2(rms(40, true) / rms(320, true)) / 3;
  const double without = std::log2(rms(40, false) / rms(320, false)) / 3;
  RecordProperty("order_with", fmt::format("{:.2f}", with));
  RecordProperty("order_without", fmt::format("{:.2f}", without));
  EXPECT_GT(with, 1.8);
  EXPECT_LT(without, 1.4);
  EXPECT_LT(rms(320, true), 0.05 * rms(320, false));
}

// ---- a rod of n = 2 in a plane wave, against the series of Bessel functions

// Returns the error of |scattered Ez| relative to the incident field, as a root mean square over radii and probes.
// `per_wave` is the number of cells per wavelength.
double rod_error(int per_wave, bool smoothing) {
  double sum = 0;
  int count = 0;
  for (const double radius : {0.083, 0.091, 0.1, 0.107, 0.115}) {  // wavelengths
    const auto at = [&](double wavelengths) { return std::round(per_wave * wavelengths); };
    std::string text = fmt::format(
        "ezscope = 1\nunit = \"cell\"\n[grid]\ncells = [{0}, {0}]\ncell = {1}\nsmoothing = {2}\n"
        "[[material]]\nname = \"glass\"\neps = 4.0\n[[shape]]\nkind = \"circle\"\nmaterial = \"glass\"\n"
        "center = [{3}, {3}]\nradius = {4}\n[[source]]\nname = \"wave\"\nkind = \"plane\"\n"
        "box = {{ min = [{5}, {5}], max = [{6}, {6}] }}\nwaveform = {{ kind = \"cw\", frequency = 7.49481145e9 }}\n",
        at(5) + 1, 0.04 / per_wave, smoothing, at(2.5), radius * per_wave, at(1.5), at(3.5));
    int probes = 0;
    for (const auto& [x, y] : {std::array{4.0, 2.5}, {2.5, 4.0}, {1.0, 2.5}, {3.8, 3.6}}) {
      const std::string name = fmt::format("p{}", probes++);
      text += fmt::format("[[probe]]\nname = \"{}\"\nat = [{}, {}]\n", name, at(x), at(y));
      text += fmt::format(
          "[[check]]\nname = \"{0}\"\nmeasured = 'amplitude(\"{0}\", f)'\ntheory = 'rod_scattered_ez({1}, 2, f, "
          "x(\"{0}\") - {2}, y(\"{0}\") - {2})'\nwithin_abs = 1\nafter = \"12T\"\n",
          name, radius * 0.04, at(2.5) * 0.04 / per_wave);
    }
    const CheckedScene run =
        run_checks(cpu_engine_maker(1), parsed(text), false, [](std::uint64_t, std::uint64_t) { return true; });
    for (const CheckReading& r : run.readings) sum += r.difference * r.difference, ++count;
  }
  return std::sqrt(sum / count);
}

TEST(Smoothing, a_round_edge_scatters_closer_to_theory) {
  const double coarse = rod_error(20, true), fine = rod_error(40, true);
  const double coarse_without = rod_error(20, false), fine_without = rod_error(40, false);
  for (const auto& [name, value] : {std::pair("with_20", coarse), std::pair("with_40", fine),
                                    std::pair("without_20", coarse_without), std::pair("without_40", fine_without)})
    RecordProperty(name, fmt::format("{:.5f}", value));
  EXPECT_LT(fine, 0.3 * coarse);
  EXPECT_LT(coarse, 0.4 * coarse_without);
  EXPECT_LT(fine, 0.2 * fine_without);
}

// ---- rods in both polarizations, of any medium, at all angles: the far field against its series

using Complex = std::complex<double>;

// Returns J_n of a complex argument that is not large, by its series.
Complex bessel_j(int n, Complex z) {
  Complex term = 1;
  for (int k = 1; k <= n; ++k) term *= z / 2.0 / static_cast<double>(k);
  Complex sum = term;
  for (int k = 1; k < 80; ++k) {
    term *= -z * z / 4.0 / (static_cast<double>(k) * (n + k));
    sum += term;
  }
  return sum;
}
Complex hankel(int n, double x) { return {std::cyl_bessel_j(n, x), std::cyl_neumann(n, x)}; }
// Derivative of J and H: f_n′ = n·f_n/z − f_{n+1}.
Complex slope(auto f, int n, auto z) { return static_cast<double>(n) * f(n, z) / z - f(n + 1, z); }

// Returns lim √(2πr)·|scattered/incident| at an angle, in √λ. `size` is the radius over λ. The time factor is e^{−iωt}.
double series(Polarization polarization, Complex eps, double size, double degrees) {
  const double x = 2 * std::numbers::pi * size;
  const Complex index = std::sqrt(eps), ratio = polarization == Polarization::hz ? 1.0 / index : index;
  const auto j = [](int n, Complex z) { return bessel_j(n, z); };
  Complex sum = 0;
  for (int n = 0; n < 20; ++n) {
    const Complex outer = j(n, x), outer_slope = slope(j, n, Complex(x)), inner = j(n, index * x),
                  inner_slope = slope(j, n, index * x), wave = hankel(n, x), wave_slope = slope(hankel, n, x);
    const Complex a =
        -(outer_slope * inner - ratio * outer * inner_slope) / (wave_slope * inner - ratio * wave * inner_slope);
    sum += (n == 0 ? 1.0 : 2.0) * a * std::cos(n * degrees * std::numbers::pi / 180);
  }
  return std::sqrt(4 / (2 * std::numbers::pi)) * std::abs(sum);
}

constexpr double wave_length = 0.04;  // m
constexpr double wave_frequency = 299792458 / wave_length;
constexpr double omega_eps0 = 2 * std::numbers::pi * wave_frequency * 8.8541878128e-12;

struct RodMedium {
  std::string keys;     // of the material
  Complex eps;          // at wave_frequency
  double periods = 40;  // until all has decayed
};
RodMedium glass(double eps) { return {fmt::format("eps = {}\n", eps), eps}; }
RodMedium lossy(double eps, double imaginary) {
  return {fmt::format("eps = {}\nsigma = {}\n", eps, imaginary * omega_eps0), {eps, imaginary}};
}
// ε = 1 − (plasma/f)²/(1 + iγ), with f = wave_frequency and γ a 40th of it.
RodMedium metal(double eps) {
  const double damping = wave_frequency / 40, plasma = std::sqrt(1 - eps) * wave_frequency;
  return {fmt::format("poles = [{{ kind = \"drude\", plasma = {}, damping = {} }}]\n", plasma, damping),
          1.0 - (1 - eps) / Complex(1, 1.0 / 40), 120};
}

// Returns the error of √width relative to its largest value, as a root mean square over angles and radii. `per_wave` is
// the number of cells per wavelength.
double far_error(Polarization polarization, const RodMedium& medium, double size, double per_wave, double aspect = 1,
                 bool smoothing = true) {
  double sum = 0;
  int count = 0;
  for (const double more : {1.0, 1.034, 1.07}) {
    const double radius = size * more * per_wave;
    const int box = 26 + static_cast<int>(0.2 * per_wave), half = box + static_cast<int>(radius + 0.2 * per_wave) + 2,
              high_half = static_cast<int>(half / aspect);
    const double nodes_up = 2.0 * high_half;
    std::string text = fmt::format(
        "ezscope = 1\nunit = \"m\"\n[grid]\ncells = [{0}, {1}]\ncell = [{2}, {3}]\npolarization = \"{4}\"\nsmoothing = "
        "{5}\nprecision = \"double\"\n[boundary.cpml]\ncells = 16\n[[material]]\nname = \"m\"\n{6}[[shape]]\nkind = "
        "\"circle\"\nmaterial = \"m\"\n",
        2 * half + 1, 2 * high_half + 1, wave_length / per_wave, aspect * wave_length / per_wave,
        polarization == Polarization::hz ? "hz" : "ez", smoothing, medium.keys);
    const double cell = wave_length / per_wave, x = (half + 0.13) * cell, y = (high_half + 0.29) * aspect * cell;
    text += fmt::format("center = [{}, {}]\nradius = {}\n", x, y, radius * cell);
    const auto corners = [&](int in) {
      const double up = std::ceil(in / aspect);
      return fmt::format("min = [{}, {}], max = [{}, {}]", in * cell, up * aspect * cell, (2 * half - in) * cell,
                         (nodes_up - up) * aspect * cell);
    };
    text += fmt::format(
        "[[source]]\nkind = \"plane\"\nbox = {{ {} }}\nwaveform = {{ kind = \"modulated\", frequency = {}, width = {} "
        "}}\n[[monitor]]\nname = \"far\"\nkind = \"far\"\nfrequency = {}\n{}\n",
        corners(box), wave_frequency, 1.2 / wave_frequency, wave_frequency, [&] {
          std::string lines = corners(box - 4);
          lines.replace(lines.find(", max"), 2, "\n");
          return lines;
        }());
    std::vector<double> want;
    for (int degrees = 0; degrees < 360; degrees += 20) {
      want.push_back(series(polarization, medium.eps, size * more, degrees));
      text += fmt::format(
          "[[check]]\nname = \"{0}\"\nmeasured = 'scattering_width(\"far\", {0})'\ntheory = '0'\nwithin_abs = 1\nafter "
          "= \"{1}s\"\n",
          degrees, medium.periods / wave_frequency);
    }
    const CheckedScene run =
        run_checks(cpu_engine_maker(1), parsed(text), false, [](std::uint64_t, std::uint64_t) { return true; });
    EXPECT_EQ(run.unstable, "");
    const double most = *std::max_element(want.begin(), want.end());
    for (std::size_t k = 0; k < want.size(); ++k, ++count)
      sum += std::pow((std::sqrt(run.readings[k].measured / wave_length) - want[k]) / most, 2);
  }
  return std::sqrt(sum / count);
}

struct Orders {
  std::vector<double> errors;
  double order = 0;  // slope of a straight line through their logarithms
};
Orders orders_of(const char* name, Polarization polarization, const RodMedium& medium, double size,
                 const std::vector<double>& per_wave, double aspect = 1) {
  Orders out;
  double x = 0, y = 0, xx = 0, xy = 0;
  std::string text;
  for (const double cells : per_wave) {
    out.errors.push_back(far_error(polarization, medium, size, cells, aspect));
    const double u = std::log(cells), v = -std::log(out.errors.back());
    x += u, y += v, xx += u * u, xy += u * v;
    text += fmt::format("{:g}: {:.5f} ", cells, out.errors.back());
  }
  const auto n = static_cast<double>(per_wave.size());
  out.order = (n * xy - x * y) / (n * xx - x * x);
  fmt::print("[ measured ] {}: {}order {:.2f}\n", name, text, out.order);
  return out;
}

TEST(SmoothedRods, of_glass_converge_with_second_order_in_both_polarizations) {
  const std::vector<double> cells = {15, 21, 30, 42};
  EXPECT_GT(orders_of("glass ez", Polarization::ez, glass(2.25), 0.4, cells).order, 1.8);
  EXPECT_GT(orders_of("glass hz", Polarization::hz, glass(2.25), 0.4, cells).order, 1.8);
  EXPECT_GT(orders_of("glass hz, oblong cells", Polarization::hz, glass(2.25), 0.4, cells, 0.7).order, 1.8);
}
TEST(SmoothedRods, of_silicon_are_better_than_their_staircase) {
  const double with = far_error(Polarization::hz, glass(13), 0.0833, 100),
               without = far_error(Polarization::hz, glass(13), 0.0833, 100, 1, false);
  fmt::print("[ measured ] silicon hz: {:.5f}, without {:.5f}\n", with, without);
  EXPECT_LT(with, 0.2 * without);
}
TEST(SmoothedRods, of_lossy_media_converge) {
  const std::vector<double> cells = {20, 28, 40};
  EXPECT_GT(orders_of("lossy ez", Polarization::ez, lossy(4, 1), 0.4, cells).order, 1.8);
  EXPECT_GT(orders_of("lossy hz", Polarization::hz, lossy(4, 1), 0.4, cells).order, 1.7);
  EXPECT_LT(orders_of("conductor hz", Polarization::hz, lossy(4, 20), 0.2, cells).errors.back(), 0.05);
}
TEST(SmoothedRods, of_metal_with_poles_converge) {
  const std::vector<double> cells = {24, 36, 54, 80};
  EXPECT_GT(orders_of("metal ez", Polarization::ez, metal(-4.46), 0.11, cells).order, 1.8);
  const Orders hz = orders_of("metal hz", Polarization::hz, metal(-4.46), 0.11, cells);
  EXPECT_GT(hz.order, 1.5);
  EXPECT_LT(hz.errors.back(), 0.02 * far_error(Polarization::hz, metal(-4.46), 0.11, cells.back(), 1, false));
}

// ---- scenes

CheckedScene checked(const std::string& text) {
  return run_checks(cpu_engine_maker(1), parsed(text), false, [](std::uint64_t, std::uint64_t) { return true; });
}

// A waveguide of ε = 13 with two groups of three holes, 20 cells per unit. An independent solver gave f and Q on the
// same cells.
TEST(SmoothedScenes, a_cavity_between_holes_has_its_frequency_and_q) {
  std::string text =
      "ezscope = 1\nunit = \"um\"\n[grid]\ncells = [249, 121]\ncell = 0.05\npolarization = \"hz\"\nprecision = "
      "\"double\"\nsmoothing = true\n[boundary.cpml]\ncells = 20\n[[material]]\nname = \"core\"\neps = 13\n[[shape]]\n"
      "kind = \"rect\"\nmaterial = \"core\"\nmin = [-1, 2.4]\nmax = [14, 3.6]\n";
  for (const double x : {6.9, 7.9, 8.9, 5.5, 4.5, 3.5})
    text += fmt::format("[[shape]]\nkind = \"circle\"\nmaterial = \"vacuum\"\ncenter = [{}, 3]\nradius = 0.36\n", x);
  text +=
      "[[source]]\nkind = \"point\"\nat = [6.2, 3]\nwaveform = { kind = \"modulated\", frequency = 7.0e13, width = "
      "3.3e-14 }\n[[monitor]]\nname = \"cavity\"\nkind = \"resonance\"\nat = [6.2, 3]\nband = [6.3e13, 8.1e13]\n"
      "[[check]]\nname = \"f\"\nmeasured = 'resonance_f(\"cavity\", 1)*1e-6/c'\ntheory = '0.23445'\nwithin = 0.002\n"
      "after = \"2ps\"\n[[check]]\nname = \"Q\"\nmeasured = 'resonance_q(\"cavity\", 1)'\ntheory = '372'\nwithin = "
      "0.03\nafter = \"2ps\"\n";
  const CheckedScene run = checked(text);
  for (const CheckReading& r : run.readings) {
    fmt::print("[ measured ] {:.5g} of {:.5g}: {:+.2f} %\n", r.measured, r.theory, 100 * r.difference);
    EXPECT_EQ(r.verdict, CheckReading::Verdict::holds) << r.measured;
  }
}

// Returns the scattering widths of a 50 nm rod of a Drude metal near its surface resonance, relative to the series.
std::array<double, 3> plasmonic_rod(double cell) {
  const auto at = [&](double nm) { return std::round(nm / cell) * cell; };
  const double side = at(600), middle = side / 2;
  std::string text = fmt::format(
      "ezscope = 1\nunit = \"nm\"\n[grid]\ncells = [{0}, {0}]\ncell = {1}\npolarization = \"hz\"\nsmoothing = true\n"
      "[boundary.cpml]\ncells = 16\n[[material]]\nname = \"silver\"\npoles = [{{ kind = \"drude\", plasma = 1.5195e15, "
      "damping = 2e13 }}]\n[[shape]]\nkind = \"circle\"\nmaterial = \"silver\"\ncenter = [{2}, {2}]\nradius = 50\n"
      "[[source]]\nkind = \"plane\"\nwaveform = {{ kind = \"modulated\", frequency = 8.21e14, width = 1.2e-15 }}\nbox "
      "= {{ min = [{3}, {3}], max = [{4}, {4}] }}\n",
      static_cast<int>(std::lround(side / cell)) + 1, cell, middle, at(150), side - at(150));
  const std::array frequencies = {8.21e14, 8.21e14, 6.5e14};
  const std::array degrees = {180, 0, 180};
  for (std::size_t k = 0; k < 3; ++k)
    text += fmt::format(
        "[[monitor]]\nname = \"f{0}\"\nkind = \"far\"\nmin = [{1}, {1}]\nmax = [{2}, {2}]\nfrequency = {3}\n[[check]]\n"
        "name = \"{0}\"\nmeasured = 'scattering_width(\"f{0}\", {4})'\ntheory = '1'\nwithin = 1\nafter = \"100fs\"\n",
        k, at(100), side - at(100), frequencies[k], degrees[k]);
  const CheckedScene run = checked(text);
  std::array<double, 3> out{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double f = frequencies[k], wave = 299792458 / f;
    const Complex eps = 1.0 - 1.5195e15 * 1.5195e15 / (f * Complex(f, 2e13));
    out[k] =
        run.readings[k].measured / (wave * std::pow(series(Polarization::hz, eps, 50e-9 / wave, degrees[k]), 2)) - 1;
  }
  fmt::print("[ measured ] rod of {:g} cells: {:+.2f} % {:+.2f} % {:+.2f} %\n", 50 / cell, 100 * out[0], 100 * out[1],
             100 * out[2]);
  return out;
}
TEST(SmoothedScenes, a_plasmonic_rod_is_within_3_percent_of_its_series) {
  for (const double off : plasmonic_rod(2)) EXPECT_LT(std::abs(off), 0.03);
}

// ---- energy and stability

// Returns a closed box with round, slanted and sharp edges of ε up to 13, or of metal.
Scene box_of_rims(double sigma, double aspect) {
  Scene s = test::grid(64, 56, BoundaryKind::pec, Precision::float64, 1e-3, aspect * 1e-3);
  s.grid.polarization = Polarization::hz;
  s.grid.smoothing = true;
  s.materials = {{"a", 13, 1, sigma, 0, {}}, {"b", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Circle{{20.3, 17.1}, 9.3}, "a"},
              {Ellipse{{42.2, 36.4}, {14, 6.3}, 35}, "a"},
              {Rect{{35.4, 7.3}, {52.6, 16.8}}, "b"},
              {Circle{{42, 36}, 3.4}, "vacuum"}};
  return s;
}
Scene box_of_metal(double damping, double aspect) {
  Scene s = box_of_rims(0, aspect);
  s.materials = {{"a", 1, 1, 0, 0, {}}, {"b", 1, 1, 0, 0, {}}};
  s.materials[0].poles = {{Drude{2e10, damping}}};
  s.materials[1].poles = {{Lorentz{1.1e10, 1.3, damping}}, {Drude{1.5e10, damping}}};
  return s;
}
void fill_with_noise(Solver& solver) {
  test::Field e(static_cast<std::size_t>(solver.problem().nx) * static_cast<std::size_t>(solver.problem().ny));
  unsigned state = 1;
  for (double& v : e) state = state * 1664525 + 1013904223, v = state / 4294967296.0 - 0.5;
  test::start_at_rest(solver, e);
}

TEST(SmoothedBox, without_loss_conserves_energy_also_in_the_ledger) {
  for (const double aspect : {1.0, 0.7}) {
    Solver solver = test::solver_for(box_of_rims(0, aspect));
    ASSERT_FALSE(solver.problem().cross.empty());
    fill_with_noise(solver);
    solver.set_ledger(true);
    const double before = solver.ledger().stored;
    test::go_on(solver, 3000);
    const EnergyLedger l = solver.ledger();
    EXPECT_LT(test::measured("energy that changed", std::abs(l.stored / before - 1)), 1e-12);
    EXPECT_LT(test::measured("unexplained", std::abs(l.unexplained()) / before), 1e-12);
  }
}
TEST(SmoothedBox, of_metal_without_loss_conserves_energy_also_in_the_ledger) {
  for (const double aspect : {1.0, 0.7}) {
    Solver solver = test::solver_for(box_of_metal(0, aspect));
    ASSERT_FALSE(solver.problem().depolarising.empty());
    fill_with_noise(solver);
    solver.set_ledger(true);
    const double before = solver.ledger().stored;
    test::go_on(solver, 3000);
    const EnergyLedger l = solver.ledger();
    EXPECT_LT(test::measured("energy that changed", std::abs(l.stored / before - 1)), 1e-12);
    EXPECT_LT(test::measured("unexplained", std::abs(l.unexplained()) / before), 1e-12);
  }
}
TEST(SmoothedBox, of_metal_with_loss_loses_the_energy_that_the_ledger_records) {
  Solver solver = test::solver_for(box_of_metal(1e9, 1));
  fill_with_noise(solver);
  solver.set_ledger(true);
  const double before = solver.ledger().stored;
  test::go_on(solver, 3000);
  const EnergyLedger l = solver.ledger();
  EXPECT_LT(test::measured("left of the energy", l.stored / before), 0.9);
  EXPECT_LT(test::measured("unexplained", std::abs(l.unexplained()) / before), 1e-12);
}
TEST(SmoothedBox, with_loss_only_loses_energy) {
  for (const double sigma : {0.05, 2.0}) {
    Solver solver = test::solver_for(box_of_rims(sigma, 1));
    fill_with_noise(solver);
    solver.set_ledger(true);
    double before = solver.ledger().stored;
    const double first = before;
    for (int k = 0; k < 20; ++k) {
      test::go_on(solver, 100);
      const double now = solver.ledger().stored;
      EXPECT_LE(now, before * (1 + 1e-12));
      before = now;
    }
    // The ledger treats lossy edges as uncoupled, although they are coupled.
    EXPECT_LT(test::measured("unexplained", std::abs(solver.ledger().unexplained()) / first), 0.01);
  }
}
TEST(LongSmoothedBox, is_stable_for_100000_steps_at_a_courant_number_of_0_99) {
  const std::array scenes = {box_of_rims(0, 1), box_of_rims(0.02, 1), box_of_metal(0, 1), box_of_metal(1e8, 1)};
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    Solver solver = test::solver_for(scenes[k]);
    fill_with_noise(solver);
    solver.set_ledger(true);
    const double before = solver.ledger().stored;
    solver.set_ledger(false);
    test::go_on(solver, 100'000);
    solver.set_ledger(true);
    const double after = solver.ledger().stored;
    test::measured("energy after 100,000 steps, over that before", after / before);
    EXPECT_LT(after / before, 1 + 1e-9);
    EXPECT_TRUE(k % 2 == 1 || after / before > 1 - 1e-9);
  }
}

}  // namespace
}  // namespace ez
