// How long each kernel of a step takes on the device, without its launch: a step is held back until all of it is
// queued, so that no time of the host's is in it, with a mark before and one behind each kernel. Two marks with a
// kernel between that does nothing say what is not the kernel's own.
#pragma once

#include <functional>
#include <vector>

#include "solver/engine/cuda/device/memory.h"

namespace ez::cuda {

class KernelClock {
 public:
  explicit KernelClock(cudaStream_t stream) : stream_(stream) {}

  // Within measure(): `put` puts one kernel on the stream.
  template <class F>
  void time(F put) {
    if (used_ == marks_.size()) marks_.emplace_back();
    marks_[used_].begin.record(stream_);
    put();
    marks_[used_].end.record(stream_);
    ++used_;
  }
  // Seconds of each kernel that `queue` has timed, the median of `count` times after a first one, which is not held
  // back: it loads what has never run. `queue` must not wait for the stream.
  std::vector<double> measure(int count, const std::function<void()>& queue);
  // Of one that does nothing, in a block of its own.
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
