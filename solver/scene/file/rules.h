// What validate() finds, with the dotted path of the value it is about, so that the parser can add its place in the
// file. Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/shortest_wave.h"

namespace ez {

struct Finding {
  Message::Kind kind = Message::Kind::error;
  std::string path;  // "source.0.at", as in `--set`
  std::string text;
};

std::vector<Finding> findings_of(const Scene& scene);
// Warnings that say the same of several entries of a list ("monitor.0.band", "monitor.1.band") are one, at the first,
// which names the others: a scene with five such monitors has one thing to change, not five.
std::vector<Finding> merged(std::vector<Finding> findings);

// Beyond these a scene runs, and a warning asks whether it is meant.
inline constexpr double fewest_cells_per_wave = 10;
inline constexpr double most_phase = 3600;  // degrees
inline constexpr double most_kappa = 100, most_eps = 1e4;
inline constexpr int fewest_inner_nodes = 4;  // between two absorbing layers
inline constexpr int most_cells = 131072;     // along an axis

// The highest frequency that is not warned of, in Hz, rounded down to four digits.
double resolved_frequency(const WaveMedia& media);
// Its period, the shortest time that is not warned of, in s, rounded up.
double resolved_time(const WaveMedia& media);
// The largest cpml.cells that leaves fewest_inner_nodes between the layers.
int most_layer_cells(const Scene& scene);
// The Courant number that the least eps × mu allows.
double most_courant(const Scene& scene);

}  // namespace ez
