// A gas or heat in a scene: its numbers, and the initial states of its shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/base/physics.h"
#include "solver/scene/key.h"
#include "solver/scene/place.h"

namespace ez {

enum class GasScheme { roe, lax_wendroff, muscl_hllc };

// Returns the default Δt as a fraction of the limit.
constexpr double usual_cfl(GasScheme scheme) {
  return scheme == GasScheme::roe ? 0.9 : scheme == GasScheme::lax_wendroff ? 0.4 : 0.8;
}

struct GasSettings {
  double gamma = 1.4;  // ratio of specific heats
  GasScheme scheme = GasScheme::roe;
  // Δt by the largest signal, as a fraction of the limit; or fixed, in s: one of the two.
  std::optional<double> cfl, dt;
  double viscosity = 1;      // ν of Lax–Wendroff
  double entropy_fix = 0.1;  // δ/c on u ± c of Roe; 0: none
  static void fields(auto& g, auto&& key) {
    key("gamma", g.gamma, {.range = {1, unbounded, true, "a number above 1"}, .doc = "ratio of specific heats γ"});
    key("scheme", g.scheme,
        {.doc = "Roe's flux, first order, creates no new extrema; Lax–Wendroff in two steps, second order, with "
                "oscillations at shocks; or MUSCL–Hancock with the HLLC flux, second order without oscillations, whose "
                "walls may lie between cells"});
    key("cfl", g.cfl,
        {.range = {0, 1, true, "a number above 0 and at most 1"},
         .absent = "0.9 with roe, 0.4 with lax-wendroff, 0.8 with muscl-hllc",
         .doc = "Δt as a fraction of the limit set by the largest |u| + c, recomputed in each step"});
    key("dt", g.dt, {.unit = "s", .range = above_zero, .absent = "by `cfl`", .doc = "fixed Δt, instead of `cfl`"});
    key("viscosity", g.viscosity, {.range = not_negative, .doc = "artificial viscosity ν of lax-wendroff"});
    key("entropy_fix", g.entropy_fix,
        {.range = {0, 10, false, "0 to 10"},
         .doc = "roe: keeps |u ± c| above about this fraction of c; at 0 a rarefaction may turn into an unphysical "
                "shock"});
  }
  bool operator==(const GasSettings&) const = default;
};

struct HeatSettings {
  double diffusivity = 1e-4;      // κ, m²/s
  std::optional<double> cfl, dt;  // Δt as a fraction of the stability limit; or fixed, in s: one of the two
  static void fields(auto& h, auto&& key) {
    key("diffusivity", h.diffusivity,
        {.unit = "m²/s", .range = above_zero, .doc = "κ of ∂w/∂t = κ(∂²w/∂x² + ∂²w/∂y²)"});
    key("cfl", h.cfl,
        {.range = above_zero,
         .absent = "0.9",
         .doc = "Δt as a fraction of the limit 1/(2κ(1/Δx² + 1/Δy²)); unstable above 1"});
    key("dt", h.dt, {.unit = "s", .range = above_zero, .absent = "by `cfl`", .doc = "fixed Δt, instead of `cfl`"});
  }
  bool operator==(const HeatSettings&) const = default;
};

// Initial state of a shape or the background.
struct FluidState {
  std::string name;
  double density = 1;                  // kg/m³
  Vec2 velocity;                       // m/s
  double pressure = 1;                 // Pa
  double value = 0;                    // for heat
  std::optional<std::uint32_t> color;  // 0xRRGGBB
  static void fields(auto& s, auto&& key) {
    key("name", s.name, {.required = true, .doc = "name by which `grid.background` and shapes refer to it"});
    key("density", s.density, {.unit = "kg/m³", .range = above_zero, .belongs = For::gas, .doc = "ρ"});
    key("velocity", s.velocity, {.unit = "m/s", .belongs = For::gas, .doc = "`[u, v]`"});
    key("pressure", s.pressure, {.unit = "Pa", .range = above_zero, .belongs = For::gas, .doc = "p"});
    key("value", s.value, {.belongs = For::heat, .doc = "value that diffuses, such as a temperature, in any unit"});
    key("color", s.color, {.absent = "one of a set", .doc = "`\"#rrggbb\"`"});
  }
  bool operator==(const FluidState&) const = default;
};

}  // namespace ez
