// A plane wave as the grid itself carries it: what a total-field box is fed with, so that nothing leaks from it.
//
// A wave of frequency ω and direction θ has on the grid the wavenumber k(ω, θ) of theory/dispersion.h, and H beside
// E in the ratio that the discrete equations give (Taflove & Hagness, Computational Electrodynamics, ch. 4 and 5; the
// spectral propagation after Oğuz & Gürel, IEEE MGWL 7 (1997) 393, and Tan & Potter, IEEE TAP 58 (2010) 2560):
//   Hx = +(1/μ)·[sin(k_yΔy/2)/Δy]/[sin(ωΔt/2)/Δt]·Ez,   Hy = −(1/μ)·[sin(k_xΔx/2)/Δx]/[sin(ωΔt/2)/Δt]·Ez.
// At the distance d (m) along its way the field at time t is the waveform with every frequency late by k·d. Seen at
// the retarded time t − d/v that changes slowly with d: it is tabulated at some distances, by one Fourier transform
// each, and interpolated between them.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/problem/problem.h"
#include "solver/scene/waveform.h"

namespace ez {

class PlaneWave {
 public:
  // `turn`: radians by which a carrier runs ahead. What of the waveform's spectrum the grid does not carry is left out.
  PlaneWave(const WaveWay& way, const Waveform& waveform, double turn);

  // The field of `array` at the distance `at` at the times begin + (first + k)·Δt, k = 0, 1 … of `out`: of Ez per V/m
  // of the waveform, of H in A/m for it. The same moment gives the same bits whichever step is the first.
  // Error below 1e-5 of the peak where ten cells make a wavelength.
  void field(FieldArray array, double at, double begin, std::uint64_t first, std::span<double> out) const;

 private:
  static constexpr int taps = 8;    // of an interpolation in time
  static constexpr int lead = 16;   // samples of the tables before t − d/v = 0
  static constexpr int around = 4;  // tables that a place is interpolated between

  struct Spectrum;
  void tabulate(const Spectrum& spectrum);
  void become_steady(const Waveform& waveform, double turn, double omega);
  double steady_field(FieldArray array, double at, double t) const;

  WaveWay way_;
  double speed_ = 0, sample_ = 0;   // m/s of the longest waves; s between samples
  double spacing_ = 0, first_ = 0;  // m between tables, distance of the first
  std::size_t tables_ = 0, samples_ = 0;
  std::array<std::vector<double>, 3> values_;  // by FieldArray: samples × tables
  // A waveform that does not end: from this retarded time (s) on it is a sine of ω, whose fields are these phasors.
  bool is_steady_ = false;
  double steady_from_ = 0, omega_ = 0, wavenumber_ = 0;
  std::array<std::complex<double>, 3> phasors_{};
};

}  // namespace ez
