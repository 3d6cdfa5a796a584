#include "solver/theory/crystal.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "solver/base/constants.h"
#include "solver/base/cores.h"
#include "solver/theory/bessel.h"
#include "solver/theory/complex_zero.h"
#include "solver/theory/cylinder.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

// Returns e^{inφ} with the sign of Z₋ₙ = (−1)ⁿZₙ.
Complex turns(Complex at, int n) { return (n < 0 && n % 2 != 0 ? -1.0 : 1.0) * std::polar(1.0, n * std::arg(at)); }
// Return the order-n wave Hₙ e^{inφ} at the position `at` relative to a rod, and Jₙ e^{inφ}.
Complex wave(double k, Complex at, int n) { return hankel1(std::abs(n), k * std::abs(at)) * turns(at, n); }
Complex regular_wave(double k, Complex at, int n) {
  return hankel1(std::abs(n), k * std::abs(at)).real() * turns(at, n);
}

// The waves Hₙ e^{inφ} of orders −most … most that a rod emits, at integer distances from it along x and y, as between
// the rods of a lattice. Many of these positions have the same distance, so Hₙ is computed once for each distance.
class LatticeWaves {
 public:
  LatticeWaves(double k, int most) : k_(k), most_(most) {}
  // Returns the waves; order n is at [n + most]. Valid until the next call.
  const std::vector<Complex>& at(Complex place) {
    const auto squared = static_cast<std::size_t>(std::lround(std::norm(place)));
    if (squared >= radial_.size()) radial_.resize(squared + 1);
    std::vector<Complex>& radial = radial_[squared];
    if (radial.empty())
      for (int n = 0; n <= most_; ++n) radial.push_back(hankel1(n, k_ * std::abs(place)));
    waves_.resize(2 * static_cast<std::size_t>(most_) + 1);
    for (int n = -most_; n <= most_; ++n)
      waves_[static_cast<std::size_t>(n + most_)] = radial[static_cast<std::size_t>(std::abs(n))] * turns(place, n);
    return waves_;
  }

 private:
  double k_;
  int most_;
  std::vector<std::vector<Complex>> radial_;  // index: squared distance
  std::vector<Complex> waves_;
};

// Returns the amplitudes that a rod in vacuum scatters for an incident wave of each order −most …
// most. `frequency` is times a/c.
std::vector<Complex> rod_coefficients(double eps, double radius, double frequency, int most) {
  std::vector<Complex> out;
  for (int m = -most; m <= most; ++m)
    out.push_back(cylinder_coefficient({.radius = radius, .eps = eps}, Polarization::ez, frequency * c0, std::abs(m)));
  return out;
}

}  // namespace

double crystal_band(double eps, double radius, double kx, double ky, int band) {
  constexpr int reach = 6, side = 2 * reach + 1, count = side * side;
  if (band < 1 || band > count) return std::numeric_limits<double>::quiet_NaN();
  const double filling = pi * radius * radius;
  // Fourier coefficient of the rod at the origin: 2·filling·J1(Gr)/Gr.
  const auto rod = [&](int m, int n) {
    const double gr = 2 * pi * std::hypot(m, n) * radius;
    return gr == 0 ? filling : 2 * filling * ::j1(gr) / gr;
  };
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(count, count), medium = Eigen::MatrixXd::Identity(count, count);
  for (int p = 0; p < count; ++p) {
    const int m = p % side - reach, n = p / side - reach;
    const double x = kx + m, y = ky + n;
    squares(p, p) = x * x + y * y;
    for (int q = 0; q < count; ++q) medium(p, q) += (eps - 1) * rod(p % side - q % side, p / side - q / side);
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> found(squares, medium, Eigen::EigenvaluesOnly);
  if (found.info() != Eigen::Success) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(std::max(found.eigenvalues()[band - 1], 0.0));
}

std::complex<double> crystal_cavity(double eps, double radius, int rings, double guess) {
  constexpr int most = 3, orders = 2 * most + 1;
  // Keeps one rod of each four that a quarter turn maps onto each other. If its wave is Σ bₙ Hₙ e^{inφ}, the wave of
  // the rod one quarter turn further is Σ bₙ e^{−inπ/2} Hₙ e^{inφ}.
  std::vector<Complex> rods;
  for (int x = 1; x <= rings; ++x)
    for (int y = 0; y <= rings; ++y) rods.emplace_back(x, y);
  const auto count = static_cast<Eigen::Index>(rods.size());
  const auto inverse_response = [&](double frequency) {
    const double k = 2 * pi * frequency;
    Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(count * orders, count * orders);
    Eigen::VectorXcd driven(count * orders), heard(count * orders);
    const std::vector<Complex> scattered = rod_coefficients(eps, radius, frequency, most);
    LatticeWaves between(k, 2 * most);
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
          const std::vector<Complex>& waves = between.at(rod - other);
          for (int m = -most; m <= most; ++m)
            for (int n = -most; n <= most; ++n)
              matrix(j * orders + m + most, l * orders + n + most) -=
                  scattered[m + most] * std::polar(1.0, -n * turn * pi / 2) * waves[n - m + 2 * most];
        }
      }
    }
    // All four rods of a turn contribute equally at the centre, because Hₙ e^{inφ} and bₙ turn in opposite directions.
    return 1.0 / heard.cwiseProduct(matrix.partialPivLu().solve(driven)).sum();
  };
  constexpr int large = 4;  // from this number of rings on, a frequency takes milliseconds
  return complex_zero(inverse_response, guess, 0.02 * guess, rings < large ? 1 : usable_cores());
}

std::complex<double> holey_core(double index, RingOfHoles inner, RingOfHoles outer, int holes, int waves,
                                double guess) {
  constexpr int most = 5;
  constexpr Eigen::Index orders = 2 * most + 1;
  const double step = 2 * pi / holes;
  const std::array<Complex, 2> first = {inner.away, std::polar(outer.away, step / 2)};
  const std::array<double, 2> radius = {inner.radius, outer.radius};
  const auto inverse_response = [&](double frequency) {
    const double k = 2 * pi * frequency / c0 * index;
    Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(2 * orders, 2 * orders);
    Eigen::VectorXcd driven(2 * orders), heard(2 * orders);
    for (std::size_t j = 0; j < 2; ++j) {
      // A hole of vacuum in the medium scatters like a rod of 1/n² in vacuum.
      const std::vector<Complex> scattered =
          rod_coefficients(1 / (index * index), index * radius[j], frequency / c0, most);
      const auto of_it = [&](int m) { return *(scattered.begin() + m + most); };
      const auto row = [&](std::size_t hole, int m) { return static_cast<Eigen::Index>(hole) * orders + m + most; };
      for (int m = -most; m <= most; ++m) {
        driven(row(j, m)) = of_it(m) * regular_wave(k, first[j], waves - m);
        heard(row(j, m)) = static_cast<double>(holes) * wave(k, -first[j], m - waves);
      }
      for (std::size_t l = 0; l < 2; ++l)
        for (int turn = l == j ? 1 : 0; turn < holes; ++turn) {
          const Complex from = first[j] - first[l] * std::polar(1.0, turn * step);
          std::array<Complex, 4 * most + 1> arriving;
          for (int n = 0; n <= 2 * most; ++n) {
            const Complex radial = hankel1(n, k * std::abs(from));
            arriving[2 * most + n] = radial * turns(from, n);
            arriving[2 * most - n] = radial * turns(from, -n);
          }
          for (int n = -most; n <= most; ++n) {
            const Complex turned = std::polar(1.0, (waves - n) * turn * step);
            for (int m = -most; m <= most; ++m)
              matrix(row(j, m), row(l, n)) -= of_it(m) * turned * arriving[n - m + 2 * most];
          }
        }
    }
    return 1.0 / heard.cwiseProduct(matrix.partialPivLu().solve(driven)).sum();
  };
  return complex_zero(inverse_response, guess, 0.005 * guess);
}

double crystal_bend_field(double eps, double radius, double frequency, Complex lamp, Complex place) {
  constexpr int reach = 3, most = 2, orders = 2 * most + 1;
  std::vector<Complex> rods;
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      if ((x != 0 || y < 0) && (y != 0 || x > 0)) rods.emplace_back(x, y);
  const double k = 2 * pi * frequency;
  const std::vector<Complex> scattered = rod_coefficients(eps, radius, frequency, most);
  const auto count = static_cast<Eigen::Index>(rods.size() * orders);
  const auto rod = [&](Eigen::Index row) { return rods[static_cast<std::size_t>(row / orders)]; };
  const auto order = [&](Eigen::Index row) { return static_cast<int>(row % orders) - most; };
  Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(count, count);
  Eigen::VectorXcd driven(count);
  LatticeWaves between(k, 2 * most);
  for (Eigen::Index j = 0; j < count; ++j) {
    const Complex of_it = scattered[static_cast<std::size_t>(j % orders)];
    driven(j) = of_it * wave(k, rod(j) - lamp, -order(j));
    for (Eigen::Index l = 0; l < count; l += orders) {
      if (rod(l) == rod(j)) continue;
      const std::vector<Complex>& waves = between.at(rod(j) - rod(l));
      for (int m = 0; m < orders; ++m)
        matrix(j, l + m) = -of_it * waves[static_cast<std::size_t>(order(l + m) - order(j) + 2 * most)];
    }
  }
  const Eigen::VectorXcd sent = matrix.partialPivLu().solve(driven);
  Complex field = wave(k, place - lamp, 0);
  for (Eigen::Index l = 0; l < count; ++l) field += sent(l) * wave(k, place - rod(l), order(l));
  return std::abs(field);
}

}  // namespace ez
