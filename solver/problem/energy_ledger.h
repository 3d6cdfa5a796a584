// The energy ledger of a run: what the sources put in, what is stored, what σ and σm absorbed, what left through each
// side. Joule per metre of height (the scene is infinite along z).
//
// The balance is that of the scheme itself, so it closes to rounding (solver/physics/energy.h has the derivation).
// Inside a region of Ez nodes bounded by the layers' inner interfaces, by the first nodes off a Mur wall, and by the
// walls where there is neither:
//   W = ½ Σ ε E^n·E^n ΔxΔy + ½ Σ μ H^(n+½)·H^(n−½) ΔxΔy
//   W(n+1) − W(n) = Δt·(source − absorbed − out),
// with the mean of E^n and E^(n+1) in source, σ-loss and flux, and of the two neighbours in time for σm. Through PEC,
// PMC and periodic sides nothing goes out. A source that stands in a layer is outside: what it sends in counts as a
// negative `out`.
//
// An edit of media, walls or Δt changes what the same field is worth: that jump is booked as `edits`, and so is the
// field that is there when the ledger is switched on.
#pragma once

#include <array>

namespace ez {

struct EnergyLedger {
  double source = 0;  // put in by the sources (negative: taken out)
  double edits = 0;   // there when the ledger began, and put in by edits of the running scene (negative: taken out)
  double stored = 0;
  double absorbed_sigma = 0, absorbed_sigma_m = 0;
  std::array<double, 4> out{};  // by Side
  // What "unexplained" is measured against: Σ|source|·Δt over steps and source nodes, what there was at the start, and
  // what came in through a side.
  double turnover = 0;
  double unexplained() const {
    return source + edits - stored - absorbed_sigma - absorbed_sigma_m - out[0] - out[1] - out[2] - out[3];
  }
};

}  // namespace ez
