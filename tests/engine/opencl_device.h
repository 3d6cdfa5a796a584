// The first OpenCL device of the machine, for tests. Without one they are skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>

#include "solver/engine/opencl/opencl_backend.h"

namespace ez {

inline EngineMaker maker_of(const char* backend, int device) {
  EngineRequest request;
  request.backend = backend;
  request.device = device;
  return make_engine_maker(request).make;
}

class OpenCl : public testing::Test {
 protected:
  void SetUp() override {
    const OpenClStatus status = opencl_status();
    if (!status.problem.empty()) GTEST_SKIP() << status.problem;
    std::printf("OpenCL device 0: %s\n", status.devices[0].name.c_str());
  }
};

}  // namespace ez
