// Mistakes made on purpose: each does what its words say, and shows.
#include <limits>

#include "helpers.h"
#include "solver/scene/fault.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Case {
  Scene scene;
  int steps = 0;
};

// Largest |field − twin| over largest |twin| in dB along the line two nodes inside the left layer, or two from the
// wall.
double left_db(const Scene& s, const Scene& twin_of, int steps) {
  constexpr int margin = 200;
  Scene twin = twin_of;
  twin.grid.nx += 2 * margin, twin.grid.ny += 2 * margin;
  twin.faults.clear();
  twin.boundary.side.fill(cpml);
  twin.boundary.cpml = {};
  for (Source& source : twin.sources) {
    auto& at = std::get<PointSource>(source.geometry).at;
    at.x += margin, at.y += margin;
  }
  for (Shape& shape : twin.shapes) {
    auto& r = std::get<Rect>(shape.geometry);
    r.max.x += margin, r.min.y += margin, r.max.y += margin;
  }
  Solver a = solver_for(s), b = solver_for(twin);
  const int depth = s.boundary[Side::left] == cpml ? s.boundary.cpml.cells + 2 : 2;
  double difference = 0, incident = 0;
  for (int n = 0; n < steps; ++n) {
    go_on(a, 1), go_on(b, 1);
    if (n % 4) continue;
    const Field u = a.field(Quantity::ez), v = b.field(Quantity::ez);
    for (int j = depth; j < s.grid.ny - depth; ++j) {
      const double w = v[at(twin, depth + margin, j + margin)];
      difference = std::max(difference, std::abs(u[at(s, depth, j)] - w));
      incident = std::max(incident, std::abs(w));
    }
  }
  return db(difference / incident);
}
Scene open_scene(BoundaryKind kind) {
  Scene s = grid(101, 91, kind);
  s.sources = {point(45, 40, pulse(frequency_of(s, 20)))};
  return s;
}
TEST(Faults, experiment) {
  const int steps = 360;
  for (BoundaryKind kind : {cpml, mur1, mur2})
    for (bool slab : {false, true}) {
      Scene s = open_scene(kind);
      s.materials = {{"glass", 4, 1, 0, 0, {}}};
      if (slab) s.shapes = {{Rect{{-1, 30}, {35, 60}}, "glass"}};
      const double clean = left_db(s, s, steps);
      std::printf("kind %d slab %d clean %.1f\n", (int)kind, slab, clean);
      for (const FaultWords& w : all_faults()) {
        Scene f = s;
        f.faults = {{Side::left, w.fault}};
        if (is_applicable(s, f.faults[0]))
          std::printf("  %-22s %.1f\n", std::string(w.name).c_str(), left_db(f, s, steps));
      }
    }
}

}  // namespace
}  // namespace ez::test
