#include "papers/report.h"
#include "solver/engine/backend.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"
#include "solver/engine/opencl/opencl_backend.h"

namespace ez {

std::optional<BenchDevice> measure_device(const EngineRequest& request) {
  const EngineChoice choice = make_engine(request);
  const EngineInfo& info = choice.engine->info();
  if (info.device_index < 0) return std::nullopt;
  BenchDevice out;
  out.index = info.device_index;
  out.name = info.device;
  const Bandwidths measured = choice.backend->bandwidths ? choice.backend->bandwidths(info) : Bandwidths{};
  out.copy_gb_s = 1e-9 * measured.copy;
  out.issue_gops = 1e-9 * measured.issue;
  out.l2_gb_s = 1e-9 * measured.cache;
  out.theoretical_gb_s = 1e-9 * measured.theoretical;
  if (info.backend_name == "cuda") {
    const CudaStatus status = cuda_status();
    out.driver = status.driver;
    out.sm_clock_mhz = device_clock_mhz(info.device_index);
    out.memory_gb = 1e-9 * status.devices[static_cast<std::size_t>(info.device_index)].memory_bytes;
  }
  if (info.backend_name == "opencl")
    out.driver = opencl_status().devices[static_cast<std::size_t>(info.device_index)].driver;
  return out;
}

}  // namespace ez
