// Findings of validate(), each with the dotted path of its value, so that the parser can add its position in the file.
// Inner header of solver/scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/shortest_wave.h"

namespace ez {

struct Finding {
  Message::Kind kind = Message::Kind::error;
  std::string path;  // "source.0.at", as for `--set`
  std::string text;
};

std::vector<Finding> findings_of(const Scene& scene, const SharedMedia& media);
// Merges equal warnings about several entries of a list ("monitor.0.band", "monitor.1.band") into one at the first
// entry, which names the others. A scene with five such monitors has one problem, not five.
std::vector<Finding> merged(std::vector<Finding> findings);

// Outside these limits a scene still runs, but with a warning.
inline constexpr double fewest_cells_per_wave = 10;
inline constexpr double most_phase = 3600;  // degrees
inline constexpr double most_kappa = 100, most_eps = 1e4;
inline constexpr int fewest_inner_nodes = 4;  // between two absorbing layers
inline constexpr int most_cells = 131072;     // along an axis

// Returns the highest frequency without a warning, in Hz, rounded down to four digits.
double resolved_frequency(const WaveMedia& media);
// Returns its period, the shortest time without a warning, in s, rounded up.
double resolved_time(const WaveMedia& media);
// Returns the largest cpml.cells that leaves fewest_inner_nodes between the layers.
int most_layer_cells(const Scene& scene);
// Returns the Courant number that the smallest eps × mu allows.
double most_courant(const Scene& scene);

}  // namespace ez
