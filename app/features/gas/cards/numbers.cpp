// Panel sections Gas and Heat: parameters of the numerical scheme. Items, in the window "Panel":
//   Gas/##scheme/Roe, Lax–Wendroff, MUSCL  Gas/##step/CFL, Fixed Δt  Gas/##cfl or ##dt  Gas/##gamma
//   Gas/##entropy_fix (Roe)  Gas/##viscosity (Lax–Wendroff)
//   Heat/##diffusivity  Heat/##step/CFL, Fixed Δt  Heat/##cfl or ##dt
#include <fmt/format.h>

#include <array>
#include <optional>

#include "app/features/gas/cards/cards.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/gas/problem.h"

namespace ez {
namespace {

// Draws the choice between a CFL number and a fixed Δt. Choosing one keeps the current time step. Returns whether
// anything changed.
bool step_rows(const Context& c, std::optional<double>& cfl, std::optional<double>& dt, double usual, double most,
               const char* words) {
  const std::array<std::string, 2> ways = {"CFL", "Fixed Δt"};
  bool changed = false;
  if (const auto hit = segmented(c.look, "##step", ways, dt ? 1 : 0, row(c.look, "Time step"))) {
    if (*hit == 1 && !dt)
      dt = tidy(c.state.dt > 0 ? c.state.dt : time_step(c.state.scene)), cfl.reset(), changed = true;
    else if (*hit == 0 && dt)
      dt.reset(), changed = true;
  }
  tip(c.look,
      "Selects a Δt that is recomputed in each step as a fraction of the stability limit, or one Δt for all steps");
  if (dt) {
    const NumberStyle style{
        .unit = "s", .prefixes = true, .decimals = 4, .min = 1e-15, .max = 1e6, .logarithmic = true};
    changed |= number_field(c.look, "##dt", *dt, style, row(c.look, "Δt"));
    tip(c.look, "Sets the time step of all steps, whatever the stability limit is");
  } else {
    double shown = cfl.value_or(usual);
    const NumberStyle style{.decimals = 3, .min = 0.01, .max = most, .speed = 0.002, .fill = shown / most};
    if (number_field(c.look, "##cfl", shown, style, row(c.look, "CFL number"))) cfl = shown, changed = true;
    tip(c.look, words);
  }
  return changed;
}

const char* short_name(GasScheme scheme) {
  return scheme == GasScheme::roe ? "Roe" : scheme == GasScheme::lax_wendroff ? "Lax–Wendroff" : "MUSCL";
}

void gas_rows(const Context& c) {
  Scene s = c.state.scene;
  GasSettings& g = s.gas;
  const std::array<std::string, 3> schemes = {short_name(GasScheme::roe), short_name(GasScheme::lax_wendroff),
                                              short_name(GasScheme::muscl_hllc)};
  bool changed = false;
  if (const auto hit = segmented(c.look, "##scheme", schemes, static_cast<int>(g.scheme), row(c.look, "Scheme")))
    changed = g.scheme != static_cast<GasScheme>(*hit), g.scheme = static_cast<GasScheme>(*hit);
  tip(c.look,
      "Roe: approximate Riemann solver, first order. Lax–Wendroff: two-step, second order, oscillates at shocks. "
      "MUSCL: limited slopes with HLLC flux, second order without oscillations, walls may lie between cells");
  const bool roe = g.scheme == GasScheme::roe;
  changed |= step_rows(c, g.cfl, g.dt, usual_cfl(g.scheme), 1,
                       "Δt as a fraction of the limit set by the largest |u| + c, recomputed in each step");
  changed |= number_field(c.look, "##gamma", g.gamma, {.decimals = 4, .min = 1.0001, .max = 10, .speed = 0.002},
                          row(c.look, "γ"));
  tip(c.look, "Ratio of specific heats: 1.4 for air, 5/3 for a monatomic gas");
  if (roe) {
    changed |=
        number_field(c.look, "##entropy_fix", g.entropy_fix,
                     {.unit = "c", .decimals = 2, .min = 0, .max = 10, .speed = 0.005}, row(c.look, "Entropy fix δ"));
    tip(c.look,
        "Keeps |u ± c| above about this fraction of the speed of sound. At 0 a rarefaction may turn into an unphysical "
        "shock");
  } else if (g.scheme == GasScheme::lax_wendroff) {
    changed |= number_field(c.look, "##viscosity", g.viscosity, {.decimals = 2, .min = 0, .max = 10, .speed = 0.01},
                            row(c.look, "Viscosity ν"));
    tip(c.look,
        "Artificial viscosity, which damps the oscillations near a shock. Larger values need a smaller CFL number");
  }
  if (changed) c.edit(s, "gas");
  if (roe)
    hint(c.look, c.say("Limits of first order: contact discontinuities smear, slanted walls act as steps, and spikes "
                       "may grow on strong shocks along the grid. MUSCL avoids these"));
  if (c.state.mach && c.state.step > 0)
    hint(c.look,
         c.say("Current Δt {} · largest Mach number {}", engineering(c.state.dt, "s", 3), fixed(*c.state.mach, 2)));
}

void heat_rows(const Context& c) {
  Scene s = c.state.scene;
  HeatSettings& h = s.heat;
  bool changed = number_field(
      c.look, "##diffusivity", h.diffusivity,
      {.unit = "m²/s", .decimals = 8, .min = 1e-15, .max = 1e6, .logarithmic = true, .slot = 50}, row(c.look, "κ"));
  tip(c.look, "Diffusivity κ in ∂w/∂t = κ(∂²w/∂x² + ∂²w/∂y²)");
  changed |= step_rows(c, h.cfl, h.dt, gas::default_cfl(gas::Scheme::diffusion), 2,
                       "Δt as a fraction of the limit 1/(2κ(1/Δx² + 1/Δy²)). The scheme is unstable above 1");
  if (changed) c.edit(s, "heat");
}

std::string gas_summary(const Context& c, bool open) {
  const GasSettings& g = c.state.scene.gas;
  return open ? "" : fmt::format("{} · γ {}", short_name(g.scheme), fixed(g.gamma, 2));
}
std::string heat_summary(const Context& c, bool open) {
  return open ? "" : fmt::format("κ {:.3g} m²/s", c.state.scene.heat.diffusivity);
}

}  // namespace

const PanelSection gas_section = {.name = "Gas",
                                  .icon = icon::gas,
                                  .help = "Gas equations and the numerical scheme that solves them",
                                  .belongs = For::gas,
                                  .summary = gas_summary,
                                  .rows = gas_rows,
                                  .open_at_first = [](const State&, bool) { return true; },
                                  .problems_of = {"gas"},
                                  .leads = true};
const PanelSection heat_section = {.name = "Heat",
                                   .icon = icon::heat,
                                   .help = "Heat equation and its time step",
                                   .belongs = For::heat,
                                   .summary = heat_summary,
                                   .rows = heat_rows,
                                   .open_at_first = [](const State&, bool) { return true; },
                                   .problems_of = {"heat"},
                                   .leads = true};

}  // namespace ez
