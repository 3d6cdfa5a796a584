// Reads the field and the media of a window from memory at the start of a slice, and writes the field at its end.
#pragma once

#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"

namespace ez::cuda::resident {

// Properties of a warp's rows, equal in all lanes. They choose the shortest step that the rows allow.
struct WarpMedia {
  bool varies = false;   // cb differs between the rows of a column
  bool loses = false;    // a node has losses
  bool layered = false;  // a row, or the row below, is in a layer along y
};

// Copies the layers along y at the window's rows to shared memory.
template <int R, class T, int Shape>
__device__ __forceinline__ void load_row_layers(const Pass<T>& p, const Window& window, int thread,
                                                Shared<T, Shape>& s) {
  for (int k = thread; k <= warps * R; k += 32 * warps) {
    const int j = window.y - 1 + k;
    const bool in = j >= 0 && j < p.ny;
    s.row_h[k] = in ? p.row_h[j] : RowLayer<T>{};
    if (k > 0) s.row_e[k - 1] = in ? p.row_e[j] : RowLayer<T>{};
  }
}

// Reads the layers along x at a lane's columns, and ψ in them. Returns true if a column is in a layer.
template <class T, int Shape, int Kind>
__device__ __forceinline__ bool load_column_layers(const Pass<T>& p, const Place& place, LaneField<T, Shape, Kind>& f,
                                                   LaneStretch<T>& columns) {
  constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;
  const LaneLayers<T, V> layers(p, place.x);
  bool in_layer = false;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    columns.e[v] = layers.in_e[v] ? layers.e[v] : Stretch<T>{};
    columns.h[v] = layers.in_h[v] ? layers.h[v] : Stretch<T>{};
    columns.in_h[v] = layers.in_h[v];
    in_layer = in_layer || layers.in_e[v] || layers.in_h[v];
  }
#pragma unroll
  for (int r = 0; r < R; ++r) {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const int j = place.y + r;
      const bool row_there = j < p.ny;
      f.psi_xh[r][v] = row_there && layers.in_h[v] ? *layers.psi_h(p.from, v, j) : T(0);
      f.psi_xe[r][v] = row_there && layers.in_e[v] ? *layers.psi_e(p.from, v, j) : T(0);
    }
  }
  return in_layer;
}

// Reads a lane's values of one row. They are 0 if the row is not there.
template <class T, int V>
__device__ __forceinline__ void read_row(T (&to)[V], const T* from, bool there) {
#pragma unroll
  for (int v = 0; v < V; ++v) to[v] = 0;
  read(to, from, there);
}

// Reads the field and the media of a lane's nodes. Returns the properties of the warp's rows.
template <class T, int Shape, int Kind>
__device__ __forceinline__ WarpMedia load_rows(const Pass<T>& p, const Place& place, LaneField<T, Shape, Kind>& f,
                                               Shared<T, Shape>& s) {
  constexpr bool Y = has_layer_y<Kind>;
  constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;
  const int x = place.x, y = place.y, lane = place.lane, first = place.warp * R;
  bool varies = false, loses = false, layered = false;
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const bool ok = place.in_width && y + r < p.ny;
    const std::ptrdiff_t here = place.at + r * p.pitch;
    read_row(f.e[r], p.from.ez + here, ok);
    read_row(f.hx[r], p.from.hx + here, ok);
    read_row(f.hy[r], p.from.hy + here, ok);
    if constexpr (Y) {
      const T *h = streamed::psi_row(p, p.from.psi_h, y + r, false),
              *q = streamed::psi_row(p, p.from.psi_e, y + r, true);
      read_row(f.psi_yh[r], h + x, h && place.in_width);
      read_row(f.psi_ye[r], q + x, q && place.in_width);
    }
    Columns<T, V> ca, cb;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const bool node = y + r < p.ny && x + v < p.nx;
      const Pair<T> c = node ? p.palette[p.entry[here + v]] : Pair<T>{0, 0};
      ca.v[v] = c.a, cb.v[v] = c.b;
      // A perfect conductor stays 0 with ca = 1 as well.
      if (c.a != 1 && (c.b != 0 || f.e[r][v] != 0)) loses = true;
    }
    s.ca[first + r][lane] = ca;
    s.cb[first + r][lane] = cb;
#pragma unroll
    for (int v = 0; v < V; ++v) varies = varies || cb.v[v] != s.cb[first][lane].v[v];
  }
#pragma unroll
  for (int v = 0; v < V; ++v) f.hx_below[v] = f.psi_below[v] = 0;
  read(f.hx_below, p.from.hx + place.at - p.pitch, place.in_width && y > 0 && y <= p.ny);
  if constexpr (Y) {
    const T* h = streamed::psi_row(p, p.from.psi_h, y - 1, false);
    read(f.psi_below, h + x, h && place.in_width);
  }
  const bool any_varies = __any_sync(all_lanes, varies), any_loses = __any_sync(all_lanes, loses);
  if constexpr (Y) {
    for (int j = y - 1; j < y + R; ++j) layered = layered || is_row_in_layer(p, j);
    layered = __any_sync(all_lanes, layered);
  }
  return {any_varies, any_loses, layered};
}

// Writes the block's own nodes to memory.
template <class T, int Shape, int Kind>
__device__ __forceinline__ void store_field(const Pass<T>& p, const LaneField<T, Shape, Kind>& f,
                                            const Ownership& owner, const Place& place) {
  constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;
  const int x = place.x, y = place.y;
#pragma unroll
  for (int r = 0; r < R; ++r) {
    const bool own = owner.is_own(y + r);
    const std::ptrdiff_t here = place.at + r * p.pitch;
    write(p.to.ez + here, f.e[r], own);
    write(p.to.hx + here, f.hx[r], own);
    write(p.to.hy + here, f.hy[r], own);
    if constexpr (has_layer_y<Kind>) {
      T *h = streamed::psi_row(p, p.to.psi_h, y + r, false), *q = streamed::psi_row(p, p.to.psi_e, y + r, true);
      write(h + x, f.psi_yh[r], h && own);
      write(q + x, f.psi_ye[r], q && own);
    }
  }
  if constexpr (has_layer_x<Kind>) {
    const LaneLayers<T, V> layers(p, x);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const bool own = owner.is_own(y + r);
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if (own && layers.in_h[v]) *layers.psi_h(p.to, v, y + r) = f.psi_xh[r][v];
        if (own && layers.in_e[v]) *layers.psi_e(p.to, v, y + r) = f.psi_xe[r][v];
      }
    }
  }
}

}  // namespace ez::cuda::resident
