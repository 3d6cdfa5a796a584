// Tests every pair of boundary kinds at a corner: all four corners behave alike, and no field grows. Also compares
// periodic sides with a grid that repeats the cell.
#include <array>

#include "helpers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;
constexpr std::array kinds = {pec, pmc, mur1, mur2, cpml, periodic};

// Returns a box whose left and right sides have one kind, and bottom and top another. A side may differ from its
// opposite.
Scene box(BoundaryKind x, BoundaryKind y, Precision precision, Polarization polarization) {
  Scene s = grid(44, 44, pec, precision);
  s.grid.polarization = polarization;
  s.boundary.side = {x, x, y, y};
  s.boundary.cpml.cells = 6;
  return s;
}
// One of the eight symmetries of the box. `flip_x` and `flip_y` move the pulse and the discs to another corner, and
// `turn` exchanges the axes. corner_field() returns the field, mirrored back and relative to its peak so far.
struct Corner {
  bool flip_x, flip_y, turn;
  Node operator()(int i, int j) const {
    if (turn) std::swap(i, j);
    return {flip_x ? 43 - i : i, flip_y ? 43 - j : j};
  }
};
Field corner_field(BoundaryKind x, BoundaryKind y, Polarization polarization, const Corner& corner) {
  Scene s = box(corner.turn ? y : x, corner.turn ? x : y, Precision::float64, polarization);
  const auto at = [&](int i, int j) {
    const Node n = corner(i, j);
    return Vec2{double(n.i), double(n.j)};
  };
  s.materials = {{"a", 2, 1.5, 0.01, 0, {}}};
  s.shapes = {{Circle{at(0, 12), 4}, "a"}, {Circle{at(13, 0), 3}, "a"}};
  s.sources = {point(at(8, 9).x, at(8, 9).y, pulse(frequency_of(s, 12)))};
  Solver solver = solver_for(s);
  double peak = 0;
  for (int n = 0; n < 26; ++n) go_on(solver, 10), peak = std::max(peak, solver.health().max_abs);
  const Field f = solver.field(Quantity::ez);
  Field back(f.size());
  for (int j = 0; j < 44; ++j)
    for (int i = 0; i < 44; ++i) {
      const Node n = corner(i, j);
      back[ez::test::at(s, i, j)] = f[ez::test::at(s, n.i, n.j)] / peak;
    }
  return back;
}

TEST(Corners, of_every_pair_of_kinds_are_mirror_images) {
  for (Polarization polarization : {Polarization::ez, Polarization::hz})
    for (BoundaryKind x : kinds)
      for (BoundaryKind y : kinds) {
        const Field first = corner_field(x, y, polarization, {false, false, false});
        ASSERT_GT(max_abs(first), 1e-6);
        for (const Corner& corner : {Corner{true, false, false},
                                     {false, true, false},
                                     {true, true, false},
                                     {false, false, true},
                                     {true, true, true}})
          EXPECT_LE(max_difference(corner_field(x, y, polarization, corner), first), 1e-13)
              << static_cast<int>(x) << ", " << static_cast<int>(y) << ", mirrored " << corner.flip_x << corner.flip_y
              << corner.turn;
      }
}

// Sends a pulse into each corner, with and without media there. Three of the sides may have other kinds.
void expect_no_growth(BoundaryKind left, BoundaryKind bottom, bool media, Precision precision, int steps) {
  Scene s = box(left, bottom, precision, Polarization::ez);
  s.materials = {{"a", 3, 2, 0, 0, {}}};
  if (media) s.shapes = {{Circle{{0, 0}, 12}, "a"}, {Circle{{43, 43}, 8}, "a"}, {Rect{{0, 30}, {3, 32}}, "pec"}};
  for (Vec2 at : {Vec2{9, 8}, {34, 9}, {8, 35}, {35, 34}})
    s.sources.push_back(point(at.x, at.y, pulse(frequency_of(s, 12))));
  Solver solver = run(s, 1000);
  const auto lossless = [](BoundaryKind k) { return k == pec || k == pmc || k == periodic; };
  double early = 0, late = 0;
  for (int n = 0; n < 40; ++n) go_on(solver, 7), early = std::max(early, solver.health().max_abs);
  go_on(solver, steps - 1000);
  for (int n = 0; n < 40; ++n) go_on(solver, 7), late = std::max(late, solver.health().max_abs);
  EXPECT_TRUE(solver.health().finite);
  // A closed box keeps its field, which may focus and rise slightly at times.
  const double bound = lossless(left) && lossless(bottom) ? 1.5 : 1;
  EXPECT_LE(late, bound * early) << static_cast<int>(left) << ", " << static_cast<int>(bottom)
                                 << (media ? ", media" : "");
}
TEST(LongCorners, of_every_pair_of_kinds_do_not_grow_in_100000_steps) {
  for (BoundaryKind left : kinds)
    for (BoundaryKind bottom : kinds)
      for (bool media : {false, true}) expect_no_growth(left, bottom, media, Precision::float32, 100000);
}
TEST(Corners, of_every_pair_with_second_order_mur_do_not_grow) {
  for (BoundaryKind other : kinds)
    for (bool media : {false, true}) {
      expect_no_growth(mur2, other, media, Precision::float32, 10000);
      expect_no_growth(other, mur2, media, Precision::float64, 10000);
    }
}

// All sides change at random while a source runs. The field must stay finite and of the same size.
TEST(Corners, changed_at_random_during_a_run_stay_finite) {
  for (Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Scene s = box(mur2, cpml, Precision::float32, polarization);
    s.materials = {{"a", 3, 2, 0.01, 0, {}}};
    s.shapes = {{Circle{{0, 20}, 7}, "a"}, {Circle{{43, 43}, 9}, "a"}, {Rect{{20, 0}, {24, 3}}, "pec"}};
    s.sources = {point(18, 25, Cw{frequency_of(s, 14), 3, 0})};
    s.grid.courant = 0.9;
    Solver solver = run(s, 200);
    const double before = solver.health().max_abs;
    unsigned state = 1;
    const auto pick = [&state](unsigned n) { return (state = state * 1664525 + 1013904223) / 65536 % n; };
    for (int k = 0; k < 400; ++k) {
      const unsigned side = pick(4);
      const BoundaryKind kind = kinds[pick(kinds.size())];
      auto& sides = s.boundary.side;
      if (kind == periodic || sides[side ^ 1] == periodic) sides[side ^ 1] = kind;
      sides[side] = kind;
      s.boundary.cpml.factor[pick(4)] = 0.5 + 0.25 * pick(5);
      s.boundary.cpml.cells = 4 + static_cast<int>(pick(5));
      EXPECT_FALSE(solver.apply(s).refused);
      go_on(solver, 1 + static_cast<int>(pick(40)));
    }
    EXPECT_TRUE(solver.health().finite);
    EXPECT_LE(solver.health().max_abs, 100 * before);
  }
}

// ---- periodic sides

// Returns the scene repeated nx_copies × ny_copies times.
Scene unrolled(const Scene& s, int nx_copies, int ny_copies) {
  Scene out = s;
  out.grid.nx *= nx_copies, out.grid.ny *= ny_copies;
  out.shapes.clear(), out.sources.clear();
  for (int b = 0; b < ny_copies; ++b)
    for (int a = 0; a < nx_copies; ++a) {
      const double x = a * s.grid.nx, y = b * s.grid.ny;
      for (Shape shape : s.shapes) {
        auto& r = std::get<Rect>(shape.geometry);
        r.min = {r.min.x + x, r.min.y + y}, r.max = {r.max.x + x, r.max.y + y};
        out.shapes.push_back(shape);
      }
      for (Source source : s.sources) {
        auto& at = std::get<PointSource>(source.geometry).at;
        at = {at.x + x, at.y + y};
        out.sources.push_back(source);
      }
    }
  return out;
}
Scene cell(Precision precision, bool magnetic) {
  Scene s = grid(40, 36, pec, precision, 1e-3, 0.9e-3);
  s.boundary.cpml.cells = 6;
  s.materials = {{"a", 3, magnetic ? 2.0 : 1.0, 0.02, 0, {}}};
  s.shapes = {{Rect{{0, 10}, {6, 20}}, "a"}, {Rect{{30, 30}, {39, 35}}, "a"}, {Rect{{20, 0}, {25, 2}}, "pec"}};
  s.sources = {point(31, 12, pulse(frequency_of(s, 12)), 1)};
  return s;
}
// Compares the middle copy with the single cell, bit for bit.
void expect_same_cell(const Scene& s, int nx_copies, int ny_copies, const Scene& many, int steps) {
  Solver one = run(s, steps), all = run(many, steps);
  ASSERT_GT(one.health().max_abs, 0);
  const int i0 = nx_copies / 2 * s.grid.nx, j0 = ny_copies / 2 * s.grid.ny;
  for (Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy}) {
    const Field a = one.field(q), b = all.field(q);
    int differences = 0;
    for (int j = 0; j < s.grid.ny; ++j)
      for (int i = 0; i < s.grid.nx; ++i) differences += a[at(s, i, j)] != b[at(many, i0 + i, j0 + j)];
    EXPECT_EQ(differences, 0) << static_cast<int>(q) << ", " << nx_copies << " x " << ny_copies;
  }
}
TEST(Periodic, a_wave_that_leaves_enters_on_the_opposite_side) {
  // An effect of the large grid's own edge needs 3 cell lengths, at one node per step, to reach the middle.
  for (Precision precision : {Precision::float32, Precision::float64})
    for (bool magnetic : {false, true}) {
      Scene s = cell(precision, magnetic);
      s.boundary.side = {periodic, periodic, cpml, mur2};
      Scene wide = unrolled(s, 7, 1);
      wide.boundary.side = {pec, pec, cpml, mur2};
      expect_same_cell(s, 7, 1, wide, 118);
      s.boundary.side = {mur2, pmc, periodic, periodic};
      Scene high = unrolled(s, 1, 7);
      high.boundary.side = {mur2, pmc, pec, pec};
      expect_same_cell(s, 1, 7, high, 106);
      s.boundary.side = {periodic, periodic, periodic, periodic};
      Scene both = unrolled(s, 7, 7);
      both.boundary.side = {pec, pec, pec, pec};
      expect_same_cell(s, 7, 7, both, 106);
    }
}
TEST(Periodic, repeated_cells_equal_the_single_cell_for_3000_steps) {
  for (bool magnetic : {false, true}) {
    Scene s = cell(Precision::float32, magnetic);
    s.boundary.side = {periodic, periodic, periodic, periodic};
    expect_same_cell(s, 2, 3, unrolled(s, 2, 3), 3000);
    s.boundary.side = {periodic, periodic, mur2, mur1};
    expect_same_cell(s, 3, 1, unrolled(s, 3, 1), 3000);
    s.boundary.side = {mur2, mur2, periodic, periodic};
    expect_same_cell(s, 1, 3, unrolled(s, 1, 3), 3000);
  }
}

}  // namespace
}  // namespace ez::test
