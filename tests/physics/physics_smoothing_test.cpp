// What means over cells are for: a rim that does not lie on the nodes is where it is, and errors go with Δ².
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "scene_reading.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/check.h"

namespace ez {
namespace {

// ---- a box, half full: E is sin kx before the surface at a and sin 2k(L − x) behind it

constexpr double surface = 0.3173;  // of the box's length

// The least k that fits, L = 1: 2 sin ka·cos 2kb + cos ka·sin 2kb = 0, b = 1 − a.
double exact_wavenumber() {
  const double a = surface, b = 1 - surface;
  const auto rest = [&](double k) {
    return 2 * std::sin(k * a) * std::cos(2 * k * b) + std::cos(k * a) * std::sin(2 * k * b);
  };
  double low = 0.5, high = 2.5;
  for (int n = 0; n < 200; ++n) (rest(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return low;
}

// Of −E'' = k² ε E on the grid's nodes, by inverse iteration.
double wavenumber_on_grid(int cells, bool smoothing) {
  const Scene scene = parsed(fmt::format(
      "ezscope = 1\n[grid]\ncells = [{}, 32]\ncell = {}\nsmoothing = {}\n[[material]]\nname = \"glass\"\neps = 4\n"
      "[[shape]]\nkind = \"rect\"\nmaterial = \"glass\"\nmin = [{}, -1]\nmax = [2, 2]\n",
      cells + 1, 1.0 / cells, smoothing, surface));
  const NodeMap map = rasterize(scene);
  const std::vector<PaletteEntry> palette = palette_of(scene, map);
  const auto n = static_cast<std::size_t>(cells - 1);
  std::vector<double> eps, e(n, 1), upper(n);
  for (int i = 1; i < cells; ++i) eps.push_back(palette[map.at(i, 16)].eps);
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
  // Over grids where the surface lies elsewhere in its cell, so that luck is not what is measured.
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

// Root mean square over radii and probes of what |scattered Ez| is off by, of the incident field; `per_wave` cells a
// wavelength.
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

TEST(Smoothing, a_round_rim_scatters_nearer_to_theory) {
  const double coarse = rod_error(20, true), fine = rod_error(40, true);
  const double coarse_without = rod_error(20, false), fine_without = rod_error(40, false);
  for (const auto& [name, value] : {std::pair("with_20", coarse), std::pair("with_40", fine),
                                    std::pair("without_20", coarse_without), std::pair("without_40", fine_without)})
    RecordProperty(name, fmt::format("{:.5f}", value));
  EXPECT_LT(fine, 0.3 * coarse);
  EXPECT_LT(coarse, 0.4 * coarse_without);
  EXPECT_LT(fine, 0.2 * fine_without);
}

}  // namespace
}  // namespace ez
