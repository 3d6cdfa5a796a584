#include "solver/gas/tube.h"

#include <algorithm>
#include <cmath>

namespace ez::gas {
namespace {

struct Cell {
  double rho, u, v, p;
  bool operator==(const Cell&) const = default;
};

// Returns the first cell of the second state, if all lines of cells along x or y are equal and have a single change.
std::optional<int> only_change(const GasProblem& g, bool along_y) {
  const int length = along_y ? g.ny : g.nx, lines = along_y ? g.nx : g.ny;
  const auto cell = [&](int k, int line) {
    const std::size_t at = along_y ? g.at(line, k) : g.at(k, line);
    return Cell{g.rho[at], g.u[at], g.v[at], g.p[at]};
  };
  std::optional<int> change;
  for (int k = 1; k < length; ++k) {
    if (cell(k, 0) == cell(k - 1, 0)) continue;
    if (change) return std::nullopt;
    change = k;
  }
  for (int line = 1; line < lines && change; ++line)
    for (int k = 0; k < length; ++k)
      if (!(cell(k, line) == cell(k, 0))) return std::nullopt;
  return change;
}

// Returns the time at which a wave that moves towards an end at `speed` reaches it.
double arrival(double way, double speed) { return speed > 0 ? way / speed : std::numeric_limits<double>::infinity(); }

}  // namespace

std::optional<Tube> tube_of(const GasProblem& g) {
  if (is_heat(g.scheme) || g.rho.empty() || std::any_of(g.solid.begin(), g.solid.end(), [](auto s) { return s != 0; }))
    return std::nullopt;
  for (const bool along_y : {false, true}) {
    const std::optional<int> change = only_change(g, along_y);
    if (!change) continue;
    const int length = along_y ? g.ny : g.nx;
    const double cell = along_y ? g.dy : g.dx;
    const auto state = [&](int k) {
      const std::size_t at = along_y ? g.at(0, k) : g.at(k, 0);
      return GasState{g.rho[at], (along_y ? g.v : g.u)[at], g.p[at]};
    };
    const auto across = [&](int k) { return along_y ? g.u[g.at(0, k)] : g.v[g.at(k, 0)]; };
    Tube t{along_y, *change * cell, state(0), state(length - 1), {across(0), across(length - 1)}, g.parameters.gamma};
    const Sides& s = g.sides;
    const Side ends[] = {along_y ? s.bottom : s.left, along_y ? s.top : s.right};
    const Side other_sides[] = {along_y ? s.left : s.bottom, along_y ? s.right : s.top};
    const bool still = t.across[0] == 0 && t.across[1] == 0;
    for (const Side side : other_sides)
      if (side == Side::wall && !still) return std::nullopt;
    const RiemannProblem exact(t.first, t.second, t.gamma);
    const auto reach = [&](Side end, double u, double way, double speed) {
      if (end == Side::periodic || (end == Side::wall && u != 0)) return false;
      if (end == Side::wall) t.until = std::min(t.until, arrival(way, speed));
      return true;
    };
    if (!reach(ends[0], t.first.u, t.at, -exact.left_wave().outer) ||
        !reach(ends[1], t.second.u, length * cell - t.at, exact.right_wave().outer))
      return std::nullopt;
    return t;
  }
  return std::nullopt;
}

double exact_value(const Tube& t, Quantity q, double place, double time) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (time > t.until) return none;
  const double x = place - t.at;
  GasState s = x < 0 ? t.first : t.second;
  bool beyond_contact = x >= 0;
  if (time > 0) {
    const RiemannProblem exact(t.first, t.second, t.gamma);
    s = exact.at(x / time);
    beyond_contact = exact.vacuum() ? x >= 0 : x / time >= exact.velocity();
  }
  const double across = t.across[beyond_contact ? 1 : 0];
  const double square = s.u * s.u + across * across;
  switch (q) {
    case Quantity::density:
      return s.rho;
    case Quantity::pressure:
      return s.p;
    case Quantity::u:
      return t.along_y ? across : s.u;
    case Quantity::v:
      return t.along_y ? s.u : across;
    case Quantity::speed:
      return std::sqrt(square);
    case Quantity::mach:
      return std::sqrt(square * s.rho / (t.gamma * s.p));
    case Quantity::gas_energy:
      return s.p / (t.gamma - 1) + 0.5 * s.rho * square;
    case Quantity::temperature:
      return s.p / s.rho;
    default:
      return none;
  }
}

}  // namespace ez::gas
