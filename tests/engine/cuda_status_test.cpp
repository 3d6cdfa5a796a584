// Tests the messages when CUDA cannot be used. These tests run on every machine.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <string>

#include "solver/engine/backend.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"
#include "solver/engine/cuda/device/status.h"

namespace ez {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Checks that no error is left for the next call. (Without a driver CUDA answers every call with an error.)
void expect_nothing_left() {
  if (!cuda_status().driver.empty()) {
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
}

TEST(CudaStatus, distinguishes_the_causes) {
  using cuda::explain;
  EXPECT_TRUE(has(explain(cudaErrorInsufficientDriver, 0, 13000), "no NVIDIA driver found"));
  const std::string old = explain(cudaErrorInsufficientDriver, 12020, 13000);
  EXPECT_TRUE(has(old, "too old") && has(old, "12.2") && has(old, "13.0") && has(old, "update the driver")) << old;
  EXPECT_TRUE(has(explain(cudaErrorNoDevice, 13000, 13000), "CUDA_VISIBLE_DEVICES"));
  EXPECT_TRUE(has(explain(cudaErrorNoKernelImageForDevice, 13000, 13000), "CMAKE_CUDA_ARCHITECTURES"));
  const std::string ptx = explain(cudaErrorUnsupportedPtxVersion, 12040, 13000);
  EXPECT_TRUE(has(ptx, "12.4") && has(ptx, "update the driver")) << ptx;
  EXPECT_TRUE(has(explain(cudaErrorInvalidDevice, 13000, 13000), "nvidia-smi lists the devices"));
  EXPECT_TRUE(has(explain(cudaErrorUnknown, 13000, 13000), "cudaErrorUnknown"));
}

TEST(CudaStatus, lists_the_devices_or_gives_the_reason) {
  const CudaStatus status = cuda_status();
  EXPECT_TRUE(status.built);
  if (status.problem.empty()) {
    EXPECT_FALSE(status.devices.empty());
    EXPECT_FALSE(status.driver.empty());
  } else {
    std::printf("[ reason ] %s\n", status.problem.c_str());
  }
  expect_nothing_left();
}

TEST(CudaStatus, a_missing_device_is_refused_with_words) {
  std::string why_not;
  EXPECT_FALSE(make_cuda_engine(77, why_not));
  EXPECT_FALSE(why_not.empty());
  expect_nothing_left();
  try {
    make_engine({.backend = "cuda", .device = 77, .threads = 1});
    FAIL() << "there are fewer devices";
  } catch (const NoBackend& e) {
    EXPECT_TRUE(has(e.what(), cuda_status().problem)) << e.what();
  } catch (const NoDevice& e) {
    EXPECT_TRUE(has(e.what(), "no CUDA device 77")) << e.what();
  }
}

TEST(CudaStatus, the_cpu_engine_states_that_it_was_requested) {
  EXPECT_EQ(make_engine({.backend = "cpu", .threads = 1}).reason, "the cpu backend was requested");
}

TEST(CudaStatus, the_cpu_engine_runs_without_cuda) {
  const EngineChoice choice = make_engine({.backend = "", .threads = 1});
  ASSERT_TRUE(choice.engine);
  if (!cuda_status().problem.empty()) {
    EXPECT_EQ(choice.engine->info().backend, "CPU");
    EXPECT_EQ(choice.reason, cuda_status().problem);
  }
}

TEST(CudaStatus, measures_the_device) {
  const CudaStatus status = cuda_status();
  if (!status.problem.empty()) GTEST_SKIP() << status.problem;
  const double copy = measure_copy_bandwidth(0), issue = measure_issue_rate(0);
  std::printf("[ measured ] copy %.0f GB/s, two-kernel roof %.1f Gcell/s, multiply-adds %.0f G/s\n", copy * 1e-9,
              copy / 36 * 1e-9, issue * 1e-9);
  EXPECT_GT(copy, 10e9);
  EXPECT_LT(copy, 100e12);
  EXPECT_GT(issue, 100e9);
}

}  // namespace
}  // namespace ez
