// Operations on plans of maps: whether the sums of one plan continue under another, which map a picture shows, and how
// the sums are scaled.
#pragma once

#include <complex>
#include <vector>

#include "solver/base/constants.h"
#include "solver/engine/fields.h"
#include "solver/physics/map.h"

namespace ez {

// Returns true if the maps of frequencies can continue. The mean always restarts.
inline bool goes_on(const MapPlan& before, const MapPlan& after) {
  return before.frequencies == after.frequencies && before.every == after.every && before.interval == after.interval &&
         before.steady == after.steady;
}

// Returns the index of the map that a picture shows: the map it names, or the mean. −1: no such map.
inline int shown_map(const MapPlan& plan, const PictureWindow& window) {
  if (facts_of(window.quantity).of != QuantityFacts::Origin::mean) return window.map;
  return plan.mean > 0 ? static_cast<int>(plan.frequencies.size()) : -1;
}

// Properties of the sums: the number of samples, and the phase of the last one.
class MapTally {
 public:
  void zero() { samples_ = 0; }
  // Counts a sample, with one turn for each map of the plan.
  void add(const Batch::Turn* turns, std::size_t maps) { ++samples_, last_.assign(turns, turns + maps); }
  // Returns the scale of map `m` of the plan. For a steady wave it uses Σ e^(2iωt) taken backwards from the last
  // sample. Because the wave reached its strength gradually, the sum is that of a geometric series without its far end.
  template <class T>
  MapScale<T> scale(const MapPlan& plan, std::size_t m) const {
    MapScale<T> scale{static_cast<T>(plan.interval), 0, 0};
    if (!plan.steady || m >= plan.frequencies.size() || samples_ == 0) return scale;
    const std::complex<double> last(last_[m].cosine, last_[m].sine);
    const std::complex<double> back = std::polar(1.0, -4 * pi * plan.frequencies[m] * plan.interval);
    const std::complex<double> leak = last * last / (1.0 - back) / static_cast<double>(samples_);
    scale.leak_re = static_cast<T>(leak.real()), scale.leak_im = static_cast<T>(leak.imag());
    return scale;
  }

 private:
  std::size_t samples_ = 0;
  std::vector<Batch::Turn> last_;
};

}  // namespace ez
