// The CUDA backend and its status report. Every build has it. In a build without CUDA it reports that CUDA is missing.
#pragma once

#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

Backend cuda_backend();

struct CudaStatus {
  bool built = false;   // this program has the CUDA engine
  std::string driver;   // "13.0" or ""
  std::string problem;  // why no device can be used, and what to do; empty if one can
  struct Device {
    std::string name;
    double memory_bytes = 0;
    int major = 0, minor = 0;
  };
  std::vector<Device> devices;
};
CudaStatus cuda_status();
// Throws EngineError.
std::unique_ptr<Exchange> make_cuda_exchange(std::vector<BandEngine> bands);
// See PieceCopy.
void copy_piece_of_cuda(void* to, const void* from, std::size_t bytes, DeviceStream stream);
// Returns nullptr and sets `why_not` if CUDA cannot be used.
std::unique_ptr<Engine> make_cuda_engine(int device, std::string& why_not);

}  // namespace ez
