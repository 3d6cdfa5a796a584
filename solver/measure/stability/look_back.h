// The largest values over the last steps of a run, or over all steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ez {

struct Peaks {
  double difference = 0, incident = 0;  // V/m: largest |field − reference|, largest |reference|
  void raise(const Peaks& p) {
    difference = std::max(difference, p.difference);
    incident = std::max(incident, p.incident);
  }
};

// Covers all steps, or a window divided into buckets, so that the cost of a step does not depend on the window's
// length. A window of n steps covers n to n·(1 + 1/16) steps.
class LookBack {
 public:
  explicit LookBack(int window_steps = 0) : steps_(window_steps > 0 ? std::max(window_steps / bucket_count, 1) : 0) {
    if (steps_ > 0) count_ = static_cast<std::size_t>((window_steps + steps_ - 1) / steps_) + 1;
  }
  void add(const Peaks& p) {
    if (buckets_.empty()) buckets_.emplace_back();
    if (steps_ > 0 && filled_ == steps_) {
      buckets_.emplace_back();
      filled_ = 0;
      if (buckets_.size() > count_) buckets_.erase(buckets_.begin());
    }
    buckets_.back().raise(p);
    ++filled_;
  }
  Peaks peaks() const {
    Peaks all;
    for (const Peaks& p : buckets_) all.raise(p);
    return all;
  }
  // Returns the number of steps that peaks() covers, if `made` steps were made in total.
  std::uint64_t steps(std::uint64_t made) const {
    if (steps_ == 0 || buckets_.empty()) return made;
    return (buckets_.size() - 1) * static_cast<std::uint64_t>(steps_) + static_cast<std::uint64_t>(filled_);
  }

 private:
  static constexpr int bucket_count = 32;  // per window
  int steps_, filled_ = 0;                 // steps per bucket (0: all), steps in the last bucket
  std::size_t count_ = 1;                  // maximum number of buckets
  std::vector<Peaks> buckets_;
};

}  // namespace ez
