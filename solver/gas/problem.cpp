#include "solver/gas/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ez::gas {

double default_cfl(Scheme s) { return s == Scheme::lax_wendroff ? 0.4 : s == Scheme::muscl_hllc ? 0.8 : 0.9; }

GasProblem still_gas(int nx, int ny, double dx, double dy, double rho, double p) {
  GasProblem g;
  g.nx = nx, g.ny = ny, g.dx = dx, g.dy = dy;
  g.rho.assign(g.cells(), rho);
  g.p.assign(g.cells(), p);
  g.u.assign(g.cells(), 0);
  g.v.assign(g.cells(), 0);
  return g;
}

GasProblem no_heat(int nx, int ny, double dx, double dy, double diffusivity) {
  GasProblem g;
  g.scheme = Scheme::diffusion;
  g.nx = nx, g.ny = ny, g.dx = dx, g.dy = dy;
  g.parameters.diffusivity = diffusivity;
  g.value.assign(g.cells(), 0);
  return g;
}

namespace {

// Returns the first cell whose value is invalid, as "(3, 4)", or an empty string.
template <class Fits>
std::string misfit(const GasProblem& g, const std::vector<double>& values, Fits fits) {
  const auto found = std::find_if_not(values.begin(), values.end(), fits);
  if (found == values.end()) return {};
  const auto k = found - values.begin();
  return fmt::format("({}, {})", k % g.nx, k / g.nx);
}

}  // namespace

std::string why_not(const GasProblem& g) {
  if (g.nx < 1 || g.ny < 1) return fmt::format("a grid of {} × {} has no cells", g.nx, g.ny);
  if (!(g.dx > 0) || !(g.dy > 0)) return "cells must have a width and a height above 0";
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!g.solid.empty() && g.solid.size() != g.cells())
    return fmt::format("{} wall flags for {} cells", g.solid.size(), g.cells());
  for (const Slant& slant : g.slants)
    if (slant.cell < 0 || static_cast<std::size_t>(slant.cell) >= g.cells() || !(slant.ratio >= 0) ||
        !(std::abs(std::hypot(slant.x, slant.y) - 1) < 1e-6))
      return "a slanted wall lacks a cell, a normal or a position";
  const Sides& s = g.sides;
  if ((s.left == Side::periodic) != (s.right == Side::periodic))
    return "left and right must both be periodic, or neither";
  if ((s.bottom == Side::periodic) != (s.top == Side::periodic))
    return "bottom and top must both be periodic, or neither";
  const Parameters& p = g.parameters;
  if (!(p.cfl >= 0) || !(p.dt >= 0)) return "cfl and dt must be 0 or more";
  if (is_heat(g.scheme)) {
    if (g.value.size() != g.cells()) return fmt::format("{} values for {} cells", g.value.size(), g.cells());
    if (const auto cell = misfit(g, g.value, finite); !cell.empty())
      return "the value at cell " + cell + " is not finite";
    return positive(p.diffusivity) ? "" : "the diffusivity must be above 0";
  }
  for (const auto side : {s.left, s.right, s.bottom, s.top})
    if (side == Side::fixed) return "only heat can have a fixed side";
  for (const auto* array : {&g.rho, &g.u, &g.v, &g.p})
    if (array->size() != g.cells()) return fmt::format("{} values for {} cells", array->size(), g.cells());
  if (const auto cell = misfit(g, g.rho, positive); !cell.empty())
    return "the density at cell " + cell + " is not above 0";
  if (const auto cell = misfit(g, g.p, positive); !cell.empty())
    return "the pressure at cell " + cell + " is not above 0";
  for (const auto* array : {&g.u, &g.v})
    if (const auto cell = misfit(g, *array, finite); !cell.empty())
      return "the velocity at cell " + cell + " is not finite";
  if (!(p.gamma > 1) || !std::isfinite(p.gamma)) return "gamma must be above 1";
  if (!(p.viscosity >= 0) || !(p.entropy_fix >= 0)) return "viscosity and entropy fix must be 0 or more";
  return {};
}

}  // namespace ez::gas
