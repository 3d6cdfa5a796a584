// Roe's scheme in three dimensions on a CUDA device.
//
// plain: one thread per cell, each flux is computed twice. marching, marching_faces: K. Yamamoto, fluid simulation on
// GPUs (2010): a block of 16 × 4 threads marches along z. The flux through the face above a cell stays in registers as
// the flux into the next cell from below. Fluxes along x and y are computed once and passed on in shared memory. With
// 16 × 4 cells the last threads of a row and of a column compute one face more (marching). Otherwise the block has one
// cell fewer along each axis (marching_faces: 15 × 3, of which his 120 × 126 cells are multiples).
#include "papers/box/cuda/box.h"
#include "solver/gas/cuda/step.cuh"

namespace ez::gas::cuda {
namespace {

template <class T>
struct Copy3 {
  T *rho, *u, *v, *w, *p;
  __device__ __forceinline__ State3<T> get(std::ptrdiff_t n) const { return {rho[n], u[n], v[n], w[n], p[n]}; }
  __device__ __forceinline__ void put(std::ptrdiff_t n, const State3<T>& s) const {
    rho[n] = s.rho, u[n] = s.u, v[n] = s.v, w[n] = s.w, p[n] = s.p;
  }
};
template <class T>
__device__ __forceinline__ Copy3<T> copy_of(const BoxRoom<T>& r, int copy) {
  return {r.array(copy, 0), r.array(copy, 1), r.array(copy, 2), r.array(copy, 3), r.array(copy, 4)};
}
template <class T>
__device__ __forceinline__ void write(const BoxRoom<T>& r, const Copy3<T>& out, int i, int j, int k,
                                      const State3<T>& s) {
  const BoxLayout& l = r.layout;
  out.put(l.at(i, j, k), s);
  if (i > 0 && i < l.plane.nx - 1 && j > 0 && j < l.plane.ny - 1 && k > 0 && k < l.nz - 1) return;
  each_image(i, j, k, l, r.x, r.y, r.z,
             [&](int a, int b, int c, int axis) { out.put(l.at(a, b, c), mirrored(s, axis)); });
}

template <class T>
__global__ void __launch_bounds__(256) box_plain(BoxRoom<T> r, int now) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            k = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  const BoxLayout& l = r.layout;
  if (i >= l.plane.nx || j >= l.plane.ny || k >= l.nz) return;
  const Copy3<T> in = copy_of(r, now);
  const Gas<T>& g = r.gas;
  const std::ptrdiff_t n = l.at(i, j, k), pitch = l.plane.pitch;
  const auto side = [&](std::ptrdiff_t at) { return roe_side(in.get(at), g); };
  const RoeSide3<T> here = side(n);
  const Through<T> x{roe_flux_x(side(n - 1), here, g), roe_flux_x(here, side(n + 1), g)},
      y{roe_flux_y(side(n - pitch), here, g), roe_flux_y(here, side(n + pitch), g)},
      z{roe_flux_z(side(n - l.depth), here, g), roe_flux_z(here, side(n + l.depth), g)};
  write(r, copy_of(r, 1 - now), i, j, k, roe_step(here.s, x, y, z, r.rates, g));
}

// Sides of a block's cells and of those left of and before them, and the fluxes through the faces in between. There are
// two of each, used alternately, so that one barrier each suffices.
template <int X, int Y, class T>
struct Tile {
  T rho[Y + 1][X + 1], u[Y + 1][X + 1], v[Y + 1][X + 1], w[Y + 1][X + 1], p[Y + 1][X + 1], root[Y + 1][X + 1],
      enthalpy[Y + 1][X + 1];
  T along_x[5][Y][X + 1], along_y[5][Y + 1][X];
  __device__ __forceinline__ void put(int s, int t, const RoeSide3<T>& c) {
    rho[t][s] = c.s.rho, u[t][s] = c.s.u, v[t][s] = c.s.v, w[t][s] = c.s.w, p[t][s] = c.s.p;
    root[t][s] = c.root, enthalpy[t][s] = c.enthalpy;
  }
  __device__ __forceinline__ RoeSide3<T> side(int s, int t) const {
    return {{rho[t][s], u[t][s], v[t][s], w[t][s], p[t][s]}, root[t][s], enthalpy[t][s]};
  }
  template <int Rows, int Columns>
  static __device__ __forceinline__ void put(T (&to)[5][Rows][Columns], int s, int t, const Conserved3<T>& f) {
    to[0][t][s] = f.mass, to[1][t][s] = f.x, to[2][t][s] = f.y, to[3][t][s] = f.z, to[4][t][s] = f.energy;
  }
  template <int Rows, int Columns>
  static __device__ __forceinline__ Conserved3<T> flux(const T (&of)[5][Rows][Columns], int s, int t) {
    return {of[0][t][s], of[1][t][s], of[2][t][s], of[3][t][s], of[4][t][s]};
  }
};

template <bool Faces, int X, int Y, class T>
__global__ void __launch_bounds__(X* Y) box_marching(BoxRoom<T> r, int now, int march) {
  __shared__ Tile<X, Y, T> tiles[2];
  constexpr int cells_x = Faces ? X - 1 : X, cells_y = Faces ? Y - 1 : Y;
  const BoxLayout& l = r.layout;
  const Gas<T>& g = r.gas;
  const Copy3<T> in = copy_of(r, now), out = copy_of(r, 1 - now);
  const int s = static_cast<int>(threadIdx.x), t = static_cast<int>(threadIdx.y);
  const int i = static_cast<int>(blockIdx.x) * cells_x + s, j = static_cast<int>(blockIdx.y) * cells_y + t;
  const int k0 = static_cast<int>(blockIdx.z) * march, k1 = min(k0 + march, l.nz);
  const bool mine = i < l.plane.nx && j < l.plane.ny && s < cells_x && t < cells_y;

  std::ptrdiff_t n = l.at(min(i, l.plane.nx), min(j, l.plane.ny), k0);
  const auto side = [&](std::ptrdiff_t at) { return roe_side(in.get(at), g); };
  RoeSide3<T> here = side(n);
  Conserved3<T> below = roe_flux_z(side(n - l.depth), here, g);
  for (int k = k0; k < k1; ++k, n += l.depth) {
    Tile<X, Y, T>& tile = tiles[k & 1];
    const RoeSide3<T> next = side(n + l.depth);
    tile.put(s + 1, t + 1, here);
    if (s == 0) tile.put(0, t + 1, side(n - 1));
    if (t == 0) tile.put(s + 1, 0, side(n - l.plane.pitch));
    __syncthreads();
    const Conserved3<T> left = roe_flux_x(tile.side(s, t + 1), here, g),
                        before = roe_flux_y(tile.side(s + 1, t), here, g);
    tile.put(tile.along_x, s, t, left);
    tile.put(tile.along_y, s, t, before);
    if (!Faces && s == X - 1 && mine) tile.put(tile.along_x, X, t, roe_flux_x(here, side(n + 1), g));
    if (!Faces && t == Y - 1 && mine) tile.put(tile.along_y, s, Y, roe_flux_y(here, side(n + l.plane.pitch), g));
    const Conserved3<T> above = roe_flux_z(here, next, g);
    __syncthreads();
    if (mine)
      write(r, out, i, j, k,
            roe_step(here.s, {left, tile.flux(tile.along_x, s + 1, t)}, {before, tile.flux(tile.along_y, s, t + 1)},
                     {below, above}, r.rates, g));
    here = next;
    below = above;
  }
}

template <class T>
__global__ void box_border(BoxRoom<T> r, int copy) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), j = static_cast<int>(blockIdx.y),
            k = static_cast<int>(blockIdx.z);
  if (i >= r.layout.plane.nx) return;
  const Copy3<T> cells = copy_of(r, copy);
  write(r, cells, i, j, k, cells.get(r.layout.at(i, j, k)));
}

template <bool Faces, int X, int Y, class T, class Use>
void with_block(const BoxRoom<T>& r, const BoxChoice& c, int now, const Use& use) {
  constexpr int cells_x = Faces ? X - 1 : X, cells_y = Faces ? Y - 1 : Y;
  const unsigned columns = blocks_for(r.layout.plane.nx, cells_x), rows = blocks_for(r.layout.plane.ny, cells_y);
  constexpr unsigned blocks_to_keep_busy = 4096;
  const int few = columns * rows * blocks_for(r.layout.nz, 16) < blocks_to_keep_busy ? 8 : 16;
  const int march = c.march > 0 ? c.march : few;
  use(box_marching<Faces, X, Y, T>, dim3(columns, rows, blocks_for(r.layout.nz, march)), dim3(X, Y), r, now, march);
}
template <bool Faces, class T, class Use>
void with_marching(const BoxRoom<T>& r, const BoxChoice& c, int now, const Use& use) {
  if constexpr (sizeof(T) == 4) {
    const auto is = [&](int x, int y) { return c.threads_x == x && c.threads_y == y; };
    if (is(32, 2)) return with_block<Faces, 32, 2>(r, c, now, use);
    if (is(8, 8)) return with_block<Faces, 8, 8>(r, c, now, use);
    if (is(32, 4)) return with_block<Faces, 32, 4>(r, c, now, use);
    if (is(16, 8)) return with_block<Faces, 16, 8>(r, c, now, use);
    if (is(32, 8)) return with_block<Faces, 32, 8>(r, c, now, use);
  }
  with_block<Faces, 16, 4>(r, c, now, use);
}
template <class T, class Use>
void with_kernel(const BoxRoom<T>& r, const BoxChoice& c, int now, const Use& use) {
  const BoxLayout& l = r.layout;
  if (c.engine.form == Form::plain)
    return use(box_plain<T>, dim3(blocks_for(l.plane.nx, 32), blocks_for(l.plane.ny, 4), blocks_for(l.nz, 2)),
               dim3(32, 4, 2), r, now);
  c.engine.form == Form::marching ? with_marching<false>(r, c, now, use) : with_marching<true>(r, c, now, use);
}

}  // namespace

template <class T>
void launch_box(const BoxRoom<T>& r, const BoxChoice& c, int now, cudaStream_t stream) {
  with_kernel(r, c, now, Launch{stream});
}
template <class T>
KernelResources box_resources_of(const BoxRoom<T>& r, const BoxChoice& c) {
  KernelResources answer;
  with_kernel(r, c, 0, AskResources{answer});
  return answer;
}
template <class T>
void launch_box_border(const BoxRoom<T>& r, int copy, cudaStream_t stream) {
  const BoxLayout& l = r.layout;
  launch(box_border<T>,
         dim3(blocks_for(l.plane.nx, 128), static_cast<unsigned>(l.plane.ny), static_cast<unsigned>(l.nz)), dim3(128),
         stream, r, copy);
}

#define EZ_FOR(T)                                                                   \
  template void launch_box(const BoxRoom<T>&, const BoxChoice&, int, cudaStream_t); \
  template KernelResources box_resources_of(const BoxRoom<T>&, const BoxChoice&);   \
  template void launch_box_border(const BoxRoom<T>&, int, cudaStream_t);
EZ_FOR(float)
EZ_FOR(double)
#undef EZ_FOR

}  // namespace ez::gas::cuda
