#include "solver/measure/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "solver/measure/instability.h"

namespace ez {
namespace {

constexpr double decades = 6;              // a trial runs for as long as the old growth took for so many
constexpr std::size_t looks = 768;         // at the field in one trial
constexpr std::size_t enough = looks / 3;  // where time is up
constexpr double no_larger = 1.05;         // factor that counts as no growth: modes beat with each other

}  // namespace

Trial::Trial(Solver& solver, const Checkpoint& before, const Runaway& runaway, double seconds)
    : solver_(solver), before_(before), growth_(runaway.growth), bad_(runaway.step), seconds_(seconds) {}

Attempted Trial::operator()(const Scene& mended, TrialFrom from) {
  if (from == TrialFrom::bad_state && !before_.engine) return Outcome::untried;
  const Scene own = solver_.scene();
  const SchemeChoice scheme = solver_.engine().scheme();
  if (before_.engine) solver_.restore(before_);
  Attempted attempted = Outcome::untried;
  if (!solver_.apply(mended).refused) attempted = from == TrialFrom::start ? from_start() : from_bad_state();
  solver_.apply(own);
  if (from == TrialFrom::start) solver_.take_probes(), solver_.take_taps();  // they belong to no run
  solver_.set_scheme(scheme);
  return attempted;
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

namespace {

// Whether the last quarter is larger than the first one, or than the two between.
bool grows(const std::vector<double>& seen) {
  const auto quarter = static_cast<std::ptrdiff_t>(seen.size() / 4);
  const double first = *std::max_element(seen.begin(), seen.begin() + quarter),
               middle = *std::max_element(seen.begin() + quarter, seen.end() - quarter),
               last = *std::max_element(seen.end() - quarter, seen.end());
  return last > no_larger * std::min(first, middle);
}

}  // namespace

Attempted Trial::from_bad_state() {
  const double wanted = growth_ > 1 ? decades * std::log(10.0) / std::log(growth_) : 0;
  const int stride = static_cast<int>(std::ceil(std::clamp(wanted, 1.0 * looks, 1e9) / looks));
  std::vector<double> seen;
  while (seen.size() < looks && advance(stride)) {
    const Health health = solver_.health();
    if (!health.finite) return Outcome::fails;
    seen.push_back(health.max_abs);
    if (seen.size() == enough && grows(seen)) return Outcome::fails;
  }
  if (seen.size() < enough) return Outcome::untried;
  return {grows(seen) ? Outcome::fails : Outcome::holds, static_cast<std::uint64_t>(stride) * seen.size()};
}

// Runs to twice the step after which the run was bad.
Attempted Trial::from_start() {
  solver_.reset();
  StabilityMonitor stability;
  stability.watch(solver_.scene(), solver_.problem());
  const std::uint64_t end = 2 * std::max<std::uint64_t>(bad_, 128);
  while (solver_.step() < end) {
    if (!advance(static_cast<int>(std::min<std::uint64_t>(end - solver_.step(), 64)))) return Outcome::untried;
    if (!stability.verdict(solver_.health(), solver_.step()).empty()) return Outcome::fails;
  }
  return {Outcome::holds, end};
}

}  // namespace ez
