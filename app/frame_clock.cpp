#include "app/frame_clock.h"

#include <algorithm>
#include <cmath>

namespace ez {

FrameClock::FrameClock(double display_hz, double share)
    : interval_(1 / display_hz), most_(share * interval_), budget_(most_), ceiling_(most_) {}

void FrameClock::begin_frame(double now) {
  elapsed_ = last_ < 0 ? interval_ : std::clamp(now - last_, 0.0, 0.25);
  last_ = now;
  // Late frames shrink the budget quickly. It grows again as quickly up to just under where it was too much, and from
  // there slowly, so that the search for the limit does not cost a frame every few moments. Where drawing alone is too
  // slow for the display the wave still moves: it keeps a quarter of the frame.
  if (elapsed_ > 1.25 * interval_) {
    ceiling_ = std::clamp(0.97 * budget_, 0.5 * most_, ceiling_);
    budget_ = std::max(0.9 * std::min(budget_, most_), 0.25 * elapsed_);
  } else {
    ceiling_ = std::min(1.0005 * ceiling_, most_);
    budget_ = std::min(1.01 * budget_, ceiling_);
  }
}

void FrameClock::measured(std::uint64_t steps, double seconds) {
  if (steps == 0 || seconds <= 0) return;
  const double now = seconds / static_cast<double>(steps);
  step_seconds_ = step_seconds_ == 0 ? now : step_seconds_ + 0.2 * (now - step_seconds_);
}

int FrameClock::steps_within(double seconds) const {
  if (step_seconds_ == 0) return 1;
  return static_cast<int>(std::clamp(seconds / step_seconds_, 1.0, 1e6));
}

int FrameClock::steps(const SpeedSetting& speed, double steps_per_second) {
  if (!speed.automatic) return given_ = std::max(1, speed.steps_per_frame);
  // Until a step has been measured, and after a jump, the number at most quadruples from frame to frame.
  const int most = std::min(steps_within(budget_), 4 * std::max(given_, 1));
  if (speed.full || steps_per_second <= 0) return given_ = most;
  owed_ += steps_per_second * elapsed_;
  const int due = static_cast<int>(std::min(owed_, 1e6));
  const int given = std::min(due, most);
  // What there was no time for is not owed later: the wave falls behind rather than the window.
  owed_ = given < due ? 0 : owed_ - given;
  given_ = std::max(given, 1);
  return given;
}

void FrameClock::forget() {
  owed_ = 0;
  last_ = -1;
}

}  // namespace ez
