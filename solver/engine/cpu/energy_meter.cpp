#include "solver/engine/cpu/energy_meter.h"

#include <cmath>

namespace ez {

template <class T>
EnergyMeter<T>::EnergyMeter(const EnergyTerms& terms, int rows) : rows_(static_cast<std::size_t>(rows)) {
  const auto row_of = [](const auto& v) { return v.j; };
  std::vector<Flux> flux;
  for (const FluxTerm& t : terms.flux) flux.push_back({t.i, t.j, t.h_i, t.h_j, t.side, T(0), t.weight});
  flux_.assign(std::move(flux), rows, row_of);
  const auto inputs = [&](const std::vector<NodeTerm>& from, FieldArray array) {
    std::vector<Input> sources;
    for (const NodeTerm& t : from) sources.push_back({t.i, t.j, T(0), T(0), t.weight});
    sources_[index_of(array)].assign(std::move(sources), rows, row_of);
  };
  inputs(terms.sources, FieldArray::ez);
  inputs(terms.sources_hx, FieldArray::hx);
  inputs(terms.sources_hy, FieldArray::hy);
  const auto losses = [&](const std::vector<NodeTerm>& from, ByRow<Loss>& to) {
    std::vector<Loss> loss;
    loss.reserve(from.size());
    for (const NodeTerm& t : from) loss.push_back({t.i, t.j, T(0), t.weight});
    to.assign(std::move(loss), rows, row_of);
  };
  losses(terms.loss_ez, loss_ez_);
  losses(terms.loss_hx, loss_hx_);
  losses(terms.loss_hy, loss_hy_);
}

template <class T>
void EnergyMeter<T>::remember(const Field<T>& field) {
  for (Flux& f : flux_.all()) f.old = field.ez(f.j)[f.i];
  for (const FieldArray array : all_arrays)
    for (Input& s : sources_[index_of(array)].all()) s.old = field.of(array, s.j)[s.i];
  for (Loss& l : loss_ez_.all()) l.old = field.ez(l.j)[l.i];
  for (Loss& l : loss_hx_.all()) l.old = field.hx(l.j)[l.i];
  for (Loss& l : loss_hy_.all()) l.old = field.hy(l.j)[l.i];
}

template <class T>
void EnergyMeter<T>::before_sources(const Field<T>& field, int j) {
  for (Input& s : sources_[index_of(FieldArray::ez)].of(j)) s.updated = field.ez(j)[s.i];
}

template <class T>
void EnergyMeter<T>::before_sources_on(const Field<T>& field, FieldArray array, int j, int begin, int end) {
  for (Input& s : sources_[index_of(array)].of(j))
    if (s.i >= begin && s.i < end) s.updated = field.of(array, j)[s.i];
}

template <class T>
double EnergyMeter<T>::h_of_flux(const Field<T>& field, const Flux& f) {
  const bool of_hy = across_x(f.side);
  return static_cast<double>((of_hy ? field.hy(f.h_j) : field.hx(f.h_j))[f.h_i]);
}

template <class T>
void EnergyMeter<T>::after_row(const Field<T>& field, int j) {
  EnergySums& sum = rows_[static_cast<std::size_t>(j)].sums;
  const T* ez = field.ez(j);
  // Adds the step's contribution, computed from the values before and after the step. The value after it is the next
  // step's value before it.
  const auto step = [](double& to, auto& term, T now, auto share) {
    to += share(term.weight, static_cast<double>(term.old), static_cast<double>(now));
    term.old = now;
  };
  for (Flux& f : flux_.of(j)) {
    const double h = h_of_flux(field, f);
    step(sum.out[static_cast<std::size_t>(f.side)], f, ez[f.i],
         [h](double weight, double old, double now) { return flux_out(weight, old, now, h); });
  }
  for (const FieldArray array : all_arrays)
    for (Input& s : sources_[index_of(array)].of(j)) {
      const T now = field.of(array, j)[s.i];
      const double in =
          source_input(s.weight, static_cast<double>(s.old), static_cast<double>(s.updated), static_cast<double>(now));
      sum.source += in;
      sum.turnover += std::abs(in);
      s.old = now;
    }
  for (Loss& l : loss_ez_.of(j)) step(sum.loss_e, l, ez[l.i], electric_loss);
  for (Loss& l : loss_hx_.of(j)) step(sum.loss_h, l, field.hx(j)[l.i], magnetic_loss);
  for (Loss& l : loss_hy_.of(j)) step(sum.loss_h, l, field.hy(j)[l.i], magnetic_loss);
}

template <class T>
EnergySums EnergyMeter<T>::sums() const {
  EnergySums all;
  for (const RowSums& row : rows_) {
    all.source += row.sums.source;
    all.turnover += row.sums.turnover;
    all.loss_e += row.sums.loss_e;
    all.loss_h += row.sums.loss_h;
    for (std::size_t k = 0; k < 4; ++k) all.out[k] += row.sums.out[k];
  }
  return all;
}

template <class T>
void EnergyMeter<T>::clear() {
  for (RowSums& row : rows_) row = {};
}

template class EnergyMeter<float>;
template class EnergyMeter<double>;

}  // namespace ez
