// The kernel of the general blocks. It updates a node as two_kernel.cu does, on a window in shared memory.
#include "solver/engine/cuda/streamed/general.h"

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"
#include "solver/physics/mur.h"
#include "solver/physics/source.h"
#include "solver/physics/yee.h"

namespace ez::cuda::streamed {
namespace {

constexpr int lanes = 32, rows_of_threads = 8, threads = lanes * rows_of_threads;

// A node of the window: its position in the window and on the grid.
struct Spot {
  int x, y, n;  // column, row, index in the window
  int i, j;     // on the grid
};

template <class T>
class Window {
 public:
  __device__ Window(const GeneralPass<T>& p, const Block& b, T* shared) : p_(p), b_(b), f_(p.h.f) {
    layout_ = window_layout(b, f_.nx, f_.ny, p.h.x.low, p.h.x.high, p.h.y.low, p.h.y.high);
    const int across = layout_.psi_x * b.height, along = layout_.psi_y * b.width;
    ez_ = shared;
    hx_ = ez_ + layout_.nodes;
    hy_ = hx_ + layout_.nodes;
    psi_xe_ = hy_ + layout_.nodes;
    psi_xh_ = psi_xe_ + across;
    psi_ye_ = psi_xh_ + across;
    psi_yh_ = psi_ye_ + along;
    old_ = psi_yh_ + along;
  }

  __device__ void load() {
    each([&](const Spot& s) {
      const std::ptrdiff_t at = s.j * f_.pitch + s.i;
      ez_[s.n] = p_.from.ez[at];
      hx_[s.n] = p_.from.hx[at];
      hy_[s.n] = p_.from.hy[at];
      each_psi(s, p_.from, [](T& here, T& there) { here = there; });
    });
    for (int k = thread(); k < b_.mur.count; k += threads)
      if (const int edge = p_.mur[b_.mur.first + k].edge; edge >= 0) old_[5 * k + 4] = p_.corrections[edge];
    __syncthreads();
  }
  __device__ void store() {
    each([&](const Spot& s) {
      const int i = b_.x0 + s.x, j = b_.y0 + s.y;
      if (i < b_.own_x0 || i >= b_.own_x1 || j < b_.own_y0 || j >= b_.own_y1) return;
      const std::ptrdiff_t at = s.j * f_.pitch + s.i;
      p_.to.ez[at] = ez_[s.n];
      p_.to.hx[at] = hx_[s.n];
      p_.to.hy[at] = hy_[s.n];
      each_psi(s, p_.to, [](T& here, T& there) { there = here; });
    });
    for (int k = thread(); k < b_.mur.count; k += threads)
      if (const WindowMur<T>& m = p_.mur[b_.mur.first + k]; m.edge >= 0 && m.own)
        p_.corrections_to[m.edge] = old_[5 * k + 4];
  }

  __device__ void step(int step) {
    before_e();
    each([&](const Spot& s) { update_h(s); });
    __syncthreads();
    for (const FieldArray a : {FieldArray::hx, FieldArray::hy}) apply(b_.due[static_cast<int>(a)], array(a), step);
    each([&](const Spot& s) { update_e(s); });
    __syncthreads();
    apply(b_.due[static_cast<int>(FieldArray::ez)], ez_, step);
    set_mur();
    for (int k = thread(); k < b_.probes.count; k += threads) {
      const DueNode& node = p_.nodes[b_.probes.first + k];
      for (int d = node.first; d < node.first + node.count; ++d)
        p_.probes[static_cast<std::ptrdiff_t>(step) * p_.probe_count + p_.due[d].index] =
            static_cast<double>(ez_[node.at]);
    }
    __syncthreads();
  }

 private:
  static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  __device__ T* array(FieldArray a) { return a == FieldArray::hx ? hx_ : a == FieldArray::hy ? hy_ : ez_; }

  static __device__ __forceinline__ int wrapped(int i, int n) {
    while (i < 0) i += n;
    while (i >= n) i -= n;
    return i;
  }
  template <class F>
  __device__ __forceinline__ void each(F f) {
    for (int y = thread() / lanes; y < b_.height; y += rows_of_threads)
      for (int x = thread() % lanes; x < b_.width; x += lanes)
        f(Spot{x, y, y * b_.width + x, wrapped(b_.x0 + x, f_.nx), wrapped(b_.y0 + y, f_.ny)});
  }

  // ---- ψ. Columns of the layers along x are adjacent, those of the low layer first; the same for rows along y.
  __device__ T& psi_x(T* of, const Spot& s) {
    const int right = max(f_.nx - 1 - p_.h.x.high, b_.x0);
    const int column = s.i < p_.h.x.low ? s.i - b_.x0 : layout_.low_columns + s.i - right;
    return of[s.y * layout_.psi_x + column];
  }
  __device__ T& psi_y(T* of, const Spot& s) {
    const int top = max(f_.ny - 1 - p_.h.y.high, b_.y0);
    const int row = s.j < p_.h.y.low ? s.j - b_.y0 : layout_.low_rows + s.j - top;
    return of[row * b_.width + s.x];
  }
  static __device__ __forceinline__ bool in(const AxisView<T>& axis, int node) {
    return node < axis.low || node >= axis.high_begin;
  }
  // Return true if H on the upper or right side of the node exists, also across a boundary.
  __device__ bool has_hx(const Spot& s) const { return s.j < f_.ny - 1 || p_.h.walls.top == Beyond::wrap; }
  __device__ bool has_hy(const Spot& s) const { return s.i < f_.nx - 1 || p_.h.walls.right == Beyond::wrap; }

  // Calls f(ψ here, ψ in memory) for each ψ of the node.
  template <class F>
  __device__ void each_psi(const Spot& s, const FieldView<T>& field, F f) {
    const auto along_x = [&](const AxisView<T>& a, T* const(&of)[4]) -> T& {
      return s.i < a.low ? of[0][static_cast<std::ptrdiff_t>(s.j) * a.low + s.i]
                         : of[1][static_cast<std::ptrdiff_t>(s.j) * a.high + (s.i - a.high_begin)];
    };
    const auto along_y = [&](const AxisView<T>& a, T* const(&of)[4]) -> T& {
      return s.j < a.low ? of[2][s.j * f_.pitch + s.i] : of[3][(s.j - a.high_begin) * f_.pitch + s.i];
    };
    if (in(p_.e.x, s.i)) f(psi_x(psi_xe_, s), along_x(p_.e.x, field.psi_e));
    if (in(p_.h.x, s.i) && has_hy(s)) f(psi_x(psi_xh_, s), along_x(p_.h.x, field.psi_h));
    if (in(p_.e.y, s.j)) f(psi_y(psi_ye_, s), along_y(p_.e.y, field.psi_e));
    if (in(p_.h.y, s.j) && has_hx(s)) f(psi_y(psi_yh_, s), along_y(p_.h.y, field.psi_h));
  }
  static __device__ __forceinline__ Stretch<T> stretch_at(const AxisView<T>& axis, int line, int node) {
    const std::ptrdiff_t table = axis.line_class ? axis.line_class[line] : 0;
    return axis.nodes[table * axis.count + node];
  }

  // ---- the step
  __device__ void update_h(const Spot& s) {
    const std::ptrdiff_t at = s.j * f_.pitch + s.i;
    const T e = ez_[s.n];
    if (has_hx(s)) {
      const T up = s.y + 1 < b_.height ? ez_[s.n + b_.width] : e;
      const Pair<T> d = p_.h.hx_entry ? p_.h.hx_palette[p_.h.hx_entry[at]] : p_.h.hx_all;
      hx_[s.n] = in(p_.h.y, s.j) ? update_hx_layer(hx_[s.n], d.a, d.b,
                                                   stretch(up - e, stretch_at(p_.h.y, s.i, s.j), psi_y(psi_yh_, s)))
                                 : update_hx(hx_[s.n], d.a, d.b, e, up);
    }
    if (has_hy(s)) {
      const T right = s.x + 1 < b_.width ? ez_[s.n + 1] : e;
      const Pair<T> d = p_.h.hy_entry ? p_.h.hy_palette[p_.h.hy_entry[at]] : p_.h.hy_all;
      hy_[s.n] = in(p_.h.x, s.i) ? update_hy_layer(hy_[s.n], d.a, d.b,
                                                   stretch(right - e, stretch_at(p_.h.x, s.j, s.i), psi_x(psi_xh_, s)))
                                 : update_hy(hy_[s.n], d.a, d.b, e, right);
    }
  }
  __device__ void update_e(const Spot& s) {
    const std::ptrdiff_t at = s.j * f_.pitch + s.i;
    const int entry = p_.e.wide ? static_cast<const std::uint16_t*>(p_.e.entry)[at]
                                : static_cast<const std::uint8_t*>(p_.e.entry)[at];
    const Pair<T> c = p_.e.palette[entry];
    const Walls& w = p_.e.walls;
    const auto at_end = [](bool end, Beyond beyond, Beyond what) { return end && beyond == what; };
    const bool first_column = s.i == 0 && w.left != Beyond::wrap, first_row = s.j == 0 && w.bottom != Beyond::wrap;
    const T hy_own = hy_[s.n], hx_own = hx_[s.n];
    const T left = first_column ? (w.left == Beyond::mirror ? -hy_own : T(0)) : s.x > 0 ? hy_[s.n - 1] : hy_own;
    const T below = first_row ? (w.bottom == Beyond::mirror ? -hx_own : T(0)) : s.y > 0 ? hx_[s.n - b_.width] : hx_own;
    const T hy = at_end(s.i == f_.nx - 1, w.right, Beyond::mirror) ? -left : hy_own;
    const T hx = at_end(s.j == f_.ny - 1, w.top, Beyond::mirror) ? -below : hx_own;
    const bool in_x = in(p_.e.x, s.i), in_y = in(p_.e.y, s.j);
    if (in_x || in_y) {
      const T dhy_dx = in_x ? stretch(hy - left, stretch_at(p_.e.x, s.j, s.i), psi_x(psi_xe_, s)) : hy - left;
      ez_[s.n] = in_y ? update_ez_layer(ez_[s.n], c.a, c.b, dhy_dx,
                                        stretch(hx - below, stretch_at(p_.e.y, s.i, s.j), psi_y(psi_ye_, s)))
                      : update_ez_x_layer(ez_[s.n], c.a, c.b, dhy_dx, hx, below);
    } else {
      ez_[s.n] = update_ez(ez_[s.n], c.a, c.b, hy, left, hx, below);
    }
  }

  // ---- operations at single nodes. The whole block calls these functions; they end with a barrier.
  __device__ void apply(const Part& part, T* array, int step) {
    if (part.count == 0) return;
    const double* signals = p_.signals + static_cast<std::ptrdiff_t>(step) * p_.signal_count;
    for (int k = thread(); k < part.count; k += threads) {
      const DueNode& node = p_.nodes[part.first + k];
      T value = array[node.at];
      for (int d = node.first; d < node.first + node.count; ++d) {
        const Due& due = p_.due[d];
        value = due.kind == Due::hard ? hard_source<T>(signals[due.index])
                                      : soft_source(value, due.weight, signals[due.index]);
      }
      array[node.at] = value;
    }
    __syncthreads();
  }
  // Stores values before Ez's update, for each Mur node and then for the two rules of each corner: E₀, E₁, and the sums
  // for δ².
  __device__ void before_e() {
    const auto keep = [&](int k, const WindowMur<T>& m) {
      T* const old = old_ + 5 * k;
      old[0] = ez_[m.node];
      old[1] = ez_[m.inner];
      if (m.edge < 0) return;
      old[2] = ez_[m.low] + ez_[m.low_inner];
      old[3] = ez_[m.high] + ez_[m.high_inner];
    };
    for (int k = thread(); k < b_.mur.count; k += threads) keep(k, p_.mur[b_.mur.first + k]);
    for (int k = thread(); k < b_.corners.count; k += threads) keep(b_.mur.count + k, p_.mur[b_.corners.first + k]);
  }
  __device__ void set_mur() {
    if (b_.mur.count + b_.corners.count == 0) return;
    for (int k = thread(); k < b_.mur.count; k += threads) {
      const WindowMur<T>& m = p_.mur[b_.mur.first + k];
      T* const old = old_ + 5 * k;
      const T inner = ez_[m.inner];
      if (m.edge < 0) {
        ez_[m.node] = mur_first_order(m.k, old[0], old[1], inner);
      } else {
        old[4] = mur_correction(m.d, old[4], old[0] + old[1], old[2], old[3]);
        ez_[m.node] = mur_second_order(m.k, old[0], old[1], inner, old[4]);
      }
    }
    __syncthreads();
    for (int k = 2 * thread(); k < b_.corners.count; k += 2 * threads) {
      const auto one_sided = [&](int which) {
        const WindowMur<T>& m = p_.mur[b_.corners.first + which];
        const T* const old = old_ + 5 * (b_.mur.count + which);
        return mur_first_order(m.k, old[0], old[1], ez_[m.inner]);
      };
      ez_[p_.mur[b_.corners.first + k].node] = T(0.5) * (one_sided(k) + one_sided(k + 1));
    }
    __syncthreads();
  }

  const GeneralPass<T>& p_;
  const Block& b_;
  const Arrays<T>& f_;
  WindowLayout layout_;
  T *ez_, *hx_, *hy_, *psi_xe_, *psi_xh_, *psi_ye_, *psi_yh_;
  T* old_;  // five values for each Mur node and each rule of a corner
};

template <class T>
__global__ void __launch_bounds__(threads) general_kernel(const GeneralPass<T> p) {
  extern __shared__ __align__(16) unsigned char shared[];
  const Block block = p.blocks[blockIdx.x];
  Window<T> window(p, block, reinterpret_cast<T*>(shared));
  window.load();
  for (int step = 0; step < p.levels; ++step) window.step(step);
  window.store();
}

}  // namespace

template <class T>
void prepare_general() {
  EZ_CUDA(cudaFuncSetAttribute(general_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(most_shared_bytes())));
}
template void prepare_general<float>();
template void prepare_general<double>();
template <class T>
void launch_general(const GeneralPass<T>& pass, int blocks, std::size_t shared_bytes, cudaStream_t stream) {
  launch_shared(general_kernel<T>, static_cast<unsigned>(blocks), threads, shared_bytes, stream, pass);
}
template void launch_general(const GeneralPass<float>&, int, std::size_t, cudaStream_t);
template void launch_general(const GeneralPass<double>&, int, std::size_t, cudaStream_t);

}  // namespace ez::cuda::streamed
