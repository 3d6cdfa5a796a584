// Compares passes of several steps with the scalar engine, bit for bit, on the first OpenCL device of the machine.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine_pair.h"
#include "helpers.h"
#include "opencl_device.h"
#include "solver/engine/opencl/opencl_engine.h"
#include "solver/engine/opencl/streamed/plan.h"

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

// Returns a problem of one medium in layers of random depths.
Problem random_grid(std::mt19937& random) {
  const auto number = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Problem p;
  p.nx = number(20, 400), p.ny = number(20, 200);
  p.electric = NodeMap(p.nx, p.ny, false);
  p.electric_palette.resize(1);
  p.x.low = number(0, 1) * number(0, 9), p.x.high = number(0, 1) * number(0, 9);
  p.y.low = number(0, 1) * number(0, 9), p.y.high = number(0, 1) * number(0, 9);
  return p;
}

void check(const Problem& p, const streamed::Shape& shape) {
  const streamed::Plan plan(p, shape, DueRows(p));
  std::vector<int> stored(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  const auto reaches = [](const AxisLayers& axis, int nodes, int begin, int end) {
    return begin < axis.low || (axis.high > 0 && end > nodes - 1 - axis.high);
  };
  const int levels = shape.levels;
  for (const streamed::Tile& t : plan.tiles()) {
    const bool in_layer = t.kind >= streamed::Kind::layer_y, in_x = t.kind >= streamed::Kind::layer_x;
    const int end = t.x + shape.items * (in_layer ? 1 : shape.columns);
    EXPECT_TRUE(t.x == 0 || t.own_x0 >= t.x + levels);
    EXPECT_TRUE(end >= p.nx || t.own_x1 <= end - levels);
    EXPECT_EQ(t.x % shape.columns, 0);
    EXPECT_EQ(t.row0, std::max(t.own_y0 - levels, 0));
    // Nodes whose values reach those that are stored.
    const int x0 = std::max(t.own_x0 - levels, 0), x1 = std::min(t.own_x1 + levels, p.nx);
    const int y1 = std::min(t.own_y1 + levels, p.ny);
    EXPECT_TRUE(in_x || !reaches(p.x, p.nx, x0, x1)) << x0 << " " << x1;
    EXPECT_TRUE(t.kind == streamed::Kind::layer_y || t.kind == streamed::Kind::corner ||
                !reaches(p.y, p.ny, t.row0, y1));
    if (t.kind < streamed::Kind::points) {
      EXPECT_TRUE(end < p.nx && y1 < p.ny && t.own_x0 >= levels && t.own_y0 >= levels);
    }
    for (int j = t.own_y0; j < t.own_y1; ++j)
      for (int i = t.own_x0; i < t.own_x1; ++i)
        ++stored[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)];
  }
  EXPECT_TRUE(std::ranges::all_of(stored, [](int n) { return n == 1; }));
}

TEST(OpenClPlan, tiles_store_every_node_once_and_read_all_that_reaches_it) {
  std::mt19937 random(1);
  for (int go = 0; go < 400 && !testing::Test::HasFailure(); ++go) {
    const Problem p = random_grid(random);
    for (const streamed::Shape& shape : {streamed::Shape{4, 32, 2, 20}, streamed::Shape{8, 32, 2, 30},
                                         streamed::Shape{8, 64, 1, 24}, streamed::Shape{2, 16, 2, 8}}) {
      SCOPED_TRACE(fmt::format("{} × {}, layers {} {} {} {}, levels {}, items {}", p.nx, p.ny, p.x.low, p.x.high,
                               p.y.low, p.y.high, shape.levels, shape.items));
      check(p, shape);
    }
  }
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
