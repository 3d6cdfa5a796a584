#include "solver/theory/crystal.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "solver/base/constants.h"

namespace ez {

double crystal_band(double eps, double radius, double kx, double ky, int band) {
  constexpr int reach = 6, side = 2 * reach + 1, count = side * side;
  if (band < 1 || band > count) return std::numeric_limits<double>::quiet_NaN();
  const double filling = pi * radius * radius;
  // Of the rod at the origin: 2·filling·J1(Gr)/Gr.
  const auto rod = [&](int m, int n) {
    const double gr = 2 * pi * std::hypot(m, n) * radius;
    return gr == 0 ? filling : 2 * filling * ::j1(gr) / gr;
  };
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(count, count), medium = Eigen::MatrixXd::Identity(count, count);
  for (int p = 0; p < count; ++p) {
    const double x = kx + p % side - reach, y = ky + p / side - reach;
    squares(p, p) = x * x + y * y;
    for (int q = 0; q < count; ++q) medium(p, q) += (eps - 1) * rod(p % side - q % side, p / side - q / side);
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> found(squares, medium, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(found.eigenvalues()[band - 1], 0.0));
}

}  // namespace ez
