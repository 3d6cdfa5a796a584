// Plane waves on plane interfaces: Fresnel's coefficients and any stack of layers. e^{−iωt}: Im ε > 0 absorbs.
// Polarization::ez has E along the interfaces (s), Polarization::hz has H along them (p).
#pragma once

#include <complex>
#include <span>

#include "solver/base/polarization.h"

namespace ez {

struct OpticalMedium {
  std::complex<double> eps = 1;
  std::complex<double> mu = 1;
};
struct OpticalLayer {
  OpticalMedium medium;
  double thickness = 0;  // m
};

// Of the field along the interfaces (Ez or Hz): reflected over incident at the first interface, transmitted at the last
// over incident at the first. reflectance and transmittance are powers through the interfaces; transmittance holds
// where the first medium is lossless.
struct PlaneResponse {
  std::complex<double> r, t;
  double reflectance = 0, transmittance = 0;
};

// From `first` at θ (radians from the normal), through the layers in their order, into `last`. Without layers these are
// Fresnel's coefficients (Born & Wolf, Principles of Optics, 7th ed., § 1.5.2), with them they follow by recursion from
// the last interface (Parratt, Phys. Rev. 95, 359 (1954)), which has no growing exponentials: thick absorbers stay
// exact.
PlaneResponse plane_response(const OpticalMedium& first, std::span<const OpticalLayer> layers,
                             const OpticalMedium& last, Polarization, double frequency, double theta);

// Radians. Snell's law, NaN when nothing goes through; Brewster's angle for p; the critical angle, NaN unless n1 > n2.
double refraction_angle(double n1, double n2, double theta);
double brewster_angle(double n1, double n2);
double critical_angle(double n1, double n2);

// Lateral shift (m, along the interface) of a beam totally reflected at θ from n1 by n2: −dφ/dkx of the phase φ of r,
// in the limit of a wide beam; 2 tan θ/κ for s, that over (1 + n1²/n2²)sin²θ − 1 for p (Artmann, Ann. Phys. 437, 87
// (1948)). NaN below the critical angle.
double goos_hanchen_shift(double n1, double n2, Polarization, double frequency, double theta);

// The same of a beam of Ez that is `waist` (m, 1/e radius of the field) wide at its focus and has gone `way` (m) from
// there by the surface, on a line along the surface, by a Gaussian through three places `apart` (m): every plane wave
// of it is reflected by Fresnel, those below the critical angle in part. Lossless; n1 > n2 or not.
double goos_hanchen_beam_shift(double n1, double n2, double frequency, double theta, double waist, double way,
                               double apart);

// N pairs of quarter waves n1, n2 (n1 first) between n_first and n_last, normal incidence, lossless, at `detuning` =
// f/f0 of the frequency at which they are quarter waves. At f0 this is ((n_first·n2^2N − n_last·n1^2N)/(… + …))² (Born
// & Wolf, § 1.6.5).
double bragg_reflectance(double n_first, double n1, double n2, double n_last, int pairs, double detuning = 1);
// Δf/f0 of the stop band of endless pairs: (4/π)·asin(|n2 − n1|/(n2 + n1)); Yeh, Optical Waves in Layered Media, ch. 6.
double bragg_bandwidth(double n1, double n2);
// A layer of a lossless medium.
struct Film {
  double index = 1, thickness = 0;  // m
};
// Complex frequency f − i·f/(2Q) (Hz) at which `middle` rings between two mirrors of pairs of films, `first` beside it,
// vacuum beyond: that where r·e^{iknd} of one mirror is ±1, and nearest the guess (Hz). The middle is about a whole
// number of half waves thick.
std::complex<double> bragg_cavity(Film middle, Film first, Film second, int pairs, double guess);
// |E| at a distance (m) before a film between n1 and n3, over that of the wave that comes; normal incidence.
double standing_wave(double n1, Film film, double n3, double frequency, double before);

}  // namespace ez
