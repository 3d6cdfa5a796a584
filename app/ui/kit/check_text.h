// A check's numbers as people read them: with units and prefixes, and no more digits than its bound asks for.
#pragma once

#include <string>

#include "solver/measure/check_watch.h"
#include "solver/scene/scene.h"

namespace ez {

struct CheckText {
  std::string measured, theory;  // "11.11°", "2.980 kV/m", "0"; "–" for no number
  std::string difference;        // "−0.4 %", "−0.04°", or in a few words why there is none
  std::string bound;             // "±1 %", "±0.5°"
};
CheckText text_of(const Check& check, const CheckReading& reading, const Scene& scene);

}  // namespace ez
