// The Riemann problem of an ideal gas, exactly: two states side by side, let go at t = 0. E. F. Toro, Riemann Solvers
// and Numerical Methods for Fluid Dynamics, 3rd ed., ch. 4; a vacuum between them: § 4.6.
#pragma once

namespace ez {

struct GasState {
  double rho = 1, u = 0, p = 1;  // density, velocity, pressure
  bool operator==(const GasState&) const = default;
};

class RiemannProblem {
 public:
  RiemannProblem(const GasState& left, const GasState& right, double gamma);

  // Between the outer waves. With a vacuum there: pressure 0, and velocity and densities are NaN.
  double pressure() const { return p_; }
  double velocity() const { return u_; }
  double density_left() const { return rho_left_; }
  double density_right() const { return rho_right_; }
  bool vacuum() const { return vacuum_; }

  // Speeds at which the outer waves' edges go, the outer edge first; of a shock both are the same.
  struct Wave {
    double outer = 0, inner = 0;
    bool shock = false;
  };
  Wave left_wave() const { return wave(left_, rho_left_, -1); }
  Wave right_wave() const { return wave(right_, rho_right_, 1); }

  // At x/t = ξ, x from where the two met.
  GasState at(double xi) const;

 private:
  Wave wave(const GasState& outer, double rho_inner, double sign) const;
  GasState beside(const GasState& outer, double rho_inner, double sign, double xi) const;

  GasState left_, right_;
  double gamma_, p_ = 0, u_ = 0, rho_left_ = 0, rho_right_ = 0;
  bool vacuum_ = false;
};

}  // namespace ez
