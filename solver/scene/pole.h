// Poles of a dispersive medium, which are added to the permittivity `eps` or to the permeability `mu`. In files they
// are `poles` and `magnetic_poles` of a material. The comments are about ε and apply to μ in the same way. All
// frequencies and dampings are in Hz (f, not ω); e^{−iωt}, so Im ε > 0 absorbs.
#pragma once

#include <complex>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"

namespace ez {

struct Drude {  // free charges: −plasma²/(f² + i f·damping)
  static constexpr std::string_view kind = "drude", title = "Drude";
  double plasma = 0, damping = 0;
  static void fields(auto& p, auto&& key) {
    key("plasma", p.plasma, {.required = true, .unit = "Hz", .range = above_zero, .doc = "plasma frequency"});
    key("damping", p.damping, {.unit = "Hz", .range = not_negative, .doc = "collision frequency, γ/2π"});
  }
  bool operator==(const Drude&) const = default;
};
struct Lorentz {  // bound charges: strength·frequency²/(frequency² − f² − i f·damping)
  static constexpr std::string_view kind = "lorentz", title = "Lorentz";
  double frequency = 0, strength = 0, damping = 0;
  static void fields(auto& p, auto&& key) {
    key("frequency", p.frequency,
        {.required = true, .unit = "Hz", .range = above_zero, .doc = "frequency of the resonance"});
    key("strength", p.strength,
        {.required = true, .range = above_zero, .doc = "its contribution to ε (or μ) at low frequencies"});
    key("damping", p.damping, {.unit = "Hz", .range = not_negative, .doc = "width of the resonance, γ/2π"});
  }
  bool operator==(const Lorentz&) const = default;
};
struct Debye {  // rotating dipoles: strength/(1 − i2πf·tau)
  static constexpr std::string_view kind = "debye", title = "Debye";
  double strength = 0, tau = 0;
  static void fields(auto& p, auto&& key) {
    key("strength", p.strength,
        {.required = true, .range = above_zero, .doc = "its contribution to ε (or μ) at low frequencies"});
    key("tau", p.tau, {.required = true, .unit = "s", .range = above_zero, .doc = "relaxation time"});
  }
  bool operator==(const Debye&) const = default;
};

using PoleModel = std::variant<Drude, Lorentz, Debye>;
struct Pole {
  PoleModel model;
  static void fields(auto& p, auto&& key) {
    key.kind(p.model);
    key.alternative(p.model);
  }
  bool operator==(const Pole&) const = default;
};

// Returns the poles' contribution to the permittivity (or permeability) at a frequency in Hz.
std::complex<double> susceptibility(const std::vector<Pole>& poles, double frequency);

}  // namespace ez
