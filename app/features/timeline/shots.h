// Pictures of moments of a run. They are small, and outlast the moments: what the run looked like is shown of all its
// length, whether or not it can be gone to at once there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/features/timeline/state.h"
#include "render/image.h"

namespace ez {

// A moment as it looked, in the two themes.
struct TimelinePicture {
  Image dark, light;
};

class TimelineShots {
 public:
  static constexpr std::size_t most = 64;
  // In the place of one of the same step and edits. Above `most`, or `room` bytes, those go that lie closest together.
  void add(std::uint64_t step, std::size_t events, std::shared_ptr<const TimelinePicture> picture, double room);
  void make_room(double room);
  void clear() { shots_.clear(), bytes_ = 0; }  // their numbers go on
  // Of a run that goes another way: those of later steps, or of as many edits more.
  void forget_after(std::uint64_t step, std::size_t events);
  // So many of the earliest edits are known no more, and what was before them cannot be gone to.
  void forget_before(std::size_t events);
  TimelineShots until(std::uint64_t step, std::size_t events) const;
  double bytes() const { return bytes_; }
  std::vector<TimelineState::Shot> told() const;

 private:
  struct Of {
    TimelineState::Shot shot;
    std::size_t events = 0;  // that had happened
  };
  std::vector<Of> shots_;  // by step, then by events
  double bytes_ = 0;
  int last_id_ = 0;
};

}  // namespace ez
