// When to take a checkpoint of a run: every tenth of a second, or more seldom so that they cost no more than a
// twentieth of the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace ez {

class Keeper {
 public:
  // Calls save() when it is time. save() returns whether there is a checkpoint now.
  template <class F>
  void offer(F save) {
    const auto now = Clock::now();
    if (now - last_ < std::max(Clock::duration(std::chrono::milliseconds(100)), 20 * cost_)) return;
    has_ = save();
    last_ = Clock::now();
    cost_ = last_ - now;
  }
  bool has() const { return has_; }
  // The checkpoint fits the run no more.
  void forget() { *this = {}; }

 private:
  using Clock = std::chrono::steady_clock;
  bool has_ = false;
  Clock::time_point last_;
  Clock::duration cost_{0};
};

}  // namespace ez
