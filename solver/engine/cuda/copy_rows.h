// A kernel that copies pieces of memory, which may be on another card.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace ez::cuda {

struct PieceCopies {
  static constexpr int most = 32;
  struct Copy {
    const void* from;
    void* to;
    std::size_t words;  // of 4 bytes
  };
  Copy copies[most];
  int count = 0;
};
void launch_copy_pieces(const PieceCopies& pieces, cudaStream_t stream);

}  // namespace ez::cuda
