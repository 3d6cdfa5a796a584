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
#include <memory>

#include "solver/engine/fields.h"
#include "solver/problem/problem.h"
#include "solver/scene/waveform.h"

namespace ez {

class PlaneWave {
 public:
  // `turn`: radians by which a carrier runs ahead. What of the waveform's spectrum the grid does not carry is left out.
  PlaneWave(const WaveWay& way, const Waveform& waveform, double turn);

  const std::shared_ptr<const WaveTables>& tables() const { return tables_; }
  // The field of `array` at the distance `at`, per V/m of the waveform (of H in A/m for it), as wave_value() gives it
  // for the steps at begin + n·Δt. Error below 1e-5 of the peak where ten cells make a wavelength.
  WaveColumn column(FieldArray array, double at, double begin) const;
  double omega() const { return omega_; }  // rad/s of a steady wave

 private:
  static constexpr int lead = 16;  // samples of the tables before t − d/v = 0

  struct Spectrum;
  void tabulate(WaveTables& to, const Spectrum& spectrum) const;
  void become_steady(const Waveform& waveform, double turn);

  WaveWay way_;
  double speed_ = 0, sample_ = 0;   // m/s of the longest waves; s between samples
  double spacing_ = 0, first_ = 0;  // m between tables, distance of the first
  std::shared_ptr<const WaveTables> tables_;
  // A waveform that does not end becomes a sine of ω, whose fields are these phasors.
  double omega_ = 0, wavenumber_ = 0;
  std::array<std::complex<double>, 3> phasors_{};
};

}  // namespace ez
