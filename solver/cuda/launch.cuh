// The one place where a kernel is launched.
#pragma once

#include <utility>

#include "solver/cuda/error.h"

namespace ez::cuda {

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream, Arguments&&... arguments) {
  kernel<<<grid, block, 0, stream>>>(std::forward<Arguments>(arguments)...);
  EZ_CUDA(cudaGetLastError());
}

inline unsigned blocks_for(int count, int per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

}  // namespace ez::cuda
