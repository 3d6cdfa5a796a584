#include "solver/theory/riemann.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ez {
namespace {

double sound(const GasState& s, double gamma) { return std::sqrt(gamma * s.p / s.rho); }

// Velocity change f across a wave that brings the state to pressure p, and its derivative
// df/dp (Toro, eqs. 4.6, 4.7, 4.37).
struct Jump {
  double f, slope;
};
Jump jump(const GasState& s, double p, double gamma) {
  const double c = sound(s, gamma);
  if (p > s.p) {
    const double a = 2 / ((gamma + 1) * s.rho), b = (gamma - 1) / (gamma + 1) * s.p, root = std::sqrt(a / (p + b));
    return {(p - s.p) * root, root * (1 - (p - s.p) / (2 * (p + b)))};
  }
  const double exponent = (gamma - 1) / (2 * gamma);
  return {2 * c / (gamma - 1) * (std::pow(p / s.p, exponent) - 1),
          std::pow(p / s.p, -(gamma + 1) / (2 * gamma)) / (s.rho * c)};
}

double density_behind(const GasState& s, double p, double gamma) {
  const double ratio = p / s.p, k = (gamma - 1) / (gamma + 1);
  return ratio > 1 ? s.rho * (ratio + k) / (k * ratio + 1) : s.rho * std::pow(ratio, 1 / gamma);
}

}  // namespace

RiemannProblem::RiemannProblem(const GasState& left, const GasState& right, double gamma)
    : left_(left), right_(right), gamma_(gamma) {
  const double cl = sound(left, gamma), cr = sound(right, gamma), du = right.u - left.u;
  if (du >= 2 * (cl + cr) / (gamma - 1)) {
    vacuum_ = true;
    u_ = rho_left_ = rho_right_ = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  // Starts Newton's method from the pressure that two rarefaction waves would give.
  const double z = (gamma - 1) / (2 * gamma);
  double p = std::pow((cl + cr - (gamma - 1) / 2 * du) / (cl / std::pow(left.p, z) + cr / std::pow(right.p, z)), 1 / z);
  for (int n = 0; n < 100; ++n) {
    const Jump l = jump(left, p, gamma), r = jump(right, p, gamma);
    const double next = std::max(p - (l.f + r.f + du) / (l.slope + r.slope), 1e-3 * p);
    const double change = std::abs(next - p) / p;
    p = next;
    if (change < 1e-15) break;
  }
  p_ = p;
  u_ = (left.u + right.u) / 2 + (jump(right, p, gamma).f - jump(left, p, gamma).f) / 2;
  rho_left_ = density_behind(left, p, gamma);
  rho_right_ = density_behind(right, p, gamma);
}

RiemannProblem::Wave RiemannProblem::wave(const GasState& s, double rho_inner, double sign) const {
  const double c = sound(s, gamma_);
  if (vacuum_) return {s.u + sign * c, s.u - sign * 2 * c / (gamma_ - 1), false};
  if (p_ > s.p) {
    const double speed =
        s.u + sign * c * std::sqrt((gamma_ + 1) / (2 * gamma_) * p_ / s.p + (gamma_ - 1) / (2 * gamma_));
    return {speed, speed, true};
  }
  return {s.u + sign * c, u_ + sign * std::sqrt(gamma_ * p_ / rho_inner), false};
}

// Returns the state on one side of the contact. `sign` is −1 on the left.
GasState RiemannProblem::state_on_side(const GasState& s, double rho_inner, double sign, double xi) const {
  const Wave w = wave(s, rho_inner, sign);
  if (sign * (xi - w.outer) >= 0) return s;
  if (sign * (xi - w.inner) <= 0) return vacuum_ ? GasState{0, xi, 0} : GasState{rho_inner, u_, p_};
  // Inside the fan (Toro, eqs. 4.56, 4.63).
  const double c = sound(s, gamma_), k = 2 / (gamma_ + 1);
  const double ratio = k - sign * (gamma_ - 1) / ((gamma_ + 1) * c) * (s.u - xi);
  return {s.rho * std::pow(ratio, 2 / (gamma_ - 1)), k * (-sign * c + (gamma_ - 1) / 2 * s.u + xi),
          s.p * std::pow(ratio, 2 * gamma_ / (gamma_ - 1))};
}

GasState RiemannProblem::at(double xi) const {
  const bool on_left = vacuum_ ? xi < left_wave().inner : xi < u_;
  return on_left ? state_on_side(left_, rho_left_, -1, xi) : state_on_side(right_, rho_right_, 1, xi);
}

}  // namespace ez
