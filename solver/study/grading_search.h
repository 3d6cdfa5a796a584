// Finds a better CPML grading for a scene: least worst-case reflection over a band of angles and frequencies, for the
// scene's number of layer cells. Works on a thread of its own and on engines of its own; nobody waits for it.
//
// The search tries gradings on theory that is exact for the grid (cpml_reflection.h: microseconds for a wave), so that
// it can afford thousands; the grading before it and the one it finds are then measured by running strips (strip.h) on
// the device in use. The numbers before and after are those measured ones.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

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
  double fraction = 0;   // of the work that is done, 0 … 1
  int trials = 0;        // gradings tried so far
  double before_db = 0;  // of the scene's grading, measured by running strips; 0 until then
  double best_db = 0;    // so far: by theory while searching, measured once done
  CpmlGrading best;      // so far
  bool done = false, cancelled = false;
  std::string failed;  // why it could not be done; empty: it could
};

// The waves a grading is judged by, and the judgement.
class GradingCase {
 public:
  // `failed` says why there is none.
  GradingCase(const Scene& scene, const GradingBand& band, std::string& failed);

  struct Wave {
    Side side = Side::left;  // stands for all sides of the same cell size and factor
    double frequency = 0;    // Hz
    double degrees = 0;      // of the discrete wave vector
    double db = 0;           // 20·log10 |R|
  };
  // The wave of which most comes back, by theory.
  Wave worst(const CpmlGrading& grading) const;
  // Those that are measured: the band's corners and middles.
  std::vector<Wave> samples() const;

 private:
  Scene scene_;                                // grid, background and boundary alone: nothing stands in it
  std::vector<Side> sides_;                    // CPML sides; of those of equal cell size and factor the first
  std::vector<double> frequencies_, degrees_;  // Hz, degrees: of the waves that are tried
};

// The best grading by theory, from the scene's own and from starts all over the range; never worse than the scene's.
struct BestGrading {
  CpmlGrading grading;
  double db = 0;   // of its worst wave, by theory
  int trials = 0;  // gradings tried
};
// `report` is told the best so far after each trial and asked whether to go on.
BestGrading best_grading(const GradingCase& judge, const Scene& scene,
                         const std::function<bool(const BestGrading&)>& report);

class GradingSearch {
 public:
  GradingSearch(Comparison::EngineMaker maker, const Scene& scene, const GradingBand& band);
  ~GradingSearch();  // cancels
  GradingSearch(const GradingSearch&) = delete;
  GradingSearch& operator=(const GradingSearch&) = delete;
  GradingProgress progress() const;
  void cancel();  // takes effect within 100 ms

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
