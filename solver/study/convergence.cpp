#include "solver/study/convergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/text_with.h"
#include "solver/scene/duration.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/comparable_grid.h"

namespace ez {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double formal_order = 2, most_order = 12;
// Safety factors: for an observed order near one that the scheme can have, and for other orders.
constexpr double safety = 1.25, more_safety = 3;
constexpr double least_plain_order = 0.8, most_plain_order = 3;
constexpr double readable_part = 0.02;  // smallest part of a check's bound that counts as a difference

// Returns (h₀^p − h₁^p)/(h₁^p − h₂^p), the ratio of two consecutive differences for order p.
double ratio_for(const std::array<double, 3>& h, double p) {
  return (std::pow(h[0], p) - std::pow(h[1], p)) / (std::pow(h[1], p) - std::pow(h[2], p));
}

// Returns the order that gives this ratio of differences, at most most_order. The ratio grows with the order.
double order_for(const std::array<double, 3>& h, double ratio) {
  double low = least_order, high = most_order;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (ratio_for(h, middle) < ratio ? low : high) = middle;
  }
  return low;
}

// Rounds to two significant digits. More of an uncertainty would mean nothing.
double two_digits(double v) {
  if (v == 0 || !std::isfinite(v)) return v;
  const double scale = std::pow(10, std::floor(std::log10(std::abs(v))) - 1);
  return std::round(v / scale) * scale;
}

double resolution_of(const Check& check, const CheckReading& r) {
  const double size = std::isfinite(r.theory) && r.theory != 0 ? std::abs(r.theory) : std::abs(r.measured);
  return readable_part * (check.within ? *check.within * size : *check.within_abs);
}

// Makes every check that waits until its value has settled be read at this time instead.
Scene read_at(Scene scene, double seconds) {
  for (Check& c : scene.checks)
    if (!parse_duration(c.after)) c.after = fmt::format("{}s", seconds);
  return scene;
}

std::string first_error(const Scene& scene) {
  for (const Message& m : validate(scene))
    if (m.kind == Message::Kind::error) return to_string(m);
  return {};
}

double factor_between(const Scene& scene, const Scene& other) {
  return std::sqrt(scene.grid.dx / other.grid.dx * (scene.grid.dy / other.grid.dy));
}

}  // namespace

Convergence estimate_convergence(const std::array<double, 3>& cells, const std::array<double, 3>& values,
                                 double resolution) {
  Convergence out{.cells = cells, .values = values, .order = nan, .extrapolated = nan, .uncertainty = nan};
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) return out;
  const double first = values[1] - values[0], second = values[2] - values[1];
  if (std::max(std::abs(first), std::abs(second)) <= resolution) {
    out.verdict = Convergence::Verdict::unchanged;
    out.extrapolated = values[2];
    out.uncertainty = resolution;
    return out;
  }
  out.verdict = Convergence::Verdict::not_converged;
  if (!(first * second > 0) || first / second < ratio_for(cells, least_order)) return out;
  out.verdict = Convergence::Verdict::converged;
  out.order = order_for(cells, first / second);
  const double p = std::min(out.order, formal_order), h = std::pow(cells[2], p);
  const double rest = second * h / (std::pow(cells[1], p) - h);
  const bool plain = out.order >= least_plain_order && out.order <= most_plain_order;
  out.extrapolated = values[2] + rest;
  out.uncertainty = std::max((plain ? safety : more_safety) * std::abs(rest), resolution);
  return out;
}

Text sentence_of(const Convergence& c, const std::function<std::string(double)>& value, const std::string& unit) {
  const auto shown = [&](double v, bool last) { return Text::as_is(value(v) + (last ? unit : "")); };
  switch (c.verdict) {
    case Convergence::Verdict::converged:
      return text_with("{} ± {} from the grid (order {:.1f})", shown(c.extrapolated, false),
                       shown(two_digits(c.uncertainty), true), c.order);
    case Convergence::Verdict::unchanged:
      return text_with("{} ± {} from the grid (equal on three grids)", shown(c.extrapolated, false),
                       shown(two_digits(c.uncertainty), true));
    case Convergence::Verdict::not_converged:
      return text_with("not converged: {}, {} and {} on finer and finer grids", shown(c.values[0], false),
                       shown(c.values[1], false), shown(c.values[2], true));
    case Convergence::Verdict::no_value:
      break;
  }
  return c.problem.empty() ? Text("no verdict: a grid gave no value")
                           : text_with("no verdict: {}", Text::as_is(c.problem));
}

ConvergenceRun::ConvergenceRun(EngineMaker maker, const Scene& scene, bool scheme, const GridFactors& factors)
    : maker_(std::move(maker)),
      scheme_(scheme),
      grids_{Grid{scene}, Grid{on_comparable_grid(scene, factors.coarse)},
             Grid{on_comparable_grid(scene, factors.fine)}} {
  for (Grid& g : grids_) {
    g.factor = factor_between(scene, g.scene);
    g.work = std::pow(g.factor, 3);  // cells along two axes, and steps
  }
  run_.emplace(maker_, scene, scheme_);
}

// Returns false if the run cannot be made. Its time is known from the run on the scene's own grid.
bool ConvergenceRun::begin(Grid& grid) {
  grid.scene = read_at(std::move(grid.scene), grids_[0].result.time);
  grid.problem = first_error(grid.scene);
  if (!grid.problem.empty()) return false;
  try {
    run_.emplace(maker_, grid.scene, scheme_);
  } catch (const std::exception& e) {
    grid.problem = e.what();
  }
  return run_.has_value();
}

void ConvergenceRun::end(Grid& grid) {
  grid.result = run_->result();
  grid.problem = grid.result.unstable;
  run_.reset();
}

bool ConvergenceRun::step(double seconds) {
  if (grid_ == grids_.size()) return false;
  Grid& grid = grids_[grid_];
  if (run_ || begin(grid)) {
    try {
      if (run_->step(seconds)) return true;
      end(grid);
    } catch (const std::exception& e) {
      if (grid_ == 0) throw;
      grid.problem = e.what();
      run_.reset();
    }
  }
  const bool goes_on = grid_ > 0 || grid.problem.empty();
  grid_ = goes_on ? grid_ + 1 : grids_.size();
  return grid_ < grids_.size();
}

double ConvergenceRun::fraction() const {
  double all = 0, finished = 0;
  for (std::size_t k = 0; k < grids_.size(); ++k) {
    all += grids_[k].work;
    if (k < grid_) finished += grids_[k].work;
    if (k == grid_ && run_)
      finished += grids_[k].work * static_cast<double>(run_->done()) /
                  static_cast<double>(std::max<std::uint64_t>(1, run_->most()));
  }
  return finished / all;
}

ConvergedScene ConvergenceRun::result() const {
  const auto& [own, coarse, fine] = grids_;
  ConvergedScene out{.own = grid_ == 0 && run_ ? run_->result() : own.result,
                     .checks = {},
                     .factors = {coarse.factor, 1, fine.factor}};
  if (grid_ < grids_.size()) return out;
  const auto value_in = [](const Grid& grid, std::size_t check) {
    const std::vector<CheckReading>& all = grid.result.readings;
    return grid.problem.empty() && check < all.size() ? all[check].measured : nan;
  };
  for (std::size_t k = 0; k < own.scene.checks.size(); ++k) {
    Convergence c = estimate_convergence({1 / coarse.factor, 1, 1 / fine.factor},
                                         {value_in(coarse, k), value_in(own, k), value_in(fine, k)},
                                         resolution_of(own.scene.checks[k], own.result.readings[k]));
    for (const Grid& grid : grids_)
      if (c.problem.empty() && !grid.problem.empty())
        c.problem = fmt::format("with {:.3g} times as many cells: {}", grid.factor, grid.problem);
    out.checks.push_back(std::move(c));
  }
  return out;
}

ConvergedScene run_convergence(const EngineMaker& maker, const Scene& scene, bool scheme, const GridFactors& factors,
                               const CheckProgress& progress) {
  ConvergenceRun run(maker, scene, scheme, factors);
  bool goes_on = true;
  do goes_on = progress(static_cast<std::uint64_t>(1000 * run.fraction()), 1000);
  while (goes_on && run.step());
  ConvergedScene out = run.result();
  out.cancelled = !goes_on;
  return out;
}

}  // namespace ez
