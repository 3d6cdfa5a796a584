// Minami, Uotani, Nezu, Masuda, "Accelerating GPGPU numerical calculation with OpenCL" (2017): Mur's boundary makes the
// Ez kernel branch. They ask into how many kernels the Ez update should be split so that no warp diverges. Their
// kernels are in OpenCL. Their figure 1 shows by colours which node belongs to which kernel, but the available text
// lacks the colours. The splits here are derived from the numbers of kernels and the ways in which a frame can be
// divided.
//
//   1  all nodes in one kernel with branches         5  interior / left / right / bottom / top
//   2  interior / frame                              6  the same and the four corners separately
//   3  interior / left+right / bottom+top            9  interior / four sides / four corners
//   4  the same and the four corners separately
//
// The best split depends on the size; the paper leaves the choice as future work. `auto` measures the seven splits
// while the field runs (they agree to the bit, so the trial changes no result) and uses the fastest for this device,
// size and block. `9 at once` puts the nine kernels on several streams: none of them reads values that another writes.
//
// A boundary node needs its inner neighbour's new value, which another thread writes at the same time. So each boundary
// thread computes that value again, from its own stored old value and from H, which no thread writes now. Thus the
// order of nodes is free, and every split gives the same bits as the engine's own order (interior, Mur nodes, corners).
//
// Fixed here: equation (2) is printed with a minus before Δt/(μΔx)·(Ez(i+1) − Ez(i)); it must be a plus.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/engine/cuda/schemes/split_choice.h"
#include "solver/engine/split_frame.h"
#include "solver/physics/mur.h"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

// Values that a boundary thread stores from the previous step: Ez at its node and at the inner one.
template <class T>
struct Edge {
  std::ptrdiff_t node = 0, inner = 0;
  T k = 0, e0 = 0, e1 = 0;
  bool dead = false;  // PEC: stays 0
};
// A corner node, its two neighbours on the boundaries, and the first interior node behind them.
template <class T>
struct Corner {
  Edge<T> along_x, along_y;  // corner ← neighbour in x, corner ← neighbour in y
  Edge<T> side_x, side_y;    // those neighbours ← the interior node
};

template <class T>
struct SplitView {
  EStep<T> e;
  Edge<T>* edges = nullptr;      // left, right, bottom, top, without corners
  Corner<T>* corners = nullptr;  // lower left, lower right, upper left, upper right
  int along_y = 0, along_x = 0;  // edges of one vertical and of one horizontal boundary
  __device__ Edge<T>* side(int s) const { return edges + (s < 2 ? s * along_y : 2 * along_y + (s - 2) * along_x); }
};

template <class T>
__device__ __forceinline__ Pair<T> coefficients(const EStep<T>& s, std::ptrdiff_t at) {
  const int entry =
      s.wide ? static_cast<const std::uint16_t*>(s.entry)[at] : static_cast<const std::uint8_t*>(s.entry)[at];
  return s.palette[entry];
}

// Returns the new Ez of an interior node whose old value is `e`.
template <class T>
__device__ __forceinline__ T new_ez(const EStep<T>& s, std::ptrdiff_t at, T e) {
  const Arrays<T>& f = s.f;
  const Pair<T> c = coefficients(s, at);
  return update_ez(e, c.a, c.b, f.hy[at], f.hy[at - 1], f.hx[at], f.hx[at - f.pitch]);
}
template <class T>
__device__ __forceinline__ void interior_node(const EStep<T>& s, int i, int j) {
  const std::ptrdiff_t at = j * s.f.pitch + i;
  s.f.ez[at] = new_ez(s, at, s.f.ez[at]);
}

// Advances a boundary node whose inner node is an interior one. Returns {its new value, the inner node's new value}.
template <class T>
__device__ __forceinline__ Pair<T> advance(const EStep<T>& s, Edge<T>& m) {
  const T e1 = new_ez(s, m.inner, m.e1), e0 = m.dead ? T(0) : mur_first_order(m.k, m.e0, m.e1, e1);
  m.e0 = e0;
  m.e1 = e1;
  return {e0, e1};
}
template <class T>
__device__ __forceinline__ void edge_node(const EStep<T>& s, Edge<T>& m) {
  s.f.ez[m.node] = advance(s, m).a;
}
template <class T>
__device__ void corner_node(const EStep<T>& s, Corner<T>& c) {
  const T ex = advance(s, c.side_x).a, ey = advance(s, c.side_y).a;  // the neighbours' new values
  const T a = mur_first_order(c.along_x.k, c.along_x.e0, c.along_x.e1, ex);
  const T b = mur_first_order(c.along_y.k, c.along_y.e0, c.along_y.e1, ey);
  const T e0 = c.along_x.dead ? T(0) : T(0.5) * (a + b);
  s.f.ez[c.along_x.node] = e0;
  c.along_x.e0 = c.along_y.e0 = e0;
  c.along_x.e1 = ex;
  c.along_y.e1 = ey;
}

// ---- the kernels of which the splits are composed

template <class T>
__global__ void split_all(SplitView<T> v) {
  const int i = column(), j = row_of_threads(), nx = v.e.f.nx, ny = v.e.f.ny;
  if (i >= nx || j >= ny) return;
  const bool left = i == 0, right = i == nx - 1, bottom = j == 0, top = j == ny - 1;
  if ((left || right) && (bottom || top))
    corner_node(v.e, v.corners[(right ? 1 : 0) + (top ? 2 : 0)]);
  else if (left || right)
    edge_node(v.e, v.side(right ? 1 : 0)[j - 1]);
  else if (bottom || top)
    edge_node(v.e, v.side(top ? 3 : 2)[i - 1]);
  else
    interior_node(v.e, i, j);
}

// Starts at column 0, although its threads stay idle. Rows start on a cache line, and a warp that starts next to it
// would read two lines.
template <class T>
__global__ void split_interior(SplitView<T> v) {
  const int i = column(), j = row_of_threads() + 1;
  if (i > 0 && i < v.e.f.nx - 1 && j < v.e.f.ny - 1) interior_node(v.e, i, j);
}

// Advances the boundaries from `first` to `last` in one kernel, then the corners if `corners` is set.
template <class T>
__global__ void split_sides(SplitView<T> v, int first, int last, int corners) {
  int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int s = first; s <= last; ++s) {
    const int count = s < 2 ? v.along_y : v.along_x;
    if (n < count) return edge_node(v.e, v.side(s)[n]);
    n -= count;
  }
  if (n < corners) corner_node(v.e, v.corners[n]);
}

template <class T>
__global__ void split_corners(SplitView<T> v, int first, int count) {
  const int n = static_cast<int>(threadIdx.x);
  if (n < count) corner_node(v.e, v.corners[first + n]);
}

// Fills the stored values from the present field.
template <class T>
__global__ void split_seed(SplitView<T> v, int edges) {
  const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const T* ez = v.e.f.ez;
  const auto seed = [ez](Edge<T>& m) { m.e0 = ez[m.node], m.e1 = ez[m.inner]; };
  if (n < edges) seed(v.edges[n]);
  if (n >= 4) return;
  Corner<T>& c = v.corners[n];
  seed(c.along_x), seed(c.along_y), seed(c.side_x), seed(c.side_y);
}

constexpr std::array<int, 7> splits = {1, 2, 3, 4, 5, 6, 9};
constexpr int form_auto = 7, form_at_once = 8;

// Streams in addition to a main one, for kernels between two points of it that do not wait for each other.
class Fork {
 public:
  void begin(cudaStream_t main) {
    begun_.record(main);
    for (const Stream& s : streams_) begun_.hold(s);
  }
  cudaStream_t next() { return streams_[turn_++ % streams_.size()]; }
  void end(cudaStream_t main) {
    for (std::size_t k = 0; k < streams_.size(); ++k) {
      ended_[k].record(streams_[k]);
      ended_[k].hold(main);
    }
  }

 private:
  std::array<Stream, 3> streams_;
  Event begun_{Event::Kind::order};
  std::array<Event, 3> ended_{Event(Event::Kind::order), Event(Event::Kind::order), Event(Event::Kind::order)};
  std::size_t turn_ = 0;
};

template <class T>
class Split final : public StepScheme<T> {
 public:
  explicit Split(int form) : fixed_(form < form_auto ? splits[static_cast<std::size_t>(form)] : 0) {
    if (form != form_at_once) return;
    fixed_ = 9;
    fork_.emplace();
  }

  void take(const Problem& p, const Change&, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    std::vector<Edge<T>> edges;
    std::vector<Corner<T>> corners;
    lay_out(p, edges, corners);
    edges_.assign(edges, stream);
    corners_.assign(corners, stream);
    view_ = {loan.e, edges_.data(), corners_.data(), p.ny - 2, p.nx - 2};
    seed(stream);
  }
  void seed(cudaStream_t stream) override {
    launch(split_seed<T>, blocks_for(std::max(edges_.size(), 4), 256), 256, stream, view_, edges_.size());
  }
  void step_h(BlockShape block, cudaStream_t stream) override { launch_h(loan_.h, block, stream); }
  void step_e(BlockShape block, cudaStream_t stream) override {
    if (fixed_ > 0) return run(fixed_, block, stream);
    constexpr Precision precision = sizeof(T) == 4 ? Precision::float32 : Precision::float64;
    choice_.begin(SplitCase{loan_.e.f.nx, loan_.e.f.ny, precision, block});
    choice_.time(stream, [&](int split) { run(split, block, stream); });
  }
  void measure_kernels_of_step(BlockShape block, KernelClock& clock, cudaStream_t stream) override {
    if (fixed_ == 0 || fork_) return;  // the kernels and their start times are not fixed
    step_h(block, stream);
    run(fixed_, block, stream, &clock);
  }
  bool does_mur() const override { return true; }
  std::string note() const override {
    return fixed_ > 0 || choice_.chosen() == 0 ? std::string() : std::to_string(choice_.chosen());
  }
  KernelLimits limits() const override {
    return limits_of_kernels(split_all<T>, split_interior<T>, split_sides<T>, split_corners<T>);
  }

 private:
  // Launches a kernel and measures it if there is a clock.
  template <class... Arguments>
  static void put(KernelClock* clock, const Arguments&... arguments) {
    if (!clock) return launch(arguments...);
    clock->time([&] { launch(arguments...); });
  }
  void run(int split, BlockShape block, cudaStream_t stream, KernelClock* clock = nullptr) {
    const Arrays<T>& f = loan_.e.f;
    const dim3 threads = block_of(block);
    if (split == 1) return put(clock, split_all<T>, grid_of(block, f.nx, f.ny), threads, stream, view_);
    if (fork_) fork_->begin(stream);
    put(clock, split_interior<T>, grid_of(block, f.nx - 1, f.ny - 2), threads, stream, view_);
    run_frame(split, block, stream, clock);
    if (fork_) fork_->end(stream);
  }
  void run_frame(int split, BlockShape block, cudaStream_t main, KernelClock* clock) {
    const auto stream = [&] { return fork_ ? fork_->next() : main; };
    const int line = block.x * block.y;
    const auto sides = [&](int first, int last, int corners) {
      int count = corners;
      for (int s = first; s <= last; ++s) count += s < 2 ? view_.along_y : view_.along_x;
      put(clock, split_sides<T>, blocks_for(count, line), static_cast<unsigned>(line), stream(), view_, first, last,
          corners);
    };
    const auto corners = [&](int first, int count) {
      put(clock, split_corners<T>, 1, 4, stream(), view_, first, count);
    };
    switch (split) {
      case 2:
        return sides(0, 3, 4);
      case 3:
        return sides(0, 1, 0), sides(2, 3, 4);
      case 4:
        return sides(0, 1, 0), sides(2, 3, 0), corners(0, 4);
      case 5:
        return sides(0, 0, 0), sides(1, 1, 0), sides(2, 2, 0), sides(3, 3, 4);
      default:
        for (int s = 0; s < 4; ++s) sides(s, s, 0);
        if (split == 6) return corners(0, 4);
        for (int k = 0; k < 4; ++k) corners(k, 1);
    }
  }

  void lay_out(const Problem& p, std::vector<Edge<T>>& edges, std::vector<Corner<T>>& corners) const {
    const std::ptrdiff_t pitch = loan_.e.f.pitch;
    const auto edge = [pitch](const SplitEdge& m) {
      return Edge<T>{m.j * pitch + m.i, m.inner_j * pitch + m.inner_i, static_cast<T>(m.k), 0, 0, m.dead};
    };
    const SplitFrame frame = split_frame(p);
    for (const SplitEdge& m : frame.edges) edges.push_back(edge(m));
    for (const SplitCorner& c : frame.corners)
      corners.push_back({edge(c.along_x), edge(c.along_y), edge(c.side_x), edge(c.side_y)});
  }

  int fixed_;                 // 0: auto
  std::optional<Fork> fork_;  // for `9 at once`
  SchemeArguments<T> loan_;
  SplitView<T> view_;
  DeviceList<Edge<T>> edges_;
  DeviceList<Corner<T>> corners_;
  SplitChoice choice_;
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_split(int form) {
  return std::make_unique<Split<T>>(form);
}
template std::unique_ptr<Scheme<float>> make_split<float>(int);
template std::unique_ptr<Scheme<double>> make_split<double>(int);

}  // namespace ez::cuda::schemes
