// The maps of a grid: Fourier sums of the main array at every node, or means of its square. Rows add to them when they
// reach a step at which a sample is due.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/engine/cpu/field.h"
#include "solver/engine/engine.h"
#include "solver/engine/map_plan.h"
#include "solver/physics/map.h"

namespace ez {

template <class T>
class Maps {
 public:
  // May throw std::bad_alloc and then leaves the previous sums untouched.
  void set(const MapPlan& plan, int nx, int ny) {
    const std::size_t nodes = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    std::vector<T> sums(2 * plan.count() * nodes);
    const bool kept = goes_on(plan_, plan) && nodes == nodes_;
    if (kept) std::copy_n(sums_.begin(), 2 * plan.frequencies.size() * nodes, sums.begin());
    sums_.swap(sums);
    if (!kept) tally_.zero();
    nx_ = static_cast<std::size_t>(nx), nodes_ = nodes, plan_ = plan;
  }
  void zero() {
    std::fill(sums_.begin(), sums_.end(), T(0));
    tally_.zero();
  }
  void begin(const Batch& batch) {
    batch_ = &batch;
    for (std::size_t k = 0; plan_.count() > 0 && k < batch.turns.size(); k += plan_.count())
      tally_.add(&batch.turns[k], plan_.count());
  }
  bool due(int step) const { return plan_.count() > 0 && made(step) % every() == 0; }
  // Adds nodes [begin, end) of row j, at a step for which due() is true.
  void add(const Field<T>& field, int j, int begin, int end, int step) {
    const std::size_t sample = made(step) / every() - batch_->first_step / every() - 1;
    const T* __restrict value = field.ez(j);
    for (std::size_t m = 0; m < plan_.count(); ++m) {
      const Batch::Turn& turn = batch_->turns[sample * plan_.count() + m];
      const T cosine = static_cast<T>(turn.cosine), sine = static_cast<T>(turn.sine);
      T* __restrict re = row(m, 0, j), * __restrict im = row(m, 1, j);
      if (m < plan_.frequencies.size())
        for (int i = begin; i < end; ++i) add_turned(re[i], im[i], value[i], cosine, sine);
      else
        for (int i = begin; i < end; ++i) add_square(re[i], im[i], value[i], cosine, sine);
    }
  }
  // Adds the sums of rows [first, first + count).
  void add_row_memory(int first, int count, std::vector<RowPiece>& pieces) {
    for (std::size_t m = 0; m < plan_.count(); ++m)
      for (const std::size_t part : {0, 1})
        pieces.push_back({row(m, part, first), static_cast<std::size_t>(count) * nx_ * sizeof(T)});
  }
  bool has(int map) const { return map >= 0 && static_cast<std::size_t>(map) < plan_.count(); }
  int shown(const PictureWindow& window) const { return shown_map(plan_, window); }
  // Writes the shown quantity at nodes [begin, end) of row j.
  void show(Quantity quantity, int map, int j, int begin, int end, T* out) const {
    if (!has(map)) return void(std::fill_n(out, end - begin, T(0)));
    const T *re = row(static_cast<std::size_t>(map), 0, j), *im = row(static_cast<std::size_t>(map), 1, j);
    const MapScale<T> scale = tally_.template scale<T>(plan_, static_cast<std::size_t>(map));
    for (int i = begin; i < end; ++i) out[i - begin] = map_value(quantity, re[i], im[i], scale);
  }
  void read(int map, double* out) const {
    if (!has(map)) return;
    const auto m = static_cast<std::size_t>(map);
    const MapScale<double> scale = tally_.template scale<double>(plan_, m);
    const T *re = row(m, 0, 0), *im = row(m, 1, 0);
    for (std::size_t n = 0; n < nodes_; ++n) read_sums(scale, re[n], im[n], out[n], out[nodes_ + n]);
  }

 private:
  std::uint64_t every() const { return static_cast<std::uint64_t>(plan_.every); }
  std::uint64_t made(int step) const { return batch_->first_step + static_cast<std::uint64_t>(step) + 1; }
  const T* row(std::size_t map, std::size_t part, int j) const {
    return sums_.data() + (2 * map + part) * nodes_ + static_cast<std::size_t>(j) * nx_;
  }
  T* row(std::size_t map, std::size_t part, int j) { return const_cast<T*>(std::as_const(*this).row(map, part, j)); }

  // For each map of a frequency: real parts, then imaginary parts. For the mean: the latest complete mean, then the
  // growing one.
  std::vector<T> sums_;
  MapPlan plan_;
  MapTally tally_;
  std::size_t nx_ = 0, nodes_ = 0;
  const Batch* batch_ = nullptr;
};

}  // namespace ez
