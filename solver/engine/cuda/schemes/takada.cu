// Takada, Shimobaba, Masuda, Ito, "A fast FDTD simulation using a single CUDA-compatible GPU" (2010): TM waves, a PEC
// box, a sine at its centre.
//
//   Hx(i, j+½) ← Hx − Δt/(μ0Δy)·(Ez(i, j+1) − Ez(i, j))        their (1), (2), (3), section 3
//   Hy(i+½, j) ← Hy + Δt/(μ0Δx)·(Ez(i+1, j) − Ez(i, j))
//   Ez(i, j)   ← Ez + Δt/(ε0Δx)·(Hy(i+½, j) − Hy(i−½, j)) − Δt/(ε0Δy)·(Hx(i, j+½) − Hx(i, j−½))
//
// Their idea: H and E lie half a cell apart, so each is given a subdomain of its own. A block loads its nodes of the
// field it reads into shared memory with one more row and one more column, so a subdomain overlaps two neighbours, not
// four; the field it writes goes straight through registers. All a thread reads is under way before the barrier: a read
// that starts after it waits for memory a second time.
//
// The source is set in kernel 2, as there: a step is two kernels. Where a scene has other sources than one node's, they
// come in a launch of their own.
//
// The form `global` is what the paper tried beside it and gives no figures of: the same two kernels, one node a thread,
// without shared memory.
//
// At the end stands the GPU's half of solver/engine/timekeeping.h: the source by a thread's own time, as figure 5 has
// it.
//
// Mended here: (1) is printed with a plus before Δt/(μ0Δy), and its code has a minus. Kernel 1 (figure 4) reads what
// other threads put into shared memory without a barrier between: a race, __syncthreads() belongs there as in kernel 2.
// Its last row of threads reads and writes a row beyond the arrays. Both kernels bear one name, maxwEZ. The time that a
// single thread counts up in float (figure 5) is 0.45 % off after 10⁶ steps; here the engine's table of the sources'
// signals serves, which lies in the GPU's memory too. H is scaled as in yee.h, so differences of Ez move it without a
// factor.
#include <algorithm>
#include <array>

#include "solver/base/constants.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/index_maps.h"
#include "solver/engine/cuda/schemes/driven.cuh"
#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/engine/timekeeping.h"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

// Sources whose node's thread keeps the time itself, in the card's memory: in steps; and in seconds, as printed.
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

// A node of the wall, then its source.
template <class T, class Source>
__device__ __forceinline__ T set_edges(T ez, const Arrays<T>& f, const Source& source, int i, int j) {
  if (i == 0 || j == 0 || i == f.nx - 1 || j == f.ny - 1) ez = 0;
  return driven(ez, source, i, j);
}

// Subdomain of H: the block's Ez nodes, the row above and the column to the right.
template <class T>
__global__ void takada_h(Arrays<T> f, Pair<T> dx, Pair<T> dy) {
  T* ez = shared_array<T>();
  const int i = column(), j = row_of_threads(), width = static_cast<int>(blockDim.x) + 1;
  const int here = static_cast<int>(threadIdx.y) * width + static_cast<int>(threadIdx.x);
  const std::ptrdiff_t at = j * f.pitch + i;
  const bool inside = i < f.nx && j < f.ny, has_up = inside && j + 1 < f.ny, has_right = inside && i + 1 < f.nx;
  T e = 0, hx = 0, hy = 0;
  if (inside) {
    e = f.ez[at];
    hx = f.hx[at];
    hy = f.hy[at];
    ez[here] = e;
    if (has_up && threadIdx.y == blockDim.y - 1) ez[here + width] = f.ez[at + f.pitch];
    if (has_right && threadIdx.x == blockDim.x - 1) ez[here + 1] = f.ez[at + 1];
  }
  __syncthreads();
  if (has_up) f.hx[at] = update_hx(hx, dx.a, dx.b, e, ez[here + width]);
  if (has_right) f.hy[at] = update_hy(hy, dy.a, dy.b, e, ez[here + 1]);
}

// Subdomain of E: the block's H nodes, the row of hx below and the column of hy to the left.
template <class T, class Source>
__global__ void takada_e(Arrays<T> f, T cb, Source source) {
  const int bx = static_cast<int>(blockDim.x), by = static_cast<int>(blockDim.y);
  T* hx = shared_array<T>();   // (by + 1) × bx
  T* hy = hx + (by + 1) * bx;  // by × (bx + 1)
  const int i = column(), j = row_of_threads();
  const int x = (static_cast<int>(threadIdx.y) + 1) * bx + static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y) * (bx + 1) + static_cast<int>(threadIdx.x) + 1;
  const std::ptrdiff_t at = j * f.pitch + i;
  const bool inside = i < f.nx && j < f.ny;
  T ez = 0;
  if (inside) {
    ez = f.ez[at];
    hx[x] = f.hx[at];
    hy[y] = f.hy[at];
    if (threadIdx.y == 0 && j > 0) hx[x - bx] = f.hx[at - f.pitch];
    if (threadIdx.x == 0 && i > 0) hy[y - 1] = f.hy[at - 1];
  }
  __syncthreads();
  if (!inside) return;
  f.ez[at] = set_edges(update_ez(ez, T(1), cb, hy[y], hy[y - 1], hx[x], hx[x - bx]), f, source, i, j);
}

// The same without shared memory.
template <class T>
__global__ void global_h(Arrays<T> f, Pair<T> dx, Pair<T> dy) {
  const int i = column(), j = row_of_threads();
  if (i >= f.nx || j >= f.ny) return;
  const std::ptrdiff_t at = j * f.pitch + i;
  const bool has_up = j + 1 < f.ny, has_right = i + 1 < f.nx;
  const T e = f.ez[at], up = has_up ? f.ez[at + f.pitch] : T(0), right = has_right ? f.ez[at + 1] : T(0);
  if (has_up) f.hx[at] = update_hx(f.hx[at], dx.a, dx.b, e, up);
  if (has_right) f.hy[at] = update_hy(f.hy[at], dy.a, dy.b, e, right);
}
template <class T>
__global__ void global_e(Arrays<T> f, T cb, Drive drive) {
  const int i = column(), j = row_of_threads();
  if (i >= f.nx || j >= f.ny) return;
  const std::ptrdiff_t at = j * f.pitch + i;
  const T left = i > 0 ? f.hy[at - 1] : T(0), below = j > 0 ? f.hx[at - f.pitch] : T(0);
  f.ez[at] = set_edges(update_ez(f.ez[at], T(1), cb, f.hy[at], left, f.hx[at], below), f, drive, i, j);
}

// The larger of the two subdomains.
template <class T>
std::size_t subdomain_bytes(BlockShape b) {
  const auto x = static_cast<std::size_t>(b.x), y = static_cast<std::size_t>(b.y);
  return sizeof(T) * ((y + 1) * x + y * (x + 1));
}

template <class T>
class Takada final : public DrivenScheme<T> {
 public:
  explicit Takada(bool shared) : shared_(shared) {}

  void step_h(BlockShape block, cudaStream_t stream) override {
    const Arrays<T>& f = this->loan_.h.f;
    launch_shared(shared_ ? takada_h<T> : global_h<T>, grid_of(block, f.nx, f.ny), block_of(block), shared_bytes(block),
                  stream, f, this->loan_.h.hx_all, this->loan_.h.hy_all);
  }
  KernelLimits limits() const override {
    return shared_ ? limits_of_kernels(takada_h<T>, takada_e<T, Drive>) : limits_of_kernels(global_h<T>, global_e<T>);
  }
  std::size_t shared_bytes(BlockShape b) const override { return shared_ ? subdomain_bytes<T>(b) : 0; }

 private:
  void step_driven_e(BlockShape block, const Drive& drive, cudaStream_t stream) override {
    const Arrays<T>& f = this->loan_.e.f;
    launch_shared(shared_ ? takada_e<T, Drive> : global_e<T>, grid_of(block, f.nx, f.ny), block_of(block),
                  shared_bytes(block), stream, f, this->loan_.cb_vacuum, drive);
  }

  bool shared_;
};

// The box of a TimekeepingProblem.
class Box {
 public:
  explicit Box(const TimekeepingProblem& p)
      : p_(p), start_(nodes()), ez_(nodes()), hx_(nodes()), hy_(nodes()), signal_(steps()), time_(1) {
    start_.zero(stream_);  // what a row has beyond the grid too
    const std::vector<float> ez = timekeeping_start(p.n);
    const std::vector<double> signal = timekeeping_signal(p.steps);
    EZ_CUDA(cudaMemcpy2DAsync(start_.data(), pitch() * sizeof(float), ez.data(), row_bytes(), row_bytes(), rows(),
                              cudaMemcpyHostToDevice, stream_));
    EZ_CUDA(cudaMemcpyAsync(signal_.data(), signal.data(), signal_.bytes(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }

  // From the start; seconds.
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
  // Of either, zero is all bits 0.
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

template <class T>
std::unique_ptr<Scheme<T>> make_takada(int form) {
  return std::make_unique<Takada<T>>(form == 0);
}
template std::unique_ptr<Scheme<float>> make_takada<float>(int);
template std::unique_ptr<Scheme<double>> make_takada<double>(int);

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
