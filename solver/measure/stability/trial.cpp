#include "solver/measure/stability/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "solver/measure/stability/instability.h"

namespace ez {
namespace {

constexpr double decades = 6;              // a trial lasts as long as the original growth took for this many decades
constexpr std::size_t looks = 768;         // number of looks at the field in one trial
constexpr std::size_t enough = looks / 3;  // number of looks that suffice to judge if time is up
constexpr double no_larger = 1.05;         // factor that does not count as growth, because modes beat with each other

}  // namespace

Trial::Trial(Solver& solver, const Checkpoint& before, const Runaway& runaway, double seconds)
    : solver_(solver), before_(before), growth_(runaway.growth), bad_(runaway.step), seconds_(seconds) {}

Attempted Trial::operator()(const Scene& fixed_scene, TrialFrom from) {
  if (from == TrialFrom::bad_state && !before_.engine) return Outcome::untried;
  const Scene own = solver_.scene();
  const SchemeChoice scheme = solver_.engine().scheme();
  if (before_.engine) solver_.restore(before_);
  Attempted attempted = Outcome::untried;
  if (!solver_.apply(fixed_scene).refused) attempted = from == TrialFrom::start ? from_start() : from_bad_state();
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

// The largest values of the first quarter, of the two middle quarters, and of the last quarter.
struct Course {
  double first, middle, last;
  explicit Course(const std::vector<double>& seen) {
    const auto quarter = static_cast<std::ptrdiff_t>(seen.size() / 4);
    first = *std::max_element(seen.begin(), seen.begin() + quarter);
    middle = *std::max_element(seen.begin() + quarter, seen.end() - quarter);
    last = *std::max_element(seen.end() - quarter, seen.end());
  }
  bool ends_larger() const { return last > no_larger * first; }
  double growth() const { return middle > 0 ? last / middle : 1; }
};

}  // namespace

Attempted Trial::from_bad_state() {
  const double wanted = growth_ > 1 ? decades * std::log(10.0) / std::log(growth_) : 0;
  const int stride = static_cast<int>(std::ceil(std::clamp(wanted, 1.0 * looks, 1e9) / looks));
  std::vector<double> seen;
  bool finite = true;
  const auto look_up_to = [&](std::size_t count) {  // false if time is up
    while (finite && seen.size() < count && advance(stride)) {
      const Health health = solver_.health();
      finite = health.finite;
      seen.push_back(health.max_abs);
    }
    return !finite || seen.size() == count;
  };
  const auto tried = [&] { return static_cast<std::uint64_t>(stride) * seen.size(); };
  const auto is_out = [&] { return !finite || Course(seen).ends_larger(); };
  if (!look_up_to(enough)) return Outcome::untried;
  if (is_out()) return Outcome::fails;
  const bool whole = look_up_to(looks);
  if (is_out()) return Outcome::fails;
  const double growth = Course(seen).growth();
  if (growth <= no_larger) return {Outcome::holds, tried()};
  // The field grows at the end. If it settles, it grows less and less; an instability grows more and more.
  if (!whole || !look_up_to(2 * looks)) return Outcome::untried;
  return {is_out() || Course(seen).growth() >= growth ? Outcome::fails : Outcome::holds, tried()};
}

// Runs to twice the step after which the run was bad.
Attempted Trial::from_start() {
  solver_.reset();
  StabilityMonitor stability;
  stability.watch(solver_.scene(), *solver_.media(), solver_.problem());
  const std::uint64_t end = 2 * std::max<std::uint64_t>(bad_, 128);
  while (solver_.step() < end) {
    if (!advance(static_cast<int>(std::min<std::uint64_t>(end - solver_.step(), 64)))) return Outcome::untried;
    if (!stability.verdict(solver_.health(), solver_.step()).empty()) return Outcome::fails;
  }
  return {Outcome::holds, end};
}

}  // namespace ez
