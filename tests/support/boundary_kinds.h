// Boundary kinds that may be set for a single side.
#pragma once

#include <vector>

#include "solver/scene/boundary.h"

namespace ez::test {

inline std::vector<BoundaryKind> kinds_of_one_side() {
  std::vector<BoundaryKind> out;
  for (const BoundaryFacts& facts : boundary_kinds)
    if (!facts.in_pairs && is_for(facts.belongs, Physics::maxwell)) out.push_back(facts.kind);
  return out;
}

}  // namespace ez::test
