// Finds the split of the Ez update that is fastest on this device at this size. It is measured once while the field
// runs and saved in the user's cache folder ($XDG_CACHE_HOME/ezscope/split.tsv: device, nx, ny, precision, block,
// split).
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/scene/scene.h"
#include "solver/scene/scheme.h"

namespace ez::cuda::schemes {

// A case that is measured separately.
struct SplitCase {
  int nx = 0, ny = 0;
  Precision precision = Precision::float32;
  BlockShape block;
  bool operator==(const SplitCase&) const = default;
};

class SplitChoice {
 public:
  // Begins another case. Uses the cached result if there is one, or else measures the next steps.
  void begin(const SplitCase& now);
  // Runs one Ez update with the chosen split, or with the one to be measured next. Never waits for the device.
  void time(cudaStream_t stream, const std::function<void(int)>& run);
  int chosen() const { return chosen_; }  // 0 while measuring

 private:
  struct Sample {
    int split;
    Event begin, end;
  };
  void decide();

  SplitCase case_;
  std::string device_;
  int chosen_ = 0;
  std::vector<Sample> samples_;
};

}  // namespace ez::cuda::schemes
