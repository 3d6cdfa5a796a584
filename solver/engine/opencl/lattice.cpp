// The state of a lattice: edits, transfers and checkpoints.
#include "solver/engine/opencl/lattice.h"

#include <algorithm>
#include <utility>

#include "solver/base/denormals.h"
#include "solver/engine/host_state.h"
#include "solver/engine/opencl/lattice_of.h"
#include "solver/problem/physical.h"

namespace ez::opencl {
namespace {

int depth_of(const Problem& p, Side s) {
  const AxisLayers& axis = across_x(s) ? p.x : p.y;
  return at_low_end(s) ? axis.low : axis.high;
}
// Returns the number of values of ψ in the layer of one boundary, for Ez (or for H).
std::size_t psi_count(const Problem& p, Side s) {
  const auto along = static_cast<std::size_t>(across_x(s) ? p.ny : pitch_of(p.nx));
  return along * static_cast<std::size_t>(depth_of(p, s));
}

}  // namespace

template <class T>
LatticeOf<T>::LatticeOf(const Problem& p, Stream& stream)
    : stream_(stream),
      throttle_(stream),
      kernels_(stream, stream.device().program(sizeof(T) == sizeof(double))),
      grid_(grid_of(p)),
      mur_(p, stream) {
  for (Buffer<T>& f : field_.arrays.of) f = stream_.make<T>(grid_.values());
  update(p, whole_change(p));
  stream_.wait();
}

template <class T>
void LatticeOf<T>::update(const Problem& p, const Change& change) {
  if (change.instruments) set_probes(p);
  if (change.changes_tables())
    update_tables(p, change);
  else if (change.terms)
    update_terms(p);
  follow(p, change);
}

template <class T>
void LatticeOf<T>::update_terms(const Problem& p) {
  if (meter_) meter_->leave();
  terms_.set(p, grid_, stream_);
  if (meter_) meter_->enter(p);
}

template <class T>
void LatticeOf<T>::update_tables(const Problem& p, const Change& change) {
  if (meter_) meter_->leave();
  set_psi(p);
  const Grid before = std::exchange(grid_, grid_of(p));
  const auto walls_before = std::exchange(walls_, p.walls);
  media_.set(p, change, grid_, before, stream_);
  const Vacuum vacuum = vacuum_of(p);
  units_ = {static_cast<T>(p.hx_unit), static_cast<T>(p.hy_unit), static_cast<T>(0.5 * vacuum.eps),
            static_cast<T>(0.5 * vacuum.mu)};
  terms_.set(p, grid_, stream_);
  cross_.set(p, grid_, stream_);
  mur_.set(p, grid_, stream_);
  poles_.set(p, grid_, stream_);
  clear_beyond(walls_before);
  set_ghosts();
  if (meter_) meter_->enter(p);
}

// Layers whose depth changes get a new ψ, which starts at 0. The others keep their values.
template <class T>
void LatticeOf<T>::set_psi(const Problem& p) {
  for (const Side s : all_sides) {
    Psi<T>& psi = field_.psi[static_cast<std::size_t>(s)];
    if (depth_of(p, s) == psi.depth) continue;
    psi = {depth_of(p, s), stream_.make<T>(psi_count(p, s)), stream_.make<T>(psi_count(p, s))};
  }
}

// Clears H beyond the last column and row unless the axis is, and was, periodic. A PMC boundary computes its own.
template <class T>
void LatticeOf<T>::clear_beyond(const std::array<BoundaryKind, 4>& before) {
  const auto goes_on = [&](Side s) {
    const auto k = static_cast<std::size_t>(s);
    return walls_[k] == BoundaryKind::periodic && before[k] == BoundaryKind::periodic;
  };
  kernels_.launch("clear_beyond", items(static_cast<std::size_t>(std::max(grid_.nx, grid_.ny))), grid_,
                  field_.arrays[FieldArray::hx], field_.arrays[FieldArray::hy],
                  static_cast<cl_int>(!goes_on(Side::right)), static_cast<cl_int>(!goes_on(Side::top)));
}

// Sets the ghosts of all arrays, also those that are 0.
template <class T>
void LatticeOf<T>::set_ghosts() {
  const Range lines = items(static_cast<std::size_t>(std::max(grid_.nx, grid_.ny)));
  kernels_.launch("wrap_e", lines, grid_, field_.arrays[FieldArray::ez]);
  kernels_.launch("set_ghosts", lines, grid_, field_.arrays[FieldArray::hx], field_.arrays[FieldArray::hy]);
}

template <class T>
std::vector<Buffer<T>*> LatticeOf<T>::kept() {
  std::vector<Buffer<T>*> all;
  for (Buffer<T>& f : field_.arrays.of) all.push_back(&f);
  for (Psi<T>& p : field_.psi) all.push_back(&p.e), all.push_back(&p.h);
  all.push_back(&mur_.corrections());
  return all;
}

template <class T>
void LatticeOf<T>::zero() {
  for (const Buffer<T>* array : kept()) stream_.zero(*array);
  poles_.zero(stream_);
  for (const Sums& s : sums_) stream_.zero(s.re), stream_.zero(s.im);
  tally_.zero();
  seed_split();
  if (meter_) meter_->empty();
}

// Products are rounded once, from double, so they are made on the host.
template <class T>
void LatticeOf<T>::rescale(double ratio) {
  if (meter_) meter_->leave();
  const DenormalsAreZero rounding;
  const auto scale = [&](const Buffer<T>& array, FieldArray unit) {
    const double factor = rescaling(yee_arrays[index_of(unit)], ratio);
    if (factor == 1 || array.empty()) return;
    std::vector<T> values = stream_.read_all(array);
    for (T& v : values) v = static_cast<T>(v * factor);
    stream_.write(array, std::span<const T>(values));
  };
  for (const FieldArray a : all_arrays) scale(field_.arrays[a], a);
  // ψ has the unit of the differences: that of H in the update of Ez, that of Ez in the update of H.
  for (const Psi<T>& p : field_.psi) scale(p.e, FieldArray::hx), scale(p.h, FieldArray::ez);
  poles_.rescale(ratio, stream_);
  set_ghosts();
  seed_split();
  if (meter_) meter_->enter();
}

template <class T>
typename Stream::Rows LatticeOf<T>::rows() const {
  const std::size_t size = sizeof(T), row = static_cast<std::size_t>(grid_.nx) * size;
  return {static_cast<std::size_t>(grid_.origin) * size, static_cast<std::size_t>(grid_.pitch) * size, row, row,
          static_cast<std::size_t>(grid_.ny)};
}
template <class T>
void LatticeOf<T>::read(FieldArray array, void* out) {
  stream_.read_rows(field_.arrays[array].get(), rows(), out);
}
template <class T>
void LatticeOf<T>::write(FieldArray array, const void* in) {
  if (meter_) meter_->leave();
  stream_.write_rows(field_.arrays[array].get(), rows(), in);
  clear_beyond(walls_);
  set_ghosts();
  if (array == FieldArray::ez) stream_.zero(mur_.corrections());
  seed_split();
  if (meter_) meter_->enter();
}

template <class T>
double LatticeOf<T>::State::bytes() const {
  double sum = poles.bytes();
  for (const Buffer<T>& a : arrays) sum += static_cast<double>(a.bytes());
  return sum;
}
template <class T>
std::unique_ptr<EngineState> LatticeOf<T>::save() {
  auto state = std::make_unique<State>();
  state->nx = grid_.nx, state->ny = grid_.ny;
  for (const Buffer<T>* array : kept()) {
    state->arrays.push_back(stream_.make<T>(array->count()));
    stream_.copy(state->arrays.back(), *array);
  }
  state->poles = poles_.save(stream_);
  if (meter_) state->book = meter_->closed();
  return state;
}
template <class T>
void LatticeOf<T>::restore(const EngineState& saved) {
  const auto* state = dynamic_cast<const State*>(&saved);
  const std::vector<Buffer<T>*> own = kept();
  bool fits = state && state->nx == grid_.nx && state->ny == grid_.ny && state->arrays.size() == own.size();
  for (std::size_t k = 0; k < own.size() && fits; ++k) fits = state->arrays[k].count() == own[k]->count();
  if (!fits) throw EngineError("the checkpoint belongs to another grid");
  for (std::size_t k = 0; k < own.size(); ++k) stream_.copy(*own[k], state->arrays[k]);
  poles_.restore(state->poles, stream_);
  seed_split();
  for (const Sums& s : sums_) stream_.zero(s.re), stream_.zero(s.im);
  tally_.zero();
  if (meter_) meter_->resume(state->book);
}

template <class T>
std::unique_ptr<EngineState> LatticeOf<T>::save_for_host(std::unique_ptr<EngineState> reuse) {
  std::unique_ptr<HostState<T>> state = host_state_in<T>(std::move(reuse));
  state->nx = grid_.nx, state->ny = grid_.ny;
  const auto nx = static_cast<std::size_t>(grid_.nx), ny = static_cast<std::size_t>(grid_.ny),
             pitch = static_cast<std::size_t>(grid_.pitch);
  for (const FieldArray a : all_arrays) {
    state->arrays[index_of(a)].resize(nx * ny);
    read(a, state->arrays[index_of(a)].data());
  }
  const std::vector<T> mur = stream_.read_all(mur_.corrections());
  for (const Side s : all_sides) {
    const auto k = static_cast<std::size_t>(s);
    const Psi<T>& psi = field_.psi[k];
    const auto packed = [&](const Buffer<T>& values) {
      return without_padding(stream_.read_all(values), across_x(s) ? 1 : pitch, across_x(s) ? 1 : nx);
    };
    state->psi[k] = {psi.depth, packed(psi.e), packed(psi.h)};
    const auto first = mur.begin() + static_cast<std::ptrdiff_t>(k * mur_.longest());
    state->mur[k].assign(first, first + static_cast<std::ptrdiff_t>(across_x(s) ? ny : nx));
  }
  state->poles = poles_.save(stream_);
  state->book.reset();
  if (meter_) state->book = meter_->closed();
  return state;
}

template <class T>
void LatticeOf<T>::set_ledger(bool on, const Problem& p) {
  meter_.reset();
  poles_.count_losses(false, stream_);
  if (on) meter_ = std::make_unique<EnergyMeter<T>>(p, Measured<T>{grid_, field_.arrays, media_, poles_, kernels_});
}

template class LatticeOf<float>;
template class LatticeOf<double>;

std::unique_ptr<Lattice> make_lattice(const Problem& p, Stream& stream) {
  if (p.precision == Precision::float64) return std::make_unique<LatticeOf<double>>(p, stream);
  return std::make_unique<LatticeOf<float>>(p, stream);
}

double largest_array_bytes(const Problem& p) {
  return static_cast<double>(grid_of(p).values()) * (p.precision == Precision::float64 ? 8 : 4);
}
double lattice_bytes(const Problem& p) {
  const double value = p.precision == Precision::float64 ? 8 : 4;
  const double maps = (p.electric.wide() ? 2 : 1) + (p.magnetic ? 4 : 0);
  double psi = 0, poles = 0;
  for (const Side s : all_sides) psi += 2 * value * static_cast<double>(psi_count(p, s));
  for (const FieldArray a : all_arrays) {
    const DispersiveNodes nodes = dispersive_nodes(p, a);
    poles +=
        static_cast<double>(nodes.count) * (sizeof(PoleNode) + value) + static_cast<double>(nodes.values()) * value;
  }
  return static_cast<double>(grid_of(p).values()) * (3 * value + maps) + psi + poles;
}

}  // namespace ez::opencl
