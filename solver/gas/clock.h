// The length of a step and the end of a batch of steps. The CPU's threads and the CUDA kernels use the same code.
#pragma once

#include <cstdint>

#include "solver/base/host_device.h"
#include "solver/gas/physics/euler.h"
#include "solver/gas/problem.h"

namespace ez::gas {

// Parameters of a problem in the precision of the fields.
template <class T>
struct Numbers {
  Gas<T> gas;
  T cfl, fixed_dt;  // fixed_dt above 0: every step has this length
  bool halves;      // a step that failed is made again with half the length
  T diffusivity;
  EZ_INLINE bool by_signal() const { return !(fixed_dt > T(0)); }  // Δt depends on the largest signal
};
template <class T>
Numbers<T> numbers_of(const GasProblem& p) {
  const Parameters& q = p.parameters;
  const auto gamma = static_cast<T>(q.gamma), fix = static_cast<T>(q.entropy_fix), one = T(1);
  const double cfl = q.cfl > 0 ? q.cfl : default_cfl(p.scheme);
  const double limit = 0.5 / (q.diffusivity * (1 / (p.dx * p.dx) + 1 / (p.dy * p.dy)));
  Numbers<T> n;
  n.gas = {gamma,
           gamma - one,
           one / (gamma - one),
           gamma / (gamma - one),
           fix,
           one / fix,
           static_cast<T>(q.viscosity),
           static_cast<T>(1 / p.dx),
           static_cast<T>(1 / p.dy)};
  n.cfl = static_cast<T>(cfl);
  n.fixed_dt = static_cast<T>(q.dt > 0 || !is_heat(p.scheme) ? q.dt : cfl * limit);
  n.halves = p.scheme == Scheme::muscl_hllc && n.by_signal();
  n.diffusivity = static_cast<T>(q.diffusivity);
  return n;
}

// The factors of a step: Δt/Δx, Δt/Δy; for heat κΔt/Δx², κΔt/Δy².
template <class T>
struct Rates {
  T x, y;
};
template <class T>
EZ_INLINE Rates<T> rates_of(T dt, bool heat, const Numbers<T>& n) {
  const T x = n.gas.inverse_dx, y = n.gas.inverse_dy;
  if (!heat) return {dt * x, dt * y};
  return {(dt * n.diffusivity) * (x * x), (dt * n.diffusivity) * (y * y)};
}

template <class T>
struct Clock {
  double time = 0, until = 0;
  std::int64_t steps = 0, last_step = 0;  // steps done; step number at which the batch ends
  T dt = 0;                               // of the present step
  T used_dt = 0;                          // of the last step done
  bool ends = false;                      // the present step reaches `until`
  bool stopped = true, failed = false;    // no further step; a step failed
  int halved = 0;                         // how often the present step has already failed

  // Chooses Δt of the next step, or stops. `fastest`: the largest signal_rate of all cells. It is 0 if all cells are
  // solid, and then there is no step to make.
  EZ_INLINE void begin_step(T fastest, const Numbers<T>& n) {
    const double rest = until - time;
    stopped = failed || steps >= last_step || !(rest > 0) || (n.by_signal() && fastest == T(0));
    if (stopped) return;
    dt = n.fixed_dt > T(0) ? n.fixed_dt : n.cfl / fastest;
    for (int k = 0; k < halved; ++k) dt *= T(0.5);
    ends = !(static_cast<double>(dt) < rest);
    if (ends) dt = static_cast<T>(rest);
  }
  // Ends a step. Returns true if it was made. A step that will be made again counts as one of the batch, because CUDA
  // has already enqueued that many.
  EZ_INLINE bool end_step(bool step_failed, const Numbers<T>& n) {
    constexpr int most_halved = 8;
    const bool again = step_failed && n.halves && halved < most_halved;
    failed = step_failed && !again;
    halved = again ? halved + 1 : 0;
    if (again) --last_step;
    if (step_failed) return false;
    time = ends ? until : time + static_cast<double>(dt);
    used_dt = dt;
    ++steps;
    return true;
  }
};

}  // namespace ez::gas
