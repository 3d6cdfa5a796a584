// The CUDA backend's entry in the list of backends, in builds with and without CUDA.
#include <fmt/format.h>

#include "solver/base/memory.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"

#ifndef EZSCOPE_CUDA_COMPILER
#define EZSCOPE_CUDA_COMPILER ""
#endif

namespace ez {
namespace {

Backend::Devices cuda_devices() {
  const CudaStatus status = cuda_status();
  return {static_cast<int>(status.devices.size()), status.problem, !status.driver.empty()};
}

Bandwidths cuda_bandwidths(const EngineInfo& engine) {
  const int device = engine.device_index;
  return {measure_copy_bandwidth(device), measure_l2_bandwidth(device), theoretical_bandwidth(device),
          measure_issue_rate(device), l2_cache_bytes(device)};
}

std::vector<std::string> about_cuda() {
  const CudaStatus cuda = cuda_status();
  std::vector<std::string> lines;
  lines.push_back(cuda.built ? fmt::format("CUDA built in (nvcc {})", EZSCOPE_CUDA_COMPILER)
                             : "CUDA not built in; build it where nvcc is on the PATH");
  lines.push_back(fmt::format("driver {}", cuda.driver.empty() ? "none" : cuda.driver));
  for (std::size_t k = 0; k < cuda.devices.size(); ++k) {
    const CudaStatus::Device& d = cuda.devices[k];
    lines.push_back(fmt::format("device {} {}, {}, sm_{}{}", k, d.name, human_bytes(d.memory_bytes), d.major, d.minor));
  }
  if (cuda.built && !cuda.problem.empty()) lines.push_back(fmt::format("no CUDA device: {}", cuda.problem));
  return lines;
}

}  // namespace

Backend cuda_backend() {
  Backend b;
  b.name = "cuda";
  b.title = "CUDA";
  b.scheme = "auto";
  b.devices = cuda_devices;
  b.make = [](const EngineRequest&, int device, std::string& why_not) { return make_cuda_engine(device, why_not); };
  b.maker = [](const EngineRequest&, int device) -> EngineMaker {
    return [device] {
      std::string why_not;
      if (auto engine = make_cuda_engine(device, why_not)) return engine;
      throw EngineError(why_not);
    };
  };
  b.exchange = make_cuda_exchange;
  b.copy = copy_piece_of_cuda;
  b.bandwidths = cuda_bandwidths;
  b.about = about_cuda;
  return b;
}

}  // namespace ez
