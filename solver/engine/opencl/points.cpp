#include "solver/engine/opencl/points.h"

#include <algorithm>

#include "solver/base/denormals.h"
#include "solver/physics/source.h"

namespace ez::opencl {

// ---- sources

template <class T>
void Terms<T>::set(const Problem& p, const Grid& grid, Stream& stream) {
  terms_ = p.terms;
  std::array<std::vector<TermGroup>, yee_arrays.size()> groups;
  std::vector<cl_uchar> hard;
  for (const Term& t : p.terms) {
    std::vector<TermGroup>& of_array = groups[index_of(t.array)];
    const std::int64_t node = grid.at(t.i, t.j);
    if (of_array.empty() || of_array.back().node != node)
      of_array.push_back({node, static_cast<cl_int>(hard.size()), 0});
    ++of_array.back().count;
    hard.push_back(t.hard);
  }
  for (std::size_t k = 0; k < groups.size(); ++k) groups_[k] = stream.upload(groups[k]);
  hard_ = stream.upload(hard);
}

template <class T>
void Terms<T>::begin(const Batch& batch, Stream& stream) {
  const auto steps = static_cast<std::size_t>(batch.steps), columns = static_cast<std::size_t>(batch.sources);
  amounts_.resize(steps * terms_.size());
  const DenormalsAreZero rounding;
  T* out = amounts_.data();
  for (std::size_t n = 0; n < steps; ++n) {
    const double* signals = batch.signals.data() + n * columns;
    for (const Term& t : terms_)
      *out++ = t.hard ? hard_source<T>(signals[t.signal]) : soft_amount<T>(t.weight, signals[t.signal]);
  }
  grow(stream, amounts_there_, amounts_.size());
  stream.write_later(amounts_there_, std::span<const T>(amounts_));
}

template <class T>
void Terms<T>::drive(Kernels& kernels, const Buffer<T>& field, FieldArray array, int step) {
  const Buffer<TermGroup>& groups = groups_[index_of(array)];
  if (groups.empty()) return;
  const std::int64_t row = static_cast<std::int64_t>(step) * static_cast<std::int64_t>(terms_.size());
  kernels.launch("drive", items(groups.count()), field, groups, static_cast<cl_int>(groups.count()), hard_,
                 amounts_there_, row);
}

// ---- slanted interfaces

template <class T>
void Cross<T>::set(const Problem& p, const Grid& grid, Stream& stream) {
  std::array<std::vector<CrossAt<T>>, yee_arrays.size()> terms;
  for (const CrossTerm& t : p.cross) {
    CrossAt<T> c{};
    c.node = grid.at(t.i, t.j);
    for (int k = 0; k < 4; ++k) {
      c.weights.w[k] = static_cast<T>(t.weight[static_cast<std::size_t>(k)]);
      if (t.array == FieldArray::hx) {  // along x
        c.minus[k] = grid.at(t.i - 1 + k % 2, t.j + k / 2);
        c.plus[k] = c.minus[k] + 1;
      } else {  // along −y
        c.plus[k] = grid.at(t.i + k % 2, t.j - 1 + k / 2);
        c.minus[k] = c.plus[k] + grid.pitch;
      }
    }
    terms[index_of(t.array)].push_back(c);
  }
  for (std::size_t k = 0; k < terms.size(); ++k) terms_[k] = stream.upload(terms[k]);
}

template <class T>
void Cross<T>::add(Kernels& kernels, const Fields3<T>& fields) {
  for (const FieldArray a : {FieldArray::hx, FieldArray::hy})
    if (const Buffer<CrossAt<T>>& terms = terms_[index_of(a)]; !terms.empty())
      kernels.launch("add_cross", items(terms.count()), terms, static_cast<cl_int>(terms.count()),
                     fields[FieldArray::ez], fields[a]);
}

// ---- Mur's boundaries

template <class T>
Mur<T>::Mur(const Problem& p, Stream& stream)
    : longest_(static_cast<std::size_t>(std::max(p.nx, p.ny))), corrections_(stream.make<T>(4 * longest_)) {}

template <class T>
void Mur<T>::set(const Problem& p, const Grid& grid, Stream& stream) {
  std::vector<MurAt<T>> nodes;
  const auto add = [&](const MurNode& m) {
    nodes.push_back({grid.at_packed(m.node), grid.at_packed(m.inner), static_cast<T>(m.k), T(0)});
  };
  for (const MurNode& m : p.mur) add(m);
  first_ = nodes.size();
  for (const MurCorner& c : p.mur_corners) add(c.a), add(c.b);
  std::vector<Mur2At<T>> second;
  const std::vector<T> before = stream.read_all(corrections_);
  std::vector<T> kept(before.size(), T(0));
  for (const Mur2Node& m : p.mur2) {
    const std::int64_t along = across_x(m.side) ? grid.pitch : 1;
    const std::int64_t edge = grid.at_packed(m.node), inner = grid.at_packed(m.inner);
    const std::int64_t low = (m.low - m.along) * along, high = (m.high - m.along) * along;
    const std::size_t place = static_cast<std::size_t>(m.side) * longest_ + static_cast<std::size_t>(m.along);
    kept[place] = before[place];
    second.push_back({edge, inner, edge + low, inner + low, edge + high, inner + high, static_cast<T>(m.k),
                      static_cast<T>(m.d), static_cast<cl_int>(place), 0});
  }
  nodes_ = stream.upload(nodes);
  second_ = stream.upload(second);
  old_ = stream.make<T>(2 * nodes.size());
  second_old_ = stream.make<T>(4 * second.size());
  stream.write(corrections_, std::span<const T>(kept));
}

template <class T>
void Mur<T>::before_e(Kernels& kernels, const Buffer<T>& ez) {
  const std::size_t count = std::max(nodes_.count(), second_.count());
  if (count > 0)
    kernels.launch("remember_mur", items(count), ez, nodes_, static_cast<cl_int>(nodes_.count()), old_, second_,
                   static_cast<cl_int>(second_.count()), second_old_);
}

template <class T>
void Mur<T>::after_e(Kernels& kernels, const Buffer<T>& ez) {
  if (first_ > 0) kernels.launch("absorb_first", items(first_), ez, nodes_, static_cast<cl_int>(first_), old_);
  if (!second_.empty())
    kernels.launch("absorb_second", items(second_.count()), ez, second_, static_cast<cl_int>(second_.count()),
                   second_old_, corrections_);
  if (const std::size_t corners = (nodes_.count() - first_) / 2; corners > 0)
    kernels.launch("absorb_corners", items(corners), ez, nodes_, static_cast<cl_int>(first_),
                   static_cast<cl_int>(corners), old_);
}

template class Terms<float>;
template class Terms<double>;
template class Cross<float>;
template class Cross<double>;
template class Mur<float>;
template class Mur<double>;

}  // namespace ez::opencl
