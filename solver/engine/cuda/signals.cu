#include <cstring>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/signals.h"

namespace ez::cuda {
namespace {

constexpr int threads = 128;
constexpr int steps_of_a_thread = 16;  // the data of a place are 112 bytes, its value is 8

// Each thread computes one place for several steps; further rows of blocks compute other steps.
__global__ void waves_kernel(WaveView view, const WaveColumn* places, int count, const WaveSignals::Moment* moments,
                             int steps, long long first_step, double* table, int columns) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= count) return;
  const WaveColumn place = places[k];
  const int begin = static_cast<int>(blockIdx.y) * steps_of_a_thread;
  for (int n = begin; n < min(begin + steps_of_a_thread, steps); ++n) {
    const WaveSignals::Moment m = moments[n];
    table[static_cast<long long>(n) * columns + k] +=
        m.loud * wave_value(view, place, first_step + n, m.cosine, m.sine);
  }
}

}  // namespace

void Signals::upload(Wave& wave, const WaveSignals& now, cudaStream_t stream) const {
  if (wave.tables != now.tables)
    for (std::size_t a = 0; a < wave.values.size(); ++a) wave.values[a].assign(now.tables->values[a], stream);
  if (wave.columns != now.columns) wave.places.assign(*now.columns, stream);
  wave.tables = now.tables;
  wave.columns = now.columns;
  wave.moments.assign(now.moments, stream);
}

void Signals::take(const Batch& batch, cudaStream_t stream) {
  columns_ = batch.columns();
  const std::size_t plain = static_cast<std::size_t>(batch.sources) * sizeof(double);
  const std::size_t pitch = static_cast<std::size_t>(columns_) * sizeof(double);
  const auto steps = static_cast<std::size_t>(batch.steps);
  grow(host_, batch.signals.size());
  grow(table_, steps * static_cast<std::size_t>(columns_));
  if (!batch.waves.empty() && table_.data()) EZ_CUDA(cudaMemsetAsync(table_.data(), 0, steps * pitch, stream));
  if (!batch.signals.empty()) {
    std::memcpy(host_.data(), batch.signals.data(), batch.signals.size() * sizeof(double));
    EZ_CUDA(cudaMemcpy2DAsync(table_.data(), pitch, host_.data(), plain, plain, steps, cudaMemcpyHostToDevice, stream));
  }
  waves_.resize(batch.waves.size());
  for (std::size_t w = 0; w < batch.waves.size(); ++w) {
    const WaveSignals& now = batch.waves[w];
    upload(waves_[w], now, stream);
    WaveView view = now.tables->view;
    for (std::size_t a = 0; a < 3; ++a) view.values[a] = waves_[w].values[a].data();
    const int count = waves_[w].places.size();
    if (count > 0)
      launch(waves_kernel, dim3(blocks_for(count, threads), blocks_for(batch.steps, steps_of_a_thread)), threads,
             stream, view, waves_[w].places.data(), count, waves_[w].moments.data(), batch.steps, now.step,
             table_.data() + now.first, columns_);
  }
}

}  // namespace ez::cuda
