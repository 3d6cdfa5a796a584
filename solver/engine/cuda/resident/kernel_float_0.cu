#include "solver/engine/cuda/resident/kernel.cuh"

namespace ez::cuda::resident {
template struct KernelOf<float, 0>;
}
