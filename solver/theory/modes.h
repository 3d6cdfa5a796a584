// Modes of closed boxes and of waveguides. Lengths in m, frequencies in Hz; media are lossless. Polarization::ez has E
// normal to the picture (zero on metal). Polarization::hz has H normal to it (zero slope on metal).
#pragma once

#include "solver/base/polarization.h"
#include "solver/theory/dispersion.h"

namespace ez {

// Returns the cut-off frequency f = mc/(2an) between metal walls a apart, with m half waves across (ez: m ≥
// 1; hz: m ≥ 0). Jackson, § 8.3.
double guide_cutoff(double width, int m, double index = 1);
// Return λ_g = λ/√(1 − (fc/f)²) of the guide filled with vacuum at `frequency`, and v_g/c = √(1 − (fc/f)²). v_p/c is
// the inverse of v_g/c. NaN below cut-off.
double guide_wavelength(double width, int m, double frequency);
double guide_group_velocity(double width, int m, double frequency);
// Return λ_g and v_g/c on the grid, with the guide along x, from the dispersion relation with ky = mπ/a.
double guide_wavelength_on_grid(const YeeGrid&, double width, int m, double frequency);
double guide_group_velocity_on_grid(const YeeGrid&, double width, int m, double frequency);

// Returns the power fraction of the first ez mode that an empty guide reflects at a right-angled corner. The corner is
// a square, open on two sides, with 40 sine terms on each. Their slopes must match those of the guides' modes (mode
// matching; Marcuvitz, Waveguide Handbook, § 5.24, draws its circuit). NaN below cut-off.
double guide_corner_reflectance(double width, double frequency);

// Returns a mode of a metal box of a by b: (c/2)√((m/a)² + (n/b)²); Jackson, § 8.7. The second function
// returns the exact mode of the grid's box, whose a and b are whole numbers of cells, from the dispersion
// relation at kx = mπ/a, ky = nπ/b.
double box_mode(double a, double b, int m, int n);
double box_mode_on_grid(const YeeGrid&, double a, double b, int m, int n);

// Returns the lowest ez mode of a metal box of a by b that is empty for x < `empty` and filled with eps beyond. It
// solves k₁·cot(k₁d₁) + k₂·cot(k₂d₂) = 0 with k² = εω²/c² − (π/b)², d₁ and d₂ along x (Harrington, Time-Harmonic
// Electromagnetic Fields, § 4-6).
double filled_box_mode(double a, double b, double empty, double eps);

// Returns a mode of a round metal box of radius R: c·j/(2πR), where j is the p-th zero of J_m (ez) or of its
// derivative (hz); Jackson, § 8.7.
double round_mode(Polarization, double radius, int m, int p);

// Returns the effective index of mode m = 0, 1, … of a film (n_film > n_below ≥ n_above) of thickness d. It satisfies
// k·d = mπ + φ_below + φ_above (Snyder & Love, Optical Waveguide Theory, § 12-2). Polarization::ez is TE,
// Polarization::hz is TM. NaN if the mode is not guided.
double slab_guide_index(Polarization, double n_film, double n_below, double n_above, double thickness, double frequency,
                        int mode);
// Returns the thickness over the vacuum wavelength at which mode m appears.
double slab_guide_cutoff(Polarization, double n_film, double n_below, double n_above, int mode);

// Returns the effective index of mode m = 0, 1, … (Ez) of the profile n(y) = n0/cosh(g·y), g in 1/m. It follows from β
// = g·(√((n0·k/g)² + ¼) − ½ − m). The β are equally spaced, so every field repeats after 2π/g (Landau & Lifshitz,
// Quantum Mechanics, § 23, problem 5). NaN if the mode does not exist.
double sech_guide_index(double n0, double g, double frequency, int mode);

// Returns λ²/(n_g·2πR), the wavelength spacing between the resonances of a ring of group index n_g; Okamoto,
// Fundamentals of Optical Waveguides, ch. 4.
double ring_spacing(double wavelength, double group_index, double radius);

}  // namespace ez
