// Services that experiments of several runs need from the session.
#pragma once

#include <string>

#include "solver/base/text.h"
#include "solver/study/sweep.h"

namespace ez {

class StudyServices {
 public:
  virtual ~StudyServices() = default;
  virtual void start_convergence(const Scene& scene) = 0;
  virtual void cancel_convergence() = 0;
  // Runs the points of a planned sweep in the background.
  virtual void start_sweep(KeySweep sweep) = 0;
  virtual void stop_sweep() = 0;
  // Write the shown sweep. The picture is that of the plot, at the end of the frame.
  virtual Text save_sweep_table(const std::string& path, bool json) = 0;
  virtual void save_sweep_picture(const std::string& path) = 0;
};

}  // namespace ez
