// Slits, gratings, arrays, edges and lenses. Intensities are relative. Angles are in radians, lengths in a common unit.
#pragma once

#include <complex>
#include <span>

#include "solver/theory/dispersion.h"

namespace ez {

// Returns the angle of order m for sources `spacing` apart, from sin θ = sin θ_in + mλ/d (Born & Wolf, § 8.6.1); NaN
// beyond 90°. Whole m are the maxima of in-phase sources or of a grating, and half-integer m the minima of two sources.
// For a slit of width d, whole m ≠ 0 are its minima. Valid far away, at distances ≫ d²/λ.
double order_angle(double spacing, double wavelength, double order, double incidence = 0);
// Returns (sin u/u)², u = πa·sin θ/λ, for a slit of width a far away, by Kirchhoff's theory (Born & Wolf, § 8.5.1).
double slit_intensity(double width, double wavelength, double theta);
// Returns |Σ e^{ik·ψ}|²/N², ψ = 2πd·sin θ/λ − phase, for N elements in a row. Each one lags the one before by `phase`
// (Balanis, Antenna Theory, § 6.3).
double array_intensity(int count, double spacing, double wavelength, double phase, double theta);

// Returns C(v) + iS(v) = ∫₀^v e^{iπt²/2} dt; Abramowitz & Stegun, § 7.3.
std::complex<double> fresnel_integral(double v);
// Returns the intensity behind a straight edge relative to the intensity without it, ½|∫_{−v}^∞ e^{iπt²/2} dt|². v > 0
// is the lit side (Born & Wolf, § 8.7.3). This is Kirchhoff's theory, which ignores polarization and holds some
// wavelengths from the edge.
double knife_edge_intensity(double v);
// Returns the exact total field at (x, y) over the incident one, behind a half-plane of metal at x = 0, y < 0. The
// incident wave is a plane wave e^{ikx} of Ez. It is Sommerfeld's solution (Born & Wolf, § 11.5).
std::complex<double> half_plane_field(double wavelength, double x, double y);
// Return the field behind a slit of this width around y = 0, and behind a strip in its place, at x > 0. The field is
// the sum of the two edges' waves, each as for an isolated edge. The further diffraction of one edge's wave at the
// other is ignored. For a slit it falls as √(λ/width)/12. For a strip it falls faster, because it runs along metal that
// keeps Ez at zero (Keller, J. Opt. Soc. Am. 52, 116 (1962)).
std::complex<double> slit_field(double wavelength, double width, double x, double y);
std::complex<double> strip_field(double wavelength, double width, double x, double y);
// Returns v for a point at `height` above the edge's shadow border on the lit side, at `after` behind the edge. The
// source is at `before` in front of it, infinite for a plane wave.
double knife_edge_v(double height, double before, double after, double wavelength);

// Returns the radius of zone n of a flat lens of focal length f for a plane wave: √(nλf + n²λ²/4),
// exactly (Hecht, Optics, § 10.3.5).
double zone_plate_radius(int zone, double focus, double wavelength);
// Returns the field behind the middle of such a metal plate with open zones 1, 3, … up to `last`, over the incident
// wave e^{ikx}. It is the sum of the waves of the gaps, each as in slit_field.
std::complex<double> zone_plate_field(double wavelength, double focus, int last, double x, double y);
// Returns the field behind a metal screen with gaps at any positions. `ends` lists pairs of y:
// the start and end of each gap.
std::complex<double> gaps_field(double wavelength, std::span<const double> ends, double x, double y);
// Returns the same with the phases of the grid, which replace kx from the screen and kr from an edge.
std::complex<double> gaps_field_on_grid(const YeeGrid&, double frequency, std::span<const double> ends, double x,
                                        double y);
// Returns the field behind two equally lit slits around y = first and y = second, in an arbitrary unit. It is the sum
// of two waves 1/√r, each with the amplitude of slit_intensity at its angle and the phases of the grid. x ≫ λ.
std::complex<double> double_slit_field_on_grid(const YeeGrid&, double frequency, double width, double first,
                                               double second, double x, double y);
// Returns the magnitude of the mutual coherence at two points, for a row of mutually incoherent sources `spacing`
// apart. The points are `apart` from each other in a plane parallel to the row at `distance`, and both are centred
// about its middle. The result is also the fringe visibility behind two equal slits there. It is Zernike's sum over the
// sources, with 1/√r for each line (Born & Wolf, § 10.4.2).
double lamp_coherence(double wavelength, int count, double spacing, double distance, double apart);
// A metal horn with Ez across it, fed by its first mode. The field in the mouth is a cosine on circles around the apex,
// which is `radius` before the mouth. horn_pattern() returns the far field at `angle` from the axis over that on the
// axis. horn_gain() returns its largest power over that of a source that radiates equally in all directions (Balanis,
// Antenna Theory, § 13.3, in two dimensions). aperture ≫ λ.
double horn_pattern(double wavelength, double aperture, double radius, double angle);
double horn_gain(double wavelength, double aperture, double radius);
// Returns Ez (V/m) at (x, y) of a line current (A) at (0, height) over a half-space of eps and sigma (S/m) below y = 0.
// It is the direct wave, plus the image's wave times Fresnel's coefficient of the reflected ray. Valid for kr ≫ 1.
// Along the ground a surface wave would have to be added (Balanis, Advanced Engineering Electromagnetics, § 7.4).
std::complex<double> line_source_over_ground(double current, double frequency, double height, double eps, double sigma,
                                             double x, double y);
// Returns Ez (V/m) at (x, y) of a row of current sheets, 1 A/m each over `width`, around y = 0, ±period, …. It is the
// exact sum of the orders e^{2πimy/period}, both propagating and evanescent ones. x > 0.
std::complex<double> lamp_row_field(double frequency, double period, double width, double x, double y);
// Returns 2πr|scattered|²/|incident|² (m) of a flat metal strip. The wave arrives at `incidence` from the normal, and
// `angle` is the direction of observation on the same side. The result is k·a²·cos²·(sin u/u)², u = ½ka(sin incidence +
// sin angle), from the currents of an infinite plate (Balanis, Advanced Engineering Electromagnetics, § 11.3). Valid
// for width ≫ λ and not near 90°.
double plate_width(double width, double wavelength, double incidence, double angle);
// Returns Ez over the incident one at the focus of a parabolic metal mirror of width `aperture`, for a plane wave along
// its axis: 1 − 4√(F/λ)·asinh(aperture/4F)·e^{i(2kF − π/4)}. It is the sum of the incident wave and the wave of an
// infinite plate's currents, F ≫ λ.
std::complex<double> parabola_focus_field(double wavelength, double focus, double aperture);
// Returns the power fraction that a row of wires along E, a period apart, reflects at normal incidence: 1/(1 + X²). X =
// (2p/λ)·(ln(p/2πa) + Σ (1/√(m² − (p/λ)²) − 1/m)); Marcuvitz, Waveguide Handbook, § 5.18. Radius ≪ period < λ.
double wire_row_reflectance(double period, double radius, double wavelength);
// Returns √(2 − (r/R)²), the index of a lens that focuses a plane wave at its far edge (Luneburg,
// Mathematical Theory of Optics); 1 outside.
double luneburg_index(double r, double radius);
// Returns Ez near the focus of such a lens, over the field in the focus. x is along the propagation direction, y across
// it. Rays arrive from all angles up to ±90°, with cos θ of the power at θ. r ≪ R, λ ≪ R.
std::complex<double> luneburg_focus_field(double wavelength, double x, double y);
// Returns the 1/e radius of a Gaussian beam's field at z from its waist w: w√(1 + (λz/πw²)²), for w ≫
// λ/π (Siegman, Lasers, § 17.1).
double beam_radius(double waist, double wavelength, double z);

}  // namespace ez
