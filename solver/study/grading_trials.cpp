#include "solver/study/grading_trials.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

// ---- gradings as points: ln m, ln σ, ln(κ − 0.99), ln(αΔ), each within its range

constexpr SimplexPoint lowest = {0.0, -3.0, -4.6, -18.4};   // m 1, σ 0.05, κ 1, αΔ 1e-8 S
constexpr SimplexPoint highest = {1.7917, 2.3, 3.9, -2.3};  // m 6, σ 10, κ 50, αΔ 0.1 S

double clamped(const SimplexPoint& x, std::size_t k) { return std::clamp(x[k], lowest[k], highest[k]); }
CpmlGrading grading_at(const SimplexPoint& x, CpmlGrading g, double cell) {
  g.clear_tables();
  g.order = std::exp(clamped(x, 0));
  g.sigma = std::exp(clamped(x, 1));
  g.kappa = std::max(1.0, std::exp(clamped(x, 2)) + 0.99);
  g.alpha = std::exp(clamped(x, 3)) / cell;
  return g;
}
SimplexPoint point_of(const CpmlGrading& g, double cell) {
  return {std::log(std::max(g.order, 1e-9)), std::log(std::max(g.sigma, 1e-9)), std::log(g.kappa - 0.99),
          std::log(std::max(g.alpha.value_or(2e-5 / cell) * cell, 1e-12))};
}
// Returns the distance outside the ranges, a penalty that makes the simplex turn back.
double outside(const SimplexPoint& x) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += std::abs(x[k] - clamped(x, k));
  return sum;
}
// Rounds to four digits, which users can type. More digits do not change the reflection noticeably.
CpmlGrading rounded(CpmlGrading g) {
  const auto round = [](double v) {
    if (v == 0) return v;
    const double digits = std::pow(10.0, 3 - std::floor(std::log10(std::abs(v))));
    return std::round(v * digits) / digits;
  };
  g.order = round(g.order);
  g.sigma = round(g.sigma);
  g.kappa = round(g.kappa);
  g.alpha = round(*g.alpha);
  return g;
}

}  // namespace

GradingTrials::GradingTrials(const GradingCase& judge, const Scene& scene)
    : judge_(judge), own_(scene.boundary.cpml), cell_(std::min(cell_size(scene).x, cell_size(scene).y)) {
  best_.grading = own_;
  starts_ = {point_of(own_, cell_)};
  for (const double order : {2.0, 3.5})
    for (const double sigma : {0.6, 1.2})
      for (const double kappa : {1.1, 6.0})
        for (const double alpha : {1e-6, 1e-4, 3e-3})
          starts_.push_back({std::log(order), std::log(sigma), std::log(kappa - 0.99), std::log(alpha)});
  found_.resize(starts_.size());
}

bool GradingTrials::step() {
  if (best_.trials == 0) {
    best_.db = judge_.worst(own_).db;
    best_.trials = 1;
    return true;
  }
  if (!simplex_ && !start_simplex()) {
    round_best();
    return false;
  }
  if (simplex_->step()) return true;
  found_[place_] = simplex_->best();
  simplex_.reset();
  return true;
}

bool GradingTrials::start_simplex() {
  constexpr double coarse = 0.05, fine = 0.001;  // dB
  constexpr std::array<double, 3> edges = {0.3, -0.1, 0.03};
  constexpr std::size_t most_repeated = 3;
  const auto value = [this](const SimplexPoint& x) { return this->value(x); };
  if (begun_ < starts_.size()) {
    const bool first = begun_ == 0;
    place_ = begun_;
    simplex_.emplace(value, starts_[begun_], first ? 0.3 : 0.5, coarse, first ? 150 : 120);
  } else {
    // Repeats the search from the best three points. A simplex that has shrunk at a kink restarts there.
    const std::size_t repeat = begun_ - starts_.size();
    if (repeat == most_repeated * edges.size()) return false;
    if (repeat == 0) std::stable_sort(found_.begin(), found_.end(), [](auto& a, auto& b) { return a.value < b.value; });
    place_ = repeat / edges.size();
    simplex_.emplace(value, found_[place_].at, edges[repeat % edges.size()], fine, 250);
  }
  ++begun_;
  return true;
}

double GradingTrials::value(const SimplexPoint& x) {
  const CpmlGrading grading = grading_at(x, own_, cell_);
  const double db = judge_.worst(grading).db;
  ++best_.trials;
  if (std::isfinite(db) && db < best_.db) {
    best_.db = db;
    best_.grading = grading;
  }
  return (std::isfinite(db) ? db : 0.0) + 20 * outside(x);
}

void GradingTrials::round_best() {
  if (best_.grading == own_) return;
  best_.grading = rounded(best_.grading);
  best_.db = judge_.worst(best_.grading).db;
}

BestGrading best_grading(const GradingCase& judge, const Scene& scene) {
  GradingTrials trials(judge, scene);
  while (trials.step()) continue;
  return trials.best();
}

}  // namespace ez
