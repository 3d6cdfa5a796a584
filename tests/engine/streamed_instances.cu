// The streaming kernel's instances, one kernel each, so that the compiler tells registers and spills of every class:
//   ninja -C build/dev streamed_instances
#include "solver/engine/cuda/streamed/pass.cuh"

namespace ez::cuda::streamed {
namespace {

template <class T, int L, Class kind, Media media, bool points, bool x, bool y, bool magnetic = false>
__global__ void __launch_bounds__(32 * most_warps, 1) instance(const Pass<T> p) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int warp = static_cast<int>(threadIdx.x >> 5);
  stream<T, L, lane_columns<T>(kind, L), media, points, x, y, magnetic>(
      p, p.tiles + static_cast<std::ptrdiff_t>(blockIdx.x) * most_warps + warp,
      reinterpret_cast<const Pair<T>*>(shared), shared + Shared<T, L>::zeros,
      shared + Shared<T, L>::rings + warp * Shared<T, L>::ring);
}

template <class T, int L>
void instances() {
  instance<T, L, Class::uniform, Media::one_lossless, false, false, false><<<1, 1>>>({});
  instance<T, L, Class::lossy, Media::one, false, false, false><<<1, 1>>>({});
  instance<T, L, Class::palette, Media::any, false, false, false><<<1, 1>>>({});
  instance<T, L, Class::points, Media::any, true, false, false><<<1, 1>>>({});
  instance<T, L, Class::layer_x, Media::any, true, true, false><<<1, 1>>>({});
  instance<T, L, Class::layer_y, Media::any, true, false, true><<<1, 1>>>({});
  instance<T, L, Class::corner, Media::any, true, true, true><<<1, 1>>>({});
  instance<T, L, Class::magnetic, Media::any, true, false, false, true><<<1, 1>>>({});
}

}  // namespace

void every_instance() {
  instances<float, 2>(), instances<float, 4>(), instances<float, 8>(), instances<float, 12>();
  instances<double, 2>(), instances<double, 4>(), instances<double, 8>();
}

}  // namespace ez::cuda::streamed
