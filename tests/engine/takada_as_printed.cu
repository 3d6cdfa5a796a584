// Not part of ezscope: the H kernel of Takada et al. (2010), figure 4, with the statements in the printed order. It
// shows that compute-sanitizer's racecheck finds the missing barrier. tools/gpu_check runs it and expects the hazard to
// be reported. `takada_as_printed mended` runs the kernel with the barrier, without a hazard.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int tile_x = 32, tile_y = 4, width = 256;

template <bool Mended>
__global__ void update_h(float* hx, float* hy, const float* ez) {
  __shared__ float tile[tile_y + 1][tile_x + 1];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * blockDim.x + tx, y = blockIdx.y * blockDim.y + ty;
  if (ty == tile_y - 1) tile[ty + 1][tx] = ez[(y + 1) * width + x];
  if (tx == tile_x - 1) tile[ty][tx + 1] = ez[y * width + x + 1];
  tile[ty][tx] = ez[y * width + x];
  if (Mended) __syncthreads();
  const float e = tile[ty][tx];
  hx[(y + 1) * width + x] -= 0.5f * (tile[ty + 1][tx] - e);
  hy[y * width + x + 1] += 0.5f * (tile[ty][tx + 1] - e);
}

}  // namespace

int main(int count, char** arguments) {
  const bool mended = count > 1 && std::strcmp(arguments[1], "mended") == 0;
  const size_t bytes = sizeof(float) * width * (width + 2);
  float* f[3] = {};
  for (float*& p : f)
    if (cudaMalloc(&p, bytes) != cudaSuccess || cudaMemset(p, 0, bytes) != cudaSuccess) return 77;  // no GPU: skipped
  const dim3 grid(width / tile_x, width / tile_y), block(tile_x, tile_y);
  if (mended)
    update_h<true><<<grid, block>>>(f[0], f[1], f[2]);
  else
    update_h<false><<<grid, block>>>(f[0], f[1], f[2]);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
