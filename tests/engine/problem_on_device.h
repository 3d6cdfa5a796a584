// A problem on the GPU as the kernels of `streamed` and `resident` see it, without an engine, for programs that measure
// kernels alone.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/index_maps.h"
#include "solver/engine/cuda/streamed/plan.h"
#include "solver/problem/problem.h"
#include "stretches.h"

namespace ez::cuda {

template <class V>
DeviceBuffer<V> on_device(const std::vector<V>& values) {
  DeviceBuffer<V> buffer(std::max<std::size_t>(values.size(), 1));
  EZ_CUDA(cudaMemcpy(buffer.data(), values.data(), values.size() * sizeof(V), cudaMemcpyHostToDevice));
  return buffer;
}

template <class T>
class ProblemOnDevice {
 public:
  // `steps` is the length of the tables of signals and probes.
  ProblemOnDevice(const Problem& p, int steps) : nodes_(static_cast<std::size_t>(pitch_of(p.nx)) * rows(p)) {
    std::vector<std::uint8_t> map(nodes_, 0);
    for (int j = 0; j < p.ny; ++j)
      for (int i = 0; i < p.nx; ++i)
        map[static_cast<std::size_t>(j * pitch_of(p.nx) + i)] = static_cast<std::uint8_t>(p.electric.at(i, j));
    std::vector<Pair<T>> palette;
    for (const ElectricEntry& e : p.electric_palette) palette.push_back({static_cast<T>(e.ca), static_cast<T>(e.cb)});
    entries_ = on_device(map);
    palette_ = on_device(palette);
    x_e_ = on_device(stretches<T>(p.x.k_e, p.x.b_e, p.x.c_e)),
    x_h_ = on_device(stretches<T>(p.x.k_h, p.x.b_h, p.x.c_h));
    y_e_ = on_device(streamed::row_layers<T>(p.y, true)), y_h_ = on_device(streamed::row_layers<T>(p.y, false));
    std::size_t sources = 1;
    for (const Term& t : p.terms) sources = std::max<std::size_t>(sources, static_cast<std::size_t>(t.signal) + 1);
    const std::size_t probes = std::max<std::size_t>(p.instruments.size(), 1);
    signals_ = on_device(std::vector<double>(static_cast<std::size_t>(steps) * sources, 1e-3));
    record_ = on_device(std::vector<double>(static_cast<std::size_t>(steps) * probes, 0.0));
    pass_.from = field(p), pass_.to = field(p);
    pass_.nx = p.nx, pass_.ny = p.ny, pass_.pitch = pitch_of(p.nx);
    pass_.entry = entries_.data(), pass_.palette = palette_.data();
    pass_.palette_size = static_cast<int>(palette.size());
    pass_.layers = {x_e_.data(), x_h_.data(), p.x.low, p.x.high, p.y.low, p.y.high};
    pass_.row_e = y_e_.data() + streamed::rows_beyond, pass_.row_h = y_h_.data() + streamed::rows_beyond;
    pass_.signals = signals_.data(), pass_.signal_count = static_cast<int>(sources);
    pass_.probes = record_.data(), pass_.probe_count = static_cast<int>(probes);
  }
  // Returns a pass from one field to another, which has no tiles yet.
  const streamed::Pass<T>& pass() const { return pass_; }
  std::size_t nodes() const { return nodes_; }

 private:
  static std::size_t rows(const Problem& p) { return static_cast<std::size_t>(p.ny); }
  streamed::FieldView<T> field(const Problem& p) {
    streamed::FieldView<T> f;
    const auto make = [&](std::size_t count) {
      memory_.emplace_back(count + 1);
      memory_.back().zero(nullptr);
      return memory_.back().data();
    };
    // Values for which no arithmetic is faster than usual. Beyond the grid they are zero.
    const auto make_random = [&] {
      std::mt19937 random(7);
      std::uniform_real_distribution<float> value(-1, 1);
      std::vector<T> values(nodes_, T(0));
      for (int j = 1; j < p.ny - 1; ++j)
        for (int i = 1; i < p.nx - 1; ++i) values[static_cast<std::size_t>(j * pitch_of(p.nx) + i)] = value(random);
      memory_.push_back(on_device(values));
      return memory_.back().data();
    };
    f.ez = make_random(), f.hx = make_random(), f.hy = make_random();
    const int depth[] = {p.x.low, p.x.high, p.y.low, p.y.high};
    for (std::size_t s = 0; s < 4; ++s) {
      const std::size_t count =
          static_cast<std::size_t>(depth[s]) * (s < 2 ? rows(p) : static_cast<std::size_t>(pitch_of(p.nx)));
      f.psi_e[s] = make(count), f.psi_h[s] = make(count);
    }
    return f;
  }

  std::size_t nodes_;
  std::vector<DeviceBuffer<T>> memory_;
  DeviceBuffer<std::uint8_t> entries_;
  DeviceBuffer<Pair<T>> palette_;
  DeviceBuffer<Stretch<T>> x_e_, x_h_;
  DeviceBuffer<streamed::RowLayer<T>> y_e_, y_h_;
  DeviceBuffer<double> signals_, record_;
  streamed::Pass<T> pass_;
};

// Returns the median of some runs.
template <class Enqueue>
double median_seconds(Enqueue enqueue) {
  const Event begin(Event::Kind::timing), end(Event::Kind::timing);
  std::vector<double> all;
  for (int k = 0; k < 8; ++k) {
    begin.record(nullptr);
    enqueue();
    end.record(nullptr);
    end.wait();
    if (k > 0) all.push_back(end.seconds_since(begin));
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace ez::cuda
