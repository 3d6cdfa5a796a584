// The OpenCL backend and its status report. Every build has it. A build without the OpenCL headers reports that OpenCL
// is missing.
#pragma once

#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

Backend opencl_backend();

struct OpenClStatus {
  bool built = false;      // this program has the OpenCL engine
  bool installed = false;  // this machine has libOpenCL
  std::string problem;     // why no device can be used, and what to do; empty if one can
  struct Device {
    std::string name;  // unique: devices of one name are numbered
    std::string version, driver;
    double memory_bytes = 0;
    bool gpu = false;
    bool has_double = false, shares_gl = false;
    bool fuses = true, denormals = true;  // has fma in hardware, and float denormals
    std::string warning;                  // of a driver with known errors
  };
  std::vector<Device> devices;  // GPUs first
};
OpenClStatus opencl_status();
// Returns nullptr and sets `why_not` if OpenCL cannot be used.
std::unique_ptr<Engine> make_opencl_engine(const EngineRequest& request, int device, std::string& why_not);
// The engines of one maker share a context, so that they can read each other's fields. Throws EngineError.
EngineMaker opencl_engine_maker(const EngineRequest& request, int device);
// Measures the device's own copy of a large buffer, and its float multiply-adds. Throws EngineError or OutOfMemory.
Bandwidths measure_opencl(int device);

}  // namespace ez
