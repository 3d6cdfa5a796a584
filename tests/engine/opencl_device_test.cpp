// Tests the scheme `split`, the cache of programs and the limit on queued work, on the first OpenCL device of the
// machine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine_pair.h"
#include "helpers.h"
#include "opencl_device.h"
#include "solver/engine/opencl/device/known_drivers.h"
#include "solver/engine/opencl/device/program.h"
#include "solver/engine/opencl/device/throttle.h"
#include "solver/engine/opencl/opencl_engine.h"

namespace ez {
namespace {

Scene mur_scene(Precision precision) {
  Scene s = test::grid(40, 29, BoundaryKind::mur1, precision);
  Material glass;
  glass.name = "glass", glass.eps = 2.25;
  s.materials = {glass};
  s.shapes = {{Circle{{20, 14}, 6}, "glass"}, {Circle{{0, 12}, 4}, "pec"}};
  s.sources = {test::point(12, 15, test::pulse(test::frequency_of(s, 12)))};
  return s;
}

TEST_F(OpenCl, every_split_equals_the_scalar_engine_bit_for_bit) {
  const EngineMaker scalar = maker_of("scalar", -1), opencl = maker_of("opencl", 0);
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    if (precision == Precision::float64 && !opencl_status().devices[0].has_double) continue;
    for (int form = 0; form < 7; ++form) {
      engine_pair::Run one(scalar, mur_scene(precision)), other(opencl, mur_scene(precision));
      one.fill(3), other.fill(3);
      ASSERT_EQ(other.solver.set_scheme({"split", form}), "");
      one.go(20), other.go(20);
      const Checkpoint at = other.solver.checkpoint();
      other.go(5);
      other.solver.restore(at);
      one.go(7), other.go(7);
      for (const FieldArray a : all_arrays)
        EXPECT_TRUE(engine_pair::same(one.array(a), other.array(a))) << "form " << form << ", array " << index_of(a);
    }
  }
}

TEST_F(OpenCl, a_split_that_needs_several_queues_is_refused) {
  Solver solver(maker_of("opencl", 0)(), mur_scene(Precision::float32));
  EXPECT_NE(solver.set_scheme({"split", 8}).find("need CUDA"), std::string::npos);
  EXPECT_NE(solver.set_scheme({"takada", 0}), "");
}

TEST_F(OpenCl, the_kernels_of_a_split_are_timed_one_by_one) {
  Solver solver(maker_of("opencl", 0)(), mur_scene(Precision::float32));
  constexpr std::size_t kernels[] = {1, 2, 3, 4, 5, 6, 9};
  for (int form = 0; form < 7; ++form) {
    ASSERT_EQ(solver.set_scheme({"split", form}), "");
    const KernelTimes times = solver.engine().time_e_kernels(3);
    EXPECT_EQ(times.seconds.size(), kernels[form]);
    EXPECT_GT(times.empty, 0);
  }
}

// ---- cached programs

cl_program CL_API_CALL no_source(cl_context, cl_uint, const char**, const std::size_t*, cl_int* code) {
  *code = CL_OUT_OF_HOST_MEMORY;
  return nullptr;
}

class ProgramCache : public OpenCl {
 protected:
  void SetUp() override {
    OpenCl::SetUp();
    if (IsSkipped()) return;
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    std::string problem;
    real = opencl::open_api(problem);
    opencl::Api without = *real;
    without.clCreateProgramWithSource = no_source;
    binaries_only = std::make_shared<const opencl::Api>(without);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  // Builds a small program. The platform's name decides whether binaries are cached.
  bool builds(const opencl::SharedApi& api, const char* platform = "a driver without a cache") {
    opencl::DeviceFacts facts = opencl::find_devices(*real).at(0);
    facts.platform = platform;
    const opencl::Device device(real, facts, 0);
    try {
      return static_cast<bool>(opencl::build_program(api, device.context(), facts,
                                                     "kernel void one(global int* a) { a[0] = 1; }", "-cl-std=CL1.2"));
    } catch (const std::runtime_error&) {
      return false;
    }
  }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> out;
    const auto cached = folder / "ezscope" / "opencl";
    if (std::filesystem::exists(cached))
      for (const auto& entry : std::filesystem::directory_iterator(cached)) out.push_back(entry.path());
    return out;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ezscope-opencl-" + std::to_string(::getpid()));
  opencl::SharedApi real, binaries_only;
};

TEST_F(ProgramCache, a_program_is_built_from_its_text_only_once) {
  EXPECT_FALSE(builds(binaries_only));
  EXPECT_TRUE(builds(real));
  ASSERT_EQ(files().size(), 1u);
  EXPECT_TRUE(builds(binaries_only));
}

TEST_F(ProgramCache, a_damaged_file_is_ignored_and_written_again) {
  ASSERT_TRUE(builds(real));
  const std::filesystem::path path = files().at(0);
  std::ifstream in(path, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  std::string changed = good;
  changed[changed.size() - 9] ^= 1;
  for (const std::string& damaged : {changed, good.substr(0, good.size() / 2), std::string("text"), std::string()}) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    EXPECT_FALSE(builds(binaries_only));
    EXPECT_TRUE(builds(real));
    EXPECT_TRUE(builds(binaries_only));
  }
}

TEST_F(ProgramCache, a_driver_that_caches_programs_itself_gets_no_files) {
  EXPECT_TRUE(builds(real, "Portable Computing Language"));
  EXPECT_TRUE(files().empty());
}

// ---- queued work

int waits = 0;
cl_ulong fake_time = 0;
cl_int CL_API_CALL counted_wait(cl_uint, const cl_event*) {
  ++waits;
  return CL_SUCCESS;
}
// Every mark ends a second after the one that was asked for before.
cl_int CL_API_CALL slow_clock(cl_event, cl_profiling_info, std::size_t, void* out, std::size_t*) {
  *static_cast<cl_ulong*>(out) = fake_time += 1000000000;
  return CL_SUCCESS;
}

cl_int CL_API_CALL no_clock(cl_event, cl_profiling_info, std::size_t, void*, std::size_t*) {
  return CL_PROFILING_INFO_NOT_AVAILABLE;
}

// Returns the first device, with another clock. Its waits are counted from 0.
opencl::SharedDevice device_with_clock(decltype(&clGetEventProfilingInfo) clock) {
  std::string problem;
  opencl::Api api = *opencl::open_api(problem);
  api.clWaitForEvents = counted_wait, api.clGetEventProfilingInfo = clock;
  waits = 0;
  return std::make_shared<opencl::Device>(std::make_shared<const opencl::Api>(api), opencl::find_devices(api).at(0), 0);
}

TEST_F(OpenCl, a_slow_device_gets_little_work_at_a_time) {
  opencl::Stream stream(device_with_clock(slow_clock));
  opencl::Throttle throttle(stream);
  throttle.begin();
  // A step takes a second, which is longer than a part may take. So every step is a part, from the first one on.
  for (int step = 0; step < 12; ++step) {
    EXPECT_EQ(waits, std::max(0, step - 2)) << "two parts may wait in the queue";
    throttle.add(1);
  }
}

TEST_F(OpenCl, a_device_without_a_clock_gets_as_many_steps_as_between_two_flushes) {
  opencl::Stream stream(device_with_clock(no_clock));
  opencl::Throttle throttle(stream);
  throttle.begin();
  for (int step = 0; step < 3; ++step) throttle.add(1);
  EXPECT_EQ(waits, 1);
  for (int step = 0; step < 15; ++step) throttle.add(1);
  EXPECT_EQ(waits, 1);
  throttle.add(1);
  EXPECT_EQ(waits, 2);
}

TEST_F(OpenCl, drivers_with_known_errors_get_a_warning) {
  opencl::DeviceFacts d;
  d.platform = "Rusticl", d.version = "OpenCL 3.0", d.driver = "23.1", d.gpu = true;
  EXPECT_EQ(opencl::warning_of(d), "");
  d.platform = "Clover";
  EXPECT_NE(opencl::warning_of(d).find("rusticl"), std::string::npos);
  d.platform = "Intel Gen OCL Driver", d.version = "OpenCL 2.0 beignet 1.3";
  EXPECT_NE(opencl::warning_of(d).find("Beignet"), std::string::npos);
  d.platform = "Intel(R) OpenCL HD Graphics", d.version = "OpenCL 2.1 NEO ", d.driver = "19.34.13959";
  EXPECT_NE(opencl::warning_of(d).find("barriers"), std::string::npos);
  d.driver = "23.17.26241";
  EXPECT_EQ(opencl::warning_of(d), "");
  d.platform = "Intel(R) OpenCL", d.version = "OpenCL 3.0 (Build 0)", d.gpu = false;
  EXPECT_NE(opencl::warning_of(d).find("--backend cpu"), std::string::npos);
  d.platform = "Apple", d.version = "OpenCL 1.2", d.gpu = true;
  EXPECT_EQ(opencl::warning_of(d), "");
  d.gpu = false;
  EXPECT_NE(opencl::warning_of(d), "");
  d.platform = "Any", d.version = "OpenCL 1.1 CUDA", d.gpu = true;
  EXPECT_EQ(opencl::warning_of(d), "the engine needs OpenCL 1.2");
}

TEST_F(OpenCl, free_memory_is_less_by_the_buffers_of_all_engines_of_a_device) {
  const EngineMaker maker = maker_of("opencl", 0);
  const std::unique_ptr<Engine> first = maker();
  const double before = first->free_bytes();
  {
    const Solver other(maker(), mur_scene(Precision::float32));
    EXPECT_LT(first->free_bytes(), before - 3.0 * 40 * 29 * 4);
  }
  EXPECT_EQ(first->free_bytes(), before);
}

}  // namespace
}  // namespace ez
