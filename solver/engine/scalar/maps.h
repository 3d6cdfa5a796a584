// The maps of a grid: Fourier sums of the main array at every node, or means of its square. They are updated after each
// step at which a sample is due.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/engine/map_plan.h"
#include "solver/physics/map.h"

namespace ez::scalar {

template <class T>
class Maps {
 public:
  // May throw std::bad_alloc and then leaves the previous sums untouched.
  void set(const MapPlan& plan, std::size_t nodes) {
    std::vector<T> sums(2 * plan.count() * nodes);
    const bool kept = goes_on(plan_, plan) && nodes == nodes_;
    if (kept) std::copy_n(sums_.begin(), 2 * plan.frequencies.size() * nodes, sums.begin());
    sums_.swap(sums);
    if (!kept) tally_.zero();
    nodes_ = nodes, plan_ = plan;
  }
  void zero() {
    std::fill(sums_.begin(), sums_.end(), T(0));
    tally_.zero();
  }
  void begin(const Batch& batch) {
    for (std::size_t k = 0; plan_.count() > 0 && k < batch.turns.size(); k += plan_.count())
      tally_.add(&batch.turns[k], plan_.count());
  }
  bool is_due(std::uint64_t made) const {
    return plan_.count() > 0 && made % static_cast<std::uint64_t>(plan_.every) == 0;
  }
  // Adds a sample after `made` steps in total, including those of the batch. value(k) returns the value of node k, row
  // by row.
  template <class Value>
  void add(const Batch& batch, std::uint64_t made, const Value& value) {
    const auto every = static_cast<std::uint64_t>(plan_.every);
    const std::size_t sample = made / every - batch.first_step / every - 1;
    for (std::size_t m = 0; m < plan_.count(); ++m) {
      const Batch::Turn& turn = batch.turns[sample * plan_.count() + m];
      const T cosine = static_cast<T>(turn.cosine), sine = static_cast<T>(turn.sine);
      T *re = sums_.data() + 2 * m * nodes_, *im = re + nodes_;
      for (std::size_t k = 0; k < nodes_; ++k)
        if (m < plan_.frequencies.size())
          add_turned(re[k], im[k], value(k), cosine, sine);
        else
          add_square(re[k], im[k], value(k), cosine, sine);
    }
  }
  int shown(const PictureWindow& window) const { return shown_map(plan_, window); }
  // Returns the value of node k, or 0 if there is no such map.
  T value(Quantity quantity, int map, std::size_t k) const {
    if (!has(map)) return T(0);
    const auto m = static_cast<std::size_t>(map);
    const T *re = sums_.data() + 2 * m * nodes_, *im = re + nodes_;
    return map_value(quantity, re[k], im[k], tally_.template scale<T>(plan_, m));
  }
  void read(int map, double* out) const {
    if (!has(map)) return;
    const auto m = static_cast<std::size_t>(map);
    const MapScale<double> scale = tally_.template scale<double>(plan_, m);
    const T *re = sums_.data() + 2 * m * nodes_, *im = re + nodes_;
    for (std::size_t k = 0; k < nodes_; ++k) read_sums(scale, re[k], im[k], out[k], out[nodes_ + k]);
  }

 private:
  bool has(int map) const { return map >= 0 && static_cast<std::size_t>(map) < plan_.count(); }

  // For each map of a frequency: real parts, then imaginary parts. For the mean: the latest complete mean, then the
  // growing one.
  std::vector<T> sums_;
  MapPlan plan_;
  MapTally tally_;
  std::size_t nodes_ = 0;
};

}  // namespace ez::scalar
