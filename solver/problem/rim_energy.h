// The energy ledger's share of interfaces that couple the components of B (physics/rim.h). With ξ in place of 1/μ,
// the H nodes of an interface store ½·h·ξ⁻¹h⁺, and not the sum of ½·h·h⁺/ξ_node that the stock counts (energy.h). In
// a step without loss h⁺ = h + ξc, so the difference is ½·h·(ξ⁻¹ − 1/ξ_node)·h, which depends on the current H only.
// Conjugate gradients find ξ⁻¹h.
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
    double xi = 1;                            // in units of the stored numbers
    std::array<std::size_t, 4> neighbours{};  // indices into nodes()
    std::array<double, 4> weight{};           // of the neighbours
    bool counts = true;                       // false: in the halo of a band (row_band.h)
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  // Returns the energy to add to the stock of energy.h, which ignores the coupling. `h`: the present H of each node.
  // Units as in energy.h. A band knows the coupled nodes only as far as its halo reaches. The error decays
  // exponentially with the number of rows of the halo.
  double stored(const std::vector<double>& h) const;

 private:
  void applied(const std::vector<double>& y, std::vector<double>& out) const;

  std::vector<Node> nodes_;
};

}  // namespace ez
