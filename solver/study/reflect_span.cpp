#include "solver/study/reflect_span.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <string>
#include <vector>

#include "solver/base/constants.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/reflect.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

// Returns the time in s when the last source ends. A continuous wave counts for reflect_periods. 0 without sources.
double last_end(const Scene& scene) {
  double end = 0;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    // For a wave that does not end, `peak` is one period after its ramp.
    const PulseTimes times = pulse_times(s.waveform);
    const double swing = oscillation_period(s.waveform);
    end = std::max(end, is_continuous(s.waveform) ? times.peak + (reflect_periods - 1) * swing : times.end);
  }
  return end;
}

// Returns how long a wave propagates in a medium until it is no longer measurable. The limit is −120 dB of the largest
// arriving wave, which is the noise floor of float. Three factors count towards it. The first is the source's spectrum
// at the frequency (the ends of its band are 40 dB down). The second is entering the medium from the background and
// leaving it again, 4Z/(1 + Z)² of relative impedances Z at normal incidence, unless the source is inside. The third is
// e^{−Im k·path}. `crossing` (m) is twice the distance across the scene, the maximum path for a wave without loss.
double time_in(const PaletteEntry& e, double frequency, double share, bool from_inside, const PaletteEntry& background,
               double crossing) {
  using Complex = std::complex<double>;
  constexpr double faintest = 1e-6;  // −120 dB
  const double omega = 2 * pi * frequency;
  const Complex eps = permittivity(e, frequency) + Complex(0, e.sigma / (omega * eps0)),
                mu = permeability(e, frequency) + Complex(0, e.sigma_m / (omega * mu0)), n = passive_index(eps, mu);
  const Complex z = std::sqrt(mu / eps) / std::sqrt(background.mu / background.eps);
  const double through = from_inside ? 1 : std::min(std::abs(4.0 * z / ((1.0 + z) * (1.0 + z))), 1.0);
  const double left = std::max(std::log(share * through / faintest), 0.0), fall = omega / c0 * std::abs(n.imag());
  const double path = fall > 0 ? left / fall + (from_inside ? 0.5 * crossing : 0) : crossing;
  return std::min(path, crossing) * std::max(std::abs(n.real()), 1.0) / c0;
}

// Returns the names of the materials that contain sources.
std::set<std::string> materials_with_sources(const Scene& scene) {
  std::set<std::string> out;
  const NodeMap map = rasterize(scene);
  for (const Source& s : scene.sources)
    for (const Node n : s.on ? source_nodes(scene, s) : std::vector<Node>())
      if (n.i >= 0 && n.j >= 0 && n.i < scene.grid.nx && n.j < scene.grid.ny)
        out.emplace(entry_name(scene, map.material_at(n.i, n.j)));
  return out;
}

}  // namespace

double time_to_leave(const Scene& scene, const SceneMedia& media) {
  const Vec2 cell = cell_size(scene);
  const double crossing = 2 * std::hypot(scene.grid.nx * cell.x, scene.grid.ny * cell.y);
  const PaletteEntry background = background_of(scene);
  const std::set<std::string> inside = materials_with_sources(scene);
  constexpr double share_at_ends = 1e-2;  // of the band's spectrum: −40 dB
  double longest = crossing / c0;
  for (const PaletteEntry& e : media.extreme()) {
    if (e.perfect()) continue;
    const auto look = [&](double f, double share) {
      if (f > 0 && std::isfinite(f))
        longest = std::max(longest, time_in(e, f, share, inside.contains(e.name), background, crossing));
    };
    look(1 / reference_period(scene), 1);
    for (const Source& s : scene.sources) {
      if (!s.on) continue;
      const Band band = band_of(s.waveform);
      look(frequency(s.waveform).value_or(0.5 * (band.low + band.high)), 1);
      if (band.high > band.low) look(band.low, share_at_ends), look(band.high, share_at_ends);
    }
  }
  return last_end(scene) + longest;
}

int margin_for(Scene scene, const SceneMedia& media, double time) {
  const Vec2 cell = cell_size(scene);
  scene.reflection.margin = 0;
  const Padding usual = reference_padding(scene);
  int margin = *std::max_element(usual.cells.begin(), usual.cells.end()) - usual.outer.cells;
  for (int n = 0; n < 30; ++n) {
    scene.reflection.margin = margin;
    const double missing = time - valid_until(scene, media, reference_padding(scene));
    if (!(missing > 0)) break;
    margin += static_cast<int>(std::ceil(0.5 * missing * fastest_speed(media) / std::min(cell.x, cell.y)));
  }
  return margin;
}

}  // namespace ez
