// Reflection against angle as theory has it, for one boundary on one grid at one frequency.
#pragma once

#include <optional>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// All that the curve depends on; compared to know whether it must be computed anew.
struct TheoryQuestion {
  BoundaryKind kind = BoundaryKind::pec;
  double normal = 0, along = 0, dt = 0;  // cell sizes across and along the side in m; s
  double eps = 1, mu = 1;                // of the background, relative
  double frequency = 0;                  // Hz
  CpmlGrading grading;                   // `factor` of this side in all four; 1 for other kinds
  bool operator==(const TheoryQuestion&) const = default;
};
TheoryQuestion theory_question(const Scene& scene, Side side, double frequency);

struct TheoryCurve {
  TheoryQuestion question;
  std::vector<double> degrees;
  std::vector<double> discrete;    // dB on this grid; empty where there is no theory
  std::vector<double> continuous;  // dB for Δ → 0; empty where it is the same or there is none
};
// The curve for a question: `kept` itself when it answers it already.
const TheoryCurve& answered(TheoryCurve& kept, const TheoryQuestion& question);

// The frequency of the angle plot: as set, else that of the first source that has one; 0 when none has.
double angle_frequency(const Scene& scene, double set);

}  // namespace ez
