// Factors of a layer along one axis, in the order in which the kernels read them.
#pragma once

#include <vector>

#include "solver/physics/cpml.h"

namespace ez::cuda {

// k, b and c of each node; see AxisLayers.
template <class T>
std::vector<Stretch<T>> stretches(const std::vector<double>& k, const std::vector<double>& b,
                                  const std::vector<double>& c) {
  std::vector<Stretch<T>> out;
  for (std::size_t i = 0; i < k.size(); ++i)
    out.push_back({static_cast<T>(k[i]), static_cast<T>(b[i]), static_cast<T>(c[i])});
  return out;
}

}  // namespace ez::cuda
