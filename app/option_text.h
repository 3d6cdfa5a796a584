// Values of the command line that have a grammar of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// A number that is the whole of `text`; finite, when it is no whole number.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_whole(std::string_view text);

struct PixelSize {
  int width = 1280, height = 720;
  bool operator==(const PixelSize&) const = default;
};
// `1280x720`, 16 to 16384 each.
std::optional<PixelSize> parse_size(const std::string& text);

// `3.2ns` or, in periods of the first source, `40T`.
struct Duration {
  double value = 0;
  bool periods = false;
};
std::optional<Duration> parse_duration(const std::string& text);

// More than any machine makes in a lifetime, and few enough for a double to count them one by one.
inline constexpr std::int64_t most_steps = 1'000'000'000'000'000;
// The least N with N·Δt ≥ time, where a quotient within a few roundings of a whole number counts as that number; none
// beyond most_steps.
std::optional<std::uint64_t> steps_until(double seconds, double dt);

// `0:80:5`, first, last and step in degrees, or one angle.
std::optional<std::vector<double>> parse_angles(const std::string& text);

}  // namespace ez
