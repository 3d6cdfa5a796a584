// [[sweep]]: a measurement that a scene offers while one or two of its numbers vary.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "solver/scene/check.h"
#include "solver/scene/key.h"

namespace ez {

struct SceneSweep {
  std::string name;
  std::string path, path_y;                               // of keys, as for `--set`; path_y may be empty
  std::optional<std::array<double, 3>> values, values_y;  // from, to, count
  std::string measured, theory;                           // formulas; x and y are the values. theory may be empty
  std::string unit;                                       // of both, for display
  std::string after = Check::settled;                     // as Check::after
  static void fields(auto& s, auto&& key) {
    key("name", s.name, {.required = true, .doc = "name in lists and for `--sweep`; must be unique"});
    key("path", s.path, {.required = true, .doc = "key that varies, as for `--set`: `source.lamp.amplitude`"});
    key("values", s.values, {.absent = "required", .doc = "its values, `[from, to, count]`"});
    key("path_y", s.path_y, {.doc = "second key that varies, for a map"});
    key("values_y", s.values_y, {.absent = "none", .doc = "values of the second key"});
    key("measured", s.measured,
        {.required = true, .doc = "formula of the measured value, as in a check; x and y are the values"});
    key("theory", s.theory, {.doc = "formula of the expected value"});
    key("unit", s.unit, {.doc = "unit of measured and theory for display"});
    key("after", s.after, {.doc = "when it is read: `3.2ns`, `40T`, or `settled`"});
  }
  bool operator==(const SceneSweep&) const = default;
};

// Returns the formula with the values of x and y inserted. Only whole words outside quotes that are not calls count.
std::string with_swept_values(const std::string& formula, std::span<const double> values);

}  // namespace ez
