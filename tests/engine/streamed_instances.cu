// Instances of the streaming kernel, one kernel each, so that the compiler reports registers and spills of every class:
//   ninja -C build/dev streamed_instances
#include "solver/engine/cuda/streamed/pass.cuh"

namespace ez::cuda::streamed {
namespace {

template <class T, int L, Class kind>
__global__ void __launch_bounds__(32 * most_warps, 1) instance(const Pass<T> p) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int warp = static_cast<int>(threadIdx.x >> 5);
  stream<T, L, kind>(p, p.tiles + static_cast<std::ptrdiff_t>(blockIdx.x) * most_warps + warp,
                     reinterpret_cast<const Pair<T>*>(shared), shared + Shared<T, L>::zeros,
                     shared + Shared<T, L>::rings + warp * Shared<T, L>::ring);
}

template <class T, int L>
void instances() {
  [&]<int... K>(std::integer_sequence<int, K...>) { (instance<T, L, Class{K}><<<1, 1>>>({}), ...); }
  (std::make_integer_sequence<int, class_count>());
}

}  // namespace

void every_instance() {
  instances<float, 2>(), instances<float, 4>(), instances<float, 8>(), instances<float, 12>();
  instances<double, 2>(), instances<double, 4>(), instances<double, 8>();
}

}  // namespace ez::cuda::streamed
