#include "solver/scene/layer_profile.h"

#include <numeric>

#include "solver/base/constants.h"

namespace ez {
namespace {

// Interpolates linearly between the evenly spaced values of a table.
double at_depth(const std::vector<double>& table, double u) {
  const double place = std::clamp(u, 0.0, 1.0) * static_cast<double>(table.size() - 1);
  const auto below = static_cast<std::size_t>(place), above = std::min(below + 1, table.size() - 1);
  return std::lerp(table[below], table[above], place - static_cast<double>(below));
}

}  // namespace

double optimal_sigma(const CpmlGrading& g, double delta, double speed) {
  return 0.8 * (g.order + 1) * speed / (eta0 * delta);
}

LayerProfile::LayerProfile(const CpmlGrading& g, double factor, double delta, double speed)
    : g_(g),
      factor_(factor),
      sigma_max_(factor_ * g.sigma * 0.8 * (g.order + 1) * speed / (eta0 * delta)),
      alpha_max_(g.alpha.value_or(2e-5 / delta)) {}

double LayerProfile::sigma(double u) const {
  return g_.sigma_table.empty() ? sigma_max_ * g_.rising(u) : factor_ * at_depth(g_.sigma_table, u);
}
double LayerProfile::kappa(double u) const {
  return g_.kappa_table.empty() ? 1 + (g_.kappa - 1) * g_.rising(u) : at_depth(g_.kappa_table, u);
}
double LayerProfile::alpha(double u) const {
  return g_.alpha_table.empty() ? alpha_max_ * g_.falling(u) : at_depth(g_.alpha_table, u);
}

double LayerProfile::mean_sigma() const {
  const std::vector<double>& table = g_.sigma_table;
  if (table.empty()) return sigma_max_ / (g_.order + 1);
  if (table.size() == 1) return factor_ * table[0];
  const double sum = std::accumulate(table.begin(), table.end(), -0.5 * (table.front() + table.back()));
  return factor_ * sum / static_cast<double>(table.size() - 1);
}

}  // namespace ez
