#include "solver/gas/pulse.h"

#include <algorithm>
#include <cmath>

namespace ez::gas {
namespace {

constexpr double reach = 4;  // radii; at a greater distance less than e⁻¹⁶ of it is left

}  // namespace

bool send(GasRun& run, const Pulse& pulse) {
  Checkpoint now = run.save();
  const GasProblem& g = now.problem;
  const bool heat = is_heat(g.scheme);
  if (!(pulse.radius > 0) || !std::isfinite(pulse.strength) || (!heat && !(pulse.strength > -1))) return false;
  const double along_y = pulse.radius * g.dx / g.dy;
  const auto first = [](double c, double r) { return std::max(0, static_cast<int>(std::floor(c - reach * r))); };
  const auto last = [](double c, double r, int n) {
    return std::min(n - 1, static_cast<int>(std::ceil(c + reach * r)));
  };
  for (int j = first(pulse.j, along_y); j <= last(pulse.j, along_y, g.ny); ++j)
    for (int i = first(pulse.i, pulse.radius); i <= last(pulse.i, pulse.radius, g.nx); ++i) {
      const std::size_t k = g.at(i, j);
      if (!g.solid.empty() && g.solid[k] != 0) continue;
      const double x = (i - pulse.i) / pulse.radius, y = (j - pulse.j) / along_y;
      const double height = pulse.strength * std::exp(-x * x - y * y);
      if (heat) {
        now.state[0][k] += height;
      } else {
        now.state[0][k] *= std::pow(1 + height, 1 / g.parameters.gamma);
        now.state[3][k] *= 1 + height;
      }
    }
  run.restore(now);
  return true;
}

}  // namespace ez::gas
