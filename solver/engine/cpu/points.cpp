#include "solver/engine/cpu/points.h"

#include <algorithm>
#include <iterator>

#include "solver/physics/source.h"

namespace ez {

template <class T>
void Points<T>::set_terms(const Problem& p) {
  for (const FieldArray array : all_arrays) {
    std::vector<Term> terms;
    std::copy_if(p.terms.begin(), p.terms.end(), std::back_inserter(terms),
                 [&](const Term& t) { return t.array == array; });
    terms_on(array).assign(
        std::move(terms), ny_, [](const Term& t) { return t.j; }, [](const Term& t) { return t.i; });
  }
  set_due();
}

// Assigns the Mur nodes. A Mur node needs its inner node's new value. At the bottom boundary the inner node is one row
// above, and at the right boundary it may be in the previous block. So the Mur node is due with the later one of the
// two.
template <class T>
void Points<T>::set_absorbing(const Problem& p) {
  const auto row = [](const auto& m) { return std::max(m.j, m.inner_j); };
  const auto column = [](const auto& m) { return std::max(m.i, m.inner_i); };
  std::vector<MurAt> mur;
  for (const MurNode& m : p.mur) mur.push_back(mur_at(m));
  mur_.assign(std::move(mur), ny_, row, column);
  std::vector<Mur2At> mur2;
  for (const Mur2Node& m : p.mur2) mur2.push_back(mur2_at(m));
  mur2_.assign(std::move(mur2), ny_, row, column);
  mur_lines_.set_nodes(p.walls, p.mur2);
  std::vector<CornerAt> corners;
  for (const MurCorner& c : p.mur_corners) corners.push_back({mur_at(c.a), mur_at(c.b)});
  corners_.assign(
      std::move(corners), ny_, [&](const CornerAt& c) { return std::max(row(c.a), row(c.b)); },
      [&](const CornerAt& c) { return std::max(column(c.a), column(c.b)); });
  set_due();
}

template <class T>
void Points<T>::set_probes(const Problem& problem) {
  std::vector<ProbeAt> probes;
  for (const Instrument& p : problem.instruments)
    probes.push_back({p.node.i, p.node.j, static_cast<int>(probes.size())});
  probe_count_ = static_cast<int>(probes.size());
  // Nodes of the bottom and left boundaries are set with the neighbouring line.
  probes_.assign(
      std::move(probes), ny_, [](const ProbeAt& n) { return std::max(n.j, 1); },
      [](const ProbeAt& n) { return std::max(n.i, 1); });
  set_due();
}

// Gathered values are taken at the same time as probes: H makes its step before the neighbouring Ez.
template <class T>
void Points<T>::set_gather(const Gather& gather) {
  std::vector<GatherAt> points;
  for (const GatherPoint& p : gather.points) points.push_back({p, points.size()});
  gather_every_ = gather.every;
  gather_count_ = points.size();
  gather_.assign(
      std::move(points), ny_, [](const GatherAt& g) { return std::max(g.point.node.j, 1); },
      [](const GatherAt& g) { return std::max(g.point.node.i, 1); });
}

template <class T>
void Points<T>::set_due() {
  const auto has = [](const auto& points, int j) { return points.has(j); };
  due_.assign(static_cast<std::size_t>(ny_), 0);
  for (int j = 0; j < ny_; ++j)
    due_[static_cast<std::size_t>(j)] = has(terms_on(FieldArray::ez), j) || has(mur_, j) || has(corners_, j) ||
                                        has(mur2_, j) || has(probes_, j) || mur_lines_.has_row(j);
}

template <class T>
typename Points<T>::MurAt Points<T>::mur_at(const MurNode& node) const {
  const auto nx = static_cast<std::size_t>(nx_);
  const auto at = [](std::size_t v) { return static_cast<int>(v); };
  return {at(node.node % nx), at(node.node / nx), at(node.inner % nx), at(node.inner / nx), T(node.k), 0, 0};
}

template <class T>
typename Points<T>::Mur2At Points<T>::mur2_at(const Mur2Node& m) const {
  const MurAt at = mur_at({m.node, m.inner, m.k});
  const auto place = [&](int along) { return mur_lines_.place(m.side, along); };
  return {at.i,   at.j,           at.inner_i,   at.inner_j,    T(m.k),
          T(m.d), place(m.along), place(m.low), place(m.high), mur_lines_.length(m.side)};
}

template <class T>
void Points<T>::begin(const Batch& batch, double* probes, double* gathered, const Field<T>& field) {
  batch_ = &batch;
  probe_out_ = probes;
  gather_out_ = gathered;
  for (MurAt& m : mur_.all()) remember(field, m);
  for (CornerAt& c : corners_.all()) remember(field, c.a), remember(field, c.b);
  mur_lines_.begin(field);
}

template <class T>
void Points<T>::drive(Field<T>& field, FieldArray array, int j, int begin, int end, int step) {
  for (const Term& term : terms_on(array).of(j, begin, end)) {
    const double signal = batch_->signals[static_cast<std::size_t>(step) * static_cast<std::size_t>(batch_->sources) +
                                          static_cast<std::size_t>(term.signal)];
    T& value = field.of(array, j)[term.i];
    value = term.hard ? hard_source<T>(signal) : soft_source(value, term.weight, signal);
  }
}

// Order: sources, Mur nodes, corners, probes.
template <class T>
void Points<T>::apply_due(Field<T>& field, int j, int begin, int end, int step) {
  drive(field, FieldArray::ez, j, begin, end, step);
  for (MurAt& m : mur_.of(j, begin, end)) {
    field.ez(m.j)[m.i] = mur_value(field, m);
    remember(field, m);
  }
  for (const Mur2At& m : mur2_.of(j, begin, end)) field.ez(m.j)[m.i] = mur2_value(field, m, step);
  for (CornerAt& c : corners_.of(j, begin, end)) {
    field.ez(c.a.j)[c.a.i] = T(0.5) * (mur_value(field, c.a) + mur_value(field, c.b));
    remember(field, c.a), remember(field, c.b);
  }
  mur_lines_.row_done(j, begin, end, step, field);
  for (const ProbeAt& p : probes_.of(j, begin, end))
    probe_out_[static_cast<std::size_t>(step) * static_cast<std::size_t>(probe_count_) +
               static_cast<std::size_t>(p.index)] = static_cast<double>(field.ez(p.j)[p.i]);
}

template <class T>
void Points<T>::take_gather(const Field<T>& field, int j, int begin, int end, int step) {
  const auto every = static_cast<std::uint64_t>(gather_every_);
  const std::uint64_t made = batch_->first_step + static_cast<std::uint64_t>(step) + 1;
  if (made % every != 0) return;
  double* out = gather_out_ + (made / every - batch_->first_step / every - 1) * gather_count_;
  for (const GatherAt& g : gather_.of(j, begin, end))
    out[g.index] = static_cast<double>(field.of(g.point.array, g.point.node.j)[g.point.node.i]);
}

template <class T>
T Points<T>::mur_value(const Field<T>& field, const MurAt& m) const {
  return kernels_.mur(m.k, m.old_edge, m.old_inner, field.ez(m.inner_j)[m.inner_i]);
}

template <class T>
T Points<T>::mur2_value(const Field<T>& field, const Mur2At& m, int step) {
  const T* now = mur_lines_.now(step);
  const auto sum = [&](std::size_t edge) { return now[edge] + now[edge + m.to_inner]; };
  T& correction = mur_lines_.correction(m.edge);
  correction = kernels_.mur_correction(m.d, correction, sum(m.edge), sum(m.low), sum(m.high));
  return kernels_.mur(m.k, now[m.edge], now[m.edge + m.to_inner], field.ez(m.inner_j)[m.inner_i]) + correction;
}

template <class T>
void Points<T>::remember(const Field<T>& field, MurAt& m) {
  m.old_edge = field.ez(m.j)[m.i];
  m.old_inner = field.ez(m.inner_j)[m.inner_i];
}

template class Points<float>;
template class Points<double>;

}  // namespace ez
