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
    key("name", c.name, {.required = true, .doc = "what the badge says; only once"});
    key("measured", c.measured, {.required = true, .doc = "a formula of what the run shows: `'amplitude(\"p1\", f)'`"});
    key("theory", c.theory, {.required = true, .doc = "a formula of what it should be"});
    key("unit", c.unit,
        {.absent = "of a formula that is one call: the function's",
         .doc =
             "of both values, for display: `°`, `dB`, `V/m`. Of m, s, Hz, V/m and A/m the display chooses a prefix"});
    key("within", c.within,
        {.range = above_zero, .doc = "largest difference as a part of theory; this or `within_abs`"});
    key("within_abs", c.within_abs, {.range = above_zero, .doc = "largest difference in the unit of the two"});
    key("after", c.after,
        {.doc = "when it may be read: `3.2ns`, `40T`, or `settled`, once the measured value stands still"});
    key("text", c.text, {.doc = "what is compared, and why it may differ by so much"});
  }
  bool operator==(const Check&) const = default;
};

}  // namespace ez
