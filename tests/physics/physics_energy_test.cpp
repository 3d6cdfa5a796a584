// Tests that a lossless box conserves its energy and runs backwards, that source and receiver can be exchanged, and
// that mirror images behave alike.
#include <tuple>

#include "helpers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// PEC box of 48 × 40 nodes with ε of 1, 2.25, 4 and 9, μ of 1 and 2, a PEC body and a PMC body.
Scene mixed_box(Precision precision) {
  Scene s = grid(48, 40, pec, precision, 1e-3, 0.9e-3);
  s.materials = {{"a", 2.25, 1, 0, 0, {}}, {"b", 4, 2, 0, 0, {}}, {"c", 9, 1, 0, 0, {}}};
  s.shapes = {{Circle{{14, 12}, 7}, "a"},
              {Rect{{28, 5}, {47, 18}}, "b"},
              {Ellipse{{20, 30}, {12, 5}, 20}, "c"},
              {Circle{{38, 30}, 3}, "pec"},
              {Circle{{6, 30}, 2}, "pmc"}};
  return s;
}

// Returns a smooth bump of radius 10 that does not touch the conductors.
Field bump(const Scene& s, double i0, double j0) {
  Field e(static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny));
  for (int j = 1; j < s.grid.ny - 1; ++j)
    for (int i = 1; i < s.grid.nx - 1; ++i)
      if (const double r = std::hypot(i - i0, j - j0) / 10; r < 1) e[at(s, i, j)] = std::pow(std::cos(0.5 * pi * r), 2);
  return e;
}

// Returns ½ΔxΔy·Σ(ε Eⁿ·Eⁿ + μ H^{n−½}·H^{n+½}) in J/m, which the leap-frog scheme conserves exactly. Takes one step.
double staggered_energy(Solver& solver) {
  const Problem& p = solver.problem();
  const auto palette = palette_of(solver.scene());
  const Field e = solver.field(Quantity::ez), hx = solver.field(Quantity::hx), hy = solver.field(Quantity::hy);
  go_on(solver, 1);
  const Field hx1 = solver.field(Quantity::hx), hy1 = solver.field(Quantity::hy);
  const auto entry = [&](int i, int j) { return palette[solver.nodes().at(i, j)]; };
  double sum = 0;
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const std::size_t k = at(solver.scene(), i, j);
      sum += eps0 * entry(i, j).eps * e[k] * e[k];
      if (j < p.ny - 1) sum += mu0 * 0.5 * (entry(i, j).mu + entry(i, j + 1).mu) * hx[k] * hx1[k];
      if (i < p.nx - 1) sum += mu0 * 0.5 * (entry(i, j).mu + entry(i + 1, j).mu) * hy[k] * hy1[k];
    }
  return 0.5 * p.dx * p.dy * sum;
}

// Returns the largest relative drift over `steps`, sampled `looks` times.
double drift(Precision precision, int steps, int looks) {
  Solver solver = solver_for(mixed_box(precision));
  start_at_rest(solver, bump(solver.scene(), 24, 20));
  const double start = staggered_energy(solver);
  double worst = 0;
  for (int k = 0; k < looks; ++k) {
    go_on(solver, steps / looks - 1);
    worst = std::max(worst, std::abs(staggered_energy(solver) / start - 1));
  }
  return worst;
}

TEST(Energy, of_a_lossless_box_drifts_under_1e_5_in_100000_float_steps) {
  EXPECT_LE(measured("drift", drift(Precision::float32, 100000, 20)), 1e-5);
}
TEST(Energy, of_a_lossless_box_drifts_under_1e_12_in_double) {
  EXPECT_LE(measured("drift", drift(Precision::float64, 100000, 20)), 1e-12);
}
TEST(LongEnergy, of_a_lossless_box_drifts_under_1e_5_in_a_million_float_steps) {
  EXPECT_LE(measured("drift", drift(Precision::float32, 1000000, 40)), 1e-5);
}
TEST(Energy, decreases_with_loss) {
  Scene s = mixed_box(Precision::float64);
  s.materials[0].sigma = 0.05;
  Solver solver = solver_for(s);
  start_at_rest(solver, bump(s, 24, 20));
  double last = staggered_energy(solver);
  for (int k = 0; k < 10; ++k) {
    go_on(solver, 50);
    const double now = staggered_energy(solver);
    EXPECT_LT(now, last);
    last = now;
  }
}

// Runs backwards: Eⁿ with −H^{n+½} retraces every step.
double way_back(Precision precision) {
  constexpr int steps = 3000;
  Solver solver = solver_for(mixed_box(precision));
  const Field start = bump(solver.scene(), 24, 20);
  start_at_rest(solver, start);
  go_on(solver, steps);
  const Field e = solver.field(Quantity::ez);
  go_on(solver, 1);
  for (const auto& [array, quantity, unit] : {std::tuple(FieldArray::hx, Quantity::hx, solver.problem().hx_unit),
                                              std::tuple(FieldArray::hy, Quantity::hy, solver.problem().hy_unit)}) {
    Field h = solver.field(quantity);
    for (double& v : h) v /= -unit;
    write(solver, array, h);
  }
  write(solver, FieldArray::ez, e);
  go_on(solver, steps);
  return relative_difference(solver.field(Quantity::ez), start);
}
TEST(TimeReversal, restores_the_start_up_to_rounding) {
  EXPECT_LE(measured("way_back", way_back(Precision::float64)), 1e-12);
  EXPECT_LE(measured("way_back", way_back(Precision::float32)), 5e-4);
}

// Returns an asymmetric open scene. B receives from A the same as A receives from B.
Scene lopsided(Precision precision) {
  Scene s = grid(96, 80, cpml, precision, 1e-3, 1.1e-3);
  s.boundary[Side::top] = pec;
  s.boundary[Side::bottom] = pmc;
  s.materials = {{"a", 3, 1, 0.02, 0, {}}, {"b", 2, 1.5, 0, 3e3, {}}};
  s.shapes = {{Circle{{40, 30}, 11}, "a"},
              {Rect{{50, 45}, {95, 55}}, "b"},
              {Stroke{{{25, 20}, {30, 60}}, 1}, "pec"},
              {Circle{{70, 20}, 4}, "pmc"}};
  return s;
}
double reciprocity(Precision precision, BoundaryKind right) {
  Field heard[2];
  const Vec2 ends[] = {{18, 40}, {60, 50}};
  for (int k = 0; k < 2; ++k) {
    Scene s = lopsided(precision);
    s.boundary[Side::right] = right;
    s.sources = {point(ends[k].x, ends[k].y, pulse(frequency_of(s, 20)))};
    s.probes = {{"p", ends[1 - k]}};
    Solver solver = run(s, 1000);
    heard[k] = solver.take_probes()[0].values;
  }
  EXPECT_GT(max_abs(heard[0]), 1);
  return relative_difference(heard[0], heard[1]);
}
TEST(Reciprocity, source_and_probe_can_be_exchanged) {
  EXPECT_LE(measured("reciprocity", reciprocity(Precision::float64, cpml)), 1e-12);
  EXPECT_LE(measured("reciprocity", reciprocity(Precision::float32, cpml)), 5e-6);
}

// Compares the field of a scene with the field of its mirror image, mirrored back.
double asymmetry(Precision precision, BoundaryKind walls, bool flip_x, bool flip_y, bool transpose) {
  Field fields[2];
  for (int k = 0; k < 2; ++k) {
    Scene s = grid(81, 81, walls, precision);
    s.materials = {{"a", 3, 1.4, 0.02, 500, {}}};
    const auto turn = [&](double x, double y) {
      if (k == 0) return Vec2{x, y};
      if (flip_x) x = 80 - x;
      if (flip_y) y = 80 - y;
      return transpose ? Vec2{y, x} : Vec2{x, y};
    };
    s.shapes = {{Circle{turn(55, 30), 9}, "a"}, {Circle{turn(20, 60), 5}, "pec"}, {Circle{turn(0, 22), 6}, "a"}};
    const Vec2 lamp = turn(37, 43);
    s.sources = {point(lamp.x, lamp.y, pulse(frequency_of(s, 15)))};
    const Field f = run(s, 250).field(Quantity::ez);
    fields[k].resize(f.size());
    for (int j = 0; j < 81; ++j)
      for (int i = 0; i < 81; ++i) {
        const Vec2 v = turn(i, j);
        fields[k][at(s, i, j)] = f[at(s, static_cast<int>(v.x), static_cast<int>(v.y))];
      }
  }
  EXPECT_GT(max_abs(fields[0]), 1e-6);
  return relative_difference(fields[1], fields[0]);
}
TEST(MirrorSymmetry, holds_up_to_rounding_for_every_boundary) {
  for (BoundaryKind walls : {pec, pmc, mur1, cpml})
    for (int way = 1; way < 5; ++way) {
      SCOPED_TRACE(testing::Message() << "walls " << static_cast<int>(walls) << ", way " << way);
      EXPECT_LE(measured("asymmetry in double", asymmetry(Precision::float64, walls, way & 1, way & 2, way & 4)),
                1e-12);
      if (walls == pec || walls == pmc) {
        EXPECT_LE(measured("asymmetry in float", asymmetry(Precision::float32, walls, way & 1, way & 2, way & 4)),
                  5e-6);
      }
    }
}

}  // namespace
}  // namespace ez::test
