// A pulse added to a run: a bell-shaped change of the cells. It is added to heat. A gas is compressed adiabatically
// (p/ρ^γ stays), as by sound. After the sound has left, the gas in the middle is therefore the same as before.
#pragma once

#include "solver/gas/run.h"

namespace ez::gas {

struct Pulse {
  double i = 0, j = 0;  // cells: (i, j) is the centre of that cell
  double radius = 6;    // cells along x: at this distance the bell has e⁻¹ of its height
  // Height of the bell: relative to the present pressure, above −1. For heat, in units of its value.
  double strength = 0.5;
};

// Adds the pulse. The run continues at the same step and time. Returns false if a gas would become invalid.
bool send(GasRun& run, const Pulse& pulse);

}  // namespace ez::gas
