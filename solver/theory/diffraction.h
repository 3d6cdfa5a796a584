// Slits, gratings, arrays, edges and lenses. Intensities are relative; angles in radians, lengths in one unit.
#pragma once

#include <complex>
#include <span>

#include "solver/theory/dispersion.h"

namespace ez {

// Where order m of paths d apart leaves: sin θ = sin θ_in + mλ/d (Born & Wolf, § 8.6.1); NaN beyond 90°. Whole m are
// the maxima of sources in step or of a grating, half ones the minima of two sources, whole m ≠ 0 of a slit of width d
// its minima. Far away: at distances ≫ d²/λ.
double order_angle(double spacing, double wavelength, double order, double incidence = 0);
// (sin u/u)², u = πa·sin θ/λ: a slit of width a far away, by Kirchhoff's theory (Born & Wolf, § 8.5.1).
double slit_intensity(double width, double wavelength, double theta);
// |Σ e^{ik·ψ}|²/N², ψ = 2πd·sin θ/λ − phase: N elements in a row, each `phase` behind the one before (Balanis, Antenna
// Theory, § 6.3).
double array_intensity(int count, double spacing, double wavelength, double phase, double theta);

// C(v) + iS(v) = ∫₀^v e^{iπt²/2} dt; Abramowitz & Stegun, § 7.3.
std::complex<double> fresnel_integral(double v);
// Beyond a straight edge, over the intensity without it: ½|∫_{−v}^∞ e^{iπt²/2} dt|², v > 0 in the light (Born & Wolf,
// § 8.7.3; by Kirchhoff's theory, which knows no polarization and holds some wavelengths from the edge).
double knife_edge_intensity(double v);
// The same exactly, of a half-plane of metal at x = 0, y < 0 and a plane wave e^{ikx} of Ez: Sommerfeld's solution
// (Born & Wolf, § 11.5), the whole field at (x, y) over the incident one.
std::complex<double> half_plane_field(double wavelength, double x, double y);
// A slit, and a strip, of this width about y = 0 in its place: the two edges' waves, each edge as if it were alone.
// What one edge's wave makes of the other is left out: a slit's falls as √(λ/width)/12, a strip's, along metal that
// holds Ez at zero, faster (Keller, J. Opt. Soc. Am. 52, 116 (1962)). x > 0, behind it.
std::complex<double> slit_field(double wavelength, double width, double x, double y);
std::complex<double> strip_field(double wavelength, double width, double x, double y);
// v of a point `height` on the lit side of the edge's shadow border, at `after` behind the edge; the source at
// `before`, infinite for a plane wave.
double knife_edge_v(double height, double before, double after, double wavelength);

// Zone n of a flat lens of focal length f for a plane wave: √(nλf + n²λ²/4), exactly (Hecht, Optics, § 10.3.5).
double zone_plate_radius(int zone, double focus, double wavelength);
// Behind the middle of such a plate of metal whose zones 1, 3, … up to `last` are open, over the wave e^{ikx} that
// meets it: the gaps' waves, each as slit_field has it, one beside the other.
std::complex<double> zone_plate_field(double wavelength, double focus, int last, double x, double y);
// The same behind a screen of metal with gaps in any places, `ends` being where each begins and ends: from y to y,
// pairs.
std::complex<double> gaps_field(double wavelength, std::span<const double> ends, double x, double y);
// The same with the crests of the grid: kx and kr are what a wave from the screen and one from a rim have turned there.
std::complex<double> gaps_field_on_grid(const YeeGrid&, double frequency, std::span<const double> ends, double x,
                                        double y);
// Behind two slits about y = first and y = second that are lit alike, in a unit of its own: two waves 1/√r, each as
// much as slit_intensity has it at its angle, with the crests of the grid. x ≫ λ.
std::complex<double> double_slit_field_on_grid(const YeeGrid&, double frequency, double width, double first,
                                               double second, double x, double y);
// Of lamps that know nothing of each other, in a row, `spacing` apart: |mutual coherence| of their light at two points
// `apart` in a plane parallel to the row at `distance`, both about its middle; the visibility of the fringes that two
// equal slits there make. Zernike's sum over the lamps, 1/√r of a line each (Born & Wolf, § 10.4.2).
double lamp_coherence(double wavelength, int count, double spacing, double distance, double apart);
// A horn of metal with Ez across, fed by its first mode: field far away at `angle` from the axis over that on it, of
// the cosine over the mouth, bent to circles about the apex `radius` before it; and its greatest power over that of a
// lamp that shines as much all round (Balanis, Antenna Theory, § 13.3, in two dimensions). aperture ≫ λ.
double horn_pattern(double wavelength, double aperture, double radius, double angle);
double horn_gain(double wavelength, double aperture, double radius);
// Ez (V/m) at (x, y) of a line current (A) at (0, height) over a half-space of eps and sigma (S/m) below y = 0: its own
// wave, and its image's times Fresnel's coefficient for the ray that is mirrored; kr ≫ 1, not along the ground, where a
// surface wave is to be added (Balanis, Advanced Engineering Electromagnetics, § 7.4).
std::complex<double> line_source_over_ground(double current, double frequency, double height, double eps, double sigma,
                                             double x, double y);
// Ez (V/m) at (x, y) of a row of current sheets, 1 A/m each over `width` about y = 0, ±period, …: the sum of its orders
// e^{2πimy/period}, those that travel and those that die away. Exact. x > 0.
std::complex<double> lamp_row_field(double frequency, double period, double width, double x, double y);
// 2πr|scattered|²/|incident|² (m) of a flat strip of metal met at `incidence` from its normal, seen at `angle` on the
// same side of it: k·a²·cos²·(sin u/u)², u = ½ka(sin incidence + sin angle), by the currents of an endless plate
// (Balanis, Advanced Engineering Electromagnetics, § 11.3); width ≫ λ, not near 90°.
double plate_width(double width, double wavelength, double incidence, double angle);
// Ez over the incident one at the focus of a parabolic mirror of metal, `aperture` wide, that a plane wave meets along
// its axis: 1 − 4√(F/λ)·asinh(aperture/4F)·e^{i(2kF − π/4)}, the incident wave and those of an endless plate's
// currents, F ≫ λ.
std::complex<double> parabola_focus_field(double wavelength, double focus, double aperture);
// Power that a row of wires, a period apart and along E, sends back at normal incidence: 1/(1 + X²), X =
// (2p/λ)·(ln(p/2πa)
// + Σ (1/√(m² − (p/λ)²) − 1/m)); Marcuvitz, Waveguide Handbook, § 5.18. Radius ≪ period < λ.
double wire_row_reflectance(double period, double radius, double wavelength);
// √(2 − (r/R)²): a plane wave meets at the far rim (Luneburg, Mathematical Theory of Optics); 1 outside.
double luneburg_index(double r, double radius);
// Ez near the focus of such a lens, over that in it, x along the wave's way and y aside: rays come to it from all
// angles to ±90°, those of θ with cos θ of the power. r ≪ R, λ ≪ R.
std::complex<double> luneburg_focus_field(double wavelength, double x, double y);
// 1/e radius of the field of a Gaussian beam at z from its waist w: w√(1 + (λz/πw²)²), for w ≫ λ/π (Siegman, Lasers,
// § 17.1).
double beam_radius(double waist, double wavelength, double z);

}  // namespace ez
