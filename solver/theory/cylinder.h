// What a round cylinder in vacuum makes of a plane wave, by its series; and what a line current sends out. e^{−iωt}.
#pragma once

#include <complex>

#include "solver/base/polarization.h"

namespace ez {

// A cylinder of radius a (m), lossless of index √(eps·mu) inside (both above 0, or both below), or a perfect electric
// conductor.
struct Cylinder {
  double radius = 0;
  double eps = 1, mu = 1;
  bool conductor = false;
  // Around what is no conductor, a layer so thick (m) and of this permittivity, above 0; μ = 1.
  double coat = 0, coat_eps = 1;
  double outer() const { return radius + coat; }
};

// The incident wave e^{ikx} gives the scattered one Σ iⁿ a_n H_n⁽¹⁾(kr) e^{inφ}, of Ez or Hz; a_{−n} = a_n (Balanis,
// Advanced Engineering Electromagnetics, § 11.5; Bohren & Huffman, § 8.4).
std::complex<double> cylinder_coefficient(const Cylinder&, Polarization, double frequency, int n);
// lim 2πr|scattered|²/|incident|² = (4/k)|Σ a_n e^{inφ}|², m; φ (radians) from the direction in which the wave runs: 0
// is forwards, π back.
double scattering_width(const Cylinder&, Polarization, double frequency, double phi);
// All that is scattered, over the incident power per area: (4/k)Σ|a_n|², m.
double total_scattering_width(const Cylinder&, Polarization, double frequency);

// The scattered field at (x, y) from the axis, over the incident one, which runs along +x: the series itself, near or
// far.
std::complex<double> scattered_field(const Cylinder&, Polarization, double frequency, double x, double y);

// |E| (V/m) at (x, y) of a line current I (A) at (0, height) over a conductor that fills y < 0: the current and its
// image.
double line_source_over_conductor(double current, double frequency, double height, double x, double y);
// The same of a line current at z0 = x0 + iy0 over a conductor below y = 0 on which half a cylinder (m) lies about
// (0, 0), at z, in the medium ε·|1 − (radius/z)²|² that lays it flat: that of a flat conductor in ε, at the places
// w = z + radius²/z (Leonhardt, Science 312, 1777 (2006)).
double line_source_over_mapped_bump(double current, double frequency, double eps, double radius,
                                    std::complex<double> z0, std::complex<double> z);
// The same at (x, y) of `count` line currents I along y, `spacing` apart about (0, 0), each `phase` (radians) behind
// the one below it.
double array_field(double current, double frequency, int count, double spacing, double phase, double x, double y);
// Shortest way (same unit) from one place to the rim of a circle about 0 and on to another, both outside of it: that of
// an echo, whose angles at the rim are alike.
double way_by_circle(std::complex<double> from, std::complex<double> to, double radius);
// The same at (x, y) of a line current at (a, b) in a right corner of conductor, which fills x < 0 and y < 0: three
// images.
double line_source_in_corner(double current, double frequency, double a, double b, double x, double y);
// |E| (V/m) at a distance r of a magnetic line dipole of moment K (V), at `angle` (radians) from its axis:
// (Kk/4)·|H1(kr) sin(angle)| (Harrington, Time-Harmonic Electromagnetic Fields, § 5-6); of an electric one of I (A):
// |H|.
double line_dipole_field(double moment, double frequency, double r, double angle);
// Power that a line current of peak I radiates into vacuum: ωμ0·I²/8, W/m; and at a height over a plane of conductor,
// where its image works with it or against it: that times 1 − J0(2kh).
double line_source_power(double current, double frequency);
double line_source_power_over_conductor(double current, double frequency, double height);

// Lowest tone (Hz) above `least` of a ring of `index` between two radii, vacuum inside and around: of all m the
// frequency at which e^{imφ} runs round it without being driven, the first of its radial modes. Where what leaves is
// in quadrature: right to 1/Q² of it. NaN where none lies below a hundred waves around.
double ring_tone(double index, double inner, double outer, double least);

}  // namespace ez
