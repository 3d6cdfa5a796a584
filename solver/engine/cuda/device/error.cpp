#include "solver/engine/cuda/device/error.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

#include "solver/base/memory.h"
#include "solver/engine/engine.h"

namespace ez::cuda {
namespace {

// Returns for example "engine.cpp:123: cudaMalloc(…): out of memory".
std::string describe(cudaError_t error, const char* call, const char* file, int line) {
  const char* slash = std::strrchr(file, '/');
  return fmt::format("{}:{}: {}: {} ({})", slash ? slash + 1 : file, line, call, cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

}  // namespace

void fail(cudaError_t error, const char* call, const char* file, int line) {
  cudaGetLastError();
  const std::string what = describe(error, call, file, line);
  if (error == cudaErrorMemoryAllocation) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    throw OutOfMemory(fmt::format("out of device memory, of whose {} only {} are free, at {}; use fewer cells",
                                  human_bytes(static_cast<double>(total)), human_bytes(static_cast<double>(free)),
                                  what));
  }
  throw EngineError("CUDA failed at " + what);
}

void log_failure(cudaError_t error, const char* call, const char* file, int line) noexcept {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  try {
    std::fprintf(stderr, "ezscope: CUDA failed at %s\n", describe(error, call, file, line).c_str());
  } catch (...) {
    std::fprintf(stderr, "ezscope: CUDA failed at line %d: error %d\n", line, static_cast<int>(error));
  }
}

}  // namespace ez::cuda
