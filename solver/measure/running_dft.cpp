#include "solver/measure/running_dft.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/base/constants.h"

namespace ez {

RunningDft::RunningDft(std::vector<double> frequencies, std::size_t nodes)
    : frequencies_(std::move(frequencies)), sums_(4 * frequencies_.size() * nodes), nodes_(nodes) {}

void RunningDft::add(double t, const double* difference, const double* incident) {
  for (std::size_t f = 0; f < frequencies_.size(); ++f) {
    const double c = std::cos(2 * pi * frequencies_[f] * t), s = -std::sin(2 * pi * frequencies_[f] * t);
    double* __restrict dr = at(f);
    double* __restrict di = dr + nodes_;
    double* __restrict tr = di + nodes_;
    double* __restrict ti = tr + nodes_;
    for (std::size_t k = 0; k < nodes_; ++k) {
      dr[k] += c * difference[k];
      di[k] += s * difference[k];
      tr[k] += c * incident[k];
      ti[k] += s * incident[k];
    }
  }
}

void RunningDft::clear() { std::fill(sums_.begin(), sums_.end(), 0.0); }

}  // namespace ez
