#include "app/features/boundary_lab/cards/theory_curve.h"
#include "app/ui/readings.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/mirror.h"
#include "solver/theory/mur_reflection.h"

namespace ez {
namespace {

constexpr double least_db = -160;  // below every plot

double decibels(double ratio) { return std::max(least_db, 20 * std::log10(std::max(std::abs(ratio), 1e-300))); }

// Returns the angles of the curve. They are closer together where Mur's curves have deep minima.
std::vector<double> angles() {
  std::vector<double> out;
  for (double d = 0; d < 90; d += d < 15 ? 0.5 : 1.5) out.push_back(d);
  return out;
}

double continuous_db(const TheoryQuestion& q, const Scene& scene, double theta) {
  if (q.kind == BoundaryKind::cpml) return decibels(cpml_reflection(scene, q.side, theta));
  return decibels(mur_reflection(theta, q.kind == BoundaryKind::mur2 ? 2 : 1));
}

TheoryCurve computed(const TheoryQuestion& q, const Scene& scene) {
  TheoryCurve curve{q, angles(), {}, {}};
  if (q.kind == BoundaryKind::periodic) return curve;
  // PEC and PMC reflect everything, on any grid, at any frequency.
  const bool mirror = q.kind == BoundaryKind::pec || q.kind == BoundaryKind::pmc;
  if (!mirror && !carries_waves(grid_before(scene, q.side), q.frequency)) return curve;
  const SideTheory side(scene, q.side);
  for (const double d : curve.degrees) {
    curve.discrete.push_back(std::max(least_db, side.db(q.frequency, d).value_or(least_db)));
    if (!mirror) curve.continuous.push_back(continuous_db(q, scene, d * pi / 180));
  }
  return curve;
}

}  // namespace

TheoryQuestion theory_question(const Scene& scene, Side side, double frequency) {
  TheoryQuestion q{.kind = scene.boundary[side],
                   .side = side,
                   .grid = scene.grid,
                   .cell = cell_size(scene),
                   .background = {},
                   .frequency = frequency,
                   .grading = {}};
  for (const Material& m : scene.materials)
    if (m.name == scene.grid.background) q.background = m;
  if (q.kind == BoundaryKind::cpml) q.grading = scene.boundary.cpml;
  return q;
}

const TheoryCurve& answered(TheoryCurve& kept, const Scene& scene, Side side, double frequency) {
  const TheoryQuestion question = theory_question(scene, side, frequency);
  if (kept.degrees.empty() || !(kept.question == question)) kept = computed(question, scene);
  return kept;
}

double angle_frequency(const Scene& scene, double set) {
  if (set > 0) return set;
  for (const Source& s : scene.sources)
    if (const auto f = frequency(s.waveform)) return *f;
  return 0;
}

}  // namespace ez
