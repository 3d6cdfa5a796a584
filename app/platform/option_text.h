// Values of the command line that have a grammar of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/duration.h"

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

// `0:80:5`, first, last and step in degrees, or one angle.
std::optional<std::vector<double>> parse_angles(const std::string& text);

}  // namespace ez
