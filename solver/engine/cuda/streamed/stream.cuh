// One pass: L steps in one pass over memory.
//
// A warp streams upwards through the rows of its tile. Row r arrives at level 0, which can then finish row r − 1: its
// new Hx needs Ez of row r, and its new Ez needs that Hx. The finished row moves on to level 1, which finishes row r −
// 2 of the next step, and so on. Row r − L leaves the last level with L steps made and is stored into the other set of
// arrays. So each level holds one waiting row in registers, in a form that contains everything that does not depend on
// the next row:
//
//   X = dbx·Ez + Hx           Hx′ = X − dbx·Ez(j + 1)
//   P = ca·Ez + cb·(ΔHy′ + Hx′(j − 1))       Ez′ = P − cb·Hx′
//   H = Hy′
//
// Neighbours along x are in the next lane. At the outer columns and the first rows of a tile, one more column and row
// become invalid with every level; that is the overlap. A boundary needs no overlap: Ez on the boundary is 0 whatever
// its neighbours are, and everything beyond it is 0.
//
// Rows are copied by cp.async into a ring in shared memory. Each lane reads only data that it copied itself, so no
// barrier is needed.
#pragma once

#include <type_traits>

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/engine/cuda/streamed/ptx.cuh"
#include "solver/engine/cuda/streamed/terms.cuh"
#include "solver/physics/cpml.h"
#include "solver/physics/yee.h"

namespace ez::cuda::streamed {

constexpr int ring_rows = 4;          // all but one of them are being copied
constexpr int palette_entries = 256;  // in shared memory

// A row of the ring: words of 32 lanes with the fields, ψ along x, ψ along y, and the indices, also of Hx and Hy; then
// the values of terms in step and of sheets.
template <class T, int L, int V, bool Indexed, bool Points, bool X, bool Y, bool Magnetic = false>
struct Ring {
  static constexpr int arrays = 3 + 2 * X + 2 * Y;
  static constexpr int psi_x = 3, psi_y = 3 + 2 * X;  // indices of the arrays of ψ
  static constexpr int array_bytes = 32 * V * static_cast<int>(sizeof(T));
  static constexpr int indices = arrays * array_bytes, magnetic = indices + 128;           // byte offsets
  static constexpr int magnetic_bytes = 32 * V * static_cast<int>(sizeof(std::uint16_t));  // of one array
  static constexpr int values = indices + (Indexed ? 128 : 0) + (Magnetic ? 2 * magnetic_bytes : 0);
  static constexpr int values_bytes = Points ? L * static_cast<int>(sizeof(Step<T>)) : 0;
  static constexpr int sheets = values + values_bytes;  // of Ez, of Hx
  static constexpr int row_bytes = sheets + (Points ? 2 * array_bytes : 0);
  static constexpr int bytes = ring_rows * row_bytes;
};

template <class T, int L, Class Kind>
using RingOf = Ring<T, L, lane_columns<T>(Kind, L), media_of(Kind) == Media::any, has_terms(Kind), in_layer_x(Kind),
                    in_layer_y(Kind), Kind == Class::magnetic>;

// The columns of one lane in the layers along x.
template <class T, int V>
struct LaneLayers {
  Stretch<T> e[V], h[V];
  bool low[V], in_e[V], in_h[V];
  int at_e[V], at_h[V], depth[V];  // position of ψ in row 0, and distance between rows

  __device__ __forceinline__ LaneLayers(const Pass<T>& p, int x) {
    const Layers<T>& of = p.layers;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const int i = x + v;
      low[v] = i < of.x_low;
      in_e[v] = i < p.nx && (low[v] || i > p.nx - 1 - of.x_high);
      in_h[v] = i < p.nx - 1 && (low[v] || i >= p.nx - 1 - of.x_high);
      if (in_e[v]) e[v] = of.e[i];
      if (in_h[v]) h[v] = of.h[i];
      depth[v] = low[v] ? of.x_low : of.x_high;
      at_e[v] = low[v] ? i : i - (p.nx - of.x_high);
      at_h[v] = low[v] ? i : i - (p.nx - 1 - of.x_high);
    }
  }
  // Return the address of ψ of column v in a row; the column must be in a layer.
  __device__ __forceinline__ T* psi_e(const FieldView<T>& f, int v, int row) const {
    return (low[v] ? f.psi_e[0] : f.psi_e[1]) + (row * depth[v] + at_e[v]);
  }
  __device__ __forceinline__ T* psi_h(const FieldView<T>& f, int v, int row) const {
    return (low[v] ? f.psi_h[0] : f.psi_h[1]) + (row * depth[v] + at_h[v]);
  }
};

// Returns the row of ψ along y; nullptr if the row is in no layer.
template <class T>
__device__ __forceinline__ T* psi_row(const Pass<T>& p, T* const (&of)[4], int row, bool of_e) {
  if (row < 0) return nullptr;
  if (row < p.layers.y_low) return of[2] + row * p.pitch;
  const int begin = p.ny - (of_e ? 0 : 1) - p.layers.y_high;
  return row >= begin && row < p.ny - (of_e ? 0 : 1) ? of[3] + (row - begin) * p.pitch : nullptr;
}

// Converts two or four indices of 16 bits, none above 255, to bytes.
template <int V>
__device__ __forceinline__ std::uint32_t as_bytes(const unsigned char* from) {
  if constexpr (V == 4) {
    const uint2 pairs = *reinterpret_cast<const uint2*>(from);
    return __byte_perm(pairs.x, pairs.y, 0x6420);
  } else {
    return __byte_perm(*reinterpret_cast<const unsigned*>(from), 0, 0x4420);
  }
}

template <class T, int L, Class Kind>
__device__ __forceinline__ void stream(const Pass<T>& p, const Tile<T>* tile, const Pair<T>* palette,
                                       const unsigned char* zeros, unsigned char* ring) {
  constexpr int V = lane_columns<T>(Kind, L);
  constexpr Media M = media_of(Kind);
  constexpr bool indexed = M == Media::any, Points = has_terms(Kind), X = in_layer_x(Kind), Y = in_layer_y(Kind),
                 Magnetic = Kind == Class::magnetic;
  using R = RingOf<T, L, Kind>;
  using Column = Columns<T, V>;
  constexpr int array = R::array_bytes, width = V * static_cast<int>(sizeof(T));

  const int lane = own_lane(), x = tile->x + lane * V;
  const int row0 = agreed(tile->row0), row1 = agreed(tile->row1), own_y0 = agreed(tile->own_y0);
  // Values that every row needs. All others are read from the tile when a row needs them, because registers are scarce.
  [[maybe_unused]] const int due_low = Points ? agreed(tile->due_low) : 0,
                             stepping = Points ? agreed(tile->stepping) : 0;
  [[maybe_unused]] const Step<T>* const tile_steps =
      reinterpret_cast<const Step<T>*>(p.values + (Points ? agreed(tile->values) : 0));
  const unsigned own_rows = static_cast<unsigned>(tile->own_y1 - own_y0);
  const bool there = x<p.pitch, mine = x + V> tile->own_x0 && x < tile->own_x1;
  [[maybe_unused]] const T dbx = p.dbx, dby = p.dby, ca_one = tile->ca, cb_one = tile->cb;
  [[maybe_unused]] const LaneLayers<T, X ? V : 1> layers(p, X ? x : p.nx);
  // Sets Ez on the boundary behind a layer to 0 if no palette does so.
  constexpr bool x_walls = X && M == Media::one_lossless, y_walls = Y && M == Media::one_lossless;
  [[maybe_unused]] bool at_wall[V];
  if constexpr (x_walls) {
#pragma unroll
    for (int v = 0; v < V; ++v) at_wall[v] = x + v == 0 || x + v >= p.nx - 1;
  }

  // The waiting rows.
  T px[L][V], pe[L][V], wy[L][V];                                // X, P, H of the equations above
  [[maybe_unused]] std::uint32_t word[M == Media::any ? L : 1];  // indices of the waiting row
  [[maybe_unused]] std::uint32_t word_hx[Magnetic ? L : 1], word_hy[Magnetic ? L : 1];
  [[maybe_unused]] T psi_xh[X ? L : 1][V], psi_xe[X ? L : 1][V];  // ψ along x of the waiting row, already advanced
  [[maybe_unused]] T we[Y ? L : 1][V], below[Y ? L : 1][V], psi_yh[Y ? L : 1][V],
      psi_ye[Y ? L : 1][V];  // px: Hx, pe: ΔHy, we: Ez
#pragma unroll
  for (int t = 0; t < L; ++t) {
    if constexpr (M == Media::any) word[t] = 0;
    if constexpr (Magnetic) word_hx[t] = word_hy[t] = 0;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      px[t][v] = pe[t][v] = wy[t][v] = 0;
      if constexpr (X) psi_xh[t][v] = psi_xe[t][v] = 0;
      if constexpr (Y) we[t][v] = below[t][v] = psi_yh[t][v] = psi_ye[t][v] = 0;
    }
  }

  if constexpr (Points)
    if (agreed(tile->making) > 0) {
      if constexpr (has_calls<L>)
        call_make_values<T, L>(p.signals, p.signal_count, p.amount, p.in_step, tile, p.values);
      else
        make_values<T, L>(p.signals, p.signal_count, p.amount, p.in_step, tile, p.values);
    }

  // ---- the ring
  [[maybe_unused]] const unsigned slots = shared_address(ring), table = shared_address(palette);
  std::ptrdiff_t in = row0 * p.pitch + x, out = (row0 - L) * p.pitch + x;
  int coming = row0, fill = 0, drain = 0;
  const auto fetch = [&] {
    const bool ok = there && static_cast<unsigned>(coming) < static_cast<unsigned>(p.ny);
    const std::ptrdiff_t at = ok ? in : 0;
    const unsigned to = slots + fill + lane * width;
    copy_async<width>(to, p.from.ez + at, ok);
    copy_async<width>(to + array, p.from.hx + at, ok);
    copy_async<width>(to + 2 * array, p.from.hy + at, ok);
    if constexpr (X) {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const bool h = ok && layers.in_h[v], e = ok && layers.in_e[v];
        constexpr int one = static_cast<int>(sizeof(T));
        copy_async<one>(to + R::psi_x * array + v * one, h ? layers.psi_h(p.from, v, coming) : p.from.ez, h);
        copy_async<one>(to + (R::psi_x + 1) * array + v * one, e ? layers.psi_e(p.from, v, coming) : p.from.ez, e);
      }
    }
    if constexpr (Y) {
      const T *h = psi_row(p, p.from.psi_h, coming, false), *e = psi_row(p, p.from.psi_e, coming, true);
      copy_async<width>(to + R::psi_y * array, h && there ? h + x : p.from.ez, h && there);
      copy_async<width>(to + (R::psi_y + 1) * array, e && there ? e + x : p.from.ez, e && there);
    }
    if constexpr (indexed) copy_async<4>(slots + fill + R::indices + lane * 4, p.entry + (at & ~std::ptrdiff_t{3}), ok);
    if constexpr (Magnetic) {
      constexpr int bytes = 2 * V;
      copy_async<bytes>(slots + fill + R::magnetic + lane * bytes, p.hx_entry + at, ok);
      copy_async<bytes>(slots + fill + R::magnetic + R::magnetic_bytes + lane * bytes, p.hy_entry + at, ok);
    }
    end_of_copies();
    in += p.pitch;
    ++coming;
    fill = fill == (ring_rows - 1) * R::row_bytes ? 0 : fill + R::row_bytes;
  };
  // Called before the row's own work, because a branch within that work would interrupt the compiler's interleaving.
  [[maybe_unused]] const auto fetch_steps = [&] {
    const int t = min(lane, L - 1), at = coming - t - due_low;
    const bool ok = at >= 0 && at < stepping;
    __syncwarp();  // all lanes have read the old contents
    copy_async_where(lane < L, slots + fill + R::values + lane * 16, tile_steps + (ok ? t * stepping + at : 0), ok);
  };
  [[maybe_unused]] const auto fetch_sheets = [&](const Sheet& e, const Sheet& h) {
    const auto fetch_one = [&](const Sheet& sheet, int to) {
      const int level = agreed(coming - sheet.row);
      if (static_cast<unsigned>(level) < L)
        copy_async<width>(slots + fill + to + lane * width, p.values + sheet.values + (level * 32 + lane) * V, true);
    };
    fetch_one(e, R::sheets);
    fetch_one(h, R::sheets + array);
  };
#pragma unroll(Points ? 1 : ring_rows - 1)
  for (int k = 0; k < ring_rows - 1; ++k) {
    if constexpr (Points) {
      if (stepping > 0) fetch_steps();
      fetch_sheets(tile->sheet_e, tile->sheet_h);
    }
    fetch();
  }

  // Index of the palettes: that of Ez, then those of Hx and Hy.
  enum Of : unsigned { of_e, of_hx, of_hy };
  [[maybe_unused]] const auto entry_of = [&](std::uint32_t w, int v, Of of) {
    return table + (of * palette_entries + (w >> (8 * v) & 255U)) * unsigned{sizeof(Pair<T>)};
  };
  [[maybe_unused]] const auto both_of = [&](std::uint32_t w, int v, Of of = of_e) {
    return shared_pair<T>(entry_of(w, v, of));
  };
  [[maybe_unused]] const auto b_of = [&](std::uint32_t w, int v, Of of = of_e) {
    return shared_value<T>(entry_of(w, v, of) + unsigned{sizeof(T)});
  };

  // ---- row r arrives and passes through all levels
  // Kinds of rows by due operations: none, terms in step, sheets, both, also probes, also layers of terms. Tiles of one
  // medium have no layers of terms.
  enum { nothing, steps, sheets, both, most, all };
  constexpr auto asks_steps = [](int what) { return what != nothing && what != sheets; };
  constexpr auto asks_sheets = [](int what) { return what >= sheets; };
  [[maybe_unused]] constexpr int widest = indexed ? all : most;
  // Sheets have their own code if a plane wave's box passes through many tiles. With more code, all rows of a class
  // would be slower.
  [[maybe_unused]] constexpr bool apart = !indexed;
  [[maybe_unused]] constexpr int both_or_most = apart ? both : most, sheets_or_most = apart ? sheets : most;
  [[maybe_unused]] constexpr bool calls = has_calls<L> && !X && !Y;
  // Values that rows of a run share. in_step_e and in_step_h are 1 in the columns of terms in step, so that each level
  // multiplies instead of comparing. The sheets have the rows of each sheet.
  struct RunValues {
    Column in_step_e, in_step_h;
    Sheet sheet_e, sheet_h;
  };
  const auto row = [&](int r, auto what, [[maybe_unused]] const RunValues& run) {
    constexpr int due_there = decltype(what)::value;
    constexpr bool is_due = due_there != nothing, has_layers = due_there == all, has_probes = due_there >= most,
                   has_sheets = asks_sheets(due_there), has_steps = asks_steps(due_there);
    wait_for_copies<ring_rows - 2>();
    if constexpr (is_due) __syncwarp();  // the values come from other lanes
    const unsigned char* const slot = ring + drain;
    const auto taken = [&](int k) { return reinterpret_cast<const Column*>(slot + k * array)[lane]; };
    Column e = taken(0), hx = taken(1), hy = taken(2);
    [[maybe_unused]] Column xh{}, xe{}, yh{}, ye{};  // ψ as read
    if constexpr (X) xh = taken(R::psi_x), xe = taken(R::psi_x + 1);
    if constexpr (Y) yh = taken(R::psi_y), ye = taken(R::psi_y + 1);
    [[maybe_unused]] std::uint32_t w = 0;
    if constexpr (indexed) {
      w = reinterpret_cast<const std::uint32_t*>(slot + R::indices)[lane];
      if constexpr (V < 4) w >>= 8 * (x & 3);
    }
    [[maybe_unused]] std::uint32_t w_hx = 0, w_hy = 0;
    if constexpr (Magnetic) {
      w_hx = as_bytes<V>(slot + R::magnetic + lane * 2 * V);
      w_hy = as_bytes<V>(slot + R::magnetic + R::magnetic_bytes + lane * 2 * V);
    }
    // Terms in step are not copied for rows that meet none on their path through the levels.
    [[maybe_unused]] const bool stepped =
        stepping > 0 && static_cast<unsigned>(r - due_low) < static_cast<unsigned>(stepping + L);
    [[maybe_unused]] const unsigned char* const of_steps = stepped ? slot + R::values : zeros;
    // Levels at which a sheet is due, and the values if a sheet has arrived. Otherwise the ring's contents are
    // undefined.
    [[maybe_unused]] const int level_e = has_sheets ? agreed(r - run.sheet_e.row) : -1,
                               level_h = has_sheets ? agreed(r - run.sheet_h.row) : -1;
    [[maybe_unused]] Column of_sheet_e{}, of_sheet_h{};
    if constexpr (has_probes) {
      const auto sheet = [&](int level, int at) {
        return *reinterpret_cast<const Column*>(static_cast<unsigned>(level) < L ? slot + at + lane * width : zeros);
      };
      of_sheet_e = sheet(level_e, R::sheets), of_sheet_h = sheet(level_h, R::sheets + array);
    }
    [[maybe_unused]] int probe_low = 0, probe_high = 0, due_row = 0, odd_low = 0, odd_high = 0;
    if constexpr (has_probes) {
      probe_low = agreed(tile->probe_low), probe_high = agreed(tile->probe_high);
      due_row = agreed(tile->due) - due_low;
    }
    if constexpr (has_layers) odd_low = agreed(tile->odd_low), odd_high = agreed(tile->odd_high);
    drain = drain == (ring_rows - 1) * R::row_bytes ? 0 : drain + R::row_bytes;
    fetch();

#pragma unroll
    for (int t = 0; t < L; ++t) {  // row r − t arrives at level t; row `left` leaves it with one more step made
      [[maybe_unused]] const int left = r - t - 1;
      // Most levels have no layers of terms. They skip the code for them, which is long.
      [[maybe_unused]] const bool odd = has_layers && r - t >= odd_low && r - t <= odd_high;
      [[maybe_unused]] Step<T> step{};
      if constexpr (has_steps) step = reinterpret_cast<const Step<T>*>(of_steps)[t];
      [[maybe_unused]] DueRow due;
      if constexpr (has_layers && !calls)
        if (odd) due = p.due_row[due_row + r - t];
      [[maybe_unused]] const auto apply = [&](auto of, Column& c) {
        constexpr int on = decltype(of)::value;
        // Only one level of the rows has the sheet, so the others skip the code by a branch. In code that already has
        // many branches, a factor is used.
        if constexpr (has_probes && on != DueRow::hy) {
          const T there = (on == DueRow::ez ? level_e : level_h) == t ? T(1) : T(0);
#pragma unroll
          for (int v = 0; v < V; ++v) c.v[v] = fused(-there, (on == DueRow::ez ? of_sheet_e : of_sheet_h).v[v], c.v[v]);
        } else if constexpr (has_sheets && on != DueRow::hy) {
          if ((on == DueRow::ez ? level_e : level_h) == t) {
            const auto* a = reinterpret_cast<const volatile Column*>(slot + R::sheets + (on == DueRow::ez ? 0 : array));
#pragma unroll
            for (int v = 0; v < V; ++v) c.v[v] -= a[lane].v[v];
          }
        }
        // Multiplies by 0 or 1 instead of branching: c − 0·a is c.
        if constexpr (has_steps && on != DueRow::hx) {
#pragma unroll
          for (int v = 0; v < V; ++v)
            c.v[v] = fused(on == DueRow::ez ? -run.in_step_e.v[v] : -run.in_step_h.v[v],
                           on == DueRow::ez ? step.e : step.h, c.v[v]);
        }
        if constexpr (has_layers)
          if (odd) {
            if constexpr (calls)
              c = call_layers<T, L, V>(c, p.values, p.due_row, due_row + r - t, on, t);
            else
              apply_layers<T, L, V>(p.values, p.due_row, due, on, t, lane, c);
          }
      };
      [[maybe_unused]] Column e_out, hy_out, xh_out{}, xe_out{}, yh_out{}, ye_out{};
      const T e_next = __shfl_down_sync(all_lanes, e.v[0], 1);
      [[maybe_unused]] RowLayer<T> row_h, row_e;  // of the row that leaves
      if constexpr (Y) row_h = p.row_h[left], row_e = p.row_e[left];
      // Finishes the waiting row: first its Hx,
      Column h_new;
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if constexpr (Y) {
          // Computes both variants and selects by row. A branch would prevent the columns from being processed
          // together.
          yh_out.v[v] = psi_yh[t][v];
          const T h_layer = update_hx_layer(px[t][v], T(1), dbx,
                                            stretch(e.v[v] - we[t][v], {row_h.k, row_h.b, row_h.c}, yh_out.v[v]));
          h_new.v[v] = row_h.in != 0 ? h_layer : update_hx(px[t][v], T(1), dbx, we[t][v], e.v[v]);
        } else {
          h_new.v[v] = fused(Magnetic ? -b_of(word_hx[t], v, of_hx) : -dbx, e.v[v], px[t][v]);
        }
      }
      apply(std::integral_constant<int, DueRow::hx>(), h_new);
      // then its Ez.
#pragma unroll
      for (int v = 0; v < V; ++v) {
        [[maybe_unused]] T ca = 1, c = cb_one;
        if constexpr (M == Media::any) {
          if constexpr (Y) {
            const Pair<T> k = both_of(word[t], v);
            ca = k.a, c = k.b;
          } else {
            c = b_of(word[t], v);
          }
        }
        const T h = h_new.v[v];
        if constexpr (Y) {
          ye_out.v[v] = psi_ye[t][v];
          const T o_layer = update_ez_layer(we[t][v], ca, c, pe[t][v],
                                            stretch(h - below[t][v], {row_e.k, row_e.b, row_e.c}, ye_out.v[v]));
          e_out.v[v] = row_e.in != 0 ? o_layer : update_ez_x_layer(we[t][v], ca, c, pe[t][v], h, below[t][v]);
          if constexpr (y_walls)
            if (row_e.in < 0) e_out.v[v] = 0;
          psi_yh[t][v] = yh.v[v];
          psi_ye[t][v] = ye.v[v];
          below[t][v] = left < 0 ? T(0) : h;
          we[t][v] = e.v[v];
          px[t][v] = hx.v[v];
        } else {
          e_out.v[v] = fused(-c, h, pe[t][v]);
          if constexpr (x_walls)
            if (at_wall[v]) e_out.v[v] = 0;
          if constexpr (Magnetic) {
            const Pair<T> d = both_of(w_hx, v, of_hx);
            px[t][v] = fused(d.b, e.v[v], d.a * hx.v[v]);
          } else {
            px[t][v] = fused(dbx, e.v[v], hx.v[v]);
          }
        }
        hx.v[v] = h;
      }
      // Advances Hy of the row that arrives.
      Column hy_new;
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const T right = v + 1 < V ? e.v[v + 1 < V ? v + 1 : v] : e_next;
        [[maybe_unused]] Pair<T> d{1, dby};
        if constexpr (Magnetic) d = both_of(w_hy, v, of_hy);
        T h = update_hy(hy.v[v], d.a, d.b, e.v[v], right);
        if constexpr (X) {
          T psi = xh.v[v];
          const T in_layer = update_hy_layer(hy.v[v], T(1), dby, stretch(right - e.v[v], layers.h[v], psi));
          if (layers.in_h[v]) h = in_layer;
          xh_out.v[v] = psi_xh[t][v];
          psi_xh[t][v] = psi;
        }
        hy_out.v[v] = wy[t][v];
        hy_new.v[v] = h;
      }
      apply(std::integral_constant<int, DueRow::hy>(), hy_new);
#pragma unroll
      for (int v = 0; v < V; ++v) wy[t][v] = hy_new.v[v];
      // Computes the known part of its new Ez.
      T hy_before = __shfl_up_sync(all_lanes, wy[t][V - 1], 1);
      if constexpr (X)
        if (x == 0) hy_before = 0;
#pragma unroll
      for (int v = 0; v < V; ++v) {
        T g = wy[t][v] - (v > 0 ? wy[t][v > 0 ? v - 1 : 0] : hy_before);
        if constexpr (X) {
          T psi = xe.v[v];
          const T in_layer = stretch(g, layers.e[v], psi);
          if (layers.in_e[v]) g = in_layer;
          xe_out.v[v] = psi_xe[t][v];
          psi_xe[t][v] = psi;
        }
        if constexpr (Y) {
          pe[t][v] = g;
        } else {
          g = g + h_new.v[v];
          if constexpr (M == Media::any) {
            const Pair<T> c = both_of(w, v);
            pe[t][v] = fused(c.b, g, c.a * e.v[v]);
          } else if constexpr (M == Media::one) {
            pe[t][v] = fused(cb_one, g, ca_one * e.v[v]);
          } else {
            pe[t][v] = fused(cb_one, g, e.v[v]);
          }
        }
      }
      if constexpr (M == Media::any) {
        const std::uint32_t before = word[t];
        word[t] = w;
        w = before;
      }
      if constexpr (Magnetic) {
        const std::uint32_t before_hx = word_hx[t], before_hy = word_hy[t];
        word_hx[t] = w_hx, word_hy[t] = w_hy;
        w_hx = before_hx, w_hy = before_hy;
      }
      apply(std::integral_constant<int, DueRow::ez>(), e_out);
      if constexpr (has_probes)
        if (r - t >= probe_low && r - t <= probe_high)
          if (const int probe = agreed(p.due_row[due_row + r - t].probe); probe >= 0)
            record_probes<T, V>(p, probe, x, t, e_out);
      e = e_out;
      hy = hy_out;
      if constexpr (X) xh = xh_out, xe = xe_out;
      if constexpr (Y) yh = yh_out, ye = ye_out;
    }

    if (mine && static_cast<unsigned>(r - L - own_y0) < own_rows) {
      *reinterpret_cast<Column*>(p.to.ez + out) = e;
      *reinterpret_cast<Column*>(p.to.hx + out) = hx;
      *reinterpret_cast<Column*>(p.to.hy + out) = hy;
      if constexpr (X) {
#pragma unroll
        for (int v = 0; v < V; ++v) {
          if (layers.in_h[v]) *layers.psi_h(p.to, v, r - L) = xh.v[v];
          if (layers.in_e[v]) *layers.psi_e(p.to, v, r - L) = xe.v[v];
        }
      }
      if constexpr (Y) {
        if (T* h = psi_row(p, p.to.psi_h, r - L, false)) *reinterpret_cast<Column*>(h + x) = yh;
        if (T* to = psi_row(p, p.to.psi_e, r - L, true)) *reinterpret_cast<Column*>(to + x) = ye;
      }
    }
    out += p.pitch;
  };

  // Processes two rows per turn if registers allow it. The waiting Hy then alternates between two names instead of
  // being moved.
  constexpr auto rows_a_turn = [](int what) { return indexed || Y || what > steps ? 1 : 2; };
  // Processes rows up to `end`, on whose path through the levels at most these operations are due.
  const auto rows = [&](int& r, int end, auto what) {
    constexpr int due_there = decltype(what)::value, turn = rows_a_turn(due_there);
    constexpr bool has_sheets = asks_sheets(due_there), has_steps = asks_steps(due_there);
    [[maybe_unused]] RunValues run{};
    if constexpr (has_steps) {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        run.in_step_e.v[v] = tile->x_e == lane * V + v ? T(1) : T(0);
        run.in_step_h.v[v] = tile->x_h == lane * V + v ? T(1) : T(0);
      }
    }
    if constexpr (has_sheets) run.sheet_e = tile->sheet_e, run.sheet_h = tile->sheet_h;
#pragma unroll 1
    for (; r < end; r += turn) {
#pragma unroll
      for (int u = 0; u < turn; ++u) {
        if constexpr (has_steps)
          if (stepping > 0) fetch_steps();
        if constexpr (has_sheets) fetch_sheets(run.sheet_e, run.sheet_h);
        row(r + u, what, run);
      }
    }
  };
  int r = row0;
  if constexpr (!Points) {
    rows(r, row1, std::integral_constant<int, nothing>{});
  } else {
#pragma unroll 1
    while (r < row1) {
      int end = row1;
      // Returns true if rows from r on carry operations due in [low, high] through the levels, or will do so within
      // `ahead` rows. Lowers `end` to the row where this changes.
      const auto within = [&](int low, int high, int ahead) {
        const int begin = agreed(low) - ahead, after = agreed(high) + L;
        const bool in = r >= begin && r < after;
        const int change = in ? after : begin;
        if (change > r) end = min(end, change);
        return in;
      };
      constexpr int under_way = ring_rows;  // rows being copied, plus one to make the number even
      const bool stepped = stepping > 0 && within(tile->due_low, tile->due_high, under_way),
                 sheet = within(tile->sheet_low, tile->sheet_high, under_way),
                 probed = within(tile->probe_low, tile->probe_high, 0), odd = within(tile->odd_low, tile->odd_high, 0);
      if (indexed && odd)
        rows(r, end, std::integral_constant<int, widest>{});
      else if (probed || (!apart && sheet))
        rows(r, end, std::integral_constant<int, most>{});
      else if (apart && sheet && stepped)
        rows(r, end, std::integral_constant<int, both_or_most>{});
      else if (apart && sheet)
        rows(r, end, std::integral_constant<int, sheets_or_most>{});
      else if (stepped)
        rows(r, end, std::integral_constant<int, steps>{});
      else
        rows(r, end, std::integral_constant<int, nothing>{});
    }
  }
  wait_for_copies<0>();
}

}  // namespace ez::cuda::streamed
