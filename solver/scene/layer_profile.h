// σ, κ and α over the depth u of one side's absorbing layer: u = 0 at its inner edge, 1 at the boundary. They follow
// the grading's exponents, or its tables.
#pragma once

#include "solver/scene/boundary.h"

namespace ez {

// Returns σ_opt = 0.8(m+1)/(η0 Δ √(ε_rμ_r)) in S/m. `delta` is the cell size across the boundary in m, and `speed` is
// 1/√(ε_rμ_r) of the medium that the layer is graded for.
double optimal_sigma(const CpmlGrading& grading, double delta, double speed);

class LayerProfile {
 public:
  // `factor` multiplies σ. Refers to `grading`, which must outlive it.
  LayerProfile(const CpmlGrading& grading, double factor, double delta, double speed);
  double sigma(double u) const;  // S/m, including the factor
  double kappa(double u) const;
  double alpha(double u) const;  // S/m
  double mean_sigma() const;     // S/m, over the layer's depth

 private:
  const CpmlGrading& g_;
  double factor_, sigma_max_, alpha_max_;
};

}  // namespace ez
