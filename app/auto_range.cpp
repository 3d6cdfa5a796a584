#include "app/auto_range.h"

#include <algorithm>
#include <cmath>

namespace ez {

double settled_limit(Quantity quantity, double max_abs) {
  if (!std::isfinite(max_abs) || max_abs <= 0) return 1;
  const bool square = quantity == Quantity::energy || quantity == Quantity::poynting;
  return max_abs * (square ? 1.0 / 9 : 1.0 / 3);
}

double AutoRange::follow(Quantity quantity, double max_abs, double seconds) {
  if (!std::isfinite(max_abs) || (max_abs <= 0 && peak_ == 0)) return limit_ > 0 ? limit_ : 1;
  peak_ = std::max(peak_, max_abs);
  const double target = settled_limit(quantity, std::max(max_abs, 1e-4 * peak_));
  if (limit_ == 0) return limit_ = target;
  const double tau = target > limit_ ? 0.1 : 2.0;  // s
  // On a logarithmic scale: decades take the same time everywhere.
  const double step = 1 - std::exp(-seconds / tau);
  return limit_ *= std::exp(step * std::log(target / limit_));
}

}  // namespace ez
