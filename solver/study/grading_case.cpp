// Evaluates gradings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/source_band.h"
#include "solver/study/grading_search.h"

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

}  // namespace ez
