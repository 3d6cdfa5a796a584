// Fixture of tests that need a CUDA device. Without one each test is skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/engine.h"
#include "solver/run/solver.h"

namespace ez::test {

class CudaTest : public testing::Test {
 protected:
  void SetUp() override {
    const CudaStatus status = cuda_status();
    if (!status.problem.empty()) GTEST_SKIP() << status.problem;
  }
};

// CPU and CUDA agree to the bit if the CPU has fused multiply-add.
inline bool cpu_fuses() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}
class ExactCudaTest : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    if (!IsSkipped() && !cpu_fuses()) GTEST_SKIP() << "this processor has no fused multiply-add to compare with";
  }
};

inline std::unique_ptr<Engine> cuda_engine() {
  std::string why_not;
  std::unique_ptr<Engine> made = make_cuda_engine(0, why_not);
  EXPECT_TRUE(made) << why_not;
  return made;
}
inline Solver on_cuda(const Scene& s) { return Solver(cuda_engine(), s); }

}  // namespace ez::test
