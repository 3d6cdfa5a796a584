// ---- What the tiles of a pass read, before tile.cl. The host's structs (streamed/plan.h) have the same members.
enum { tile_uniform, tile_palette, tile_points, tile_layer_y, tile_layer_x, tile_corner };
typedef struct {
  int kind;                           // of tile_kinds
  int x, own_x0, own_x1;              // first column, and the columns that are stored
  int row0, own_y0, own_y1;           // first row, and the rows that are stored
  int entry;                          // of its medium, if it has only one
  int due_low, due_high, due, unused;  // rows with terms or probes, and the place of the first in Tables::due
} Tile;
// Places in Tables::slots of a row's lists; −1: none. A list has one value for each column of the tile.
typedef struct {
  int ez, hx, hy, probes;
} Due;
typedef struct {
  int index, next;  // of the probe's column in a record; of another probe at its node, or −1
} ProbeAt;
typedef struct {
  global real *e, *hx, *hy;
  global real *e_left, *e_right, *e_bottom, *e_top;  // ψ
  global real *h_left, *h_right, *h_bottom, *h_top;
} Field;
typedef struct {
  real dx, dy;  // of every H node
  global const uchar* entries;
  global const Stretch *x_e, *x_h, *y_e, *y_h;
  global const Due* due;
  global const int* slots;
  global const uchar* marks;  // of a term. 1: replaces the field. 2: the next term is at the same node
  global const real* amounts;   // of the pass's first step, `terms` a step
  global const ProbeAt* probes;
  global real* record;  // of the pass's first step, `columns` a step
  int terms, columns;
} Tables;

// ψ of a column in a layer along x: those of row j are at j · cells.
typedef struct {
  global const real* from;
  global real* to;
  int cells;
} PsiX;
// `ends`: the nodes of the axis for Ez, one less for H.
static inline PsiX psi_x(Grid g, global const real* low, global const real* high, global real* to_low,
                         global real* to_high, int ends, int i) {
  const int k = i - (ends - g.x_high);
  return i < g.x_low ? (PsiX){low + i, to_low + i, g.x_low} : (PsiX){high + k, to_high + k, g.x_high};
}
static inline global real* psi_y(Grid g, global real* low, global real* high, int ends, int i, int j) {
  return j < g.y_low ? low + (long)j * g.pitch + i : high + (long)(j - (ends - g.y_high)) * g.pitch + i;
}

static inline Due due_in(Tables a, Tile t, int row) {
  return row >= t.due_low && row <= t.due_high ? a.due[t.due + row - t.due_low] : (Due){-1, -1, -1, -1};
}
// Applies the terms of a node to its field, from `term` on. −1: none.
static inline real driven(Tables a, real field, int term, int level) {
  for (int mark = 2; term >= 0 && mark & 2; ++term) {
    const real amount = a.amounts[(long)level * a.terms + term];
    mark = a.marks[term];
    field = mark & 1 ? amount : field - amount;
  }
  return field;
}
static inline void record_probes(Tables a, real field, int probe, int level) {
  for (; probe >= 0; probe = a.probes[probe].next) a.record[(long)level * a.columns + a.probes[probe].index] = field;
}
