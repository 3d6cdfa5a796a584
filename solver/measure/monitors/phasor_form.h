// A reading of a monitor as a function of the phasors of the points that a run gathers (Monitors::gather). Inverse
// design needs it to differentiate a reading.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace ez {

struct PhasorForm {
  struct Term {
    std::size_t point = 0;
    std::complex<double> weight;
  };
  struct Product {
    std::size_t e = 0, h = 0;  // points
    double weight = 0;
  };
  std::vector<Term> amplitude;  // the reading is |Σ weight·X|
  std::vector<Product> power;   // or Σ weight·Re(X_e·X_h*), if `amplitude` is empty

  using Phasors = std::span<const std::complex<double>>;  // one for each point
  double value(Phasors x) const;
  // Adds factor·g to `out`, where g is the derivative of the reading: d = 2·Re Σ g·dX.
  void add_derivative(Phasors x, double factor, std::span<std::complex<double>> out) const;
};

}  // namespace ez
