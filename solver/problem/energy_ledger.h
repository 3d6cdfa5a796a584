// The energy ledger of a run: energy put in by the sources, stored, absorbed by σ and σm, and lost through each
// boundary. All values are in joule per metre of height, because the scene is infinite along z.
//
// The ledger uses the discrete energy balance of the scheme, so it closes to rounding (derivation in
// solver/physics/energy.h). It covers a region of Ez nodes. The region ends at the layers' inner interfaces, next to
// the nodes of a Mur boundary, and elsewhere at the boundary itself. Inside it,
//   W = ½ Σ ε E^n·E^n ΔxΔy + ½ Σ μ H^(n+½)·H^(n−½) ΔxΔy
//   W(n+1) − W(n) = Δt·(source − absorbed − out),
// Source, σ loss and flux use the mean of E^n and E^(n+1). The σm loss uses the mean of the two neighbours in time. No
// energy flows through PEC, PMC and periodic boundaries. A source inside a layer is outside the region, so the energy
// that it sends into the region counts as a negative `out`.
//
// An edit of media, boundaries or Δt changes the energy of the same field. This jump is recorded as `edits`, and so is
// the field's energy when the ledger is switched on.
#pragma once

#include <array>

namespace ez {

struct EnergyLedger {
  double source = 0;  // energy from the sources (negative: taken out)
  double edits = 0;   // energy when the ledger began, and from edits of the running scene (negative: taken out)
  double stored = 0;
  double absorbed_sigma = 0, absorbed_sigma_m = 0;
  std::array<double, 4> out{};  // by Side
  // Reference for "unexplained": Σ|source|·Δt over steps and source nodes, plus the energy at the start, plus the
  // energy that came in through a boundary.
  double turnover = 0;
  double unexplained() const {
    return source + edits - stored - absorbed_sigma - absorbed_sigma_m - out[0] - out[1] - out[2] - out[3];
  }
};

}  // namespace ez
