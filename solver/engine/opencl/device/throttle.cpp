#include "solver/engine/opencl/device/throttle.h"

#include <algorithm>

namespace ez::opencl {

void Throttle::begin() {
  queued_.clear();
  steps_ = unflushed_ = 0;
  last_ = stream_.mark();
}

void Throttle::add(int steps) {
  steps_ += steps, unflushed_ += steps;
  if (steps_ >= most_steps_) return end_part();
  if (unflushed_ < steps_between_flushes) return;
  stream_.flush();
  unflushed_ = 0;
}

void Throttle::end_part() {
  queued_.push_back({stream_.mark(), std::exchange(steps_, 0)});
  stream_.flush();
  unflushed_ = 0;
  if (queued_.size() < 3) return;
  Part part = std::move(queued_.front());
  queued_.pop_front();
  stream_.wait_for(part.end);
  const double seconds = stream_.seconds_between(last_, part.end);
  last_ = std::move(part.end);
  // A device whose clock is unknown gets as many steps as between two flushes.
  const double steps = seconds > 0 ? seconds_of_part * part.steps / seconds : steps_between_flushes;
  most_steps_ = static_cast<int>(std::clamp(steps, 1.0, 1e6));
}

}  // namespace ez::opencl
