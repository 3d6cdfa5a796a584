// Limits the work that is queued on a device. A driver resets a display's GPU if one submission keeps it busy for
// seconds, so work is submitted often, and steps of at most about 100 ms wait in the queue.
#pragma once

#include <deque>
#include <utility>

#include "solver/engine/opencl/device/stream.h"

namespace ez::opencl {

class Throttle {
 public:
  explicit Throttle(Stream& stream) : stream_(stream) {}
  // Call before the first step of a batch, and after `steps` steps were enqueued. Waits only if more than two parts of
  // about 50 ms are queued.
  void begin();
  void add(int steps);

 private:
  struct Part {
    Event end;
    int steps = 0;
  };
  void end_part();

  static constexpr int steps_between_flushes = 16;  // so that the device starts early
  static constexpr double seconds_of_part = 0.05;

  Stream& stream_;
  Event last_;  // end of the part before the first one in the queue
  std::deque<Part> queued_;
  int steps_ = 0, unflushed_ = 0;  // since the end of a part, and since the last flush
  int most_steps_ = 1;             // of a part, adapted to the measured speed
};

}  // namespace ez::opencl
