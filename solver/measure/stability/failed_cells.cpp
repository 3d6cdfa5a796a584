#include "solver/measure/stability/failed_cells.h"

#include <fmt/format.h>

namespace ez {
namespace {

constexpr double cautious_cfl = 0.4, enough_viscosity = 1;  // of Lax–Wendroff
// Of ν times the Courant number: a diffusion of number ν |Δu| Δt/Δx, which goes to a half at most, between cells whose
// velocities differ by half of the fastest signal.
constexpr double most_spread = 1;
constexpr double strong_fix = 4;  // δ/c that carries a gas that is pulled apart

Diagnosis of_heat(Scene s) {
  s.heat.dt.reset();
  s.heat.cfl.reset();
  return {"the step is longer than heat takes to cross a cell, 1/(2κ(1/Δx² + 1/Δy²))",
          "leave heat.dt and heat.cfl out: Δt is 0.9 of that limit then", std::move(s)};
}

Diagnosis of_fixed_step(Scene s) {
  const double dt = s.gas.dt.value_or(0);
  s.gas.dt.reset();
  return {fmt::format("Δt is fixed at {:.4g} s, and the gas has come to signals that cross more than a cell in it", dt),
          "leave gas.dt out: Δt follows the largest |u| + c then", std::move(s)};
}

Diagnosis of_lax_wendroff(Scene s) {
  const double cfl = s.gas.cfl.value_or(cautious_cfl);
  if (const double nu = s.gas.viscosity; nu * cfl > most_spread) {
    s.gas.cfl.reset();
    s.gas.viscosity = enough_viscosity;
    return {fmt::format("the artificial viscosity, {:g}, is so large that it feeds itself", nu),
            fmt::format("gas.viscosity = {:g} and gas.cfl = {:g}", enough_viscosity, cautious_cfl), std::move(s)};
  }
  const bool loose = cfl > cautious_cfl || s.gas.viscosity < enough_viscosity;
  if (loose) {
    s.gas.cfl.reset();
    s.gas.viscosity = enough_viscosity;
    return {"Lax–Wendroff's ripples beside a shock went below nothing: its viscosity is small, or its steps are long",
            fmt::format("gas.viscosity = {:g} and gas.cfl = {:g}", enough_viscosity, cautious_cfl), std::move(s)};
  }
  s.gas.scheme = GasScheme::roe;
  s.gas.cfl.reset();
  return {"Lax–Wendroff's ripples beside a strong shock went below nothing", "gas.scheme = \"roe\", which has none",
          std::move(s)};
}

Diagnosis of_roe(Scene s) {
  if (s.gas.entropy_fix < strong_fix) {
    s.gas.entropy_fix = strong_fix;
    return {"the gas is pulled apart so strongly that Roe's linear waves leave nothing between them",
            fmt::format("gas.entropy_fix = {:g}, or smaller velocities", strong_fix), std::move(s)};
  }
  s.gas.cfl = s.gas.cfl.value_or(0.9) / 2;
  return {"the gas is thinned out within one step", fmt::format("gas.cfl = {:g}", *s.gas.cfl), std::move(s)};
}

}  // namespace

Diagnosis diagnose_cells(const Scene& scene) {
  if (scene.physics == Physics::heat) return of_heat(scene);
  if (scene.gas.dt) return of_fixed_step(scene);
  return scene.gas.scheme == GasScheme::roe ? of_roe(scene) : of_lax_wendroff(scene);
}

}  // namespace ez
