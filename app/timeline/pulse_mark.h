// A pulse among the marks of the timeline. It is no edit of the scene: it is taken back by going to before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/timeline/state.h"

namespace ez {

inline constexpr std::string_view pulse_mark = "pulse";

// The step of the pulse that is the last thing done until now; and of the one that comes next, taken back just before.
inline std::optional<std::uint64_t> last_pulse(const TimelineState& t) {
  const auto ahead = std::ranges::upper_bound(t.marks, t.now, {}, &TimelineState::Mark::step);
  if (ahead == t.marks.begin() || std::prev(ahead)->what != pulse_mark) return std::nullopt;
  return std::prev(ahead)->step;
}
inline std::optional<std::uint64_t> next_pulse(const TimelineState& t) {
  const auto ahead = std::ranges::upper_bound(t.marks, t.now, {}, &TimelineState::Mark::step);
  if (ahead == t.marks.end() || ahead->what != pulse_mark || ahead->step != t.now + 1) return std::nullopt;
  return ahead->step;
}

}  // namespace ez
