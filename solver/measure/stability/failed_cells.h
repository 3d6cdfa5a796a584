// Finds out from the scene why a step of a gas or of heat fails, and what to change.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "solver/measure/stability/instability.h"
#include "solver/measure/stability/trial.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns causes with a remedy each, the likeliest first. The remedy for heat is certain, because the limit of
// stability is known. Those for a gas cover the usual cases, and none has been tried.
std::vector<Diagnosis> suspect_cells(const Scene& scene);

// Tries whether a gas, changed to `fixed_scene`, gets past the time at which it failed (gas_trial.h).
using CellAttempt = std::function<Outcome(const Scene& fixed_scene)>;

// Tries the suspected causes of a gas in steps, one remedy in each. The result is the first cause whose remedy holds.
// If none holds, or no trial was possible, there is no remedy, and the cause says which. Without `attempt`, the result
// is the likeliest cause of a gas without a remedy.
class CellDiagnosis {
 public:
  CellDiagnosis(const Scene& scene, CellAttempt attempt);
  bool step();                                         // returns false at the end
  const Diagnosis& result() const { return result_; }  // at the end

 private:
  CellAttempt attempt_;
  std::vector<Diagnosis> suspects_;
  std::size_t next_ = 0;  // index of the suspect to try next
  bool done_ = false;
  Diagnosis result_;
};
// Does all steps of a CellDiagnosis.
Diagnosis diagnose_cells(const Scene& scene, const CellAttempt& attempt = {});

}  // namespace ez
