// Searches the best grading by theory. The search starts from the scene's own grading and from points all over the
// range, and its result is never worse than the scene's. Deterministic.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solver/scene/scene.h"
#include "solver/study/grading_search.h"
#include "solver/study/nelder_mead.h"

namespace ez {

struct BestGrading {
  CpmlGrading grading;
  double db = 0;   // of its worst wave, by theory
  int trials = 0;  // gradings tried
};

class GradingTrials {
 public:
  // `judge` must outlive the search.
  GradingTrials(const GradingCase& judge, const Scene& scene);
  GradingTrials(const GradingTrials&) = delete;
  GradingTrials& operator=(const GradingTrials&) = delete;
  // Tries a few gradings, which takes milliseconds. Returns false at the end.
  bool step();
  const BestGrading& best() const { return best_; }  // so far

 private:
  bool start_simplex();  // returns false after the last one
  double value(const SimplexPoint& x);
  void round_best();

  const GradingCase& judge_;
  CpmlGrading own_;
  double cell_;  // m, the smaller side
  BestGrading best_;
  std::vector<SimplexPoint> starts_;
  std::optional<NelderMead> simplex_;  // in work
  std::size_t place_ = 0, begun_ = 0;  // index in found_ of the simplex in work; number of simplexes that were begun
  std::vector<SimplexResult> found_;
};

// Does the whole search.
BestGrading best_grading(const GradingCase& judge, const Scene& scene);

}  // namespace ez
