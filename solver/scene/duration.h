// Times as a user writes them: `3.2ns`, `40T`, `460 steps`. Converts them to steps of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/scene/scene.h"

namespace ez {

// A time such as `3.2ns`, or `40T` in periods of the first source.
struct Duration {
  double value = 0;      // s, or a number of periods
  bool periods = false;  // of the first source
};
std::optional<Duration> parse_duration(const std::string& text);

// More steps than any run will make, and few enough for a double to represent each exactly.
inline constexpr std::int64_t most_steps = 1'000'000'000'000'000;
// Returns the smallest N with N·Δt ≥ time. A quotient within a few roundings of a whole number counts as that
// number. Empty above most_steps.
std::optional<std::uint64_t> steps_until(double seconds, double dt);

// [run] pause_at: a duration, `460 steps`, or `valid`. The last is the final step at which a
// reflection meter's reading is valid.
struct PauseMoment {
  enum class Kind { duration, steps, valid } kind = Kind::duration;
  Duration duration;
  std::uint64_t steps = 0;  // for Kind::steps: since the start, at least 1
};
std::optional<PauseMoment> parse_pause(const std::string& text);
// Returns the last step up to this time in s. Empty before the first step and for infinite time.
std::optional<std::uint64_t> valid_step(double dt, double valid_until);
// Returns the step at which a run of the scene with this Δt (s) should pause. `valid_until` is in s, infinite if
// nothing is measured. Empty: it does not pause.
std::optional<std::uint64_t> pause_step(const Scene& scene, double dt, double valid_until);

}  // namespace ez
