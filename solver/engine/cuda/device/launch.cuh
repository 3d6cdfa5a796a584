// The only place where kernels are launched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "solver/engine/cuda/device/error.h"

namespace ez::cuda {

// Launches with `shared` bytes of dynamic shared memory. For more than 48 KiB, cudaFuncSetAttribute must have allowed
// it for the kernel.
template <class... Parameters, class... Arguments>
void launch_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream,
                   Arguments&&... arguments) {
  kernel<<<grid, block, shared, stream>>>(std::forward<Arguments>(arguments)...);
  EZ_CUDA(cudaGetLastError());
}
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream, Arguments&&... arguments) {
  launch_shared(kernel, grid, block, 0, stream, std::forward<Arguments>(arguments)...);
}
// Launches a kernel whose blocks are all resident at once and may wait for each other.
template <class... Parameters, class... Arguments>
void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream,
                        const Arguments&... arguments) {
  const void* pointers[] = {&arguments...};
  EZ_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, const_cast<void**>(pointers),
                                      shared, stream));
}

inline unsigned blocks_for(std::int64_t count, int per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

}  // namespace ez::cuda
