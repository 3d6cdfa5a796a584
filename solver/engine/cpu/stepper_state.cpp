// Checkpoints: copies of everything that determines how a run continues.
#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "solver/engine/cpu/stepper.h"

namespace ez {
namespace {

// A copy of everything that determines how a run continues. The values that Mur nodes of first order store are already
// in the field.
template <class T>
struct StepperState final : EngineState {
  int nx = 0, ny = 0;
  std::array<Pages, 5> memory;  // see Stepper::memory()
  std::vector<T> mur;           // see Points::memory()
  typename Poles<T>::State poles;
  // A closed book: the present energy of the field is not in it.
  std::optional<EnergyBook> book;
  double bytes() const override {
    double sum = static_cast<double>(mur.size() * sizeof(T)) + poles.bytes();
    for (const Pages& p : memory) sum += static_cast<double>(p.size());
    return sum;
  }
};

// Sets the size of `pages`. Reuses memory of the right size.
void make_room(Pages& pages, std::size_t bytes) {
  if (pages.size() == bytes) return;
  pages = Pages();
  const double free = available_host_bytes();
  try {
    if (static_cast<double>(bytes) > free) throw std::bad_alloc();
    if (bytes > 0) pages = Pages(bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(fmt::format("a checkpoint needs {} of memory, but only {} are free",
                                  human_bytes(static_cast<double>(bytes)), human_bytes(free)));
  }
}

// Copies, each thread its share.
void copy(Pool& pool, const Pages& to, const Pages& from) {
  constexpr std::int64_t bytes_a_thread = 1 << 18;
  const int parts = pool.parts_of(static_cast<std::int64_t>(from.size()), bytes_a_thread);
  const auto begin_of = [&](int k) {
    return k == parts ? from.size() : from.size() / static_cast<std::size_t>(parts) * static_cast<std::size_t>(k);
  };
  const auto share = [&](int k) {
    const std::size_t begin = begin_of(k), size = begin_of(k + 1) - begin;
    if (size > 0) std::memcpy(static_cast<char*>(to.data()) + begin, static_cast<char*>(from.data()) + begin, size);
  };
  pool.run(share, parts);
}

}  // namespace

template <class T>
std::unique_ptr<EngineState> Stepper<T>::save(std::unique_ptr<EngineState> reuse) {
  if (!dynamic_cast<StepperState<T>*>(reuse.get())) reuse = std::make_unique<StepperState<T>>();
  auto& state = static_cast<StepperState<T>&>(*reuse);
  state.nx = nx_, state.ny = ny_;
  const auto own = memory();
  for (std::size_t k = 0; k < own.size(); ++k) make_room(state.memory[k], own[k]->size());
  for (std::size_t k = 0; k < own.size(); ++k) copy(pool_, state.memory[k], *own[k]);
  state.mur = points_.memory();
  poles_.save(state.poles);
  state.book.reset();
  if (energy_) {
    state.book = energy_->book;
    state.book->add(energy_->terms, energy_sums());
    state.book->leave(energy_->terms, stock());
  }
  return reuse;
}

template <class T>
void Stepper<T>::restore(const EngineState& saved) {
  if (const auto* other = dynamic_cast<const HostState<T>*>(&saved)) {
    if (!fits(*other)) throw EngineError("the checkpoint belongs to another grid");
    take(*other);
    return resume_ledger(other->book);
  }
  const auto* state = dynamic_cast<const StepperState<T>*>(&saved);  // nullptr if the state has another precision
  bool fits = state && state->nx == nx_ && state->ny == ny_;
  const auto own = memory();
  for (std::size_t k = 0; k < own.size() && fits; ++k) fits = state->memory[k].size() == own[k]->size();
  if (!fits) throw EngineError("the checkpoint belongs to another grid");
  for (std::size_t k = 0; k < own.size(); ++k) copy(pool_, *own[k], state->memory[k]);
  std::transform(state->mur.begin(), state->mur.end(), points_.memory().begin(),
                 [](double v) { return static_cast<T>(v); });
  poles_.restore(state->poles);
  maps_.zero();
  resume_ledger(state->book);
}

template <class T>
void Stepper<T>::resume_ledger(const std::optional<EnergyBook>& book) {
  if (!energy_) return;
  forget_sums();
  energy_->edited = true;
  if (!book) return energy_->book.open(energy_->terms, stock());
  energy_->book = *book;
  energy_->book.enter(energy_->terms, stock());
}

// ---- states of other engines

template <class T>
bool Stepper<T>::fits(const HostState<T>& state) {
  bool same = state.nx == nx_ && state.ny == ny_;
  for (const Side s : all_sides) same = same && state.psi[static_cast<std::size_t>(s)].depth == layer(s).depth;
  return same;
}

template <class T>
void Stepper<T>::take(const HostState<T>& state) {
  for (const FieldArray a : all_arrays) write(a, state.arrays[index_of(a)].data());
  // A row of the right layer's memory begins before the layer, at a block of columns.
  const int right = nx_ - x_.high - edges_.high * block_nodes;
  for (const Side s : all_sides) {
    const typename HostState<T>::Psi& from = state.psi[static_cast<std::size_t>(s)];
    LayerMemory<T>& to = layer(s);
    const int width = across_x(s) ? to.depth : nx_, e = s == Side::right ? right : 0, h = s == Side::right ? e - 1 : 0;
    for (int row = 0; row < to.rows && to.depth > 0; ++row) {
      const std::ptrdiff_t at = std::ptrdiff_t{row} * width;
      std::copy_n(from.e.data() + at, width, to.e(row) + e);
      std::copy_n(from.h.data() + at, width, to.h(row) + h);
    }
    const std::vector<T>& mur = state.mur[static_cast<std::size_t>(s)];
    std::copy(mur.begin(), mur.end(), points_.memory_of_rows(s, 0));
  }
  poles_.restore(state.poles);
  maps_.zero();
}

template <class T>
std::vector<RowPiece> Stepper<T>::row_memory(int first, int count) {
  std::vector<RowPiece> pieces;
  const auto add = [&](T* at, std::ptrdiff_t values) {
    pieces.push_back({at, static_cast<std::size_t>(values) * sizeof(T)});
  };
  add(field_.begin_of(first), count * static_cast<std::ptrdiff_t>(field_.row_length()));
  for (const LayerMemory<T>* side : {&left_, &right_})
    if (side->depth > 0) add(side->h(first), count * side->stride), add(side->e(first), count * side->stride);
  for (const Side side : {Side::left, Side::right}) add(points_.memory_of_rows(side, first), count);
  poles_.add_row_memory(first, count, pieces);
  maps_.add_row_memory(first, count, pieces);
  return pieces;
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
