#include "solver/study/tap_run.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr double nodes_at_a_time = 4e6;  // nodes × steps between two returns
constexpr int most_steps_at_once = 64;

}  // namespace

TapRun::TapRun(const EngineMaker& maker, const Scene& scene, const Padding& padding, const TapPlan& plan)
    : plan_(plan), solver_(maker(), scene, padding) {
  solver_.set_taps(plan.taps);
}

bool TapRun::step() {
  const Problem& p = solver_.problem();
  const int most = std::clamp(static_cast<int>(nodes_at_a_time / (double(p.nx) * p.ny)), 1, most_steps_at_once);
  const int steps = std::min(most, plan_.steps - made_);
  solver_.advance(steps);
  const std::vector<double> seen = solver_.take_taps().values;
  const std::size_t row = plan_.taps.size();
  for (std::size_t k = 0; (k + 1) * row <= seen.size(); ++k, ++made_) {
    if (made_ % plan_.every != 0) continue;
    const auto first = seen.begin() + static_cast<std::ptrdiff_t>(k * row),
               last = first + static_cast<std::ptrdiff_t>(row);
    const auto is_too_large = [&](double v) {
      return !std::isfinite(v) || (plan_.limit > 0 && std::abs(v) > plan_.limit);
    };
    if (std::any_of(first, last, is_too_large)) {
      record_.ended_early = true;
      return false;
    }
    record_.values.insert(record_.values.end(), first, last);
  }
  return made_ < plan_.steps;
}

}  // namespace ez
