// CUDA's place in the list of backends, and what the program says of it. There in every build: one without CUDA says
// so.
#pragma once

#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

Backend cuda_backend();

struct CudaStatus {
  bool built = false;   // this program has the CUDA engine
  std::string driver;   // "13.0" or ""
  std::string problem;  // why no device can be used, with what to do; empty when one can
  struct Device {
    std::string name;
    double memory_bytes = 0;
    int major = 0, minor = 0;
  };
  std::vector<Device> devices;
};
CudaStatus cuda_status();
// nullptr with the reason when CUDA cannot be used here.
std::unique_ptr<Engine> make_cuda_engine(int device, std::string& why_not);

}  // namespace ez
