#include "solver/engine/cuda/streamed/pass.cuh"

namespace ez::cuda::streamed {
template struct PassOf<float, 2>;
}
