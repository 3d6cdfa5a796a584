#include "solver/theory/crystal.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "solver/base/constants.h"
#include "solver/theory/bessel.h"
#include "solver/theory/complex_zero.h"
#include "solver/theory/cylinder.h"

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

std::complex<double> crystal_cavity(double eps, double radius, int rings, double guess) {
  using Complex = std::complex<double>;
  constexpr int most = 3, orders = 2 * most + 1;
  // One rod of each four that a quarter turn makes one of the other: its wave Σ bₙ Hₙ e^{inφ} is, a turn on,
  // Σ bₙ e^{−inπ/2} Hₙ e^{inφ}.
  std::vector<Complex> rods;
  for (int x = 1; x <= rings; ++x)
    for (int y = 0; y <= rings; ++y) rods.emplace_back(x, y);
  const auto count = static_cast<Eigen::Index>(rods.size());
  // Hₙ e^{inφ} at `from`'s place seen from another: the order-n wave there.
  const auto wave = [](double k, Complex at, int n) {
    const Complex h = hankel1(std::abs(n), k * std::abs(at)) * (n < 0 && n % 2 != 0 ? -1.0 : 1.0);
    return h * std::polar(1.0, n * std::arg(at));
  };
  const auto nothing_back = [&](double frequency) {
    const double k = 2 * pi * frequency;
    Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(count * orders, count * orders);
    Eigen::VectorXcd driven(count * orders), heard(count * orders);
    std::array<Complex, orders> scattered;  // of a wave of each order
    for (int m = -most; m <= most; ++m)
      scattered[m + most] =
          cylinder_coefficient({.radius = radius, .eps = eps}, Polarization::ez, frequency * c0, std::abs(m));
    for (Eigen::Index j = 0; j < count; ++j) {
      const Complex rod = rods[static_cast<std::size_t>(j)];
      for (int m = -most; m <= most; ++m) {
        driven[j * orders + m + most] = scattered[m + most] * wave(k, rod, -m);
        heard[j * orders + m + most] = 4.0 * wave(k, -rod, m);
      }
      for (Eigen::Index l = 0; l < count; ++l) {
        Complex other = rods[static_cast<std::size_t>(l)];
        for (int turn = 0; turn < 4; ++turn, other *= Complex(0, 1)) {
          if (other == rod) continue;
          std::array<Complex, 4 * most + 1> waves;
          for (int n = -2 * most; n <= 2 * most; ++n) waves[n + 2 * most] = wave(k, rod - other, n);
          for (int m = -most; m <= most; ++m)
            for (int n = -most; n <= most; ++n)
              matrix(j * orders + m + most, l * orders + n + most) -=
                  scattered[m + most] * std::polar(1.0, -n * turn * pi / 2) * waves[n - m + 2 * most];
        }
      }
    }
    // The four of a turn are heard alike: Hₙ e^{inφ} turns as bₙ does back.
    return 1.0 / heard.cwiseProduct(matrix.partialPivLu().solve(driven)).sum();
  };
  return complex_zero(nothing_back, guess, 0.02 * guess);
}

}  // namespace ez
