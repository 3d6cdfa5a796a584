// The value that a check reads from monitors at one frequency.
#pragma once

namespace ez {

// The value of a check's formula, and that of its theory. NaN while the check has not been read.
struct TheoryPoint {
  double frequency = 0;  // Hz
  double measured = 0, theory = 0;
};

}  // namespace ez
