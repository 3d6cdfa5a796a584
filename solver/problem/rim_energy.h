// The energy ledger's share of rims that couple the components of B (physics/rim.h). With ξ in place of 1/μ the H nodes
// of a rim hold ½·h·ξ⁻¹h⁺ and not the sum of ½·h·h⁺/ξ_node that the stock counts (energy.h). In a step without loss
// h⁺ = h + ξc, so that the difference is ½·h·(ξ⁻¹ − 1/ξ_node)·h: of H as it is alone. ξ⁻¹h is found by conjugate
// gradients.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

class RimEnergy {
 public:
  RimEnergy() = default;
  explicit RimEnergy(const Problem& problem);
  struct Node {
    FieldArray array = FieldArray::hx;
    int i = 0, j = 0;
    double xi = 1;  // in units of the stored numbers
    std::array<std::size_t, 4> beside{};
    std::array<double, 4> weight{};  // of those beside, by their place in nodes()
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  // From H at each of the nodes, in units of energy.h: what the stock of the same field lacks.
  double stored(const std::vector<double>& h) const;

 private:
  void applied(const std::vector<double>& y, std::vector<double>& out) const;

  std::vector<Node> nodes_;
};

}  // namespace ez
