// Finds a better CPML grading for a scene: least worst-case reflection over a band of angles and frequencies, for the
// scene's number of layer cells. Works on a thread of its own and on engines of its own; the window never waits for it.
#pragma once

#include <memory>
#include <string>

#include "solver/ensemble.h"
#include "solver/scene/scene.h"

namespace ez {

struct GradingBand {
  double degrees_low = 0, degrees_high = 60;
  double frequency_low = 0, frequency_high = 0;  // Hz; 0: the band of the scene's sources
  bool operator==(const GradingBand&) const = default;
};

struct GradingProgress {
  double fraction = 0;
  int trials = 0;
  double before_db = 0;  // of the scene's grading, measured by running the strip
  double best_db = 0;    // so far
  CpmlGrading best;
  bool done = false, cancelled = false;
  std::string failed;  // why, when it could not be done
};

class GradingSearch {
 public:
  GradingSearch(Ensemble::EngineMaker maker, const Scene& scene, const GradingBand& band);
  ~GradingSearch();  // cancels
  GradingProgress progress() const;
  void cancel();  // takes effect within 100 ms

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
