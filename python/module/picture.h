// Pictures of a run for notebooks, drawn on the processor. They need neither a display nor OpenGL.
#pragma once

#include <string>

#include "solver/run/solver.h"

namespace ez::python {

// Returns the bytes of a PNG of the whole grid, `width` pixels wide, 16 … 4096. range: end of the colours in the
// quantity's unit; 0: the largest value.
std::string png_of(Solver& solver, Quantity quantity, int width, double range, bool dark);

}  // namespace ez::python
