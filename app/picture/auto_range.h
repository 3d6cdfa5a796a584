// The colour bar's end in automatic mode: while the run goes on it follows the largest value on the picture, quickly up
// and slowly down, so that the picture neither flickers nor hides a wave; for a field that stands it is what suits that
// field alone, so that the same moment looks the same however the run came there. It is 1, 2 or 5 times a power of ten.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

class AutoRange {
 public:
  // Forget the largest value: another quantity, another scene, a reset.
  void restart() { *this = {}; }
  // The limit `seconds` after the last call, for a picture whose largest value is max_abs. It never falls below 10⁻⁴ of
  // the largest value seen: rounding noise left in an empty grid does not get blown up into a wave.
  double follow(Quantity quantity, double max_abs, double seconds, bool bright_nodes = true);
  // The limit for a field that stands, whatever was before: settled_limit(). Where there is no field, it stays.
  double settle(Quantity quantity, double max_abs, bool bright_nodes = true);

 private:
  double limit_ = 0, peak_ = 0, shown_ = 0;  // unrounded; largest value seen; rounded, as shown
};

// Both ends of the bar in automatic mode for a gas or heat that is never below 0: from 0, or where nothing comes near
// it from about the least value, so that a faint wave in a gas at rest is seen. They stand while the values fill a good
// part of what lies between.
struct BarEnds {
  double low = 0, limit = 1;
  bool operator==(const BarEnds&) const = default;
};
// Whether that is how a quantity is shown.
bool spans_range(Quantity quantity);
// Those that suit one picture.
BarEnds settled_ends(double least, double most);

class SpanRange {
 public:
  void restart() { *this = {}; }
  // `seconds` after the last call; infinite: at once what suits it.
  BarEnds follow(double least, double most, double seconds);

 private:
  BarEnds ends_;
  bool any_ = false;
  double small_ = 0;  // s that the values fill little of it
};

// The limit that suits one picture. The few nodes at a source are several times brighter than the wave that leaves it,
// so they may saturate: a third of the largest value, or its square for quantities that go with the square of the
// field. Where the sources are spread there are none such, and the whole range is shown. Rounded as above.
double settled_limit(Quantity quantity, double max_abs, bool bright_nodes = true);
// Whether a source that is on drives single nodes.
bool has_bright_nodes(const Scene& scene);

}  // namespace ez
