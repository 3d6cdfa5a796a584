// The method of Yamamoto's fluid solvers on GPUs (2010), applied to these equations. A thread owns a column and marches
// along y. Values that the next row needs stay in registers: Ez above becomes Ez here, hx here becomes hx below. Values
// for the neighbour along x pass through one row of shared memory. Every value is read once.
//
// There are two copies of the shared row, used alternately, so that one barrier per row suffices. All reads of a row
// are issued before the barrier.
#include <cstdint>

#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

// Returns the line of a row of threads in shared memory: bx + 1 values. Each row has two lines, used alternately.
template <class T>
__device__ __forceinline__ T* line_of_row(int turn) {
  const int width = static_cast<int>(blockDim.x) + 1, by = static_cast<int>(blockDim.y);
  return shared_array<T>() + (turn * by + static_cast<int>(threadIdx.y)) * width;
}

template <class T>
__global__ void march_h(Arrays<T> f, Pair<T> dx, Pair<T> dy, int rows) {
  const int i = column(), j0 = row_of_threads() * rows, tx = static_cast<int>(threadIdx.x);
  const bool in_x = i < f.nx, has_right = i + 1 < f.nx, last = threadIdx.x == blockDim.x - 1;
  T e = in_x && j0 < f.ny ? f.ez[j0 * f.pitch + i] : T(0);
  for (int r = 0; r < rows; ++r) {
    const int j = j0 + r;
    const bool here = in_x && j < f.ny, has_up = here && j + 1 < f.ny;
    const std::ptrdiff_t at = j * f.pitch + i;
    T* line = line_of_row<T>(r & 1);
    const T up = has_up ? f.ez[at + f.pitch] : T(0);
    const T hx = has_up ? f.hx[at] : T(0), hy = here && has_right ? f.hy[at] : T(0);
    line[tx] = e;
    if (here && last && has_right) line[tx + 1] = f.ez[at + 1];
    __syncthreads();
    if (has_up) f.hx[at] = update_hx(hx, dx.a, dx.b, e, up);
    if (here && has_right) f.hy[at] = update_hy(hy, dy.a, dy.b, e, line[tx + 1]);
    e = up;
  }
}

template <class T, class Index>
__global__ void march_e(Arrays<T> f, const Index* entry, const Pair<T>* palette, int rows) {
  const int i = column(), j0 = row_of_threads() * rows, tx = static_cast<int>(threadIdx.x);
  const bool in_x = i < f.nx;
  T below = in_x && j0 > 0 && j0 < f.ny ? f.hx[(j0 - 1) * f.pitch + i] : T(0);
  for (int r = 0; r < rows; ++r) {
    const int j = j0 + r;
    const bool here = in_x && j < f.ny;
    const std::ptrdiff_t at = j * f.pitch + i;
    T* line = line_of_row<T>(r & 1);
    const T hy = here ? f.hy[at] : T(0), hx = here ? f.hx[at] : T(0), ez = here ? f.ez[at] : T(0);
    const Pair<T> c = here ? palette[entry[at]] : Pair<T>{};
    line[tx + 1] = hy;
    if (tx == 0) line[0] = here && i > 0 ? f.hy[at - 1] : T(0);
    __syncthreads();
    if (here) f.ez[at] = update_ez(ez, c.a, c.b, hy, line[tx], hx, below);
    below = hx;
  }
}

template <class T>
class Marching final : public StepScheme<T> {
 public:
  explicit Marching(int rows) : rows_(rows) {}
  void take(const Problem&, const Change&, const SchemeArguments<T>& loan, cudaStream_t) override { loan_ = loan; }
  void step_h(BlockShape block, cudaStream_t stream) override {
    const Arrays<T>& f = loan_.h.f;
    launch_shared(march_h<T>, grid_of(block, f.nx, f.ny, rows_), block_of(block), shared_bytes(block), stream, f,
                  loan_.h.hx_all, loan_.h.hy_all, rows_);
  }
  void step_e(BlockShape block, cudaStream_t stream) override {
    const EStep<T>& s = loan_.e;
    const dim3 grid = grid_of(block, s.f.nx, s.f.ny, rows_);
    if (s.wide)
      launch_shared(march_e<T, std::uint16_t>, grid, block_of(block), shared_bytes(block), stream, s.f,
                    static_cast<const std::uint16_t*>(s.entry), s.palette, rows_);
    else
      launch_shared(march_e<T, std::uint8_t>, grid, block_of(block), shared_bytes(block), stream, s.f,
                    static_cast<const std::uint8_t*>(s.entry), s.palette, rows_);
  }
  KernelLimits limits() const override {
    return limits_of_kernels(march_h<T>, march_e<T, std::uint8_t>, march_e<T, std::uint16_t>);
  }
  std::size_t shared_bytes(BlockShape b) const override {
    return 2 * sizeof(T) * static_cast<std::size_t>(b.y) * static_cast<std::size_t>(b.x + 1);
  }
  int rows_per_thread() const override { return rows_; }

 private:
  int rows_;
  SchemeArguments<T> loan_;
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_marching(int form) {
  return std::make_unique<Marching<T>>(8 << form);
}
template std::unique_ptr<Scheme<float>> make_marching<float>(int);
template std::unique_ptr<Scheme<double>> make_marching<double>(int);

}  // namespace ez::cuda::schemes
