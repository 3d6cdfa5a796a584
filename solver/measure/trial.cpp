#include "solver/measure/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "solver/measure/instability.h"

namespace ez {
namespace {

constexpr double decades = 2;       // a trial runs for as long as the old growth took for so many
constexpr int looks = 256;          // at the field in one trial
constexpr double no_larger = 1.05;  // factor that counts as no growth: modes beat with each other

}  // namespace

Trial::Trial(Solver& solver, const Checkpoint& before, const Runaway& runaway, double seconds)
    : solver_(solver), before_(before), growth_(runaway.growth), bad_(runaway.step), seconds_(seconds) {}

Outcome Trial::operator()(const Scene& mended, TrialFrom from) {
  if (from == TrialFrom::bad_state && !before_.engine) return Outcome::untried;
  const Scene own = solver_.scene();
  const SchemeChoice scheme = solver_.engine().scheme();
  if (before_.engine) solver_.restore(before_);
  Outcome outcome = Outcome::untried;
  if (!solver_.apply(mended).refused) outcome = from == TrialFrom::start ? from_start() : from_bad_state();
  solver_.apply(own);
  if (from == TrialFrom::start) solver_.take_probes(), solver_.take_taps();  // they belong to no run
  solver_.set_scheme(scheme);
  return outcome;
}

bool Trial::advance(int steps) {
  if (spent_ >= seconds_) return false;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  solver_.advance(steps);
  solver_.wait();
  spent_ += std::chrono::duration<double>(Clock::now() - start).count();
  return true;
}

Outcome Trial::from_bad_state() {
  const double wanted = growth_ > 1 ? decades * std::log(10.0) / std::log(growth_) : 0;
  const int stride = static_cast<int>(std::ceil(std::clamp(wanted, 1.0 * looks, 1e9) / looks));
  double first = 0, last = 0;
  for (int look = 0; look < looks; ++look) {
    if (!advance(stride)) return Outcome::untried;
    const Health health = solver_.health();
    if (!health.finite) return Outcome::fails;
    if (look < looks / 4) first = std::max(first, health.max_abs);
    if (look >= looks - looks / 4) last = std::max(last, health.max_abs);
  }
  return last <= no_larger * first ? Outcome::holds : Outcome::fails;
}

// Runs to twice the step after which the run was bad.
Outcome Trial::from_start() {
  solver_.reset();
  StabilityMonitor stability;
  stability.watch(solver_.scene(), solver_.problem());
  const std::uint64_t end = 2 * std::max<std::uint64_t>(bad_, 128);
  while (solver_.step() < end) {
    if (!advance(static_cast<int>(std::min<std::uint64_t>(end - solver_.step(), 64)))) return Outcome::untried;
    if (!stability.verdict(solver_.health(), solver_.step()).empty()) return Outcome::fails;
  }
  return Outcome::holds;
}

}  // namespace ez
