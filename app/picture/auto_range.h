// Chooses the limit of the colour bar in automatic mode. While the run advances, the limit follows the largest value on
// the picture, quickly up and slowly down, so that the picture neither flickers nor hides a wave. While the field is
// stopped, the limit depends on that field alone. The same step then looks the same however the run reached it. The
// limit is 1, 2 or 5 times a power of ten.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

class AutoRange {
 public:
  // Forgets the largest value. For another quantity, another scene or a reset.
  void restart() { *this = {}; }
  // Returns the limit for a picture whose largest value is max_abs, `seconds` after the last call. It never falls below
  // 10⁻⁴ of the largest value seen, so that rounding noise in an empty grid is not amplified into a wave.
  double follow(Quantity quantity, double max_abs, double seconds, bool bright_nodes = true);
  // Returns the limit for a stopped field, settled_limit(). Keeps the previous limit if the field is zero.
  double settle(Quantity quantity, double max_abs, bool bright_nodes = true);

 private:
  double limit_ = 0, peak_ = 0, shown_ = 0;  // before rounding; largest value seen; rounded, as displayed
};

// Both ends of the colour bar in automatic mode, for a quantity of a gas or heat that is never negative. The bar starts
// at 0. If no value comes near 0, it starts at about the smallest value, so that a faint wave in a gas at rest is
// visible. The ends do not change while the values fill a large part of the bar.
struct BarEnds {
  double low = 0, limit = 1;
  bool operator==(const BarEnds&) const = default;
};
// Returns true if the quantity is shown with such a bar.
bool spans_range(Quantity quantity);
// Returns the ends for a single picture.
BarEnds settled_ends(double least, double most);

class SpanRange {
 public:
  void restart() { *this = {}; }
  // Returns the ends `seconds` after the last call. Infinite seconds fit them to this picture at once.
  BarEnds follow(double least, double most, double seconds);

 private:
  BarEnds ends_;
  bool any_ = false;
  double small_ = 0;  // s for which the values have filled only a small part of it
};

// Returns the limit for a single picture. The few nodes at a source are several times brighter than the wave that
// leaves it, so they may saturate. The limit is a third of the largest value, or the square of that ratio for
// quantities that depend on the square of the field. If the sources are extended there are no such nodes, and the whole
// range is shown. Rounded as above.
double settled_limit(Quantity quantity, double max_abs, bool bright_nodes = true);
// Returns true if a source that is on drives single nodes.
bool has_bright_nodes(const Scene& scene);

}  // namespace ez
