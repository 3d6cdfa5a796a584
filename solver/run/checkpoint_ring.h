// The last good state of a run, and the one after it.
//
// A mode that grows is in the field before it is the largest thing there. So a state counts as good only when the run
// is still calm a good while after it: the one that is gone back to is from before the growth began, or so early in it
// that nothing is to be seen. States are taken every tenth of a second, or more seldom so that they cost no more than a
// fiftieth of the time; and whenever the run has become twice as long, so that a short one has them too.
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

  // At least `pause` from one state to the next, and `share` times what one costs.
  explicit CheckpointRing(std::chrono::milliseconds pause = std::chrono::milliseconds(100), int share = 50)
      : pause_(pause), share_(share) {}

  // The run is calm at `step`. Calls save(State) when it is time; it returns the run's state, in the given one's memory
  // where it can, and may throw OutOfMemory: then only one state is kept, or none.
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
  // The states fit the run no more.
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
  bool alone_ = false;                     // there is no memory for two
  std::optional<Clock::time_point> last_;  // when a state was last taken; the clock itself may have begun just now
  Clock::duration cost_{0};
};

}  // namespace ez
