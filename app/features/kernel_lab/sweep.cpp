#include "app/features/kernel_lab/sweep.h"

#include <algorithm>

namespace ez {

double Measured::median() const {
  if (step_seconds.empty()) return 0;
  std::vector<double> sorted = step_seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

Candidate running(Solver& solver) { return {solver.engine().scheme(), solver.engine().block()}; }

Sweep::Sweep(Kind kind, std::vector<Candidate> candidates, Solver& solver)
    : kind_(kind), candidates_(std::move(candidates)), before_(running(solver)) {
  results_.reserve(candidates_.size());
}

// Returns the completed part of the last candidate, 0 … 1.
double Sweep::part() const {
  if (results_.empty()) return 1;
  const Measured& now = results_.back();
  if (!now.why.empty()) return 1;
  const double wanted = now.median() > slice_seconds ? slices_of_slow : slices;
  return std::min(1.0, static_cast<double>(now.step_seconds.size()) / wanted);
}

int Sweep::full_slice() const { return std::clamp(static_cast<int>(slice_seconds / step_seconds_), 1, 100000); }

int Sweep::begin_slice(Solver& solver) {
  while (part() == 1) {
    if (results_.size() == candidates_.size()) {
      restore(solver);
      return 0;
    }
    const Candidate& next = candidates_[results_.size()];
    Measured& now = results_.emplace_back(Measured{next, {}, {}, {}});
    steps_ = 0;
    step_seconds_ = 0;
    if (!(running(solver).scheme == next.scheme)) now.why = solver.set_scheme(next.scheme);
    if (!now.why.empty()) continue;
    const std::string illegal = solver.engine().set_block(next.block);
    // If a scheme's own block is too large for this device, the scheme is measured with the block that it can use.
    if (kind_ == Kind::blocks) now.why = illegal;
    if (!now.why.empty()) continue;
    now.candidate = running(solver);
    now.limits = solver.engine().block_limits();
  }
  const int most = growth * steps_;
  counts_ = steps_ > 0 && full_slice() <= most;
  return steps_ == 0 ? 1 : std::min(full_slice(), most);
}

void Sweep::end_slice(int steps, double seconds) {
  if (results_.empty() || steps <= 0) return;
  step_seconds_ = std::max(seconds / steps, 1e-9);
  steps_ = steps;
  if (counts_) results_.back().step_seconds.push_back(step_seconds_);
}

void Sweep::restore(Solver& solver) const {
  if (!(running(solver).scheme == before_.scheme)) solver.set_scheme(before_.scheme);
  solver.engine().set_block(before_.block);
}

double Sweep::fraction() const {
  if (candidates_.empty()) return 1;
  const double begun = static_cast<double>(results_.size());
  return results_.empty() ? 0 : (begun - 1 + part()) / static_cast<double>(candidates_.size());
}

}  // namespace ez
