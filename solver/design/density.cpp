#include "solver/design/density.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/design/outline.h"

namespace ez {
namespace {

double projected(double smoothed, double beta) {
  return (std::tanh(0.5 * beta) + std::tanh(beta * (smoothed - 0.5))) / (2 * std::tanh(0.5 * beta));
}
double slope_of_projection(double smoothed, double beta) {
  const double t = std::tanh(beta * (smoothed - 0.5));
  return beta * (1 - t * t) / (2 * std::tanh(0.5 * beta));
}

}  // namespace

int DensityMap::margin_of(const Region& region, double radius) {
  return std::max(1, static_cast<int>(std::ceil(radius / std::min(region.cell.x, region.cell.y))));
}

DensityMap::DensityMap(const Region& region, double radius, Densities around, std::string symmetry,
                       std::optional<double> volume)
    : region_(region),
      margin_(margin_of(region, radius)),
      around_(std::move(around)),
      symmetry_(std::move(symmetry)),
      volume_(volume) {
  double sum = 0;
  for (int dj = -margin_; dj <= margin_; ++dj)
    for (int di = -margin_; di <= margin_; ++di) {
      const double weight = radius - std::hypot(di * region.cell.x, dj * region.cell.y);
      if (weight > 0) cone_.push_back({di, dj, weight}), sum += weight;
    }
  if (cone_.empty()) cone_ = {{0, 0, 1}}, sum = 1;
  for (Weight& w : cone_) w.weight /= sum;
  const int w = region_.width, h = region_.height, stride = w + 2 * margin_;
  from_around_.assign(node_index(0, h, w), 0);
  for (int j = 0; j < h; ++j)
    for (int i = 0; i < w; ++i)
      for (const Weight& c : cone_) {
        const int x = i + c.di, y = j + c.dj;
        if (x >= 0 && x < w && y >= 0 && y < h) continue;
        from_around_[node_index(i, j, w)] += c.weight * around_[node_index(x + margin_, y + margin_, stride)];
      }
}

Densities DensityMap::smoothed(const Densities& painted) const {
  const int w = region_.width, h = region_.height;
  Densities out = from_around_;
  for (int j = 0; j < h; ++j)
    for (int i = 0; i < w; ++i)
      for (const Weight& c : cone_) {
        const int x = i + c.di, y = j + c.dj;
        if (x >= 0 && x < w && y >= 0 && y < h) out[node_index(i, j, w)] += c.weight * painted[node_index(x, y, w)];
      }
  return out;
}

Densities DensityMap::structure(const Densities& painted, double beta) const {
  Densities out = smoothed(painted);
  for (double& v : out) v = projected(v, beta);
  return out;
}

// The cone is symmetric, so its transpose is the same sum within the region.
Densities DensityMap::back(const Densities& painted, double beta, const Densities& derivative) const {
  Densities inner = smoothed(painted);
  for (std::size_t n = 0; n < inner.size(); ++n) inner[n] = derivative[n] * slope_of_projection(inner[n], beta);
  Densities out = smoothed(inner);
  for (std::size_t n = 0; n < out.size(); ++n) out[n] -= from_around_[n];
  return symmetric(out);
}

Densities DensityMap::symmetric(const Densities& values) const {
  const int w = region_.width, h = region_.height;
  const auto mean_with = [&](const Densities& of, auto image) {
    Densities out = of;
    for (int j = 0; j < h; ++j)
      for (int i = 0; i < w; ++i) {
        const auto [x, y] = image(i, j);
        out[node_index(i, j, w)] = 0.5 * (of[node_index(i, j, w)] + of[node_index(x, y, w)]);
      }
    return out;
  };
  const auto across = [&](int i, int j) { return std::pair(w - 1 - i, j); };
  const auto upside_down = [&](int i, int j) { return std::pair(i, h - 1 - j); };
  if (symmetry_ == "left-right") return mean_with(values, across);
  if (symmetry_ == "up-down") return mean_with(values, upside_down);
  if (symmetry_ == "both") return mean_with(mean_with(values, across), upside_down);
  if (symmetry_ == "diagonal") return mean_with(values, [](int i, int j) { return std::pair(j, i); });
  if (symmetry_ == "antidiagonal")
    return mean_with(values, [&](int i, int j) { return std::pair(w - 1 - j, h - 1 - i); });
  return values;
}

double DensityMap::mean(const Densities& painted, double beta) const {
  double sum = 0;
  for (const double v : structure(painted, beta)) sum += v;
  return sum / static_cast<double>(painted.size());
}

void DensityMap::restrict(Densities& painted, double beta) const {
  painted = symmetric(painted);
  if (!volume_ || mean(painted, beta) <= *volume_) return;
  const auto shifted = [&](double by) {
    Densities out = painted;
    for (double& v : out) v = std::clamp(v - by, 0.0, 1.0);
    return out;
  };
  double low = 0, high = 1;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (mean(shifted(middle), beta) > *volume_ ? low : high) = middle;
  }
  painted = shifted(high);
}

Densities DensityMap::with_surroundings(const Densities& smoothed) const {
  Densities out = around_;
  const int stride = region_.width + 2 * margin_;
  for (int j = 0; j < region_.height; ++j)
    std::copy_n(smoothed.begin() + std::ptrdiff_t{j} * region_.width, region_.width,
                out.begin() + std::ptrdiff_t{j + margin_} * stride + margin_);
  return out;
}

double greyness(const Densities& structure) {
  double sum = 0;
  for (const double v : structure) sum += v * (1 - v);
  return structure.empty() ? 0 : 4 * sum / static_cast<double>(structure.size());
}

namespace {

using Mask = std::vector<bool>;

// Returns the nodes within a disc of which some node (`any`), or every node, is set. Beyond the region, nodes repeat
// those of its edge.
Mask within_disc(const Mask& mask, const DensityMap::Region& region, double radius, bool any) {
  const int w = region.width, h = region.height, reach = static_cast<int>(radius);
  Mask out(mask.size());
  for (int j = 0; j < h; ++j)
    for (int i = 0; i < w; ++i) {
      bool found = !any;
      for (int dj = -reach; dj <= reach && found != any; ++dj)
        for (int di = -reach; di <= reach && found != any; ++di) {
          if (di * di + dj * dj > radius * radius) continue;
          const int x = std::clamp(i + di, 0, w - 1), y = std::clamp(j + dj, 0, h - 1);
          if (mask[node_index(x, y, w)] == any) found = any;
        }
      out[node_index(i, j, w)] = found;
    }
  return out;
}

bool survives(const Mask& mask, const DensityMap::Region& region, double radius) {
  const Mask opened = within_disc(within_disc(mask, region, radius, false), region, radius, true);
  const Mask closed = within_disc(within_disc(mask, region, radius, true), region, radius, false);
  std::size_t changed = 0;
  for (std::size_t n = 0; n < mask.size(); ++n) changed += opened[n] != mask[n] || closed[n] != mask[n];
  return changed * 1000 <= mask.size();
}

}  // namespace

double measured_feature(const Densities& structure, const DensityMap::Region& region, double most) {
  Mask mask;
  for (const double v : structure) mask.push_back(v > 0.5);
  double diameter = 1;
  for (double d = 2; d <= most; d += 0.5) {
    if (!survives(mask, region, 0.5 * d)) break;
    diameter = d;
  }
  return diameter;
}

void Adam::step(Densities& painted, const Densities& derivative) {
  mean_.resize(painted.size()), square_.resize(painted.size());
  ++steps_;
  double largest = 0;
  for (std::size_t n = 0; n < painted.size(); ++n) {
    mean_[n] = first_decay * mean_[n] + (1 - first_decay) * derivative[n];
    square_[n] = second_decay * square_[n] + (1 - second_decay) * derivative[n] * derivative[n];
    largest = std::max(largest, square_[n]);
  }
  if (!(largest > 0)) return;
  const double of_mean = 1 / (1 - std::pow(first_decay, steps_)), of_square = 1 / (1 - std::pow(second_decay, steps_));
  const double least = floor * std::sqrt(of_square * largest);
  for (std::size_t n = 0; n < painted.size(); ++n) {
    const double step = rate_ * of_mean * mean_[n] / (std::sqrt(of_square * square_[n]) + least);
    painted[n] = std::clamp(painted[n] + step, 0.0, 1.0);
  }
}

}  // namespace ez
