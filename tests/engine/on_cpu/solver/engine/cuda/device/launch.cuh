// Replaces the header of this name on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ez::cuda {

namespace streamed {
extern unsigned char shared[];  // as the kernel declares it
}
inline constexpr std::size_t shared_bytes = std::size_t{160} << 10;

template <class... Parameters, class... Arguments>
void launch_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t, cudaStream_t,
                   const Arguments&... arguments) {
  warps::machine.run(grid.x, block.x, std::span(streamed::shared, shared_bytes), [&] { kernel(arguments...); });
}
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream, const Arguments&... arguments) {
  launch_shared(kernel, grid, block, 0, stream, arguments...);
}

inline unsigned blocks_for(std::int64_t count, int per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

}  // namespace ez::cuda
