// A straight line over the picture: a ruler, and where the field is plotted along. It belongs to the window, not to the
// scene.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct LineCut {
  bool on = false;
  Vec2 from, to;        // nodes
  bool screen = false;  // the intensity along it stands beside it on the picture
  bool operator==(const LineCut&) const = default;
};

// The nodes that its plot shows, evenly apart from its first end to its last: each of those it crosses, as far as a
// plot can tell them apart.
std::vector<Node> nodes_of(const Scene& scene, const LineCut& cut);

// What a ruler says of it.
struct CutMeasures {
  double metres = 0;
  double cells = 0;        // along x
  double wavelengths = 0;  // in the background, of the first source with a frequency; 0 when none has
  double degrees = 0;      // anticlockwise from +x, in (−180, 180]
};
CutMeasures measures_of(const Scene& scene, const LineCut& cut);

// What the main array does along it, point by point; of a gas or heat the quantity that is shown.
struct CutTrace {
  Quantity quantity = Quantity::ez;
  std::vector<double> now;        // V/m (A/m), or the quantity's unit
  std::vector<double> largest;    // |value| of the last period of the first source (250 steps when none has a period)
  std::vector<double> intensity;  // mean of its square over that time, (V/m)² ((A/m)²)
  // Of e^(−iωt) at that source's frequency, degrees; NaN where there is next to nothing, empty without a frequency.
  std::vector<double> phase;
  // Of a gas that started as two states side by side: what there must be; NaN where that is not known.
  std::vector<double> exact;
};

// The trace as a table, a row a point: along_m, x_m, y_m, then of waves Ez (Hz) now, amplitude, intensity, phase_deg,
// of a gas or heat the quantity and `exact`, in the units above. A value that is not known leaves its cell empty; a
// column without any is left out.
std::string cut_csv(const Scene& scene, const LineCut& cut, const CutTrace& trace);

}  // namespace ez
