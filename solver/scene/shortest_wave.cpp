#include "solver/scene/shortest_wave.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/base/constants.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

constexpr double least_loss_of_conductors = 0.5;  // Im n over |Re n|
constexpr double least_change = 0.01;             // relative change of Re n by σ and σm from which on they count

double highest_frequency(const Waveform& waveform) {
  double highest = 0;
  visit_resolved(waveform, [&](std::string_view, double v, const Key&, double cycles) {
    highest = std::max(highest, cycles > 0 ? cycles / v : v);
  });
  return highest > 0 ? highest : 0.5 * (band_of(waveform).low + band_of(waveform).high);
}

bool is_plain(const PaletteEntry& e) { return !e.dispersive() && e.sigma == 0 && e.sigma_m == 0; }

}  // namespace

// Keeps only the densest of the media without poles and losses.
WaveMedia::WaveMedia(const Scene& scene, const std::vector<PaletteEntry>& media)
    : cell_(std::max(cell_size(scene).x, cell_size(scene).y)) {
  media_.push_back(background_of(scene));
  const PaletteEntry* densest = nullptr;
  for (const PaletteEntry& e : media) {
    if (e.perfect() || e.name == scene.grid.background) continue;
    if (!is_plain(e))
      media_.push_back(e);
    else if (const double square = e.eps * e.mu; square > (densest ? densest->eps * densest->mu : 0))
      densest = &e;
  }
  if (densest) media_.push_back(*densest);
}

double WaveMedia::index_of(const PaletteEntry& e, double f) const {
  if (&e == &media_.front() || is_plain(e)) return std::abs(refractive_index(e, f));
  const double omega = 2 * pi * f, without_losses = std::abs(refractive_index(e, f));
  const std::complex<double> n = passive_index(permittivity(e, f) + std::complex(0.0, e.sigma / (omega * eps0)),
                                               permeability(e, f) + std::complex(0.0, e.sigma_m / (omega * mu0)));
  const double index = std::abs(n.real());
  const bool conducts = !std::isfinite(index) || std::abs(n.imag()) > least_loss_of_conductors * index;
  if (conducts) return 0;
  return std::abs(index - without_losses) < least_change * index ? without_losses : index;
}

ShortestWave WaveMedia::at(double frequency) const {
  ShortestWave out;
  out.frequency = frequency;
  out.index = 0;
  for (const PaletteEntry& e : media_) {
    const double index = index_of(e, frequency);
    if (!(index > out.index)) continue;
    out.index = index;
    out.medium = e.name;
  }
  out.wavelength = c0 / (frequency * out.index);
  out.cells = out.wavelength / cell_;
  return out;
}

double WaveMedia::frequency_of(double cells) const {
  const double in_vacuum = c0 / (cells * cell_);
  if (!std::isfinite(in_vacuum) || !(cell_ > 0)) return 0;
  double f = in_vacuum;
  if (std::all_of(media_.begin(), media_.end(),
                  [&](const PaletteEntry& e) { return is_plain(e) || (&e == &media_.front() && !e.dispersive()); })) {
    f = in_vacuum / at(in_vacuum).index;
    return std::isfinite(f) ? f : 0;
  }
  // The index depends on the frequency, so f·n(f) must equal the frequency in vacuum.
  double low = 0, high = in_vacuum / 0.01;
  for (int k = 0; k < 100; ++k) {
    f = 0.5 * (low + high);
    (f * at(f).index < in_vacuum ? low : high) = f;
  }
  return f;
}

std::optional<ShortestWave> shortest_wave(const Scene& scene, const WaveMedia& media) {
  std::optional<ShortestWave> out;
  for (const Source& source : scene.sources) {
    if (!source.on) continue;
    const double f = highest_frequency(source.waveform);
    if (!(f > 0) || !std::isfinite(f)) continue;
    ShortestWave wave = media.at(f);
    wave.cells_at_end = media.at(band_of(source.waveform).high).cells;
    if (!out || wave.cells < out->cells) out = std::move(wave);
  }
  return out;
}

}  // namespace ez
