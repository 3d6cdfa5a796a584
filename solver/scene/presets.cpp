#include "solver/scene/presets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double absorber_sigma = 0.1;  // S/m; takes 1/e of a wave in vacuum within 27 mm

// A metal in the notation of Rakić et al.: f_j, Γ_j and ω_j in eV, strengths in ω_p². The
// first one is the free electrons.
struct Oscillator {
  double f, gamma, omega;
};
std::vector<Pole> metal(double omega_p, std::initializer_list<Oscillator> oscillators) {
  constexpr double ev = 2.417989242e14;  // Hz
  std::vector<Pole> out;
  for (const Oscillator& o : oscillators) {
    const double square = o.f * omega_p * omega_p;
    if (o.omega == 0)
      out.push_back({Drude{std::sqrt(square) * ev, o.gamma * ev}});
    else
      out.push_back({Lorentz{o.omega * ev, square / (o.omega * o.omega), o.gamma * ev}});
  }
  return out;
}
// Returns a term B·λ²/(λ² − λ0²) of Sellmeier's formula, λ0 in µm.
Pole sellmeier(double B, double wavelength) { return {Lorentz{c0 / (wavelength * 1e-6), B, 0}}; }

std::vector<Preset> make_presets() {
  constexpr std::string_view rakic =
      "Rakić, Djurišić, Elazar, Majewski, Appl. Opt. 37, 5271 (1998), Lorentz–Drude; 0.25 to 12 µm";
  return {
      {"Silver, optical",
       rakic,
       {.name = "silver",
        .color = 0xC9D1D9,
        .poles = metal(9.01, {{0.845, 0.048, 0},
                              {0.065, 3.886, 0.816},
                              {0.124, 0.452, 4.481},
                              {0.011, 0.065, 8.185},
                              {0.840, 0.916, 9.083},
                              {5.646, 2.419, 20.29}})}},
      {"Gold, optical",
       rakic,
       {.name = "gold",
        .color = 0xE3B341,
        .poles = metal(9.03, {{0.760, 0.053, 0},
                              {0.024, 0.241, 0.415},
                              {0.010, 0.345, 0.830},
                              {0.071, 0.870, 2.969},
                              {0.601, 2.494, 4.304},
                              {4.384, 2.214, 13.32}})}},
      {"Aluminium, optical",
       rakic,
       {.name = "aluminium",
        .color = 0xA9B4C0,
        .poles = metal(14.98, {{0.523, 0.047, 0},
                               {0.227, 0.333, 0.162},
                               {0.050, 0.312, 1.544},
                               {0.166, 1.351, 1.808},
                               {0.030, 3.382, 3.473}})}},
      {"Silicon, infrared",
       "Tatian, Appl. Opt. 23, 4477 (1984), after Salzberg & Villa (1957), without the term at 1104 µm; 1.36 to 11 µm",
       {.name = "silicon",
        .color = 0xC596F7,
        .poles = {sellmeier(10.6684293, 0.301516485), sellmeier(0.0030434748, 1.13475115)}}},
      {"Silica glass, optical",
       "Malitson, J. Opt. Soc. Am. 55, 1205 (1965); 0.21 to 3.7 µm",
       {.name = "silica",
        .color = 0x62B5F5,
        .poles = {sellmeier(0.6961663, 0.0684043), sellmeier(0.4079426, 0.1162414), sellmeier(0.8974794, 9.896161)}}},
      {"Water, microwaves",
       "Kaatze, J. Chem. Eng. Data 34, 371 (1989), 25 °C; up to 100 GHz",
       {.name = "water", .eps = 5.2, .color = 0x3A7BD5, .poles = {{Debye{78.36 - 5.2, 8.27e-12}}}}},
      {"Sea water, microwaves",
       "Klein & Swift, IEEE Trans. Antennas Propag. 25, 104 (1977), 25 °C, salinity 35 ‰; up to 10 GHz",
       {.name = "sea water", .eps = 4.9, .sigma = 5.30, .color = 0x2B6CB0, .poles = {{Debye{70.93 - 4.9, 7.97e-12}}}}},
      {"Muscle, microwaves",
       "one Debye pole fitted to the four of Gabriel, Lau, Gabriel, Phys. Med. Biol. 41, 2271 (1996); 1 to 10 GHz, 2 %",
       {.name = "muscle", .eps = 17.18, .sigma = 0.8655, .color = 0xC4606A, .poles = {{Debye{36.84, 1.11e-11}}}}},
      {"Teflon",
       "von Hippel, Dielectric Materials and Applications (1954); up to 25 GHz, loss left out (tan δ < 6e-4)",
       {.name = "teflon", .eps = 2.08, .color = 0xE8E6DF}},
      {"FR-4 board",
       "three Debye poles fitted to Djordjević et al., IEEE Trans. Electromagn. Compat. 43, 662 (2001), of ε 4.4 and "
       "tan δ 0.02 at 1 GHz; 1 to 20 GHz, 0.2 %",
       {.name = "FR-4",
        .eps = 4.133,
        .color = 0x5B8C5A,
        .poles = {{Debye{0.1353, 1 / (2 * pi * 0.8e9)}},
                  {Debye{0.0925, 1 / (2 * pi * 5e9)}},
                  {Debye{0.1305, 1 / (2 * pi * 30e9)}}}}},
      {"Plasma of 15 GHz",
       "a cold plasma of 2.8e18 electrons/m³; Ginzburg, Propagation of Electromagnetic Waves in Plasmas (1970), § 3",
       {.name = "plasma", .color = 0xB48CF2, .poles = {{Drude{15e9, 0.1e9}}}}},
      {"Matched absorber",
       "σ/ε = σm/μ, so that no wave reflects at normal incidence; Berenger, J. Comput. Phys. 114, 185 (1994), eq. 2. "
       "Choose sigma for the thickness",
       {.name = "absorber", .sigma = absorber_sigma, .sigma_m = absorber_sigma * mu0 / eps0, .color = 0x8A8F98}},
  };
}

}  // namespace

std::span<const Preset> material_preset_list() {
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> all = make_presets();
    for (std::size_t k = 0; k < all.size(); ++k) all[k].material.preset = preset_names.at(k);
    return all;
  }();
  return presets;
}

const Preset* find_preset(std::string_view name) {
  const std::span<const Preset> all = material_preset_list();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.material.preset == name; });
  return found == all.end() ? nullptr : &*found;
}

double matched_sigma_m(const Material& m) { return m.sigma * (m.mu * mu0) / (m.eps * eps0); }

Material started_from(std::string_view preset) {
  const Preset* found = find_preset(preset);
  if (!found) return {};
  Material out = found->material;
  out.color.reset();
  return out;
}

}  // namespace ez
