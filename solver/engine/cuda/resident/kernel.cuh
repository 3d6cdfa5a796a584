// Runs a whole batch slice in one launch. Ez, hx and hy of a block's window stay in registers, and ψ too. Neighbours
// along x are in the next lane. In each step the warps of a block publish the first and last row of their Ez in shared
// memory, alternately in two places, so that they synchronise only once. hx of the row below a warp is computed twice
// instead of being published. Those two rows are computed first. While they are being exchanged, a warp computes its
// other rows and as much of the next step as it can.
//
// With every step, one more layer of nodes becomes invalid, from the window's edge inwards. After `period` steps a
// block writes its own nodes near its edge to memory and raises its flag. It then waits for its neighbours' flags and
// reads its overlap again.
#pragma once

#include <algorithm>
#include <type_traits>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/resident/kernel.h"
#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"

namespace ez::cuda::resident {

template <int N>
using Constant = std::integral_constant<int, N>;

// Updates hx between two rows of Ez. With `Layers` its row may be in a layer along y.
template <bool Layers, class T, int V>
__device__ __forceinline__ void advance_hx(T (&hx)[V], T (&psi)[V], const T (&low)[V], const T (&up)[V], T db,
                                           const RowLayer<T>* row) {
  RowLayer<T> layer;
  if constexpr (Layers) layer = *row;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    T next = update_hx(hx[v], T(1), db, low[v], up[v]);
    if constexpr (Layers) {
      const T d = stretch(up[v] - low[v], {layer.k, layer.b, layer.c}, psi[v]);
      if (layer.in != 0) next = update_hx_layer(hx[v], T(1), db, d);
    }
    hx[v] = next;
  }
}

template <class T, int Shape, int Kind>
__device__ __forceinline__ void hold(const Run<T>& run, const Block& of_run, Shared<T, Shape>& s) {
  constexpr bool X = (Kind & layer_x) != 0, Y = (Kind & layer_y) != 0;
  constexpr int V = lane_columns<T>, R = shapes[Shape].rows[Kind], threads = 32 * warps;
  using Column = Columns<T, V>;
  const streamed::Pass<T>& p = run.pass;
  // The block's values, copied once. The compiler would otherwise read them again after every write to memory.
  const struct {
    int x, y, own_x0, own_x1, own_y0, own_y1, due, due_count, neighbours;
  } block = {of_run.x,      of_run.y,   of_run.own_x0,    of_run.own_x1,    of_run.own_y0,
             of_run.own_y1, of_run.due, of_run.due_count, of_run.neighbours};
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, warp = thread >> 5;
  const int x = block.x + lane * V, y = block.y + warp * R;
  const T dbx = p.dbx, dby = p.dby;

  T e[R][V], hx[R][V], hy[R][V], hx_below[V];
  [[maybe_unused]] T psi_xh[X ? R : 1][V], psi_xe[X ? R : 1][V];
  [[maybe_unused]] T psi_yh[Y ? R : 1][V], psi_ye[Y ? R : 1][V], psi_below[V];
  [[maybe_unused]] Stretch<T> of_e[X ? V : 1], of_h[X ? V : 1];
  [[maybe_unused]] bool in_h[X ? V : 1], lane_in = false;

  // ---- read the field
  const std::ptrdiff_t at = y * p.pitch + x;
  const bool there = x < p.nx;
  // True for rows in a layer along y. Used for the warp's rows and the one below them.
  const auto in_rows = [&](int j) {
    return (j < p.layers.y_low) | ((p.layers.y_high > 0) & (j >= p.ny - 1 - p.layers.y_high));
  };
  if constexpr (Y) {
    for (int k = thread; k <= warps * R; k += threads) {
      const int j = block.y - 1 + k;
      const bool in = j >= 0 && j < p.ny;
      s.row_h[k] = in ? p.row_h[j] : RowLayer<T>{};
      if (k > 0) s.row_e[k - 1] = in ? p.row_e[j] : RowLayer<T>{};
    }
  }
  if constexpr (X) {
    const LaneLayers<T, V> layers(p, x);
#pragma unroll
    for (int v = 0; v < V; ++v) {
      of_e[v] = layers.in_e[v] ? layers.e[v] : Stretch<T>{};
      of_h[v] = layers.in_h[v] ? layers.h[v] : Stretch<T>{};
      in_h[v] = layers.in_h[v];
      lane_in = lane_in || layers.in_e[v] || layers.in_h[v];
    }
#pragma unroll
    for (int r = 0; r < R; ++r) {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const bool row_there = y + r < p.ny;
        psi_xh[r][v] = row_there && layers.in_h[v] ? *layers.psi_h(p.from, v, y + r) : T(0);
        psi_xe[r][v] = row_there && layers.in_e[v] ? *layers.psi_e(p.from, v, y + r) : T(0);
      }
    }
  }
  const auto read_row = [&](T(&to)[V], const T* from, bool ok) {
#pragma unroll
    for (int v = 0; v < V; ++v) to[v] = 0;
    read(to, from, ok);
  };
  bool varies = false, loses = false;
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const bool ok = there && y + r < p.ny;
    const std::ptrdiff_t here = at + r * p.pitch;
    read_row(e[r], p.from.ez + here, ok);
    read_row(hx[r], p.from.hx + here, ok);
    read_row(hy[r], p.from.hy + here, ok);
    if constexpr (Y) {
      const T *h = streamed::psi_row(p, p.from.psi_h, y + r, false),
              *q = streamed::psi_row(p, p.from.psi_e, y + r, true);
      read_row(psi_yh[r], h + x, h && there);
      read_row(psi_ye[r], q + x, q && there);
    }
    Column ca, cb;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const bool node = y + r < p.ny && x + v < p.nx;
      const Pair<T> c = node ? p.palette[p.entry[here + v]] : Pair<T>{0, 0};
      ca.v[v] = c.a, cb.v[v] = c.b;
      // A perfect conductor stays 0 with ca = 1 as well.
      if (c.a != 1 && (c.b != 0 || e[r][v] != 0)) loses = true;
    }
    s.ca[warp * R + r][lane] = ca;
    s.cb[warp * R + r][lane] = cb;
#pragma unroll
    for (int v = 0; v < V; ++v) varies = varies || cb.v[v] != s.cb[warp * R][lane].v[v];
  }
#pragma unroll
  for (int v = 0; v < V; ++v) hx_below[v] = psi_below[v] = 0;
  read(hx_below, p.from.hx + at - p.pitch, there && y > 0 && y <= p.ny);
  if constexpr (Y) {
    const T* h = streamed::psi_row(p, p.from.psi_h, y - 1, false);
    read(psi_below, h + x, h && there);
  }
  const bool any_varies = __any_sync(all_lanes, varies), any_loses = __any_sync(all_lanes, loses);
  bool layered = false;
  if constexpr (Y) {
    for (int j = y - 1; j < y + R; ++j) layered = layered || in_rows(j);
    layered = __any_sync(all_lanes, layered);
  }

  // ---- operations that are due
  const int due_count = block.due_count;
  for (int k = thread; k < due_count; k += threads) {
    const Due d = run.due[block.due + k];
    DueHere here;
    here.x0 = d.x0, here.x1 = d.x1, here.row = d.y - block.y;
    if (d.kind == streamed::Due::probe)
      here.of_kind = d.index;
    else
      here.of_kind = d.kind == streamed::Due::soft ? source_soft : source_hard;
    s.due[k] = here;
  }
  const auto set_amounts = [&](int first) {
    for (int k = thread; k < due_count * most_period; k += threads) {
      const int of = k / most_period, step = k % most_period;
      const Due d = run.due[block.due + of];
      if (step >= run.period || first + step >= run.steps || d.kind == streamed::Due::probe) continue;
      const double signal = p.signals[std::ptrdiff_t{first + step} * p.signal_count + d.index];
      s.amount[of][step] = d.kind == streamed::Due::soft ? soft_source(T(0), d.weight, signal) : hard_source<T>(signal);
    }
  };
  set_amounts(0);
  for (int k = thread; k < 2 * (warps + 2) * 32; k += threads) {
    (&s.first[0][0][0])[k] = Column{};
    (&s.last[0][0][0])[k] = Column{};
  }
  __syncthreads();
  int due0 = 0, due1 = 0;  // range of this warp
  for (int k = 0; k < due_count; ++k) {
    if (s.due[k].row < warp * R) due0 = k + 1;
    if (s.due[k].row < (warp + 1) * R) due1 = k + 1;
  }
  due0 = __shfl_sync(all_lanes, due0, 0), due1 = __shfl_sync(all_lanes, due1, 0);

  int shown = 0;
  const auto show = [&] {
    Column low, high;
#pragma unroll
    for (int v = 0; v < V; ++v) low.v[v] = e[0][v], high.v[v] = e[R - 1][v];
    s.first[shown][warp + 1][lane] = low;
    s.last[shown][warp + 1][lane] = high;
  };
  Meeting meeting(&s.meeting);
  if (thread == 0) meeting.init();
  __syncthreads();
  show();
  meeting.arrive();

  // ---- a step
  // First updates the H that Ez of this warp needs, then the rest.
  const auto advance_h = [&](auto some_layered) {
    constexpr bool L = decltype(some_layered)::value != 0;
    const RowLayer<T>* const rows_h = s.row_h + warp * R;
#pragma unroll
    for (int r = 0; r < R; ++r) {
      if (r + 1 < R) advance_hx<L>(hx[r], psi_yh[Y ? r : 0], e[r], e[r + 1 < R ? r + 1 : r], dbx, rows_h + r + 1);
      T right = of_next_lane(e[r][0]);
      if constexpr (X) {
        if (lane == 31) right = 0;
      }
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const T beside = v + 1 < V ? e[r][v + 1 < V ? v + 1 : v] : right;
        T h = update_hy(hy[r][v], T(1), dby, e[r][v], beside);
        if constexpr (X) {
          const T d = stretch(beside - e[r][v], of_h[v], psi_xh[r][v]);
          if (in_h[v]) h = update_hy_layer(hy[r][v], T(1), dby, d);
        }
        hy[r][v] = h;
      }
    }
    meeting.wait();
    const Column below = s.last[shown][warp][lane], above = s.first[shown][warp + 2][lane];
    advance_hx<L>(hx_below, psi_below, below.v, e[0], dbx, rows_h);
    if constexpr (L) {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (y == 0) hx_below[v] = 0;
    }
    advance_hx<L>(hx[R - 1], psi_yh[Y ? R - 1 : 0], e[R - 1], above.v, dbx, rows_h + R);
  };
  // media = 0: one cb in each column and no losses. 1: no losses. 2: any media.
  const auto advance_e = [&](auto media, auto some_layered) {
    constexpr int M = decltype(media)::value;
    constexpr bool L = decltype(some_layered)::value != 0;
    Column cb = s.cb[warp * R][lane];
    const auto advance_row = [&](int r) {
      if constexpr (M != 0) cb = s.cb[warp * R + r][lane];
      [[maybe_unused]] Column ca;
      if constexpr (M == 2) ca = s.ca[warp * R + r][lane];
      [[maybe_unused]] RowLayer<T> layer;
      if constexpr (L) layer = s.row_e[warp * R + r];
      T left = of_lane_before(hy[r][V - 1]);
      if constexpr (X) {
        if (lane == 0) left = 0;
      }
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const T under = r > 0 ? hx[r > 0 ? r - 1 : 0][v] : hx_below[v];
        T g = hy[r][v] - (v > 0 ? hy[r][v > 0 ? v - 1 : 0] : left);
        if constexpr (X) g = stretch(g, of_e[v], psi_xe[r][v]);  // outside layers this returns g
        const T a = M == 2 ? ca.v[v] : T(1);
        T next = update_ez_x_layer(e[r][v], a, cb.v[v], g, hx[r][v], under);
        if constexpr (L) {
          const T d = stretch(hx[r][v] - under, {layer.k, layer.b, layer.c}, psi_ye[r][v]);
          if (layer.in != 0) next = update_ez_layer(e[r][v], a, cb.v[v], g, d);
        }
        e[r][v] = next;
      }
    };
    advance_row(0);
    advance_row(R - 1);
    if (due0 == due1) {
      show();
      meeting.arrive();
    }
#pragma unroll
    for (int r = 1; r < R - 1; ++r) advance_row(r);
  };
  const auto make_step = [&] {
    if constexpr (Y) {
      if (layered) {
        advance_h(Constant<1>{});
        shown ^= 1;
        if (any_varies || any_loses) {
          advance_e(Constant<2>{}, Constant<1>{});
        } else {
          advance_e(Constant<0>{}, Constant<1>{});
        }
        return;
      }
    }
    advance_h(Constant<0>{});
    shown ^= 1;
    if (any_loses || ((X || Y) && any_varies)) {
      advance_e(Constant<2>{}, Constant<0>{});
    } else if (!(X || Y) && any_varies) {
      if constexpr (!(X || Y)) advance_e(Constant<1>{}, Constant<0>{});
    } else {
      advance_e(Constant<0>{}, Constant<0>{});
    }
  };
  const auto apply_due = [&](int n, int of_period) {
    for (int k = due0; k < due1; ++k) {
      const DueHere d = s.due[k];
      const T amount = s.amount[k][of_period];
      const int from = d.x0 - x, to = d.x1 - x;
      const auto in_row = [&](auto row) {
        constexpr int r = decltype(row)::value;
        if constexpr (r < R) {
          if (d.of_kind < 0) {
#pragma unroll
            for (int v = 0; v < V; ++v) {
              const T next = (d.of_kind == source_soft ? e[r][v] : T(0)) + amount;
              e[r][v] = (v >= from) & (v < to) ? next : e[r][v];
            }
          } else {
            T value = e[r][0];
#pragma unroll
            for (int v = 1; v < V; ++v) value = v == from ? e[r][v] : value;
            if (static_cast<unsigned>(from) < unsigned{V})
              p.probes[std::ptrdiff_t{n} * p.probe_count + d.of_kind] = static_cast<double>(value);
          }
        }
      };
      static_assert(R <= 14);
      switch (d.row - warp * R) {
        case 0:
          in_row(Constant<0>{});
          break;
        case 1:
          in_row(Constant<1>{});
          break;
        case 2:
          in_row(Constant<2>{});
          break;
        case 3:
          in_row(Constant<3>{});
          break;
        case 4:
          in_row(Constant<4>{});
          break;
        case 5:
          in_row(Constant<5>{});
          break;
        case 6:
          in_row(Constant<6>{});
          break;
        case 7:
          in_row(Constant<7>{});
          break;
        case 8:
          in_row(Constant<8>{});
          break;
        case 9:
          in_row(Constant<9>{});
          break;
        case 10:
          in_row(Constant<10>{});
          break;
        case 11:
          in_row(Constant<11>{});
          break;
        case 12:
          in_row(Constant<12>{});
          break;
        default:
          in_row(Constant<13>{});
      }
    }
  };

  // ---- between blocks
  const int period = run.period, steps = run.steps;
  // These conditions do not use short-circuit operators. A branch between two reads would make the later one wait.
  const bool own_lane = x >= block.own_x0 && x < block.own_x1;
  const bool edge_lane = x < block.own_x0 + period || x >= block.own_x1 - period;
  const unsigned own_rows = static_cast<unsigned>(block.own_y1 - block.own_y0);
  const auto is_own = [&](int j) { return own_lane & (static_cast<unsigned>(j - block.own_y0) < own_rows); };
  const auto is_edge = [&](int j) { return edge_lane | (j < block.own_y0 + period) | (j >= block.own_y1 - period); };
  const auto is_others = [&](int j) { return there & (j < p.ny) & !is_own(j); };
  const unsigned* const neighbour =
      thread < block.neighbours ? run.flags + of_run.neighbour[thread] * flag_stride : nullptr;
  unsigned exchanges = run.epoch;
  const auto meet = [&] {
    ++exchanges;
    __syncthreads();
    if (thread == 0) raise(run.flags + blockIdx.x * flag_stride, exchanges);
    if (neighbour)
      while (static_cast<int>(look_at(neighbour) - exchanges) < 0) {
      }
    __syncthreads();
  };
  // Writes the nodes that other blocks need, or reads those that they own.
  const auto exchange = [&](bool out, int turn) {
    T* q = run.exchange + std::ptrdiff_t{turn * exchanged} * run.nodes + at;
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const int j = y + r;
      const bool ok = out ? is_own(j) & is_edge(j) : is_others(j);
      const auto move = [&](T(&values)[V], int array, bool also) {
        if (out)
          write(q + array * run.nodes, values, ok & also);
        else
          read(values, q + array * run.nodes, ok & also);
      };
      move(e[r], 0, true);
      move(hx[r], 1, true);
      move(hy[r], 2, true);
      if constexpr (X) {
        move(psi_xh[r], 3, lane_in);
        move(psi_xe[r], 4, lane_in);
      }
      if constexpr (Y) {
        move(psi_yh[r], 5, in_rows(j));
        move(psi_ye[r], 6, in_rows(j));
      }
      q += p.pitch;
    }
  };

  // ---- the slice
  for (int done = 0, turn = 0;; turn ^= 1) {
    const int end = min(done + period, steps);
    for (int of_period = 0; done < end; ++done, ++of_period) {
      make_step();
      if (due0 != due1) {
        apply_due(done, of_period);
        show();
        meeting.arrive();
      }
    }
    if (done == steps) break;
    exchange(true, turn);
    meet();
    meeting.wait();
    {
      const T* q = run.exchange + std::ptrdiff_t{turn * exchanged} * run.nodes + at - p.pitch;
      const bool other = is_others(y - 1) & (y > 0);
      read(hx_below, q + run.nodes, other);
      if constexpr (Y) read(psi_below, q + 5 * run.nodes, other & in_rows(y - 1));
    }
    exchange(false, turn);
    set_amounts(done);
    show();
    meeting.arrive();
  }

  // ---- write the field, after all neighbours have read their nodes
  if (exchanges == run.epoch) meet();
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const bool own = is_own(y + r);
    const std::ptrdiff_t here = at + r * p.pitch;
    write(p.to.ez + here, e[r], own);
    write(p.to.hx + here, hx[r], own);
    write(p.to.hy + here, hy[r], own);
    if constexpr (Y) {
      T *h = streamed::psi_row(p, p.to.psi_h, y + r, false), *q = streamed::psi_row(p, p.to.psi_e, y + r, true);
      write(h + x, psi_yh[r], h && own);
      write(q + x, psi_ye[r], q && own);
    }
  }
  if constexpr (X) {
    const LaneLayers<T, V> layers(p, x);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const bool own = is_own(y + r);
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if (own && layers.in_h[v]) *layers.psi_h(p.to, v, y + r) = psi_xh[r][v];
        if (own && layers.in_e[v]) *layers.psi_e(p.to, v, y + r) = psi_xe[r][v];
      }
    }
  }
}

template <class T, int Shape>
__global__ void __launch_bounds__(32 * warps, 1) resident_kernel(const Run<T> run) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared<T, Shape>*>(memory);
  const Block& block = run.blocks[blockIdx.x];
  switch (block.kind) {
    case inner:
      return hold<T, Shape, inner>(run, block, shared);
    case layer_x:
      return hold<T, Shape, layer_x>(run, block, shared);
    case layer_y:
      return hold<T, Shape, layer_y>(run, block, shared);
    default:
      return hold<T, Shape, layer_x | layer_y>(run, block, shared);
  }
}

template <class T, int Shape>
void KernelOf<T, Shape>::launch(const Run<T>& run, int blocks, cudaStream_t stream) {
  launch_cooperative(resident_kernel<T, Shape>, static_cast<unsigned>(blocks), 32 * warps, sizeof(Shared<T, Shape>),
                     stream, run);
}
template <class T, int Shape>
int KernelOf<T, Shape>::most_blocks() {
  int device = 0, can = 0, each = 0;
  EZ_CUDA(cudaGetDevice(&device));
  EZ_CUDA(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device));
  constexpr int bytes = static_cast<int>(sizeof(Shared<T, Shape>));
  if (!can || cudaFuncSetAttribute(resident_kernel<T, Shape>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) !=
                  cudaSuccess) {
    cudaGetLastError();  // this card has fewer resources: not an error, but CUDA records it as one
    return 0;
  }
  EZ_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, resident_kernel<T, Shape>, 32 * warps, bytes));
  return std::min(each, 1) * multiprocessors();
}

}  // namespace ez::cuda::resident
