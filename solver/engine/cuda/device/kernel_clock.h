// Measures the time of each kernel of a step on the device, without its launch. The step is held back until all of it
// is queued, so the result contains no host time. An event is recorded before and after each kernel. The same two
// events around an empty kernel give the overhead.
#pragma once

#include <functional>
#include <vector>

#include "solver/engine/cuda/device/memory.h"

namespace ez::cuda {

class KernelClock {
 public:
  explicit KernelClock(cudaStream_t stream) : stream_(stream) {}

  // Enqueues one kernel by `put` and times it. Call it within measure().
  template <class F>
  void time(F put) {
    if (used_ == marks_.size()) marks_.emplace_back();
    marks_[used_].begin.record(stream_);
    put();
    marks_[used_].end.record(stream_);
    ++used_;
  }
  // Returns the seconds of each kernel that `queue` times: the median of `count` runs. A first run is not counted and
  // not held back, because it loads kernels that have never run. `queue` must not wait for the stream.
  std::vector<double> measure(int count, const std::function<void()>& queue);
  // Returns the time of an empty kernel in a block of its own.
  double empty_kernel(int count);

 private:
  struct Marks {
    Event begin{Event::Kind::timing}, end{Event::Kind::timing};
  };

  cudaStream_t stream_;
  std::vector<Marks> marks_;
  std::size_t used_ = 0;
};

}  // namespace ez::cuda
