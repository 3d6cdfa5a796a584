// The scheme of a lattice: single steps of two kernels, passes of several steps if a short trial finds them faster, or
// a split Ez update.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "solver/base/measured.h"
#include "solver/base/memory.h"
#include "solver/engine/opencl/lattice_of.h"

namespace ez::opencl {
namespace {

using streamed::Shape;

// Passes are chosen only for a clear gain, and tried only on grids that can have one.
constexpr double least_gain = 1.2;
constexpr double least_nodes = 1 << 20;
constexpr BlockShape trial_block{128, 1};

// ---- results of trials, cached between sessions

constexpr const char* file = "opencl_streamed.tsv";
constexpr int kernels = 1;  // increase when the kernels change, to discard older trials

std::string key_of(const DeviceFacts& device, const Grid& g, bool is_double) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", kernels, device.name, device.driver, g.nx, g.ny,
                     is_double ? "double" : "float");
}
std::string text_of(const Shape& s, double gain) {
  return fmt::format("{}:{}:{}:{}:{}:{:.3g}", s.levels, s.items, s.columns, s.rows, s.registers, gain);
}

}  // namespace

template <class T>
void LatticeOf<T>::set_scheme(const SchemeChoice& choice, const Problem& p) {
  scheme_ = choice;
  shape_.reset(), tried_ = false;
  streamed_.reset();
  split_.reset();
  if (choice.name == "split") split_ = std::make_unique<Split<T>>(choice.form);
  follow(p, {});
}
template <class T>
void LatticeOf<T>::set_shape(const Shape& shape, const Problem& p) {
  scheme_ = {"streamed", 0};
  shape_ = shape, tried_ = true;
  streamed_.reset();
  split_.reset();
  follow(p, {});
}

// Adapts the scheme to an edit, and begins or ends its passes.
template <class T>
void LatticeOf<T>::follow(const Problem& p, const Change& change) {
  if (split_) {
    split_->set(p, grid_, stream_);
    return seed_split();
  }
  std::string why;
  try {
    if (follow_passes(p, change, why)) {
      note_ = fmt::format("{} steps per pass, tiles of {} × {}", shape_->levels, shape_->items * shape_->columns,
                          shape_->rows);
      return;
    }
  } catch (const OutOfMemory& e) {
    if (scheme_.name != "auto") throw;
    why = e.what();
  }
  streamed_.reset();
  note_ = why.empty() ? std::string() : "two kernels: " + why;
}

// Returns false if the scheme makes no passes. Then `why` is the reason if the scheme could make them.
template <class T>
bool LatticeOf<T>::follow_passes(const Problem& p, const Change& change, std::string& why) {
  const bool automatic = scheme_.name == "auto";
  if (!automatic && scheme_.name != "streamed") return false;
  if (why = streamed::why_not(p); !why.empty()) return false;
  if (streamed_ && !change.layers && !change.walls) {
    const bool other_media = change.electric_palette || change.magnetic_palette;
    streamed_->update(p, other_media ? NodeRect{0, 0, p.nx, p.ny} : change.electric_map, stream_);
    return true;
  }
  const DeviceFacts& device = stream_.device().facts();
  const bool small = static_cast<double>(grid_.nx) * grid_.ny < least_nodes;
  if (automatic && (small || !device.gpu)) return false;
  if (const double second = lattice_bytes(p); automatic && 2 * second > 0.9 * device.memory_bytes) {
    why = fmt::format("the second set of arrays needs {}", human_bytes(second));
    return false;
  }
  streamed_.reset();
  if (!std::exchange(tried_, true)) shape_ = device.gpu ? fastest_shape(p, automatic) : Shape{4, 64, 2, 64};
  if (!shape_) {
    why = "they are faster here";
    return false;
  }
  streamed_ = std::make_unique<Streamed<T>>(p, field_, *shape_, stream_);
  return true;
}

// Returns the shape that was fastest in the trial of this grid; nothing if it gains less than `least_gain` and
// `automatic` is set.
template <class T>
std::optional<Shape> LatticeOf<T>::fastest_shape(const Problem& p, bool automatic) {
  const std::string key = key_of(stream_.device().facts(), grid_, sizeof(T) == sizeof(double));
  std::string text = cached_measurement(file, key);
  if (text.empty()) cache_measurement(file, key, text = try_shapes(p));
  Shape s;
  double gain = 0;
  const bool read = std::sscanf(text.c_str(), "%d:%d:%d:%d:%d:%lf", &s.levels, &s.items, &s.columns, &s.rows,
                                &s.registers, &gain) == 6;
  const std::vector<Shape> known =
      shapes_to_try(stream_.device().facts(), grid_.nx, grid_.ny, sizeof(T) == sizeof(double));
  if (!read || std::ranges::find(known, s) == known.end() || (automatic && gain < least_gain)) return {};
  return s;
}

// Measures two kernels and every shape on the second set of arrays, which the trial clears afterwards. The field
// itself stays.
template <class T>
std::string LatticeOf<T>::try_shapes(const Problem& p) {
  const auto seconds_of = [&](int steps, auto&& run) {
    double best = std::numeric_limits<double>::infinity();
    run();
    for (int go = 0; go < 3; ++go) {
      const Event begin = stream_.mark();
      run();
      run();
      const Event end = stream_.mark();
      stream_.wait();
      best = std::min(best, stream_.seconds_between(begin, end) / (2 * steps));
    }
    return best;
  };
  std::string text = "-";
  double best_gain = 0, two_kernels = 0;
  for (const Shape& s : shapes_to_try(stream_.device().facts(), grid_.nx, grid_.ny, sizeof(T) == sizeof(double))) {
    if (streamed_)
      streamed_->set_shape(p, s, stream_);
    else
      streamed_ = std::make_unique<Streamed<T>>(p, field_, s, stream_);
    if (!streamed_->fits()) continue;  // its registers do not suffice for so many work-items
    terms_.reserve(s.levels, stream_);
    grow(stream_, probe_values_, static_cast<std::size_t>(s.levels) * probes_.count());
    if (two_kernels == 0) {
      std::swap(field_, streamed_->other());
      two_kernels = seconds_of(1, [&] { step_h(trial_block), step_e(trial_block); });
      std::swap(field_, streamed_->other());
    }
    const double gain = two_kernels / seconds_of(s.levels, [&] { pass(0); });
    if (gain > best_gain) best_gain = gain, text = text_of(s, gain);
  }
  streamed_.reset();
  return text;
}

template <class T>
void LatticeOf<T>::seed_split() {
  if (split_) split_->seed(kernels_, field_.arrays[FieldArray::ez]);
}

template <class T>
std::size_t LatticeOf<T>::most_items() {
  const std::size_t most = kernels_.most_items({"step_h", "step_e"});
  return split_ ? std::min(most, kernels_.most_items({"split_all", "split_interior", "split_sides"})) : most;
}

template <class T>
KernelTimes LatticeOf<T>::time_e_kernels(BlockShape block, int steps) {
  const auto median = [&](std::vector<double> s) {
    std::ranges::sort(s);
    return s[s.size() / 2];
  };
  std::vector<Event> events, empty;
  for (int n = 0; n <= steps; ++n) {
    step_h(block);
    stream_.collect(events, [&] { update_e(block); });
    stream_.collect(empty, [&] { kernels_.launch("empty_kernel", items(1), cl_int{0}); });
  }
  stream_.wait();
  const auto count = static_cast<std::size_t>(steps) + 1, of_step = events.size() / count;
  const auto seconds_of = [&](const std::vector<Event>& all, std::size_t first, std::size_t each) {
    std::vector<double> s;
    for (std::size_t n = 1; n < count; ++n) s.push_back(stream_.seconds_of(all[first + n * each]));
    return median(std::move(s));
  };
  KernelTimes times;
  times.empty = seconds_of(empty, 0, 1);
  for (std::size_t k = 0; k < of_step; ++k) times.seconds.push_back(seconds_of(events, k, of_step) - times.empty);
  return times;
}

template <class T>
void LatticeOf<T>::pass(int step) {
  streamed_->pass(grid_, field_, {media_, terms_, probe_values_, static_cast<int>(probes_.count())}, step);
}

// Returns the number of steps that the next pass makes; 0: a single step is due.
template <class T>
int LatticeOf<T>::steps_of_pass(const Batch& batch, int made) const {
  if (!streamed_ || meter_) return 0;
  const auto since = batch.first_step + static_cast<std::uint64_t>(made);
  const auto until_next = [&](int every) {
    return every - static_cast<int>(since % static_cast<std::uint64_t>(every));
  };
  int left = batch.steps - made;
  if (!points_.empty()) left = std::min(left, until_next(every_));
  if (plan_.count() > 0) left = std::min(left, until_next(plan_.every));
  return left >= streamed_->shape().levels ? streamed_->shape().levels : 0;
}

template class LatticeOf<float>;
template class LatticeOf<double>;

}  // namespace ez::opencl
