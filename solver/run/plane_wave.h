// A plane wave as the grid itself propagates it. A total-field box driven with it does not leak.
//
// On the grid a wave of frequency ω and direction θ has the wavenumber k(ω, θ) of theory/dispersion.h. The discrete
// equations give the ratio of H to E (Taflove & Hagness, Computational Electrodynamics, ch. 4 and 5). The spectral
// propagation follows Oğuz & Gürel, IEEE MGWL 7 (1997) 393, and Tan & Potter, IEEE TAP 58 (2010) 2560.
//   Hx = +(1/μ)·[sin(k_yΔy/2)/Δy]/[sin(ωΔt/2)/Δt]·Ez,   Hy = −(1/μ)·[sin(k_xΔx/2)/Δx]/[sin(ωΔt/2)/Δt]·Ez.
// At the distance d (m) along its path, the field at time t is the waveform with a phase delay of k·d at every
// frequency. As a function of the retarded time t − d/v it changes slowly with d. So it is tabulated at some distances,
// by one Fourier transform each, and interpolated between them.
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
  // `turn` is the phase lead of a carrier in radians. Frequencies that the grid does not support are left out.
  PlaneWave(const WavePath& way, const Waveform& waveform, double turn);

  const std::shared_ptr<const WaveTables>& tables() const { return tables_; }
  // Returns the field of `array` at the distance `at`, per V/m of the waveform (H in A/m). wave_value() evaluates it
  // for the steps at begin + n·Δt. The error is below 1e-5 of the peak at ten cells per wavelength.
  WaveColumn column(FieldArray array, double at, double begin) const;
  double omega() const { return omega_; }  // rad/s of a steady wave

 private:
  static constexpr int lead = 16;  // samples of the tables before t − d/v = 0

  struct Spectrum;
  void tabulate(WaveTables& to, const Spectrum& spectrum) const;
  void become_steady(const Waveform& waveform, double turn);

  WavePath way_;
  double speed_ = 0, sample_ = 0;   // m/s of the longest waves; s between samples
  double spacing_ = 0, first_ = 0;  // m between tables, distance of the first
  std::shared_ptr<const WaveTables> tables_;
  // A waveform that does not end becomes a sine of ω. These phasors are its fields.
  double omega_ = 0, wavenumber_ = 0;
  std::array<std::complex<double>, 3> phasors_{};
};

}  // namespace ez
