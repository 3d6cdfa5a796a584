#include "solver/engine/cuda/poles.h"

#include <algorithm>
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
  if (const Array& a = arrays_[index_of(array)]; !a.nodes.empty())
    launch_poles_correct(array_of(f, array), a.view(), stream);
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
typename Poles<T>::Energy Poles<T>::energy(const EStep<T>& e, const EnergyRegion& region, bool doomed,
                                           cudaStream_t stream) const {
  Energy out;
  for (const FieldArray array : all_arrays) {
    const Array& a = arrays_[index_of(array)];
    if (a.nodes.empty()) continue;
    const DeviceBuffer<EnergyStock> stocks(a.nodes.count);
    const DeviceBuffer<double> losses(a.nodes.count);
    launch_poles_stock(e, array, a.view(), region, doomed, stocks.data(), losses.data(), stream);
    std::vector<EnergyStock> stock(a.nodes.count);
    std::vector<double> lost(a.nodes.count);
    EZ_CUDA(cudaMemcpyAsync(stock.data(), stocks.data(), stocks.bytes(), cudaMemcpyDeviceToHost, stream));
    EZ_CUDA(cudaMemcpyAsync(lost.data(), losses.data(), losses.bytes(), cudaMemcpyDeviceToHost, stream));
    EZ_CUDA(cudaStreamSynchronize(stream));
    for (std::size_t n = 0; n < a.nodes.count; ++n) {
      out.stock.stored += stock[n].stored;
      out.stock.pending += stock[n].pending;
      out.stock.doomed += stock[n].doomed;
      (array == FieldArray::ez ? out.lost_e : out.lost_h) += lost[n];
    }
  }
  return out;
}

template class Poles<float>;
template class Poles<double>;

}  // namespace ez::cuda
