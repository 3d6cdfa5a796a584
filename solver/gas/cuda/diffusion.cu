// Diffusion on a CUDA device: one thread per cell, or K. Yamamoto's march (fluid simulation on GPUs, 2010). The march
// has blocks of 128 × 8 cells and 128 threads, each with one column: the values below, here and above are in registers,
// the row is in shared memory.
#include "solver/gas/cuda/step.cuh"

namespace ez::gas::cuda {
namespace {

constexpr int rows = 8;

template <class T>
__device__ __forceinline__ void write_heat(const Room<T>& r, T* out, int i, int j, T w, Found<T>& found) {
  out[r.layout.at(i, j)] = w;
  show_beyond(r, out, i, j, w);
  if (!finite(w)) found.failed = min(found.failed, j * r.layout.nx + i);
}

template <bool Walls, class T>
__global__ void __launch_bounds__(256) diffusion_plain(Room<T> r, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (clock.stopped) return;
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, true, r.numbers);
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  Found<T> found;
  if (i < r.layout.nx && j < r.layout.ny) {
    const T* in = r.array(now, 0);
    const std::ptrdiff_t k = r.layout.at(i, j), pitch = r.layout.pitch;
    const T w = in[k];
    const auto more = [&](std::ptrdiff_t at) { return excess(w, in[at], wall_at<Walls>(r, at)); };
    const T next = diffused(w, more(k + 1), more(k - 1), more(k + pitch), more(k - pitch), rates.x, rates.y);
    write_heat(r, r.array(1 - now, 0), i, j, wall_at<Walls>(r, k) ? w : next, found);
  }
  end_block(r, found, false, closes);
}

template <bool Walls, int width, class T>
__global__ void __launch_bounds__(width) diffusion_marching(Room<T> r, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (clock.stopped) return;
  __shared__ T lines[2][width + 2];
  __shared__ bool walls[2][width + 2];
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, true, r.numbers);
  const Layout& l = r.layout;
  const T* in = r.array(now, 0);
  T* out = r.array(1 - now, 0);
  const int t = static_cast<int>(threadIdx.x), i = static_cast<int>(blockIdx.x) * width + t,
            j0 = static_cast<int>(blockIdx.y) * rows, j1 = min(j0 + rows, l.ny), column = min(i, l.nx);
  Found<T> found;
  std::ptrdiff_t k = l.at(column, j0);
  T below = in[k - l.pitch], here = in[k];
  bool wall_below = wall_at<Walls>(r, k - l.pitch), wall = wall_at<Walls>(r, k);
  for (int j = j0; j < j1; ++j, k += l.pitch) {
    T* line = lines[j & 1];
    bool* solid = walls[j & 1];
    const T above = in[k + l.pitch];
    const bool wall_above = wall_at<Walls>(r, k + l.pitch);
    line[t + 1] = here;
    if (Walls) solid[t + 1] = wall;
    if (t == 0) {
      line[0] = in[k - 1];
      if (Walls) solid[0] = wall_at<Walls>(r, k - 1);
    }
    if (t == width - 1 && i < l.nx) {
      line[width + 1] = in[k + 1];
      if (Walls) solid[width + 1] = wall_at<Walls>(r, k + 1);
    }
    __syncthreads();
    if (i < l.nx) {
      const T next =
          diffused(here, excess(here, line[t + 2], Walls && solid[t + 2]), excess(here, line[t], Walls && solid[t]),
                   excess(here, above, wall_above), excess(here, below, wall_below), rates.x, rates.y);
      write_heat(r, out, i, j, wall ? here : next, found);
    }
    below = here, here = above;
    wall_below = wall, wall = wall_above;
  }
  end_block(r, found, false, closes);
}

template <bool Walls, int width, class T, class Use>
void with_marching(const Room<T>& r, const StepForm& f, const Use& use) {
  use(diffusion_marching<Walls, width, T>, dim3(blocks_for(r.layout.nx, width), blocks_for(r.layout.ny, rows)),
      dim3(width), r, f.closes);
}
template <bool Walls, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  if (f.form == Form::plain)
    return use(diffusion_plain<Walls, T>, dim3(blocks_for(r.layout.nx, 32), blocks_for(r.layout.ny, 8)), dim3(32, 8), r,
               f.closes);
  if constexpr (!Walls && sizeof(T) == 4) {
    if (f.width == 32) return with_marching<Walls, 32>(r, f, use);
    if (f.width == 64) return with_marching<Walls, 64>(r, f, use);
    if (f.width == 256) return with_marching<Walls, 256>(r, f, use);
  }
  with_marching<Walls, 128>(r, f, use);
}

}  // namespace

template <class T>
void launch_diffusion(const Room<T>& r, const StepForm& f, cudaStream_t stream) {
  r.solid ? with_kernel<true>(r, f, Launch{stream}) : with_kernel<false>(r, f, Launch{stream});
}
template <class T>
KernelResources diffusion_resources(const Room<T>& r, const StepForm& f) {
  KernelResources answer;
  with_kernel<false>(r, f, AskResources{answer});
  return answer;
}
template void launch_diffusion(const Room<float>&, const StepForm&, cudaStream_t);
template void launch_diffusion(const Room<double>&, const StepForm&, cudaStream_t);
template KernelResources diffusion_resources(const Room<float>&, const StepForm&);
template KernelResources diffusion_resources(const Room<double>&, const StepForm&);

}  // namespace ez::gas::cuda
