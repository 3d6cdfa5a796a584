#include "solver/engine/cuda/poles.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ez::cuda {
namespace {

template <class T>
T* array_of(const Arrays<T>& f, FieldArray array) {
  return array == FieldArray::ez ? f.ez : array == FieldArray::hx ? f.hx : f.hy;
}

}  // namespace

template <class T>
typename Poles<T>::Array Poles<T>::made(const Problem& p, FieldArray array, std::ptrdiff_t pitch, cudaStream_t stream) {
  Array out;
  out.nodes = dispersive_nodes(p, array);
  if (out.nodes.empty()) return out;
  std::vector<PoleNode> places;
  places.reserve(out.nodes.count);
  for (const DispersiveSpan& s : out.nodes.spans)
    for (int i = s.begin; i < s.end; ++i) places.push_back({s.j * pitch + i, i, s.j, s.entry});
  std::vector<PoleGroup<T>> groups;
  std::vector<PoleCoefs<T>> coefs;
  std::vector<PoleEntry> numbers;
  const auto rounded = [](double v) { return static_cast<double>(static_cast<T>(v)); };
  const auto add = [&](double a, double b, const PoleEntries& d) {
    groups.push_back({static_cast<T>(d.gain), static_cast<int>(coefs.size()), static_cast<int>(d.poles.size()),
                      rounded(a), rounded(b), b == 0 ? 0 : d.gain / b, d.sigma});
    for (const PoleEntry& k : d.poles)
      coefs.push_back({static_cast<T>(k.a), static_cast<T>(k.b), static_cast<T>(k.c), static_cast<T>(k.nu)});
    numbers.insert(numbers.end(), d.poles.begin(), d.poles.end());
  };
  if (array == FieldArray::ez)
    for (const ElectricEntry& e : p.electric_palette) add(e.ca, e.cb, e.dispersion);
  else
    for (const MagneticEntry& m : p.magnetic_palette) add(m.da, array == FieldArray::hx ? m.dbx : m.dby, m.dispersion);
  out.places.assign(places, stream);
  out.groups.assign(groups, stream);
  out.coefs.assign(coefs, stream);
  out.numbers.assign(numbers, stream);
  out.states = DeviceBuffer<T>(out.nodes.values());
  out.old = DeviceBuffer<T>(out.nodes.count);
  return out;
}

template <class T>
void Poles<T>::set_rims(std::array<Array, yee_arrays.size()>& arrays, const Problem& p, std::ptrdiff_t pitch,
                        cudaStream_t stream) {
  const auto node_at = [&](const Array& a, int i, int j) -> std::optional<std::pair<std::size_t, std::uint16_t>> {
    const auto after =
        std::upper_bound(a.nodes.spans.begin(), a.nodes.spans.end(), std::pair(j, i),
                         [](const auto& at, const DispersiveSpan& s) { return at < std::pair(s.j, s.begin); });
    if (after == a.nodes.spans.begin()) return std::nullopt;
    const DispersiveSpan& s = *(after - 1);
    if (s.j != j || i >= s.end) return std::nullopt;
    return std::pair(s.first + static_cast<std::size_t>(i - s.begin), s.entry);
  };
  for (const DepolarisingTerm& t : p.depolarising) {
    const bool x = t.array == FieldArray::hx;
    Array& own = arrays[index_of(t.array)];
    const Array& other = arrays[index_of(x ? FieldArray::hy : FieldArray::hx)];
    const auto here = node_at(own, t.i, t.j);
    if (!here) continue;
    const PoleEntries& entry = p.magnetic_palette[here->second].dispersion;
    RimPole<T> node;
    node.at = t.j * pitch + t.i, node.j = t.j, node.node = here->first;
    node.own = static_cast<T>(t.own), node.gain = static_cast<T>(entry.gain);
    const MagneticEntry& m = p.magnetic_palette[here->second];
    node.unit = entry.gain / (x ? m.dbx : m.dby);
    for (const PoleEntry& k : entry.poles) node.c += static_cast<T>(k.c);
    for (int n = 0; n < 4; ++n) {
      const auto found =
          x ? node_at(other, t.i - 1 + n % 2, t.j + n / 2) : node_at(other, t.i + n % 2, t.j - 1 + n / 2);
      if (!found) continue;
      node.neighbours[n] = found->first;
      node.weights.w[n] = static_cast<T>(t.weight[static_cast<std::size_t>(n)]);
    }
    own.host_rims.push_back(node);
  }
  for (Array& a : arrays) a.rims.assign(a.host_rims, stream);
}

template <class T>
void Poles<T>::prepare_rims(cudaStream_t stream) {
  for (const FieldArray array : {FieldArray::hx, FieldArray::hy}) {
    const Array &a = arrays_[index_of(array)], &other = other_array(array);
    if (!a.rims.empty())
      launch_poles_prepare_rims(a.view(), static_cast<int>(a.nodes.poles), other.states.data(), other.nodes.count,
                                static_cast<int>(other.nodes.poles), a.rims.data(), a.rims.size(), true, stream);
  }
}

// Returns ½(pTp − ¼jTj), as on the CPU.
template <class T>
double Poles<T>::stored_at_rims(FieldArray array, const EnergyRegion& region, cudaStream_t stream) const {
  const Array &own = arrays_[index_of(array)], &other = other_array(array);
  if (own.host_rims.empty()) return 0;
  const std::vector<T> states = down(own, stream), others = down(other, stream);
  const auto sums = [](const Array& a, const std::vector<T>& of, std::size_t node) {
    std::pair<double, double> all;
    for (std::size_t k = 0; k < a.nodes.poles; ++k) {
      all.first += static_cast<double>(of[2 * k * a.nodes.count + node]);
      all.second += static_cast<double>(of[(2 * k + 1) * a.nodes.count + node]);
    }
    return all;
  };
  double sum = 0;
  for (const RimPole<T>& rim : own.host_rims) {
    if (!region.has_row(rim.j)) continue;
    const auto [p, current] = sums(own, states, rim.node);
    double with_p = static_cast<double>(rim.own) * p, with_j = static_cast<double>(rim.own) * current;
    for (int k = 0; k < 4 && !others.empty(); ++k) {
      const auto [p_there, j_there] = sums(other, others, rim.neighbours[k]);
      with_p += static_cast<double>(rim.weights.w[k]) * p_there;
      with_j += static_cast<double>(rim.weights.w[k]) * j_there;
    }
    sum += 0.5 * rim.unit * (p * with_p - 0.25 * current * with_j);
  }
  return sum;
}

template <class T>
std::vector<T> Poles<T>::down(const Array& a, cudaStream_t stream) {
  std::vector<T> out(a.nodes.values());
  if (out.empty()) return out;
  EZ_CUDA(cudaMemcpyAsync(out.data(), a.states.data(), a.states.bytes(), cudaMemcpyDeviceToHost, stream));
  EZ_CUDA(cudaStreamSynchronize(stream));
  return out;
}
template <class T>
void Poles<T>::up(Array& a, const std::vector<T>& states, cudaStream_t stream) {
  if (states.empty()) return;
  EZ_CUDA(cudaMemcpyAsync(a.states.data(), states.data(), a.states.bytes(), cudaMemcpyHostToDevice, stream));
  EZ_CUDA(cudaStreamSynchronize(stream));
}

template <class T>
void Poles<T>::set(const Problem& p, std::ptrdiff_t pitch, cudaStream_t stream) {
  std::array<Array, yee_arrays.size()> fresh;
  for (const FieldArray array : all_arrays) {
    const Array& from = arrays_[index_of(array)];
    Array& to = fresh[index_of(array)];
    to = made(p, array, pitch, stream);
    up(to, carried(from.nodes, down(from, stream), to.nodes), stream);
  }
  set_rims(fresh, p, pitch, stream);
  arrays_ = std::move(fresh);
  count_losses(counting_, stream);
}

template <class T>
bool Poles<T>::any() const {
  return std::any_of(arrays_.begin(), arrays_.end(), [](const Array& a) { return !a.nodes.empty(); });
}

template <class T>
void Poles<T>::remember(const Arrays<T>& f, cudaStream_t stream) {
  for (const FieldArray array : all_arrays)
    if (const Array& a = arrays_[index_of(array)]; !a.nodes.empty())
      launch_poles_remember(array_of(f, array), a.view(), stream);
}
template <class T>
void Poles<T>::correct(const Arrays<T>& f, FieldArray array, cudaStream_t stream) {
  const Array& a = arrays_[index_of(array)];
  if (!a.rims.empty()) launch_poles_correct_rims(array_of(f, array), a.rims.data(), a.rims.size(), stream);
  if (!a.nodes.empty()) launch_poles_correct(array_of(f, array), a.view(), stream);
}
template <class T>
void Poles<T>::follow(const Arrays<T>& f, FieldArray array, cudaStream_t stream) {
  if (const Array& a = arrays_[index_of(array)]; !a.nodes.empty())
    launch_poles_follow(array_of(f, array), a.view(), stream);
}

template <class T>
void Poles<T>::zero(cudaStream_t stream) {
  for (Array& a : arrays_) a.states.zero(stream);
}
template <class T>
void Poles<T>::rescale(double ratio, cudaStream_t stream) {
  for (const FieldArray array : all_arrays) {
    const Array& a = arrays_[index_of(array)];
    for (std::size_t line = 0; line < 2 * a.nodes.poles; ++line)
      if (const double factor = rescaling_of_state(array, line % 2 == 1, ratio); factor != 1)
        launch_scale(a.states.data() + line * a.nodes.count, a.nodes.count, factor, stream);
  }
}

template <class T>
PoleState<T> Poles<T>::save(cudaStream_t stream) const {
  State out;
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    out.nodes[k] = arrays_[k].nodes, out.values[k] = down(arrays_[k], stream);
  return out;
}
template <class T>
void Poles<T>::restore(const State& state, cudaStream_t stream) {
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    up(arrays_[k], carried(state.nodes[k], state.values[k], arrays_[k].nodes), stream);
}

template <class T>
void Poles<T>::count_losses(bool on, cudaStream_t stream) {
  counting_ = on;
  for (Array& a : arrays_) {
    const std::size_t count = on ? a.nodes.count : 0;
    if (a.lost.count() != count) a.lost = DeviceBuffer<double>(count);
    a.lost.zero(stream);
  }
}

template <class T>
typename Poles<T>::Energy Poles<T>::energy(const EStep<T>& e, const EnergyRegion& region, bool lost_at_conductors,
                                           cudaStream_t stream) const {
  Energy out;
  for (const FieldArray array : all_arrays) {
    const Array& a = arrays_[index_of(array)];
    if (a.nodes.empty()) continue;
    // Contribution of the rim charges to the next step, by node.
    DeviceBuffer<double> rim_known;
    if (!a.rims.empty()) {
      const Array& other = other_array(array);
      DeviceBuffer<RimPole<T>> rims(a.host_rims.size());
      EZ_CUDA(cudaMemcpyAsync(rims.data(), a.rims.data(), rims.bytes(), cudaMemcpyDeviceToDevice, stream));
      launch_poles_prepare_rims(a.view(), static_cast<int>(a.nodes.poles), other.states.data(), other.nodes.count,
                                static_cast<int>(other.nodes.poles), rims.data(), a.rims.size(), false, stream);
      std::vector<RimPole<T>> now(a.host_rims.size());
      EZ_CUDA(cudaMemcpyAsync(now.data(), rims.data(), rims.bytes(), cudaMemcpyDeviceToHost, stream));
      EZ_CUDA(cudaStreamSynchronize(stream));
      std::vector<double> known(a.nodes.count, 0);
      for (const RimPole<T>& rim : now) known[rim.node] = static_cast<double>(rim.c) * static_cast<double>(rim.field);
      rim_known = DeviceBuffer<double>(a.nodes.count);
      EZ_CUDA(cudaMemcpyAsync(rim_known.data(), known.data(), rim_known.bytes(), cudaMemcpyHostToDevice, stream));
      EZ_CUDA(cudaStreamSynchronize(stream));
      out.stock.stored += stored_at_rims(array, region, stream);
    }
    const DeviceBuffer<EnergyStock> stocks(a.nodes.count);
    const DeviceBuffer<double> losses(a.nodes.count);
    launch_poles_stock(e, array, a.view(), region, lost_at_conductors, stocks.data(), losses.data(),
                       rim_known.count() > 0 ? rim_known.data() : nullptr, stream);
    std::vector<EnergyStock> stock(a.nodes.count);
    std::vector<double> lost(a.nodes.count);
    EZ_CUDA(cudaMemcpyAsync(stock.data(), stocks.data(), stocks.bytes(), cudaMemcpyDeviceToHost, stream));
    EZ_CUDA(cudaMemcpyAsync(lost.data(), losses.data(), losses.bytes(), cudaMemcpyDeviceToHost, stream));
    EZ_CUDA(cudaStreamSynchronize(stream));
    for (std::size_t n = 0; n < a.nodes.count; ++n) {
      out.stock.stored += stock[n].stored;
      out.stock.pending += stock[n].pending;
      out.stock.lost_at_conductors += stock[n].lost_at_conductors;
      (array == FieldArray::ez ? out.lost_e : out.lost_h) += lost[n];
    }
  }
  return out;
}

template class Poles<float>;
template class Poles<double>;

}  // namespace ez::cuda
