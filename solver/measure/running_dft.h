// Computes the Fourier sums of two series at each of many nodes, for a few frequencies, as the samples arrive: Σ
// v·e^(−iωt).
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace ez {

class RunningDft {
 public:
  RunningDft() = default;
  RunningDft(std::vector<double> frequencies, std::size_t nodes);

  // Adds one sample of every node at time t (s): `nodes` values in each array.
  void add(double t, const double* difference, const double* incident);
  void clear();

  const std::vector<double>& frequencies() const { return frequencies_; }
  std::complex<double> difference(std::size_t f, std::size_t node) const { return sum(f, node, 0); }
  std::complex<double> incident(std::size_t f, std::size_t node) const { return sum(f, node, 2); }

  double bytes() const { return static_cast<double>(sizeof(double) * sums_.size()); }

 private:
  // Returns the sums of a frequency: four runs of `nodes` values, difference re, im, incident re, im.
  double* at(std::size_t f) { return sums_.data() + 4 * f * nodes_; }
  std::complex<double> sum(std::size_t f, std::size_t node, std::size_t part) const {
    const double* s = sums_.data() + (4 * f + part) * nodes_ + node;
    return {s[0], s[nodes_]};
  }

  std::vector<double> frequencies_, sums_;  // Hz; the layout described above
  std::size_t nodes_ = 0;
};

}  // namespace ez
