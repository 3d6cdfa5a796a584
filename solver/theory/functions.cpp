#include "solver/theory/functions.h"

#include <array>
#include <cmath>
#include <complex>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/theory/crystal.h"
#include "solver/theory/cylinder.h"
#include "solver/theory/diffraction.h"
#include "solver/theory/dispersion.h"
#include "solver/theory/heat.h"
#include "solver/theory/layers.h"
#include "solver/theory/marks.h"
#include "solver/theory/media.h"
#include "solver/theory/modes.h"
#include "solver/theory/motion.h"
#include "solver/theory/riemann.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

using Arguments = std::span<const double>;
constexpr Polarization ez_field = Polarization::ez, hz_field = Polarization::hz;

double radians(double degrees) { return degrees * (pi / 180); }
double degrees(double radians) { return radians * (180 / pi); }
double quality(std::complex<double> pole) { return -pole.real() / (2 * pole.imag()); }
struct OutOfRange {};
// Converts a count or a mode number to an int. Throws if it is not whole or out of range.
int whole(double v, int least = 0, int most = 1000) {
  if (!(v >= least && v <= most) || v != std::round(v)) throw OutOfRange();
  return static_cast<int>(v);
}

// (n1, n2, angle)
PlaneResponse interface(Arguments a, Polarization polarization) {
  return plane_response({square(a[0])}, {}, {square(a[1])}, polarization, c0, radians(a[2]));
}
// (n1, eps2, sigma2, f, angle)
PlaneResponse lossy_interface(Arguments a, Polarization polarization) {
  return plane_response({square(a[0])}, {}, {conducting_eps(a[1], a[2], a[3])}, polarization, a[3], radians(a[4]));
}
// (n1, n2, n3, d, f, angle)
PlaneResponse slab(Arguments a, Polarization polarization) {
  const std::array layer{OpticalLayer{{square(a[1])}, a[3]}};
  return plane_response({square(a[0])}, layer, {square(a[2])}, polarization, a[4], radians(a[5]));
}
// (n, d, n1, d1, n2, d2, pairs, guess)
std::complex<double> cavity(Arguments a) {
  return bragg_cavity({a[0], a[1]}, {a[2], a[3]}, {a[4], a[5]}, whole(a[6]), a[7]);
}
// (n, away, radius, away 2, radius 2, holes, waves, guess)
std::complex<double> hole_ring_resonance(Arguments a) {
  return holey_core(a[0], {a[1], a[2]}, {a[3], a[4]}, whole(a[5], 1, 100), whole(a[6], 0, 100), a[7]);
}
// (n_prism, gap, eps_inf, plasma, damping, …)
double otto_reflectance(Arguments a, double f, double theta) {
  const std::array gap{OpticalLayer{{}, a[1]}};
  return plane_response({square(a[0])}, gap, {drude_eps(a[2], a[3], a[4], f)}, hz_field, f, theta).reflectance;
}
// Arguments (n_prism, gap, eps_inf, plasma, damping, crests). Searches between grazing
// incidence and the critical angle.
double otto_dip(Arguments a) {
  const auto at = [&](double f) { return otto_reflectance(a, f, std::asin(c0 / (a[0] * f * a[5]))); };
  constexpr int parts = 1000;
  const double low = c0 / (a[0] * a[5]), step = (c0 / a[5] - low) / parts;
  double least = low + step;
  for (int k = 2; k < parts; ++k)
    if (const double f = low + k * step; at(f) < at(least)) least = f;
  const double before = at(least - step), after = at(least + step);
  return least + step / 2 * (before - after) / (before - 2 * at(least) + after);
}
// Returns the total field outside a cylinder, over the incident wave e^{ikx}.
double whole_field(const Cylinder& cylinder, Polarization polarization, double f, double x, double y) {
  return std::abs(std::polar(1.0, 2 * pi * f / c0 * x) + scattered_field(cylinder, polarization, f, x, y));
}
// The first three arguments are (dx, dy, dt).
YeeGrid grid(Arguments a) { return {.dx = a[0], .dy = a[1], .dt = a[2]}; }

std::vector<TheoryFunction> plane_waves() {
  const auto n1 = "n1", n2 = "n2", n3 = "n3", angle = "angle (deg)", d = "d (m)", f = "f (Hz)", eps2 = "eps2",
             sigma2 = "sigma2 (S/m)", detuning = "f/f0";
  return {
      {"reflectance_s",
       {n1, n2, angle},
       "power reflected from n1 by n2, E along the interface (ez scenes); Fresnel, lossless",
       [](Arguments a) { return interface(a, ez_field).reflectance; }},
      {"reflectance_p",
       {n1, n2, angle},
       "power reflected from n1 by n2, H along the interface (hz scenes); Fresnel, lossless",
       [](Arguments a) { return interface(a, hz_field).reflectance; }},
      {"transmittance_s",
       {n1, n2, angle},
       "power transmitted from n1 into n2, ez scenes; 0 in total reflection; Fresnel, lossless",
       [](Arguments a) { return interface(a, ez_field).transmittance; }},
      {"transmittance_p",
       {n1, n2, angle},
       "power transmitted from n1 into n2, hz scenes; 0 in total reflection; Fresnel, lossless",
       [](Arguments a) { return interface(a, hz_field).transmittance; }},
      {"reflection_phase_s",
       {n1, n2, angle},
       "phase of the reflected Ez relative to the incident one, deg; Fresnel, lossless",
       [](Arguments a) { return degrees(std::arg(interface(a, ez_field).r)); }},
      {"reflection_phase_p",
       {n1, n2, angle},
       "phase of the reflected Hz relative to the incident one, deg; Fresnel, lossless",
       [](Arguments a) { return degrees(std::arg(interface(a, hz_field).r)); }},
      {"lossy_reflectance_s",
       {n1, eps2, sigma2, f, angle},
       "power reflected by a conducting half-space, ez scenes; Fresnel with a complex ε, exact",
       [](Arguments a) { return lossy_interface(a, ez_field).reflectance; }},
      {"lossy_reflectance_p",
       {n1, eps2, sigma2, f, angle},
       "power reflected by a conducting half-space, hz scenes; Fresnel with a complex ε, exact",
       [](Arguments a) { return lossy_interface(a, hz_field).reflectance; }},
      {"standing_wave_ratio",
       {"reflectance"},
       "largest divided by smallest amplitude of a standing wave, (1+√R)/(1−√R); normal incidence, lossless; textbook",
       [](Arguments a) { return (1 + std::sqrt(a[0])) / (1 - std::sqrt(a[0])); }},
      {"refraction_angle",
       {n1, n2, angle},
       "deg, angle of refraction, Snell's law, lossless; not a number in total reflection",
       [](Arguments a) { return degrees(refraction_angle(a[0], a[1], radians(a[2]))); }},
      {"brewster_angle",
       {n1, n2},
       "deg, angle without reflection in hz scenes, atan(n2/n1); lossless, μ = 1; Brewster",
       [](Arguments a) { return degrees(brewster_angle(a[0], a[1])); }},
      {"critical_angle",
       {n1, n2},
       "deg, smallest angle of total reflection, asin(n2/n1); lossless, n1 > n2; Snell",
       [](Arguments a) { return degrees(critical_angle(a[0], a[1])); }},
      {"goos_hanchen_s",
       {n1, n2, f, angle},
       "m, shift of a wide beam along the interface in total reflection, ez scenes; Artmann 1948",
       [](Arguments a) { return goos_hanchen_shift(a[0], a[1], ez_field, a[2], radians(a[3])); }},
      {"goos_hanchen_p",
       {n1, n2, f, angle},
       "m, shift of a wide beam along the interface in total reflection, hz scenes; Artmann 1948",
       [](Arguments a) { return goos_hanchen_shift(a[0], a[1], hz_field, a[2], radians(a[3])); }},
      {"goos_hanchen_beam_s",
       {n1, n2, f, angle, "waist (m)", "way (m)", "apart (m)"},
       "m, shift of a reflected Gaussian beam along the interface at a distance (way) from its focus, from the field "
       "at three points a distance (apart) from each other; ez scenes; sum of its plane waves, Fresnel, lossless",
       [](Arguments a) { return goos_hanchen_beam_shift(a[0], a[1], a[2], radians(a[3]), a[4], a[5], a[6]); }},
      {"slab_reflectance_s",
       {n1, n2, n3, d, f, angle},
       "power reflected by a layer n2 of thickness d between n1 and n3, ez scenes; Airy, lossless",
       [](Arguments a) { return slab(a, ez_field).reflectance; }},
      {"slab_reflectance_p",
       {n1, n2, n3, d, f, angle},
       "power reflected by a layer n2 of thickness d between n1 and n3, hz scenes; Airy, lossless",
       [](Arguments a) { return slab(a, hz_field).reflectance; }},
      {"slab_transmittance_s",
       {n1, n2, n3, d, f, angle},
       "power transmitted by a layer n2 of thickness d between n1 and n3, ez scenes, including tunnelling; Airy, "
       "lossless",
       [](Arguments a) { return slab(a, ez_field).transmittance; }},
      {"slab_transmittance_p",
       {n1, n2, n3, d, f, angle},
       "power transmitted by a layer n2 of thickness d between n1 and n3, hz scenes, including tunnelling; Airy, "
       "lossless",
       [](Arguments a) { return slab(a, hz_field).transmittance; }},
      {"slab_standing_wave",
       {n1, n2, n3, d, f, "before (m)"},
       "|E| divided by the incident |E|, at a distance before a layer n2 of thickness d between n1 and n3, |1 + "
       "r·e^(2ikx)|; normal incidence, lossless; Airy",
       [](Arguments a) {
         return standing_wave(a[0], {a[1], a[3]}, a[2], a[4], a[5]);
       }},
      {"otto_reflectance",
       {"n_prism", "gap (m)", "eps_inf", "plasma (Hz)", "damping (Hz)", f, angle},
       "power reflected by a prism over a vacuum gap over a Drude metal, hz scenes; smallest where a surface plasmon "
       "is excited; Airy, exact; Otto 1968",
       [](Arguments a) { return otto_reflectance(a, a[5], radians(a[6])); }},
      {"otto_dip_frequency",
       {"n_prism", "gap (m)", "eps_inf", "plasma (Hz)", "damping (Hz)", "crests (m)"},
       "Hz, frequency of the smallest reflection by the prism, for this distance of crests along the surface; from "
       "grazing to the critical angle; Airy, Otto 1968",
       [](Arguments a) { return otto_dip(a); }},
      {"fabry_perot_spacing",
       {"n", d},
       "Hz, distance between the transmission peaks of a slab at normal incidence, c/2nd; no dispersion; Airy",
       [](Arguments a) { return c0 / (2 * a[0] * a[1]); }},
      {"coating_reflectance",
       {n1, n2, n3, detuning},
       "power reflected at f/f0 by a layer n2 between n1 and n3 that is a quarter wave thick at f0; normal incidence, "
       "lossless; Airy",
       [](Arguments a) {
         return slab(std::array{a[0], a[1], a[2], 1 / a[1], c0 / 4 * a[3], 0.0}, ez_field).reflectance;
       }},
      {"bragg_reflectance",
       {"n_first", n1, n2, "n_last", "pairs", detuning},
       "power reflected at f/f0 by pairs of quarter-wave layers, n1 first; normal incidence, lossless; Born & Wolf, § "
       "1.6.5",
       [](Arguments a) { return bragg_reflectance(a[0], a[1], a[2], a[3], whole(a[4]), a[5]); }},
      {"bragg_bandwidth",
       {n1, n2},
       "relative width Δf/f0 of the stop band of infinitely many pairs, (4/π)·asin(|n2−n1|/(n2+n1)); quarter-wave "
       "layers, normal incidence; Yeh, Optical Waves in Layered Media, ch. 6",
       [](Arguments a) { return bragg_bandwidth(a[0], a[1]); }},
      {"bragg_cavity_frequency",
       {"n", "d (m)", n1, "d1 (m)", n2, "d2 (m)", "pairs", "guess (Hz)"},
       "Hz, resonance nearest to the guess of a layer n of thickness d between pairs of films, n1 next to it, vacuum "
       "outside; r·e^(iknd) = ±1, lossless; Parratt 1954",
       [](Arguments a) { return cavity(a).real(); }},
      {"bragg_cavity_q",
       {"n", "d (m)", n1, "d1 (m)", n2, "d2 (m)", "pairs", "guess (Hz)"},
       "Q of that resonance; energy only leaves through the mirrors, lossless films; Parratt 1954",
       [](Arguments a) { return quality(cavity(a)); }},
  };
}

std::vector<TheoryFunction> media() {
  const auto f = "f (Hz)", sigma = "sigma (S/m)", eps_inf = "eps_inf", plasma = "plasma (Hz)", damping = "damping (Hz)",
             strength = "strength", resonance = "f0 (Hz)", tau = "tau (s)", eps = "eps";
  return {
      {"skin_depth",
       {f, sigma},
       "m, 1/e depth of the field in a good conductor, √(1/πfμ0σ); σ much above ωε; Jackson, § 5.18",
       [](Arguments a) { return skin_depth(a[0], a[1]); }},
      {"lossy_depth",
       {eps, sigma, f},
       "m, 1/e depth of the field of a wave in a conducting medium, c/(ω·Im √(ε + iσ/ωε0)), exact; Balanis, Advanced "
       "Engineering Electromagnetics, ch. 4",
       [](Arguments a) { return penetration_depth(conducting_eps(a[0], a[1], a[2]), 1, a[2]); }},
      {"lossy_depth_on_grid",
       {eps, sigma, f, "dx (m)", "dt (s)"},
       "m, the same 1/e depth on the grid, along an axis, with its semi-implicit losses, exact; the Yee grid's "
       "dispersion relation for e^(−γx)",
       [](Arguments a) { return 1 / discrete_propagation_constant(2 * pi * a[2], a[0], 1, a[1], a[3], a[4]).real(); }},
      {"lossy_wavelength",
       {eps, sigma, f},
       "m, wavelength in a conducting medium, λ/Re √(ε + iσ/ωε0), exact; Balanis, Advanced Engineering "
       "Electromagnetics, ch. 4",
       [](Arguments a) { return 2 * pi / propagation_constant(2 * pi * a[2], a[0], 1, a[1]).imag(); }},
      {"evanescent_depth",
       {"n1", "n2", f, "angle (deg)"},
       "m, 1/e depth of the field in n2 above the critical angle; infinite below it; lossless, exact; Born & Wolf, § "
       "1.5.4",
       [](Arguments a) {
         return penetration_depth(square(a[1]), 1, a[2], 2 * pi * a[2] / c0 * a[0] * std::sin(radians(a[3])));
       }},
      {"drude_eps",
       {eps_inf, plasma, damping, f},
       "Re ε = Re(ε∞ − fp²/(f² + ifγ)); free electrons; Drude 1900, Jackson, § 7.5",
       [](Arguments a) { return drude_eps(a[0], a[1], a[2], a[3]).real(); }},
      {"drude_eps_im",
       {eps_inf, plasma, damping, f},
       "Im ε of a Drude medium, > 0 if it absorbs; free electrons; Drude 1900, Jackson, § 7.5",
       [](Arguments a) { return drude_eps(a[0], a[1], a[2], a[3]).imag(); }},
      {"drude_depth",
       {eps_inf, plasma, damping, f},
       "m, 1/e depth of the field in a Drude medium, normal incidence; exact for Drude's ε, Jackson, § 7.5",
       [](Arguments a) { return penetration_depth(drude_eps(a[0], a[1], a[2], a[3]), 1, a[3]); }},
      {"drude_reflectance",
       {eps_inf, plasma, damping, f},
       "power reflected by a Drude half-space, normal incidence from vacuum; Fresnel, exact for Drude's ε",
       [](Arguments a) {
         return plane_response({}, {}, {drude_eps(a[0], a[1], a[2], a[3])}, ez_field, a[3], 0).reflectance;
       }},
      {"drude_slab_transmittance",
       {eps_inf, plasma, damping, "d (m)", f},
       "power transmitted by a Drude layer of thickness d in vacuum, normal incidence; by tunnelling below its plasma "
       "frequency; Airy, exact for Drude's ε",
       [](Arguments a) {
         const OpticalLayer layer{{drude_eps(a[0], a[1], a[2], a[4])}, a[3]};
         return plane_response({}, {&layer, 1}, {}, ez_field, a[4], 0).transmittance;
       }},
      {"lorentz_eps",
       {eps_inf, strength, resonance, damping, f},
       "Re ε = Re(ε∞ + Δε·f0²/(f0² − f² − ifγ)); one resonance; Jackson, § 7.5",
       [](Arguments a) { return lorentz_eps(a[0], a[1], a[2], a[3], a[4]).real(); }},
      {"lorentz_eps_im",
       {eps_inf, strength, resonance, damping, f},
       "Im ε of a Lorentz medium, > 0 if it absorbs; one resonance; Jackson, § 7.5",
       [](Arguments a) { return lorentz_eps(a[0], a[1], a[2], a[3], a[4]).imag(); }},
      {"debye_eps",
       {eps_inf, strength, tau, f},
       "Re ε = Re(ε∞ + Δε/(1 − i2πfτ)); one relaxation time; Debye, Polar Molecules",
       [](Arguments a) { return debye_eps(a[0], a[1], a[2], a[3]).real(); }},
      {"debye_eps_im",
       {eps_inf, strength, tau, f},
       "Im ε of a Debye medium, > 0 if it absorbs; one relaxation time; Debye, Polar Molecules",
       [](Arguments a) { return debye_eps(a[0], a[1], a[2], a[3]).imag(); }},
  };
}

std::vector<TheoryFunction> diffraction() {
  const auto d = "d (m)", lambda = "lambda (m)", angle = "angle (deg)", width = "width (m)", radius = "radius (m)";
  return {
      {"order_angle",
       {d, lambda, "m"},
       "deg, asin(mλ/d): for slits a distance d apart the maxima (integer m) or, for two slits, the minima "
       "(half-integer m); for one slit of width d the minima (integer m); far field; Born & Wolf, § 8.6.1",
       [](Arguments a) { return degrees(order_angle(a[0], a[1], a[2])); }},
      {"grating_angle",
       {d, lambda, "m", "incidence (deg)"},
       "deg, order m of a grating under oblique incidence, sin θ = sin θ_in + mλ/d; far field; Born & Wolf, § 8.6.1",
       [](Arguments a) { return degrees(order_angle(a[0], a[1], a[2], radians(a[3]))); }},
      {"slit_intensity",
       {width, lambda, angle},
       "intensity behind a slit divided by that straight ahead, (sin u/u)², u = πa·sin θ/λ; far field, Kirchhoff; Born "
       "& Wolf, § 8.5.1",
       [](Arguments a) { return slit_intensity(a[0], a[1], radians(a[2])); }},
      {"array_intensity",
       {"count", d, lambda, "phase (deg)", angle},
       "field divided by its maximum, N elements, each delayed by a phase relative to the one before; far field; "
       "Balanis, Antenna Theory, § 6.3",
       [](Arguments a) { return array_intensity(whole(a[0], 1, 100000), a[1], a[2], radians(a[3]), radians(a[4])); }},
      {"array_angle",
       {d, lambda, "phase (deg)"},
       "deg from the normal, direction of an array's main beam, asin(phase·λ/360d); far field; Balanis, Antenna "
       "Theory, § 6.3",
       [](Arguments a) { return degrees(order_angle(a[0], a[1], a[2] / 360)); }},
      {"knife_edge_intensity",
       {"v"},
       "intensity divided by that without the edge, v > 0 on the lit side; Fresnel integrals, Kirchhoff, some λ from "
       "the edge; Born & Wolf, § 8.7.3",
       [](Arguments a) { return knife_edge_intensity(a[0]); }},
      {"half_plane_field",
       {lambda, "x (m)", "y (m)"},
       "|Ez| divided by that without the edge, at (x, y) from the edge of a metal half-plane below, wave along +x; "
       "Sommerfeld, exact",
       [](Arguments a) { return std::abs(half_plane_field(a[0], a[1], a[2])); },
       half_plane_marks},
      {"slit_field",
       {lambda, width, "x (m)", "y (m)"},
       "|Ez| divided by that without the screen, at (x, y) behind the middle of a slit in metal, wave along +x; the "
       "two edges do not interact; width well above λ; Sommerfeld, Keller 1962",
       [](Arguments a) { return std::abs(slit_field(a[0], a[1], a[2], a[3])); },
       slit_marks},
      {"strip_field",
       {lambda, width, "x (m)", "y (m)"},
       "|Ez| divided by that without the strip, at (x, y) behind the middle of a metal strip, wave along +x; the two "
       "edges do not interact; width well above λ; Sommerfeld, Keller 1962",
       [](Arguments a) { return std::abs(strip_field(a[0], a[1], a[2], a[3])); },
       strip_marks},
      {"lamp_row_field",
       {"f (Hz)", "period (m)", width, "x (m)", "y (m)"},
       "V/m, |Ez| at (x, y) of current sheets of 1 A/m along y with this width and period; x > 0 (not below 10⁻⁴ "
       "periods), exact; Floquet's orders",
       [](Arguments a) { return std::abs(lamp_row_field(a[0], a[1], a[2], a[3], a[4])); },
       source_row_marks},
      {"plate_width_ez",
       {width, lambda, "incidence (deg)", angle},
       "m, scattering width of a flat metal strip, both angles from its normal; physical optics, width well above λ, "
       "not near 90°; Balanis, Advanced Engineering Electromagnetics, § 11.3",
       [](Arguments a) { return plate_width(a[0], a[1], radians(a[2]), radians(a[3])); }},
      {"parabola_focus_field",
       {lambda, "focus (m)", "aperture (m)"},
       "|Ez| at the focus of a parabolic mirror divided by the incident one; physical optics, focal length much above "
       "λ",
       [](Arguments a) { return std::abs(parabola_focus_field(a[0], a[1], a[2])); }},
      {"wire_row_reflectance",
       {"period (m)", "radius (m)", lambda},
       "power reflected by a row of thin wires along Ez, normal incidence; radius well below period < λ; Marcuvitz, "
       "Waveguide "
       "Handbook",
       [](Arguments a) { return wire_row_reflectance(a[0], a[1], a[2]); }},
      {"knife_edge_v",
       {"height (m)", "before (m)", "after (m)", lambda},
       "v of a point at a height above the shadow boundary, with source and point at these distances from the edge; "
       "small angles; Born & Wolf, § 8.7.3",
       [](Arguments a) { return knife_edge_v(a[0], a[1], a[2], a[3]); }},
      {"zone_plate_radius",
       {"zone", "focus (m)", lambda},
       "m, √(nλf + n²λ²/4), outer radius of zone n for a plane wave, exact; Hecht, Optics, § 10.3.5",
       [](Arguments a) { return zone_plate_radius(whole(a[0]), a[1], a[2]); }},
      {"zone_plate_field",
       {lambda, "focus (m)", "last zone", "x (m)", "y (m)"},
       "|Ez| divided by that without the plate, at (x, y) behind a metal plate whose odd zones up to the last are "
       "open; the edges do not interact; gaps well above λ; Sommerfeld",
       [](Arguments a) { return std::abs(zone_plate_field(a[0], a[1], whole(a[2], 1), a[3], a[4])); }},
      {"five_gaps_field",
       {lambda, "from (m)", "to", "from 2", "to 2", "from 3", "to 3", "from 4", "to 4", "from 5", "to 5", "x (m)",
        "y (m)"},
       "|Ez| divided by that without the screen, at (x, y) behind a metal screen that is open from one y to another; a "
       "gap of zero width is closed; the edges do not interact; gaps well above λ; Sommerfeld",
       [](Arguments a) { return std::abs(gaps_field(a[0], a.subspan(1, 10), a[11], a[12])); }},
      {"five_gaps_field_on_grid",
       {"dx (m)", "dy (m)", "dt (s)", "f (Hz)", "from (m)", "to", "from 2", "to 2", "from 3", "to 3", "from 4", "to 4",
        "from 5", "to 5", "x (m)", "y (m)"},
       "the same with the grid's wavelengths, some wavelengths from the edges; Taflove & Hagness, ch. 4",
       [](Arguments a) { return std::abs(gaps_field_on_grid(grid(a), a[3], a.subspan(4, 10), a[14], a[15])); },
       gap_on_grid_marks},
      {"double_slit_field_on_grid",
       {"dx (m)", "dy (m)", "dt (s)", "f (Hz)", width, "y1 (m)", "y2 (m)", "x (m)", "y (m)"},
       "|Ez| at (x, y) behind two evenly lit slits at y1 and y2, up to a constant factor (use ratios); Kirchhoff's "
       "waves with the grid's wavelengths, some wavelengths away",
       [](Arguments a) { return std::abs(double_slit_field_on_grid(grid(a), a[3], a[4], a[5], a[6], a[7], a[8])); },
       double_slit_marks},
      {"lamp_coherence",
       {lambda, "count", d, "distance (m)", "apart (m)"},
       "|coherence| at two points, of a row of independent sources a distance d apart: visibility of the fringes of "
       "two slits; Zernike, kr well above 1; Born & Wolf, § 10.4.2",
       [](Arguments a) { return lamp_coherence(a[0], whole(a[1], 1, 100000), a[2], a[3], a[4]); }},
      {"horn_pattern",
       {lambda, "aperture (m)", radius, angle},
       "far field of a horn divided by that on the axis, with its apex at the distance radius before its mouth, ez "
       "scenes; aperture theory, aperture well above λ, up to 2500 λ; Balanis, Antenna Theory, § 13.3",
       [](Arguments a) { return horn_pattern(a[0], a[1], a[2], radians(a[3])); }},
      {"horn_gain",
       {lambda, "aperture (m)", radius},
       "directivity of that horn on its axis, relative to an isotropic source of the same power; aperture theory, "
       "aperture well above λ, up to 2500 λ; Balanis, Antenna Theory, § 13.3",
       [](Arguments a) { return horn_gain(a[0], a[1], a[2]); }},
      {"luneburg_index",
       {"r (m)", "radius (m)"},
       "refractive index of a lens that focuses a plane wave at its far edge, √(2 − r²/R²); 1 outside; rays; Luneburg, "
       "Mathematical Theory of Optics",
       [](Arguments a) { return luneburg_index(a[0], a[1]); }},
      {"luneburg_focus_field",
       {lambda, "x (m)", "y (m)"},
       "|Ez| divided by that at the focus, at (x, y) from the focus and near it: ∫√cos θ·e^(ik·r)dθ/∫√cos θ·dθ; a lens "
       "of many λ, up to 2500 λ from the focus; Debye's integral",
       [](Arguments a) { return std::abs(luneburg_focus_field(a[0], a[1], a[2])); }},
      {"beam_radius",
       {"waist (m)", lambda, "z (m)"},
       "m, 1/e radius of the field of a Gaussian beam, waist much above λ/π, paraxial; Siegman, Lasers, § 17.1",
       [](Arguments a) { return beam_radius(a[0], a[1], a[2]); }},
  };
}

std::vector<TheoryFunction> modes() {
  const auto m = "m", n = "n", width = "width (m)", f = "f (Hz)", dx = "dx (m)", dy = "dy (m)", dt = "dt (s)",
             a_ = "a (m)", b_ = "b (m)", radius = "radius (m)", film = "n_film", below = "n_below", above = "n_above",
             thickness = "thickness (m)", mode = "mode";
  return {
      {"box_mode",
       {a_, b_, m, n},
       "Hz, mode of an empty metal box, (c/2)√((m/a)²+(n/b)²); ez: m, n ≥ 1; exact; Jackson, § 8.7",
       [](Arguments a) { return box_mode(a[0], a[1], whole(a[2]), whole(a[3])); }},
      {"box_mode_on_grid",
       {dx, dy, dt, a_, b_, m, n},
       "Hz, the same on the grid, exact; the Yee grid's dispersion relation; Taflove & Hagness, ch. 4",
       [](Arguments a) { return box_mode_on_grid(grid(a), a[3], a[4], whole(a[5]), whole(a[6])); }},
      {"filled_box_mode",
       {a_, b_, "empty (m)", "eps"},
       "Hz, lowest ez mode of a metal box, a along x and b along y, empty up to x = empty and filled with eps (10⁻⁶ to "
       "10⁶) beyond; field and slope are continuous, exact; Harrington, Time-Harmonic Electromagnetic Fields, § 4-6",
       [](Arguments a) { return filled_box_mode(a[0], a[1], a[2], a[3]); }},
      {"round_mode_ez",
       {radius, m, "p"},
       "Hz, mode of a round empty metal box, c·j_mp/2πR, j_mp the p-th zero of J_m; ez scenes; exact; Jackson, § 8.7",
       [](Arguments a) { return round_mode(ez_field, a[0], whole(a[1]), whole(a[2], 1)); }},
      {"round_mode_hz",
       {radius, m, "p"},
       "Hz, mode of a round empty metal box, c·j'_mp/2πR, j'_mp the p-th zero of J_m'; hz scenes; exact; Jackson, § "
       "8.7",
       [](Arguments a) { return round_mode(hz_field, a[0], whole(a[1]), whole(a[2], 1)); }},
      {"guide_cutoff",
       {width, m},
       "Hz, cut-off of mode m between metal walls a distance a apart, mc/2a; ez: m ≥ 1; exact; Jackson, § 8.3",
       [](Arguments a) { return guide_cutoff(a[0], whole(a[1])); }},
      {"guide_wavelength",
       {width, m, f},
       "m, wavelength along an empty metal guide, λ/√(1 − (fc/f)²); above cut-off, exact; Jackson, § 8.3",
       [](Arguments a) { return guide_wavelength(a[0], whole(a[1]), a[2]); }},
      {"guide_group_velocity",
       {width, m, f},
       "group velocity divided by c, √(1 − (fc/f)²); the phase velocity is its inverse; above cut-off, exact; Jackson, "
       "ch. 8",
       [](Arguments a) { return guide_group_velocity(a[0], whole(a[1]), a[2]); }},
      {"guide_depth",
       {width, m, f},
       "m, 1/e length of the field along a guide below its cut-off, 1/√((mπ/a)² − k²), exact; Jackson, § 8.3",
       [](Arguments a) { return penetration_depth(1, 1, a[2], whole(a[1]) * pi / a[0]); }},
      {"guide_wavelength_on_grid",
       {dx, dy, dt, width, m, f},
       "m, wavelength along a guide along x on the grid, exact; the grid's dispersion relation, Taflove & Hagness, ch. "
       "4",
       [](Arguments a) { return guide_wavelength_on_grid(grid(a), a[3], whole(a[4]), a[5]); }},
      {"guide_group_velocity_on_grid",
       {dx, dy, dt, width, m, f},
       "group velocity divided by c along a guide along x on the grid, exact; the grid's dispersion relation, Taflove "
       "& Hagness, ch. 4",
       [](Arguments a) { return guide_group_velocity_on_grid(grid(a), a[3], whole(a[4]), a[5]); }},
      {"guide_corner_reflectance",
       {width, f},
       "power of mode 1 reflected by a plain right-angled corner of an empty metal guide; ez scenes, above cut-off; "
       "mode matching of square and guides, 40 modes",
       [](Arguments a) { return guide_corner_reflectance(a[0], a[1]); }},
      {"slab_guide_index_ez",
       {film, below, above, thickness, f, mode},
       "effective index of mode 0, 1, … of a film, ez scenes (TE); n_film > n_below ≥ n_above, exact; Snyder & Love, "
       "Optical Waveguide Theory, ch. 12",
       [](Arguments a) { return slab_guide_index(ez_field, a[0], a[1], a[2], a[3], a[4], whole(a[5])); }},
      {"slab_guide_index_hz",
       {film, below, above, thickness, f, mode},
       "effective index of mode 0, 1, … of a film, hz scenes (TM); n_film > n_below ≥ n_above, exact; Snyder & Love, "
       "Optical Waveguide Theory, ch. 12",
       [](Arguments a) { return slab_guide_index(hz_field, a[0], a[1], a[2], a[3], a[4], whole(a[5])); }},
      {"slab_guide_cutoff_ez",
       {film, below, above, mode},
       "thickness over vacuum wavelength at which a film's mode appears, ez scenes (TE), exact; Snyder & Love, Optical "
       "Waveguide Theory, ch. 12",
       [](Arguments a) { return slab_guide_cutoff(ez_field, a[0], a[1], a[2], whole(a[3])); }},
      {"slab_guide_cutoff_hz",
       {film, below, above, mode},
       "thickness over vacuum wavelength at which a film's mode appears, hz scenes (TM), exact; Snyder & Love, Optical "
       "Waveguide Theory, ch. 12",
       [](Arguments a) { return slab_guide_cutoff(hz_field, a[0], a[1], a[2], whole(a[3])); }},
      {"crystal_band_ez",
       {"eps", "radius/a", "kx·a/2π", "ky·a/2π", "band"},
       "f·a/c of band 1, 2, … of a square lattice, of constant a, of round rods in vacuum; ez scenes; 169 plane waves, "
       "accurate to about 10⁻³; Joannopoulos et al., Photonic Crystals",
       [](Arguments a) { return crystal_band(a[0], a[1], a[2], a[3], whole(a[4])); }},
      {"crystal_cavity_frequency",
       {"eps", "radius/a", "rings", "guess"},
       "f·a/c of the resonance of a missing rod in a lattice of (2·rings + 1)² rods; ez scenes; multiple scattering "
       "between rods, seven orders; Felbacq, Tayeb & Maystre 1994",
       [](Arguments a) { return crystal_cavity(a[0], a[1], whole(a[2], 1, 6), a[3]).real(); }},
      {"crystal_cavity_q",
       {"eps", "radius/a", "rings", "guess"},
       "Q of that resonance, from the energy that leaves through the rods; the same pole, rings 1 to 6; Felbacq, Tayeb "
       "& Maystre 1994",
       [](Arguments a) { return quality(crystal_cavity(a[0], a[1], whole(a[2], 1, 6), a[3])); }},
      {"holey_core_frequency",
       {"n", "away (m)", radius, "away 2 (m)", "radius 2 (m)", "holes", "waves", "guess (Hz)"},
       "Hz, resonance of a medium n inside two rings of holes, with this number of wavelengths around; the outer holes "
       "are between the inner ones, up to 100 of each; ez scenes; multiple scattering between holes, eleven orders; "
       "Felbacq, Tayeb & Maystre 1994",
       [](Arguments a) { return hole_ring_resonance(a).real(); }},
      {"holey_core_q",
       {"n", "away (m)", radius, "away 2 (m)", "radius 2 (m)", "holes", "waves", "guess (Hz)"},
       "Q of that resonance, from the energy that leaks between the holes; the same pole; Felbacq, Tayeb & Maystre "
       "1994",
       [](Arguments a) { return quality(hole_ring_resonance(a)); }},
      {"crystal_bend_field",
       {"eps", "radius/a", "f·a/c", "x0/a", "y0/a", "x/a", "y/a"},
       "|Ez| at (x, y) from the corner, up to a constant factor (use ratios), of a source at (x0, y0) in a guide "
       "through 7 × 7 rods that comes from the left and turns upwards; multiple scattering between rods, five orders; "
       "Felbacq, Tayeb & Maystre 1994",
       [](Arguments a) {
         return crystal_bend_field(a[0], a[1], a[2], {a[3], a[4]}, {a[5], a[6]});
       }},
      {"sech_guide_index",
       {"n0", "g (1/m)", f, mode},
       "effective index of mode 0, 1, … of the index profile n0/cosh(g·y); equally spaced, so the field repeats after "
       "2π/g; ez scenes, exact; Landau & Lifshitz, Quantum Mechanics, § 23",
       [](Arguments a) { return sech_guide_index(a[0], a[1], a[2], whole(a[3])); }},
      {"ring_tone_ez",
       {"n", "inner (m)", "outer (m)", "above (Hz)"},
       "Hz, first resonance above a frequency of a ring of index n in vacuum, with an integer number of wavelengths "
       "around; ez scenes; Bessel functions, with only the phase of the outgoing wave: accurate to 1/Q²",
       [](Arguments a) { return ring_resonance(a[0], a[1], a[2], a[3]); }},
      {"ring_spacing",
       {"lambda (m)", "n_group", radius},
       "m, wavelength distance between the resonances of a ring, λ²/(n_g·2πR); valid if far below λ; Okamoto, "
       "Fundamentals of Optical Waveguides",
       [](Arguments a) { return ring_spacing(a[0], a[1], a[2]); }},
  };
}

std::vector<TheoryFunction> sources() {
  const auto radius = "radius (m)", f = "f (Hz)", angle = "angle (deg)", current = "current (A)", beta = "beta",
             x = "x (m)", y = "y (m)", dx = "dx (m)", dy = "dy (m)", dt = "dt (s)";
  return {
      {"pec_width_ez",
       {radius, f, angle},
       "m, scattering width of a round conductor, 0°: forwards, 180°: back; ez scenes; Bessel series, exact far field; "
       "Bowman, Senior & Uslenghi",
       [](Arguments a) {
         return scattering_width({.radius = a[0], .conductor = true}, ez_field, a[1], radians(a[2]));
       }},
      {"pec_width_hz",
       {radius, f, angle},
       "m, scattering width of a round conductor, 0°: forwards, 180°: back; hz scenes; Bessel series, exact far field; "
       "Bowman, Senior & Uslenghi",
       [](Arguments a) {
         return scattering_width({.radius = a[0], .conductor = true}, hz_field, a[1], radians(a[2]));
       }},
      {"rod_width_ez",
       {radius, "n", f, angle},
       "m, scattering width of a round rod of index n, 0°: forwards, 180°: back; ez scenes; Bessel series, exact far "
       "field; Bohren & Huffman, § 8.4",
       [](Arguments a) {
         return scattering_width({.radius = a[0], .eps = square(a[1])}, ez_field, a[2], radians(a[3]));
       }},
      {"coated_rod_width_ez",
       {radius, "n", "coat (m)", "n_coat", f, angle},
       "m, scattering width of a round rod of index n with a coat of index n_coat; ez scenes; Bessel series matched at "
       "both interfaces, exact far field; after Bohren & Huffman, § 8.4",
       [](Arguments a) {
         return scattering_width({.radius = a[0], .eps = square(a[1]), .coat = a[2], .coat_eps = square(a[3])},
                                 ez_field, a[4], radians(a[5]));
       }},
      {"rod_width_hz",
       {radius, "n", f, angle},
       "m, scattering width of a round rod of index n, 0°: forwards, 180°: back; hz scenes; Bessel series, exact far "
       "field; Bohren & Huffman, § 8.4",
       [](Arguments a) {
         return scattering_width({.radius = a[0], .eps = square(a[1])}, hz_field, a[2], radians(a[3]));
       }},
      {"pec_total_width_ez",
       {radius, f},
       "m, total scattering width of a round conductor; ez scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) { return total_scattering_width({.radius = a[0], .conductor = true}, ez_field, a[1]); }},
      {"pec_total_width_hz",
       {radius, f},
       "m, total scattering width of a round conductor; hz scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) { return total_scattering_width({.radius = a[0], .conductor = true}, hz_field, a[1]); }},
      {"rod_total_width_ez",
       {radius, "n", f},
       "m, total scattering width of a round rod of index n; ez scenes; Bessel series, exact; Bohren & Huffman, § 8.4",
       [](Arguments a) { return total_scattering_width({.radius = a[0], .eps = square(a[1])}, ez_field, a[2]); }},
      {"rod_total_width_hz",
       {radius, "n", f},
       "m, total scattering width of a round rod of index n; hz scenes; Bessel series, exact; Bohren & Huffman, § 8.4",
       [](Arguments a) { return total_scattering_width({.radius = a[0], .eps = square(a[1])}, hz_field, a[2]); }},
      {"pec_field_ez",
       {radius, f, x, y},
       "|total field| divided by |incident field| at (x, y) from the axis of a round conductor, wave along +x; ez "
       "scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) { return whole_field({.radius = a[0], .conductor = true}, ez_field, a[1], a[2], a[3]); }},
      {"pec_field_hz",
       {radius, f, x, y},
       "|total field| divided by |incident field| at (x, y) from the axis of a round conductor, wave along +x; hz "
       "scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) { return whole_field({.radius = a[0], .conductor = true}, hz_field, a[1], a[2], a[3]); }},
      {"pec_scattered_ez",
       {radius, f, x, y},
       "|scattered field| divided by |incident field| at (x, y) from the axis of a round conductor, wave along +x; ez "
       "scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) {
         return std::abs(scattered_field({.radius = a[0], .conductor = true}, ez_field, a[1], a[2], a[3]));
       }},
      {"pec_scattered_hz",
       {radius, f, x, y},
       "|scattered field| divided by |incident field| at (x, y) from the axis of a round conductor, wave along +x; hz "
       "scenes; Bessel series, exact; Bowman, Senior & Uslenghi",
       [](Arguments a) {
         return std::abs(scattered_field({.radius = a[0], .conductor = true}, hz_field, a[1], a[2], a[3]));
       }},
      {"rod_scattered_ez",
       {radius, "n", f, x, y},
       "|scattered field| divided by |incident field| at (x, y) from the axis of a round rod of index n, wave along "
       "+x; ez scenes; Bessel series, exact; Bohren & Huffman, § 8.4",
       [](Arguments a) {
         return std::abs(scattered_field({.radius = a[0], .eps = square(a[1])}, ez_field, a[2], a[3], a[4]));
       }},
      {"rod_scattered_hz",
       {radius, "n", f, x, y},
       "|scattered field| divided by |incident field| at (x, y) from the axis of a round rod of index n, wave along "
       "+x; hz scenes; Bessel series, exact; Bohren & Huffman, § 8.4",
       [](Arguments a) {
         return std::abs(scattered_field({.radius = a[0], .eps = square(a[1])}, hz_field, a[2], a[3], a[4]));
       }},
      {"line_source_field",
       {current, f, "r (m)"},
       "V/m, |Ez| at a distance from a line current in vacuum, (ωμ0/4)·I·|H0(kr)|, exact; Harrington, Time-Harmonic "
       "Electromagnetic Fields, § 5-6",
       [](Arguments a) { return std::abs(point_source_field(a[0], 2 * pi * a[1], 1, 2 * pi * a[1] / c0, a[2])); }},
      {"line_source_over_pec",
       {current, f, "height (m)", x, y},
       "V/m, |Ez| at (x, y) of a line current at (0, height) above a conductor below y = 0; image theory, exact; "
       "Balanis, Advanced Engineering Electromagnetics, § 7.4",
       [](Arguments a) { return line_source_over_conductor(a[0], a[1], a[2], a[3], a[4]); },
       source_over_mirror_marks},
      {"line_source_over_mapped_bump",
       {current, f, "eps", radius, "x0 (m)", "y0 (m)", x, y},
       "V/m, |Ez| at (x, y) of a line current at (x0, y0) above a conductor with a half cylinder around (0, 0), in the "
       "medium eps·|1 − (radius/z)²|² that hides it, exact; Leonhardt 2006",
       [](Arguments a) {
         return line_source_over_mapped_bump(a[0], a[1], a[2], a[3], {a[4], a[5]}, {a[6], a[7]});
       }},
      {"line_source_over_ground",
       {current, f, "height (m)", "eps", "sigma (S/m)", x, y},
       "V/m, |Ez| at (x, y) of a line current at (0, height) above ground below y = 0: its image times Fresnel's "
       "coefficient; kr well above 1, not along the ground; Balanis, Antenna Theory, § 4.8",
       [](Arguments a) { return std::abs(line_source_over_ground(a[0], a[1], a[2], a[3], a[4], a[5], a[6])); }},
      {"way_by_circle",
       {"x1 (m)", "y1 (m)", "x2 (m)", "y2 (m)", radius},
       "m, shortest path from (x1, y1) to a circle around (0, 0) and on to (x2, y2), both outside it; Fermat, exact",
       [](Arguments a) {
         return way_by_circle({a[0], a[1]}, {a[2], a[3]}, a[4]);
       }},
      {"line_source_in_corner",
       {current, f, "a (m)", "b (m)", x, y},
       "V/m, |Ez| at (x, y) of a line current at (a, b) in a right-angled corner of a conductor; three images, exact; "
       "image theory",
       [](Arguments a) { return line_source_in_corner(a[0], a[1], a[2], a[3], a[4], a[5]); }},
      {"line_dipole_field",
       {"moment", f, "r (m)", angle},
       "|Ez|, V/m (|Hz|, A/m), of an in-plane dipole of amplitude V (A), at an angle from its axis: "
       "(Kk/4)·|H1(kr)·sin|, exact; Harrington, Time-Harmonic Electromagnetic Fields, § 5-6",
       [](Arguments a) { return line_dipole_field(a[0], a[1], a[2], radians(a[3])); }},
      {"array_field",
       {current, f, "count", "d (m)", "phase (deg)", x, y},
       "V/m, |Ez| at (x, y) from the middle of line currents along y, a distance d apart, each delayed by a phase "
       "relative to the one below; near and far field: the sum of their H0(kr), exact",
       [](Arguments a) { return array_field(a[0], a[1], whole(a[2], 1, 100000), a[3], radians(a[4]), a[5], a[6]); },
       array_marks},
      {"line_source_power",
       {current, f},
       "W/m, power that a line current radiates into vacuum, ωμ0·I²/8, exact; far field of H0(kr) in all directions",
       [](Arguments a) { return line_source_power(a[0], a[1]); }},
      {"line_source_power_over_pec",
       {current, f, "height (m)"},
       "W/m, power that a line current radiates at a height above a conductor, ωμ0·I²/8·(1 − J0(2kh)), exact; image "
       "theory",
       [](Arguments a) { return line_source_power_over_conductor(a[0], a[1], a[2]); }},
      {"doppler_frequency",
       {f, beta, angle},
       "Hz, frequency in the far field at an angle to the path, f/(1 − β·cos θ); vacuum, no time dilation; Doppler",
       [](Arguments a) { return doppler_frequency(a[0], a[1], radians(a[2])); }},
      {"cherenkov_angle",
       {"n", beta},
       "deg between path and rays, acos(1/nβ); nβ > 1, no dispersion; Jackson, § 13.4",
       [](Arguments a) { return degrees(cherenkov_angle(a[0], a[1])); },
       cherenkov_marks},
      {"grid_wavelength",
       {dx, dy, dt, f, angle},
       "m, wavelength of a plane wave in vacuum on the grid, at an angle to x; exact; Taflove & Hagness, ch. 4",
       [](Arguments a) { return 2 * pi / discrete_wavenumber(grid(a), 2 * pi * a[3], radians(a[4])); }},
      {"grid_ray_angle",
       {dx, dy, dt, "n", f, angle},
       "deg from x, direction of the energy on the grid, for a plane wave in n whose phase travels at an angle to x; "
       "exact; Taflove & Hagness, ch. 4",
       [](Arguments a) {
         const YeeGrid in{.dx = a[0], .dy = a[1], .dt = a[2], .eps = square(a[3])};
         const GroupVelocity v = discrete_group_velocity(in, 2 * pi * a[4], radians(a[5]));
         return degrees(std::atan2(v.y, v.x));
       }},
      {"grid_phase_velocity",
       {dx, dy, dt, f, angle},
       "phase velocity divided by c of a plane wave in vacuum on the grid, at an angle to x; exact; Taflove & Hagness, "
       "ch. 4",
       [](Arguments a) {
         const double omega = 2 * pi * a[3];
         return omega / c0 / discrete_wavenumber(grid(a), omega, radians(a[4]));
       }},
  };
}

// (rho1, u1, p1, rho2, u2, p2, gamma, …)
RiemannProblem tube(Arguments a) {
  if (!(a[0] > 0 && a[2] > 0 && a[3] > 0 && a[5] > 0 && a[6] > 1)) throw OutOfRange();
  return {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, a[6]};
}

std::vector<TheoryFunction> gases() {
  const auto rho1 = "rho1 (kg/m³)", u1 = "u1 (m/s)", p1 = "p1 (Pa)", rho2 = "rho2 (kg/m³)", u2 = "u2 (m/s)",
             p2 = "p2 (Pa)", gamma = "gamma", xi = "x/t (m/s)", kappa = "kappa (m²/s)", x = "x (m)", t = "t (s)",
             width = "width (m)";
  return {
      {"riemann_density",
       {rho1, u1, p1, rho2, u2, p2, gamma, xi},
       "kg/m³, density at x/t in the Riemann problem of two states of an ideal gas, the first on the left; exact; Toro "
       "2009, ch. 4",
       [](Arguments a) { return tube(a).at(a[7]).rho; }},
      {"riemann_velocity",
       {rho1, u1, p1, rho2, u2, p2, gamma, xi},
       "m/s there; exact; Toro 2009, ch. 4",
       [](Arguments a) { return tube(a).at(a[7]).u; }},
      {"riemann_pressure",
       {rho1, u1, p1, rho2, u2, p2, gamma, xi},
       "Pa there; exact; Toro 2009, ch. 4",
       [](Arguments a) { return tube(a).at(a[7]).p; }},
      {"riemann_front",
       {rho1, u1, p1, rho2, u2, p2, gamma},
       "m/s, velocity of the outer edge of the wave to the right, or of the shock if there is one; exact; Toro 2009, "
       "ch. 4",
       [](Arguments a) { return tube(a).right_wave().outer; }},
      {"shock_pressure_ratio",
       {"mach", gamma},
       "pressure behind divided by pressure before a shock that moves at `mach` times the speed of sound before it; "
       "Rankine and Hugoniot, ideal gas",
       [](Arguments a) { return 1 + 2 * a[1] / (a[1] + 1) * (square(a[0]) - 1); }},
      {"shock_density_ratio",
       {"mach", gamma},
       "density behind divided by density before such a shock; Rankine and Hugoniot, ideal gas",
       [](Arguments a) { return (a[1] + 1) * square(a[0]) / ((a[1] - 1) * square(a[0]) + 2); }},
      {"pitot_pressure_ratio",
       {"mach", gamma},
       "stagnation pressure behind a bow shock divided by the pressure of the stream, mach > 1; Rayleigh, ideal gas",
       [](Arguments a) {
         const double m2 = square(a[0]), g = a[1];
         return std::pow((g + 1) * m2 / 2, g / (g - 1)) * std::pow((g + 1) / (2 * g * m2 - (g - 1)), 1 / (g - 1));
       }},
      {"heat_of_point",
       {kappa, x, t},
       "1/m, value at x on a line for unit heat that was at x = 0 at t = 0; exact; Carslaw and Jaeger, § 2.2",
       [](Arguments a) { return heat_of_point(a[0], a[1], a[2]); }},
      {"heat_of_slab",
       {kappa, width, "left", "right", x, t},
       "value in a slab that starts at 0 and whose sides are kept at left and right; exact; Carslaw and Jaeger, § 3.4",
       [](Arguments a) { return heat_of_slab(a[0], a[1], a[2], a[3], a[4], a[5]); }},
      {"heat_of_filled_slab",
       {kappa, width, "filled (m)", x, t},
       "value in an insulated slab of which a part started at 1 and the rest at 0; exact; Carslaw and Jaeger, § 3.3",
       [](Arguments a) { return heat_of_filled_slab(a[0], a[1], a[2], a[3], a[4]); }},
  };
}

std::vector<TheoryFunction> all_functions() {
  std::vector<TheoryFunction> of;
  for (const auto& field : {plane_waves(), media(), diffraction(), modes(), sources(), gases()})
    of.insert(of.end(), field.begin(), field.end());
  return of;
}

}  // namespace

double evaluate(const TheoryFunction& function, std::span<const double> arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string_view name = function.arguments[k];
    const bool positive = name == "f (Hz)" || name.starts_with("radius") || name.starts_with("width");
    if (std::isnan(arguments[k]) || (positive && !(arguments[k] > 0))) return no_number;
  }
  try {
    return function.value(arguments);
  } catch (const OutOfRange&) {
    return no_number;
  }
}

std::vector<TheoryMark> marks_of(const TheoryFunction& function, std::span<const double> arguments) {
  if (!function.marks || !std::isfinite(evaluate(function, arguments))) return {};
  return function.marks(arguments);
}

std::span<const TheoryFunction> theory_functions() {
  static const std::vector<TheoryFunction> functions = all_functions();
  return functions;
}

}  // namespace ez
