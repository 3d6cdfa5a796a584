// Physical meaning of a problem's numbers.
#pragma once

#include "solver/base/constants.h"
#include "solver/problem/problem.h"

namespace ez {

// The vacuum constants as the engine sees them, swapped for hz.
struct Vacuum {
  double eps, mu;
};
inline Vacuum vacuum_of(const ProblemTables& p) { return p.dual ? Vacuum{mu0, eps0} : Vacuum{eps0, mu0}; }

}  // namespace ez
