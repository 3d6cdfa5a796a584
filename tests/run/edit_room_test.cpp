// Tests an edit that needs too much memory: it is refused with a size that would fit, and the run continues unchanged.
#include <fmt/format.h>

#include "engine_around.h"
#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/engine/cpu/cpu_engine.h"
#include "solver/scene/raster/raster.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

Scene running() {
  Scene s = grid(72, 64, cpml, Precision::float32);
  s.boundary[Side::top] = mur1;
  s.materials = {{"glass", 2.25, 1, 0.01, 0, {}}};
  s.shapes = {{Circle{{45, 25}, 9}, "glass"}, {Circle{{60, 50}, 4}, "pec"}};
  s.sources = {point(25, 25, Cw{frequency_of(s, 18), 3, 0})};
  s.probes = {{"a", {50, 40}}};
  return s;
}

std::vector<Scene> edits() {
  const Scene s = running();
  std::vector<Scene> all(6, s);
  all[0].sources[0].geometry = PointSource{{30, 30}};
  all[1].shapes[0].geometry = Circle{{30, 30}, 12};
  all[2].materials[0].mu = 2;  // H gets its own maps
  all[3].grid.courant = 0.5;
  for (int k = 0; k < 300; ++k) all[4].materials.push_back({fmt::format("m{}", k), 1 + 0.01 * k, 1, 0, 0, {}});
  all[5].probes.push_back({"b", {20, 20}});
  return all;
}

void expect_same_run(Solver& a, Solver& b) {
  EXPECT_EQ(a.step(), b.step());
  EXPECT_EQ(a.time(), b.time());
  for (const Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy}) EXPECT_TRUE(a.field(q) == b.field(q));
}

TEST(EditMemory, an_edit_that_does_not_fit_leaves_the_run_unchanged) {
  const auto faults = std::make_shared<Faults>();
  Solver solver(faulty_engines(faults).make(), running()), plain = solver_for(running());
  for (Solver* s : {&solver, &plain}) s->set_ledger(true), go_on(*s, 60);
  for (const Scene& next : edits()) {
    faults->full = true;
    const ApplyReport report = solver.apply(next);
    faults->full = false;
    EXPECT_TRUE(report.refused);
    EXPECT_NE(report.tier, Tier::grid);
    EXPECT_EQ(report.message, "out of device memory");
    EXPECT_EQ(solver.scene(), running());
    EXPECT_EQ(solver.nodes(), rasterize(running()));
    for (Solver* s : {&solver, &plain}) go_on(*s, 30);
    expect_same_run(solver, plain);
  }
  EXPECT_EQ(solver.take_probes()[0].values, plain.take_probes()[0].values);
  EXPECT_NEAR(solver.ledger().source, plain.ledger().source, 1e-9 * plain.ledger().turnover);
  EXPECT_LE(std::abs(solver.ledger().unexplained()), 1e-4 * solver.ledger().turnover);
  const Scene last = edits()[1];
  for (Solver* s : {&solver, &plain}) EXPECT_FALSE(s->apply(last).refused), go_on(*s, 30);
  expect_same_run(solver, plain);
}

TEST(EditMemory, the_message_names_the_grid_that_would_fit) {
  const auto faults = std::make_shared<Faults>();
  Solver solver(faulty_engines(faults).make(), running());
  faults->full = true;
  faults->free = 100;
  const std::string why = solver.apply(edits()[2]).message;
  EXPECT_NE(why.find("a grid of 72 × 64 needs"), std::string::npos) << why;
  EXPECT_NE(why.find("the largest grid of this shape that fits is about"), std::string::npos) << why;
}

// The run is worth more than its measurement.
TEST(EditMemory, a_reference_run_without_enough_memory_is_dropped) {
  Scene s = running();
  s.reflection.on = true;
  s.reflection.margin = 32;
  const auto well = std::make_shared<Faults>(), faults = std::make_shared<Faults>();
  int made = 0;
  Comparison comparison([&] { return std::make_unique<FaultyEngine>(made++ == 1 ? faults : well); }, s);
  ASSERT_NE(comparison.reference(0), nullptr);
  comparison.advance(60);
  faults->full = true;
  s.materials[0].eps = 3;
  const Comparison::Applied done = comparison.apply(s);
  EXPECT_FALSE(done.report.refused);
  EXPECT_FALSE(done.restarted);
  EXPECT_EQ(comparison.reference(0), nullptr);
  EXPECT_EQ(done.message.english(), "no reference run for this scene: out of device memory");
  EXPECT_EQ(comparison.reference_message(), done.message.english());
  comparison.advance(30);
  comparison.wait();
  EXPECT_EQ(comparison.pane(0).step(), 90u);
  EXPECT_EQ(comparison.pane(0).scene().materials[0].eps, 3);
  EXPECT_FALSE(comparison.reading(0).worst.has_value());
}

// ---- the CPU engine

// A lossy box on an engine that gets the amount of free memory from the test.
struct Box {
  double free = 1e12;
  Solver solver;
  explicit Box(double sigma)
      : solver(make_cpu_engine(1, best_isa(), [this] { return free; }), [&] {
          Scene s = running();
          s.materials[0].sigma = sigma;
          s.shapes = {{Rect{{-1, -1}, {80, 80}}, "glass"}};
          return s;
        }()) {}
};
constexpr double nodes = 72 * 64;

TEST(CpuMemory, the_ledger_of_a_lossy_grid_checks_the_memory_first) {
  Box box(0.01);
  go_on(box.solver, 20);
  box.free = 40 * nodes;
  try {
    box.solver.set_ledger(true);
    FAIL() << "there is not enough memory";
  } catch (const OutOfMemory& e) {
    EXPECT_NE(std::string(e.what()).find("the energy ledger needs"), std::string::npos) << e.what();
  }
  go_on(box.solver, 20);
  EXPECT_EQ(box.solver.ledger().turnover, 0) << "it stays off";
  box.free = 100 * nodes;
  box.solver.set_ledger(true);
  go_on(box.solver, 20);
  EXPECT_GT(box.solver.ledger().turnover, 0);
  Box lossless(0);
  lossless.free = 0;
  EXPECT_NO_THROW(lossless.solver.set_ledger(true));
}

TEST(CpuMemory, an_edit_too_large_for_the_ledger_is_refused_and_it_continues) {
  Box box(0);
  box.solver.set_ledger(true);
  go_on(box.solver, 60);
  box.free = 40 * nodes;
  Scene lossy = box.solver.scene();
  lossy.materials[0].sigma = 0.02;
  const ApplyReport report = box.solver.apply(lossy);
  EXPECT_TRUE(report.refused);
  EXPECT_NE(report.message.find("the energy ledger needs"), std::string::npos) << report.message;
  go_on(box.solver, 60);
  EXPECT_EQ(box.solver.step(), 120u);
  const EnergyLedger l = box.solver.ledger();
  EXPECT_EQ(l.absorbed_sigma, 0);
  EXPECT_LE(std::abs(l.unexplained()), 1e-4 * l.turnover);
}

TEST(CpuMemory, the_memory_for_an_edit_is_checked_before_it_is_made) {
  Box box(0);
  go_on(box.solver, 20);
  box.free = 2 * nodes;
  Scene magnetic = box.solver.scene();
  magnetic.materials[0].mu = 2;  // 4 bytes per node
  const ApplyReport report = box.solver.apply(magnetic);
  EXPECT_TRUE(report.refused);
  EXPECT_NE(report.message.find("the largest grid of this shape that fits"), std::string::npos) << report.message;
  EXPECT_FALSE(box.solver.problem().magnetic);
}

TEST(CpuMemory, a_failed_allocation_is_reported_as_out_of_memory) {
  int calls = 0;  // the allocation fails; the message asks again how much is free
  const auto gives_none = [&calls]() -> double { return calls++ == 0 ? throw std::bad_alloc() : 0.0; };
  const Problem problem = build_problem(running(), rasterize(running()));
  EXPECT_THROW(make_cpu_engine(1, best_isa(), gives_none)->load(problem), OutOfMemory);
}

}  // namespace
}  // namespace ez::test
