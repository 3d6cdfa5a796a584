// Modes of closed boxes and of guides. Lengths in m, frequencies in Hz; media lossless. Polarization::ez has E across
// the picture (zero on metal), Polarization::hz has H there (its slope is zero on metal).
#pragma once

#include "solver/base/polarization.h"
#include "solver/theory/dispersion.h"

namespace ez {

// Between metal walls a apart, m half waves across (ez: m ≥ 1; hz: m ≥ 0): f = mc/(2an); Jackson, § 8.3.
double guide_cutoff(double width, int m, double index = 1);
// Of the guide filled with vacuum at `frequency`: λ_g = λ/√(1 − (fc/f)²), and v_g/c = √(1 − (fc/f)²), v_p/c its
// inverse. NaN below cut-off.
double guide_wavelength(double width, int m, double frequency);
double guide_group_velocity(double width, int m, double frequency);
// λ_g and v_g/c on the grid, the guide along x: of the dispersion relation with ky = mπ/a.
double guide_wavelength_on_grid(const YeeGrid&, double width, int m, double frequency);
double guide_group_velocity_on_grid(const YeeGrid&, double width, int m, double frequency);

// Of the first mode's power, the part that comes back from where an empty guide of ez goes round a plain right-angled
// corner. The corner is a square, open on two sides: sines on both, 40 each, whose slopes meet the guides' modes (mode
// matching; Marcuvitz, Waveguide Handbook, § 5.24, draws its circuit). NaN below cut-off.
double guide_corner_reflectance(double width, double frequency);

// A box of a by b of metal: (c/2)√((m/a)² + (n/b)²); Jackson, § 8.7. And what the box of the grid has, whose a and b
// are whole numbers of cells: the dispersion relation at kx = mπ/a, ky = nπ/b, exactly.
double box_mode(double a, double b, int m, int n);
double box_mode_on_grid(const YeeGrid&, double a, double b, int m, int n);

// Lowest ez mode of a box of a by b of metal, empty for x < `empty` and full of eps beyond: k₁·cot(k₁d₁) +
// k₂·cot(k₂d₂) = 0, k² = εω²/c² − (π/b)², d₁ and d₂ along x (Harrington, Time-Harmonic Electromagnetic Fields, § 4-6).
double filled_box_mode(double a, double b, double empty, double eps);

// A round metal box of radius R: c·j/(2πR), j the p-th zero of J_m (ez) or of its slope (hz); Jackson, § 8.7.
double round_mode(Polarization, double radius, int m, int p);

// Effective index of mode m = 0, 1, … of a film (n_film > n_below ≥ n_above) of thickness d: k·d = mπ + φ_below +
// φ_above (Snyder & Love, Optical Waveguide Theory, § 12-2). Polarization::ez is TE, Polarization::hz is TM. NaN where
// the mode is not guided.
double slab_guide_index(Polarization, double n_film, double n_below, double n_above, double thickness, double frequency,
                        int mode);
// Thickness over vacuum wavelength at which mode m appears.
double slab_guide_cutoff(Polarization, double n_film, double n_below, double n_above, int mode);

// Effective index of mode m = 0, 1, … (Ez) of n(y) = n0/cosh(g·y), g in 1/m: of β = g·(√((n0·k/g)² + ¼) − ½ − m),
// equally far apart, so that every field comes again after 2π/g (Landau & Lifshitz, Quantum Mechanics, § 23, problem
// 5). NaN where there is none.
double sech_guide_index(double n0, double g, double frequency, int mode);

// λ²/(n_g·2πR): wavelengths between the resonances of a ring of group index n_g; Okamoto, Fundamentals of Optical
// Waveguides, ch. 4.
double ring_spacing(double wavelength, double group_index, double radius);

}  // namespace ez
