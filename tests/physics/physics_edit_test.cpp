// Tests that an edit keeps or resets exactly the parts that its tier states. After the edit the field must continue
// like the independent reference, which gets the fields from just before the edit.
#include <array>
#include <random>

#include "helpers.h"
#include "reference.h"
#include "solver/scene/raster/raster.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Returns a scene with a running CW source, media and all kinds of boundaries.
Scene running() {
  Scene s = grid(72, 64, cpml, Precision::float64, 1e-3, 0.9e-3);
  s.boundary.cpml.cells = 6;
  s.boundary[Side::right] = pmc;
  s.boundary[Side::top] = mur1;
  s.materials = {{"glass", 2.25, 1, 0.01, 0, {}}, {"ferrite", 2, 1.6, 0, 2e3, {}}};
  s.shapes = {{Circle{{45, 25}, 9}, "glass"}, {Rect{{20, 40}, {35, 55}}, "ferrite"}, {Circle{{60, 50}, 4}, "pec"}};
  s.sources = {point(25, 25, Cw{frequency_of(s, 18), 3, 0})};
  s.probes = {{"a", {50, 40}}, {"b", {30, 30}}};
  return s;
}
struct Bits {
  Field ez, hx, hy;
  explicit Bits(Solver& s) : ez(s.field(Quantity::ez)), hx(s.field(Quantity::hx)), hy(s.field(Quantity::hy)) {}
  // Clears H beyond the last line, which exists only in periodic scenes.
  void drop_beyond(const Scene& s) {
    for (int j = 0; j < s.grid.ny && s.boundary[Side::left] != periodic; ++j) hy[at(s, s.grid.nx - 1, j)] = 0;
    for (int i = 0; i < s.grid.nx && s.boundary[Side::bottom] != periodic; ++i) hx[at(s, i, s.grid.ny - 1)] = 0;
  }
  bool operator==(const Bits&) const = default;
};

// Runs solver and reference together. Each edit is checked at once and after some steps.
class SideBySide {
 public:
  explicit SideBySide(const Scene& s) : solver_(solver_for(s)), reference_(std::make_unique<reference::Tm>(s)) {}
  void go(int steps) {
    go_on(solver_, steps);
    for (int n = 0; n < steps; ++n) {
      reference_->step();
      peak_ = std::max(peak_, max_abs(reference_->z));
    }
  }
  Tier edit(const Scene& s) {
    Bits before(solver_);
    before.drop_beyond(s);
    const auto step = solver_.step();
    const ApplyReport report = solver_.apply(s);
    EXPECT_FALSE(report.refused);
    EXPECT_TRUE(Bits(solver_) == before) << "the field moved with the edit";
    EXPECT_EQ(solver_.step(), step);
    EXPECT_EQ(solver_.nodes(), rasterize(s));
    auto next = std::make_unique<reference::Tm>(s);
    next->take_over(*reference_);
    reference_ = std::move(next);
    return report.tier;
  }
  void expect_agreement() {
    ASSERT_GT(peak_, 1);
    EXPECT_LE(max_difference(solver_.field(Quantity::ez), reference_->z) / peak_, 1e-11);
    EXPECT_LE(relative_difference(solver_.field(Quantity::hx), reference_->tx), 1e-9);
  }
  Solver& solver() { return solver_; }

 private:
  Solver solver_;
  std::unique_ptr<reference::March> reference_;
  double peak_ = 0;
};

void expect_kept(const Scene& before, const Scene& after, Tier tier) {
  SideBySide both(before);
  both.go(150);
  EXPECT_EQ(both.edit(after), tier);
  both.go(1);
  both.expect_agreement();
  both.go(120);
  both.expect_agreement();
}

TEST(Edit, of_title_or_view_changes_nothing) {
  Scene s = running();
  Solver solver = run(s, 50);
  const Bits before(solver);
  EXPECT_EQ(solver.apply(s).tier, Tier::nothing);
  s.title = "another", s.view.range = 3, s.view.quantity = Quantity::energy;
  EXPECT_EQ(solver.apply(s).tier, Tier::nothing);
  EXPECT_TRUE(Bits(solver) == before);
  EXPECT_EQ(solver.step(), 50u);
  EXPECT_EQ(solver.scene(), s);
}
TEST(Edit, of_a_materials_numbers_keeps_the_field) {
  Scene s = running();
  s.materials[0] = {"glass", 4, 1, 0.03, 0, {}};
  expect_kept(running(), s, Tier::numbers);
  s.materials[1] = {"ferrite", 2, 2.4, 0.02, 0, {}};
  expect_kept(running(), s, Tier::numbers);
}
TEST(Edit, that_adds_or_removes_magnetic_numbers_keeps_the_field) {
  Scene plain = running(), magnetic = running();
  plain.materials[1] = {"ferrite", 2, 1, 0, 0, {}};
  expect_kept(plain, magnetic, Tier::numbers);
  expect_kept(magnetic, plain, Tier::numbers);
}
TEST(Edit, of_shapes_keeps_the_field) {
  Scene moved = running(), added = running(), removed = running(), above = running();
  std::get<Circle>(moved.shapes[0].geometry).center = {40, 30};
  added.shapes.push_back({Stroke{{{10, 10}, {50, 20}}, 1.5}, "pmc"});
  removed.shapes.pop_back();
  std::swap(above.shapes[0], above.shapes[1]);
  std::get<Rect>(above.shapes[0].geometry).max = {48, 55};
  for (const Scene& after : {moved, added, removed, above}) expect_kept(running(), after, Tier::geometry);
}
TEST(Edit, of_the_background_keeps_the_field) {
  Scene s = running();
  s.grid.background = "glass";
  expect_kept(running(), s, Tier::geometry);
}
TEST(Edit, that_swaps_any_boundary_for_any_other_keeps_the_field) {
  for (Side side : all_sides)
    for (BoundaryKind from : {pec, pmc, mur1, mur2, cpml, periodic})
      for (BoundaryKind to : {pec, pmc, mur1, mur2, cpml, periodic}) {
        if (from == to) continue;
        SCOPED_TRACE(testing::Message() << "side " << static_cast<int>(side) << ": " << static_cast<int>(from) << " to "
                                        << static_cast<int>(to));
        const auto with = [&](BoundaryKind kind) {
          Scene s = running();
          s.boundary[side] = kind;
          if (kind == periodic) s.boundary[opposite(side)] = kind;
          return s;
        };
        const Scene before = with(from), after = with(to);
        expect_kept(before, after, Tier::numbers);
      }
}
TEST(Edit, of_the_layers_grading_keeps_the_field_in_the_layer) {
  Scene s = running();
  s.boundary.cpml.sigma = 1.2, s.boundary.cpml.kappa = 4, s.boundary.cpml.order = 3;
  expect_kept(running(), s, Tier::numbers);
}
TEST(Edit, of_the_layers_depth_keeps_the_field) {
  Scene s = running();
  s.boundary.cpml.cells = 9;
  expect_kept(running(), s, Tier::numbers);
}
TEST(Edit, of_a_sources_amplitude_and_place_keeps_field_and_phase) {
  Scene s = running();
  s.sources[0].amplitude = -0.4;
  expect_kept(running(), s, Tier::numbers);
  s.sources[0].geometry = PointSource{{40, 50}};
  expect_kept(running(), s, Tier::numbers);
}
// Changes the opposite side too if only one side would become or stay periodic.
void set_side(Scene& s, Side side, BoundaryKind kind) {
  if (kind == periodic || s.boundary[opposite(side)] == periodic) s.boundary[opposite(side)] = kind;
  s.boundary[side] = kind;
}
TEST(Edit, many_in_a_row_leave_nothing_stale) {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Scene s = running();
  SideBySide both(s);
  both.go(60);
  const char* names[] = {"glass", "ferrite", "pec", "pmc", "vacuum"};
  for (int k = 0; k < 60; ++k) {
    switch (pick(7)) {
      case 0:
        s.shapes.push_back({Circle{{pick(72) + 0.3, pick(64) + 0.2}, 2.0 + pick(8)}, names[pick(5)]});
        break;
      case 1:
        if (!s.shapes.empty()) s.shapes.erase(s.shapes.begin() + pick(static_cast<int>(s.shapes.size())));
        break;
      case 2:
        set_side(s, static_cast<Side>(pick(4)),
                 std::array{pec, pmc, mur1, mur2, cpml, periodic}[static_cast<std::size_t>(pick(6))]);
        break;
      case 3:
        s.materials[static_cast<std::size_t>(pick(2))].eps = 1.5 + pick(5);
        break;
      case 4:
        s.materials[1].mu = 1 + 0.5 * pick(3), s.materials[1].sigma_m = pick(2) * 1000.0;
        break;
      case 5:
        s.sources[0].geometry = PointSource{{10.0 + pick(50), 10.0 + pick(40)}};
        break;
      default:
        s.boundary.cpml.cells = 4 + pick(5);
        break;
    }
    both.edit(s);
    both.go(7);
  }
  both.expect_agreement();
  EXPECT_TRUE(both.solver().health().finite);
}

TEST(Edit, of_the_courant_number_keeps_field_and_time) {
  for (Precision precision : {Precision::float64, Precision::float32}) {
    Scene s = running();
    s.grid.precision = precision;
    Solver solver = run(s, 150);
    const Bits before(solver);
    const double time = solver.time(), dt = solver.dt();
    s.grid.courant = 0.66;
    EXPECT_EQ(solver.apply(s).tier, Tier::numbers);
    const Bits after(solver);
    const double rounding = precision == Precision::float64 ? 1e-15 : 3e-7;
    EXPECT_EQ(before.ez, after.ez);
    EXPECT_LE(relative_difference(after.hx, before.hx), rounding);
    EXPECT_LE(relative_difference(after.hy, before.hy), rounding);
    EXPECT_DOUBLE_EQ(solver.time(), time);
    EXPECT_NEAR(solver.dt() / dt, 0.66 / 0.99, 1e-12);
    go_on(solver, 30);
    EXPECT_NEAR(solver.time(), time + 30 * solver.dt(), 1e-9 * time);
  }
}
TEST(Edit, of_the_courant_number_leaves_no_disturbance) {
  Scene s = grid(81, 81, cpml, Precision::float64);
  s.sources = {point(40, 40, Cw{frequency_of(s, 20), 3, 0})};
  Solver edited = run(s, 400);
  s.grid.courant = 0.8;
  edited.apply(s);
  const int steps = 500;
  go_on(edited, steps);
  Solver fresh = solver_for(s);
  go_on(fresh, static_cast<int>(std::lround(edited.time() / fresh.dt())));
  // The two times differ by a part of a step, so the test compares both over a period.
  double a = 0, b = 0;
  for (int n = 0; n < 40; ++n) {
    go_on(edited, 1);
    go_on(fresh, 1);
    a = std::max(a, std::abs(edited.field(Quantity::ez)[at(s, 60, 47)]));
    b = std::max(b, std::abs(fresh.field(Quantity::ez)[at(s, 60, 47)]));
  }
  EXPECT_NEAR(a / b, 1, 0.01);
}

TEST(Edit, of_grid_cell_precision_or_polarization_starts_over) {
  std::vector<Scene> after(5, running());
  after[0].grid.nx = 90;
  after[1].grid.ny = 50, after[1].shapes.pop_back();
  after[2].grid.dx = 2e-3;
  after[3].grid.precision = Precision::float32;
  after[4].grid.polarization = Polarization::hz;
  for (const Scene& s : after) {
    Solver solver = run(running(), 100), fresh = solver_for(s);
    const ApplyReport report = solver.apply(s);
    EXPECT_EQ(report.tier, Tier::grid);
    EXPECT_FALSE(report.refused);
    EXPECT_EQ(solver.step(), 0u);
    EXPECT_EQ(solver.time(), 0.0);
    const Field e = solver.field(Quantity::ez);
    EXPECT_EQ(e.size(), static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny));
    EXPECT_EQ(max_abs(e), 0.0);
    go_on(solver, 80);
    go_on(fresh, 80);
    EXPECT_TRUE(Bits(solver) == Bits(fresh));
    const auto a = solver.take_probes(), b = fresh.take_probes();
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_TRUE(a[k].restarted);
      EXPECT_EQ(a[k].first_step, 1u);
      EXPECT_EQ(a[k].values, b[k].values);
    }
  }
}
TEST(Edit, to_a_grid_that_does_not_fit_is_refused_and_the_run_continues) {
  Scene s = running();
  Solver solver = run(s, 100), untouched = run(s, 100);
  Scene huge = s;
  huge.grid.nx = huge.grid.ny = 131072;
  huge.grid.precision = Precision::float64;
  if (solver.engine().free_bytes() > 4.5e11) GTEST_SKIP() << "this machine holds even the largest grid";
  const ApplyReport report = solver.apply(huge);
  EXPECT_EQ(report.tier, Tier::grid);
  EXPECT_TRUE(report.refused);
  EXPECT_NE(report.message.find("largest"), std::string::npos) << report.message;
  EXPECT_EQ(solver.scene(), s);
  EXPECT_EQ(solver.step(), 100u);
  go_on(solver, 50);
  go_on(untouched, 50);
  EXPECT_TRUE(Bits(solver) == Bits(untouched));
}

}  // namespace
}  // namespace ez::test
