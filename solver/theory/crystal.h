// Bands of a photonic crystal of rods.
#pragma once

#include <complex>

namespace ez {

// Returns the frequency times a/c of band 1, 2, … for Ez. The lattice is square (period a) with round rods of `eps` in
// vacuum. The wave vector (kx, ky) is in units of 2π/a, and the radius, at most ½, in units of a. The equation is |k +
// G|² c_G = (ω/c)² Σ ε_GG' c_G' over 13 × 13 plane waves (Joannopoulos et al., Photonic Crystals, 2nd ed., app. D),
// with an error of some parts in a thousand.
double crystal_band(double eps, double radius, double kx, double ky, int band);

// Returns the complex resonance frequency f − i·f/(2Q), times a/c, of a cavity: (2·rings + 1)² such rods without the
// middle one, surrounded by vacuum. The mode is unchanged by a quarter turn and is the one nearest `guess`. The method
// is multiple scattering between the rods (Felbacq, Tayeb, Maystre, J. Opt. Soc. Am. A 11, 2526 (1994)), with seven
// orders per rod. The result is the pole of the field that returns to a current in the middle.
std::complex<double> crystal_cavity(double eps, double radius, int rings, double guess);

// Returns the complex resonance frequency f − i·f/(2Q) (Hz) of Ez that circulates inside two rings of holes in a medium
// of `index`. The mode has `waves` wavelengths around the ring and is the one nearest `guess` (Hz). Each ring has
// `holes` equally spaced holes, and the outer holes are between the inner ones. Lengths are in m. The method is
// multiple scattering as above, with eleven orders per hole. It computes one hole of each ring, because the others
// differ by a phase only. The result is the pole of the field that returns to a J_waves excitation.
struct RingOfHoles {
  double away = 0, radius = 0;  // away: from the middle to the centres of the holes
};
std::complex<double> holey_core(double index, RingOfHoles inner, RingOfHoles outer, int holes, int waves, double guess);

// Returns |Ez|, times a constant, at `place` of a line current at `lamp` in a bent waveguide. Both are outside the
// rods, in units of a from the corner of the bend. The guide is made of 7 × 7 rods around the corner, without the
// corner rod, the rods to its left and the rods above it, in vacuum. The method is multiple scattering as above, with
// five orders per rod. `frequency` is times a/c.
double crystal_bend_field(double eps, double radius, double frequency, std::complex<double> lamp,
                          std::complex<double> place);

}  // namespace ez
