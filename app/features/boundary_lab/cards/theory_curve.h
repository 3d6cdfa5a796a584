// Reflection against angle as theory has it, for one boundary on one grid at one frequency.
#pragma once

#include <optional>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// All that the curve depends on: it is computed anew when this changes.
struct TheoryQuestion {
  BoundaryKind kind = BoundaryKind::pec;
  Side side = Side::left;
  Grid grid;
  Vec2 cell;                           // Δx, Δy in m
  std::optional<Material> background;  // where it is not the vacuum
  double frequency = 0;                // Hz
  std::optional<CpmlGrading> grading;  // of a CPML side
  bool operator==(const TheoryQuestion&) const = default;
};
TheoryQuestion theory_question(const Scene& scene, Side side, double frequency);

struct TheoryCurve {
  TheoryQuestion question;
  std::vector<double> degrees;
  std::vector<double> discrete;    // dB on this grid; empty where there is no theory
  std::vector<double> continuous;  // dB for Δ → 0; empty where it is the same or there is none
};
// What theory says of one side; `kept`, computed anew only when its question is another one.
const TheoryCurve& answered(TheoryCurve& kept, const Scene& scene, Side side, double frequency);

// The frequency of the angle plot in Hz: `set`, or where that is 0 the first source's that has one; 0 when none has.
double angle_frequency(const Scene& scene, double set);

}  // namespace ez
