// Tests the state to which the window returns when a run becomes unstable. It is from before the growth, whatever the
// batch size.
#include "app/session/watch/last_good.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/session/watch/remedy_search.h"
#include "helpers.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

struct Watched {
  Comparison runs;
  Scene scene;
  StabilityMonitor stability;
  LastGood last{CheckpointRing<Comparison::Moment>(std::chrono::milliseconds(0), 0), 60};  // a loaded machine is slow
  double loudest = 0;  // largest |Ez| while the run was stable
  explicit Watched(const Scene& s) : runs([] { return make_cpu_engine(2); }, s), scene(s) {
    stability.watch(runs.pane(0).scene(), *runs.pane(0).media(), runs.pane(0).problem());
    look();
  }
  // Checks the field and stores a state if one is due. Returns false once the field is unstable.
  bool look() {
    const Health health = runs.pane(0).health();
    if (!stability.verdict(health, runs.pane(0).step()).empty()) return false;
    if (stability.look(health, runs.pane(0).step()) && last.is_due(runs)) last.keep(runs);
    return true;
  }
  bool go(int steps, int batch) {
    for (int made = 0; made < steps; made += batch) {
      runs.advance(batch);
      runs.wait();
      if (!look()) return false;
    }
    return true;
  }
  Instability find() {
    Instability found = last.find(runs, 0, stability, scene);
    last.go_back(runs, found);
    return found;
  }
  void apply(const Scene& s) {
    scene = s;
    ASSERT_FALSE(runs.apply(s).report.refused);
    stability.watch(runs.pane(0).scene(), *runs.pane(0).media(), runs.pane(0).problem());
  }
};

Scene lit(Waveform wave) {
  Scene s = grid(90, 80, BoundaryKind::cpml, Precision::float32);
  s.sources = {point(40, 35, std::move(wave))};
  return s;
}
Scene with_fault(Scene s, Fault fault) {
  s.faults.push_back({Side::right, fault});
  return s;
}

TEST(LastGood, is_from_before_the_growth_for_any_batch_size) {
  const Scene sound = lit(Ricker{frequency_of(lit(Ricker{1e9, {}}), 14), {}});
  Solver reference = solver_for(sound, 2);
  double loudest = 0;
  for (int k = 0; k < 400; ++k) go_on(reference, 1), loudest = std::max(loudest, reference.health().max_abs);
  for (const int batch : {1, 2, 3, 5, 20, 100, 300}) {
    Watched run(with_fault(sound, Fault::uncompensated_kappa));
    ASSERT_FALSE(run.go(6000, batch)) << batch;
    const std::uint64_t bad = run.runs.pane(0).step();
    const Instability found = run.find();
    EXPECT_TRUE(found.last_good);
    EXPECT_NE(found.cause.find("without its compensation"), std::string::npos) << found.cause;
    EXPECT_LT(run.runs.pane(0).step(), bad);
    EXPECT_LE(run.runs.pane(0).health().max_abs, 1.01 * loudest) << batch;
    ASSERT_TRUE(found.fixed_scene.has_value());
    run.apply(*found.fixed_scene);
    EXPECT_TRUE(run.go(1500, 50)) << batch;
    EXPECT_LE(run.runs.pane(0).health().max_abs, 1e-2 * loudest) << "the pulse has left: " << batch;
  }
}

// The runs return to the last state that was stored as stable.
TEST(LastGood, slow_growth_is_explained_and_undone) {
  Scene s = grid(37, 41, BoundaryKind::cpml);
  s.boundary[Side::bottom] = s.boundary[Side::top] = BoundaryKind::periodic;
  s.shapes = {{Rect{{11, 2}, {25, 8}}, "pmc"}};
  s.sources = {point(12, 17, Ricker{15e9, {}})};
  Watched run(s);
  for (int k = 0; k < 300 && !run.stability.slow_growth(); ++k) ASSERT_TRUE(run.go(29, 29));
  ASSERT_TRUE(run.stability.slow_growth());
  const std::uint64_t stands = run.runs.pane(0).step();
  const Instability found = run.find();
  EXPECT_NE(found.cause.find("the absorbing layers at the left and right sides"), std::string::npos) << found.cause;
  EXPECT_TRUE(found.last_good);
  EXPECT_LT(run.runs.pane(0).step(), stands);
  EXPECT_EQ(found.step, run.stability.slow_growth()->to);
}

// A fault appears late, in a wave that has long settled. The restored state is that wave, and a recent one.
TEST(LastGood, is_recent_if_the_run_was_stable) {
  const Scene sound = lit(Cw{frequency_of(lit(Ricker{1e9, {}}), 14), 3, 0});
  for (const int batch : {2, 40}) {
    Watched run(sound);
    ASSERT_TRUE(run.go(2000, batch));
    const double before = run.runs.pane(0).health().max_abs;
    run.apply(with_fault(sound, Fault::uncompensated_kappa));
    ASSERT_FALSE(run.go(6000, batch));
    run.find();
    EXPECT_GE(run.runs.pane(0).step(), 1600u) << batch;
    EXPECT_LE(run.runs.pane(0).health().max_abs, 3 * before) << batch;
  }
}

// A pane with cells of half the size makes twice as many steps. The growth is reported in the steps of its own pane.
TEST(LastGood, a_finer_pane_restores_the_runs_by_their_own_steps) {
  const Scene sound = lit(Ricker{frequency_of(lit(Ricker{1e9, {}}), 14), {}});
  Scene both = with_fault(sound, Fault::uncompensated_kappa);
  both.variants = {{"coarse", {}}, {"fine", {{"grid.cells", "[180, 160]"}, {"grid.cell", "5e-4"}}}};
  Comparison runs(cpu_engine_maker(2), both);
  StabilityMonitor stability;
  stability.watch(runs.pane(1).scene(), *runs.pane(1).media(), runs.pane(1).problem());
  LastGood last{CheckpointRing<Comparison::Moment>(std::chrono::milliseconds(0), 0), 60};  // a loaded machine is slow
  ASSERT_TRUE(last.is_due(runs));
  last.keep(runs);
  while (runs.pane(0).step() < 9000 && stability.verdict(runs.pane(1).health(), runs.pane(1).step()).empty())
    runs.advance(200), runs.wait();
  const std::uint64_t stood = runs.pane(0).step();
  ASSERT_LT(stood, 9000u);
  const Instability found = last.find(runs, 1, stability, both);
  last.go_back(runs, found);
  EXPECT_LT(runs.pane(0).step(), stood);
  EXPECT_EQ(runs.pane(0).step(), found.back_to);
  EXPECT_TRUE(stability.verdict(runs.pane(1).health(), runs.pane(1).step()).empty());
}

// A failing step of a gas is discarded. The window shows the gas just before it and continues from there with the
// remedy. It does not return to the start, although no other state was stored.
TEST(LastGood, a_failed_gas_returns_to_the_step_before_the_failure) {
  const SceneResult sod = load_scene("sod", {{"gas.dt", "0.0012"}});
  ASSERT_TRUE(sod.scene.has_value());
  Watched run(*sod.scene);
  EXPECT_FALSE(run.go(2000, 500));
  const std::uint64_t failed = run.runs.pane(0).step();
  ASSERT_GT(failed, 100u);
  const Instability found = run.find();
  EXPECT_TRUE(found.last_good);
  EXPECT_EQ(run.runs.pane(0).step(), failed);
  EXPECT_EQ(found.step, failed + 1);
  EXPECT_TRUE(run.runs.pane(0).health().finite);
  const std::vector<double> p = run.runs.pane(0).field(Quantity::pressure);
  EXPECT_GT(*std::ranges::max_element(p), *std::ranges::min_element(p));
  // The remedy that lets it continue is searched for afterwards.
  EXPECT_TRUE(found.seeks_remedy);
  EXPECT_FALSE(found.fixed_scene.has_value());
  RemedySearch search;
  search.start(*sod.scene, run.runs.pane(0), found);
  std::optional<Instability> remedy;
  while (!(remedy = search.take())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  RemedySearch in_steps;  // as in a page without threads
  in_steps.start(*sod.scene, run.runs.pane(0), found, Threads::none);
  std::optional<Instability> same;
  while (!(same = in_steps.take())) continue;
  EXPECT_EQ(*same, *remedy);
  EXPECT_FALSE(remedy->seeks_remedy);
  EXPECT_EQ(remedy->remedy, "remove gas.dt, so that Δt follows the largest |u| + c");
  ASSERT_TRUE(remedy->fixed_scene.has_value());
  run.apply(*remedy->fixed_scene);
  EXPECT_TRUE(run.go(300, 50));
}

}  // namespace
}  // namespace ez::test
