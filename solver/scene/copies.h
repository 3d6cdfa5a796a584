// Number and positions of the copies of a shape: one [[shape]] may describe every rod of a crystal.
// Positions are in the scene's unit.
#pragma once

#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "solver/scene/key.h"
#include "solver/scene/place.h"

namespace ez {

inline constexpr int most_copies = 10000;  // copies of one shape

struct Once {
  static constexpr std::string_view kind = "once";
  static void fields(auto&, auto&&) {}
  bool operator==(const Once&) const = default;
};
// Copy (k, l) is displaced by k·a1 + l·a2 from the shape itself, 0 ≤ k < n1, 0 ≤ l < n2.
struct LatticeCopies {
  static constexpr std::string_view kind = "lattice";
  int n1 = 1, n2 = 1;
  Vec2 a1;
  std::optional<Vec2> a2;  // empty: a1 turned by 90°
  static void fields(auto& c, auto&& key) {
    key("count", std::tie(c.n1, c.n2),
        {.required = true,
         .range = {1, most_copies, false, "numbers of at least 1, and at most 10000 copies in total"},
         .doc = "number of copies along `a1` and `a2`, `[n1, n2]`"});
    key("a1", c.a1, {.required = true, .measure = Measure::position, .doc = "displacement from one copy to the next"});
    key("a2", c.a2,
        {.measure = Measure::position,
         .absent = "`a1` turned by 90°",
         .doc = "displacement from one row of copies to the next"});
  }
  bool operator==(const LatticeCopies&) const = default;
};
// Copy k is the shape turned by k·360°/count around the centre.
struct TurnedCopies {
  static constexpr std::string_view kind = "around";
  int count = 1;
  Vec2 center;
  static void fields(auto& c, auto&& key) {
    key("count", c.count,
        {.required = true,
         .range = {1, most_copies, false, "1 to 10000"},
         .doc = "number of copies around the centre"});
    key("center", c.center, {.required = true, .measure = Measure::position});
  }
  bool operator==(const TurnedCopies&) const = default;
};
using Copies = std::variant<Once, LatticeCopies, TurnedCopies>;

}  // namespace ez
