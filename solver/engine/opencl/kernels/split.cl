// ---- The scheme `split` of Minami et al. (2017): the Ez update with Mur's boundaries in 1 to 9 kernels by region.
//
// A boundary node needs its inner neighbour's new value, which another work-item writes at the same time. So it
// computes that value again, from its own memory of the old one and from H. Thus the order of nodes is free.
typedef struct {
  long node, inner;
  real k, e0, e1;  // e0, e1: Ez at the node and at the inner one after the previous step
  int dead, unused;  // dead: a perfect conductor, which stays 0
} EdgeAt;
typedef struct {
  EdgeAt along_x, along_y;  // the corner node as the end of both boundaries
  EdgeAt side_x, side_y;    // the boundary nodes next to it, along x and along y
} CornerAt;

static inline real new_ez(Grid g, global const real* hx, global const real* hy, global const uchar* bytes,
                          global const ushort* words, global const Pair* palette, long n, real e) {
  const Pair c = palette[entry_at(g, bytes, words, n)];
  return update_ez(e, c.a, c.b, hy[n], hy[n - 1], hx[n], hx[n - g.pitch]);
}
#define MEDIA bytes, words, palette
#define MEDIA_PARAMETERS \
  global const uchar *restrict bytes, global const ushort *restrict words, global const Pair *restrict palette

// Advances a boundary node whose inner node is an interior one. Returns its new value and the inner node's.
static inline Pair advanced(Grid g, global const real* hx, global const real* hy, MEDIA_PARAMETERS, global EdgeAt* m) {
  const real e1 = new_ez(g, hx, hy, MEDIA, m->inner, m->e1);
  const real e0 = m->dead ? 0 : mur_first_order(m->k, m->e0, m->e1, e1);
  m->e0 = e0;
  m->e1 = e1;
  return (Pair){e0, e1};
}
static inline void split_edge(Grid g, global real* e, global const real* hx, global const real* hy, MEDIA_PARAMETERS,
                              global EdgeAt* m) {
  e[m->node] = advanced(g, hx, hy, MEDIA, m).a;
}
static inline void split_corner(Grid g, global real* e, global const real* hx, global const real* hy, MEDIA_PARAMETERS,
                                global CornerAt* c) {
  const real ex = advanced(g, hx, hy, MEDIA, &c->side_x).a, ey = advanced(g, hx, hy, MEDIA, &c->side_y).a;
  const real a = mur_first_order(c->along_x.k, c->along_x.e0, c->along_x.e1, ex);
  const real b = mur_first_order(c->along_y.k, c->along_y.e0, c->along_y.e1, ey);
  const real e0 = c->along_x.dead ? 0 : (real)(0.5) * (a + b);
  e[c->along_x.node] = e0;
  c->along_x.e0 = c->along_y.e0 = e0;
  c->along_x.e1 = ex;
  c->along_y.e1 = ey;
}
static inline global EdgeAt* edges_of(Grid g, global EdgeAt* edges, int side) {
  return edges + (side < 2 ? side * (g.ny - 2) : 2 * (g.ny - 2) + (side - 2) * (g.nx - 2));
}

kernel void split_all(Grid g, global real* restrict e, global const real* restrict hx, global const real* restrict hy,
                      MEDIA_PARAMETERS, global EdgeAt* edges, global CornerAt* corners) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= g.nx || j >= g.ny) return;
  const bool left = i == 0, right = i == g.nx - 1, bottom = j == 0, top = j == g.ny - 1;
  const long n = at(g, i, j);
  if ((left || right) && (bottom || top))
    split_corner(g, e, hx, hy, MEDIA, corners + (right ? 1 : 0) + (top ? 2 : 0));
  else if (left || right)
    split_edge(g, e, hx, hy, MEDIA, edges_of(g, edges, right ? 1 : 0) + j - 1);
  else if (bottom || top)
    split_edge(g, e, hx, hy, MEDIA, edges_of(g, edges, top ? 3 : 2) + i - 1);
  else
    e[n] = new_ez(g, hx, hy, MEDIA, n, e[n]);
}
// Starts at column 0, whose work-items stay idle, because rows start on a cache line there.
kernel void split_interior(Grid g, global real* restrict e, global const real* restrict hx,
                           global const real* restrict hy, MEDIA_PARAMETERS) {
  const int i = get_global_id(0), j = get_global_id(1) + 1;
  const long n = at(g, i, j);
  if (i > 0 && i < g.nx - 1 && j < g.ny - 1) e[n] = new_ez(g, hx, hy, MEDIA, n, e[n]);
}
// Advances the boundaries from `first` to `last`, then so many corners.
kernel void split_sides(Grid g, global real* restrict e, global const real* restrict hx,
                        global const real* restrict hy, MEDIA_PARAMETERS, global EdgeAt* edges,
                        global CornerAt* corners, int first, int last, int corner_count) {
  int n = get_global_id(0);
  for (int side = first; side <= last; ++side) {
    const int count = side < 2 ? g.ny - 2 : g.nx - 2;
    if (n < count) {
      split_edge(g, e, hx, hy, MEDIA, edges_of(g, edges, side) + n);
      return;
    }
    n -= count;
  }
  if (n < corner_count) split_corner(g, e, hx, hy, MEDIA, corners + n);
}
kernel void split_corners(Grid g, global real* restrict e, global const real* restrict hx,
                          global const real* restrict hy, MEDIA_PARAMETERS, global CornerAt* corners, int first,
                          int count) {
  const int n = get_global_id(0);
  if (n < count) split_corner(g, e, hx, hy, MEDIA, corners + first + n);
}

static inline void seed_edge(global const real* e, global EdgeAt* m) {
  m->e0 = e[m->node];
  m->e1 = e[m->inner];
}
// Fills the remembered values from the present field.
kernel void split_seed(global const real* e, global EdgeAt* edges, int count, global CornerAt* corners) {
  const int n = get_global_id(0);
  if (n < count) seed_edge(e, edges + n);
  if (n >= 4) return;
  seed_edge(e, &corners[n].along_x);
  seed_edge(e, &corners[n].along_y);
  seed_edge(e, &corners[n].side_x);
  seed_edge(e, &corners[n].side_y);
}
// Does nothing: its time is that of two marks.
kernel void empty_kernel(int unused) {}
