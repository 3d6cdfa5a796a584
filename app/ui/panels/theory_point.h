// What a check reads of monitors at one frequency.
#pragma once

namespace ez {

// What a check's formula comes to now, and what its theory says there; NaN while the check has not been read.
struct TheoryPoint {
  double frequency = 0;  // Hz
  double measured = 0, theory = 0;
};

}  // namespace ez
