// Tests the OpenCL engine against the scalar engine, bit for bit, on the first OpenCL device of the machine. Without a
// device the tests are skipped with the reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine_pair.h"
#include "failing_opencl.h"
#include "opencl_device.h"
#include "solver/engine/opencl/opencl_backend.h"
#include "solver/engine/opencl/opencl_engine.h"

namespace ez {
namespace {

using engine_pair::Pair;

TEST_F(OpenCl, equals_the_scalar_engine_bit_for_bit_on_200_scenes) {
  if (!opencl_status().devices[0].has_double) GTEST_SKIP() << "device 0 has no double";
  // Roots and angles of maps are not rounded alike on all devices.
  engine_pair::compare_on_scenes(200, maker_of("scalar", -1), maker_of("opencl", 0), false);
}

TEST_F(OpenCl, a_device_is_chosen_automatically_only_if_it_is_a_gpu) {
  const std::vector<OpenClStatus::Device> devices = opencl_status().devices;
  const bool any_gpu = std::ranges::any_of(devices, &OpenClStatus::Device::gpu);
  EngineRequest request;
  request.backend = "opencl";
  if (any_gpu) {
    EXPECT_TRUE(devices[0].gpu) << "GPUs come first";
    EXPECT_EQ(make_engine(request).engine->info().device_index, 0);
  } else {
    EXPECT_THROW(make_engine(request), NoBackend);
    EXPECT_FALSE(make_engine({}).backend->name == "opencl");
  }
  request.device = static_cast<int>(devices.size());
  EXPECT_THROW(make_engine(request), NoDevice);
  request.device = static_cast<int>(devices.size()) - 1;
  EXPECT_EQ(make_engine(request).engine->info().device, devices.back().name);
}

// ---- a device whose properties or functions differ

Scene small_scene(Precision precision) {
  Scene s = engine_pair::scene_of(7);
  s.grid.precision = precision;
  return s;
}

opencl::SharedDevice device_with(const opencl::SharedApi& api, bool has_double) {
  opencl::DeviceFacts facts = opencl::find_devices(*api).at(0);
  facts.has_double = facts.has_double && has_double;
  return std::make_shared<opencl::Device>(api, std::move(facts), 0);
}

TEST_F(OpenCl, a_device_without_double_computes_float_and_refuses_the_rest) {
  std::string problem;
  const opencl::SharedDevice device = device_with(opencl::open_api(problem), false);
  const EngineMaker maker = [&] { return std::make_unique<opencl::OpenClEngine>(device); };
  for (unsigned seed = 0; seed < 20; ++seed) {
    Scene scene = engine_pair::scene_of(seed);
    scene.grid.precision = Precision::float32;
    Pair pair(seed, scene, maker_of("scalar", -1), maker, false);
    pair.go(20);
    for (const Quantity q : {Quantity::ez, Quantity::energy, Quantity::material}) pair.look(q);
  }
  try {
    const Solver solver(maker(), small_scene(Precision::float64));
    FAIL() << "it has no double";
  } catch (const NoBackend& e) {
    EXPECT_NE(std::string(e.what()).find("set grid.precision to float32"), std::string::npos) << e.what();
  }
  Solver solver(maker(), small_scene(Precision::float32));
  EXPECT_THROW(solver.set_ledger(true), NoBackend);
}

TEST_F(OpenCl, a_grid_beyond_the_device_is_refused_with_sizes) {
  std::string problem;
  const opencl::SharedApi api = opencl::open_api(problem);
  opencl::DeviceFacts facts = opencl::find_devices(*api).at(0);
  facts.most_bytes = 4096;
  const auto device = std::make_shared<opencl::Device>(api, facts, 0);
  try {
    const Solver solver(std::make_unique<opencl::OpenClEngine>(device), small_scene(Precision::float32));
    FAIL() << "no array has room";
  } catch (const OutOfMemory& e) {
    EXPECT_NE(std::string(e.what()).find("one array may have 4.1 kB"), std::string::npos) << e.what();
  }
}

// ---- the CPU engine continues

TEST_F(OpenCl, a_copy_in_main_memory_continues_on_the_cpu_engine_bit_for_bit) {
  engine_pair::compare_after_a_copy(60, maker_of("opencl", 0), opencl_status().devices[0].has_double);
}

TEST_F(OpenCl, a_copy_of_another_grid_is_refused_by_the_cpu_engine) {
  Scene scene = small_scene(Precision::float32);
  Solver lost(maker_of("opencl", 0)(), scene);
  const Checkpoint copy = lost.checkpoint({}, StateFor::host);
  scene.grid.nx += 1;
  EXPECT_THROW(Solver(cpu_engine_maker(1)(), scene).restore(copy), EngineError);
}

// Makes everything that an engine does, and returns the field.
std::vector<double> use(const opencl::SharedDevice& device, const Scene& scene) {
  Solver solver(std::make_unique<opencl::OpenClEngine>(device), scene);
  solver.set_ledger(device->facts().has_double);
  solver.advance(3);
  solver.wait();
  const Checkpoint at = solver.checkpoint();
  std::vector<float> pixels(192);
  solver.draw({0, 0, 20, 20, 16, 12, Quantity::energy}, pixels.data());
  solver.health();
  solver.ledger();
  solver.restore(at);
  solver.engine().zero();
  solver.restore(at);
  solver.advance(2);
  solver.wait();
  return solver.field(Quantity::ez);
}

TEST_F(OpenCl, every_failing_call_throws_an_error_with_its_name_or_is_harmless) {
  std::string problem;
  const opencl::SharedApi real = opencl::open_api(problem);
  FailingOpenCl failing(*real);
  const auto api = std::make_shared<const opencl::Api>(failing.api());
  const Scene scene = small_scene(Precision::float32);
  const opencl::SharedDevice device = device_with(api, true);
  const std::vector<double> expected = use(device, scene);
  int thrown = 0, harmless = 0;
  const auto attempt = [&](long call, const auto& action) {
    FailingOpenCl::fail_at(call);
    try {
      action();
      if (FailingOpenCl::failed()) ++harmless;
    } catch (const std::runtime_error& e) {
      ++thrown;
      EXPECT_TRUE(FailingOpenCl::failed()) << e.what();
      const std::string what = e.what();
      EXPECT_TRUE(what.find("cl") != std::string::npos && what.find("CL_") != std::string::npos) << what;
    }
    const bool more = FailingOpenCl::failed();
    FailingOpenCl::fail_at(-1);
    return more;
  };
  // Opening a device and building its programs.
  for (long call = 0;; ++call)
    if (!attempt(call, [&] { device_with(api, true)->program(false); })) break;
  // Running on it.
  for (long call = 0;; ++call)
    if (!attempt(call, [&] { EXPECT_EQ(use(device, scene), expected); })) break;
  EXPECT_GT(thrown, 50);
  EXPECT_LT(harmless, thrown / 4);
  EXPECT_EQ(use(device, scene), expected);  // the device can be used again
}

// Prints the speed of two kernels per step next to the roof that the device's own copy gives. Needs a GPU.
TEST(LongOpenCl, two_kernels_reach_most_of_the_copy_bandwidth) {
  const OpenClStatus status = opencl_status();
  if (!status.problem.empty()) GTEST_SKIP() << status.problem;
  if (!status.devices[0].gpu) GTEST_SKIP() << "device 0 is not a GPU";
  const double copy = measure_opencl(0).copy;
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const int n : {1024, 4096, 8192}) {
      if (precision == Precision::float64 && !status.devices[0].has_double) continue;
      Scene scene;
      scene.grid.nx = scene.grid.ny = n;
      scene.grid.precision = precision;
      Solver solver(maker_of("opencl", 0)(), scene);
      const auto seconds = [&](int steps) {
        const auto begin = std::chrono::steady_clock::now();
        solver.advance(steps);
        solver.wait();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      };
      seconds(50);
      const int steps = 400;
      const double cells = static_cast<double>(n) * n * steps, best = std::min(seconds(steps), seconds(steps));
      const double bytes = precision == Precision::float32 ? 36 : 72, roof = copy / bytes;
      std::printf("%5d², %s: %.2f Gcell/s, %.2f of the roof (copy %.0f GB/s)\n", n,
                  precision == Precision::float32 ? "float" : "double", 1e-9 * cells / best, cells / best / roof,
                  1e-9 * copy);
      // Smaller grids are limited by the launches.
      if (n >= 4096) {
        EXPECT_GT(cells / best, 0.7 * roof);
      }
    }
}

}  // namespace
}  // namespace ez
