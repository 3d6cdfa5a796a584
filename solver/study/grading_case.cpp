// Evaluates gradings, and searches for the best one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/source_band.h"
#include "solver/study/grading_search.h"
#include "solver/study/nelder_mead.h"

namespace ez {
namespace {

constexpr double steepest = 89;         // degrees
constexpr double degrees_apart = 3;     // largest distance between two waves
constexpr int frequencies_in_band = 5;  // if the band is not a single frequency
constexpr double fewest_cells_per_wave = 4;

std::vector<double> spread(double low, double high, int count) {
  std::vector<double> out(static_cast<std::size_t>(low == high ? 1 : count), low);
  for (std::size_t k = 1; k < out.size(); ++k)
    out[k] = low + (high - low) * static_cast<double>(k) / static_cast<double>(out.size() - 1);
  return out;
}

// Returns the middle half of the band of the sources that are on. It contains 99 % of a pulse's energy.
bool band_of_sources(const Scene& scene, double& low, double& high) {
  bool found = false;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    const Band band = band_of(s.waveform);
    const double centre = frequency(s.waveform).value_or(0.5 * (band.low + band.high));
    const double l = 0.5 * (centre + band.low), h = 0.5 * (centre + band.high);
    low = found ? std::min(low, l) : l;
    high = found ? std::max(high, h) : h;
    found = true;
  }
  return found;
}

// ---- gradings as points: ln m, ln σ, ln(κ − 0.99), ln(αΔ), each within its range

constexpr SimplexPoint lowest = {0.0, -3.0, -4.6, -18.4};   // m 1, σ 0.05, κ 1, αΔ 1e-8 S
constexpr SimplexPoint highest = {1.7917, 2.3, 3.9, -2.3};  // m 6, σ 10, κ 50, αΔ 0.1 S

double clamped(const SimplexPoint& x, std::size_t k) { return std::clamp(x[k], lowest[k], highest[k]); }
CpmlGrading grading_at(const SimplexPoint& x, CpmlGrading g, double cell) {
  g.order = std::exp(clamped(x, 0));
  g.sigma = std::exp(clamped(x, 1));
  g.kappa = std::max(1.0, std::exp(clamped(x, 2)) + 0.99);
  g.alpha = std::exp(clamped(x, 3)) / cell;
  return g;
}
SimplexPoint point_of(const CpmlGrading& g, double cell) {
  return {std::log(std::max(g.order, 1e-9)), std::log(std::max(g.sigma, 1e-9)), std::log(g.kappa - 0.99),
          std::log(std::max(g.alpha.value_or(2e-5 / cell) * cell, 1e-12))};
}
// Returns the distance outside the ranges, a penalty that makes the simplex turn back.
double outside(const SimplexPoint& x) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += std::abs(x[k] - clamped(x, k));
  return sum;
}
// Rounds to four digits, which users can type. More digits do not change the reflection noticeably.
CpmlGrading rounded(CpmlGrading g) {
  const auto round = [](double v) {
    if (v == 0) return v;
    const double digits = std::pow(10.0, 3 - std::floor(std::log10(std::abs(v))));
    return std::round(v * digits) / digits;
  };
  g.order = round(g.order);
  g.sigma = round(g.sigma);
  g.kappa = round(g.kappa);
  g.alpha = round(*g.alpha);
  return g;
}

}  // namespace

GradingCase::GradingCase(const Scene& scene, const GradingBand& band, std::string& failed) : scene_(scene) {
  scene_.shapes.clear();
  scene_.sources.clear();
  scene_.probes.clear();
  scene_.variants.clear();
  const auto same = [&](Side a, Side b) {
    const YeeGrid p = grid_before(scene, a), q = grid_before(scene, b);
    const auto& factor = scene.boundary.cpml.factor;
    return p.dx == q.dx && factor[static_cast<std::size_t>(a)] == factor[static_cast<std::size_t>(b)];
  };
  for (const Side side : all_sides)
    if (scene.boundary.has_layer(side) &&
        std::none_of(sides_.begin(), sides_.end(), [&](Side s) { return same(s, side); }))
      sides_.push_back(side);
  double low = band.frequency_low, high = band.frequency_high, own_low = 0, own_high = 0;
  const bool has_own = band_of_sources(scene, own_low, own_high);
  if (low <= 0) low = own_low;
  if (high <= 0) high = own_high;

  if (sides_.empty())
    failed = "no side of the scene is CPML; set a side to cpml";
  else if (!has_own && (low <= 0 || high <= 0))
    failed = "no source that is on defines the band; give its frequencies";
  else if (low > high)
    failed = fmt::format("the band runs from {:g} Hz down to {:g} Hz; exchange them", low, high);
  else if (band.degrees_low < 0 || band.degrees_low > band.degrees_high || band.degrees_high > steepest)
    failed = fmt::format("the band runs from {:g}° to {:g}°; give angles from 0 to {:g}", band.degrees_low,
                         band.degrees_high, steepest);
  else if (const Vec2 cell = cell_size(scene); c0 / high < fewest_cells_per_wave * std::max(cell.x, cell.y))
    failed = fmt::format("at {:g} Hz a wavelength has fewer than {:g} cells; use lower frequencies or smaller cells",
                         high, fewest_cells_per_wave);
  if (!failed.empty()) return;
  frequencies_ = spread(low, high, frequencies_in_band);
  degrees_ = spread(band.degrees_low, band.degrees_high,
                    2 + static_cast<int>((band.degrees_high - band.degrees_low) / degrees_apart));
}

GradingCase::Wave GradingCase::worst(const CpmlGrading& grading) const {
  Scene scene = scene_;
  scene.boundary.cpml = grading;
  Wave out;
  double most = -1;
  for (const Side side : sides_) {
    const LayerTable layer = layer_table(scene, side);
    const YeeGrid grid = grid_before(scene, side);
    for (const double f : frequencies_)
      for (const double degrees : degrees_) {
        const double omega = 2 * pi * f, theta = degrees * pi / 180;
        const double ky = discrete_wavenumber(grid, omega, theta) * std::sin(theta);
        const double r = std::abs(discrete_cpml_reflection(layer, grid, omega, ky));
        if (r > most) out = {side, f, degrees, 20 * std::log10(r)};
        most = std::max(most, r);
      }
  }
  return out;
}

std::vector<GradingCase::Wave> GradingCase::samples() const {
  std::vector<Wave> out;
  const auto ends = [](const std::vector<double>& v) {
    std::vector<double> some = {v.front()};
    if (v.size() > 2) some.push_back(v[v.size() / 2]);
    if (v.size() > 1) some.push_back(v.back());
    return some;
  };
  for (const Side side : sides_)
    for (const double f : ends(frequencies_))
      for (const double degrees : ends(degrees_)) out.push_back({side, f, degrees, 0});
  return out;
}

BestGrading best_grading(const GradingCase& judge, const Scene& scene,
                         const std::function<bool(const BestGrading&)>& report) {
  const Vec2 size = cell_size(scene);
  const double cell = std::min(size.x, size.y);
  const CpmlGrading own = scene.boundary.cpml;
  BestGrading best{own, judge.worst(own).db, 1};
  bool go_on = report(best);
  const auto value = [&](const SimplexPoint& x) {
    const CpmlGrading grading = grading_at(x, own, cell);
    const double db = judge.worst(grading).db;
    ++best.trials;
    if (std::isfinite(db) && db < best.db) {
      best.db = db;
      best.grading = grading;
    }
    go_on = go_on && report(best);
    return (std::isfinite(db) ? db : 0.0) + 20 * outside(x);
  };
  const auto stop = [&] { return !go_on; };
  constexpr double coarse = 0.05, fine = 0.001;  // dB
  std::vector<SimplexResult> found = {nelder_mead(value, point_of(own, cell), 0.3, coarse, 150, stop)};
  for (const double order : {2.0, 3.5})
    for (const double sigma : {0.6, 1.2})
      for (const double kappa : {1.1, 6.0})
        for (const double alpha : {1e-6, 1e-4, 3e-3}) {
          if (!go_on) return best;
          const SimplexPoint start = {std::log(order), std::log(sigma), std::log(kappa - 0.99), std::log(alpha)};
          found.push_back(nelder_mead(value, start, 0.5, coarse, 120, stop));
        }
  std::stable_sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.value < b.value; });
  // Repeats the search from the best three points. A simplex that has shrunk at a kink restarts there.
  for (std::size_t k = 0; k < 3 && go_on; ++k)
    for (const double edge : {0.3, -0.1, 0.03}) found[k] = nelder_mead(value, found[k].at, edge, fine, 250, stop);
  if (best.grading == own) return best;
  best.grading = rounded(best.grading);
  best.db = judge.worst(best.grading).db;
  return best;
}

}  // namespace ez
