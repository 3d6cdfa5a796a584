// One step of a warp's rows. H between two rows of the warp needs no other warp and is updated first. The first and the
// last row of Ez are updated before the others, because the neighbouring warps wait for them.
#pragma once

#include "solver/engine/cuda/resident/edge_rows.cuh"
#include "solver/engine/cuda/resident/field.cuh"
#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"

namespace ez::cuda::resident {

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

// Updates hy of row r.
template <class T, int Shape, int Kind>
__device__ __forceinline__ void advance_hy(LaneField<T, Shape, Kind>& f, const LaneStretch<T>& columns, int r, int lane,
                                           T db) {
  constexpr bool X = has_layer_x<Kind>;
  constexpr int V = lane_columns<T>;
  T right = of_next_lane(f.e[r][0]);
  if constexpr (X) {
    if (lane == 31) right = 0;
  }
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const T beside = v + 1 < V ? f.e[r][v + 1 < V ? v + 1 : v] : right;
    T h = update_hy(f.hy[r][v], T(1), db, f.e[r][v], beside);
    if constexpr (X) {
      const T d = stretch(beside - f.e[r][v], columns.h[v], f.psi_xh[r][v]);
      if (columns.in_h[v]) h = update_hy_layer(f.hy[r][v], T(1), db, d);
    }
    f.hy[r][v] = h;
  }
}

// Updates H. The first part needs only this warp. Then the warp waits for the others and updates hx next to their rows.
template <bool Layered, class T, int Shape, int Kind>
__device__ __forceinline__ void advance_h(LaneField<T, Shape, Kind>& f, const LaneStretch<T>& columns,
                                          EdgeRows<T, Shape>& edges, const Shared<T, Shape>& s, const Place& place,
                                          T dbx, T dby) {
  constexpr bool Y = has_layer_y<Kind>;
  constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;
  const RowLayer<T>* const rows_h = s.row_h + place.warp * R;
#pragma unroll
  for (int r = 0; r < R; ++r) {
    if (r + 1 < R)
      advance_hx<Layered>(f.hx[r], f.psi_yh[Y ? r : 0], f.e[r], f.e[r + 1 < R ? r + 1 : r], dbx, rows_h + r + 1);
    advance_hy(f, columns, r, place.lane, dby);
  }
  edges.wait();
  const Columns<T, V> below = edges.below(), above = edges.above();
  advance_hx<Layered>(f.hx_below, f.psi_below, below.v, f.e[0], dbx, rows_h);
  if constexpr (Layered) {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (place.y == 0) f.hx_below[v] = 0;
  }
  advance_hx<Layered>(f.hx[R - 1], f.psi_yh[Y ? R - 1 : 0], f.e[R - 1], above.v, dbx, rows_h + R);
}

// The media that an update of Ez allows for in a warp's rows.
enum class Media {
  same_rows,  // lossless, and all rows have the cb of the first
  lossless,
  any,
};

// Updates Ez of row r. `cb` belongs to the first row if all rows have the same.
template <Media M, bool Layered, class T, int Shape, int Kind>
__device__ __forceinline__ void advance_e(LaneField<T, Shape, Kind>& f, const LaneStretch<T>& columns,
                                          const Shared<T, Shape>& s, const Place& place, int r,
                                          Columns<T, lane_columns<T>>& cb) {
  constexpr bool X = has_layer_x<Kind>;
  constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;
  const int row = place.warp * R + r, lane = place.lane;
  if constexpr (M != Media::same_rows) cb = s.cb[row][lane];
  [[maybe_unused]] Columns<T, V> ca;
  if constexpr (M == Media::any) ca = s.ca[row][lane];
  [[maybe_unused]] RowLayer<T> layer;
  if constexpr (Layered) layer = s.row_e[row];
  T left = of_lane_before(f.hy[r][V - 1]);
  if constexpr (X) {
    if (lane == 0) left = 0;
  }
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const T under = r > 0 ? f.hx[r > 0 ? r - 1 : 0][v] : f.hx_below[v];
    T g = f.hy[r][v] - (v > 0 ? f.hy[r][v > 0 ? v - 1 : 0] : left);
    if constexpr (X) g = stretch(g, columns.e[v], f.psi_xe[r][v]);  // outside layers this returns g
    const T a = M == Media::any ? ca.v[v] : T(1);
    T next = update_ez_x_layer(f.e[r][v], a, cb.v[v], g, f.hx[r][v], under);
    if constexpr (Layered) {
      const T d = stretch(f.hx[r][v] - under, {layer.k, layer.b, layer.c}, f.psi_ye[r][v]);
      if (layer.in != 0) next = update_ez_layer(f.e[r][v], a, cb.v[v], g, d);
    }
    f.e[r][v] = next;
  }
}

// Updates Ez of all rows. Publishes the first and the last as soon as they are ready, unless operations that are due
// will still change them.
template <Media M, bool Layered, class T, int Shape, int Kind>
__device__ __forceinline__ void advance_rows_e(LaneField<T, Shape, Kind>& f, const LaneStretch<T>& columns,
                                               EdgeRows<T, Shape>& edges, const Shared<T, Shape>& s, const Place& place,
                                               bool publish) {
  constexpr int R = lane_rows<Shape, Kind>;
  Columns<T, lane_columns<T>> cb = s.cb[place.warp * R][place.lane];
  advance_e<M, Layered>(f, columns, s, place, 0, cb);
  advance_e<M, Layered>(f, columns, s, place, R - 1, cb);
  if (publish) edges.publish(f);
#pragma unroll
  for (int r = 1; r < R - 1; ++r) advance_e<M, Layered>(f, columns, s, place, r, cb);
}

// Makes a step of all rows, with the shortest update of Ez that their media allow.
template <bool Layered, class T, int Shape, int Kind>
__device__ __forceinline__ void advance_rows(LaneField<T, Shape, Kind>& f, const LaneStretch<T>& columns,
                                             EdgeRows<T, Shape>& edges, const Shared<T, Shape>& s, const Place& place,
                                             const WarpMedia& media, T dbx, T dby, bool publish) {
  constexpr bool has_layer = Kind != inner;
  advance_h<Layered>(f, columns, edges, s, place, dbx, dby);
  edges.turn();
  if (media.loses || (has_layer && media.varies)) {
    advance_rows_e<Media::any, Layered>(f, columns, edges, s, place, publish);
  } else if (!has_layer && media.varies) {
    if constexpr (!has_layer) advance_rows_e<Media::lossless, Layered>(f, columns, edges, s, place, publish);
  } else {
    advance_rows_e<Media::same_rows, Layered>(f, columns, edges, s, place, publish);
  }
}

}  // namespace ez::cuda::resident
