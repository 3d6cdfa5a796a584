// Keeps the last good state of a run, and one newer state.
//
// A growing mode is part of the field before it dominates it. So a state counts as good only if the run is
// still calm a good while after it. Going back to it then returns to a time before the growth began, or so
// early in it that nothing is visible.
//
// States are taken every tenth of a second, or less often so that they cost at most a fiftieth of the time. They are
// also taken whenever the number of steps has doubled, so that a short run has them too.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "solver/engine/engine.h"

namespace ez {

template <class State>
class CheckpointRing {
 public:
  static constexpr std::uint64_t proof_steps = 128;

  // Takes states at least `pause` apart, and at least `share` times the cost of one.
  explicit CheckpointRing(std::chrono::milliseconds pause = std::chrono::milliseconds(100), int share = 50)
      : pause_(pause), share_(share) {}

  // Call this if the run is calm at `step`. When a state is due, it calls save(State), which returns the
  // run's state. save() reuses the memory of its argument if it can, and may throw OutOfMemory. In that case
  // only one state is kept, or none.
  template <class F>
  void offer(std::uint64_t step, F save) {
    if (is_due(step)) keep(step, save);
  }
  // The two halves of offer().
  bool is_due(std::uint64_t step) const {
    const std::optional<Kept>& newest = newer_ ? newer_ : good_;
    if (newest && step < newest->step + proof_steps) return false;
    const bool twice = newest && step >= 2 * newest->step;
    return twice || !last_ || Clock::now() - *last_ >= std::max(Clock::duration(pause_), share_ * cost_);
  }
  template <class F>
  void keep(std::uint64_t step, F save) {
    const auto now = Clock::now();
    if (newer_) std::swap(good_, newer_);
    std::optional<Kept>& place = good_ && !alone_ ? newer_ : good_;
    State memory = place ? std::move(place->state) : State{};
    place.reset();
    try {
      place = Kept{save(std::move(memory)), step};
    } catch (const OutOfMemory&) {
      alone_ = true;
    }
    last_ = Clock::now();
    cost_ = *last_ - now;
  }
  const State* good() const { return good_ ? &good_->state : nullptr; }
  // Discards all states, because they do not fit the run any more.
  void forget() { *this = CheckpointRing(pause_, share_); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    State state;
    std::uint64_t step = 0;
  };
  std::chrono::milliseconds pause_;
  int share_;
  std::optional<Kept> good_, newer_;
  bool alone_ = false;  // memory is insufficient for two states
  // When a state was last taken; empty at first, because the clock's epoch may be very recent.
  std::optional<Clock::time_point> last_;
  Clock::duration cost_{0};
};

}  // namespace ez
