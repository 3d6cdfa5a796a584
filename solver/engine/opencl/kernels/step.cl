// ---- The two kernels of a step, with solver/physics/yee.h and cpml.h, and the nodes beyond the boundaries.

// Advances a ψ and returns the stretched difference.
static inline real stretched(real d, global const Stretch* table, global const uchar* classes, int has_classes,
                             int nodes, int line, int i, global real* psi) {
  const long first = has_classes ? (long)classes[line] * nodes : 0;
  real p = *psi;
  const real out = stretch(d, table[first + i], &p);
  *psi = p;
  return out;
}

static inline void advance_hx(Grid g, global const real* e, global real* hx, global real* low, global real* high,
                              global const Stretch* y, global const uchar* classes, Pair d, int i, int j) {
  const long n = at(g, i, j);
  const real here = e[n], up = e[n + g.pitch];
  if (in_layer_h(j, g.ny, g.y_low, g.y_high)) {
    global real* psi =
        j < g.y_low ? low + (long)j * g.pitch + i : high + (long)(j - (g.ny - 1 - g.y_high)) * g.pitch + i;
    hx[n] = update_hx_layer(hx[n], d.a, d.b, stretched(up - here, y, classes, g.y_classes, g.ny, i, j, psi));
  } else {
    hx[n] = update_hx(hx[n], d.a, d.b, here, up);
  }
}
static inline void advance_hy(Grid g, global const real* e, global real* hy, global real* low, global real* high,
                              global const Stretch* x, global const uchar* classes, Pair d, int i, int j) {
  const long n = at(g, i, j);
  const real here = e[n], right = e[n + 1];
  if (in_layer_h(i, g.nx, g.x_low, g.x_high)) {
    global real* psi = i < g.x_low ? low + (long)j * g.x_low + i : high + (long)j * g.x_high + (i - (g.nx - 1 - g.x_high));
    hy[n] = update_hy_layer(hy[n], d.a, d.b, stretched(right - here, x, classes, g.x_classes, g.nx, j, i, psi));
  } else {
    hy[n] = update_hy(hy[n], d.a, d.b, here, right);
  }
}

// The rows of a work-item. The loops over them are unrolled, so that their arrays stay in registers.
#define RUN 4

kernel void step_h(Grid g, global const real* restrict e, global real* restrict hx, global real* restrict hy,
                   global real* psi_left, global real* psi_right, global real* psi_bottom, global real* psi_top,
                   global const Stretch* x, global const Stretch* y, global const uchar* x_class,
                   global const uchar* y_class, global const ushort* hx_entry, global const ushort* hy_entry,
                   global const Pair* hx_palette, global const Pair* hy_palette) {
  const int i = get_global_id(0), j0 = get_global_id(1) * RUN;
  const int i_begin = get_group_id(0) * get_local_size(0), i_end = i_begin + get_local_size(0);
  const int j_begin = get_group_id(1) * get_local_size(1) * RUN, j_end = j_begin + get_local_size(1) * RUN;
  // The whole work-group is clear of the layers and of the last lines.
  if (!g.magnetic && i_begin >= g.x_low && i_end <= g.nx - 1 - g.x_high && j_begin >= g.y_low &&
      j_end <= g.ny - 1 - g.y_high) {
    const Pair dx = hx_palette[0], dy = hy_palette[0];
    const long n = at(g, i, j0);
    real here[RUN + 1], right[RUN], x_old[RUN], y_old[RUN];
#pragma unroll
    for (int r = 0; r <= RUN; ++r) here[r] = e[n + (long)r * g.pitch];
#pragma unroll
    for (int r = 0; r < RUN; ++r) {
      right[r] = e[n + (long)r * g.pitch + 1];
      x_old[r] = hx[n + (long)r * g.pitch];
      y_old[r] = hy[n + (long)r * g.pitch];
    }
#pragma unroll
    for (int r = 0; r < RUN; ++r) {
      hx[n + (long)r * g.pitch] = update_hx(x_old[r], dx.a, dx.b, here[r], here[r + 1]);
      hy[n + (long)r * g.pitch] = update_hy(y_old[r], dy.a, dy.b, here[r], right[r]);
    }
    return;
  }
  if (i >= g.nx) return;
  for (int j = j0; j < min(j0 + RUN, g.ny); ++j) {
    const long n = at(g, i, j);
    if (j < g.ny - 1 || g.y_periodic)
      advance_hx(g, e, hx, psi_bottom, psi_top, y, y_class, hx_palette[g.magnetic ? hx_entry[n] : 0], i, j);
    if (i < g.nx - 1 || g.x_periodic)
      advance_hy(g, e, hy, psi_left, psi_right, x, x_class, hy_palette[g.magnetic ? hy_entry[n] : 0], i, j);
  }
}

kernel void step_e(Grid g, global real* restrict e, global const real* restrict hx, global const real* restrict hy,
                   global real* psi_left, global real* psi_right, global real* psi_bottom, global real* psi_top,
                   global const Stretch* x, global const Stretch* y, global const uchar* x_class,
                   global const uchar* y_class, global const uchar* restrict bytes, global const ushort* restrict words,
                   global const Pair* restrict palette) {
  const int i = get_global_id(0), j0 = get_global_id(1) * RUN;
  const int i_begin = get_group_id(0) * get_local_size(0), i_end = i_begin + get_local_size(0);
  const int j_begin = get_group_id(1) * get_local_size(1) * RUN, j_end = j_begin + get_local_size(1) * RUN;
  if (i_begin >= g.x_low && i_end <= g.nx - g.x_high && j_begin >= g.y_low && j_end <= g.ny - g.y_high) {
    const long n = at(g, i, j0);
    real x_now[RUN + 1], y_now[RUN], left[RUN], old[RUN];
    Pair c[RUN];
#pragma unroll
    for (int r = 0; r < RUN; ++r) c[r] = palette[entry_at(g, bytes, words, n + (long)r * g.pitch)];
#pragma unroll
    for (int r = 0; r <= RUN; ++r) x_now[r] = hx[n + (long)(r - 1) * g.pitch];
#pragma unroll
    for (int r = 0; r < RUN; ++r) {
      y_now[r] = hy[n + (long)r * g.pitch];
      left[r] = hy[n + (long)r * g.pitch - 1];
      old[r] = e[n + (long)r * g.pitch];
    }
#pragma unroll
    for (int r = 0; r < RUN; ++r)
      e[n + (long)r * g.pitch] = update_ez(old[r], c[r].a, c[r].b, y_now[r], left[r], x_now[r + 1], x_now[r]);
    return;
  }
  if (i >= g.nx) return;
  for (int j = j0; j < min(j0 + RUN, g.ny); ++j) {
    const long n = at(g, i, j);
    const Pair c = palette[entry_at(g, bytes, words, n)];
    const real h = hx[n], below = hx[n - g.pitch];
    const bool x_layer = in_layer_e(i, g.nx, g.x_low, g.x_high), y_layer = in_layer_e(j, g.ny, g.y_low, g.y_high);
    if (!x_layer && !y_layer) {
      e[n] = update_ez(e[n], c.a, c.b, hy[n], hy[n - 1], h, below);
      continue;
    }
    real dx = hy[n] - hy[n - 1];
    if (x_layer)
      dx = stretched(dx, x, x_class, g.x_classes, g.nx, j, i,
                     i < g.x_low ? psi_left + (long)j * g.x_low + i
                                 : psi_right + (long)j * g.x_high + (i - (g.nx - g.x_high)));
    if (!y_layer) {
      e[n] = update_ez_x_layer(e[n], c.a, c.b, dx, h, below);
      continue;
    }
    const real dy = stretched(h - below, y, y_class, g.y_classes, g.ny, i, j,
                              j < g.y_low ? psi_bottom + (long)j * g.pitch + i
                                          : psi_top + (long)(j - (g.ny - g.y_high)) * g.pitch + i);
    e[n] = update_ez_layer(e[n], c.a, c.b, dx, dy);
  }
}

// Sets Ez beyond the last column and row, which H of a periodic axis reads. One work-item for each line.
kernel void wrap_e(Grid g, global real* e) {
  const int k = get_global_id(0);
  if (k < g.ny) e[at(g, g.nx, k)] = g.x_periodic ? e[at(g, 0, k)] : 0;
  if (k < g.nx) e[at(g, k, g.ny)] = g.y_periodic ? e[at(g, k, 0)] : 0;
}

static inline real image(int beyond, real inside, real far) {
  return beyond == beyond_mirror ? -inside : beyond == beyond_wrap ? far : 0;
}
// Sets H beyond the boundaries before Ez needs it.
kernel void set_ghosts(Grid g, global real* hx, global real* hy) {
  const int k = get_global_id(0);
  if (k < g.ny) {
    if (g.right == beyond_mirror) hy[at(g, g.nx - 1, k)] = -hy[at(g, g.nx - 2, k)];
    hy[at(g, -1, k)] = image(g.left, hy[at(g, 0, k)], hy[at(g, g.nx - 1, k)]);
  }
  if (k < g.nx) {
    if (g.top == beyond_mirror) hx[at(g, k, g.ny - 1)] = -hx[at(g, k, g.ny - 2)];
    hx[at(g, k, -1)] = image(g.bottom, hx[at(g, k, 0)], hx[at(g, k, g.ny - 1)]);
  }
}
// Clears hy of the last column or hx of the last row, which belong to periodic boundaries.
kernel void clear_beyond(Grid g, global real* hx, global real* hy, int column, int row) {
  const int k = get_global_id(0);
  if (column && k < g.ny) hy[at(g, g.nx - 1, k)] = 0;
  if (row && k < g.nx) hx[at(g, k, g.ny - 1)] = 0;
}
