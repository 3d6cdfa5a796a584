// Tests the reflection of boundaries: Mur against both theories, CPML with a reference grid, PMC by image theory, and
// corners without growth.
#include "helpers.h"
#include "solver/theory/mur_reflection.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// ---- reflection by a reference grid: the same scene with the left boundary out of reach, its nodes aligned with the
// first scene's

struct Echo {
  std::vector<Field> incident, reflected;  // per probe
  double dt = 0;
};
// Measures with probes `b` cells before the left boundary's interface, at `offsets` cells above a source that is `a`
// cells before it. The boundary of the reference run is `extra` cells further away, so that nothing returns from it
// within `steps`.
Echo echo(BoundaryKind wall, double dx, int nx, int ny, int a, int b, int j0, const std::vector<int>& offsets,
          const Waveform& w, int steps, int extra, BoundaryKind reference_wall = cpml) {
  Echo out;
  std::vector<Field> heard[2];
  for (int reference = 0; reference < 2; ++reference) {
    const int shift = reference ? extra : 0, face = shift + (wall == cpml ? 10 : 0);
    Scene s = grid(nx + shift, ny, cpml, Precision::float64, dx);
    s.boundary[Side::left] = reference ? reference_wall : wall;
    s.sources = {point(face + a, j0, w)};
    for (int o : offsets) s.probes.push_back({std::to_string(o), {double(face + b), double(j0 + o)}});
    Solver solver = run(s, steps);
    out.dt = solver.dt();
    for (ProbeSamples& p : solver.take_probes()) heard[reference].push_back(std::move(p.values));
  }
  out.incident = heard[1];
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    Field d = heard[0][k];
    for (std::size_t n = 0; n < d.size(); ++n) d[n] -= heard[1][k][n];
    out.reflected.push_back(std::move(d));
  }
  return out;
}

// Measured Mur reflection at one frequency relative to theory, in dB, at the angles of the mirrored path.
struct MurCase {
  double angle, over_continuous, over_discrete;  // degrees, dB, dB
};
std::vector<MurCase> mur_cases(int order, int cells, const std::vector<double>& degrees) {
  // The theory is for plane waves. Source and probe are 9 wavelengths from the boundary together, or 13 if the
  // reflection is weaker.
  const int a = (order == 1 ? 4 : 6) * cells, b = a + cells, j0 = 14 * cells;
  std::vector<int> offsets;
  for (double d : degrees) offsets.push_back(static_cast<int>(std::lround((a + b) * std::tan(d * pi / 180))));
  const double dx = 1e-3, f = c0 / (cells * dx), omega = 2 * pi * f;
  const int ny = j0 + offsets.back() + 9 * cells, nx = b + 3 * cells;
  const int steps = static_cast<int>(1.45 * (2.0 * (a + b) + 16 + 11 * cells));
  const Echo e = echo(order == 1 ? mur1 : mur2, dx, nx, ny, a, b, j0, offsets, pulse(f, 1.2), steps, 2 * cells);
  const YeeGrid yee{dx, dx, e.dt, 1, 1};
  std::vector<MurCase> out;
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    const double theta = std::atan2(offsets[k], a + b);
    // The signal counts until the pulse has passed along the mirrored path (4.5 of its 1.2 periods before its peak and
    // after it). The ends of the boundary reflect at least 16 wavelengths later, which must not count.
    const auto heard =
        static_cast<std::size_t>((std::hypot(offsets[k], a + b) + 2 * 4.5 * 1.2 * cells) * dx / c0 / e.dt);
    const auto part = [&](const Field& f) { return Field(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(heard)); };
    const double direct = std::hypot(offsets[k], b - a), mirrored = std::hypot(offsets[k], a + b);
    const double seen =
        std::abs(fourier(part(e.reflected[k]), omega, e.dt) / fourier(part(e.incident[k]), omega, e.dt)) *
        std::sqrt(mirrored / direct);
    out.push_back({theta * 180 / pi, db(seen / std::abs(mur_reflection(theta, order))),
                   db(seen / std::abs(discrete_mur_reflection(yee, omega, theta, order)))});
  }
  return out;
}

TEST(Mur1, reflects_as_discrete_theory_within_0_3_db_from_30_to_60_degrees) {
  for (const MurCase& c : mur_cases(1, 20, {30, 35, 40, 45, 50, 55, 60}))
    EXPECT_LE(std::abs(measured("dB over discrete theory", c.over_discrete)), 0.3) << c.angle << " degrees";
}
TEST(Mur1, reflects_as_continuous_theory_within_0_5_db_to_60_degrees) {
  for (const MurCase& c : mur_cases(1, 20, {25, 30, 35, 40, 45, 50, 55, 60}))
    EXPECT_LE(std::abs(measured("dB over continuous theory", c.over_continuous)), 0.5) << c.angle << " degrees";
}

TEST(Mur2, reflects_as_discrete_theory_within_0_3_db_from_35_to_60_degrees) {
  for (const MurCase& c : mur_cases(2, 20, {35, 40, 45, 50, 55, 60}))
    EXPECT_LE(std::abs(measured("dB over discrete theory", c.over_discrete)), 0.3) << c.angle << " degrees";
}
TEST(LongMur2, reflects_as_continuous_theory_within_0_5_db_at_40_cells) {
  for (const MurCase& c : mur_cases(2, 40, {40, 45, 50, 55, 60}))
    EXPECT_LE(std::abs(measured("dB over continuous theory", c.over_continuous)), 0.5) << c.angle << " degrees";
}

// ---- CPML

// Returns the largest difference over the largest incident value, in dB, at each angle. λ = 20 cells, and source and
// probes are 20 cells from the layer.
std::vector<double> cpml_echo(double dx, const std::vector<double>& degrees) {
  constexpr int a = 20, b = 20, j0 = 60, steps = 620;
  std::vector<int> offsets;
  for (double d : degrees) offsets.push_back(static_cast<int>(std::lround((a + b) * std::tan(d * pi / 180))));
  const Waveform w = pulse(c0 / (20 * dx));
  const Echo e = echo(cpml, dx, 110, j0 + offsets.back() + 60, a, b, j0, offsets, w, steps, 260);
  std::vector<double> out;
  for (std::size_t k = 0; k < offsets.size(); ++k) out.push_back(db(max_abs(e.reflected[k]) / max_abs(e.incident[k])));
  return out;
}
const std::vector<double> cpml_degrees = {0, 15, 30, 45, 60, 75};
const std::vector<double> cpml_bound = {-90, -90, -90, -90, -85, -60};

TEST(Cpml, returns_less_than_its_bound_at_each_angle_to_75_degrees) {
  const std::vector<double> seen = cpml_echo(1e-3, cpml_degrees);
  for (std::size_t k = 0; k < seen.size(); ++k)
    EXPECT_LE(measured("dB", seen[k]), cpml_bound[k]) << cpml_degrees[k] << " degrees";
}
TEST(Cpml, returns_the_same_at_cells_of_one_nanometre_and_one_metre) {
  const std::vector<double> nano = cpml_echo(1e-9, cpml_degrees), metre = cpml_echo(1.0, cpml_degrees);
  for (std::size_t k = 0; k < nano.size(); ++k) {
    EXPECT_LE(nano[k], cpml_bound[k]);
    EXPECT_NEAR(nano[k], metre[k], 0.01) << cpml_degrees[k] << " degrees";
  }
}
TEST(Cpml, every_side_absorbs_alike) {
  // With a source in the middle the four sides' fields are mirror images of each other, at late times too.
  Scene s = grid(101, 101, cpml, Precision::float64);
  s.sources = {point(50, 50, pulse(frequency_of(s, 20)))};
  Solver solver = run(s, 150);
  const Field f = solver.field(Quantity::ez);
  double worst = 0;
  for (int j = 0; j < 101; ++j)
    for (int i = 0; i < 101; ++i)
      for (const auto& [m, n] : {std::pair(100 - i, j), std::pair(i, 100 - j), std::pair(j, i)})
        worst = std::max(worst, std::abs(f[at(s, i, j)] - f[at(s, m, n)]));
  EXPECT_LE(worst, 1e-12 * max_abs(f));
}

// ---- PMC by image theory: the half with a PMC boundary equals half of a grid twice as wide with a mirrored source

double image_error(BoundaryKind others, bool mirror_y, Precision precision) {
  const int nx = 61, ny = 71;
  Scene half = grid(nx, ny, others, precision, 1e-3, 1.2e-3);
  half.boundary[mirror_y ? Side::bottom : Side::left] = pmc;
  const Waveform w = pulse(frequency_of(half, 15));
  half.sources = {point(17, 23, w), point(30, 12, w, -0.5)};
  half.materials = {{"a", 3, 1, 0.01, 0, {}}};
  half.shapes = {{Circle{{30, 35}, 8}, "a"}, {Circle{{0, 0}, 6}, "a"}};
  Scene whole = half;
  Vec2 shift{};
  (mirror_y ? shift.y : shift.x) = mirror_y ? ny - 1 : nx - 1;
  (mirror_y ? whole.grid.ny : whole.grid.nx) = 2 * (mirror_y ? ny : nx) - 1;
  whole.boundary.side = {others, others, others, others};
  const auto placed = [&](Vec2 p, bool image) {
    if (image) (mirror_y ? p.y : p.x) *= -1;
    return Vec2{p.x + shift.x, p.y + shift.y};
  };
  whole.sources.clear();
  whole.shapes.clear();
  for (bool image : {false, true}) {
    for (Source source : half.sources) {
      auto& geometry = std::get<PointSource>(source.geometry);
      geometry.at = placed(geometry.at, image);
      whole.sources.push_back(source);
    }
    for (Shape shape : half.shapes) {
      auto& circle = std::get<Circle>(shape.geometry);
      circle.center = placed(circle.center, image);
      whole.shapes.push_back(shape);
    }
  }
  Solver a = run(half, 180), b = run(whole, 180);
  const Field e = a.field(Quantity::ez), full = b.field(Quantity::ez);
  Field expected;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      expected.push_back(full[at(whole, i + static_cast<int>(shift.x), j + static_cast<int>(shift.y))]);
  return relative_difference(e, expected);
}

TEST(Pmc, mirrors_as_image_theory_predicts_with_every_other_boundary) {
  for (bool mirror_y : {false, true})
    for (BoundaryKind others : {pec, mur1, cpml}) {  // with mur1, PMC meets Mur in two corners
      SCOPED_TRACE(testing::Message() << "others " << static_cast<int>(others) << (mirror_y ? ", bottom" : ", left"));
      EXPECT_LE(measured("double", image_error(others, mirror_y, Precision::float64)), 1e-12);
      EXPECT_LE(measured("float", image_error(others, mirror_y, Precision::float32)), 5e-6);
    }
}

// The tangential H is largest on metal. There |H| and the energy equal those of a grid that continues with the mirrored
// source.
TEST(Pec, shows_the_h_of_image_theory_on_the_metal) {
  constexpr int nx = 41, ny = 30;
  for (const Side side : {Side::left, Side::right}) {
    const int wall = side == Side::left ? 0 : nx - 1, shift = side == Side::left ? nx - 1 : 0;
    Scene half = grid(nx, ny, mur1), whole = grid(2 * nx - 1, ny, mur1);
    half.boundary[side] = pec;
    const Waveform w = pulse(frequency_of(half, 15));
    half.sources = {point(20, 13, w)};
    whole.sources = {point(20 + shift, 13, w), point(side == Side::left ? 20 : 60, 13, w, -1)};
    Solver a = run(half, 90), b = run(whole, 90);
    for (const Quantity q : {Quantity::abs_h, Quantity::energy}) {
      const Field of_half = a.field(q), of_whole = b.field(q);
      Field seen, expected;
      for (int j = 1; j < ny - 1; ++j) {
        seen.push_back(of_half[at(half, wall, j)]);
        expected.push_back(of_whole[at(whole, nx - 1, j)]);
      }
      EXPECT_LE(measured("on the wall", relative_difference(seen, expected)), 1e-12);
      EXPECT_GT(max_abs(seen), 0);
    }
  }
}

// ---- perfect conductors in the domain

// Ez is zero in an electric conductor, and nothing drives it in a magnetic one. For hz it is the reverse.
TEST(PerfectConductors, keep_a_zero_field_whatever_acts_on_them) {
  for (const auto polarization : {Polarization::ez, Polarization::hz})
    for (const char* material : {"pec", "pmc"})
      for (const BoundaryKind walls : {pec, pmc, mur1, mur2, cpml, periodic}) {
        Scene s = grid(40, 30, walls, Precision::float32);
        s.grid.polarization = polarization;
        s.boundary.cpml.cells = 4;
        s.shapes = {{Rect{{0, 0}, {11, 29}}, material}, {Circle{{39, 29}, 6}, material}};
        const Waveform w = pulse(frequency_of(s, 12));
        s.sources = {point(20, 15, w), point(6, 15, w), point(8, 15, w, 50, true), line({4, 3}, {9, 20}, w)};
        s.initial = {Side::left, 1};
        Solver solver = solver_for(s);
        for (const int steps : {0, 1, 60}) {
          go_on(solver, steps);
          const Field e = solver.field(Quantity::ez);
          double in_room = 0;
          for (int j = 0; j < 30; ++j)
            for (int i = 0; i < 40; ++i) {
              const double v = e[at(s, i, j)];
              if (solver.nodes().at(i, j) == 0)
                in_room = std::max(in_room, std::abs(v));
              else
                ASSERT_EQ(v, 0) << material << " at " << i << ", " << j << ", walls " << static_cast<int>(walls);
            }
          EXPECT_GT(in_room, 0);
        }
      }
}

// ---- corners

TEST(Corners, no_pair_of_boundaries_grows_in_20000_steps) {
  for (BoundaryKind left : {pec, pmc, mur1, cpml})
    for (BoundaryKind bottom : {pec, pmc, mur1, cpml})
      for (bool lens : {false, true}) {
        Scene s = grid(40, 36, mur1, Precision::float32);
        s.boundary.cpml.cells = 6;
        s.boundary[Side::left] = left;
        s.boundary[Side::bottom] = bottom;
        s.materials = {{"a", 3, 2, 0, 0, {}}};
        if (lens) s.shapes = {{Circle{{0, 0}, 12}, "a"}, {Circle{{39, 35}, 8}, "a"}};
        s.sources = {point(20, 18, pulse(frequency_of(s, 12)))};
        Solver solver = run(s, 1000);
        const double early = solver.health().max_abs;
        go_on(solver, 19000);
        const Health late = solver.health();
        EXPECT_TRUE(late.finite);
        EXPECT_LE(late.max_abs, early) << static_cast<int>(left) << ", " << static_cast<int>(bottom)
                                       << (lens ? " lens" : "");
      }
}
TEST(Corners, closed_boxes_of_pec_and_pmc_keep_their_field_for_20000_steps) {
  for (int kinds = 0; kinds < 16; ++kinds) {
    Scene s = grid(40, 36, pec, Precision::float64);
    for (std::size_t k = 0; k < 4; ++k) s.boundary.side[k] = kinds >> k & 1 ? pmc : pec;
    s.sources = {point(19, 15, pulse(frequency_of(s, 12)))};
    Solver solver = run(s, 1000);
    const double early = norm(solver.field(Quantity::ez));
    go_on(solver, 19000);
    const double late = norm(solver.field(Quantity::ez));
    EXPECT_LE(late, 2 * early);  // Ez alone oscillates, because it shares its energy with H
    EXPECT_GE(late, early / 4);
  }
}

}  // namespace
}  // namespace ez::test
