// Intersection and bounding rectangle of two rectangles of nodes.
#pragma once

#include <algorithm>

#include "solver/scene/raster/raster.h"

namespace ez {

inline NodeRect intersection(NodeRect a, NodeRect b) {
  return {std::max(a.i0, b.i0), std::max(a.j0, b.j0), std::min(a.i1, b.i1), std::min(a.j1, b.j1)};
}
inline NodeRect hull(NodeRect a, NodeRect b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.i0, b.i0), std::min(a.j0, b.j0), std::max(a.i1, b.i1), std::max(a.j1, b.j1)};
}

}  // namespace ez
