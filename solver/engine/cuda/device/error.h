// Two ways to check the result of a CUDA call. EZ_CUDA throws OutOfMemory or EngineError with the source location and
// CUDA's error text. EZ_CUDA_LOG, for destructors, writes one line to stderr and continues. Both clear the error, so
// that a later call does not report it again.
#pragma once

#include <cuda_runtime_api.h>

#define EZ_CUDA(call) ::ez::cuda::check((call), #call, __FILE__, __LINE__)
#define EZ_CUDA_LOG(call) ::ez::cuda::log_failure((call), #call, __FILE__, __LINE__)

namespace ez::cuda {

[[noreturn]] void fail(cudaError_t error, const char* call, const char* file, int line);
void log_failure(cudaError_t error, const char* call, const char* file, int line) noexcept;

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) fail(error, call, file, line);
}

}  // namespace ez::cuda
