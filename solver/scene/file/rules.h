// What validate() finds, with the dotted path of the value it is about, so that the parser can add its place in the
// file. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez {

struct Finding {
  Message::Kind kind = Message::Kind::error;
  std::string path;  // "source.0.at", as in `--set`
  std::string text;
};

std::vector<Finding> findings_of(const Scene& scene);

// Beyond these a scene runs, and a warning asks whether it is meant.
inline constexpr double fewest_cells_per_wave = 10;
inline constexpr double most_phase = 3600;  // degrees
inline constexpr double most_kappa = 100, most_eps = 1e4;
inline constexpr int fewest_inner_nodes = 4;  // between two absorbing layers
inline constexpr int most_cells = 131072;     // along an axis

// The frequency in Hz of so many cells per wavelength in the background, along the longer side of a cell. 0 where the
// grid or the background are not valid.
double frequency_of_cells(const Scene& scene, double cells);
// The highest frequency that is not warned of, in Hz, rounded down to four digits.
double resolved_frequency(const Scene& scene);
// Its period, the shortest time that is not warned of, in s, rounded up.
double resolved_time(const Scene& scene);
// Calls see(name, value, key) for what the grid has to resolve of a waveform: its frequencies and the time of a rise.
void visit_resolved(auto& waveform, auto&& see) {
  const auto key = [&](std::string_view name, auto& v, const Key& k) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(v)>, double>)
      if (k.unit == "Hz" || name == "rise") see(name, v, k);
  };
  std::visit([&](auto& w) { w.fields(w, key); }, waveform);
}
// The largest cpml.cells that leaves fewest_inner_nodes between the layers.
int most_layer_cells(const Scene& scene);
// The Courant number that the least eps × mu allows.
double most_courant(const Scene& scene);

}  // namespace ez
