// Formats the numbers of a check with units and prefixes, and with no more digits than its bound needs.
#pragma once

#include <string>

#include "solver/measure/check_watch.h"
#include "solver/scene/scene.h"
#include "solver/study/convergence.h"

namespace ez {

struct CheckText {
  std::string measured, theory;  // "11.11°", "2.980 kV/m", "0"; "–" if there is no number
  std::string difference;        // "−0.4 %", "−0.04°", or briefly why there is none
  std::string bound;             // "±1 %", "±0.5°"
};
CheckText text_of(const Check& check, const CheckReading& reading, const Scene& scene);
// Returns the convergence verdict as one sentence.
Text text_of(const Check& check, const Convergence& convergence, const Scene& scene);
// Returns the uncertainty from the grid, "± 0.004"; empty if there is no interval. It has the prefix of `reading`.
std::string uncertainty_text(const Check& check, const CheckReading& reading, const Convergence& convergence,
                             const Scene& scene);

}  // namespace ez
