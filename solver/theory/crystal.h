// Bands of a crystal of rods.
#pragma once

namespace ez {

// Frequency times a/c of band 1, 2, … for Ez in a square lattice (period a) of round rods of `eps` in vacuum, at the
// wave vector (kx, ky) in units of 2π/a: |k + G|² c_G = (ω/c)² Σ ε_GG' c_G' over 13 × 13 plane waves (Joannopoulos et
// al., Photonic Crystals, 2nd ed., app. D), which leaves some parts in a thousand. radius over a, ≤ ½.
double crystal_band(double eps, double radius, double kx, double ky, int band);

}  // namespace ez
