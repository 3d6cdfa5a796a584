// Services that the kernel lab needs from the session.
#pragma once

#include <string>

#include "app/features/kernel_lab/sweep.h"
#include "solver/base/text.h"

namespace ez {

class KernelLabServices {
 public:
  virtual ~KernelLabServices() = default;
  // takes effect after the edits of this frame; adds a note with the outcome
  virtual void set_scheme(const SchemeChoice& choice) = 0;
  virtual Text start_sweep(Sweep::Kind kind) = 0;                    // returns an empty text, or why it cannot start
  virtual void cancel_sweep() = 0;                                   // the previous kernels run again
  virtual Text save_block_map(const std::string& path) = 0;          // .csv
  virtual void save_block_map_picture(const std::string& path) = 0;  // .png, at the end of the frame
};

}  // namespace ez
