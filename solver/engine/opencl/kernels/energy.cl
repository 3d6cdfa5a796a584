// ---- The energy ledger (solver/physics/energy.h). Every point has its own sum, to which only its work-item adds.
#ifdef EZ_HAS_DOUBLE

typedef struct {
  long node, outside;            // outside: the H node of a flux
  double weight, sum, turnover;  // turnover: of a source
  double old, updated;           // before the step, and before the sources
  int array, is_flux;            // array of `node`, or of `outside` for a flux
} EnergyPoint;
typedef struct {
  long node;
  double weight, sum, old;
} LossPoint;
// Nodes [i0, i1) × [j0, j1) and half weights, as EnergyRegion.
typedef struct {
  int i0, j0, i1, j1, hy_end, hx_end;
  int half_left, half_right, half_bottom, half_top;
} Region;

#define FIELD(array) ((array) == 0 ? e : (array) == 1 ? hx : hy)

kernel void begin_points(global const real* e, global const real* hx, global const real* hy, global EnergyPoint* points,
                         int count) {
  const int k = get_global_id(0);
  if (k >= count) return;
  points[k].sum = points[k].turnover = 0;
  points[k].old = points[k].is_flux ? e[points[k].node] : FIELD(points[k].array)[points[k].node];
}
kernel void begin_losses(global const real* field, global LossPoint* points, long count) {
  const long k = get_global_id(0);
  if (k >= count) return;
  points[k].sum = 0;
  points[k].old = field[points[k].node];
}
// Stores the values of an array's source nodes before the sources act.
kernel void before_sources(global const real* field, global EnergyPoint* points, int first, int count) {
  const int k = get_global_id(0);
  if (k < count) points[first + k].updated = field[points[first + k].node];
}
kernel void measure_points(global const real* e, global const real* hx, global const real* hy,
                           global EnergyPoint* points, int count) {
  const int k = get_global_id(0);
  if (k >= count) return;
  EnergyPoint p = points[k];
  if (p.is_flux) {
    const double now = e[p.node];
    p.sum += flux_out(p.weight, p.old, now, FIELD(p.array)[p.outside]);
    p.old = now;
  } else {
    const double now = FIELD(p.array)[p.node];
    const double in = source_input(p.weight, p.old, p.updated, now);
    p.sum += in;
    p.turnover += fabs(in);
    p.old = now;
  }
  points[k] = p;
}
kernel void measure_losses(global const real* field, global LossPoint* points, long count, int magnetic) {
  const long k = get_global_id(0);
  if (k >= count) return;
  const double now = field[points[k].node], weight = points[k].weight, old = points[k].old;
  points[k].sum += magnetic ? magnetic_loss(weight, old, now) : electric_loss(weight, old, now);
  points[k].old = now;
}
kernel void sum_losses(global const LossPoint* points, long count, global double* parts) {
  double sum = 0;
  for (long k = get_global_id(0); k < count; k += get_global_size(0)) sum += points[k].sum;
  parts[get_global_id(0)] = sum;
}

// Ez if the node is a conductor, or else 0.
static inline double held(Pair c, real e) { return c.a == 0 && c.b == 0 ? e : 0; }
static inline double weight_x(Region r, int i) { return i == r.half_left || i == r.half_right ? 0.5 : 1; }
static inline double weight_y(Region r, int j) { return j == r.half_bottom || j == r.half_top ? 0.5 : 1; }
// Weight of a node of an array (0 Ez, 1 Hx, 2 Hy) in the region; 0: outside.
static inline double weight_of(Region r, int array, int i, int j) {
  if (j < r.j0 || j >= (array == 1 ? r.hx_end : r.j1) || i < r.i0 || i >= (array == 2 ? r.hy_end : r.i1)) return 0;
  return (array == 2 ? 1 : weight_x(r, i)) * (array == 1 ? 1 : weight_y(r, j));
}

// The difference of Ez that drives H of a node, with its sign, and a and b of conductor_loss().
typedef struct {
  double drop, held_a, held_b;
} Rise;
static inline Rise rise_at(Grid g, int array, global const real* e, global const uchar* bytes,
                           global const ushort* words, global const Pair* palette, int i, int j) {
  const long here = at(g, i, j);
  const long next = array == 1 ? at(g, i, j + 1 < g.ny ? j + 1 : 0) : at(g, i + 1 < g.nx ? i + 1 : 0, j);
  const double there = e[next], now = e[here];
  const double held_here = held(palette[entry_at(g, bytes, words, here)], e[here]);
  const double held_there = held(palette[entry_at(g, bytes, words, next)], e[next]);
  if (array == 1) return (Rise){now - there, held_there, held_here};
  return (Rise){there - now, held_here, held_there};
}
static inline void add_h(EnergyStock* sum, Rise rise, Pair d, double h, double w, int edited) {
  const double next = d.a * h + d.b * rise.drop;
  sum->stored += magnetic_energy(w * energy_weight(d.a, d.b), h, next);
  sum->pending += pending_loss(w * loss_weight(d.a, d.b), h, next);
  if (edited) sum->lost_at_conductors += w * conductor_loss(next, rise.held_a, rise.held_b);
}
// A work-item adds the nodes of some columns and rows. Products of the coefficients are in double.
kernel void stock_of_nodes(Grid g, Region r, int edited, global const real* e, global const real* hx,
                           global const real* hy, global const uchar* bytes, global const ushort* words,
                           global const Pair* palette, global const ushort* hx_entry, global const ushort* hy_entry,
                           global const Pair* hx_palette, global const Pair* hy_palette, global EnergyStock* parts) {
  EnergyStock sum = {0, 0, 0};
  for (int j = r.j0 + (int)get_global_id(1); j < r.j1; j += (int)get_global_size(1))
    for (int i = r.i0 + (int)get_global_id(0); i < r.i1; i += (int)get_global_size(0)) {
      const long n = at(g, i, j);
      const Pair c = palette[entry_at(g, bytes, words, n)];
      sum.stored += electric_energy(weight_of(r, 0, i, j) * energy_weight(c.a, c.b), e[n]);
      const double wx = weight_of(r, 1, i, j), wy = weight_of(r, 2, i, j);
      if (wx != 0)
        add_h(&sum, rise_at(g, 1, e, bytes, words, palette, i, j), hx_palette[g.magnetic ? hx_entry[n] : 0], hx[n], wx,
              edited);
      if (wy != 0)
        add_h(&sum, rise_at(g, 2, e, bytes, words, palette, i, j), hy_palette[g.magnetic ? hy_entry[n] : 0], hy[n], wy,
              edited);
    }
  parts[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}

// ---- poles
typedef struct {
  double kinetic, potential, loss;
} PoleNumbers;  // of a pole
typedef struct {
  real a, b;
  double unit, sigma;
} PoleMedium;  // of an entry: its coefficients, gain/b, and PoleEntries::sigma

// Adds the losses of the step that advance_poles() is about to make.
kernel void measure_poles(global const real* field, global const PoleNode* nodes, int count,
                          global const PoleGroup* groups, global const PoleCoefs* coefs,
                          global const PoleNumbers* numbers, global const real* states, global const real* old,
                          global double* lost) {
  const int n = get_global_id(0);
  if (n >= count) return;
  const PoleGroup g = groups[nodes[n].entry];
  const real sum = field[nodes[n].node] + old[n];
  double loss = 0;
  for (int k = 0; k < g.count; ++k) {
    const real before = states[2L * k * count + n];
    real p = before, j = states[(2L * k + 1) * count + n];
    advance_pole(coefs[g.first + k], sum, &p, &j);
    loss += pole_loss(numbers[g.first + k].loss, (double)p - (double)before);
  }
  lost[n] += loss;
}
// Partial sums over the nodes: the stock, and the losses so far. known_at_rims: of each node, in the next step.
kernel void stock_of_poles(Grid g, Region r, int edited, int array, global const real* e, global const real* h,
                           global const uchar* bytes, global const ushort* words, global const Pair* palette,
                           global const PoleNode* nodes, int count, global const PoleGroup* groups,
                           global const PoleCoefs* coefs, global const PoleNumbers* numbers,
                           global const PoleMedium* media, global const real* states, global const double* lost,
                           global const double* known_at_rims, int has_rims, global EnergyStock* parts,
                           global double* losses) {
  EnergyStock sum = {0, 0, 0};
  double all_lost = 0;
  for (int n = get_global_id(0); n < count; n += get_global_size(0)) {
    const PoleNode node = nodes[n];
    const double w = weight_of(r, array, node.i, node.j);
    if (w == 0) continue;
    const PoleGroup group = groups[node.entry];
    const PoleMedium m = media[node.entry];
    double known = 0, answer = 0;
    for (int k = 0; k < group.count; ++k) {
      const double p = states[2L * k * count + n], j = states[(2L * k + 1) * count + n];
      const PoleCoefs c = coefs[group.first + k];
      sum.stored += w * m.unit * pole_energy(numbers[group.first + k].kinetic, numbers[group.first + k].potential, p, j);
      known += 0.5 * ((double)c.a * j - (double)c.b * p) + (double)c.nu * j;
      answer += 0.5 * (double)c.c;
    }
    all_lost += w * m.unit * lost[n];
    if (array == 0 || m.b == 0) continue;
    if (has_rims) known += known_at_rims[n];
    Rise rise = rise_at(g, array, e, bytes, words, palette, node.i, node.j);
    if (!edited) rise.held_a = rise.held_b = 0;
    const EnergyStock s = stock_of_h_poles(m.a, m.b, group.gain, m.unit, m.sigma, h[node.node], rise.drop, known, answer,
                                           rise.held_a, rise.held_b);
    sum.stored += w * s.stored;
    sum.pending += w * s.pending;
    sum.lost_at_conductors += w * s.lost_at_conductors;
  }
  parts[get_global_id(0)] = sum;
  losses[get_global_id(0)] = all_lost;
}
#endif
