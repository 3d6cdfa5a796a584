// Compares passes of several steps with the scalar engine, bit for bit, on the first OpenCL device of the machine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine_pair.h"
#include "helpers.h"
#include "opencl_device.h"
#include "solver/engine/opencl/opencl_engine.h"

namespace ez {
namespace {

namespace streamed = opencl::streamed;

// Returns a random scene without the features that passes do not compute.
Scene scene_for_passes(unsigned seed) {
  SchemeFacts passes = *find_scheme("streamed");
  passes.magnetic = passes.hz = false;
  passes.walls = {};
  passes.walls[static_cast<std::size_t>(BoundaryKind::pec)] = true;
  passes.walls[static_cast<std::size_t>(BoundaryKind::cpml)] = true;
  Scene s = nearest_scene(passes, engine_pair::scene_of(seed));
  for (Material& m : s.materials) {  // those that no shape uses count too
    m.mu = 1, m.sigma_m = 0;
    m.poles.clear(), m.poles_m.clear();
    m.eps_formula.clear(), m.sigma_formula.clear();
  }
  s.grid.smoothing = s.grid.conformal = false;
  return s;
}

// Runs the scene on the scalar engine and by passes, with an edit and a return to a checkpoint.
class PassPair {
 public:
  PassPair(unsigned seed, const Scene& scene, const streamed::Shape& shape, const EngineMaker& one,
           const EngineMaker& other)
      : seed_(seed), one_(one, scene), other_(other, scene) {
    one_.fill(seed), other_.fill(seed);
    // Samples of monitors interrupt passes, so most scenes have none.
    if (seed % 4 != 0) one_.solver.set_gather({}), other_.solver.set_gather({});
    auto& engine = dynamic_cast<opencl::OpenClEngine&>(other_.solver.engine());
    engine.set_shape(shape, other_.solver.problem());
  }
  // Returns true if passes compute the scene.
  bool passes() { return other_.solver.engine().passes().levels > 0; }
  std::string note() { return other_.solver.engine().scheme_note(); }
  void go(int steps) {
    one_.go(steps), other_.go(steps);
    for (const FieldArray a : all_arrays)
      EXPECT_TRUE(engine_pair::same(one_.array(a), other_.array(a))) << "scene " << seed_ << ", array " << index_of(a);
    const auto a = one_.solver.take_probes(), b = other_.solver.take_probes();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
      EXPECT_TRUE(engine_pair::same(a[k].values, b[k].values)) << "scene " << seed_ << ", probe " << k;
    EXPECT_TRUE(engine_pair::same(one_.solver.take_gathered().values, other_.solver.take_gathered().values)) << seed_;
  }
  void go_twice(int steps) {
    const Checkpoint of_one = one_.solver.checkpoint(), of_other = other_.solver.checkpoint();
    go(steps);
    one_.solver.restore(of_one), other_.solver.restore(of_other);
    go(steps);
  }
  void edit(const Scene& scene) {
    for (engine_pair::Run* run : {&one_, &other_}) ASSERT_FALSE(run->solver.apply(scene).refused);
  }

 private:
  unsigned seed_;
  engine_pair::Run one_, other_;
};

TEST_F(OpenCl, passes_equal_the_scalar_engine_bit_for_bit_on_200_scenes) {
  if (!opencl_status().devices[0].has_double) GTEST_SKIP() << "device 0 has no double";
  // Narrow and low tiles, so that small grids have tiles of all kinds. PoCL 3.1 compiles the last shape wrongly.
  const std::vector<streamed::Shape> shapes = {{2, 16, 2, 8},  {4, 32, 2, 12}, {2, 32, 1, 40},
                                               {8, 32, 1, 12}, {6, 64, 2, 64}, {8, 64, 2, 16, 168}};
  const EngineMaker scalar = maker_of("scalar", -1), opencl = maker_of("opencl", 0);
  const std::size_t used = opencl_status().devices[0].gpu ? shapes.size() : shapes.size() - 1;
  int by_passes = 0;
  std::map<std::string, int> refused;
  for (unsigned seed = 0; seed < 200 && !HasFailure(); ++seed) {
    PassPair pair(seed, scene_for_passes(seed), shapes[seed % used], scalar, opencl);
    by_passes += pair.passes();
    if (!pair.passes()) ++refused[pair.note()];
    pair.go(33);
    Scene edited = engine_pair::edit_of(scene_for_passes(seed), seed);
    edited.run = {};
    pair.edit(edited);
    pair.go_twice(17);
    if (seed % 40 == 39) std::printf("passes computed %d of %u scenes\n", by_passes, seed + 1), std::fflush(stdout);
  }
  for (const auto& [why, count] : refused) std::printf("%d scenes: %s\n", count, why.c_str());
  EXPECT_GT(by_passes, 100);
}

Scene simple_scene() {
  Scene s = test::grid(70, 60, BoundaryKind::cpml, Precision::float32);
  s.sources = {test::point(30, 25, test::pulse(test::frequency_of(s, 12)))};
  return s;
}

// A device that calls itself a GPU, with little local memory, so that the trial has one small shape.
EngineMaker small_gpu() {
  std::string problem;
  const opencl::SharedApi api = opencl::open_api(problem);
  opencl::DeviceFacts facts = opencl::find_devices(*api).at(0);
  facts.gpu = true, facts.local_bytes = 7000;
  const auto device = std::make_shared<opencl::Device>(api, facts, 0);
  return [device] { return std::make_unique<opencl::OpenClEngine>(device); };
}

TEST_F(OpenCl, a_trial_chooses_the_shape_once_and_leaves_the_field) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ezscope-trial-" + std::to_string(::getpid()));
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const std::filesystem::path results = folder / "ezscope" / "opencl_streamed.tsv";
  const Scene scene = simple_scene();
  const EngineMaker maker = small_gpu();
  engine_pair::Run one(maker_of("scalar", -1), scene), other(maker, scene);
  one.fill(1), other.fill(1);
  EXPECT_EQ(other.solver.engine().passes().levels, 0) << "small grids are not tried without a request";
  one.go(5), other.go(5);
  ASSERT_EQ(other.solver.set_scheme({"streamed", 0}), "");
  EXPECT_EQ(other.solver.engine().passes().levels, 4) << other.solver.engine().scheme_note();
  one.go(9), other.go(9);
  for (const FieldArray a : all_arrays) EXPECT_TRUE(engine_pair::same(one.array(a), other.array(a))) << index_of(a);

  std::ifstream in(results);
  std::string line((std::istreambuf_iterator<char>(in)), {});
  EXPECT_NE(line.find("4:64:2"), std::string::npos) << line;
  // The cached result decides from now on.
  std::ofstream(results) << line.substr(0, line.rfind('\t') + 1) << "-\n";
  Solver again(maker(), scene);
  ASSERT_EQ(again.set_scheme({"streamed", 0}), "");
  EXPECT_EQ(again.engine().passes().levels, 0);
  EXPECT_EQ(again.engine().scheme_note(), "two kernels: they are faster here");
  std::filesystem::remove_all(folder);
}

TEST_F(OpenCl, a_scene_that_passes_cannot_compute_runs_two_kernels_with_the_reason) {
  Scene scene = simple_scene();
  scene.boundary.side[0] = BoundaryKind::mur1;
  Solver solver(maker_of("opencl", 0)(), scene);
  ASSERT_EQ(solver.set_scheme({"streamed", 0}), "");
  EXPECT_EQ(solver.engine().passes().levels, 0);
  EXPECT_EQ(solver.engine().scheme_note(), "two kernels: the left boundary is neither PEC nor CPML");
}

}  // namespace
}  // namespace ez
