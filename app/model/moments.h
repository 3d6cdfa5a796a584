// Where the run stands among the moments that can be gone to, and where the user wants it to go. Steps are those of
// pane 0. Without a timeline there is no moment but the present one.
#pragma once

#include <cstdint>
#include <optional>

namespace ez {

struct Moments {
  bool backwards = false;               // plays backwards
  std::optional<std::uint64_t> wanted;  // the step to go to next, as the user asked
  bool take_back = false;               // or to just before the last pulse

  // Told once a frame
  std::uint64_t begin = 0, now = 0,
                end = 0;                    // the earliest that can be gone to, where the runs stand, the latest known
  std::optional<std::uint64_t> target;      // on the way there
  std::optional<std::uint64_t> last_pulse;  // the step before which the last one came that is in what runs
};

}  // namespace ez
