#include "solver/engine/cuda/device/bandwidth.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"

namespace ez {
namespace {

constexpr int threads = 256, runs = 7, copies_per_run = 5;
constexpr int chains = 8, multiply_adds = 4096;

__global__ void fill_kernel(float4* to, std::size_t count) {
  const std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto noise = [&](unsigned n) { return static_cast<float>((static_cast<unsigned>(k) * 4u + n) * 2654435761u); };
  if (k < count) to[k] = {noise(0), noise(1), noise(2), noise(3)};
}

__global__ void copy_kernel(const float4* from, float4* to, std::size_t count) {
  const std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k < count) to[k] = from[k];
}

// Copies the whole buffer repeatedly and bypasses the L1 cache.
__global__ void l2_copy_kernel(const float4* from, float4* to, std::size_t count, int repeats) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (int r = 0; r < repeats; ++r)
    for (std::size_t k = first; k < count; k += stride) __stcg(to + k, __ldcg(from + k));
}

__global__ void multiply_add_kernel(float* out, float a, float b) {
  float x[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) x[c] = static_cast<float>(threadIdx.x + c);
#pragma unroll 4
  for (int n = 0; n < multiply_adds; ++n)
#pragma unroll
    for (int c = 0; c < chains; ++c) x[c] = __fmaf_rn(x[c], a, b);
  float sum = 0;
#pragma unroll
  for (int c = 0; c < chains; ++c) sum += x[c];
  if (sum == 0.5f) *out = sum;  // never true; keeps the compiler from removing the chains
}

// Returns the median seconds of `runs` runs of work(), after one run to warm up.
template <class Work>
double median_seconds(const cuda::Stream& stream, Work work) {
  const cuda::Event begin(cuda::Event::Kind::timing), end(cuda::Event::Kind::timing);
  std::array<double, runs> seconds{};
  work();
  for (double& s : seconds) {
    begin.record(stream);
    work();
    end.record(stream);
    end.wait();
    s = end.seconds_since(begin);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[runs / 2];
}

}  // namespace

double measure_copy_bandwidth(int device) {
  EZ_CUDA(cudaSetDevice(device));
  int l2 = 0;
  std::size_t free = 0, total = 0;
  EZ_CUDA(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
  EZ_CUDA(cudaMemGetInfo(&free, &total));
  const std::size_t wanted = std::max<std::size_t>(8 * static_cast<std::size_t>(l2), std::size_t{256} << 20);
  const std::size_t count = std::min(wanted, free / 4) / sizeof(float4);
  const cuda::Stream stream;
  cuda::DeviceBuffer<float4> from(count), to(count);
  const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
  cuda::launch(fill_kernel, blocks, threads, stream, from.data(), count);
  const double seconds = median_seconds(stream, [&] {
    for (int k = 0; k < copies_per_run; ++k)
      cuda::launch(copy_kernel, blocks, threads, stream, from.data(), to.data(), count);
  });
  return copies_per_run * 2.0 * static_cast<double>(count * sizeof(float4)) / seconds;
}

double measure_l2_bandwidth(int device) {
  EZ_CUDA(cudaSetDevice(device));
  int l2 = 0;
  EZ_CUDA(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
  const std::size_t count = std::max<std::size_t>(static_cast<std::size_t>(l2) / 8, 1 << 20) / sizeof(float4);
  const cuda::Stream stream;
  cuda::DeviceBuffer<float4> from(count), to(count);
  cuda::launch(fill_kernel, static_cast<unsigned>((count + threads - 1) / threads), threads, stream, from.data(),
               count);
  constexpr int repeats = 50;
  const auto blocks = static_cast<unsigned>(8 * cuda::multiprocessors());
  const double seconds = median_seconds(
      stream, [&] { cuda::launch(l2_copy_kernel, blocks, threads, stream, from.data(), to.data(), count, repeats); });
  return repeats * 2.0 * static_cast<double>(count * sizeof(float4)) / seconds;
}

double l2_cache_bytes(int device) {
  int bytes = 0;
  EZ_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
  return bytes;
}

double theoretical_bandwidth(int device) {
  int khz = 0, bits = 0;
  EZ_CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, device));
  EZ_CUDA(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, device));
  return 2e3 * khz * bits / 8;  // two transfers per clock
}

double measure_issue_rate(int device) {
  EZ_CUDA(cudaSetDevice(device));
  const cuda::Stream stream;
  const cuda::DeviceBuffer<float> out(1);
  const unsigned blocks = 32 * static_cast<unsigned>(cuda::multiprocessors());
  const double seconds = median_seconds(
      stream, [&] { cuda::launch(multiply_add_kernel, blocks, threads, stream, out.data(), 0.999f, 0.001f); });
  return static_cast<double>(blocks) * threads * chains * multiply_adds / seconds;
}

double device_clock_mhz(int device) {
  int khz = 0;
  EZ_CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
  return 1e-3 * khz;
}

}  // namespace ez
