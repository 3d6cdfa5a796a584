// The energy ledger of a run: what the sources put in, what is stored, what σ and σm absorbed, what left through each
// side. Joule per metre of height (the scene is infinite along z).
//
// The balance is that of the scheme itself, so it closes to rounding. Inside a region of Ez nodes bounded by the
// layers' inner interfaces (by the walls where there is no layer):
//   W = ½ Σ ε E^n·E^n ΔxΔy + ½ Σ μ H^(n+½)·H^(n−½) ΔxΔy
//   W(n+1) − W(n) = Δt·(source − absorbed − out),
// with the mean of E^n and E^(n+1) in source, σ-loss and flux, and of the two neighbours in time for σm.
#pragma once

#include <array>

namespace ez {

struct EnergyLedger {
  double source = 0;  // put in by the sources (negative: taken out)
  double stored = 0;
  double absorbed_sigma = 0, absorbed_sigma_m = 0;
  std::array<double, 4> out{};  // by Side
  double turnover = 0;          // Σ|source|·Δt: what "unexplained" is measured against
  double unexplained() const {
    return source - stored - absorbed_sigma - absorbed_sigma_m - out[0] - out[1] - out[2] - out[3];
  }
};

}  // namespace ez
