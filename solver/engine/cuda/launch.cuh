// The one place where a kernel is launched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "solver/engine/cuda/error.h"

namespace ez::cuda {

// `shared` bytes of dynamic shared memory; past 48 KiB the kernel must have been told (cudaFuncSetAttribute).
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

inline unsigned blocks_for(std::int64_t count, int per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

}  // namespace ez::cuda
