// The code that the CPU engine is compared with: the loops that everyone writes first, two plain sweeps over three
// arrays.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

// Measures vacuum in a PEC box of n × n nodes with random fields, on one core, for at least `seconds`. Returns 10⁹
// cells per second, or 0 if this program was built for another processor than the one it runs on.
double plain_sweeps_gcells(int n, double seconds = 0.3, Precision precision = Precision::float32);
// Returns the seconds of the Ez sweep alone; 0 as above.
double plain_e_sweep_seconds(int n, double seconds, Precision precision);

}  // namespace ez
