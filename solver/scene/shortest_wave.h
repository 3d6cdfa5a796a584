// The shortest wave of a scene, at the highest frequency in the densest medium in use. Cells must be small compared
// with it, wherever the source is.
//
// A medium counts with |Re n| at the frequency, including its poles. Its losses are included if they change this by 1 %
// or more. A medium with Im n > ½|Re n| is a conductor and does not count. Its field falls by e^{−π} or more within a
// wavelength, so there is no wave whose phase could be wrong. The background always counts.
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
  std::string medium;       // name of the densest medium
  double frequency = 0;     // Hz
  double index = 1;         // |Re n| at that frequency
  double wavelength = 0;    // m, in the medium
  double cells = 0;         // per wavelength, along the longer side of a cell
  double cells_at_end = 0;  // the same at the end of the source's band, where its spectrum is 40 dB down
};

class WaveMedia {
 public:
  // `media` as returned by SceneMedia::extreme().
  WaveMedia(const Scene& scene, const std::vector<PaletteEntry>& media);
  ShortestWave at(double frequency) const;  // in Hz; does not set cells_at_end
  // Returns the highest frequency in Hz with at least `cells` cells per wavelength in every medium. 0 if the
  // grid or the media are invalid.
  double frequency_of(double cells) const;

 private:
  double index_of(const PaletteEntry& medium, double frequency) const;
  std::vector<PaletteEntry> media_;  // the first one is the background
  double cell_ = 0;                  // m, the longer side
};

// Calls see(name, value, key, cycles) for each number of a waveform that the grid has to resolve. A frequency in Hz has
// 0 cycles. A time in s has the number of wave cycles that it lasts: 1 for a rise, and ¼ for the width of a Gaussian,
// whose band is centred at 0.25/width.
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

// Returns the shortest wave of the sources that are on. Each counts at its highest frequency of visit_resolved(), and a
// table at the middle of its band. Empty if no source is on.
std::optional<ShortestWave> shortest_wave(const Scene& scene, const WaveMedia& media);

}  // namespace ez
