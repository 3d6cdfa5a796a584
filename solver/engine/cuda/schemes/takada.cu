// Takada, Shimobaba, Masuda, Ito, "A fast FDTD simulation using a single CUDA-compatible GPU" (2010): TM waves, a PEC
// box, a sine source at its centre.
//
//   Hx(i, j+½) ← Hx − Δt/(μ0Δy)·(Ez(i, j+1) − Ez(i, j))        their (1), (2), (3), section 3
//   Hy(i+½, j) ← Hy + Δt/(μ0Δx)·(Ez(i+1, j) − Ez(i, j))
//   Ez(i, j)   ← Ez + Δt/(ε0Δx)·(Hy(i+½, j) − Hy(i−½, j)) − Δt/(ε0Δy)·(Hx(i, j+½) − Hx(i, j−½))
//
// Their idea: H and E are half a cell apart, so each has its own subdomain. A block loads its nodes of the field that
// it reads into shared memory, with one more row and one more column. A subdomain thus overlaps two neighbours instead
// of four. The field that it writes stays in registers. All reads of a thread are issued before the barrier; a read
// that starts after it would wait for memory a second time.
//
// Kernel 2 sets the source, as in the paper, so a step is two kernels. If a scene has any source other than a single
// node's, a separate launch applies the sources.
//
// The form `global` is a variant that the paper tried but gives no figures for: the same two kernels, one node per
// thread, without shared memory.
//
// The kernels with shared memory are in takada.cuh, because papers/cuda/timekeeping.cu runs them with other sources.
//
// Errors of the paper that are fixed here: equation (1) is printed with a plus before Δt/(μ0Δy), while its code has a
// minus. Kernel 1 (figure 4) reads values that other threads put into shared memory without a barrier in between; this
// race needs a __syncthreads() as in kernel 2. Its last row of threads reads and writes a row beyond the arrays. Both
// kernels have the name maxwEZ. The time that a single thread counts in float (figure 5) is wrong by 0.45 % after 10⁶
// steps; here the engine's table of source signals is used, which is also in the GPU's memory. H is scaled as in yee.h,
// so differences of Ez advance it without a factor.
#include "solver/engine/cuda/schemes/takada.cuh"

#include "solver/engine/cuda/schemes/driven.cuh"

namespace ez::cuda::schemes {
namespace {

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

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_takada(int form) {
  return std::make_unique<Takada<T>>(form == 0);
}
template std::unique_ptr<Scheme<float>> make_takada<float>(int);
template std::unique_ptr<Scheme<double>> make_takada<double>(int);

}  // namespace ez::cuda::schemes
