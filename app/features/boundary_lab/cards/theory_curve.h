// Theoretical reflection against angle, for one boundary on one grid at one frequency.
#pragma once

#include <optional>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Everything that the curve depends on. The curve is computed again when this changes.
struct TheoryQuestion {
  BoundaryKind kind = BoundaryKind::pec;
  Side side = Side::left;
  Grid grid;
  Vec2 cell;                           // Δx, Δy in m
  std::optional<Material> background;  // empty: vacuum
  double frequency = 0;                // Hz
  std::optional<CpmlGrading> grading;  // empty unless the side is CPML
  bool operator==(const TheoryQuestion&) const = default;
};
TheoryQuestion theory_question(const Scene& scene, Side side, double frequency);

struct TheoryCurve {
  TheoryQuestion question;
  std::vector<double> degrees;
  std::vector<double> discrete;    // dB on this grid; empty if there is no theory
  std::vector<double> continuous;  // dB for Δ → 0; empty if it is the same or there is no theory
};
// Returns the theory of one side. `kept` is the cached curve, which is computed again only if its question changed.
const TheoryCurve& answered(TheoryCurve& kept, const Scene& scene, Side side, double frequency);

// Returns the frequency of the angle plot in Hz: `set` or, if that is 0, the first frequency that a source has. 0 if no
// source has one.
double angle_frequency(const Scene& scene, double set);

}  // namespace ez
