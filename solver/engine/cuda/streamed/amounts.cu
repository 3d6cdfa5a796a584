// The values of a pass's terms, where there are many and no pass before has made them.
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/streamed/terms.cuh"

namespace ez::cuda::streamed {
namespace {

constexpr int threads = 128;

// One thread a term, rows of blocks for the steps.
template <class T>
__global__ void amounts_kernel(const Pass<T> p, int count) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int t = static_cast<int>(blockIdx.y);
  if (k < count) put_amount(p.values, p.amount[k], t, signal_of(p.signals, p.signal_count, p.amount[k].signal, t));
}
template <class T>
__global__ void in_step_kernel(const Pass<T> p, int count) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int t = static_cast<int>(blockIdx.y);
  if (k >= count) return;
  const InStep s = p.in_step[k];
  const auto signal = [&](int of) { return signal_of(p.signals, p.signal_count, of, t); };
  put_step(p.values, s, t, signal(s.signal_e), signal(s.signal_h));
}

}  // namespace

template <class T>
void launch_amounts(const Pass<T>& pass, int levels, cudaStream_t stream) {
  const int amounts = pass.amount_count, in_step = pass.in_step_count;
  const auto blocks = [&](int count) { return dim3(blocks_for(count, threads), static_cast<unsigned>(levels)); };
  if (amounts > 0) launch(amounts_kernel<T>, blocks(amounts), threads, stream, pass, amounts);
  if (in_step > 0) launch(in_step_kernel<T>, blocks(in_step), threads, stream, pass, in_step);
}
template void launch_amounts(const Pass<float>&, int, cudaStream_t);
template void launch_amounts(const Pass<double>&, int, cudaStream_t);

}  // namespace ez::cuda::streamed
