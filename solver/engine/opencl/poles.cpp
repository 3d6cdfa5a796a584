#include "solver/engine/opencl/poles.h"

#include <algorithm>
#include <utility>

#include "solver/base/denormals.h"

namespace ez::opencl {
namespace {

// Returns the number of a node among those with poles, or −1.
int number_of(const DispersiveNodes& nodes, int i, int j) {
  const auto after =
      std::upper_bound(nodes.spans.begin(), nodes.spans.end(), std::pair(j, i),
                       [](const auto& at, const DispersiveSpan& s) { return at < std::pair(s.j, s.begin); });
  if (after == nodes.spans.begin()) return -1;
  const DispersiveSpan& s = *(after - 1);
  return s.j == j && i < s.end ? static_cast<int>(s.first) + i - s.begin : -1;
}

}  // namespace

template <class T>
typename Poles<T>::Array Poles<T>::made(const Problem& p, FieldArray array, const Grid& grid, Stream& stream) {
  Array out;
  out.nodes = dispersive_nodes(p, array);
  if (out.nodes.empty()) return out;
  std::vector<PoleNode> places;
  places.reserve(out.nodes.count);
  for (const DispersiveSpan& s : out.nodes.spans)
    for (int i = s.begin; i < s.end; ++i) places.push_back({grid.at(i, s.j), i, s.j, s.entry, 0});
  std::vector<PoleGroup<T>> groups;
  std::vector<PoleCoefs<T>> coefs;
  std::vector<PoleNumbers> numbers;
  std::vector<PoleMedium<T>> media;
  const auto add = [&](double a, double b, const PoleEntries& d) {
    groups.push_back(
        {static_cast<T>(d.gain), T(0), static_cast<cl_int>(coefs.size()), static_cast<cl_int>(d.poles.size())});
    media.push_back({static_cast<T>(a), static_cast<T>(b), b == 0 ? 0 : d.gain / b, d.sigma});
    for (const PoleEntry& k : d.poles) {
      coefs.push_back({static_cast<T>(k.a), static_cast<T>(k.b), static_cast<T>(k.c), static_cast<T>(k.nu)});
      numbers.push_back({k.kinetic, k.potential, k.loss});
    }
  };
  if (array == FieldArray::ez)
    for (const ElectricEntry& e : p.electric_palette) add(e.ca, e.cb, e.dispersion);
  else
    for (const MagneticEntry& m : p.magnetic_palette) add(m.da, array == FieldArray::hx ? m.dbx : m.dby, m.dispersion);
  out.places = stream.upload(places);
  out.groups = stream.upload(groups);
  out.coefs = stream.upload(coefs);
  out.numbers = stream.upload(numbers);
  out.media = stream.upload(media);
  out.states = stream.make<T>(out.nodes.values());
  out.old = stream.make<T>(out.nodes.count);
  return out;
}

template <class T>
void Poles<T>::set_rims(Array& own, const Array& other, FieldArray array, const Problem& p, const Grid& grid,
                        Stream& stream) {
  const bool x = array == FieldArray::hx;
  for (const DepolarisingTerm& t : p.depolarising) {
    if (t.array != array) continue;
    RimAt<T> r{};
    r.node = grid.at(t.i, t.j);
    r.number = number_of(own.nodes, t.i, t.j);
    if (r.number < 0) continue;
    const MagneticEntry& m = p.magnetic_at(array, t.i, t.j);
    r.own = static_cast<T>(t.own), r.gain = static_cast<T>(m.dispersion.gain);
    for (const PoleEntry& k : m.dispersion.poles) r.c += static_cast<T>(k.c);
    for (int k = 0; k < 4; ++k) {
      r.neighbours[k] = x ? number_of(other.nodes, t.i - 1 + k % 2, t.j + k / 2)
                          : number_of(other.nodes, t.i + k % 2, t.j - 1 + k / 2);
      r.weights.w[k] = static_cast<T>(t.weight[static_cast<std::size_t>(k)]);
    }
    const double db = x ? m.dbx : m.dby;
    own.rim_units.push_back(db == 0 ? 0 : m.dispersion.gain / db);
    own.host_rims.push_back(r);
  }
  own.rims = stream.upload(own.host_rims);
  own.rim_fields = stream.make<T>(own.host_rims.size());
}

template <class T>
void Poles<T>::set(const Problem& p, const Grid& grid, Stream& stream) {
  std::array<Array, yee_arrays.size()> fresh;
  for (const FieldArray a : all_arrays) {
    const Array& from = arrays_[index_of(a)];
    Array& to = fresh[index_of(a)];
    to = made(p, a, grid, stream);
    if (to.nodes.empty()) continue;
    const std::vector<T> states = from.nodes.empty() ? std::vector<T>() : stream.read_all(from.states);
    const std::vector<T> moved = carried(from.nodes, states, to.nodes);
    stream.write(to.states, std::span<const T>(moved));
  }
  Array &hx = fresh[index_of(FieldArray::hx)], &hy = fresh[index_of(FieldArray::hy)];
  set_rims(hx, hy, FieldArray::hx, p, grid, stream);
  set_rims(hy, hx, FieldArray::hy, p, grid, stream);
  arrays_ = std::move(fresh);
  count_losses(counting_, stream);
}

template <class T>
bool Poles<T>::any() const {
  return std::ranges::any_of(arrays_, [](const Array& a) { return !a.nodes.empty(); });
}

template <class T>
void Poles<T>::remember(Kernels& kernels, const Fields3<T>& fields) {
  for (const FieldArray a : all_arrays)
    if (const Array& own = (*this)[a]; !own.nodes.empty())
      kernels.launch("remember_poles", items(own.nodes.count), fields[a], own.places, own.count(), own.old);
}
template <class T>
void Poles<T>::find_rim_fields(Kernels& kernels) {
  for (const FieldArray a : {FieldArray::hx, FieldArray::hy}) {
    const Array &own = (*this)[a], &there = other(a);
    if (own.rims.empty()) continue;
    kernels.launch("find_rim_fields", items(own.rims.count()), own.rims, static_cast<cl_int>(own.rims.count()),
                   own.states, own.count(), static_cast<cl_int>(own.nodes.poles),
                   there.nodes.empty() ? own.states : there.states, there.count(),
                   static_cast<cl_int>(there.nodes.poles), own.rim_fields);
  }
}
template <class T>
void Poles<T>::correct(Kernels& kernels, const Fields3<T>& fields, FieldArray a) {
  const Array& own = (*this)[a];
  if (!own.rims.empty())
    kernels.launch("correct_rims", items(own.rims.count()), fields[a], own.rims, static_cast<cl_int>(own.rims.count()),
                   own.rim_fields);
  if (!own.nodes.empty())
    kernels.launch("correct_poles", items(own.nodes.count), fields[a], own.places, own.count(), own.groups, own.coefs,
                   own.states);
}
template <class T>
void Poles<T>::advance(Kernels& kernels, const Fields3<T>& fields, FieldArray a) {
  const Array& own = (*this)[a];
  if (own.nodes.empty()) return;
  if (!own.rims.empty())
    kernels.launch("add_rims_to_old", items(own.rims.count()), own.rims, static_cast<cl_int>(own.rims.count()),
                   own.rim_fields, own.old);
  if (counting_)
    kernels.launch("measure_poles", items(own.nodes.count), fields[a], own.places, own.count(), own.groups, own.coefs,
                   own.numbers, own.states, own.old, own.lost);
  kernels.launch("advance_poles", items(own.nodes.count), fields[a], own.places, own.count(), own.groups, own.coefs,
                 own.states, own.old);
}

template <class T>
void Poles<T>::zero(Stream& stream) {
  for (Array& a : arrays_)
    if (!a.nodes.empty()) stream.zero(a.states);
}
template <class T>
void Poles<T>::rescale(double ratio, Stream& stream) {
  const DenormalsAreZero rounding;
  for (const FieldArray array : all_arrays) {
    Array& a = arrays_[index_of(array)];
    if (a.nodes.empty()) continue;
    std::vector<T> states = stream.read_all(a.states);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const double factor = rescaling_of_state(array, k / a.nodes.count % 2 == 1, ratio);
      if (factor != 1) states[k] = static_cast<T>(states[k] * factor);
    }
    stream.write(a.states, std::span<const T>(states));
  }
}

template <class T>
PoleState<T> Poles<T>::save(Stream& stream) const {
  PoleState<T> out;
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    out.nodes[k] = arrays_[k].nodes;
    if (!arrays_[k].nodes.empty()) out.values[k] = stream.read_all(arrays_[k].states);
  }
  return out;
}
template <class T>
void Poles<T>::restore(const PoleState<T>& state, Stream& stream) {
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    if (arrays_[k].nodes.empty()) continue;
    const std::vector<T> moved = carried(state.nodes[k], state.values[k], arrays_[k].nodes);
    stream.write(arrays_[k].states, std::span<const T>(moved));
  }
}
template <class T>
void Poles<T>::count_losses(bool on, Stream& stream) {
  counting_ = on;
  for (Array& a : arrays_) a.lost = on && !a.nodes.empty() ? stream.make<double>(a.nodes.count) : Buffer<double>();
}

template class Poles<float>;
template class Poles<double>;

}  // namespace ez::opencl
