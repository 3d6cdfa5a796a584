// Pictures of snapshots of a run. They are small and outlast the snapshots. The timeline can therefore show the whole
// run, even where no snapshot is stored any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/features/timeline/state.h"
#include "render/image.h"

namespace ez {

// A snapshot's picture in the two themes.
struct TimelinePicture {
  Image dark, light;
};

class TimelineShots {
 public:
  static constexpr std::size_t most = 64;
  // Adds a picture. It replaces one of the same step and edits. Above `most` pictures or `room` bytes, it removes the
  // pictures that are closest together.
  void add(std::uint64_t step, std::size_t events, std::shared_ptr<const TimelinePicture> picture, double room);
  void make_room(double room);
  void clear() { shots_.clear(), bytes_ = 0; }  // their ids continue
  // Removes the pictures of later steps, or of more edits, when the run takes a different course.
  void forget_after(std::uint64_t step, std::size_t events);
  // Removes pictures that precede so many of the earliest edits. Those edits are forgotten, and the run cannot return
  // to a step before them.
  void forget_before(std::size_t events);
  TimelineShots until(std::uint64_t step, std::size_t events) const;
  double bytes() const { return bytes_; }
  std::vector<TimelineState::Shot> all_shots() const;

 private:
  struct StoredShot {
    TimelineState::Shot shot;
    std::size_t events = 0;  // number of edits before the picture
  };
  std::vector<StoredShot> shots_;  // by step, then by number of edits
  double bytes_ = 0;
  int last_id_ = 0;
};

}  // namespace ez
