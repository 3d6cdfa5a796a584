#include "app/state/line_cut.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/measure/reference_run.h"

namespace ez {
namespace {

constexpr int most_points = 201;

}  // namespace

std::vector<Node> nodes_of(const Scene& scene, const LineCut& cut) {
  const double x = cut.to.x - cut.from.x, y = cut.to.y - cut.from.y;
  const int n = std::clamp(static_cast<int>(std::max(std::abs(x), std::abs(y))) + 1, 2, most_points);
  std::vector<Node> out;
  for (int k = 0; k < n; ++k) {
    const double share = static_cast<double>(k) / (n - 1);
    const auto node = [&](double from, double way, int count) {
      return std::clamp(static_cast<int>(std::floor(from + share * way + 0.5)), 0, count - 1);
    };
    out.push_back({node(cut.from.x, x, scene.grid.nx), node(cut.from.y, y, scene.grid.ny)});
  }
  return out;
}

CutMeasures measures_of(const Scene& scene, const LineCut& cut) {
  const Vec2 cell = cell_size(scene);
  const double x = (cut.to.x - cut.from.x) * cell.x, y = (cut.to.y - cut.from.y) * cell.y;
  CutMeasures out{std::hypot(x, y), std::hypot(x, y) / cell.x, 0, std::atan2(y, x) * 180 / pi};
  if (const auto period = first_period(scene)) out.wavelengths = out.metres / (background_speed(scene) * *period);
  return out;
}

}  // namespace ez
