// Which split of the Ez update is the fastest on this device at this size: measured once while the field runs, then
// kept in the user's cache folder ($XDG_CACHE_HOME/ezscope/split.tsv: device, nx, ny, precision, split).
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/scene/scene.h"

namespace ez::cuda::schemes {

class SplitChoice {
 public:
  // A grid's size: takes what the cache knows, else the next steps measure.
  void begin(int nx, int ny, Precision precision);
  // Runs one Ez update by the split that is known or due; never waits for the device.
  void time(cudaStream_t stream, const std::function<void(int)>& run);
  int chosen() const { return chosen_; }  // 0 while measuring

 private:
  struct Sample {
    int split;
    Event begin, end;
  };
  void decide();

  int nx_ = 0, ny_ = 0;
  Precision precision_ = Precision::float32;
  std::string device_;
  int chosen_ = 0;
  std::vector<Sample> samples_;
};

}  // namespace ez::cuda::schemes
