// The energy ledger in the stepper: the energy of the region, and the bookkeeping across edits.
#include "solver/engine/cpu/stepper.h"
#include "solver/problem/energy_terms.h"

namespace ez {

// Returns the stock of row j. H⁺ is H after the next step, computed from the present Ez.
template <class T>
EnergyStock Stepper<T>::stock_of_row(int j) const {
  const EnergyRegion& r = energy_->terms.region;
  const T *e = field_.ez(j), *up = field_.ez(j + 1 < ny_ ? j + 1 : 0);
  const auto value = [](T v) { return static_cast<double>(v); };
  const auto each = [&](const Media<T>& media, int end, auto add) {
    media.each(j, r.i0, end, [&](int b, int run_end, const Coefs<T>& c) {
      double weight = energy_weight(value(c.a), value(c.b)), loss = loss_weight(value(c.a), value(c.b));
      for (int i = b; i < run_end; ++i) {
        const double ca = value(c.each_a ? c.each_a[i - b] : c.a), cb = value(c.each_b ? c.each_b[i - b] : c.b);
        if (c.each_a) weight = energy_weight(ca, cb), loss = loss_weight(ca, cb);
        add(i, ca, cb, weight, loss);
      }
    });
  };
  EnergyStock sum;
  each(ez_media_, r.i1, [&](int i, double, double, double weight, double) {
    sum.stored += electric_energy(r.weight_x(i) * r.weight_y(j) * weight, value(e[i]));
  });
  if (r.has_hx(j))
    each(hx_media_, r.i1, [&](int i, double da, double db, double weight, double loss) {
      const double h = value(field_.hx(j)[i]), next = da * h - db * (value(up[i]) - value(e[i]));
      sum.stored += magnetic_energy(r.weight_x(i) * weight, h, next);
      sum.pending += pending_loss(r.weight_x(i) * loss, h, next);
    });
  each(hy_media_, r.hy_end(), [&](int i, double da, double db, double weight, double loss) {
    const double h = value(field_.hy(j)[i]), right = value(e[i + 1 < nx_ ? i + 1 : 0]);
    const double next = da * h + db * (right - value(e[i]));
    sum.stored += magnetic_energy(r.weight_y(j) * weight, h, next);
    sum.pending += pending_loss(r.weight_y(j) * loss, h, next);
  });
  return sum;
}

// Returns Ez if the node is a conductor, or else 0.
template <class T>
double Stepper<T>::held(int i, int j) const {
  const Pair<T>& c = ez_media_.palette()[electric_.at(i, j)];
  return c.a == 0 && c.b == 0 ? static_cast<double>(field_.ez(j)[i]) : 0.0;
}

// Returns the energy that new conductors will take from the H nodes of row j in the next step.
template <class T>
double Stepper<T>::conductor_loss_in_row(int j) const {
  const EnergyRegion& r = energy_->terms.region;
  const int j_up = j + 1 < ny_ ? j + 1 : 0;
  const auto value = [](T v) { return static_cast<double>(v); };
  const T *e = field_.ez(j), *up = field_.ez(j_up);
  double sum = 0;
  const auto coefficient = [](const Coefs<T>& c, int k) {
    return c.each_a ? Pair<T>{c.each_a[k], c.each_b[k]} : Pair<T>{c.a, c.b};
  };
  if (r.has_hx(j))
    hx_media_.each(j, r.i0, r.i1, [&](int b, int end, const Coefs<T>& c) {
      for (int i = b; i < end; ++i) {
        const Pair<T> d = coefficient(c, i - b);
        const double next = value(d.a) * value(field_.hx(j)[i]) - value(d.b) * (value(up[i]) - value(e[i]));
        sum += r.weight_x(i) * conductor_loss(next, held(i, j_up), held(i, j));
      }
    });
  hy_media_.each(j, r.i0, r.hy_end(), [&](int b, int end, const Coefs<T>& c) {
    for (int i = b; i < end; ++i) {
      const Pair<T> d = coefficient(c, i - b);
      const int right = i + 1 < nx_ ? i + 1 : 0;
      const double next = value(d.a) * value(field_.hy(j)[i]) + value(d.b) * (value(e[right]) - value(e[i]));
      sum += r.weight_y(j) * conductor_loss(next, held(i, j), held(right, j));
    }
  });
  return sum;
}

template <class T>
EnergyStock Stepper<T>::stock() {
  std::vector<EnergyStock> rows(static_cast<std::size_t>(ny_));
  over_rows([&](int j) {
    if (!energy_->terms.region.has_row(j)) return;
    EnergyStock& row = rows[static_cast<std::size_t>(j)];
    row = stock_of_row(j);
    typename Poles<T>::Held held_since_edit;
    if (energy_->edited) {
      row.lost_at_conductors = conductor_loss_in_row(j);
      held_since_edit = [this](int column, int of_row) { return held(column, of_row); };
    }
    const EnergyStock of_poles = poles_.stock_of_row(field_, energy_->terms.region, j, held_since_edit);
    row.stored += of_poles.stored, row.pending += of_poles.pending,
        row.lost_at_conductors += of_poles.lost_at_conductors;
  });
  EnergyStock sum;
  for (const EnergyStock& row : rows)
    sum.stored += row.stored, sum.pending += row.pending, sum.lost_at_conductors += row.lost_at_conductors;
  std::vector<double> at_rims;
  for (const RimEnergy::Node& n : energy_->terms.rims.nodes())
    at_rims.push_back(static_cast<double>(field_.of(n.array, n.j)[n.i]));
  sum.stored += energy_->terms.rims.stored(at_rims);
  return sum;
}

template <class T>
std::unique_ptr<typename Stepper<T>::Energy> Stepper<T>::make_energy(const Problem& problem) const {
  need("the energy ledger", lossy_nodes(problem) * EnergyMeter<T>::bytes_to_make_a_loss());
  return std::make_unique<Energy>(energy_terms(problem), ny_);
}

template <class T>
void Stepper<T>::set_ledger(bool on, const Problem& problem) {
  energy_.reset();
  poles_.set_region(nullptr);
  if (!on) return;
  energy_ = make_energy(problem);
  poles_.set_region(&energy_->terms.region);
  energy_->book.open(energy_->terms, stock());
}

template <class T>
EnergyLedger Stepper<T>::ledger() {
  if (!energy_) return {};
  return energy_->book.reading(energy_->terms, energy_sums(), stock());
}

// Returns all sums. Losses of the poles of ε count as heat with those of σ, losses of the poles of μ with those of σm.
template <class T>
EnergySums Stepper<T>::energy_sums() const {
  EnergySums sums = energy_->meter.sums();
  const typename Poles<T>::Lost lost = poles_.lost();
  sums.loss_e += lost.of_e, sums.loss_h += lost.of_h;
  return sums;
}
template <class T>
void Stepper<T>::forget_sums() {
  energy_->meter.clear();
  poles_.forget_losses();
}

// Surround every change of the field or of its tables: leave_ledger_period() before it, enter_ledger_period() after it.
template <class T>
void Stepper<T>::leave_ledger_period() {
  if (!energy_) return;
  energy_->book.add(energy_->terms, energy_sums());
  forget_sums();
  energy_->book.leave(energy_->terms, stock());
}
template <class T>
void Stepper<T>::enter_ledger_period() {
  if (!energy_) return;
  energy_->edited = true;
  energy_->book.enter(energy_->terms, stock());
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
