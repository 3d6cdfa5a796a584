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

  // Told once a frame
  std::uint64_t begin = 0, now = 0,
                end = 0;                    // the earliest and the latest step that it can go to; the present one
  std::optional<std::uint64_t> target;      // the step that it is going to
  std::optional<std::uint64_t> last_pulse;  // the step before which the last one came that is in what runs
};

}  // namespace ez
