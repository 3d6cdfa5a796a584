// ---- Poles of dispersive media (solver/physics/poles.h), with one work-item for each node that has poles. The p of
// pole k starts at 2k·count of the states, and its j at (2k+1)·count (solver/problem/dispersive.h).
typedef struct {
  long node;
  int i, j, entry, unused;
} PoleNode;
// The poles of a palette entry: coefficients [first, first + count).
typedef struct {
  real gain, unused;
  int first, count;
} PoleGroup;

kernel void remember_poles(global const real* field, global const PoleNode* nodes, int count, global real* old) {
  const int n = get_global_id(0);
  if (n < count) old[n] = field[nodes[n].node];
}
kernel void correct_poles(global real* field, global const PoleNode* nodes, int count, global const PoleGroup* groups,
                          global const PoleCoefs* coefs, global const real* states) {
  const int n = get_global_id(0);
  if (n >= count) return;
  const PoleGroup g = groups[nodes[n].entry];
  real v = field[nodes[n].node];
  for (int k = 0; k < g.count; ++k)
    v = correct_for_pole(v, g.gain, coefs[g.first + k], states[2L * k * count + n], states[(2L * k + 1) * count + n]);
  field[nodes[n].node] = v;
}
kernel void advance_poles(global const real* field, global const PoleNode* nodes, int count,
                          global const PoleGroup* groups, global const PoleCoefs* coefs, global real* states,
                          global real* old) {
  const int n = get_global_id(0);
  if (n >= count) return;
  const PoleGroup g = groups[nodes[n].entry];
  const real now = field[nodes[n].node], sum = now + old[n];
  for (int k = 0; k < g.count; ++k) {
    real p = states[2L * k * count + n], j = states[(2L * k + 1) * count + n];
    advance_pole(coefs[g.first + k], sum, &p, &j);
    states[2L * k * count + n] = p;
    states[(2L * k + 1) * count + n] = j;
  }
  old[n] = now;
}

// A rim node that drives its poles (solver/physics/rim.h). Numbers count the nodes with poles of its own array, and of
// the other one for the neighbours; −1: the neighbour has no poles.
typedef struct {
  long node;
  int number, neighbours[4], unused;
  CrossWeights weights;
  real own, gain, c, unused_real;
} RimAt;
static inline real half_step_of(global const real* states, int count, int poles, int number) {
  real q = 0;
  for (int k = 0; k < poles && number >= 0; ++k)
    q = half_step_on(q, states[2L * k * count + number], states[(2L * k + 1) * count + number]);
  return q;
}
// Computes the fields of the charges from the states before the step.
kernel void find_rim_fields(global const RimAt* rims, int count, global const real* states, int nodes, int poles,
                            global const real* other, int other_nodes, int other_poles, global real* fields) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const RimAt r = rims[k];
  real q[4];
  for (int m = 0; m < 4; ++m) q[m] = half_step_of(other, other_nodes, other_poles, r.neighbours[m]);
  fields[k] = depolarising_field(r.own, r.weights, half_step_of(states, nodes, poles, r.number), q[0], q[1], q[2],
                                 q[3]);
}
kernel void correct_rims(global real* field, global const RimAt* rims, int count, global const real* fields) {
  const int k = get_global_id(0);
  if (k < count) field[rims[k].node] = correct_for_rim(field[rims[k].node], rims[k].gain, rims[k].c, fields[k]);
}
// The poles of rims are advanced with E' + E + 2·field.
kernel void add_rims_to_old(global const RimAt* rims, int count, global const real* fields, global real* old) {
  const int k = get_global_id(0);
  if (k < count) old[rims[k].number] += (real)(2) * fields[k];
}
