// A gas that starts as two adjacent states along x or along y. Its exact values at any time follow from its Riemann
// problem (solver/theory/riemann.h).
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "solver/gas/problem.h"
#include "solver/theory/riemann.h"

namespace ez::gas {

struct Tube {
  bool along_y = false;
  double at = 0;                      // m: position of the interface at t = 0
  GasState first, second;             // below `at`, and above; u along the tube
  std::array<double, 2> across = {};  // their velocities across the tube
  double gamma = 1.4;
  // s: time at which the first wave reaches an end that is not open. After this no exact value is known.
  double until = std::numeric_limits<double>::infinity();
  bool operator==(const Tube&) const = default;
};

// Returns no value if the gas starts in any other way, if a cell is solid, or if a boundary disturbs it from the start.
std::optional<Tube> tube_of(const GasProblem&);

// Returns the value at time t and at a position along the tube, in m. NaN for quantities without a value there:
// gradients, and everything except density and pressure in a vacuum.
double exact_value(const Tube&, Quantity, double place, double t);

}  // namespace ez::gas
