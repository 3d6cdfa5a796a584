#include "app/commands/bench.h"

#if defined(EZSCOPE_HAS_CUDA)
#include <cuda_runtime_api.h>

#include "solver/cuda/bandwidth.h"
#endif

namespace ez {

#if defined(EZSCOPE_HAS_CUDA)

std::optional<BenchDevice> measure_device(int device) {
  const CudaStatus status = cuda_status();
  if (!status.problem.empty() || device >= static_cast<int>(status.devices.size())) return std::nullopt;
  const CudaStatus::Device& d = status.devices[static_cast<std::size_t>(device)];
  int khz = 0;
  if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device) != cudaSuccess) cudaGetLastError();
  return BenchDevice{d.name,
                     status.driver,
                     1e-3 * khz,
                     1e-9 * d.memory_bytes,
                     1e-9 * measure_copy_bandwidth(device),
                     1e-9 * measure_issue_rate(device)};
}

#else

std::optional<BenchDevice> measure_device(int) { return std::nullopt; }

#endif

}  // namespace ez
