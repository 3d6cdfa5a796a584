#include "solver/problem/skin.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <variant>
#include <vector>

#include "solver/base/constants.h"

namespace ez {

namespace {

// Returns the free charges only, because bound charges do not make a conductor.
std::vector<Pole> drude_poles(const Medium& medium) {
  std::vector<Pole> out = medium.poles;
  std::erase_if(out, [](const Pole& p) { return !std::holds_alternative<Drude>(p.model); });
  return out;
}
bool conducts(const Medium& medium) {
  return medium.sigma > 0 ||
         std::ranges::any_of(medium.poles, [](const Pole& p) { return std::holds_alternative<Drude>(p.model); });
}

}  // namespace

double filled_part(const Vacuum& vacuum, const Medium& medium, double delta) {
  if (!conducts(medium)) return 1;
  constexpr double turn = 2 * pi / 10;  // radians per cell at the highest frequency that the grid resolves
  const double loss = medium.sigma * std::sqrt(vacuum.mu * medium.mu / (vacuum.eps * medium.eps)) * delta;
  const double omega = turn / (delta * std::sqrt(vacuum.mu * medium.mu * vacuum.eps * medium.eps));
  // susceptibility() uses e^(−iωt), and this code e^(iωt).
  const std::complex<double> charges = std::conj(susceptibility(drude_poles(medium), omega / (2 * pi))) / medium.eps;
  const std::complex<double> square = std::complex<double>(-turn * turn, turn * loss) - turn * turn * charges,
                             half = std::sqrt(square) / 2.0;
  return (1.0 - half / (1.0 + std::sqrt(1.0 + square / 4.0))).real();
}

bool is_magnetic_conductor(const Medium& medium) {
  return conducts(medium) && (medium.mu != 1 || medium.sigma_m != 0 || !medium.poles_m.empty());
}

RimParts rim_parts(const Vacuum& vacuum, const Medium& a, const Medium& b, double delta) {
  if (!is_magnetic_conductor(a) && !is_magnetic_conductor(b)) return {};
  const double of_a = filled_part(vacuum, a, delta), of_b = filled_part(vacuum, b, delta);
  const double most = std::max(of_a, of_b);
  return {of_a / most, of_b / most};
}

}  // namespace ez
