// Plane waves at plane interfaces: Fresnel's coefficients and arbitrary stacks of layers. e^{−iωt}: Im ε > 0 absorbs.
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

// Response for the field along the interfaces (Ez or Hz). r is reflected over incident at the first interface, and t is
// transmitted at the last over incident at the first. reflectance and transmittance are powers through the interfaces.
// transmittance holds if the first medium is lossless.
struct PlaneResponse {
  std::complex<double> r, t;
  double reflectance = 0, transmittance = 0;
};

// Returns the response of `layers`, in order, between `first` and `last`. θ is the angle in `first`, in radians from
// the normal. Without layers it is given by Fresnel's coefficients (Born & Wolf, Principles of Optics, 7th ed., §
// 1.5.2). With layers the recursion starts from the last interface (Parratt, Phys. Rev. 95, 359 (1954)). It has no
// growing exponentials, so thick absorbers stay exact.
PlaneResponse plane_response(const OpticalMedium& first, std::span<const OpticalLayer> layers,
                             const OpticalMedium& last, Polarization, double frequency, double theta);

// Return angles in radians. refraction_angle() is Snell's law, NaN for total reflection. brewster_angle() is for p.
// critical_angle() is NaN unless n1 > n2.
double refraction_angle(double n1, double n2, double theta);
double brewster_angle(double n1, double n2);
double critical_angle(double n1, double n2);

// Returns the lateral shift (m, along the interface) of a beam that is totally reflected at θ from n1 by n2. It is
// −dφ/dkx of the phase φ of r, in the limit of a wide beam: 2 tan θ/κ for s, and that over (1 + n1²/n2²)sin²θ − 1 for p
// (Artmann, Ann. Phys. 437, 87 (1948)). NaN below the critical angle.
double goos_hanchen_shift(double n1, double n2, Polarization, double frequency, double theta);

// Returns the same shift for a beam of Ez of finite width, lossless, for any n1 and n2. The beam is `waist` (m, 1/e
// radius of the field) wide at its focus and travels `way` (m) from there to the surface. The shift is measured along
// the surface, by a Gaussian through three positions `apart` (m). Every plane wave of the beam is reflected by
// Fresnel's coefficient, so those below the critical angle are reflected partially.
double goos_hanchen_beam_shift(double n1, double n2, double frequency, double theta, double waist, double way,
                               double apart);

// Returns the reflectance of N pairs of quarter-wave layers n1, n2 (n1 first) between n_first and n_last, at normal
// incidence, lossless. `detuning` is f/f0, where f0 is the frequency at which they are a quarter wave thick. At f0 the
// result is ((n_first·n2^2N − n_last·n1^2N)/(… + …))² (Born & Wolf, § 1.6.5).
double bragg_reflectance(double n_first, double n1, double n2, double n_last, int pairs, double detuning = 1);
// Returns Δf/f0 of the stop band of infinitely many pairs: (4/π)·asin(|n2 − n1|/(n2 + n1)); Yeh, Optical
// Waves in Layered Media, ch. 6.
double bragg_bandwidth(double n1, double n2);
// A lossless layer.
struct Film {
  double index = 1, thickness = 0;  // m
};
// Returns the complex resonance frequency f − i·f/(2Q) (Hz) of `middle` between two mirrors made of pairs of films,
// with `first` next to it and vacuum outside. There r·e^{iknd} of one mirror is ±1. The result is the resonance nearest
// the guess (Hz). The middle should be about a whole number of half waves thick.
std::complex<double> bragg_cavity(Film middle, Film first, Film second, int pairs, double guess);
// Returns |E| at a distance (m) in front of a film between n1 and n3, over that of the incident wave; normal incidence.
double standing_wave(double n1, Film film, double n3, double frequency, double before);

}  // namespace ez
