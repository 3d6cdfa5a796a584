// Bands of a crystal of rods.
#pragma once

#include <complex>

namespace ez {

// Frequency times a/c of band 1, 2, … for Ez in a square lattice (period a) of round rods of `eps` in vacuum, at the
// wave vector (kx, ky) in units of 2π/a: |k + G|² c_G = (ω/c)² Σ ε_GG' c_G' over 13 × 13 plane waves (Joannopoulos et
// al., Photonic Crystals, 2nd ed., app. D), which leaves some parts in a thousand. radius over a, ≤ ½.
double crystal_band(double eps, double radius, double kx, double ky, int band);

// Complex frequency f − i·f/(2Q), times a/c, at which such rods ring whose middle one is left out of (2·rings + 1)²,
// vacuum around: of the wave that is the same after a quarter turn, nearest `guess`. What each rod scatters falls on
// the others (Felbacq, Tayeb, Maystre, J. Opt. Soc. Am. A 11, 2526 (1994)), seven orders of each; the pole of the field
// that a current in the middle gets back.
std::complex<double> crystal_cavity(double eps, double radius, int rings, double guess);

// Complex frequency f − i·f/(2Q) (Hz) at which Ez runs round inside two rings of holes in a medium of `index`, so many
// waves around, nearest `guess` (Hz): of as many equally spaced holes each, lengths in m, the outer ones between the
// inner ones. As above, eleven orders of each hole, the same ones a step of the ring on; the pole of what J_waves gets
// back.
struct RingOfHoles {
  double away = 0, radius = 0;  // from the middle to the holes' middles
};
std::complex<double> holey_core(double index, RingOfHoles inner, RingOfHoles outer, int holes, int waves, double guess);

// |Ez|, times a constant, at `place` of a line current at `lamp`, both outside the rods and in units of a from the
// corner of a guide that bends: of 7 × 7 rods about it those to its left and those above are left out, and it, vacuum
// around. Each rod's waves on the others as above, five orders of each; frequency times a/c.
double crystal_bend_field(double eps, double radius, double frequency, std::complex<double> lamp,
                          std::complex<double> place);

}  // namespace ez
