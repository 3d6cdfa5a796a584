// What the CPU engine is measured against: the loops that everyone writes first, two plain sweeps over three arrays.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

// Vacuum in a PEC box of n × n nodes, one core, for at least `seconds`; random fields. In 10⁹ cells a second. 0 when
// this program was built for another processor than the one it runs on.
double plain_sweeps_gcells(int n, double seconds = 0.3, Precision precision = Precision::float32);
// Seconds of the Ez sweep alone; 0 as above.
double plain_e_sweep_seconds(int n, double seconds, Precision precision);

}  // namespace ez
