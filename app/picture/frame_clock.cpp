#include "app/picture/frame_clock.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr double wait_share = 0.6;  // time that a slowly drawn frame waits for steps, as a fraction of its drawing time
constexpr double follow = 0.15;     // smoothing factor per frame
constexpr double nudge = 0.05;    // factor per frame for correcting the number of steps, small because frame times vary
                                  // on a busy machine
constexpr double grow = 0.1;      // growth of the number of steps after a frame that hardly waited
constexpr double longest = 1.05;  // display periods that the steps of a frame may occasionally take
// Limits in s: the time of a frame (drawing and steps) above which steps are reduced; the time of a batch at the speed
// of the slower of the last two batches; and its time at the usual speed.
constexpr double answers_within = 0.1, slowest_batch = 0.1, usual_batch = 0.06;

}  // namespace

double MiddleOfThree::add(double value) {
  const double before = before_, last = last_;
  before_ = last;
  last_ = value;
  return std::max(std::min(before, last), std::min(std::max(before, last), value));
}

FrameClock::FrameClock(double display_hz, double share)
    : interval_(1 / display_hz), most_(share * interval_), budget_(most_), ceiling_(most_) {}

// Late frames shrink the budget quickly. It recovers quickly to just below the level that was too high, and slowly from
// there. So the search for the limit rarely costs a frame.
void FrameClock::begin_frame(double now, double waited, int frames) {
  elapsed_ = last_ < 0 ? interval_ : std::clamp(now - last_, 0.0, 0.25);
  last_ = now;
  const double frame = frames_.add(elapsed_);
  waited_ = waits_.add(std::clamp(waited, 0.0, elapsed_));
  late_ = frame > 1.25 * interval_;
  overran_ = frames > 1;
  // A frame as long as the display's period may have waited for the display. It then gives only an upper bound of the
  // drawing time. The estimate is lowered a little anyway, so that a value from a busy machine does not persist.
  const double own = std::max(frame - waited_, 0.0) / std::max(frames, 1);
  own_ += follow * ((frame > 1.05 * interval_ ? own : std::min(own, 0.99 * own_)) - own_);
  if (!late_) {
    ceiling_ = std::min(1.0004 * ceiling_, most_);
    budget_ = std::min(1.01 * budget_, ceiling_);
  } else if (!draws_slowly()) {
    ceiling_ = std::clamp(0.95 * budget_, 0.5 * most_, ceiling_);
    budget_ = std::max(0.9 * std::min(budget_, most_), 0.25 * frame);
    frames_ = MiddleOfThree(interval_);
  }
}

// Returns true if drawing alone takes too long for the display's rate. wanted_wait() is continuous where this changes.
bool FrameClock::draws_slowly() const { return wait_share * own_ > most_ - own_; }
double FrameClock::wanted_wait() const {
  const double share = std::min(wait_share * own_, std::max(answers_within - own_, most_));
  return std::max(share, std::min(0.5 * most_, most_ - own_));
}

// Returns the number of steps that fit in this frame. A batch runs in parallel with the drawing and may lose time to
// it. The mean time of its steps then does not predict the cost of one more step. So the estimate uses the time that
// the frame waited for them.
double FrameClock::affordable() const {
  const double last = given_;
  if (step_seconds_ == 0) return 1;
  const double wanted = wanted_wait();
  double more = waited_ < 0.25 * wanted ? grow : nudge * (wanted - waited_) / (own_ + wanted);
  if (overran_) more = std::min(more, 0.0);
  const double by_wait = last * (1 + more) + (more > 0 ? 1 : 0);
  if (draws_slowly()) return std::clamp(by_wait, wanted / step_seconds_, 2.5 * own_ / step_seconds_);
  const double by_mean = budget_ / step_seconds_;
  if (late_ && last * step_seconds_ > interval_) return by_mean;
  return std::max(by_mean, late_ ? 0.9 * last : by_wait);
}

// Returns an upper limit from the last few batches, which show the present load of the machine, including other
// programs. It is rounded, because a batch of few steps may cost hardly less than a slightly larger one.
double FrameClock::bearable() const {
  if (step_seconds_ == 0) return 1e6;
  return std::max(1.0, std::round(std::min(slowest_batch / slowest_, usual_batch / usual_)));
}

double FrameClock::patience() const {
  return std::min(std::max(0.5 * interval_, 2 * wait_share * own_), answers_within);
}

void FrameClock::measured(std::uint64_t steps, double seconds) {
  if (steps == 0 || seconds <= 0) return;
  const double cost = seconds / static_cast<double>(steps);
  if (step_seconds_ == 0) costs_ = MiddleOfThree(cost);
  usual_ = costs_.add(cost);
  slowest_ = costs_.largest_of_two();
  step_seconds_ = step_seconds_ == 0 ? usual_ : step_seconds_ + 0.2 * (usual_ - step_seconds_);
}

void FrameClock::set_pass(int steps) {
  if (pass_ == std::max(steps, 1)) return;
  pass_ = std::max(steps, 1);
  left_over_ = 0;
  by_passes_ = false;
}

int FrameClock::whole_passes(double steps) const {
  const int n = static_cast<int>(std::clamp(steps, 1.0, 1e6));
  return std::max(pass_, n - n % pass_);
}

// Carries the remainder of a pass over to the next frames. A frame whose passes end slightly late only delays the next
// one, and a pass may take a large part of a frame. The remainder uses the mean time of a step. If it used the waiting
// time, the next frame would compensate for it.
int FrameClock::full_speed(double steps) {
  const double mean = step_seconds_ == 0 ? steps : std::min(steps, budget_ / step_seconds_);
  const int whole = whole_passes(steps), more = std::max(whole, whole_passes(mean + left_over_));
  const int given = more * step_seconds_ <= longest * interval_ ? more : whole;
  left_over_ = std::clamp(left_over_ + mean - given, 0.0, 1.0 * pass_);
  return given;
}

int FrameClock::steps_within(double seconds) const {
  return step_seconds_ == 0 ? pass_ : whole_passes(seconds / step_seconds_);
}

int FrameClock::steps(const SpeedSetting& speed, double steps_per_second) {
  if (!speed.automatic) return given_ = std::max(1, speed.steps_per_frame);
  // Before a step has been measured, and after a jump, the number at most quadruples from frame to frame.
  const double most_steps = std::min({affordable(), bearable(), 4.0 * std::max(given_, 1)});
  if (speed.full || steps_per_second <= 0) return given_ = full_speed(most_steps);
  const int most = whole_passes(most_steps);
  owed_ += steps_per_second * elapsed_;
  by_passes_ |= pass_ > 1 && owed_ * step_seconds_ > budget_;
  const int due = static_cast<int>(std::min(owed_, 1e6));
  const int given = std::min(by_passes_ ? due - due % pass_ : due, most);
  // Steps that did not fit are dropped, so that the wave slows down and not the window.
  owed_ = by_passes_ ? std::min(owed_ - given, 1.0 * pass_) : given < due ? 0 : owed_ - given;
  given_ = std::max(given, 1);
  return given;
}

void FrameClock::forget() {
  owed_ = left_over_ = 0;
  last_ = -1;
  by_passes_ = false;
}

}  // namespace ez
