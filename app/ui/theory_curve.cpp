#include "app/ui/theory_curve.h"

#include <algorithm>
#include <cmath>

#include "solver/physics/constants.h"
#include "solver/theory/cpml_reflection.h"
#include "solver/theory/mur_reflection.h"

namespace ez {
namespace {

constexpr double least_db = -160;  // below every plot

double decibels(double ratio) { return std::max(least_db, 20 * std::log10(std::max(std::abs(ratio), 1e-300))); }

// Closer where Mur's curves dive.
std::vector<double> angles() {
  std::vector<double> out;
  for (double d = 0; d < 90; d += d < 15 ? 0.5 : 1.5) out.push_back(d);
  return out;
}

void mur(TheoryCurve& curve, const YeeGrid& grid, double omega, int order) {
  for (const double d : curve.degrees) {
    const double theta = d * pi / 180;
    curve.discrete.push_back(decibels(std::abs(discrete_mur_reflection(grid, omega, theta, order))));
    curve.continuous.push_back(decibels(mur_reflection(theta, order)));
  }
}

void layer(TheoryCurve& curve, const Scene& scene, const YeeGrid& grid, double omega) {
  const LayerTable table = layer_table(scene, curve.question.side);
  for (const double d : curve.degrees) {
    const double theta = d * pi / 180, ky = discrete_wavenumber(grid, omega, theta) * std::sin(theta);
    curve.discrete.push_back(decibels(std::abs(discrete_cpml_reflection(table, grid, omega, ky))));
    curve.continuous.push_back(decibels(cpml_reflection(scene.boundary.cpml, curve.question.side, theta)));
  }
}

TheoryCurve computed(const TheoryQuestion& q, const Scene& scene) {
  TheoryCurve curve{q, angles(), {}, {}};
  const YeeGrid grid = grid_before(scene, q.side);
  const double omega = 2 * pi * q.frequency;
  if (q.kind == BoundaryKind::pec || q.kind == BoundaryKind::pmc) curve.discrete.assign(curve.degrees.size(), 0.0);
  if (!(q.frequency > 0) || std::isnan(discrete_wavenumber(grid, omega, 0))) return curve;
  if (q.kind == BoundaryKind::mur1) mur(curve, grid, omega, 1);
  if (q.kind == BoundaryKind::mur2) mur(curve, grid, omega, 2);
  if (q.kind == BoundaryKind::cpml) layer(curve, scene, grid, omega);
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
