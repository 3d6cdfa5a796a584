// A boundary lab as in a running program, filled by hand: four panes (PEC, Mur 1, Mur 2, CPML) and plausible readings
// of their instruments. For pictures and for tests of the interface alone. None of its numbers was measured.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/state.h"
#include "app/model/state.h"
#include "solver/base/constants.h"

namespace ez {

namespace lab_by_hand {

inline constexpr std::array<BoundaryKind, 4> kinds = {BoundaryKind::pec, BoundaryKind::mur1, BoundaryKind::mur2,
                                                      BoundaryKind::cpml};
inline constexpr std::array<const char*, 4> pane_names = {"PEC", "Mur, 1st order", "Mur, 2nd order", "CPML"};
inline constexpr std::array<double, 4> worst = {0, -12.8, -25.1, -83.1};

// Returns dB: continuous theory for the sides, and for the layer a floor that rises towards grazing incidence.
inline double reflection(int kind, double degrees) {
  const double c = std::cos(degrees * pi / 180);
  if (kind == 0) return 0;
  if (kind == 3) return 20 * std::log10(3e-5 + 3e-4 * std::pow(1 - c, 3) + std::exp(-13.6 * c));
  return std::max(-130.0, 20 * kind * std::log10(std::max((1 - c) / (1 + c), 1e-9)));
}

inline ReflectionReading reading(int kind, double time, double frequency) {
  ReflectionReading r;
  const auto k = static_cast<std::size_t>(kind);
  r.worst = worst[k];
  r.until = time;
  r.valid_until = 2 * time;
  for (const Side side : all_sides) {
    const auto i = static_cast<std::size_t>(side);
    r.db[i] = kind == 0 ? 0.0 : worst[k] - 0.7 * static_cast<double>((i + 3) % 4);
    for (int n = 5; n <= 85; n += 5)
      r.angles.push_back({side,
                          static_cast<double>(n),
                          reflection(kind, n) + (kind ? 0.4 * std::sin(n) : 0.0),
                          {},
                          reflection(kind, n) + (kind ? 0.4 * std::sin(n) : 0.0)});
    for (int n = 0; n <= 24; ++n)
      r.spectrum[i].push_back({frequency * (0.4 + 0.06 * n), worst[k] + (kind ? 3 * std::cos(0.3 * n) : 0.0)});
  }
  for (int n = 0; n < 200; ++n) {
    const double t = time * n / 199, grown = 1 - std::exp(-6 * std::max(0.0, t / time - 0.35));
    r.history.push_back({t, worst[k] - 130 * (1 - std::clamp(3 * grown, 0.0, 1.0))});
  }
  return r;
}

}  // namespace lab_by_hand

// Puts the state into the lab. Step and time of the field should be set before.
inline void fill_lab(State& s) {
  using namespace lab_by_hand;
  s.scene.reflection.on = true;
  s.scene.variants.clear();
  s.panes.clear();
  s.instruments = {};
  s.reference = {};
  s.instability.reset();
  s.fault_revealed = false;
  s.of<LabState>() = {};
  s.workspace = Workspace::boundary_lab;
  s.active = 3;
  const double f = 1 / first_period(s.scene).value_or(1e-10);
  for (int k = 0; k < 4; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const std::string kind(to_string(kinds[i]));
    Variant v{pane_names[i], {}};
    if (k < 3)
      for (const Side side : all_sides)
        v.set.push_back({fmt::format("boundary.{}", to_string(side)), fmt::format("\"{}\"", kind)});
    s.scene.variants.push_back(v);
  }
  for (int k = 0; k < 4; ++k) {
    const auto i = static_cast<std::size_t>(k);
    PaneState pane;
    pane.name = pane_names[i];
    pane.scene = s.scene;
    pane.media = s.media;
    pane.step = s.step;
    pane.dt = s.dt;
    pane.time = s.time;
    pane.scene.variants.clear();
    pane.scene.boundary.side.fill(kinds[i]);
    pane.residual_limit = 0.03;
    pane.reflection = reading(k, s.time, f);
    s.panes.push_back(pane);
  }
  s.instruments.ledger = true;
  for (int n = 0; n <= 120; ++n) {
    const double t = s.time * n / 120, in = 2e-12 * std::min(1.0, t / s.time * 2),
                 gone = 1.6e-12 * std::max(0.0, t / s.time - 0.3);
    EnergyLedger l;
    l.source = l.turnover = in;
    l.absorbed_sigma = 0.2 * gone;
    l.out = {0.3 * gone, 0.25 * gone, 0.1 * gone, 0.15 * gone};
    l.stored = in - gone - 1e-19;
    s.of<LabState>().ledger = l;
    s.of<LabState>().ledger_history.push_back({t, l});
  }
  s.reference.nx = 540;
  s.reference.ny = 540;
  s.reference.bytes = 12.4e6;
}

}  // namespace ez
