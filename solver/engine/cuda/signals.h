// The signals of a batch on the device. Those of sources are uploaded; those of plane waves are computed from their
// tables.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/fields.h"

namespace ez::cuda {

class Signals {
 public:
  // Enqueues copies and kernels on the stream, after which the batch's table is complete: steps × columns. The stream
  // must have finished the previous batch.
  void take(const Batch& batch, cudaStream_t stream);
  const double* data() const { return table_.data(); }
  int columns() const { return columns_; }

 private:
  // The uploaded tables. Shared ownership keeps them alive, so that no other table can get the same address.
  struct Wave {
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
