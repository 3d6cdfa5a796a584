// The signals of a batch on the device: those of sources as they come, those of plane waves from their tables.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/fields.h"

namespace ez::cuda {

class Signals {
 public:
  // Puts copies and kernels on the stream: what advances next finds the batch's table, steps × columns. The stream has
  // finished the batch before.
  void take(const Batch& batch, cudaStream_t stream);
  const double* data() const { return table_.data(); }
  int columns() const { return columns_; }

 private:
  struct Wave {  // as it was uploaded; kept by the owners, so that an address is not used again
    std::shared_ptr<const WaveTables> tables;
    std::shared_ptr<const std::vector<WaveColumn>> columns;
    std::array<DeviceList<double>, 3> values;
    DeviceList<WaveColumn> places;
    DeviceList<WaveSignals::Moment> moments;
  };
  void upload(Wave& wave, const WaveSignals& now, cudaStream_t stream) const;

  PinnedBuffer<double> host_;
  DeviceBuffer<double> table_;
  int columns_ = 0;
  std::vector<Wave> waves_;
};

}  // namespace ez::cuda
