// A straight line across the picture. It serves as a ruler, and the field along it is plotted. It belongs to the
// window, not to the scene.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct LineCut {
  bool on = false;
  Vec2 from, to;        // nodes
  bool screen = false;  // draws the intensity along the line next to it
  bool operator==(const LineCut&) const = default;
};

// Returns the evenly spaced nodes that the plot shows, from the first end to the last. These are all nodes that the
// line crosses, or fewer if a plot cannot resolve them all.
std::vector<Node> nodes_of(const Scene& scene, const LineCut& cut);

// Readings of the ruler.
struct CutMeasures {
  double metres = 0;
  double cells = 0;        // along x
  double wavelengths = 0;  // of the first source with a frequency, in the background; 0 if no source has one
  double degrees = 0;      // anticlockwise from +x, in (−180, 180]
};
CutMeasures measures_of(const Scene& scene, const LineCut& cut);

// The field along the line, one value a point: Ez (or Hz), for a gas or heat the quantity shown.
struct CutTrace {
  Quantity quantity = Quantity::ez;
  std::vector<double> now;  // V/m (A/m), or the quantity's unit
  // Largest |value| during the last period of the first source, or during 250 steps if no source has a period.
  std::vector<double> largest;
  std::vector<double> intensity;  // mean square over the same time, (V/m)² or (A/m)²
  // Phase in e^(−iωt) at that source's frequency, degrees. NaN where the amplitude is close to zero; empty without a
  // frequency.
  std::vector<double> phase;
  // Exact solution for a gas that starts as two states next to each other; NaN where it is not known.
  std::vector<double> exact;
};

// Returns the trace as a table with one row a point: along_m, x_m, y_m. For waves follow Ez (Hz) now, amplitude,
// intensity and phase_deg; for a gas or heat the quantity and `exact`. Units are those above. An unknown value leaves
// its cell empty, and a column without values is left out.
std::string cut_csv(const Scene& scene, const LineCut& cut, const CutTrace& trace);

}  // namespace ez
