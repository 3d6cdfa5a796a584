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

}  // namespace ez
