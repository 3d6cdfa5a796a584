#include "app/picture/auto_range.h"

#include <algorithm>
#include <cmath>

namespace ez {

namespace {

constexpr double half_turn = 180;  // degrees: the limit of a phase
// The limit falls only when the value is below this fraction of the rounding threshold, so that a beating wave does not
// move the end of the bar.
constexpr double falls_below = 0.8;

double fitting_limit(Quantity quantity, double max_abs, bool bright_nodes) {
  if (!std::isfinite(max_abs) || max_abs <= 0) return 1;
  if (facts_of(quantity).of == QuantityFacts::Origin::cell) return max_abs;  // a gas or heat has no sources
  if (!bright_nodes) return max_abs;
  const bool square = facts_of(quantity).is_square;
  return max_abs * (square ? 1.0 / 9 : 1.0 / 3);
}

// Returns the nearest of 1, 2 and 5 times a power of ten, comparing ratios.
double rounded_limit(double limit) {
  const double decade = std::pow(10.0, std::floor(std::log10(limit))), m = limit / decade;
  if (!(decade > 0) || !std::isfinite(m)) return limit;
  return decade * (m < std::sqrt(2.0) ? 1 : m < std::sqrt(10.0) ? 2 : m < std::sqrt(50.0) ? 5 : 10);
}

// Returns the smallest value of the ladder that is at least 0.99 of the value.
double round_above(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value))), m = value / decade;
  for (const double rung : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (m <= 1.01 * rung) return decade * rung;
  return 10 * decade;
}

// Returns the largest of 1, 2 and 5 times a power of ten that does not exceed the value.
double round_below(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value))), m = value / decade;
  return decade * (m < 2 ? 1 : m < 5 ? 2 : 5);
}

}  // namespace

bool spans_range(Quantity quantity) {
  return facts_of(quantity).of == QuantityFacts::Origin::cell && !is_signed(quantity);
}

BarEnds settled_ends(double least, double most) {
  if (!std::isfinite(most) || most <= 0) return {};
  const double span = most - least;
  if (!(least > 0.4 * most) || span < 1e-5 * most) return {0, round_above(most)};
  const double step = round_below(span / 3);
  return {step * std::floor(least / step + 0.01), step * std::ceil(most / step - 0.01)};
}

BarEnds SpanRange::follow(double least, double most, double seconds) {
  constexpr double fills = 0.35, slack = 0.03, patience = 1;  // fractions of the bar; s
  const double bar = ends_.limit - ends_.low, low = ends_.low > 0 ? least : 0;
  const bool beyond = most > ends_.limit + slack * bar || (ends_.low > 0 && least < ends_.low - slack * bar);
  const bool little = most - low < fills * bar || (ends_.low == 0 && settled_ends(least, most).low > 0);
  small_ = little ? small_ + seconds : 0;
  if (any_ && !beyond && small_ < patience && std::isfinite(seconds)) return ends_;
  any_ = true;
  small_ = 0;
  return ends_ = settled_ends(least, most);
}

bool has_bright_nodes(const Scene& scene) {
  return std::ranges::any_of(scene.sources, [](const Source& s) {
    return s.on &&
           (std::holds_alternative<PointSource>(s.geometry) || std::holds_alternative<DipoleSource>(s.geometry) ||
            std::holds_alternative<ArraySource>(s.geometry));
  });
}

double settled_limit(Quantity quantity, double max_abs, bool bright_nodes) {
  if (quantity == Quantity::map_phase) return half_turn;
  return rounded_limit(fitting_limit(quantity, max_abs, bright_nodes));
}

double AutoRange::settle(Quantity quantity, double max_abs, bool bright_nodes) {
  if (quantity == Quantity::map_phase) return shown_ = half_turn;
  if (!std::isfinite(max_abs) || max_abs <= 0) return shown_ > 0 ? shown_ : 1;
  peak_ = std::max(peak_, max_abs);
  limit_ = fitting_limit(quantity, max_abs, bright_nodes);
  return shown_ = rounded_limit(limit_);
}

double AutoRange::follow(Quantity quantity, double max_abs, double seconds, bool bright_nodes) {
  if (quantity == Quantity::map_phase) return shown_ = half_turn;
  if (!std::isfinite(max_abs) || (max_abs <= 0 && peak_ == 0)) return shown_ > 0 ? shown_ : 1;
  peak_ = std::max(peak_, max_abs);
  const double target = fitting_limit(quantity, std::max(max_abs, 1e-4 * peak_), bright_nodes);
  if (limit_ == 0) return shown_ = rounded_limit(limit_ = target);
  const double tau = target > limit_ ? 0.1 : 2.0;  // s
  // Moves on a logarithmic scale, so that each decade takes the same time.
  const double step = 1 - std::exp(-seconds / tau);
  limit_ *= std::exp(step * std::log(target / limit_));
  const double rounded = rounded_limit(limit_);
  if (rounded > shown_ || rounded_limit(limit_ / falls_below) < shown_) shown_ = rounded;
  return shown_;
}

}  // namespace ez
