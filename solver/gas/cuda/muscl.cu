// MUSCL–Hancock on a CUDA device.
//
// plain: one thread per cell, which computes the slopes of five cells and four fluxes itself. Any other form: a warp
// marches up a strip of columns, one per lane, and computes each cell's slopes and each flux once. A lane gets its
// neighbours' values by shuffles. The strip's first and last two columns are only read for the others.
#include "solver/gas/cuda/quick.cuh"
#include "solver/gas/cuda/step.cuh"
#include "solver/gas/physics/muscl_hllc.h"

namespace ez::gas::cuda {
namespace {

constexpr int warps = 4, overlap = 2, strip_columns = 32 - 2 * overlap;

__device__ __forceinline__ bool agreed(bool value) { return __shfl_sync(all_lanes, static_cast<int>(value), 0) != 0; }
template <class T>
__device__ __forceinline__ State<T> from_left(const State<T>& s) {
  const auto get = [](T v) { return __shfl_up_sync(all_lanes, v, 1); };
  return {get(s.rho), get(s.u), get(s.v), get(s.p)};
}
template <class T>
__device__ __forceinline__ State<T> from_right(const State<T>& s) {
  const auto get = [](T v) { return __shfl_down_sync(all_lanes, v, 1); };
  return {get(s.rho), get(s.u), get(s.v), get(s.p)};
}
template <class T>
__device__ __forceinline__ Conserved<T> from_right(const Conserved<T>& c) {
  const auto get = [](T v) { return __shfl_down_sync(all_lanes, v, 1); };
  return {get(c.mass), get(c.x), get(c.y), get(c.energy)};
}
// Returns f(gas), computed with the quick gas of floats. If that met an unusual number in some lane, computes f again
// with the ordinary gas.
template <class T, class F>
__device__ __forceinline__ auto quickly(const Gas<T>& gas, const F& f) {
  if constexpr (sizeof(T) == 4) {
    const QuickGas quick(gas);
    auto made = f(quick);
    if (agreed(__any_sync(all_lanes, quick.odd) != 0)) made = f(gas);
    return made;
  } else {
    return f(gas);
  }
}

template <class T, class G>
__device__ __forceinline__ Conserved<T> flux_x(const State<T>& l, const State<T>& r, bool shock, const G& g) {
  return shock ? hlle_flux(l, r, g) : hllc_flux(l, r, g);
}
template <class T, class G>
__device__ __forceinline__ Conserved<T> flux_y(const State<T>& l, const State<T>& r, bool shock, const G& g) {
  return turned(flux_x(turned(l), turned(r), shock, g));
}

template <bool Walls, class T>
__device__ __forceinline__ const RimCell<T>* rim_at(const Room<T>& r, std::ptrdiff_t k) {
  if (!Walls || !r.rim_index) return nullptr;
  const std::int32_t index = r.rim_index[k];
  return index < 0 ? nullptr : r.rim + index;
}
__device__ __forceinline__ bool has_wall_at(const auto* rim, CellFace face) {
  return rim && rim->solid[static_cast<int>(face)];
}
template <class T>
__device__ __forceinline__ const WallFace<T>& wall_of(const RimCell<T>* rim, CellFace face) {
  return rim->face[static_cast<int>(face)];
}
// The four neighbours of a cell, as the cell sees them at walls.
template <class T>
struct Around {
  State<T> left, right, below, above;
  __device__ __forceinline__ void see_walls(const State<T>& s, const RimCell<T>* rim) {
    if (!rim) return;
    if (rim->solid[0]) left = behind_wall(s, rim->face[0]);
    if (rim->solid[1]) right = behind_wall(s, rim->face[1]);
    if (rim->solid[2]) below = behind_wall(s, rim->face[2]);
    if (rim->solid[3]) above = behind_wall(s, rim->face[3]);
  }
};

template <bool Walls, bool Measures, class T>
__global__ void __launch_bounds__(128) muscl_plain(Room<T> r, bool closes) {
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
    const auto sloped_at = [&](std::ptrdiff_t at) {
      const State<T> s = in.get(at);
      Around<T> a{in.get(at - 1), in.get(at + 1), in.get(at - pitch), in.get(at + pitch)};
      a.see_walls(s, rim_at<Walls>(r, at));
      return sloped(s, a.left, a.right, a.below, a.above, rates.x, rates.y, g);
    };
    const Sloped<T> here = sloped_at(k);
    const RimCell<T>* rim = rim_at<Walls>(r, k);
    // Returns the flux between this cell and the one beyond a face; `up`: that face is on the right or above.
    const auto flux = [&](std::ptrdiff_t step, CellFace face, bool along_y, bool up) {
      const State<T>& h = along_y ? here.y : here.x;
      const State<T> own = up ? plus(here.s, h) : minus(here.s, h);
      bool shock = along_y ? here.shock_x : here.shock_y;
      State<T> other;
      if (has_wall_at(rim, face)) {
        other = beyond_face(own, here.s, wall_of(rim, face));
      } else {
        const Sloped<T> next = sloped_at(k + step);
        const State<T>& hn = along_y ? next.y : next.x;
        other = up ? minus(next.s, hn) : plus(next.s, hn);
        shock = shock || (along_y ? next.shock_x : next.shock_y);
      }
      const State<T>&low = up ? own : other, &high = up ? other : own;
      return along_y ? flux_y(low, high, shock, g) : flux_x(low, high, shock, g);
    };
    const Conserved<T> left = flux(-1, CellFace::left, false, false), right = flux(1, CellFace::right, false, true);
    const Conserved<T> below = flux(-pitch, CellFace::below, true, false),
                       above = flux(pitch, CellFace::above, true, true);
    finish<Measures>(r, copy_of(r, 1 - now), i, j, in.get(k), gain(rates.x, rates.y, left, right, below, above),
                     wall_at<Walls>(r, k), found);
  }
  search_exactly<Measures, 1>(found, r, copy_of(r, 1 - now), {i, j, j + 1, {i < r.layout.nx && j < r.layout.ny}});
  end_block(r, found, Measures, closes);
}

// Results of a row: the slopes of its cells, the flux below it, and the new states of the row below.
template <class T>
struct MusclRow {
  Sloped<T> sloped;
  Conserved<T> below;
  State<T> made;
  T inverse;
};

template <bool Walls, bool Measures, class T>
__global__ void __launch_bounds__(32 * warps) muscl_strips(Room<T> r, int rows, bool closes) {
  const Clock<T>& clock = r.clock->clock;
  if (agreed(clock.stopped)) return;
  const int now = static_cast<int>(clock.steps & 1);
  const Rates<T> rates = rates_of(clock.dt, false, r.numbers);
  const Gas<T>& g = r.numbers.gas;
  const Layout& l = r.layout;
  const Copy<T> in = copy_of(r, now), out = copy_of(r, 1 - now);
  const int lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  const int i = (static_cast<int>(blockIdx.x) * warps + warp) * strip_columns - overlap + lane;
  const int j0 = static_cast<int>(blockIdx.y) * rows, j1 = min(j0 + rows, l.ny);
  const bool mine = lane >= overlap && lane < 32 - overlap && i < l.nx;
  Found<T> found = found_so_far<Measures>(r);

  std::ptrdiff_t k = l.at(min(i, l.nx + 1), j0 - 1);
  State<T> low = in.get(k - l.pitch), here = in.get(k), high = in.get(k + l.pitch);
  Sloped<T> before{};  // of the row below
  Conserved<T> below{};
  const RimCell<T>* rim_before = nullptr;
#pragma unroll 1
  for (int j = j0 - 1; j <= j1; ++j, k += l.pitch) {
    const RimCell<T>* const rim = rim_at<Walls>(r, k);
    Around<T> around{from_left(here), from_right(here), low, high};
    if (Walls) around.see_walls(here, rim);
    const State<T> coming = j < j1 ? in.get(k + 2 * l.pitch) : here;
    const State<T> left_side = from_left(plus(before.s, before.x));
    const bool left_shock = __shfl_up_sync(all_lanes, static_cast<int>(before.shock_y), 1) != 0;
    const MusclRow<T> row = quickly(g, [&](const auto& gas) {
      MusclRow<T> m{};
      m.sloped = sloped(here, around.left, around.right, around.below, around.above, rates.x, rates.y, gas);
      if (j == j0 - 1) return m;
      State<T> under = plus(before.s, before.y), over = minus(m.sloped.s, m.sloped.y);
      bool shock = before.shock_x || m.sloped.shock_x;
      if (Walls && has_wall_at(rim_before, CellFace::above)) {
        over = beyond_face(under, before.s, wall_of(rim_before, CellFace::above));
        shock = before.shock_x;
      } else if (Walls && has_wall_at(rim, CellFace::below)) {
        under = beyond_face(over, m.sloped.s, wall_of(rim, CellFace::below));
        shock = m.sloped.shock_x;
      }
      m.below = flux_y(under, over, shock, gas);
      if (j == j0) return m;
      const State<T> own_left = minus(before.s, before.x);
      const bool wall_left = Walls && has_wall_at(rim_before, CellFace::left);
      const Conserved<T> left = wall_left ? flux_x(beyond_face(own_left, before.s, wall_of(rim_before, CellFace::left)),
                                                   own_left, before.shock_y, gas)
                                          : flux_x(left_side, own_left, left_shock || before.shock_y, gas);
      Conserved<T> right = from_right(left);
      if (Walls && has_wall_at(rim_before, CellFace::right)) {
        const State<T> own_right = plus(before.s, before.x);
        right = flux_x(own_right, beyond_face(own_right, before.s, wall_of(rim_before, CellFace::right)),
                       before.shock_y, gas);
      }
      m.made = with_gain(low, gain(rates.x, rates.y, left, right, below, m.below), gas, m.inverse);
      return m;
    });
    if (j > j0 && mine) {
      const std::ptrdiff_t at = k - l.pitch;
      const bool wall = wall_at<Walls>(r, at);
      const State<T> s = wall ? low : row.made;
      out.put(at, s);
      show_beyond(r, out, i, j - 1, s);
      if (!wall) note<Measures>(found, s, row.inverse);
    }
    before = row.sloped;
    below = row.below;
    rim_before = rim;
    low = here;
    here = high;
    high = coming;
  }
  search_exactly<Measures, 1>(found, r, out, {i, j0, j1, {mine}});
  end_block(r, found, Measures, closes);
}

// Returns the rows of a march. Each march computes the slopes of two additional rows.
inline int muscl_rows(const Layout& l) {
  constexpr std::int64_t large = std::int64_t{1} << 20;
  return std::int64_t{l.nx} * l.ny >= large ? 32 : 8;
}
template <bool Walls, bool Measures, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  if (f.form == Form::plain)
    return use(muscl_plain<Walls, Measures, T>, dim3(blocks_for(r.layout.nx, 32), blocks_for(r.layout.ny, 4)),
               dim3(32, 4), r, f.closes);
  const int rows = muscl_rows(r.layout);
  use(muscl_strips<Walls, Measures, T>,
      dim3(blocks_for(r.layout.nx, warps * strip_columns), blocks_for(r.layout.ny, rows)), dim3(32 * warps), r, rows,
      f.closes);
}
template <bool Walls, class T, class Use>
void with_kernel(const Room<T>& r, const StepForm& f, const Use& use) {
  f.measure ? with_kernel<Walls, true>(r, f, use) : with_kernel<Walls, false>(r, f, use);
}

}  // namespace

template <class T>
void launch_muscl(const Room<T>& r, const StepForm& f, cudaStream_t stream) {
  r.solid ? with_kernel<true>(r, f, Launch{stream}) : with_kernel<false>(r, f, Launch{stream});
}
template <class T>
KernelResources muscl_resources(const Room<T>& r, const StepForm& f) {
  KernelResources answer;
  with_kernel<false>(r, f, AskResources{answer});
  return answer;
}
template void launch_muscl(const Room<float>&, const StepForm&, cudaStream_t);
template void launch_muscl(const Room<double>&, const StepForm&, cudaStream_t);
template KernelResources muscl_resources(const Room<float>&, const StepForm&);
template KernelResources muscl_resources(const Room<double>&, const StepForm&);

}  // namespace ez::gas::cuda
