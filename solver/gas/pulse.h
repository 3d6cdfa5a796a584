// A pulse let go in what runs: a bell over the cells, added to heat; a gas is compressed by it as fast as sound would
// do it, without heat (p/ρ^γ stays), so that what remains in the middle when the sound has gone is what was there.
#pragma once

#include "solver/gas/run.h"

namespace ez::gas {

struct Pulse {
  double i = 0, j = 0;    // cells: (i, j) is the centre of that cell
  double radius = 6;      // cells along x: there the bell has e⁻¹ of its height
  double strength = 0.5;  // its height: above −1, in parts of the pressure that is there; of heat, as its value is
};

// The run goes on from the same step and time. False where a gas would have none.
bool send(GasRun& run, const Pulse& pulse);

}  // namespace ez::gas
