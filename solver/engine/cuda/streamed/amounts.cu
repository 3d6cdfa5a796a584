// The values of a pass's terms, where there are many: a frame of a plane wave has tens of thousands.
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::streamed {
namespace {

constexpr int threads = 128;

// One thread a term, rows of blocks for the steps.
template <class T>
__global__ void amounts_kernel(const Pass<T> p, int count) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int t = static_cast<int>(blockIdx.y);
  if (k < count) put_amount(p.values, p.amount[k], t, signal_of(p.signals, p.signal_count, p.amount[k], t));
}

}  // namespace

template <class T>
void launch_amounts(const Pass<T>& pass, int amounts, int levels, cudaStream_t stream) {
  launch(amounts_kernel<T>, dim3(blocks_for(amounts, threads), static_cast<unsigned>(levels)), threads, stream, pass,
         amounts);
}
template void launch_amounts(const Pass<float>&, int, int, cudaStream_t);
template void launch_amounts(const Pass<double>&, int, int, cudaStream_t);

}  // namespace ez::cuda::streamed
