#include "solver/engine/cuda/cuda_backend.h"

namespace ez {

Backend cuda_backend() {
  Backend b;
  b.name = "cuda";
  b.title = "CUDA";
  b.devices = [] {
    const CudaStatus status = cuda_status();
    return Backend::Devices{static_cast<int>(status.devices.size()), status.problem};
  };
  b.make = [](const EngineRequest&, int device, std::string& why_not) { return make_cuda_engine(device, why_not); };
  b.maker = [](const EngineRequest&, int device) -> EngineMaker {
    return [device] {
      std::string why_not;
      if (auto engine = make_cuda_engine(device, why_not)) return engine;
      throw EngineError(why_not);
    };
  };
  return b;
}

}  // namespace ez
