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
// The kernels with shared memory are in takada.cuh, because papers/cuda/timekeeping.cu runs them with other sources.
//
// Mended here: (1) is printed with a plus before Δt/(μ0Δy), and its code has a minus. Kernel 1 (figure 4) reads what
// other threads put into shared memory without a barrier between: a race, __syncthreads() belongs there as in kernel 2.
// Its last row of threads reads and writes a row beyond the arrays. Both kernels bear one name, maxwEZ. The time that a
// single thread counts up in float (figure 5) is 0.45 % off after 10⁶ steps; here the engine's table of the sources'
// signals serves, which lies in the GPU's memory too. H is scaled as in yee.h, so differences of Ez move it without a
// factor.
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
