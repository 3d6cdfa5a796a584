// Tests the wavefront of tiles against the scalar engine, bit for bit, on generated scenes with all features at once.
// The tiles have two blocks by four rows, so every feature meets a seam somewhere. Batches have any length, and the
// scenes are edited during the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cpu_scene.h"
#include "plain_comparison.h"
#include "plain_loop.h"
#include "random_problem.h"
#include "solver/engine/cpu/plan.h"
#include "solver/scene/fault.h"

namespace ez {
namespace {

std::vector<Isa> exact_isas() {
  std::vector<Isa> out{best_isa()};
  if (best_isa() == Isa::avx512) out.push_back(Isa::avx2);
  return out;
}

constexpr unsigned smoothed = 2000;  // seeds from here on use averages at edges

// A scene, the engines that run it, and the plain loop that gives the right result.
template <class T>
class Race {
 public:
  Race(unsigned seed, int most_nodes, bool terms_on_h)
      : random_(wanted(seed, most_nodes)), scene_(random_.make()), edits_(!terms_on_h) {
    if (seed % 12 == 0 || seed % 12 == 5) scene_.grid.polarization = Polarization::hz;
    // One node thick, across everything.
    const double column = random_.whole(0, scene_.grid.nx - 1);
    scene_.shapes.push_back({Rect{{column, 0}, {column, 0.7 * scene_.grid.ny}}, "pec"});
    for (const int i : {15, 16, 31, 32}) probe(i), probe(scene_.grid.nx - 1 - i);
    map_ = rasterize(scene_);
    problem_ = build_problem(scene_, map_);
    if (terms_on_h) test::add_terms_on_h(problem_);
    plain_ = std::make_unique<PlainLoop<T>>(problem_);
    for (const Isa isa : exact_isas()) engines_.push_back(with_seams(1 + static_cast<int>(seed % 4), isa));
    for (const auto& e : engines_) e->load(problem_);
  }
  std::string name() const {
    return std::to_string(scene_.grid.nx) + "×" + std::to_string(scene_.grid.ny) + " after " + std::to_string(first_);
  }
  void go(int steps) {
    const Batch batch = batch_of(scene_, first_, steps);
    first_ += static_cast<std::uint64_t>(steps);
    const std::vector<double> probes = plain_->run(batch);
    for (const auto& e : engines_) {
      e->start(batch);
      ASSERT_EQ(e->finish().probes, probes) << name();
    }
  }
  void compare() {
    for (const auto& e : engines_) expect_same(*e, *plain_, problem_, name());
  }
  void edit() {
    if (!edits_) return;
    Scene next = scene_;
    bool everything = false;
    if (random_.chance(0.5)) next.shapes.push_back(random_.shape());
    if (random_.chance(0.3) && !next.materials.empty()) next.materials[0].sigma = random_.uniform(0, 1);
    if (random_.chance(0.3)) next.boundary = random_.walls(), next.faults = {}, everything = true;
    if (random_.chance(0.3)) next.faults = random_.faults(next), everything = true;
    const Change change = make_edit(scene_, map_, problem_, next, everything);
    for (const auto& e : engines_) e->update(problem_, change);
    plain_->update(problem_);
  }
  int whole(int a, int b) { return random_.whole(a, b); }

 private:
  static test::RandomScene wanted(unsigned seed, int most_nodes) {
    test::RandomScene w;
    w.seed = seed;
    std::mt19937 random(seed);
    const auto size = [&] { return 16 + static_cast<int>(random() % static_cast<unsigned>(most_nodes - 15)); };
    w.nx = size(), w.ny = size();
    w.precision = sizeof(T) == 4 ? Precision::float32 : Precision::float64;
    w.magnetic = seed % 3 == 0;
    w.materials = seed % 11 == 0 ? 300 : 5;
    w.faulty = seed % 5 == 0;
    w.dispersive = seed / 2 % 2 == 0;
    w.smoothing = seed >= smoothed;
    return w;
  }
  void probe(int i) {
    if (i >= 0 && i < scene_.grid.nx)
      scene_.probes.push_back({"seam", {static_cast<double>(i), static_cast<double>(i % scene_.grid.ny)}});
  }

  test::SceneMaker random_;
  Scene scene_;
  NodeMap map_;
  Problem problem_;
  std::unique_ptr<PlainLoop<T>> plain_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::uint64_t first_ = 0;
  bool edits_;
};

template <class T>
void race(unsigned seed, int most_nodes, int batches) {
  Race<T> race(seed, most_nodes, seed % 4 == 1);
  for (int k = 0; k < batches; ++k) {
    race.go(race.whole(1, 50));
    race.compare();
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
    race.edit();
  }
}

TEST(WavefrontTest, generated_scenes_equal_the_plain_loop_through_edits) {
  for (unsigned seed = 0; seed < 240 && !HasFailure(); ++seed)
    seed % 2 ? race<float>(seed, 90, 4) : race<double>(seed, 90, 4);
}
TEST(WavefrontTest, scenes_with_averages_at_edges_equal_the_plain_loop) {
  for (unsigned seed = smoothed; seed < smoothed + 60 && !HasFailure(); ++seed)
    seed % 2 ? race<float>(seed, 90, 3) : race<double>(seed, 90, 3);
}
TEST(WavefrontTest, larger_scenes_equal_the_plain_loop) {
  for (unsigned seed = 1000; seed < 1016 && !HasFailure(); ++seed)
    seed % 2 ? race<float>(seed, 600, 2) : race<double>(seed, 600, 2);
}

// The cache decides the size of the tiles. Short rows stay whole.
TEST(Wavefront, the_plan_follows_the_grid_and_the_cache) {
  PlanFor grid;
  grid.nx = grid.ny = 4096, grid.cache = 1 << 20;
  EXPECT_TRUE(make_plan(1000, grid).skewed);
  for (const double cache : {1 << 18, 1 << 19, 1 << 20}) {
    grid.cache = cache;
    const Plan plan = make_plan(1000, grid);
    EXPECT_LE(tile_bytes(plan, grid), cache);
    EXPECT_GE(plan.levels, 30);
  }
  grid.nx = grid.ny = 300;
  EXPECT_FALSE(make_plan(1000, grid).skewed);
  grid.whole_rows = true, grid.nx = 4096;
  EXPECT_FALSE(make_plan(1000, grid).skewed);
  grid.one_level = true;
  EXPECT_EQ(make_plan(1000, grid).levels, 1);
  for (const int steps : {0, 1, 7, 33, 100})  // every step is in exactly one pass
    for (const int threads : {1, 2, 5}) {
      grid = {};
      grid.nx = 100, grid.ny = 60, grid.threads = threads, grid.cache = 1024;
      const Plan plan = make_plan(steps, grid);
      int sum = 0;
      for (int pass = 0; pass < plan.passes; ++pass) {
        sum += plan.levels_of(pass);
        EXPECT_LE(plan.levels_of(pass), plan.levels);
      }
      EXPECT_EQ(sum, steps);
    }
}

// Runs a closed box and an absorbing box for a million steps.
TEST(LongWavefront, nothing_grows_in_a_million_steps) {
  for (const BoundaryKind wall : {pec, cpml}) {
    Scene scene = random_scene({64, 48, {wall, wall, wall, wall}}, Precision::float32, 9);
    scene.sources.clear();
    const Problem p = problem_of(scene);
    const auto engine = with_seams(2);
    engine->load(p);
    std::vector<float> field(std::size_t{64} * 48, 0.0F);
    for (int j = 20; j < 28; ++j)
      for (int i = 28; i < 36; ++i) field[static_cast<std::size_t>(j) * 64 + static_cast<std::size_t>(i)] = 1;
    for (std::size_t k = 0; k < field.size(); ++k)
      if (const auto& e = p.electric_palette[p.electric.at(static_cast<int>(k % 64), static_cast<int>(k / 64))];
          e.ca == 0 && e.cb == 0)
        field[k] = 0;
    engine->write(FieldArray::ez, field.data());
    double early = 0, late = 0;
    for (int n = 0; n < 1000; ++n) {
      engine->start(batch_of(scene, static_cast<std::uint64_t>(n) * 1000, 1000));
      engine->finish();
      const Health health = engine->health();
      ASSERT_TRUE(health.finite);
      double& most = n < 10 ? early : late;
      most = std::max(most, health.max_abs);
    }
    EXPECT_LT(late, 1.5 * early + 1e-3);
  }
}

}  // namespace
}  // namespace ez
