// One thread per node. Ez is unchanged since H's update; its own update follows.
#include "solver/engine/cuda/cross.h"
#include "solver/engine/cuda/device/launch.cuh"

namespace ez::cuda {
namespace {

constexpr int threads = 256;

template <class T>
__global__ void cross_kernel(Arrays<T> f, const CrossNode<T>* nodes, int hx_count, int count) {
  const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n >= count) return;
  const CrossNode<T> node = nodes[n];
  const T *e = f.ez + node.at, *up = e + f.pitch;
  if (n < hx_count) {
    f.hx[node.at] += cross_increment(node.weights, e[0] - e[-1], e[1] - e[0], up[0] - up[-1], up[1] - up[0]);
  } else {
    const T* below = e - f.pitch;
    f.hy[node.at] += cross_increment(node.weights, below[0] - e[0], below[1] - e[1], e[0] - up[0], e[1] - up[1]);
  }
}

}  // namespace

template <class T>
void launch_cross(const Arrays<T>& f, const CrossNode<T>* nodes, int hx_count, int count, cudaStream_t stream) {
  launch(cross_kernel<T>, blocks_for(count, threads), threads, stream, f, nodes, hx_count, count);
}
template void launch_cross(const Arrays<float>&, const CrossNode<float>*, int, int, cudaStream_t);
template void launch_cross(const Arrays<double>&, const CrossNode<double>*, int, int, cudaStream_t);

}  // namespace ez::cuda
