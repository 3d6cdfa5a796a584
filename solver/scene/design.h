// A region in which the program may distribute two materials so that a measured value becomes as large as possible.
// solver/design makes the design.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/key.h"
#include "solver/scene/place.h"

namespace ez {

struct Design {
  static constexpr auto symmetries =
      std::to_array<std::string_view>({"none", "left-right", "up-down", "both", "diagonal", "antidiagonal"});
  static constexpr auto starts = std::to_array<std::string_view>({"grey", "drawing"});

  std::string name;
  Vec2 min, max;
  std::optional<std::array<std::string, 2>> materials;
  std::string goal;            // formula (formula.h); the largest value is wanted
  double minimum_feature = 0;  // 0: three cells
  std::string symmetry = "none";
  std::optional<double> volume;  // largest part of the region that the second material may fill
  int iterations = 60;
  std::string start = "grey";
  static void fields(auto& d, auto&& key) {
    key("name", d.name, {.required = true, .doc = "name of the design; must be unique"});
    key("min", d.min, {.required = true, .measure = Measure::position, .doc = "lower left corner of the region"});
    key("max", d.max, {.required = true, .measure = Measure::position, .doc = "upper right corner of the region"});
    key("materials", d.materials,
        {.required = true,
         .doc = "`[\"material\", \"material\"]`, between which each node of the region may choose; the second one is "
                "added where it helps"});
    key("goal", d.goal,
        {.required = true,
         .doc = "formula of the value that becomes as large as possible. It reads `mode_forward`, `mode_backward`, "
                "`flux` and `ez` of monitors. `min(…)` of several values raises the smallest"});
    key("minimum_feature", d.minimum_feature,
        {.range = not_negative,
         .measure = Measure::length,
         .absent = "three cells",
         .doc = "radius below which details are smoothed away"});
    key("symmetry", d.symmetry, {.words = symmetries, .doc = "mirror images to which the structure must be equal"});
    key("volume", d.volume,
        {.range = {0, 1, true, "a number above 0, to 1"},
         .absent = "no limit",
         .doc = "largest part of the region that the second material may fill"});
    key("iterations", d.iterations,
        {.range = {1, 10000, false, "1 to 10000"}, .doc = "number of improvements that `ezscope design` makes"});
    key("start", d.start,
        {.words = starts,
         .doc = "structure at the beginning: a uniform mixture, or the materials that the shapes place there"});
  }
  bool operator==(const Design&) const = default;
};

// Returns the values of which a goal `min(a, b, …)` raises the smallest; a single one for any other formula.
std::vector<std::string> parts_of_goal(const std::string& goal);

}  // namespace ez
