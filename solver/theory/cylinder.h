// Scattering of a plane wave by a round cylinder in vacuum, by its series, and fields of line currents. e^{−iωt}.
#pragma once

#include <complex>

#include "solver/base/polarization.h"

namespace ez {

// A cylinder of radius a (m). It is either lossless with index √(eps·mu) inside (both positive or both negative), or a
// perfect electric conductor.
struct Cylinder {
  double radius = 0;
  double eps = 1, mu = 1;
  bool conductor = false;
  // Layer around a cylinder that is not a conductor: its thickness (m) and its permittivity, above 0; μ = 1.
  double coat = 0, coat_eps = 1;
  double outer() const { return radius + coat; }
};

// Returns a_n of the scattered wave Σ iⁿ a_n H_n⁽¹⁾(kr) e^{inφ} of Ez or Hz, for the incident wave e^{ikx}. a_{−n} =
// a_n (Balanis, Advanced Engineering Electromagnetics, § 11.5; Bohren & Huffman, § 8.4).
std::complex<double> cylinder_coefficient(const Cylinder&, Polarization, double frequency, int n);
// Returns lim 2πr|scattered|²/|incident|² = (4/k)|Σ a_n e^{inφ}|² in m. φ (radians) is measured from the propagation
// direction of the incident wave: 0 is forwards, π backwards.
double scattering_width(const Cylinder&, Polarization, double frequency, double phi);
// Returns the total scattered power over the incident power per area: (4/k)Σ|a_n|², in m.
double total_scattering_width(const Cylinder&, Polarization, double frequency);

// Returns the scattered field at (x, y) from the axis, relative to the incident wave, which runs along +x. It is the
// series itself and holds both near and far.
std::complex<double> scattered_field(const Cylinder&, Polarization, double frequency, double x, double y);

// Returns |E| (V/m) at (x, y) of a line current I (A) at (0, height) over a conductor that fills y < 0. The field is
// that of the current and its image.
double line_source_over_conductor(double current, double frequency, double height, double x, double y);
// Returns the same for a line current at z0 = x0 + iy0 over a conductor that fills y < 0 and has half a cylinder of
// `radius` (m) on top, centred at (0, 0). The medium is ε·|1 − (radius/z)²|², which makes the bump look flat. The field
// at z is therefore that of a flat conductor in ε at w = z + radius²/z (Leonhardt, Science 312, 1777 (2006)).
double line_source_over_mapped_bump(double current, double frequency, double eps, double radius,
                                    std::complex<double> z0, std::complex<double> z);
// Returns |E| (V/m) at (x, y) of `count` line currents I along y, `spacing` apart and centred at (0, 0). Each one lags
// the one below it by `phase` (radians).
double array_field(double current, double frequency, int count, double spacing, double phase, double x, double y);
// Returns the length of the shortest path (in the unit of the arguments) from one place to a circle around 0 and on to
// another place, both outside it. It is the path of an echo, with equal angles at the circle.
double way_by_circle(std::complex<double> from, std::complex<double> to, double radius);
// Returns |E| (V/m) at (x, y) of a line current at (a, b) in a right-angled corner of a conductor, which fills x < 0
// and y < 0. The method uses three images.
double line_source_in_corner(double current, double frequency, double a, double b, double x, double y);
// Returns |E| (V/m) at a distance r from a magnetic line dipole of moment K (V), at `angle` (radians) from its axis:
// (Kk/4)·|H1(kr) sin(angle)| (Harrington, Time-Harmonic Electromagnetic Fields, § 5-6). For an electric dipole with its
// moment in A, it returns |H|.
double line_dipole_field(double moment, double frequency, double r, double angle);
// Return the power that a line current of peak I radiates into vacuum, ωμ0·I²/8 in W/m. At a height over a conducting
// plane, its image increases or decreases this by the factor 1 − J0(2kh).
double line_source_power(double current, double frequency);
double line_source_power_over_conductor(double current, double frequency, double height);

// Returns the lowest resonance frequency (Hz) above `least` of a ring of `index` between two radii, with
// vacuum inside and outside. For each m it takes the first radial mode of e^{imφ}. A resonance is where the
// radiated wave is in quadrature, which is accurate to 1/Q² of the frequency. NaN if there is none with at
// most 100 wavelengths around the ring.
double ring_resonance(double index, double inner, double outer, double least);

}  // namespace ez
