// A batch: its passes, bands, tiles and levels. See stepper.h for the order.
#include "solver/engine/cpu/stepper.h"

#include <algorithm>

namespace ez {

template <class T>
PlanFor Stepper<T>::plan_for() const {
  PlanFor grid{nx_, ny_, threads_, 3 * static_cast<int>(sizeof(T))};
  grid.one_row = energy_ != nullptr;
  grid.whole_rows = x_.periodic || grid.one_row;
  grid.one_level = y_.periodic || couples_rims();
  grid.cache = second_cache_;
  return grid;
}

template <class T>
Passes Stepper<T>::passes() const {
  constexpr int many_steps = 1 << 16;
  const PlanFor grid = plan_for();
  const Plan plan = plan_.passes > 0 ? plan_ : make_plan(many_steps, grid);
  return {plan.bands, plan.levels, tile_bytes(plan, grid)};
}

template <class T>
void Stepper<T>::prepare(const Batch& batch, double* probes, double* gathered) {
  plan_ = make_plan(batch.steps, plan_for());
  for (Progress& p : progress_) p.opened.store(0), p.done.store(0), p.rims.store(0);
  points_.begin(batch, probes, gathered, field_);
  maps_.begin(batch);
  poles_.remember(field_);
  if (energy_) energy_->meter.remember(field_), energy_->edited = false;
}

template <class T>
void Stepper<T>::run(int band) {
  for (int pass = 0, step = 0; pass < plan_.passes; step += plan_.levels_of(pass++)) sweep(band, pass, step);
}

// Prepares the rims of a band. Waits before until Ez and the poles of every band are at the begin of the step, and
// afterwards until all bands have prepared their rims.
template <class T>
void Stepper<T>::prepare_rims(int band, int pass) {
  const auto b = static_cast<std::size_t>(band), bands = static_cast<std::size_t>(plan_.bands);
  for (std::size_t k = 0; k < bands; ++k)
    wait_actively_until([&] { return progress_[k].done.load(std::memory_order_acquire) >= pass; });
  const int begin = plan_.first_row[b], end = plan_.first_row[b + 1];
  cross_.prepare(field_, begin, end);
  if (poles_.any_rims()) poles_.prepare_rims(begin, end);
  progress_[b].rims.store(pass + 1, std::memory_order_release);
  for (std::size_t k = 0; k < bands; ++k)
    wait_actively_until([&] { return progress_[k].rims.load(std::memory_order_acquire) > pass; });
}

// Waits until the band may start a pass. On a periodic grid, the first band also advances hx across the seam.
template <class T>
void Stepper<T>::open_band(int band, int pass, int step) {
  const auto finished = [&](int b) {
    wait_actively_until(
        [&] { return progress_[static_cast<std::size_t>(b)].done.load(std::memory_order_acquire) >= pass; });
  };
  if (band > 0) finished(band - 1);
  if (band == 0 && y_.periodic) {
    finished(plan_.bands - 1);
    hx_row(ny_ - 1, 0, nx_, step);
    std::copy_n(field_.hx(ny_ - 1), nx_, field_.hx(-1));
  }
}

template <class T>
void Stepper<T>::sweep(int band, int pass, int first_step) {
  const auto b = static_cast<std::size_t>(band);
  const bool above_another = band > 0, below_another = band + 1 < plan_.bands;
  const int low = plan_.first_row[b], high = plan_.first_row[b + 1], levels = plan_.levels_of(pass);
  const int blocks = (nx_ + block_nodes - 1) / block_nodes, left = plan_.skewed ? levels - 1 : 0;
  const auto opened = [&](std::size_t other) {
    wait_actively_until([&] { return progress_[other].opened.load(std::memory_order_acquire) > pass; });
  };
  if (couples_rims()) prepare_rims(band, pass);
  open_band(band, pass, first_step);
  const int last = below_another ? high - 1 + 2 * (levels - 1) : ny_ - 1 + levels - 1;
  for (int y = low; y <= last; y += plan_.tile_rows) {
    const int y_end = y + plan_.tile_rows;
    if (below_another && y_end >= high) opened(b + 1);
    if (y_.periodic && y_end >= ny_) opened(0);
    for (int x = 0; x < blocks + left; x += plan_.tile_blocks)
      for (int k = 0; k < levels; ++k) {
        const int begin = above_another ? low + k : 0, end = below_another ? high + k : ny_;
        const int skew = plan_.skewed ? k : 0;
        const Tile tile{std::max(y - k, begin),
                        std::min(y_end - k, end),
                        std::max(x - skew, 0),
                        std::min(x + plan_.tile_blocks - skew, blocks),
                        end - 1,
                        first_step + k};
        if (tile.j0 >= tile.j1 || tile.b0 >= tile.b1) continue;
        if (above_another && tile.j0 == begin) hx_row(begin - 1, nodes(tile.b0), nodes(tile.b1), tile.step);
        if (plan_.skewed) fetch_ahead(y_end, x, k, levels);
        advance(tile);
      }
    if (y_end > low + 2 * (levels - 1)) progress_[b].opened.store(pass + 1, std::memory_order_release);
  }
  progress_[b].done.store(pass + 1, std::memory_order_release);
}

// Prefetches rows that the tile above will add to this tile's rows. Each level prefetches its share of them.
template <class T>
void Stepper<T>::fetch_ahead(int y, int block, int level, int levels) const {
  constexpr int line = 64 / sizeof(T);
  const int lines = 3 * plan_.tile_rows, begin = nodes(block), end = nodes(block + plan_.tile_blocks);
  for (int k = lines * level / levels; k < lines * (level + 1) / levels; ++k) {
    const int j = y + 1 + k / 3;
    if (j >= ny_) return;
    const T* row = field_.of(all_arrays[k % 3], j);
    for (int i = begin; i < end; i += line) __builtin_prefetch(row + i, 1, 2);
  }
}

template <class T>
void Stepper<T>::advance(const Tile& tile) {
  if (energy_)
    advance_and_measure(tile);
  else
    advance_alone(tile);
  if (!maps_.due(tile.step)) return;
  // Absorbing nodes of row 0 are set with row 1.
  for (int j = std::max(tile.j0, 1); j < tile.j1; ++j)
    for (int row = j == 1 ? 0 : j; row <= j; ++row) maps_.add(field_, row, nodes(tile.b0), nodes(tile.b1), tile.step);
}

template <class T>
void Stepper<T>::advance_alone(const Tile& tile) {
  const int whole = std::min(tile.j1, tile.no_hx);  // rows below this one advance their hx
  for (int j = tile.j0; j < tile.j1;) {
    const bool four = inner_rows_[static_cast<std::size_t>(j)] == 4 && j + 4 <= whole;
    four ? four_rows(j, tile) : one_row(j, tile);
    j += four ? 4 : 1;
  }
  const int begin = nodes(tile.b0), end = nodes(tile.b1);
  if (!poles_.any(FieldArray::ez)) {
    for (int j = tile.j0; j < tile.j1; ++j) points_.apply(field_, j, begin, end, tile.step);
    return;
  }
  for (int j = tile.j0; j < tile.j1; ++j) {
    const bool driven = points_.changes_field_of(j);
    driven ? poles_.correct(field_, FieldArray::ez, j, begin, end) : poles_.step(field_, FieldArray::ez, j, begin, end);
    points_.apply(field_, j, begin, end, tile.step);
    if (driven) poles_.follow(field_, FieldArray::ez, j, begin, end);
  }
}

template <class T>
void Stepper<T>::advance_and_measure(const Tile& tile) {
  for (int j = tile.j0; j < tile.j1; ++j) {
    one_row(j, tile);
    poles_.correct(field_, FieldArray::ez, j, 0, nx_);
    energy_->meter.before_sources(field_, j);
    points_.apply(field_, j, 0, nx_, tile.step);
    poles_.follow(field_, FieldArray::ez, j, 0, nx_);
    energy_->meter.after_row(field_, j);
  }
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
