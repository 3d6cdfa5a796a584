// A number that the scene must reproduce: the measurement, the theory, and the allowed difference.
#pragma once

#include <optional>
#include <string>

#include "solver/scene/key.h"

namespace ez {

struct Check {
  std::string name;
  std::string measured, theory;              // formulas, as solver/scene/formula.h reads them
  std::optional<double> within, within_abs;  // relative to |theory|, or in its own unit: one of the two
  std::string unit;             // displayed unit of measured and theory; empty: none, or derived from the formula
  std::string after = settled;  // a time or periods (duration.h), or `settled`; not read before that
  std::string text;
  static constexpr const char* settled = "settled";
  static void fields(auto& c, auto&& key) {
    key("name", c.name, {.required = true, .doc = "text of the badge; must be unique"});
    key("measured", c.measured, {.required = true, .doc = "formula of the measured value: `'amplitude(\"p1\", f)'`"});
    key("theory", c.theory, {.required = true, .doc = "formula of the expected value"});
    key("unit", c.unit,
        {.absent = "of a formula that is one call: the function's",
         .doc = "unit of both values for display: `°`, `dB`, `V/m`; m, s, Hz, V/m and A/m get a suitable prefix"});
    key("within", c.within,
        {.range = above_zero, .doc = "largest difference as a fraction of theory; give this or `within_abs`"});
    key("within_abs", c.within_abs, {.range = above_zero, .doc = "largest difference in the unit of both values"});
    key("after", c.after,
        {.doc = "when it is read: `3.2ns`, `40T`, or `settled` (once the measured value is constant)"});
    key("text", c.text, {.doc = "what is compared, and the reason for the allowed difference"});
  }
  bool operator==(const Check&) const = default;
};

}  // namespace ez
