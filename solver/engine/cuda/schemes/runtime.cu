// Golovashkin, Malysheva, "FDTD by CUDA" (2010), section 3: Maxwell's equations for Ex, Hy, Hz in the y–z plane (the
// same three equations with other names), with one kernel for each component, without a library, and blocks of 100 × 5
// threads.
//
// Two errors of the paper are fixed here. The printed kernel of Ex writes the source between two __syncthreads() inside
// a branch that needs no barrier; here there are no barriers. It also omits the rest of the grid if its size is not a
// multiple of the block (grid Je/100 × Ke/5); here the grid is rounded up. The source stays in that kernel, so a step
// is three launches. Because components do not share their reads, Ez is loaded two more times: 11 values per cell and
// step instead of 9.
#include "solver/engine/cuda/schemes/driven.cuh"
#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

template <class T>
__global__ void runtime_hx(Arrays<T> f, Pair<T> d) {
  const int i = column(), j = row_of_threads();
  if (i >= f.nx || j >= f.ny - 1) return;
  const std::ptrdiff_t at = j * f.pitch + i;
  f.hx[at] = update_hx(f.hx[at], d.a, d.b, f.ez[at], f.ez[at + f.pitch]);
}

template <class T>
__global__ void runtime_hy(Arrays<T> f, Pair<T> d) {
  const int i = column(), j = row_of_threads();
  if (i >= f.nx - 1 || j >= f.ny) return;
  const std::ptrdiff_t at = j * f.pitch + i;
  f.hy[at] = update_hy(f.hy[at], d.a, d.b, f.ez[at], f.ez[at + 1]);
}

template <class T>
__global__ void runtime_ez(Arrays<T> f, T cb, Drive drive) {
  const int i = column(), j = row_of_threads();
  if (i < 1 || j < 1 || i >= f.nx - 1 || j >= f.ny - 1) {  // boundary nodes stay 0
    if (i == drive.i && j == drive.j) f.ez[j * f.pitch + i] = driven(f.ez[j * f.pitch + i], drive, i, j);
    return;
  }
  const std::ptrdiff_t at = j * f.pitch + i;
  f.ez[at] = driven(update_ez(f.ez[at], T(1), cb, f.hy[at], f.hy[at - 1], f.hx[at], f.hx[at - f.pitch]), drive, i, j);
}

template <class T>
class Runtime final : public DrivenScheme<T> {
 public:
  void step_h(BlockShape block, cudaStream_t stream) override {
    const Arrays<T>& f = this->loan_.h.f;
    const dim3 grid = grid_of(block, f.nx, f.ny);
    launch(runtime_hx<T>, grid, block_of(block), stream, f, this->loan_.h.hx_all);
    launch(runtime_hy<T>, grid, block_of(block), stream, f, this->loan_.h.hy_all);
  }
  KernelLimits limits() const override { return limits_of_kernels(runtime_hx<T>, runtime_hy<T>, runtime_ez<T>); }

 private:
  void step_driven_e(BlockShape block, const Drive& drive, cudaStream_t stream) override {
    const Arrays<T>& f = this->loan_.e.f;
    launch(runtime_ez<T>, grid_of(block, f.nx, f.ny), block_of(block), stream, f, this->loan_.cb_vacuum, drive);
  }
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_runtime(int) {
  return std::make_unique<Runtime<T>>();
}
template std::unique_ptr<Scheme<float>> make_runtime<float>(int);
template std::unique_ptr<Scheme<double>> make_runtime<double>(int);

}  // namespace ez::cuda::schemes
