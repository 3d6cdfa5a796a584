#include "solver/problem/skin.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "solver/base/constants.h"

namespace ez {

double filled_part(const Vacuum& vacuum, const Medium& medium, double delta) {
  if (!(medium.sigma > 0)) return 1;
  constexpr double turn = 2 * pi / 10;  // radians a cell at the highest frequency that is resolved
  const double loss = medium.sigma * std::sqrt(vacuum.mu * medium.mu / (vacuum.eps * medium.eps)) * delta;
  const std::complex<double> square{-turn * turn, turn * loss}, half = std::sqrt(square) / 2.0;
  return (1.0 - half / (1.0 + std::sqrt(1.0 + square / 4.0))).real();
}

bool is_magnetic_conductor(const Medium& medium) {
  return medium.sigma > 0 && (medium.mu != 1 || medium.sigma_m != 0 || !medium.poles_m.empty());
}

RimParts rim_parts(const Vacuum& vacuum, const Medium& a, const Medium& b, double delta) {
  if (!is_magnetic_conductor(a) && !is_magnetic_conductor(b)) return {};
  const double of_a = filled_part(vacuum, a, delta), of_b = filled_part(vacuum, b, delta);
  const double most = std::max(of_a, of_b);
  return {of_a / most, of_b / most};
}

}  // namespace ez
