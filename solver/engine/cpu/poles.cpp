#include "solver/engine/cpu/poles.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace ez {
namespace {

// Return the weight of an array's node in the region, and the columns of its row that are in the region.
double weight(FieldArray array, const EnergyRegion& r, int i, int j) {
  return (array == FieldArray::hy ? 1 : r.weight_x(i)) * (array == FieldArray::hx ? 1 : r.weight_y(j));
}
std::pair<int, int> columns(FieldArray array, const EnergyRegion& r, int j) {
  const bool none = array == FieldArray::hx ? !r.has_hx(j) : !r.has_row(j);
  return {r.i0, none ? r.i0 : array == FieldArray::hy ? r.hy_end() : r.i1};
}

}  // namespace

template <class T>
typename Poles<T>::Array Poles<T>::made(const Problem& p, FieldArray array) {
  Array out;
  out.nodes = dispersive_nodes(p, array);
  if (out.nodes.empty()) return out;
  out.first_span.assign(static_cast<std::size_t>(p.ny) + 1, 0);
  for (const DispersiveSpan& s : out.nodes.spans) ++out.first_span[static_cast<std::size_t>(s.j) + 1];
  for (std::size_t j = 1; j < out.first_span.size(); ++j) out.first_span[j] += out.first_span[j - 1];
  const auto add = [&](double a, double b, const PoleEntries& numbers) {
    Entry entry{T(a), T(b), T(numbers.gain), {}, numbers, b == 0 ? 0 : numbers.gain / b};
    for (const PoleEntry& k : numbers.poles) entry.poles.push_back({T(k.a), T(k.b), T(k.c), T(k.nu)});
    out.entries.push_back(std::move(entry));
  };
  if (array == FieldArray::ez)
    for (const ElectricEntry& e : p.electric_palette) add(e.ca, e.cb, e.dispersion);
  else
    for (const MagneticEntry& m : p.magnetic_palette) add(m.da, array == FieldArray::hx ? m.dbx : m.dby, m.dispersion);
  out.old.assign(out.nodes.count, T(0));
  return out;
}

template <class T>
void Poles<T>::set(const Problem& p) {
  std::array<Array, yee_arrays.size()> fresh;
  for (const FieldArray array : all_arrays) {
    Array& to = fresh[index_of(array)];
    to = made(p, array);
    to.states = carried(of(array).nodes, of(array).states, to.nodes);
  }
  std::vector<RowSum> lost(static_cast<std::size_t>(p.ny));
  arrays_ = std::move(fresh);
  if (lost_.size() != lost.size()) lost_ = std::move(lost);
  set_rims(p);
  any_ = std::any_of(arrays_.begin(), arrays_.end(), [](const Array& a) { return !a.nodes.empty(); });
}

template <class T>
void Poles<T>::set_rims(const Problem& p) {
  // Returns the number of a node among the dispersive nodes, which are numbered from left to right in a row.
  const auto node_at = [&](const Array& a, int i, int j) -> std::optional<std::pair<std::size_t, std::uint16_t>> {
    if (a.nodes.empty() || i < 0 || j < 0 || j >= p.ny) return std::nullopt;
    const auto row = static_cast<std::size_t>(j);
    for (std::size_t k = a.first_span[row]; k < a.first_span[row + 1]; ++k)
      if (const DispersiveSpan& s = a.nodes.spans[k]; i >= s.begin && i < s.end)
        return std::pair(s.first + static_cast<std::size_t>(i - s.begin), s.entry);
    return std::nullopt;
  };
  std::array<std::vector<RimNode>, 2> nodes;
  for (const DepolarisingTerm& t : p.depolarising) {
    const bool x = t.array == FieldArray::hx;
    const Array &own = arrays_[index_of(t.array)], &other = arrays_[index_of(x ? FieldArray::hy : FieldArray::hx)];
    const auto here = node_at(own, t.i, t.j);
    if (!here) continue;
    const Entry& entry = own.entries[here->second];
    RimNode node{t.i, t.j, here->first, {}, T(t.own), {}, entry.gain, T(0), T(0)};
    for (const PoleCoefs<T>& k : entry.poles) node.c += k.c;
    for (int n = 0; n < 4; ++n) {
      const auto found =
          x ? node_at(other, t.i - 1 + n % 2, t.j + n / 2) : node_at(other, t.i + n % 2, t.j - 1 + n / 2);
      if (!found) continue;
      node.neighbours[static_cast<std::size_t>(n)] = found->first;
      node.weights.w[n] = T(t.weight[static_cast<std::size_t>(n)]);
    }
    nodes[x ? 0 : 1].push_back(node);
  }
  any_rims_ = !nodes[0].empty() || !nodes[1].empty();
  for (std::size_t k = 0; k < 2; ++k)
    rims_[k].assign(
        std::move(nodes[k]), p.ny, [](const RimNode& n) { return n.j; }, [](const RimNode& n) { return n.i; });
}

template <class T>
T Poles<T>::half_step_on(const Array& a, std::size_t node) const {
  T q = 0;
  if (a.nodes.empty()) return q;
  for (std::size_t k = 0; k < a.nodes.poles; ++k) q = kernels_.half_step_on(q, a.p(k)[node], a.j(k)[node]);
  return q;
}
template <class T>
T Poles<T>::field_of_rim(FieldArray array, const RimNode& n) const {
  const Array& other = of(array == FieldArray::hx ? FieldArray::hy : FieldArray::hx);
  return kernels_.depolarising_field(n.own, n.weights, half_step_on(of(array), n.node),
                                     half_step_on(other, n.neighbours[0]), half_step_on(other, n.neighbours[1]),
                                     half_step_on(other, n.neighbours[2]), half_step_on(other, n.neighbours[3]));
}
template <class T>
void Poles<T>::prepare_rims(int begin, int end) {
  for (const FieldArray array : {FieldArray::hx, FieldArray::hy})
    for (int j = begin; j < end; ++j) {
      if (!rims(array).has(j)) continue;
      for (RimNode& n : rims(array).of(j)) {
        n.field = field_of_rim(array, n);
        of(array).old[n.node] += T(2) * n.field;
      }
    }
}

template <class T>
bool Poles<T>::has(FieldArray array, int j) const {
  const Array& a = of(array);
  const auto row = static_cast<std::size_t>(j);
  return !a.nodes.empty() && a.first_span[row] < a.first_span[row + 1];
}

template <class T>
template <class F>
void Poles<T>::each(const Array& a, int j, int begin, int end, F f) {
  if (a.nodes.empty()) return;
  const auto row = static_cast<std::size_t>(j);
  for (std::size_t k = a.first_span[row]; k < a.first_span[row + 1]; ++k) {
    const DispersiveSpan& s = a.nodes.spans[k];
    const int from = std::max(begin, s.begin), to = std::min(end, s.end);
    if (from < to) f(a.entries[s.entry], from, to - from, s.first + static_cast<std::size_t>(from - s.begin));
  }
}

template <class T>
void Poles<T>::remember(const Field<T>& field) {
  for (const FieldArray array : all_arrays)
    for (const DispersiveSpan& s : of(array).nodes.spans)
      std::copy_n(field.of(array, s.j) + s.begin, s.end - s.begin, of(array).old.data() + s.first);
}

template <class T>
void Poles<T>::correct(const Array& a, const Entry& entry, T* now, std::size_t node, int n) const {
  for (std::size_t k = 0; k < entry.poles.size(); ++k)
    kernels_.correct_for_pole(now, entry.gain, entry.poles[k], a.p(k) + node, a.j(k) + node, n);
}

template <class T>
void Poles<T>::follow(Array& a, const Entry& entry, const T* now, std::size_t node, int n) {
  T* old = a.old.data() + node;
  for (std::size_t k = 0; k < entry.poles.size(); ++k)
    kernels_.advance_pole(now, old, entry.poles[k], a.p(k) + node, a.j(k) + node, n);
  std::copy_n(now, n, old);
}

template <class T>
void Poles<T>::correct(Field<T>& field, FieldArray array, int j, int begin, int end) {
  const Array& a = of(array);
  if (any_rims_ && array != FieldArray::ez)
    for (const RimNode& n : rims(array).of(j, begin, end)) {
      T& h = field.of(array, j)[n.i];
      h = kernels_.correct_for_rim(h, n.gain, n.c, n.field);
    }
  each(a, j, begin, end,
       [&](const Entry& entry, int i, int n, std::size_t node) { correct(a, entry, field.of(array, j) + i, node, n); });
}

template <class T>
void Poles<T>::follow(const Field<T>& field, FieldArray array, int j, int begin, int end) {
  Array& a = of(array);
  if (region_) {
    const auto counted = columns(array, *region_, j);
    Lost& of_row = lost_[static_cast<std::size_t>(j)].lost;
    double& lost = array == FieldArray::ez ? of_row.of_e : of_row.of_h;
    each(a, j, begin, end, [&](const Entry& entry, int i, int n, std::size_t node) {
      const T* now = field.of(array, j) + i;
      for (std::size_t k = 0; k < entry.poles.size(); ++k)
        for (int m = 0; m < n; ++m) {
          T &p = a.p(k)[node + static_cast<std::size_t>(m)], &current = a.j(k)[node + static_cast<std::size_t>(m)];
          const T before = p;
          kernels_.advance_pole(now + m, &a.old[node + static_cast<std::size_t>(m)], entry.poles[k], &p, &current, 1);
          if (i + m >= counted.first && i + m < counted.second)
            lost += weight(array, *region_, i + m, j) * entry.unit *
                    pole_loss(entry.numbers.poles[k].loss, static_cast<double>(p) - static_cast<double>(before));
        }
      std::copy_n(now, n, a.old.data() + node);
    });
    return;
  }
  each(a, j, begin, end,
       [&](const Entry& entry, int i, int n, std::size_t node) { follow(a, entry, field.of(array, j) + i, node, n); });
}

template <class T>
void Poles<T>::step(Field<T>& field, FieldArray array, int j, int begin, int end) {
  Array& a = of(array);
  each(a, j, begin, end, [&](const Entry& entry, int i, int n, std::size_t node) {
    T* now = field.of(array, j) + i;
    if (entry.poles.size() == 1)
      return kernels_.step_pole(now, a.old.data() + node, entry.gain, entry.poles[0], a.p(0) + node, a.j(0) + node, n);
    correct(a, entry, now, node, n);
    follow(a, entry, now, node, n);
  });
}

template <class T>
void Poles<T>::zero() {
  for (Array& a : arrays_) std::fill(a.states.begin(), a.states.end(), T(0));
}

template <class T>
void Poles<T>::rescale(double ratio) {
  for (const FieldArray array : all_arrays) {
    Array& a = of(array);
    for (std::size_t line = 0; line < 2 * a.nodes.poles; ++line)
      for (std::size_t n = 0; n < a.nodes.count; ++n) {
        T& v = a.states[line * a.nodes.count + n];
        v = static_cast<T>(v * rescaling_of_state(array, line % 2 == 1, ratio));
      }
  }
}

template <class T>
void Poles<T>::save(State& state) const {
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    state.nodes[k] = arrays_[k].nodes, state.values[k] = arrays_[k].states;
}

template <class T>
void Poles<T>::restore(const State& state) {
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    arrays_[k].states = carried(state.nodes[k], state.values[k], arrays_[k].nodes);
}

template <class T>
void Poles<T>::add_row_memory(int first, int count, std::vector<RowPiece>& pieces) {
  for (Array& a : arrays_) add_pole_rows(a.nodes, a.states.data(), first, count, pieces);
}

template <class T>
void Poles<T>::set_region(const EnergyRegion* region) {
  region_ = region;
  forget_losses();
}
template <class T>
void Poles<T>::forget_losses() {
  for (RowSum& row : lost_) row = {};
}
template <class T>
typename Poles<T>::Lost Poles<T>::lost() const {
  Lost sum;
  for (const RowSum& row : lost_) sum.of_e += row.lost.of_e, sum.of_h += row.lost.of_h;
  return sum;
}

template <class T>
EnergyStock Poles<T>::stock_of_row(const Field<T>& field, const EnergyRegion& r, int j, const Held& held) const {
  EnergyStock sum;
  if (!any_) return sum;
  for (const FieldArray array : all_arrays) sum.stored += stored(array, r, j) + stored_at_rims(array, j);
  for (const FieldArray array : {FieldArray::hx, FieldArray::hy}) {
    const EnergyStock more = stock_of_h(array, field, r, j, held);
    sum.stored += more.stored, sum.pending += more.pending, sum.lost_at_conductors += more.lost_at_conductors;
  }
  return sum;
}

template <class T>
double Poles<T>::stored(FieldArray array, const EnergyRegion& r, int j) const {
  const Array& a = of(array);
  const auto [first, last] = columns(array, r, j);
  double sum = 0;
  each(a, j, first, last, [&](const Entry& entry, int i, int n, std::size_t node) {
    for (std::size_t k = 0; k < entry.poles.size(); ++k)
      for (int m = 0; m < n; ++m) {
        const PoleEntry& pole = entry.numbers.poles[k];
        const double p = static_cast<double>(a.p(k)[node + static_cast<std::size_t>(m)]),
                     current = static_cast<double>(a.j(k)[node + static_cast<std::size_t>(m)]);
        sum += weight(array, r, i + m, j) * entry.unit * pole_energy(pole.kinetic, pole.potential, p, current);
      }
  });
  return sum;
}

// Rims that drive poles do not touch the ends of the region.
template <class T>
double Poles<T>::stored_at_rims(FieldArray array, int j) const {
  if (array == FieldArray::ez || !rims(array).has(j)) return 0;
  const Array &own = of(array), &other = of(array == FieldArray::hx ? FieldArray::hy : FieldArray::hx);
  const auto sums = [](const Array& a, std::size_t node) {
    std::pair<double, double> all;
    for (std::size_t k = 0; k < a.nodes.poles && !a.nodes.empty(); ++k)
      all.first += static_cast<double>(a.p(k)[node]), all.second += static_cast<double>(a.j(k)[node]);
    return all;
  };
  double sum = 0;
  each(own, j, 0, std::numeric_limits<int>::max(), [&](const Entry& entry, int i, int n, std::size_t node) {
    for (const RimNode& rim : rims(array).of(j, i, i + n)) {
      const auto [p, current] = sums(own, node + static_cast<std::size_t>(rim.i - i));
      double with_p = static_cast<double>(rim.own) * p, with_j = static_cast<double>(rim.own) * current;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto [p_there, j_there] = sums(other, rim.neighbours[k]);
        with_p += static_cast<double>(rim.weights.w[k]) * p_there;
        with_j += static_cast<double>(rim.weights.w[k]) * j_there;
      }
      sum += 0.5 * entry.unit * (p * with_p - 0.25 * current * with_j);
    }
  });
  return sum;
}

template <class T>
EnergyStock Poles<T>::stock_of_h(FieldArray array, const Field<T>& field, const EnergyRegion& r, int j,
                                 const Held& held) const {
  const Array& a = of(array);
  const auto [first, last] = columns(array, r, j);
  const bool x = array == FieldArray::hx;
  const int j_up = j + 1 < field.ny() ? j + 1 : 0;
  const T *e = field.ez(j), *up = field.ez(j_up), *values = field.of(array, j);
  EnergyStock sum;
  each(a, j, first, last, [&](const Entry& entry, int begin, int n, std::size_t node) {
    const double da = static_cast<double>(entry.a), db = static_cast<double>(entry.b);
    if (db == 0) return;
    for (int m = 0; m < n; ++m) {
      const int i = begin + m, right = i + 1 < field.nx() ? i + 1 : 0;
      const double rise = static_cast<double>(x ? up[i] : e[right]) - static_cast<double>(e[i]);
      double known = 0, answer = 0;
      for (std::size_t k = 0; k < entry.poles.size(); ++k) {
        const std::size_t at = node + static_cast<std::size_t>(m);
        const double p = static_cast<double>(a.p(k)[at]), current = static_cast<double>(a.j(k)[at]);
        const PoleCoefs<T>& c = entry.poles[k];
        known += 0.5 * (static_cast<double>(c.a) * current - static_cast<double>(c.b) * p) +
                 static_cast<double>(c.nu) * current;
        answer += 0.5 * static_cast<double>(c.c);
      }
      if (any_rims_)
        for (const RimNode& rim : rims(array).of(j, i, i + 1))
          known += static_cast<double>(rim.c) * static_cast<double>(field_of_rim(array, rim));
      const auto held_at = [&](int column, int row) { return held ? held(column, row) : 0.0; };
      const double held_a = x ? held_at(i, j_up) : held_at(i, j), held_b = x ? held_at(i, j) : held_at(right, j);
      const EnergyStock node_stock =
          stock_of_h_poles(da, db, static_cast<double>(entry.gain), entry.unit, entry.numbers.sigma,
                           static_cast<double>(values[i]), x ? -rise : rise, known, answer, held_a, held_b);
      const double w = weight(array, r, i, j);
      sum.stored += w * node_stock.stored, sum.pending += w * node_stock.pending,
          sum.lost_at_conductors += w * node_stock.lost_at_conductors;
    }
  });
  return sum;
}

template class Poles<float>;
template class Poles<double>;

}  // namespace ez
