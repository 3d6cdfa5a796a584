#include "solver/compare/host_copy.h"

#include <algorithm>
#include <new>
#include <utility>

#include "solver/base/memory.h"

namespace ez {
namespace {

constexpr double share_of_memory = 0.25;  // of the free main memory that a copy may take

// Returns the approximate size of a copy: the three arrays of every pane.
double bytes_of(const Comparison& runs) {
  double sum = 0;
  for (int k = 0; k < runs.panes(); ++k) {
    const Problem& p = runs.pane(k).problem();
    sum += 3.0 * p.nx * p.ny * (p.precision == Precision::float64 ? 8 : 4);
  }
  return sum;
}

bool is_complete(const Comparison::Moment& moment) {
  return std::ranges::all_of(moment.panes, [](const Checkpoint& c) { return c.engine != nullptr; });
}

}  // namespace

bool HostCopy::is_due(const Comparison& runs) const {
  const Solver& first = runs.pane(0);
  if (impossible_ || first.info().on_host || first.step() == 0) return false;
  return !last_ || Clock::now() - *last_ >= std::max(Clock::duration(pause_), share_ * cost_);
}

void HostCopy::keep(Comparison& runs) {
  const auto begin = Clock::now();
  std::optional<Comparison::Moment> before = std::exchange(copy_, std::nullopt);
  impossible_ = !before && bytes_of(runs) > share_of_memory * available_host_bytes();
  if (impossible_) return;
  try {
    Comparison::Moment now = runs.checkpoint(before ? std::move(*before) : Comparison::Moment(), StateFor::host);
    impossible_ = !is_complete(now);
    if (!impossible_) copy_ = std::move(now);
  } catch (const OutOfMemory&) {
    impossible_ = true;
  } catch (const std::bad_alloc&) {
    impossible_ = true;
  }
  ground_ = ground_of_panes(runs);
  last_ = Clock::now();
  cost_ = *last_ - begin;
}

bool HostCopy::restore(Comparison& runs) const {
  if (!copy_ || ground_of_panes(runs) != ground_) return false;
  try {
    runs.restore(*copy_);
    return true;
  } catch (const EngineError&) {  // the layers of a boundary have another depth
    runs.reset();
    return false;
  }
}

}  // namespace ez
