#include "solver/engine/cuda/device/status.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/cuda_engine.h"
#include "solver/engine/cuda/peer_exchange.h"

namespace ez {
namespace cuda {

std::string version_text(int version) {
  return version > 0 ? fmt::format("{}.{}", version / 1000, version % 1000 / 10) : std::string();
}

std::string explain(int error, int driver_version, int runtime_version) {
  const std::string driver = version_text(driver_version), runtime = version_text(runtime_version);
  switch (error) {
    case cudaErrorInsufficientDriver:
      if (driver_version == 0) return "no NVIDIA driver found; install NVIDIA's driver to use a graphics card";
      return fmt::format(
          "the NVIDIA driver is too old: it supports CUDA {}, this program was built with {}; update the driver",
          driver, runtime);
    case cudaErrorStubLibrary:
      return "CUDA's stub library is used instead of the driver; remove it from the library path";
    case cudaErrorNoDevice:
      return "the NVIDIA driver finds no CUDA device; check nvidia-smi, and whether CUDA_VISIBLE_DEVICES hides it";
    case cudaErrorInvalidDevice:
      return "no CUDA device has this number; nvidia-smi lists the devices";
    case cudaErrorNoKernelImageForDevice:
      return "this program contains no code for this device; build it with -DCMAKE_CUDA_ARCHITECTURES set to the "
             "device's architecture (compute capability 7.5 or newer)";
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
      return fmt::format(
          "the NVIDIA driver (CUDA {}) cannot compile this program's code (CUDA {}) for this device; update "
          "the driver, or build for the device's own architecture",
          driver, runtime);
    case cudaErrorDevicesUnavailable:
      return "the CUDA device is in use by another program in exclusive mode; end that program or choose another "
             "device";
    case cudaErrorSystemDriverMismatch:
      return "the NVIDIA driver's libraries and kernel module differ in version; restart the machine";
    case cudaErrorMemoryAllocation:
      return "the CUDA device has no memory left; close other programs that use it";
    default: {
      const auto code = static_cast<cudaError_t>(error);
      return fmt::format("CUDA does not start: {} ({}); nvidia-smi may show the cause", cudaGetErrorString(code),
                         cudaGetErrorName(code));
    }
  }
}

namespace {

// Clears the error in CUDA, so that no later call reports it, and explains it.
std::string explain_here(cudaError_t error) {
  cudaGetLastError();
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  return explain(error, driver, runtime);
}

// Returns an empty string if this program's kernels run on the device.
std::string why_not_usable(int device) {
  if (const cudaError_t error = cudaSetDevice(device)) return explain_here(error);
  if (const cudaError_t error = load_kernels()) return explain_here(error);
  return {};
}

}  // namespace
}  // namespace cuda

CudaStatus cuda_status() {
  CudaStatus status;
  status.built = true;
  int driver = 0, count = 0;
  cudaDriverGetVersion(&driver);
  status.driver = cuda::version_text(driver);
  if (const cudaError_t error = cudaGetDeviceCount(&count)) {
    status.problem = cuda::explain_here(error);
    return status;
  }
  if (count == 0) {
    status.problem = cuda::explain_here(cudaErrorNoDevice);
    return status;
  }
  for (int d = 0; d < count; ++d) {
    cudaDeviceProp p{};
    if (const cudaError_t error = cudaGetDeviceProperties(&p, d)) {
      status.problem = cuda::explain_here(error);
      return status;
    }
    status.devices.push_back({p.name, static_cast<double>(p.totalGlobalMem), p.major, p.minor});
  }
  // One usable device is enough.
  for (int d = 0; d < count; ++d) {
    std::string why_not = cuda::why_not_usable(d);
    if (why_not.empty()) {
      status.problem.clear();
      break;
    }
    if (status.problem.empty()) status.problem = std::move(why_not);
  }
  return status;
}

std::unique_ptr<Exchange> make_cuda_exchange(std::vector<BandEngine> bands) {
  return cuda::make_peer_exchange(std::move(bands));
}

void copy_piece_of_cuda(void* to, const void* from, std::size_t bytes, DeviceStream stream) {
  const auto of_engine = static_cast<cudaStream_t>(stream);
  EZ_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, of_engine));
  EZ_CUDA(cudaStreamSynchronize(of_engine));
}

std::unique_ptr<Engine> make_cuda_engine(int device, std::string& why_not) {
  why_not = cuda::why_not_usable(device);
  if (!why_not.empty()) return nullptr;
  try {
    return std::make_unique<cuda::CudaEngine>(device);
  } catch (const std::exception& e) {
    why_not = e.what();
    return nullptr;
  }
}

}  // namespace ez
