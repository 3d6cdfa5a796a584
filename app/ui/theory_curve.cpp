#include "app/ui/theory_curve.h"

#include <algorithm>
#include <cmath>

#include "solver/physics/constants.h"
#include "solver/theory/mur_reflection.h"

namespace ez {
namespace {

constexpr double least_db = -160;  // below every plot

double decibels(double ratio) { return std::max(least_db, 20 * std::log10(std::max(std::abs(ratio), 1e-300))); }

Material background_of(const Scene& scene) {
  for (const Material& m : scene.materials)
    if (m.name == scene.grid.background) return m;
  return {};
}

// Closer where Mur's curves dive.
std::vector<double> angles() {
  std::vector<double> out;
  for (double d = 0; d < 90; d += d < 15 ? 0.5 : 1.5) out.push_back(d);
  return out;
}

void mur(TheoryCurve& curve, const YeeGrid& grid, double omega) {
  for (const double d : curve.degrees) {
    const double theta = d * pi / 180;
    curve.discrete.push_back(decibels(std::abs(discrete_mur_reflection(grid, omega, theta))));
    curve.continuous.push_back(decibels(mur_reflection(theta)));
  }
}

TheoryCurve computed(const TheoryQuestion& q) {
  TheoryCurve curve{q, angles(), {}, {}};
  const YeeGrid grid{q.normal, q.along, q.dt, q.eps, q.mu};
  const double omega = 2 * pi * q.frequency;
  switch (q.kind) {
    case BoundaryKind::pec:
    case BoundaryKind::pmc:
      curve.discrete.assign(curve.degrees.size(), 0.0);
      break;
    case BoundaryKind::mur1:
      if (q.frequency > 0) mur(curve, grid, omega);
      break;
    case BoundaryKind::mur2:
    case BoundaryKind::cpml:
    case BoundaryKind::periodic:
      break;
  }
  return curve;
}

}  // namespace

TheoryQuestion theory_question(const Scene& scene, Side side, double frequency) {
  const Vec2 cell = cell_size(scene);
  const bool upright = side == Side::left || side == Side::right;  // the wall's normal is x
  const Material medium = background_of(scene);
  TheoryQuestion q;
  q.kind = scene.boundary[side];
  q.normal = upright ? cell.x : cell.y;
  q.along = upright ? cell.y : cell.x;
  q.dt = time_step(scene);
  q.eps = medium.eps;
  q.mu = medium.mu;
  q.frequency = frequency;
  if (q.kind == BoundaryKind::cpml) {
    q.grading = scene.boundary.cpml;
    q.grading.factor.fill(scene.boundary.cpml.factor[static_cast<std::size_t>(side)]);
  }
  return q;
}

const TheoryCurve& answered(TheoryCurve& kept, const TheoryQuestion& question) {
  if (kept.degrees.empty() || !(kept.question == question)) kept = computed(question);
  return kept;
}

double angle_frequency(const Scene& scene, double set) {
  if (set > 0) return set;
  for (const Source& s : scene.sources)
    if (const auto f = frequency(s.waveform)) return *f;
  return 0;
}

}  // namespace ez
