// Replaces the CUDA engine in a program built without CUDA.
#ifndef EZSCOPE_HAS_CUDA

#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"

namespace ez {
namespace {

#ifdef __EMSCRIPTEN__
constexpr const char* not_built = "a page in a browser cannot use CUDA";
#else
constexpr const char* not_built = "this program was built without CUDA; build it where nvcc is on the PATH";
#endif

}  // namespace

CudaStatus cuda_status() {
  CudaStatus status;
  status.problem = not_built;
  return status;
}

std::unique_ptr<Engine> make_cuda_engine(int, std::string& why_not) {
  why_not = not_built;
  return nullptr;
}

std::unique_ptr<Exchange> make_cuda_exchange(std::vector<BandEngine>) { throw EngineError(not_built); }

void copy_piece_of_cuda(void*, const void*, std::size_t, DeviceStream) { throw EngineError(not_built); }

double measure_copy_bandwidth(int) { throw EngineError(not_built); }
double measure_l2_bandwidth(int) { throw EngineError(not_built); }
double l2_cache_bytes(int) { throw EngineError(not_built); }
double theoretical_bandwidth(int) { throw EngineError(not_built); }
double measure_issue_rate(int) { throw EngineError(not_built); }
double device_clock_mhz(int) { throw EngineError(not_built); }

}  // namespace ez

#endif
