// Finds a better CPML grading for a scene: the smallest worst-case reflection over a band of angles and frequencies,
// for the scene's number of layer cells. It works in the background (background_work.h) with separate engines, so
// nobody has to wait for it.
//
// The search evaluates gradings with a theory that is exact for the grid (cpml_reflection.h). It takes microseconds per
// wave, so thousands of gradings can be tried. The old grading and the best one are then measured by running strips
// (strip.h) on the current device. The reported numbers before and after are these measurements.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/base/background_work.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/scene/scene.h"

namespace ez {

struct GradingBand {
  double degrees_low = 0, degrees_high = 60;     // from the side's normal
  double frequency_low = 0, frequency_high = 0;  // Hz; 0: the band of the scene's sources
  bool operator==(const GradingBand&) const = default;
};

struct GradingProgress {
  double fraction = 0;   // completed part of the work, 0 … 1
  int trials = 0;        // gradings tried so far
  double before_db = 0;  // of the scene's grading, measured by running strips; 0 until then
  double best_db = 0;    // of the best grading so far: by theory while searching, measured once done
  CpmlGrading best;      // so far
  bool done = false, cancelled = false;
  std::string failed;  // the reason of a failure; empty: none
};

// The waves that a grading is tested with, and their evaluation.
class GradingCase {
 public:
  // `failed` receives the reason if no case can be made.
  GradingCase(const Scene& scene, const GradingBand& band, std::string& failed);

  struct Wave {
    Side side = Side::left;  // represents all sides of the same cell size and factor
    double frequency = 0;    // Hz
    double degrees = 0;      // of the discrete wave vector
    double db = 0;           // 20·log10 |R|
  };
  // Returns the wave with the largest reflection, by theory.
  Wave worst(const CpmlGrading& grading) const;
  // Returns the waves to measure: the band's corners and middles.
  std::vector<Wave> samples() const;

 private:
  Scene scene_;                                // an empty scene: grid, background and boundary only
  std::vector<Side> sides_;                    // CPML sides; the first of those with equal cell size and factor
  std::vector<double> frequencies_, degrees_;  // Hz, degrees: of the waves to try
};

class GradingSearch {
 public:
  GradingSearch(Comparison::EngineMaker maker, const Scene& scene, const GradingBand& band,
                Threads threads = Threads::own);
  ~GradingSearch();  // cancels the search
  GradingSearch(const GradingSearch&) = delete;
  GradingSearch& operator=(const GradingSearch&) = delete;
  GradingProgress progress();  // without a thread, it also continues the search
  void cancel();               // takes effect within 100 ms

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
