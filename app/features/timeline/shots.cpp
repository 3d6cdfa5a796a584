#include "app/features/timeline/shots.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ez {
namespace {

double bytes_of(const TimelineState::Shot& s) {
  return static_cast<double>(s.picture->dark.rgba.size() + s.picture->light.rgba.size());
}

}  // namespace

void TimelineShots::add(std::uint64_t step, std::size_t events, std::shared_ptr<const TimelinePicture> picture,
                        double room) {
  if (!picture) return;
  const auto place = std::partition_point(shots_.begin(), shots_.end(), [&](const StoredShot& s) {
    return std::tie(s.shot.step, s.events) < std::tie(step, events);
  });
  StoredShot fresh{{++last_id_, step, std::move(picture)}, events};
  bytes_ += bytes_of(fresh.shot);
  if (place != shots_.end() && place->shot.step == step && place->events == events) {
    bytes_ -= bytes_of(place->shot);
    *place = std::move(fresh);
  } else {
    shots_.insert(place, std::move(fresh));
  }
  make_room(room);
}

void TimelineShots::make_room(double room) {
  while (!shots_.empty() && (shots_.size() > most || bytes_ > room)) {
    // The last picture shows the run's current step and is removed last.
    std::size_t least = 0;
    std::uint64_t closest = ~std::uint64_t{0};
    for (std::size_t k = 0; k + 1 < shots_.size(); ++k) {
      const std::uint64_t gap = shots_[k + 1].shot.step - (k > 0 ? shots_[k - 1].shot.step : 0);
      if (gap < closest) closest = gap, least = k;
    }
    bytes_ -= bytes_of(shots_[least].shot);
    shots_.erase(shots_.begin() + static_cast<std::ptrdiff_t>(least));
  }
}

void TimelineShots::forget_after(std::uint64_t step, std::size_t events) { *this = until(step, events); }

void TimelineShots::forget_before(std::size_t events) {
  std::erase_if(shots_, [&](const StoredShot& s) {
    const bool gone = s.events < events;
    if (gone) bytes_ -= bytes_of(s.shot);
    return gone;
  });
  for (StoredShot& s : shots_) s.events -= events;
}

TimelineShots TimelineShots::until(std::uint64_t step, std::size_t events) const {
  TimelineShots out;
  out.last_id_ = last_id_;
  for (const StoredShot& s : shots_)
    if (s.shot.step <= step && s.events <= events) out.shots_.push_back(s), out.bytes_ += bytes_of(s.shot);
  return out;
}

std::vector<TimelineState::Shot> TimelineShots::all_shots() const {
  std::vector<TimelineState::Shot> out;
  for (const StoredShot& s : shots_) out.push_back(s.shot);
  return out;
}

}  // namespace ez
