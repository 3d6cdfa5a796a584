// The GPU part of papers/decomposition.h.
#include <algorithm>
#include <string>
#include <utility>

#include "papers/decomposition.h"
#include "solver/base/host_device.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"

namespace ez {
namespace {

using cuda::DeviceBuffer;
constexpr int threads = 256;

struct Line {
  const float *ca, *cb, *signal;
  int nodes;
};

__global__ void global_h(Line line, const float* e, float* h) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < line.nodes - 1) h[i] = fused(line.cb[i], e[i + 1] - e[i], line.ca[i] * h[i]);
}
__global__ void global_e(Line line, float* e, const float* h, int step) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i == 0) e[0] = line.signal[step];
  if (i > 0 && i < line.nodes - 1) e[i] = fused(line.cb[i], h[i] - h[i - 1], line.ca[i] * e[i]);
}

// Advances subdomains. A block marches its subdomain, with `margin` more nodes on either side, `steps` ≤ margin steps
// from `first` on.
__global__ void march(Line line, const float* e_in, const float* h_in, float* e_out, float* h_out, int margin,
                      int first, int steps) {
  extern __shared__ float memory[];
  const int each = (line.nodes + static_cast<int>(gridDim.x) - 1) / static_cast<int>(gridDim.x);
  const int low = static_cast<int>(blockIdx.x) * each, high = min(low + each, line.nodes);
  const int begin = max(low - margin, 0), end = min(high + margin, line.nodes), n = end - begin;
  float *e = memory, *h = memory + each + 2 * margin;
  for (int k = static_cast<int>(threadIdx.x); k < n; k += static_cast<int>(blockDim.x)) {
    e[k] = e_in[begin + k];
    h[k] = h_in[begin + k];
  }
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    for (int k = static_cast<int>(threadIdx.x); k < n - 1; k += static_cast<int>(blockDim.x))
      h[k] = fused(line.cb[begin + k], e[k + 1] - e[k], line.ca[begin + k] * h[k]);
    __syncthreads();
    for (int k = static_cast<int>(threadIdx.x); k < n; k += static_cast<int>(blockDim.x)) {
      const int i = begin + k;
      if (i == 0) e[k] = line.signal[first + s];
      if (k > 0 && i < line.nodes - 1) e[k] = fused(line.cb[i], h[k] - h[k - 1], line.ca[i] * e[k]);
    }
    __syncthreads();
  }
  for (int k = low - begin + static_cast<int>(threadIdx.x); k < high - begin; k += static_cast<int>(blockDim.x)) {
    e_out[begin + k] = e[k];
    h_out[begin + k] = h[k];
  }
}

struct Device {
  explicit Device(const DecompositionProblem& p) : nodes(p.nodes()) {
    const DecompositionMedium medium = decomposition_medium(p);
    const std::vector<float> wave = decomposition_signal(p);
    upload(ca, medium.ca);
    upload(cb, medium.cb);
    upload(signal, wave);
    for (DeviceBuffer<float>* b : {&e, &h, &e_next, &h_next}) {
      *b = DeviceBuffer<float>(static_cast<std::size_t>(nodes));
      b->zero(stream);
    }
    stream.wait();
  }
  Line line() const { return {ca.data(), cb.data(), signal.data(), nodes}; }
  std::vector<float> field() {
    std::vector<float> out(static_cast<std::size_t>(nodes));
    EZ_CUDA(cudaMemcpyAsync(out.data(), e.data(), e.bytes(), cudaMemcpyDeviceToHost, stream));
    stream.wait();
    return out;
  }

  int nodes;
  cuda::Stream stream;
  DeviceBuffer<float> ca, cb, signal, e, h, e_next, h_next;

 private:
  void upload(DeviceBuffer<float>& to, const std::vector<float>& from) {
    to = DeviceBuffer<float>(from.size());
    EZ_CUDA(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice, stream));
  }
};

}  // namespace

DecompositionRun decomposition_in_global_memory(const DecompositionProblem& problem, int device) {
  DecompositionRun run{1, 1, problem.steps(), 0, {}, cuda_status().problem};
  if (!run.failed.empty()) return run;
  EZ_CUDA(cudaSetDevice(device));
  Device d(problem);
  cuda::Event begin(cuda::Event::Kind::timing), end(cuda::Event::Kind::timing);
  const dim3 grid(cuda::blocks_for(d.nodes, threads));
  begin.record(d.stream);
  for (int step = 0; step < problem.steps(); ++step) {
    cuda::launch(global_h, grid, threads, d.stream, d.line(), d.e.data(), d.h.data());
    cuda::launch(global_e, grid, threads, d.stream, d.line(), d.e.data(), d.h.data(), step);
  }
  end.record(d.stream);
  run.ez = d.field();
  run.seconds = end.seconds_since(begin);
  return run;
}

DecompositionRun decomposition_in_shared_memory(const DecompositionProblem& problem, int subdomains, int exchange,
                                                int device) {
  DecompositionRun run{subdomains, exchange, (problem.steps() + exchange - 1) / exchange, 0, {}, cuda_status().problem};
  if (!run.failed.empty()) return run;
  const int each = (problem.nodes() + subdomains - 1) / subdomains;
  const std::size_t shared = 2 * sizeof(float) * static_cast<std::size_t>(each + 2 * exchange);
  EZ_CUDA(cudaSetDevice(device));
  const std::size_t most = cuda::most_shared_bytes();
  if (shared > most) {
    run.failed = "a subdomain of " + std::to_string(each) + " nodes needs " + std::to_string(shared) +
                 " bytes of shared memory; a block has " + std::to_string(most);
    return run;
  }
  // One thread per node, up to the limit of a block. More threads would only wait at the barriers.
  const int nodes = each + 2 * exchange, most_threads = 1024;
  const auto block = static_cast<unsigned>(std::min((nodes + 31) / 32 * 32, most_threads));
  EZ_CUDA(cudaFuncSetAttribute(march, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  Device d(problem);
  cuda::Event begin(cuda::Event::Kind::timing), end(cuda::Event::Kind::timing);
  begin.record(d.stream);
  for (int step = 0; step < problem.steps(); step += exchange) {
    cuda::launch_shared(march, static_cast<unsigned>(subdomains), block, shared, d.stream, d.line(), d.e.data(),
                        d.h.data(), d.e_next.data(), d.h_next.data(), exchange, step,
                        std::min(exchange, problem.steps() - step));
    std::swap(d.e, d.e_next);
    std::swap(d.h, d.h_next);
  }
  end.record(d.stream);
  run.ez = d.field();
  run.seconds = end.seconds_since(begin);
  return run;
}

}  // namespace ez
