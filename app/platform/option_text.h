// Parses values of the command line that have their own grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/duration.h"

namespace ez {

// Parse the whole of `text`: as a finite number, or as an integer.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_whole(std::string_view text);

struct PixelSize {
  int width = 1280, height = 720;
  bool operator==(const PixelSize&) const = default;
};
// Parses `1280x720`; each side is 16 to 16384.
std::optional<PixelSize> parse_size(const std::string& text);

// Parses `0:80:5` (first, last and step in degrees) or a single angle.
std::optional<std::vector<double>> parse_angles(const std::string& text);

}  // namespace ez
