// Lax and Wendroff's scheme on a CUDA device.
//
// plain: one thread per cell with its nine neighbours and four corners. marching: K. Yamamoto, fluid simulation on GPUs
// (2010): 64 threads march along y, each with the faces and corners left of its column. A row of corners stays in
// registers for the row above. Neighbours exchange states, flows from corners along y, and fluxes through faces in
// shared memory, three times as much data as Roe's scheme needs for states. (One thread per face is the only form,
// because otherwise the last thread would have one corner and two faces more.)
//
// strips: the same by warps, see strips.cuh. The flows of a cell are computed once for the corners below and above it.
#include "solver/gas/cuda/step.cuh"
#include "solver/gas/cuda/strips.cuh"
#include "solver/gas/physics/lax_wendroff.h"

namespace ez::gas::cuda {
namespace {

template <bool Walls, class T>
__device__ __forceinline__ Flows<T> corner(const State<T>& s00, const State<T>& s10, const State<T>& s01,
                                           const State<T>& s11, bool w00, bool w10, bool w01, bool w11,
                                           const Rates<T>& rates, const Gas<T>& g) {
  return Walls ? half_step_at_walls(s00, s10, s01, s11, w00, w10, w01, w11, rates.x, rates.y, g)
               : half_step(s00, s10, s01, s11, rates.x, rates.y, g);
}
template <bool Walls, class T>
__device__ __forceinline__ Conserved<T> flux_x(const Conserved<T>& low, const Conserved<T>& high, const State<T>& l,
                                               const State<T>& r, bool wall_l, bool wall_r, const Gas<T>& g) {
  return Walls ? lax_wendroff_flux_at_walls(low, high, l, r, wall_l, wall_r, g) : lax_wendroff_flux(low, high, l, r, g);
}
template <bool Walls, class T>
__device__ __forceinline__ Conserved<T> flux_y(const Conserved<T>& low, const Conserved<T>& high, const State<T>& l,
                                               const State<T>& r, bool wall_l, bool wall_r, const Gas<T>& g) {
  return turned(flux_x<Walls>(turned(low), turned(high), turned(l), turned(r), wall_l, wall_r, g));
}

template <bool Walls, bool Measures, class T>
__global__ void __launch_bounds__(256) lax_wendroff_plain(Room<T> r, bool closes) {
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
    // c: the middle; w, e, s, n: left, right, below, above
    const State<T> sw = in.get(k - pitch - 1), s = in.get(k - pitch), se = in.get(k - pitch + 1), w = in.get(k - 1),
                   c = in.get(k), e = in.get(k + 1), nw = in.get(k + pitch - 1), n = in.get(k + pitch),
                   ne = in.get(k + pitch + 1);
    const auto wall = [&](std::ptrdiff_t at) { return wall_at<Walls>(r, at); };
    const bool wsw = wall(k - pitch - 1), ws = wall(k - pitch), wse = wall(k - pitch + 1), ww = wall(k - 1),
               wc = wall(k), we = wall(k + 1), wnw = wall(k + pitch - 1), wn = wall(k + pitch),
               wne = wall(k + pitch + 1);
    const Flows<T> a = corner<Walls>(sw, s, w, c, wsw, ws, ww, wc, rates, g),
                   b = corner<Walls>(s, se, c, e, ws, wse, wc, we, rates, g),
                   d = corner<Walls>(w, c, nw, n, ww, wc, wnw, wn, rates, g),
                   f = corner<Walls>(c, e, n, ne, wc, we, wn, wne, rates, g);
    const Conserved<T> left = flux_x<Walls>(x_flow(a), x_flow(d), w, c, ww, wc, g),
                       right = flux_x<Walls>(x_flow(b), x_flow(f), c, e, wc, we, g),
                       below = flux_y<Walls>(y_flow(a), y_flow(b), s, c, ws, wc, g),
                       above = flux_y<Walls>(y_flow(d), y_flow(f), c, n, wc, wn, g);
    finish<Measures>(r, copy_of(r, 1 - now), i, j, c, gain(rates.x, rates.y, left, right, below, above), wc, found);
  }
  search_exactly<Measures, 1>(found, r, copy_of(r, 1 - now), {i, j, j + 1, {i < r.layout.nx && j < r.layout.ny}});
  end_block(r, found, Measures, closes);
}

// Data of a cell for a row's corners and faces: its state, and its flows, which a corner uses if no wall changes it.
template <bool Walls>
struct Cell {
  State<float> s;
  Flows<float> f;
  bool wall = false;
};
template <>
struct Cell<true> {
  State<float> s;
  bool wall = false;
};
template <bool Walls>
__device__ __forceinline__ Cell<Walls> cell_of(const State<float>& s, bool wall, const Gas<float>& g) {
  if constexpr (Walls)
    return {s, wall};
  else
    return {s, flows(s, conserved(s, g)), wall};
}
template <bool Walls, class G>
__device__ __forceinline__ Flows<float> corner(const Cell<Walls>& c00, const Cell<Walls>& c10, const Cell<Walls>& c01,
                                               const Cell<Walls>& c11, const Rates<float>& rates, const G& g) {
  if constexpr (Walls)
    return half_step_at_walls(c00.s, c10.s, c01.s, c11.s, c00.wall, c10.wall, c01.wall, c11.wall, rates.x, rates.y, g);
  else
    return half_step(c00.f, c10.f, c01.f, c11.f, rates.x, rates.y, g);
}
template <bool Walls>
__device__ __forceinline__ Conserved<float> face_x(const Conserved<float>& low, const Conserved<float>& high,
                                                   const Cell<Walls>& l, const Cell<Walls>& r, const Gas<float>& g) {
  if constexpr (Walls)
    return lax_wendroff_flux_at_walls(low, high, l.s, r.s, l.wall, r.wall, g);
  else
    return lax_wendroff_flux(low, high, l.f.u, r.f.u, r.s.u - l.s.u, g);
}
template <bool Walls>
__device__ __forceinline__ Conserved<float> face_y(const Conserved<float>& low, const Conserved<float>& high,
                                                   const Cell<Walls>& l, const Cell<Walls>& r, const Gas<float>& g) {
  if constexpr (Walls)
    return flux_y<true>(low, high, l.s, r.s, l.wall, r.wall, g);
  else
    return turned(lax_wendroff_flux(turned(low), turned(high), turned(l.f.u), turned(r.f.u), r.s.v - l.s.v, g));
}

// Results of a row.
struct LaxWendroffRow {
  Two<Conserved<float>> x;      // flow along x at the corners left of its columns and below the next row
  Two<Conserved<float>> above;  // flow to that row
  Two<State<float>> made;
  Two<float> inverse;  // 1/ρ of `made`
};

template <bool Walls, bool Measures>
__global__ void __launch_bounds__(32 * strip_warps) lax_wendroff_strips(Room<float> r, int rows, bool closes) {
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

  struct Row {
    Cell<Walls> left, low, high;
  };
  const auto states = [&](std::ptrdiff_t at) { return strip.in_room(two_states(in, at)); };
  const auto row_of = [&](const Two<State<float>>& s, std::ptrdiff_t at) {
    const Two<bool> wall = strip.in_room(two_walls<Walls>(r, at));
    const bool left_wall = Walls && __shfl_up_sync(all_lanes, static_cast<int>(wall.high), 1) != 0;
    return Row{cell_of<Walls>(from_left(s.high), left_wall, g), cell_of<Walls>(s.low, wall.low, g),
               cell_of<Walls>(s.high, wall.high, g)};
  };
  std::ptrdiff_t k = l.at(0, j0 - 1) + strip.offset;
  Row here = row_of(states(k), k);
  Two<Conserved<float>> low{}, below{};
  Two<State<float>> coming = states(k + l.pitch);
#pragma unroll 1
  for (int j = j0 - 1; j < j1; ++j, k += l.pitch) {
    const Row above = row_of(coming, k + l.pitch);
    if (j + 1 < j1) coming = states(k + 2 * l.pitch);
    const LaxWendroffRow row = quickly(g, [&](const auto& gas) {
      LaxWendroffRow m;
      const Flows<float> a = corner(here.left, here.low, above.left, above.low, rates, gas),
                         b = corner(here.low, here.high, above.low, above.high, rates, gas);
      m.x = {x_flow(a), x_flow(b)};
      const Conserved<float> y = y_flow(a), y_between = y_flow(b);
      m.above = {face_y(y, y_between, here.low, above.low, g),
                 face_y(y_between, from_right(y), here.high, above.high, g)};
      const Conserved<float> left = face_x(low.low, m.x.low, here.left, here.low, g),
                             between = face_x(low.high, m.x.high, here.low, here.high, g), right = from_right(left);
      m.made = {
          with_gain(here.low.s, gain(rates.x, rates.y, left, between, below.low, m.above.low), gas, m.inverse.low),
          with_gain(here.high.s, gain(rates.x, rates.y, between, right, below.high, m.above.high), gas,
                    m.inverse.high)};
      return m;
    });
    if (j >= j0)
      finish_two<Measures>(r, out, strip, k, j, {here.low.s, here.high.s}, row.made, row.inverse,
                           {here.low.wall, here.high.wall}, found);
    here = above;
    low = row.x;
    below = row.above;
  }
  search_exactly<Measures, 2>(found, r, out, {strip.i, j0, j1, {strip.mine_low, strip.mine_high}});
  end_block(r, found, Measures, closes);
}

template <int width, class T>
struct Four {
  T a[width + 1], b[width + 1], c[width + 1], d[width + 1];
  __device__ __forceinline__ void put(int k, const Conserved<T>& f) {
    a[k] = f.mass, b[k] = f.x, c[k] = f.y, d[k] = f.energy;
  }
  __device__ __forceinline__ Conserved<T> get(int k) const { return {a[k], b[k], c[k], d[k]}; }
  __device__ __forceinline__ void put(int k, const State<T>& s) { a[k] = s.rho, b[k] = s.u, c[k] = s.v, d[k] = s.p; }
  __device__ __forceinline__ State<T> state(int k) const { return {a[k], b[k], c[k], d[k]}; }
};
template <int width, class T>
struct Lines {
  Four<width, T> states, flows, faces;
  bool wall[width + 1];
};

template <bool Walls, bool Measures, int width, class T>
__global__ void __launch_bounds__(width, marching_blocks<Walls, T>(width))
    lax_wendroff_marching(Room<T> r, int rows, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (clock.stopped) return;
  __shared__ Lines<width, T> turns[2];
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, false, r.numbers);
  const Gas<T>& g = r.numbers.gas;
  const Layout& l = r.layout;
  const Copy<T> in = copy_of(r, now), out = copy_of(r, 1 - now);
  const int t = static_cast<int>(threadIdx.x), cells = width - 1;
  const int i = static_cast<int>(blockIdx.x) * cells + t, j0 = static_cast<int>(blockIdx.y) * rows;
  const int j1 = min(j0 + rows, l.ny), column = min(i, l.nx);
  const bool mine = i < l.nx && t < cells;
  Found<T> found = found_so_far<Measures>(r);

  // For the row below and for this one: the cell and its left neighbour; also the corner between the four cells.
  std::ptrdiff_t k = l.at(column, j0 - 1);
  State<T> here = in.get(k), left_cell = in.get(k - 1);
  bool wall = wall_at<Walls>(r, k), left_wall = wall_at<Walls>(r, k - 1);
  Conserved<T> low{}, below{};
  for (int j = j0 - 1; j < j1; ++j, k += l.pitch) {
    Lines<width, T>& lines = turns[j & 1];
    const State<T> next = in.get(k + l.pitch);
    const bool next_wall = wall_at<Walls>(r, k + l.pitch);
    lines.states.put(t + 1, next);
    lines.wall[t + 1] = next_wall;
    if (t == 0) {
      lines.states.put(0, in.get(k + l.pitch - 1));
      lines.wall[0] = wall_at<Walls>(r, k + l.pitch - 1);
    }
    __syncthreads();
    const State<T> left_next = lines.states.state(t);
    const bool left_next_wall = lines.wall[t];
    const Flows<T> now_corner =
        corner<Walls>(left_cell, here, left_next, next, left_wall, wall, left_next_wall, next_wall, rates, g);
    const Conserved<T> high = x_flow(now_corner), mine_y = y_flow(now_corner);
    const Conserved<T> left = flux_x<Walls>(low, high, left_cell, here, left_wall, wall, g);
    lines.flows.put(t, mine_y);
    lines.faces.put(t, left);
    __syncthreads();
    const int right = min(t + 1, width - 1);
    const Conserved<T> above = flux_y<Walls>(mine_y, lines.flows.get(right), here, next, wall, next_wall, g);
    if (mine && j >= j0)
      finish<Measures>(r, out, i, j, here, gain(rates.x, rates.y, left, lines.faces.get(right), below, above), wall,
                       found);
    here = next, left_cell = left_next;
    wall = next_wall, left_wall = left_next_wall;
    low = high, below = above;
  }
  search_exactly<Measures, 1>(found, r, out, {i, j0, j1, {mine}});
  end_block(r, found, Measures, closes);
}

template <bool Walls, bool Measures, int width, class T, class Use>
void with_marching(const Room<T>& r, const StepForm& f, const Use& use) {
  const int rows = rows_of(r.layout, width);
  use(lax_wendroff_marching<Walls, Measures, width, T>,
      dim3(blocks_for(r.layout.nx, width - 1), blocks_for(r.layout.ny, rows)), dim3(width), r, rows, f.closes);
}
template <bool Walls, bool Measures, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  if (f.form == Form::plain)
    return use(lax_wendroff_plain<Walls, Measures, T>, dim3(blocks_for(r.layout.nx, 32), blocks_for(r.layout.ny, 8)),
               dim3(32, 8), r, f.closes);
  if constexpr (sizeof(T) == 4)
    if (f.form == Form::strips) {
      const int rows = strip_rows(r.layout);
      return use(lax_wendroff_strips<Walls, Measures>, strip_grid(r.layout, rows), dim3(32 * strip_warps), r, rows,
                 f.closes);
    }
  with_width<Walls, T>(f.width, [&](auto width) { with_marching<Walls, Measures, decltype(width)::value>(r, f, use); });
}
template <bool Walls, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  f.measure ? with_kernel<Walls, true>(r, f, use) : with_kernel<Walls, false>(r, f, use);
}

}  // namespace

template <class T>
void launch_lax_wendroff(const Room<T>& r, const StepForm& f, cudaStream_t stream) {
  r.solid ? with_kernel<true>(r, f, Launch{stream}) : with_kernel<false>(r, f, Launch{stream});
}
template <class T>
KernelResources lax_wendroff_resources(const Room<T>& r, const StepForm& f) {
  KernelResources answer;
  with_kernel<false>(r, f, AskResources{answer});
  return answer;
}
template void launch_lax_wendroff(const Room<float>&, const StepForm&, cudaStream_t);
template void launch_lax_wendroff(const Room<double>&, const StepForm&, cudaStream_t);
template KernelResources lax_wendroff_resources(const Room<float>&, const StepForm&);
template KernelResources lax_wendroff_resources(const Room<double>&, const StepForm&);

}  // namespace ez::gas::cuda
