#include "papers/report.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"

namespace ez {

std::optional<BenchDevice> measure_device(const EngineRequest& request) {
  const int device = make_engine(request).engine->info().device_index;
  if (device < 0) return std::nullopt;
  const CudaStatus status = cuda_status();
  const CudaStatus::Device& d = status.devices[static_cast<std::size_t>(device)];
  return BenchDevice{device,
                     d.name,
                     status.driver,
                     device_clock_mhz(device),
                     1e-9 * d.memory_bytes,
                     1e-9 * measure_copy_bandwidth(device),
                     1e-9 * measure_issue_rate(device),
                     1e-9 * measure_l2_bandwidth(device),
                     1e-9 * theoretical_bandwidth(device)};
}

}  // namespace ez
