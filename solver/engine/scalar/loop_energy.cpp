// The energy ledger (solver/physics/energy.h): the sums that each step adds to, and the energy of the region.
#include <cmath>
#include <utility>

#include "solver/engine/scalar/loop.h"

namespace ez::scalar {
namespace {

double value(double v) { return v; }

// Returns the weight of a node of an array in the region; 0: the node is not counted.
double weight(FieldArray array, const EnergyRegion& r, int i, int j) {
  const bool x = array == FieldArray::hx, y = array == FieldArray::hy;
  if (x ? !r.has_hx(j) : !r.has_row(j)) return 0;
  if (i < r.i0 || i >= (y ? r.hy_end() : r.i1)) return 0;
  return (y ? 1 : r.weight_x(i)) * (x ? 1 : r.weight_y(j));
}

}  // namespace

// ---- each step

template <class T>
const std::vector<NodeTerm>& Loop<T>::driven_nodes(FieldArray array) const {
  const EnergyTerms& t = ledger_->terms;
  return array == FieldArray::ez ? t.sources : array == FieldArray::hx ? t.sources_hx : t.sources_hy;
}

template <class T>
void Loop<T>::measure_before_sources(FieldArray array) {
  if (!ledger_) return;
  std::vector<double>& to = ledger_->before_sources[index_of(array)];
  to.clear();
  for (const NodeTerm& t : driven_nodes(array)) to.push_back(value(field(array)[at(t.i, t.j)]));
}

template <class T>
void Loop<T>::measure_pole(FieldArray array, const PoleAt<T>& k, double step_of_p) {
  const double w = weight(array, ledger_->terms.region, k.i, k.j);
  if (w == 0) return;
  const PoleEntries& entry = *poles_at(array, k.i, k.j);
  // Finds the pole's number at its node by the address of its state.
  const auto& states = memory_.poles[index_of(array)];
  std::size_t number = 0;
  while (origin(states[number].p) + k.node != k.polarisation) ++number;
  double& lost = array == FieldArray::ez ? ledger_->sums.loss_e : ledger_->sums.loss_h;
  lost += w * pole_unit(array, k.i, k.j) * pole_loss(entry.poles[number].loss, step_of_p);
}

template <class T>
void Loop<T>::measure_step() {
  if (!ledger_) return;
  EnergySums& sums = ledger_->sums;
  const EnergyTerms& terms = ledger_->terms;
  const auto old = [&](FieldArray a, int i, int j) { return value(origin(old_[index_of(a)])[at(i, j)]); };
  const auto now = [&](FieldArray a, int i, int j) { return value(field(a)[at(i, j)]); };
  for (const FluxTerm& f : terms.flux)
    sums.out[static_cast<std::size_t>(f.side)] +=
        flux_out(f.weight, old(FieldArray::ez, f.i, f.j), now(FieldArray::ez, f.i, f.j),
                 now(across_x(f.side) ? FieldArray::hy : FieldArray::hx, f.h_i, f.h_j));
  for (const FieldArray a : all_arrays)
    for (std::size_t k = 0; k < driven_nodes(a).size(); ++k) {
      const NodeTerm& t = driven_nodes(a)[k];
      const double updated = ledger_->before_sources[index_of(a)][k];
      const double in = source_input(t.weight, old(a, t.i, t.j), updated, now(a, t.i, t.j));
      sums.source += in;
      sums.turnover += std::abs(in);
    }
  const auto losses = [&](const std::vector<NodeTerm>& nodes, FieldArray a, double& to, auto loss) {
    for (const NodeTerm& t : nodes) to += loss(t.weight, old(a, t.i, t.j), now(a, t.i, t.j));
  };
  losses(terms.loss_ez, FieldArray::ez, sums.loss_e, electric_loss);
  losses(terms.loss_hx, FieldArray::hx, sums.loss_h, magnetic_loss);
  losses(terms.loss_hy, FieldArray::hy, sums.loss_h, magnetic_loss);
}

// ---- energy of the region

// Returns Ez if the node is a conductor, or else 0.
template <class T>
double Loop<T>::held(int i, int j) const {
  const std::size_t n = place(i, j);
  const Coefficients& c = coefficients_[index_of(FieldArray::ez)];
  return c.a[n] == 0 && c.b[n] == 0 ? value(grid_.ez[at(i, j)]) : 0.0;
}

// Returns the factor of ΔP·Ē at a node with poles.
template <class T>
double Loop<T>::pole_unit(FieldArray array, int i, int j) const {
  if (array == FieldArray::ez) {
    const ElectricEntry& e = p_.electric_palette[p_.electric.at(i, j)];
    return e.cb == 0 ? 0 : e.dispersion.gain / e.cb;
  }
  const MagneticEntry& m = p_.magnetic_at(array, i, j);
  const double db = array == FieldArray::hx ? m.dbx : m.dby;
  return db == 0 ? 0 : m.dispersion.gain / db;
}

// Returns the difference of Ez that drives H of a node, with its sign. held_a and held_b belong to the Ez nodes of
// conductor_loss().
template <class T>
typename Loop<T>::Rise Loop<T>::rise_at(FieldArray array, int i, int j) const {
  const int up = j + 1 < p_.ny ? j + 1 : 0, right = i + 1 < p_.nx ? i + 1 : 0;
  const double e = value(grid_.ez[at(i, j)]);
  if (array == FieldArray::hx) return {e - value(grid_.ez[at(i, up)]), held(i, up), held(i, j)};
  return {value(grid_.ez[at(right, j)]) - e, held(i, j), held(right, j)};
}

template <class T>
EnergyStock Loop<T>::stock_of_nodes() const {
  EnergyStock sum;
  for (const FieldArray a : all_arrays)
    for (int j = 0; j < p_.ny; ++j)
      for (int i = 0; i < p_.nx; ++i) {
        const double w = weight(a, ledger_->terms.region, i, j);
        if (w == 0) continue;
        const Coefficients& c = coefficients_[index_of(a)];
        const double ca = value(c.a[place(i, j)]), cb = value(c.b[place(i, j)]), v = value(field(a)[at(i, j)]);
        if (a == FieldArray::ez) {
          sum.stored += electric_energy(w * energy_weight(ca, cb), v);
          continue;
        }
        const Rise rise = rise_at(a, i, j);
        const double next = ca * v + cb * rise.drop;
        sum.stored += magnetic_energy(w * energy_weight(ca, cb), v, next);
        sum.pending += pending_loss(w * loss_weight(ca, cb), v, next);
        if (ledger_->edited) sum.lost_at_conductors += w * conductor_loss(next, rise.held_a, rise.held_b);
      }
  return sum;
}

// Calls f(i, j, first, count) for the nodes of an array that have poles: `count` poles from poles_[array][first] on.
template <class T>
template <class F>
void Loop<T>::each_pole_node(FieldArray array, F f) const {
  const auto& poles = poles_[index_of(array)];
  for (std::size_t first = 0; first < poles.size();) {
    std::size_t end = first;
    while (end < poles.size() && poles[end].node == poles[first].node) ++end;
    f(poles[first].i, poles[first].j, first, end - first);
    first = end;
  }
}

template <class T>
EnergyStock Loop<T>::stock_of_poles(FieldArray array) const {
  EnergyStock sum;
  each_pole_node(array, [&](int i, int j, std::size_t first, std::size_t count) {
    const double w = weight(array, ledger_->terms.region, i, j), unit = pole_unit(array, i, j);
    if (w == 0) return;
    const PoleEntries& entry = *poles_at(array, i, j);
    double known = 0, answer = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const PoleAt<T>& pole = poles_[index_of(array)][first + k];
      const double p = value(*pole.polarisation), current = value(*pole.current);
      sum.stored += w * unit * pole_energy(entry.poles[k].kinetic, entry.poles[k].potential, p, current);
      known += 0.5 * (value(pole.coefs.a) * current - value(pole.coefs.b) * p) + value(pole.coefs.nu) * current;
      answer += 0.5 * value(pole.coefs.c);
    }
    if (array == FieldArray::ez) return;
    const Coefficients& c = coefficients_[index_of(array)];
    const double da = value(c.a[place(i, j)]), db = value(c.b[place(i, j)]);
    if (db == 0) return;
    const std::size_t x = array == FieldArray::hx ? 0 : 1;
    for (const RimAt<T>& r : rims_[x])
      if (r.i == i && r.j == j) known += value(r.c) * value(origin(rim_field_[x])[r.node]);
    Rise rise = rise_at(array, i, j);
    if (!ledger_->edited) rise.held_a = rise.held_b = 0;
    const EnergyStock node =
        stock_of_h_poles(da, db, value(T(entry.gain)), unit, entry.sigma, value(field(array)[at(i, j)]), rise.drop,
                         known, answer, rise.held_a, rise.held_b);
    sum.stored += w * node.stored, sum.pending += w * node.pending,
        sum.lost_at_conductors += w * node.lost_at_conductors;
  });
  return sum;
}

// Rims that drive poles do not touch the ends of the region.
template <class T>
double Loop<T>::stored_at_rims(FieldArray array) const {
  const FieldArray other = array == FieldArray::hx ? FieldArray::hy : FieldArray::hx;
  const auto sums = [&](FieldArray a, std::ptrdiff_t node) {
    std::pair<double, double> all;
    for (const PoleState& s : memory_.poles[index_of(a)])
      all.first += value(origin(s.p)[node]), all.second += value(origin(s.j)[node]);
    return all;
  };
  double sum = 0;
  for (const RimAt<T>& r : rims_[array == FieldArray::hx ? 0 : 1]) {
    const auto [p, current] = sums(array, r.node);
    double with_p = value(r.own) * p, with_j = value(r.own) * current;
    for (int k = 0; k < 4; ++k) {
      const auto [p_there, j_there] = sums(other, r.neighbours[k]);
      with_p += value(r.weights.w[k]) * p_there;
      with_j += value(r.weights.w[k]) * j_there;
    }
    sum += 0.5 * pole_unit(array, r.i, r.j) * (p * with_p - 0.25 * current * with_j);
  }
  return sum;
}

template <class T>
EnergyStock Loop<T>::stock() {
  find_rim_fields();
  EnergyStock sum = stock_of_nodes();
  for (const FieldArray a : all_arrays) {
    const EnergyStock of_poles = stock_of_poles(a);
    sum.stored += of_poles.stored, sum.pending += of_poles.pending,
        sum.lost_at_conductors += of_poles.lost_at_conductors;
    if (a != FieldArray::ez) sum.stored += stored_at_rims(a);
  }
  std::vector<double> at_rims;
  for (const RimEnergy::Node& n : ledger_->terms.rims.nodes()) at_rims.push_back(value(field(n.array)[at(n.i, n.j)]));
  sum.stored += ledger_->terms.rims.stored(at_rims);
  return sum;
}

// ---- the ledger across edits

template <class T>
void Loop<T>::set_ledger(bool on, const Problem&) {
  ledger_.reset();
  if (!on) return;
  ledger_.emplace();
  ledger_->terms = energy_terms(p_);
  ledger_->book.open(ledger_->terms, stock());
}

template <class T>
EnergyLedger Loop<T>::ledger() {
  return ledger_ ? ledger_->book.reading(ledger_->terms, ledger_->sums, stock()) : EnergyLedger{};
}

// Surround every change of the field or of its tables: leave_ledger_period() before it, enter_ledger_period() after it.
template <class T>
void Loop<T>::leave_ledger_period() {
  if (!ledger_) return;
  ledger_->book.add(ledger_->terms, ledger_->sums);
  ledger_->sums = {};
  ledger_->book.leave(ledger_->terms, stock());
}
template <class T>
void Loop<T>::enter_ledger_period() {
  if (!ledger_) return;
  ledger_->edited = true;
  ledger_->book.enter(ledger_->terms, stock());
}
template <class T>
void Loop<T>::enter_terms() {
  if (ledger_) ledger_->terms = energy_terms(p_);
  enter_ledger_period();
}

template class Loop<float>;
template class Loop<double>;

}  // namespace ez::scalar
