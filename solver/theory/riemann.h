// Exact solution of the Riemann problem of an ideal gas: two adjacent states, released at t = 0. E. F. Toro, Riemann
// Solvers and Numerical Methods for Fluid Dynamics, 3rd ed., ch. 4; § 4.6 for a vacuum between them.
#pragma once

namespace ez {

struct GasState {
  double rho = 1, u = 0, p = 1;  // density, velocity, pressure
  bool operator==(const GasState&) const = default;
};

class RiemannProblem {
 public:
  RiemannProblem(const GasState& left, const GasState& right, double gamma);

  // State between the outer waves. With a vacuum there, the pressure is 0, and velocity and densities are NaN.
  double pressure() const { return p_; }
  double velocity() const { return u_; }
  double density_left() const { return rho_left_; }
  double density_right() const { return rho_right_; }
  bool vacuum() const { return vacuum_; }

  // Speeds of a wave's edges, the outer edge first. For a shock both are equal.
  struct Wave {
    double outer = 0, inner = 0;
    bool shock = false;
  };
  Wave left_wave() const { return wave(left_, rho_left_, -1); }
  Wave right_wave() const { return wave(right_, rho_right_, 1); }

  // Returns the state at x/t = ξ, with x relative to the initial contact.
  GasState at(double xi) const;

 private:
  Wave wave(const GasState& outer, double rho_inner, double sign) const;
  GasState state_on_side(const GasState& outer, double rho_inner, double sign, double xi) const;

  GasState left_, right_;
  double gamma_, p_ = 0, u_ = 0, rho_left_ = 0, rho_right_ = 0;
  bool vacuum_ = false;
};

}  // namespace ez
