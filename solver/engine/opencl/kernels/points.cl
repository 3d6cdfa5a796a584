// ---- Operations at single nodes: slanted interfaces, sources, Mur's nodes, records and maps.

// A CrossTerm (solver/problem/problem.h): the differences of Ez are e[plus] − e[minus].
typedef struct {
  long node, plus[4], minus[4];
  CrossWeights weights;
} CrossAt;
kernel void add_cross(global const CrossAt* terms, int count, global const real* e, global real* h) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const CrossAt t = terms[k];
  real d[4];
  for (int m = 0; m < 4; ++m) d[m] = e[t.plus[m]] - e[t.minus[m]];
  h[t.node] += cross_increment(t.weights, d[0], d[1], d[2], d[3]);
}

// The terms of one node, which act in order. The host computes their amounts, because they need double.
typedef struct {
  long node;
  int first, count;
} Group;
kernel void drive(global real* field, global const Group* groups, int count, global const uchar* hard,
                  global const real* amounts, long row) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const Group g = groups[k];
  real v = field[g.node];
  for (int t = g.first; t < g.first + g.count; ++t) v = hard[t] ? amounts[row + t] : v - amounts[row + t];
  field[g.node] = v;
}

// Nodes of Mur's boundaries (solver/physics/mur.h). Those of first order come first, then two for each corner.
typedef struct {
  long node, inner;
  real k, unused;
} MurAt;
typedef struct {
  long node, inner, low, low_inner, high, high_inner;  // low, high: neighbours along the boundary
  real k, d;
  int place, unused;  // of the correction
} Mur2At;
// Values before Ez is updated.
typedef struct {
  real edge, inner;
} MurOld;
typedef struct {
  real edge, inner, low, high;  // low, high: sums of the neighbours and their inner nodes
} Mur2Old;
kernel void remember_mur(global const real* e, global const MurAt* nodes, int count, global MurOld* old,
                         global const Mur2At* second, int second_count, global Mur2Old* second_old) {
  const int k = get_global_id(0);
  if (k < count) old[k] = (MurOld){e[nodes[k].node], e[nodes[k].inner]};
  if (k >= second_count) return;
  const Mur2At m = second[k];
  second_old[k] = (Mur2Old){e[m.node], e[m.inner], e[m.low] + e[m.low_inner], e[m.high] + e[m.high_inner]};
}
kernel void absorb_first(global real* e, global const MurAt* nodes, int count, global const MurOld* old) {
  const int k = get_global_id(0);
  if (k < count) e[nodes[k].node] = mur_first_order(nodes[k].k, old[k].edge, old[k].inner, e[nodes[k].inner]);
}
kernel void absorb_second(global real* e, global const Mur2At* nodes, int count, global const Mur2Old* old,
                          global real* corrections) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const Mur2At m = nodes[k];
  const Mur2Old o = old[k];
  const real correction = mur_correction(m.d, corrections[m.place], o.edge + o.inner, o.low, o.high);
  corrections[m.place] = correction;
  e[m.node] = mur_second_order(m.k, o.edge, o.inner, e[m.inner], correction);
}
// Corner k has the nodes first + 2k and first + 2k + 1.
kernel void absorb_corners(global real* e, global const MurAt* nodes, int first, int count, global const MurOld* old) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const int a = first + 2 * k, b = a + 1;
  const real one = mur_first_order(nodes[a].k, old[a].edge, old[a].inner, e[nodes[a].inner]);
  const real other = mur_first_order(nodes[b].k, old[b].edge, old[b].inner, e[nodes[b].inner]);
  e[nodes[a].node] = (real)(0.5) * (one + other);
}

// A value of an array: 0 Ez, 1 Hx, 2 Hy.
typedef struct {
  long node;
  int array, unused;
} Sample;
kernel void record(global const real* e, global const real* hx, global const real* hy, global const Sample* samples,
                   int count, global real* out, long row) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const Sample s = samples[k];
  out[row + k] = (s.array == 0 ? e : s.array == 1 ? hx : hy)[s.node];
}

kernel void add_to_map(Grid g, global const real* e, global real* re, global real* im, real cosine, real sine,
                       int square) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= g.nx || j >= g.ny) return;
  const long k = (long)j * g.nx + i;
  real a = re[k], b = im[k];
  if (square)
    add_square(&a, &b, e[at(g, i, j)], cosine, sine);
  else
    add_turned(&a, &b, e[at(g, i, j)], cosine, sine);
  re[k] = a;
  im[k] = b;
}
