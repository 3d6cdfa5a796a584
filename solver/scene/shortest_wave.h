// The shortest wave of a scene: that of the highest frequency in the densest medium in use. A cell must be small
// against it, wherever the source stands.
//
// A medium counts with |Re n| at the frequency, its poles included, and its losses where they change that by 1 % or
// more. One with Im n > ½|Re n| is a conductor and does not count: its field falls by e^{−π} or more within a
// wavelength, so there is no wave whose phase could go wrong. The background always counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

struct ShortestWave {
  std::string medium;       // the densest one, by its name
  double frequency = 0;     // Hz
  double index = 1;         // |Re n| at that frequency
  double wavelength = 0;    // m, in the medium
  double cells = 0;         // per wavelength, along the longer side of a cell
  double cells_at_end = 0;  // likewise at the end of the source's band, where its spectrum is 40 dB down
};

class WaveMedia {
 public:
  // `media` as extreme_media() has them.
  WaveMedia(const Scene& scene, std::vector<PaletteEntry> media);
  ShortestWave at(double frequency) const;  // Hz; cells_at_end is not set
  // The highest frequency with so many cells per wavelength in every medium, Hz. 0 where the grid or the media are not
  // valid.
  double frequency_of(double cells) const;

 private:
  double index_of(const PaletteEntry& medium, double frequency) const;
  std::vector<PaletteEntry> media_;  // the first one is the background
  double cell_ = 0;                  // m, the longer side
};

// Calls see(name, value, key, cycles) for each number of a waveform that the grid has to resolve. A frequency in Hz has
// 0 cycles. A time in s has the cycles of the wave that pass in it: 1 in a rise, ¼ in the width of a Gaussian, whose
// band has its middle at 0.25/width.
void visit_resolved(auto& waveform, auto&& see) {
  std::visit(
      [&](auto& w) {
        constexpr bool is_gaussian = std::is_same_v<std::remove_cvref_t<decltype(w)>, Gaussian>;
        w.fields(w, [&](std::string_view name, auto& v, const Key& k) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(v)>, double>) {
            if (k.unit == "Hz" || name == "rise") see(name, v, k, k.unit == "Hz" ? 0.0 : 1.0);
            if (is_gaussian && name == "width") see(name, v, k, 0.25);
          }
        });
      },
      waveform);
}

// Over the sources that are on, each at its highest frequency of visit_resolved(), a table at the middle of its band;
// none without any.
std::optional<ShortestWave> shortest_wave(const Scene& scene, const WaveMedia& media);

}  // namespace ez
