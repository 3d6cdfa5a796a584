// Small cells that kernels raise and that are read back some frames later, so that no frame waits for the device. The
// cells form a ring. Each has an event that shows when its copy is complete.
#pragma once

#include <array>

#include "solver/engine/cuda/device/memory.h"

namespace ez::cuda {

template <class Cell>
class DelayedCells {
 public:
  // begin() returns a zeroed cell for the next kernel. After that kernel, end() starts the copy of the cell to the
  // host.
  Cell* begin(cudaStream_t stream) {
    const Slot& slot = slots_[static_cast<std::size_t>(next_)];
    if (slot.used) {  // the device is `count` kernels behind
      slot.back.wait();
      newest_finished();
    }
    Cell* cell = on_device_.data() + next_;
    EZ_CUDA(cudaMemsetAsync(cell, 0, sizeof(Cell), stream));
    return cell;
  }
  void end(cudaStream_t stream) {
    EZ_CUDA(cudaMemcpyAsync(on_host_.data() + next_, on_device_.data() + next_, sizeof(Cell), cudaMemcpyDeviceToHost,
                            stream));
    Slot& slot = slots_[static_cast<std::size_t>(next_)];
    slot.back.record(stream);
    slot.used = true;
    next_ = (next_ + 1) % count;
  }
  Cell newest_finished() {             // a zeroed cell before the first
    for (int k = 0; k < count; ++k) {  // oldest first
      const auto at = static_cast<std::size_t>((next_ + k) % count);
      if (!slots_[at].used || !slots_[at].back.reached()) continue;
      latest_ = on_host_[at];
      slots_[at].used = false;
    }
    return latest_;
  }

 private:
  static constexpr int count = 4;
  struct Slot {
    Event back{Event::Kind::order};
    bool used = false;
  };
  DeviceBuffer<Cell> on_device_{count};
  PinnedBuffer<Cell> on_host_{count};
  std::array<Slot, count> slots_;
  int next_ = 0;
  Cell latest_{};
};

}  // namespace ez::cuda
