// The GPU part of papers/timekeeping.h: the source by a thread's own time, as in Takada's figure 5.
#include "papers/timekeeping.h"

#include <algorithm>
#include <array>

#include "solver/base/constants.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/index_maps.h"
#include "solver/engine/cuda/schemes/driven.cuh"
#include "solver/engine/cuda/schemes/takada.cuh"

namespace ez::cuda::schemes {
namespace {

// Sources whose node's thread keeps the time itself, in the card's memory: in steps, and in seconds as printed.
struct StepCount {
  int i = 0, j = 0;
  int* steps = nullptr;
};
template <class T>
__device__ __forceinline__ T driven(T ez, const StepCount& source, int i, int j) {
  if (i != source.i || j != source.j) return ez;
  const int step = ++*source.steps;
  return hard_source<T>(sin(2 * pi * step / timekeeping_period));
}
struct TimeSum {
  int i = 0, j = 0;
  float* time = nullptr;
  PrintedTime printed;
};
__device__ __forceinline__ float driven(float ez, const TimeSum& source, int i, int j) {
  if (i != source.i || j != source.j) return ez;
  const float time = *source.time += source.printed.dt;
  return sinf(source.printed.omega * time);
}

// The box of a TimekeepingProblem.
class Box {
 public:
  explicit Box(const TimekeepingProblem& p)
      : p_(p), start_(nodes()), ez_(nodes()), hx_(nodes()), hy_(nodes()), signal_(steps()), time_(1) {
    start_.zero(stream_);  // also the part of a row beyond the grid
    const std::vector<float> ez = timekeeping_start(p.n);
    const std::vector<double> signal = timekeeping_signal(p.steps);
    EZ_CUDA(cudaMemcpy2DAsync(start_.data(), pitch() * sizeof(float), ez.data(), row_bytes(), row_bytes(), rows(),
                              cudaMemcpyHostToDevice, stream_));
    EZ_CUDA(cudaMemcpyAsync(signal_.data(), signal.data(), signal_.bytes(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }

  // Runs from the start and returns the seconds.
  double run(Timekeeper timekeeper) {
    const Event begin(Event::Kind::timing), end(Event::Kind::timing);
    EZ_CUDA(cudaMemcpyAsync(ez_.data(), start_.data(), ez_.bytes(), cudaMemcpyDeviceToDevice, stream_));
    hx_.zero(stream_);
    hy_.zero(stream_);
    time_.zero(stream_);
    begin.record(stream_);
    for (int n = 0; n < p_.steps; ++n) step(timekeeper, n);
    end.record(stream_);
    end.wait();
    return end.seconds_since(begin);
  }
  std::vector<float> ez() {
    std::vector<float> out(rows() * rows());
    EZ_CUDA(cudaMemcpy2DAsync(out.data(), row_bytes(), ez_.data(), pitch() * sizeof(float), row_bytes(), rows(),
                              cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
    return out;
  }

 private:
  // For both, zero has all bits 0.
  union Time {
    int steps;
    float seconds;
  };

  std::size_t pitch() const { return static_cast<std::size_t>(pitch_of(p_.n)); }
  std::size_t rows() const { return static_cast<std::size_t>(p_.n); }
  std::size_t row_bytes() const { return rows() * sizeof(float); }
  std::size_t nodes() const { return pitch() * rows(); }
  std::size_t steps() const { return static_cast<std::size_t>(p_.steps); }

  void step(Timekeeper timekeeper, int n) {
    const int at = p_.source();
    switch (timekeeper) {
      case Timekeeper::table:
        return step(Drive{at, at, 1, true, signal_.data() + n});
      case Timekeeper::steps:
        return step(StepCount{at, at, &time_.data()->steps});
      case Timekeeper::seconds:
        return step(TimeSum{at, at, &time_.data()->seconds, timekeeping_seconds()});
    }
  }
  template <class Source>
  void step(const Source& source) {
    constexpr float cb = 0.25f;  // (c Δt / Δ)²
    constexpr Pair<float> vacuum{1, 1};
    const Arrays<float> f{ez_.data(), hx_.data(), hy_.data(), p_.n, p_.n, pitch_of(p_.n)};
    const dim3 grid = grid_of(p_.block, p_.n, p_.n), block = block_of(p_.block);
    const std::size_t shared = subdomain_bytes<float>(p_.block);
    launch_shared(takada_h<float>, grid, block, shared, stream_, f, vacuum, vacuum);
    launch_shared(takada_e<float, Source>, grid, block, shared, stream_, f, cb, source);
  }

  TimekeepingProblem p_;
  Stream stream_;
  DeviceBuffer<float> start_, ez_, hx_, hy_;
  DeviceBuffer<double> signal_;
  DeviceBuffer<Time> time_;
};

}  // namespace
}  // namespace ez::cuda::schemes

namespace ez {

TimekeepingRun takada_by_clock(const TimekeepingProblem& problem, Timekeeper timekeeper, int device) {
  TimekeepingRun out{0, {}, cuda_status().problem};
  if (!out.failed.empty()) return out;
  EZ_CUDA(cudaSetDevice(device));
  cuda::schemes::Box box(problem);
  box.run(timekeeper);
  std::array<double, 3> seconds{};
  for (double& s : seconds) s = box.run(timekeeper);
  std::sort(seconds.begin(), seconds.end());
  out.seconds = seconds[1];
  out.ez = box.ez();
  return out;
}

}  // namespace ez
