// The steps that the run can go back or forward to, and the step that the user wants. Steps are those of pane 0.
// Without a timeline the present step is the only one.
#pragma once

#include <cstdint>
#include <optional>

namespace ez {

struct Moments {
  bool backwards = false;               // plays backwards
  std::optional<std::uint64_t> wanted;  // the step to go to next, as the user asked
  bool take_back = false;               // go to the step before the last pulse

  // Updated once a frame
  std::uint64_t begin = 0, now = 0, end = 0;  // the earliest step that it can go to, the present one, the latest
  std::optional<std::uint64_t> target;        // the step that it is going to
  std::optional<std::uint64_t> last_pulse;    // the step just before the last pulse that affects the running fields
};

}  // namespace ez
