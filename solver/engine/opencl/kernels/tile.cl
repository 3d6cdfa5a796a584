// ---- A tile of a pass (docs/opencl.md). A work-group moves up a strip of columns. Level l holds two rows of step l: one
// that arrives, and the one before it, which waits for it. Level l is two rows behind level l − 1, so all levels are
// independent within a row, and one barrier a row is enough.
//
// The program contains this text once for each kind of tile. Defined before it: LEVELS, ITEMS, COLUMNS (of an item: 1 or
// 2), ROWS (of a round of the loop: 1 or 2), and TILE, the name of the function. ANY: media come from the palette.
// EDGE: the tile may reach beyond the grid, and has terms or probes. LAYER_X, LAYER_Y: it reaches into a CPML.
#define EACH_COLUMN _Pragma("unroll") for (int v = 0; v < COLUMNS; ++v)
#define EACH_LEVEL _Pragma("unroll") for (int l = 0; l < LEVELS; ++l)
#if COLUMNS == 2
#define LOAD(to, from)                                \
  {                                                   \
    const real2 pair = *(global const real2*)(from);  \
    to[0] = pair.x, to[1] = pair.y;                   \
  }
#define LOAD_ENTRIES(from) *(global const ushort*)(from)
#define STORE(to, from) *(global real2*)(to) = (real2)(from[0], from[1]);
#else
#define LOAD(to, from) to[0] = *(from);
#define LOAD_ENTRIES(from) *(from)
#define STORE(to, from) *(to) = from[0];
#endif
static inline void TILE(Grid g, Tile t, Field from, Field to, Tables a, local real* first_e, local real* last_hy,
                        local const Pair* palette) {
  const int item = get_local_id(0), x = t.x + item * COLUMNS;
  const bool owns = x >= t.own_x0 && x < t.own_x1;
  const real dx = a.dx, dy = a.dy;
  const int x_load = x < g.nx ? x : -COLUMNS;  // beyond the grid, columns that are 0
#if !ANY
  const real cb = palette[t.entry].b;
#endif
  real e_in[LEVELS][COLUMNS], hx_in[LEVELS][COLUMNS], hy_in[LEVELS][COLUMNS];          // the row that arrives
  real e[LEVELS][COLUMNS], hx[LEVELS][COLUMNS], hy[LEVELS][COLUMNS], below[LEVELS][COLUMNS];  // that waits; hx below it
  real e_next[COLUMNS], hx_next[COLUMNS], hy_next[COLUMNS];  // the row that is fetched
#if ANY
  int m_in[LEVELS], m[LEVELS], m_next = 0;  // palette entries, a byte for each column
#endif
#if EDGE
  bool is_e[COLUMNS], is_hy[COLUMNS];
  EACH_COLUMN is_e[v] = x + v < g.nx, is_hy[v] = x + v < g.nx - 1;
#endif
#if LAYER_X
  real ph_in[LEVELS][COLUMNS], pe_in[LEVELS][COLUMNS], ph[LEVELS][COLUMNS], pe[LEVELS][COLUMNS];
  real ph_next[COLUMNS], pe_next[COLUMNS];
  Stretch s_e[COLUMNS], s_h[COLUMNS];
  bool x_e[COLUMNS], x_h[COLUMNS];
  PsiX p_e[COLUMNS], p_h[COLUMNS];
  EACH_COLUMN {
    x_e[v] = x + v < g.nx && in_layer_e(x + v, g.nx, g.x_low, g.x_high);
    x_h[v] = in_layer_h(x + v, g.nx, g.x_low, g.x_high);
    s_e[v] = a.x_e[min(x + v, g.nx - 1)], s_h[v] = a.x_h[min(x + v, g.nx - 1)];
    p_e[v] = psi_x(g, from.e_left, from.e_right, to.e_left, to.e_right, g.nx, x + v);
    p_h[v] = psi_x(g, from.h_left, from.h_right, to.h_left, to.h_right, g.nx - 1, x + v);
  }
#endif
#if LAYER_Y
  real qh_in[LEVELS][COLUMNS], qe_in[LEVELS][COLUMNS], qh[LEVELS][COLUMNS], qe[LEVELS][COLUMNS];
  real qh_next[COLUMNS], qe_next[COLUMNS];
#endif
  EACH_COLUMN {
    e_next[v] = hx_next[v] = hy_next[v] = 0;
#if LAYER_X
    ph_next[v] = pe_next[v] = 0;
#endif
#if LAYER_Y
    qh_next[v] = qe_next[v] = 0;
#endif
  }
  EACH_LEVEL EACH_COLUMN {
    e_in[l][v] = hx_in[l][v] = hy_in[l][v] = e[l][v] = hx[l][v] = hy[l][v] = below[l][v] = 0;
#if ANY
    m_in[l] = m[l] = 0;
#endif
#if LAYER_X
    ph_in[l][v] = pe_in[l][v] = ph[l][v] = pe[l][v] = 0;
#endif
#if LAYER_Y
    qh_in[l][v] = qe_in[l][v] = qh[l][v] = qe[l][v] = 0;
#endif
  }
  long from_at = at(g, x_load, t.row0), to_at = at(g, x, t.row0 - 2 * LEVELS);
  int fetched = t.row0;
  const int end = t.own_y1 + 2 * LEVELS - 1;
  // Several rows are unrolled, so that values need not move from one register to another. The last one may be beyond
  // `end`; then nothing is stored.
  for (int first = t.row0 - 1; first < end; first += ROWS) _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {
    const int row = first + r;
    // The row arrives at level 0. Before the first one comes a row of zeros.
    EACH_COLUMN {
      e_in[0][v] = e_next[v], hx_in[0][v] = hx_next[v], hy_in[0][v] = hy_next[v];
#if ANY
      m_in[0] = m_next;
#endif
#if LAYER_X
      ph_in[0][v] = ph_next[v], pe_in[0][v] = pe_next[v];
#endif
#if LAYER_Y
      qh_in[0][v] = qh_next[v], qe_in[0][v] = qe_next[v];
#endif
    }
    // Fetches row + 1. Rows above the grid are the ghost row, which is 0.
    LOAD(e_next, from.e + from_at)
    LOAD(hx_next, from.hx + from_at)
    LOAD(hy_next, from.hy + from_at)
#if ANY
    m_next = LOAD_ENTRIES(a.entries + from_at);
#endif
#if LAYER_X
    EACH_COLUMN {
      const long j = min(fetched, g.ny - 1);
      ph_next[v] = x_h[v] ? p_h[v].from[j * p_h[v].cells] : 0;
      pe_next[v] = x_e[v] ? p_e[v].from[j * p_e[v].cells] : 0;
    }
#endif
#if LAYER_Y
    {
      const bool of_h = in_layer_h(fetched, g.ny, g.y_low, g.y_high);
      const bool of_e = fetched < g.ny && in_layer_e(fetched, g.ny, g.y_low, g.y_high);
      EACH_COLUMN {
        qh_next[v] = of_h ? *psi_y(g, from.h_bottom, from.h_top, g.ny - 1, max(x_load, 0) + v, fetched) : 0;
        qe_next[v] = of_e ? *psi_y(g, from.e_bottom, from.e_top, g.ny, max(x_load, 0) + v, fetched) : 0;
      }
    }
#endif
    if (fetched < g.ny) from_at += g.pitch;
    ++fetched;

    local real* right_e = first_e + ((ROWS == 1 ? row : r) & 1) * LEVELS * (ITEMS + 1) + item;
    local real* left_hy = last_hy + ((ROWS == 1 ? row : r) & 1) * LEVELS * (ITEMS + 1) + item;
    EACH_LEVEL {
      right_e[l * (ITEMS + 1)] = e_in[l][0];
      left_hy[l * (ITEMS + 1) + 1] = hy[l][COLUMNS - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Level l finishes row q and passes it on. The last level goes first, so that a level's row is free.
    _Pragma("unroll") for (int l = LEVELS - 1; l >= 0; --l) {
      const int q = row - 2 * l - 1;
      const real e_right = right_e[l * (ITEMS + 1) + 1], hy_left = left_hy[l * (ITEMS + 1)];
      real hx_new[COLUMNS], e_new[COLUMNS];
#if EDGE
      const bool row_h = q >= 0 && q < g.ny - 1, row_e = q >= 0 && q < g.ny;
      const Due due = due_in(a, t, q);
#endif
      EACH_COLUMN {
        real x_new = hx[l][v];
#if LAYER_Y
        if (q >= 0 && in_layer_h(q, g.ny, g.y_low, g.y_high)) {
          real psi = qh[l][v];
          x_new = update_hx_layer(x_new, 1, dx, stretch(e_in[l][v] - e[l][v], a.y_h[q], &psi));
          qh[l][v] = psi;
        } else
#endif
          x_new = update_hx(x_new, 1, dx, e[l][v], e_in[l][v]);
#if EDGE
        if (!row_h) x_new = hx[l][v];
#endif
        hx_new[v] = x_new;
      }
#if EDGE
      if (due.hx >= 0)
        EACH_COLUMN hx_new[v] = driven(a, hx_new[v], a.slots[due.hx + item * COLUMNS + v], l);
#endif
      EACH_COLUMN {
        real d = hy[l][v] - (v > 0 ? hy[l][v > 0 ? v - 1 : 0] : hy_left);
#if !ANY
        e_new[v] = fused(-cb, hx_new[v], fused(cb, d + below[l][v], e[l][v]));
#else
        const Pair c = palette[m[l] >> 8 * v & 255];
        real now;
#if LAYER_X
        if (x_e[v]) {
          real psi = pe[l][v];
          d = stretch(d, s_e[v], &psi);
          pe[l][v] = psi;
        }
#endif
#if LAYER_Y
        if (row_e && in_layer_e(q, g.ny, g.y_low, g.y_high)) {
          real psi = qe[l][v];
          now = update_ez_layer(e[l][v], c.a, c.b, d, stretch(hx_new[v] - below[l][v], a.y_e[q], &psi));
          qe[l][v] = psi;
        } else
#endif
          now = update_ez_x_layer(e[l][v], c.a, c.b, d, hx_new[v], below[l][v]);
#if EDGE
        if (!row_e || !is_e[v]) now = e[l][v];
#endif
        e_new[v] = now;
#endif
      }
#if EDGE
      if (due.ez >= 0) EACH_COLUMN e_new[v] = driven(a, e_new[v], a.slots[due.ez + item * COLUMNS + v], l);
      if (due.probes >= 0) EACH_COLUMN record_probes(a, e_new[v], a.slots[due.probes + item * COLUMNS + v], l);
#endif
      // Hy of the row that arrived.
      real hy_new[COLUMNS];
      EACH_COLUMN {
        const real right = v + 1 < COLUMNS ? e_in[l][v + 1 < COLUMNS ? v + 1 : v] : e_right;
#if LAYER_X
        if (x_h[v]) {
          real psi = ph_in[l][v];
          hy_new[v] = update_hy_layer(hy_in[l][v], 1, dy, stretch(right - e_in[l][v], s_h[v], &psi));
          ph_in[l][v] = psi;
        } else
#endif
          hy_new[v] = update_hy(hy_in[l][v], 1, dy, e_in[l][v], right);
#if EDGE
        if (!is_hy[v]) hy_new[v] = hy_in[l][v];
#endif
      }
#if EDGE
      const Due next = due_in(a, t, q + 1);
      if (next.hy >= 0) EACH_COLUMN hy_new[v] = driven(a, hy_new[v], a.slots[next.hy + item * COLUMNS + v], l);
#endif
      if (l + 1 < LEVELS) {
        const int up = (l + 1) % LEVELS;
        EACH_COLUMN {
          e_in[up][v] = e_new[v], hx_in[up][v] = hx_new[v], hy_in[up][v] = hy[l][v];
#if ANY
          m_in[up] = m[l];
#endif
#if LAYER_X
          ph_in[up][v] = ph[l][v], pe_in[up][v] = pe[l][v];
#endif
#if LAYER_Y
          qh_in[up][v] = qh[l][v], qe_in[up][v] = qe[l][v];
#endif
        }
      } else if (owns && q >= t.own_y0 && q < t.own_y1) {
        STORE(to.e + to_at, e_new)
        STORE(to.hx + to_at, hx_new)
        STORE(to.hy + to_at, hy[l])
#if LAYER_X
        EACH_COLUMN {
          if (x_h[v]) p_h[v].to[(long)q * p_h[v].cells] = ph[l][v];
          if (x_e[v]) p_e[v].to[(long)q * p_e[v].cells] = pe[l][v];
        }
#endif
#if LAYER_Y
        EACH_COLUMN {
          if (in_layer_h(q, g.ny, g.y_low, g.y_high)) *psi_y(g, to.h_bottom, to.h_top, g.ny - 1, x + v, q) = qh[l][v];
          if (in_layer_e(q, g.ny, g.y_low, g.y_high)) *psi_y(g, to.e_bottom, to.e_top, g.ny, x + v, q) = qe[l][v];
        }
#endif
      }
      EACH_COLUMN {
        e[l][v] = e_in[l][v], hx[l][v] = hx_in[l][v], hy[l][v] = hy_new[v], below[l][v] = hx_new[v];
#if ANY
        m[l] = m_in[l];
#endif
#if LAYER_X
        ph[l][v] = ph_in[l][v], pe[l][v] = pe_in[l][v];
#endif
#if LAYER_Y
        qh[l][v] = qh_in[l][v], qe[l][v] = qe_in[l][v];
#endif
      }
    }
    to_at += g.pitch;
  }
}
#undef EACH_COLUMN
#undef EACH_LEVEL
#undef LOAD
#undef LOAD_ENTRIES
#undef STORE
#undef TILE
#undef COLUMNS
#undef ANY
#undef EDGE
#undef ROWS
#undef LAYER_X
#undef LAYER_Y
