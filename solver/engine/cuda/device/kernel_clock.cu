#include "solver/engine/cuda/device/kernel_clock.h"

#include <algorithm>
#include <chrono>
#include <semaphore>

#include "solver/engine/cuda/device/launch.cuh"

namespace ez::cuda {
namespace {

__global__ void nothing() {}

// Holds back later work on the stream until the gate is destroyed. It does not hold it forever, because a profiler, a
// sanitizer or CUDA_LAUNCH_BLOCKING may make each launch wait for its kernel.
class Gate {
 public:
  explicit Gate(cudaStream_t stream) : stream_(stream) { EZ_CUDA(cudaLaunchHostFunc(stream, wait, &open_)); }
  ~Gate() {
    open_.release();
    EZ_CUDA_LOG(cudaStreamSynchronize(stream_));
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

 private:
  static void wait(void* open) {
    (void)static_cast<std::binary_semaphore*>(open)->try_acquire_for(std::chrono::milliseconds(100));
  }

  cudaStream_t stream_;
  std::binary_semaphore open_{0};
};

}  // namespace

std::vector<double> KernelClock::measure(int count, const std::function<void()>& queue) {
  used_ = 0;
  queue();
  EZ_CUDA(cudaStreamSynchronize(stream_));
  std::vector<std::vector<double>> all(used_);
  for (int n = 0; n < count; ++n) {
    used_ = 0;
    {
      const Gate gate(stream_);
      queue();
    }
    for (std::size_t k = 0; k < all.size(); ++k) all[k].push_back(marks_[k].end.seconds_since(marks_[k].begin));
  }
  std::vector<double> medians;
  for (std::vector<double>& of : all) {
    std::sort(of.begin(), of.end());
    medians.push_back(of[of.size() / 2]);
  }
  return medians;
}

double KernelClock::empty_kernel(int count) {
  return measure(count,
                 [&] {
                   launch(nothing, 1, 32, stream_);  // as in a step, another kernel comes before
                   time([&] { launch(nothing, 1, 32, stream_); });
                 })
      .front();
}

}  // namespace ez::cuda
