// Times as a person writes them: `3.2ns`, `40T`, `460 steps`; and the steps of a run that they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/scene/scene.h"

namespace ez {

// `3.2ns` or, in periods of the first source, `40T`.
struct Duration {
  double value = 0;      // s, or a number of periods
  bool periods = false;  // of the first source
};
std::optional<Duration> parse_duration(const std::string& text);

// More than any machine makes in a lifetime, and few enough for a double to count them one by one.
inline constexpr std::int64_t most_steps = 1'000'000'000'000'000;
// The least N with N·Δt ≥ time, where a quotient within a few roundings of a whole number counts as that number; none
// beyond most_steps.
std::optional<std::uint64_t> steps_until(double seconds, double dt);

// [run] pause_at: a duration, `460 steps`, or `valid`, the last step at which what a reflection meter reads is valid.
struct PauseMoment {
  enum class Kind { duration, steps, valid } kind = Kind::duration;
  Duration duration;
  std::uint64_t steps = 0;  // of Kind::steps: since the start, at least 1
};
std::optional<PauseMoment> parse_pause(const std::string& text);
// The last step up to this time, in s; none before the first one, or where the time is infinite.
std::optional<std::uint64_t> valid_step(double dt, double valid_until);
// The step at which a run of the scene with this Δt (s) is to pause. `valid_until` in s, infinite where nothing is
// measured. None: it runs on.
std::optional<std::uint64_t> pause_step(const Scene& scene, double dt, double valid_until);

}  // namespace ez
