#include "solver/engine/cpu/stepper_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "solver/engine/cpu/stepper.h"
#include "solver/base/memory.h"

namespace ez {

namespace {

// Memory of the right size is kept.
void make_room(Pages& pages, std::size_t bytes) {
  if (pages.size() == bytes) return;
  pages = Pages();
  const double free = available_host_bytes();
  try {
    if (static_cast<double>(bytes) > free) throw std::bad_alloc();
    if (bytes > 0) pages = Pages(bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(fmt::format("a checkpoint needs {} of memory and {} are free",
                                  human_bytes(static_cast<double>(bytes)), human_bytes(free)));
  }
}

// Every thread copies its share.
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
  if (!dynamic_cast<StepperState*>(reuse.get())) reuse = std::make_unique<StepperState>();
  auto& state = static_cast<StepperState&>(*reuse);
  state.nx = nx_, state.ny = ny_, state.value_size = sizeof(T);
  make_room(state.field, field_.pages().size());
  for (std::size_t k = 0; k < 4; ++k) make_room(state.layers[k], layer(k).pages.size());
  copy(pool_, state.field, field_.pages());
  for (std::size_t k = 0; k < 4; ++k) copy(pool_, state.layers[k], layer(k).pages);
  state.mur.assign(mur_lines_.memory().begin(), mur_lines_.memory().end());
  state.book.reset();
  if (energy_) {
    state.book = energy_->book;
    state.book->add(energy_->terms, energy_->meter.sums());
    state.book->leave(energy_->terms, stock());
  }
  return reuse;
}

template <class T>
void Stepper<T>::restore(const EngineState& saved) {
  const auto* state = dynamic_cast<const StepperState*>(&saved);
  bool fits = state && state->nx == nx_ && state->ny == ny_ && state->value_size == sizeof(T);
  for (std::size_t k = 0; k < 4 && fits; ++k) fits = state->layers[k].size() == layer(k).pages.size();
  if (!fits) throw EngineError("the checkpoint is of another grid");
  copy(pool_, field_.pages(), state->field);
  for (std::size_t k = 0; k < 4; ++k) copy(pool_, layer(k).pages, state->layers[k]);
  std::transform(state->mur.begin(), state->mur.end(), mur_lines_.memory().begin(),
                 [](double v) { return static_cast<T>(v); });
  if (!energy_) return;
  energy_->meter.clear();
  energy_->edited = true;
  if (!state->book) return energy_->book.open(energy_->terms, stock());
  energy_->book = *state->book;
  energy_->book.enter(energy_->terms, stock());
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
