// Tests that the energy ledger balances: the energy from the sources is stored, absorbed, or has left through a side.
#include <tuple>

#include "helpers.h"
#include "library.h"
#include "random_problem.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

double unexplained(const EnergyLedger& l) { return std::abs(l.unexplained()) / l.turnover; }

EnergyLedger ledger_of(const Scene& s, int steps, int threads = 1) {
  Solver solver = solver_for(s, threads);
  solver.set_ledger(true);
  go_on(solver, steps);
  return solver.ledger();
}

// Returns the energy of a vacuum box from the fields themselves: ½ΔxΔy·Σ(ε0 Eⁿ·Eⁿ + μ0 H^{n−½}·H^{n+½}). Takes one
// step.
double energy_of_fields(Solver& solver, bool dual) {
  const Problem& p = solver.problem();
  const double eps = dual ? mu0 : eps0, mu = dual ? eps0 : mu0;
  const Field e = solver.field(Quantity::ez), hx = solver.field(Quantity::hx), hy = solver.field(Quantity::hy);
  go_on(solver, 1);
  const Field hx1 = solver.field(Quantity::hx), hy1 = solver.field(Quantity::hy);
  double sum = 0;
  for (std::size_t k = 0; k < e.size(); ++k) sum += eps * e[k] * e[k] + mu * (hx[k] * hx1[k] + hy[k] * hy1[k]);
  return 0.5 * p.dx * p.dy * sum;
}

TEST(EnergyLedger, of_a_closed_box_stores_the_energy_of_the_source) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Scene s = grid(60, 50, polarization == Polarization::ez ? pec : pmc, Precision::float64, 1e-3, 0.8e-3);
    s.grid.polarization = polarization;
    s.sources = {point(22, 27, pulse(frequency_of(s, 15)))};
    Solver solver = solver_for(s);
    solver.set_ledger(true);
    go_on(solver, 700);
    const EnergyLedger l = solver.ledger();
    const double held = energy_of_fields(solver, polarization == Polarization::hz);
    EXPECT_GT(held, 0);
    EXPECT_LE(measured("stored against the fields", std::abs(l.stored / held - 1)), 1e-12);
    EXPECT_LE(measured("source against stored", std::abs(l.source / l.stored - 1)), 1e-12);
    EXPECT_EQ(l.out, (std::array<double, 4>{}));
    EXPECT_EQ(l.absorbed_sigma + l.absorbed_sigma_m, 0);
  }
}

// A source in the middle of an open square sends a quarter through each side. A source near one side sends more through
// that side.
TEST(EnergyLedger, of_an_open_square_counts_the_energy_through_each_side) {
  for (const BoundaryKind walls : {cpml, mur1}) {
    Scene s = grid(101, 101, walls);
    s.sources = {point(50, 50, pulse(frequency_of(s, 15)))};
    const EnergyLedger middle = ledger_of(s, 900);
    for (const double out : middle.out) EXPECT_NEAR(out / middle.source, 0.25, 1e-6);
    s.sources = {point(30, 50, pulse(frequency_of(s, 15)))};
    const EnergyLedger left = ledger_of(s, 900);
    EXPECT_GT(left.out[0], 1.2 * left.out[1]);
    EXPECT_NEAR(left.out[2] / left.out[3], 1, 1e-9);
  }
}

TEST(EnergyLedger, separates_sigma_from_sigma_m_in_both_polarizations) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const bool electric : {true, false}) {
      Scene s = grid(60, 60, pec);
      s.boundary.side = {pec, pec, pec, pec};
      s.grid.polarization = polarization;
      s.materials = {{"lossy", 2, 3, electric ? 0.05 : 0, electric ? 0 : 4e3, {}}};
      s.shapes = {{Circle{{40, 30}, 12}, "lossy"}};
      s.sources = {point(15, 27, pulse(frequency_of(s, 15)))};
      const EnergyLedger l = ledger_of(s, 6000);
      EXPECT_GT(electric ? l.absorbed_sigma : l.absorbed_sigma_m, 0.9 * l.source);
      EXPECT_EQ(electric ? l.absorbed_sigma_m : l.absorbed_sigma, 0);
      EXPECT_LE(measured("unexplained", unexplained(l)), 1e-12);
    }
}

// Every boundary, media with σ and σm, PEC and PMC bodies, and soft and hard sources on points and lines, at any place.
class RandomLedger : public testing::TestWithParam<std::tuple<Precision, Polarization>> {};
TEST_P(RandomLedger, balances_in_any_scene) {
  double worst = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomScene wanted;
    wanted.precision = std::get<0>(GetParam());
    wanted.magnetic = seed % 4 != 0;
    wanted.seed = seed;
    Scene s = random_scene(wanted);
    s.grid.polarization = std::get<1>(GetParam());
    const EnergyLedger l = ledger_of(s, 600, 2);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    EXPECT_GT(l.turnover, 0);
    EXPECT_LE(unexplained(l), wanted.precision == Precision::float32 ? 1e-4 : 1e-12);
    worst = std::max(worst, unexplained(l));
  }
  measured("worst unexplained", worst);
}
TEST_P(RandomLedger, balances_with_dispersive_media) {
  double worst = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomScene wanted;
    wanted.precision = std::get<0>(GetParam());
    wanted.magnetic = seed % 4 != 0;
    wanted.dispersive = true;
    wanted.seed = seed;
    SceneMaker maker(wanted);
    Scene s = maker.make();
    s.grid.polarization = std::get<1>(GetParam());
    Solver solver = solver_for(s, 2);
    solver.set_ledger(true);
    go_on(solver, 300);
    s.materials[0].poles.push_back({Debye{2, 1e-11}});
    s.materials[1].poles.clear(), s.materials[2].poles_m.clear();
    solver.apply(s);
    go_on(solver, 300);
    s.shapes.push_back({Circle{maker.point(), 5}, "pec"}), s.shapes.push_back(maker.shape());  // metal under the field
    s.boundary = maker.walls();
    solver.apply(s);
    go_on(solver, 100);
    const EnergyLedger l = solver.ledger();
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    EXPECT_GT(l.turnover, 0);
    const double off = std::abs(l.unexplained()) / (l.turnover + std::abs(l.edits));
    EXPECT_LE(off, wanted.precision == Precision::float32 ? 1e-4 : 1e-12);
    worst = std::max(worst, off);
  }
  measured("worst unexplained", worst);
}
INSTANTIATE_TEST_SUITE_P(All, RandomLedger,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Polarization::ez, Polarization::hz)));

// A faulty boundary is treated like any other, outside the region or inside it, and so is Mur of second order.
TEST(EnergyLedger, balances_with_every_fault_and_every_kind_of_side) {
  for (const BoundaryKind walls : {cpml, mur2})
    for (int k = -1; k < fault_count; ++k)
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        Scene s = grid(70, 60, walls, precision);
        s.boundary[Side::right] = k % 2 == 0 ? pmc : walls;
        s.materials = {{"lossy glass", 3, 1.5, 0.01, 500, {}}};
        s.shapes = {{Rect{{0, 20}, {40, 35}}, "lossy glass"}};
        s.sources = {point(40, 35, pulse(frequency_of(s, 12)))};
        if (k >= 0) s.faults = {{Side::left, static_cast<Fault>(k)}, {Side::top, static_cast<Fault>(k)}};
        const EnergyLedger l = ledger_of(s, 250, 2);
        SCOPED_TRACE(testing::Message() << "walls " << static_cast<int>(walls) << ", fault " << k);
        EXPECT_GT(l.turnover, 0);
        EXPECT_LE(unexplained(l), precision == Precision::float32 ? 1e-4 : 1e-12);
      }
}

// The ledger is switched on while waves run, and the scene is edited afterwards. Both are recorded.
TEST(EnergyLedger, records_the_energy_of_edits) {
  RandomScene wanted;
  wanted.precision = Precision::float64;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    wanted.seed = seed;
    SceneMaker maker(wanted);
    Scene s = maker.make();
    Solver solver = solver_for(s, 2);
    go_on(solver, 200);
    solver.set_ledger(true);
    const EnergyLedger start = solver.ledger();
    EXPECT_NEAR(start.edits, start.stored, 1e-14 * start.stored);
    EXPECT_LE(unexplained(start), 1e-14);
    for (int edit = 0; edit < 8; ++edit) {
      if (edit % 4 == 0) s.shapes.push_back(maker.shape());
      if (edit % 4 == 1) s.boundary = maker.walls();
      if (edit % 4 == 2) s.materials[0].mu += 0.5, s.materials[1].sigma += 1;
      if (edit % 4 == 3) s.grid.courant -= 0.05;
      solver.apply(s);
      go_on(solver, 60);
    }
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const EnergyLedger l = solver.ledger();
    EXPECT_LE(std::abs(l.unexplained()), 1e-11 * (l.turnover + std::abs(l.edits)));
    solver.reset();
    EXPECT_EQ(solver.ledger().turnover, 0);
    EXPECT_EQ(solver.ledger().stored, 0);
  }
}

TEST(EnergyLedger, does_not_depend_on_threads_or_batches) {
  RandomScene wanted;
  wanted.seed = 5;
  const Scene s = random_scene(wanted);
  const EnergyLedger one = ledger_of(s, 300, 1), three = ledger_of(s, 300, 3);
  Solver solver = solver_for(s, 2);
  solver.set_ledger(true);
  for (int k = 0; k < 100; ++k) go_on(solver, 3);
  for (const EnergyLedger& other : {three, solver.ledger()}) {
    EXPECT_EQ(one.source, other.source);
    EXPECT_EQ(one.stored, other.stored);
    EXPECT_EQ(one.absorbed_sigma, other.absorbed_sigma);
    EXPECT_EQ(one.absorbed_sigma_m, other.absorbed_sigma_m);
    EXPECT_EQ(one.out, other.out);
    EXPECT_EQ(one.turnover, other.turnover);
  }
}

TEST(EnergyLedger, does_not_change_the_run) {
  RandomScene wanted;
  for (wanted.seed = 1; wanted.seed <= 8; ++wanted.seed) {
    const Scene s = random_scene(wanted);
    Solver plain = run(s, 200, 2), with = solver_for(s, 2);
    with.set_ledger(true);
    go_on(with, 200);
    EXPECT_EQ(plain.field(Quantity::ez), with.field(Quantity::ez));
    EXPECT_EQ(plain.field(Quantity::hx), with.field(Quantity::hx));
    with.set_ledger(false);
    EXPECT_EQ(with.ledger().turnover, 0);
  }
}

class Library : public testing::TestWithParam<std::string_view> {};
TEST_P(Library, ledger_balances) {
  const SceneResult loaded = load_scene(std::string(GetParam()));
  ASSERT_TRUE(loaded.scene.has_value());
  for (std::size_t k = 0; k < std::max<std::size_t>(1, loaded.scene->variants.size()); ++k) {
    const SceneResult variant = scene_of_variant(*loaded.scene, k);
    ASSERT_TRUE(variant.scene.has_value());
    const Scene& s = *variant.scene;
    if (s.sources.empty() && s.initial.value == 0) GTEST_SKIP() << "no field";
    const EnergyLedger l = ledger_of(s, 1500, 2);
    EXPECT_GT(l.turnover, 0);
    EXPECT_LE(measured("unexplained", unexplained(l)), s.grid.precision == Precision::float32 ? 1e-4 : 1e-12) << k;
  }
}
INSTANTIATE_TEST_SUITE_P(scenes, Library, every_scene(), scene_name);

}  // namespace
}  // namespace ez::test
