// The maps of a grid: Fourier sums of the main array at every node, added to as rows come to a sample's step.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/engine/cpu/field.h"
#include "solver/engine/fields.h"
#include "solver/physics/map.h"

namespace ez {

template <class T>
class Maps {
 public:
  // May throw std::bad_alloc, the sums of before untouched.
  void set(const MapPlan& plan, int nx, int ny) {
    const std::size_t maps = plan.frequencies.size();
    std::vector<T> sums(2 * maps * static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
    sums_.swap(sums);
    nx_ = static_cast<std::size_t>(nx), nodes_ = nx_ * static_cast<std::size_t>(ny);
    interval_ = plan.interval, count_ = maps, every_ = static_cast<std::uint64_t>(plan.every);
  }
  void zero() { std::fill(sums_.begin(), sums_.end(), T(0)); }
  void begin(const Batch& batch) { batch_ = &batch; }
  bool due(int step) const { return count_ > 0 && made(step) % every_ == 0; }
  // Nodes [begin, end) of row j, at a step that is due.
  void add(const Field<T>& field, int j, int begin, int end, int step) {
    const std::size_t sample = made(step) / every_ - batch_->first_step / every_ - 1;
    const T* __restrict value = field.ez(j);
    for (std::size_t m = 0; m < count_; ++m) {
      const Batch::Turn& turn = batch_->turns[sample * count_ + m];
      const T cosine = static_cast<T>(turn.cosine), sine = static_cast<T>(turn.sine);
      T* __restrict re = row(m, 0, j), * __restrict im = row(m, 1, j);
      for (int i = begin; i < end; ++i) add_turned(re[i], im[i], value[i], cosine, sine);
    }
  }
  bool has(int map) const { return map >= 0 && static_cast<std::size_t>(map) < count_; }
  // Shown at nodes [begin, end) of row j.
  void show(Quantity quantity, int map, int j, int begin, int end, T* out) const {
    if (!has(map)) return void(std::fill_n(out, end - begin, T(0)));
    const T *re = row(static_cast<std::size_t>(map), 0, j), *im = row(static_cast<std::size_t>(map), 1, j);
    for (int i = begin; i < end; ++i) out[i - begin] = map_value(quantity, re[i], im[i], static_cast<T>(interval_));
  }
  void read(int map, double* out) const {
    const T* sums = has(map) ? row(static_cast<std::size_t>(map), 0, 0) : nullptr;
    for (std::size_t k = 0; sums && k < 2 * nodes_; ++k) out[k] = interval_ * static_cast<double>(sums[k]);
  }

 private:
  std::uint64_t made(int step) const { return batch_->first_step + static_cast<std::uint64_t>(step) + 1; }
  const T* row(std::size_t map, std::size_t part, int j) const {
    return sums_.data() + (2 * map + part) * nodes_ + static_cast<std::size_t>(j) * nx_;
  }
  T* row(std::size_t map, std::size_t part, int j) { return const_cast<T*>(std::as_const(*this).row(map, part, j)); }

  std::vector<T> sums_;  // of each map the real parts, then the imaginary ones
  std::size_t nx_ = 0, nodes_ = 0, count_ = 0;
  std::uint64_t every_ = 1;
  double interval_ = 0;
  const Batch* batch_ = nullptr;
};

}  // namespace ez
