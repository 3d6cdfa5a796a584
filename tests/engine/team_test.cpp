// Tests a grid that is divided over processes against the undivided grid, bit for bit. mpirun starts it in several
// processes. Each compares its results, which are those of the whole grid, with a separate engine.
#include <gtest/gtest.h>

#include "engine_pair.h"
#include "solver/engine/bands/bands_engine.h"
#include "solver/engine/bands/mpi.h"
#include "solver/problem/rows_of.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr int halo = 6;

const MpiProcesses& processes() {
  static const MpiProcesses all;
  return all;
}

EngineMaker in_processes() {
  BandsOptions options;
  options.halo = halo, options.least_rows = 1;
  options.team = processes().teams();
  return [options] { return make_bands_engine({cpu_engine_maker(1)}, options); };
}
bool fits(const Scene& scene) {
  return most_bands(build_problem(scene, rasterize(scene)), processes().size(), halo) == processes().size();
}

TEST(Team, has_the_processes_that_mpirun_started) {
  EXPECT_EQ(processes().size(), launch_of_environment().size);
  EXPECT_EQ(processes().rank(), launch_of_environment().rank);
}

TEST(Team, equals_the_undivided_grid_on_40_scenes) {
  int scenes = 0;
  for (unsigned seed = 0; scenes < 40 && !HasFailure(); ++seed) {
    const Scene scene = engine_pair::scene_of(seed);
    if (!fits(scene)) continue;
    engine_pair::Pair pair(seed, scene, cpu_engine_maker(1), in_processes());
    ++scenes;
    pair.go(1);
    pair.go(30);
    for (unsigned k = 0; k < 4; ++k)
      pair.look(engine_pair::shown_quantities[(4 * seed + k) % std::size(engine_pair::shown_quantities)]);
    pair.go_twice(11);
  }
}

TEST(Team, refuses_a_grid_that_is_too_low) {
  Scene scene = *load_scene("lecture").scene;
  BandsOptions options;
  options.halo = 100000;
  options.team = processes().teams();
  if (processes().size() < 2) GTEST_SKIP() << "needs two processes";
  EXPECT_THROW(Solver(make_bands_engine({cpu_engine_maker(1)}, options), scene), EngineError);
}

}  // namespace
}  // namespace ez

int main(int argc, char** argv) {
  ez::processes();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
