// A gas that starts as two states side by side, along x or along y: what it must be at any time, from the exact
// solution of its Riemann problem (solver/theory/riemann.h).
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "solver/gas/problem.h"
#include "solver/theory/riemann.h"

namespace ez::gas {

struct Tube {
  bool along_y = false;
  double at = 0;                      // m: where the two met at t = 0
  GasState first, second;             // below `at`, and above; u along the tube
  std::array<double, 2> across = {};  // their velocities across it
  double gamma = 1.4;
  // s: when the first wave reaches an end that is no open one. From there on nothing exact is known.
  double until = std::numeric_limits<double>::infinity();
  bool operator==(const Tube&) const = default;
};

// Nothing where the gas starts as anything else, where something in it is solid, or where what is at its sides moves
// it from the start.
std::optional<Tube> tube_of(const GasProblem&);

// At time t and at a place along the tube, m. NaN for what has no value there: gradients, and all there is in a vacuum
// but its density and pressure.
double exact_value(const Tube&, Quantity, double place, double t);

}  // namespace ez::gas
