// Roe's scheme on a CUDA device.
//
// plain: one thread per cell, each flux is computed twice. marching, marching_faces: K. Yamamoto, fluid simulation on
// GPUs (2010): a row of 64 threads marches along y. The flux through the face above a cell stays in registers as the
// flux into the next cell from below. The flux through a face between threads is computed once and passed on in shared
// memory. A row of n cells has n + 1 faces: the last thread computes two (marching), or there is one thread for each
// (marching_faces; the paper says "one fewer than cells", but it is one more).
//
// strips: the same by warps, see strips.cuh. The number of instructions limits its speed, not memory.
#include "solver/gas/cuda/step.cuh"
#include "solver/gas/cuda/strips.cuh"
#include "solver/gas/physics/roe.h"

namespace ez::gas::cuda {
namespace {

template <bool Walls, class T, class G>
__device__ __forceinline__ Conserved<T> flux_x(const RoeSide<T>& l, const RoeSide<T>& r, bool wall_l, bool wall_r,
                                               const G& g) {
  return Walls ? roe_flux_at_walls(l, r, wall_l, wall_r, g) : roe_flux(l, r, g);
}
template <bool Walls, class T, class G>
__device__ __forceinline__ Conserved<T> flux_y(const RoeSide<T>& l, const RoeSide<T>& r, bool wall_l, bool wall_r,
                                               const G& g) {
  return turned(flux_x<Walls>(turned(l), turned(r), wall_l, wall_r, g));
}

template <bool Walls, bool Measures, class T>
__global__ void __launch_bounds__(256) roe_plain(Room<T> r, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (clock.stopped) return;
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, false, r.numbers);
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  Found<T> found = found_so_far<Measures>(r);
  if (i < r.layout.nx && j < r.layout.ny) {
    const Copy<T> in = copy_of(r, now);
    const Gas<T>& g = r.numbers.gas;
    const std::ptrdiff_t k = r.layout.at(i, j), pitch = r.layout.pitch;
    const auto side = [&](std::ptrdiff_t at) { return roe_side(in.get(at), g); };
    const bool w = wall_at<Walls>(r, k);
    const RoeSide<T> here = side(k);
    const Conserved<T> left = flux_x<Walls>(side(k - 1), here, wall_at<Walls>(r, k - 1), w, g);
    const Conserved<T> right = flux_x<Walls>(here, side(k + 1), w, wall_at<Walls>(r, k + 1), g);
    const Conserved<T> below = flux_y<Walls>(side(k - pitch), here, wall_at<Walls>(r, k - pitch), w, g);
    const Conserved<T> above = flux_y<Walls>(here, side(k + pitch), w, wall_at<Walls>(r, k + pitch), g);
    finish<Measures>(r, copy_of(r, 1 - now), i, j, here.s, roe_gain(rates.x, rates.y, left, right, below, above), w,
                     found);
  }
  search_exactly<Measures, 1>(found, r, copy_of(r, 1 - now), {i, j, j + 1, {i < r.layout.nx && j < r.layout.ny}});
  end_block(r, found, Measures, closes);
}

// A row of sides and of fluxes in shared memory. There are two of each, used alternately, so that one barrier each
// suffices.
template <int width, class T>
struct Line {
  T rho[width + 1], u[width + 1], v[width + 1], p[width + 1], root[width + 1], enthalpy[width + 1];
  T mass[width + 1], x[width + 1], y[width + 1], energy[width + 1];
  bool wall[width + 1];
  __device__ __forceinline__ void put(int k, const RoeSide<T>& s, bool w) {
    rho[k] = s.s.rho, u[k] = s.s.u, v[k] = s.s.v, p[k] = s.s.p, root[k] = s.root, enthalpy[k] = s.enthalpy;
    wall[k] = w;
  }
  __device__ __forceinline__ RoeSide<T> side(int k) const { return {{rho[k], u[k], v[k], p[k]}, root[k], enthalpy[k]}; }
  __device__ __forceinline__ void put(int k, const Conserved<T>& f) {
    mass[k] = f.mass, x[k] = f.x, y[k] = f.y, energy[k] = f.energy;
  }
  __device__ __forceinline__ Conserved<T> flux(int k) const { return {mass[k], x[k], y[k], energy[k]}; }
};

template <bool Walls, bool Measures, bool Faces, int width, class T>
__global__ void __launch_bounds__(width, marching_blocks<Walls, T>(width))
    roe_marching(Room<T> r, int rows, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (clock.stopped) return;
  __shared__ Line<width, T> lines[2];
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, false, r.numbers);
  const Gas<T>& g = r.numbers.gas;
  const Layout& l = r.layout;
  const Copy<T> in = copy_of(r, now), out = copy_of(r, 1 - now);
  const int t = static_cast<int>(threadIdx.x), cells = Faces ? width - 1 : width;
  const int i = static_cast<int>(blockIdx.x) * cells + t, j0 = static_cast<int>(blockIdx.y) * rows;
  const int j1 = min(j0 + rows, l.ny), column = min(i, l.nx);
  const bool mine = i < l.nx && t < cells;
  Found<T> found = found_so_far<Measures>(r);

  std::ptrdiff_t k = l.at(column, j0);
  RoeSide<T> here = roe_side(in.get(k), g);
  bool wall = wall_at<Walls>(r, k);
  Conserved<T> below = flux_y<Walls>(roe_side(in.get(k - l.pitch), g), here, wall_at<Walls>(r, k - l.pitch), wall, g);
  for (int j = j0; j < j1; ++j, k += l.pitch) {
    Line<width, T>& line = lines[j & 1];
    const RoeSide<T> next = roe_side(in.get(k + l.pitch), g);
    const bool next_wall = wall_at<Walls>(r, k + l.pitch);
    line.put(t + 1, here, wall);
    if (t == 0) line.put(0, roe_side(in.get(k - 1), g), wall_at<Walls>(r, k - 1));
    __syncthreads();
    const Conserved<T> left = flux_x<Walls>(line.side(t), here, line.wall[t], wall, g);
    line.put(t, left);
    if (!Faces && t == width - 1 && mine)
      line.put(width, flux_x<Walls>(here, roe_side(in.get(k + 1), g), wall, wall_at<Walls>(r, k + 1), g));
    const Conserved<T> above = flux_y<Walls>(here, next, wall, next_wall, g);
    __syncthreads();
    if (mine)
      finish<Measures>(r, out, i, j, here.s, roe_gain(rates.x, rates.y, left, line.flux(t + 1), below, above), wall,
                       found);
    here = next;
    wall = next_wall;
    below = above;
  }
  search_exactly<Measures, 1>(found, r, out, {i, j0, j1, {mine}});
  end_block(r, found, Measures, closes);
}

// Results of a row.
struct RoeRow {
  Two<RoeSide<float>> next;     // the row above it
  Two<Conserved<float>> above;  // flux to that row
  Two<State<float>> made;
  Two<float> inverse;  // 1/ρ of `made`
};

template <bool Walls, bool Measures>
__global__ void __launch_bounds__(32 * strip_warps) roe_strips(Room<float> r, int rows, bool closes) {
  const Clock<float>& clock = r.clock->clock;
  if (agreed(clock.stopped)) return;
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<float> rates = rates_of(clock.dt, false, r.numbers);
  const Gas<float>& g = r.numbers.gas;
  const Layout& l = r.layout;
  const Copy<float> in = copy_of(r, now), out = copy_of(r, 1 - now);
  const Strip strip(l);
  const int j0 = static_cast<int>(blockIdx.y) * rows, j1 = min(j0 + rows, l.ny);
  Found<float> found = found_so_far<Measures>(r);

  const auto states = [&](std::ptrdiff_t at) { return strip.in_room(two_states(in, at)); };
  const auto walls = [&](std::ptrdiff_t at) { return strip.in_room(two_walls<Walls>(r, at)); };
  const auto sides = [](const Two<State<float>>& s, const auto& gas) {
    return Two<RoeSide<float>>{roe_side(s.low, gas), roe_side(s.high, gas)};
  };
  const auto across = [](const Two<RoeSide<float>>& a, const Two<RoeSide<float>>& b, Two<bool> wall_a, Two<bool> wall_b,
                         const auto& gas) {
    return Two<Conserved<float>>{flux_y<Walls>(a.low, b.low, wall_a.low, wall_b.low, gas),
                                 flux_y<Walls>(a.high, b.high, wall_a.high, wall_b.high, gas)};
  };
  std::ptrdiff_t k = l.at(0, j0) + strip.offset;
  Two<bool> wall = walls(k);
  Two<RoeSide<float>> here = sides(states(k), g);
  Two<Conserved<float>> below = across(sides(states(k - l.pitch), g), here, walls(k - l.pitch), wall, g);
  Two<State<float>> coming = states(k + l.pitch);
#pragma unroll 1
  for (int j = j0; j < j1; ++j, k += l.pitch) {
    const Two<State<float>> above = coming;
    const Two<bool> above_wall = walls(k + l.pitch);
    if (j + 1 < j1) coming = states(k + 2 * l.pitch);
    const bool left_wall = Walls && __shfl_up_sync(all_lanes, static_cast<int>(wall.high), 1) != 0;
    const RoeSide<float> left{from_left(here.high.s), from_left(here.high.root), from_left(here.high.enthalpy)};
    const RoeRow row = quickly(g, [&](const auto& gas) {
      RoeRow m;
      m.next = sides(above, gas);
      m.above = across(here, m.next, wall, above_wall, gas);
      const Conserved<float> a = flux_x<Walls>(left, here.low, left_wall, wall.low, gas),
                             b = flux_x<Walls>(here.low, here.high, wall.low, wall.high, gas), c = from_right(a);
      m.made = {
          with_gain(here.low.s, roe_gain(rates.x, rates.y, a, b, below.low, m.above.low), gas, m.inverse.low),
          with_gain(here.high.s, roe_gain(rates.x, rates.y, b, c, below.high, m.above.high), gas, m.inverse.high)};
      return m;
    });
    finish_two<Measures>(r, out, strip, k, j, {here.low.s, here.high.s}, row.made, row.inverse, wall, found);
    here = row.next;
    wall = above_wall;
    below = row.above;
  }
  search_exactly<Measures, 2>(found, r, out, {strip.i, j0, j1, {strip.mine_low, strip.mine_high}});
  end_block(r, found, Measures, closes);
}

template <bool Walls, bool Measures, int width, class T, class Use>
void with_marching(const Room<T>& r, const StepForm& f, const Use& use) {
  const int rows = rows_of(r.layout, width);
  const unsigned up = blocks_for(r.layout.ny, rows);
  if (f.form == Form::marching)
    use(roe_marching<Walls, Measures, false, width, T>, dim3(blocks_for(r.layout.nx, width), up), dim3(width), r, rows,
        f.closes);
  else
    use(roe_marching<Walls, Measures, true, width, T>, dim3(blocks_for(r.layout.nx, width - 1), up), dim3(width), r,
        rows, f.closes);
}
template <bool Walls, bool Measures, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  if (f.form == Form::plain)
    return use(roe_plain<Walls, Measures, T>, dim3(blocks_for(r.layout.nx, 32), blocks_for(r.layout.ny, 8)),
               dim3(32, 8), r, f.closes);
  if constexpr (sizeof(T) == 4)
    if (f.form == Form::strips) {
      const int rows = strip_rows(r.layout);
      return use(roe_strips<Walls, Measures>, strip_grid(r.layout, rows), dim3(32 * strip_warps), r, rows, f.closes);
    }
  with_width<Walls, T>(f.width, [&](auto width) { with_marching<Walls, Measures, decltype(width)::value>(r, f, use); });
}
template <bool Walls, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  f.measure ? with_kernel<Walls, true>(r, f, use) : with_kernel<Walls, false>(r, f, use);
}

}  // namespace

template <class T>
void launch_roe(const Room<T>& r, const StepForm& f, cudaStream_t stream) {
  r.solid ? with_kernel<true>(r, f, Launch{stream}) : with_kernel<false>(r, f, Launch{stream});
}
template <class T>
KernelResources roe_resources(const Room<T>& r, const StepForm& f) {
  KernelResources answer;
  with_kernel<false>(r, f, AskResources{answer});
  return answer;
}
template void launch_roe(const Room<float>&, const StepForm&, cudaStream_t);
template void launch_roe(const Room<double>&, const StepForm&, cudaStream_t);
template KernelResources roe_resources(const Room<float>&, const StepForm&);
template KernelResources roe_resources(const Room<double>&, const StepForm&);

}  // namespace ez::gas::cuda
