// The sentinel: every instability made for real, found, traced to where it starts, and mended.
#include "helpers.h"
#include "random_problem.h"
#include "solver/measure/instability.h"
#include "solver/measure/keeper.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Found {
  bool unstable = false;
  Runaway runaway;
  Diagnosis diagnosis;
  Checkpoint good;
  Health bad;
};

// Runs in batches as the window does until the sentinel speaks, with a checkpoint whenever a look is calm.
Found run_until_bad(Solver& solver, int steps, int batch) {
  Found found;
  Sentinel sentinel;
  sentinel.watch(solver.scene(), solver.problem());
  found.good = solver.checkpoint();
  while (solver.step() < static_cast<std::uint64_t>(steps)) {
    go_on(solver, batch);
    found.bad = solver.health();
    if (!sentinel.verdict(found.bad, solver.step()).empty()) {
      found.unstable = true;
      found.runaway = trace(solver, found.good, sentinel, 60);
      found.diagnosis = diagnose(solver.scene(), solver.nodes(), found.runaway);
      return found;
    }
    if (sentinel.look(found.bad, solver.step())) found.good = solver.checkpoint(std::move(found.good));
  }
  return found;
}

// From the last good state the mended scene stays bounded for as long again.
[[maybe_unused]] void expect_it_mends(Solver& solver, const Found& found, int steps) {
  ASSERT_TRUE(found.diagnosis.mended.has_value());
  EXPECT_FALSE(found.diagnosis.remedy.empty());
  for (const Message& m : validate(*found.diagnosis.mended)) EXPECT_TRUE(m.kind != Message::Kind::error) << m.text;
  solver.restore(found.good);
  EXPECT_TRUE(solver.health().finite);
  const double was = solver.health().max_abs;
  if (!solver.apply(*found.diagnosis.mended).message.empty()) ADD_FAILURE();
  go_on(solver, steps);
  EXPECT_TRUE(solver.health().finite);
  EXPECT_LE(solver.health().max_abs, 100 * was + 1);
}

Scene pulsed(BoundaryKind walls, Precision precision) {
  Scene s = grid(80, 70, walls, precision);
  s.sources = {point(40, 35, pulse(frequency_of(s, 12)))};
  return s;
}

TEST(Explore, which) {
  for (const BoundaryKind walls : {mur1, mur2, cpml})
    for (unsigned seed = 1; seed <= 60; ++seed) {
      RandomScene w;
      w.seed = seed;
      w.nx = 24, w.ny = 30;
      w.magnetic = seed % 3 != 0;
      Scene s = random_scene(w);
      for (Material& m : s.materials) { if (seed % 2) m.sigma = m.sigma_m = 0; }
      s.boundary.side = {walls, walls, walls, walls};
      s.boundary.cpml.cells = 6;
      if (seed % 5 == 0) s.boundary[Side::top] = s.boundary[Side::bottom] = pmc;
      s.grid.courant = 0.99;
      for (Source& q : s.sources) q.waveform = pulse(frequency_of(s, 12));
      Solver solver = solver_for(s, 1);
      const Found f = run_until_bad(solver, 30000, 500);
      if (f.unstable || f.bad.max_abs > 1e5)
        printf("walls %d seed %u: unstable %d max %g possible %g origin %d %d node %d %d step %lu growth %g: %s | %s\n", (int)walls, seed, f.unstable, f.bad.max_abs, f.runaway.possible, f.runaway.origin.i, f.runaway.origin.j, f.runaway.node.i, f.runaway.node.j, f.runaway.step, f.runaway.growth, f.diagnosis.cause.c_str(), f.diagnosis.remedy.c_str());
    }
}
}
}
