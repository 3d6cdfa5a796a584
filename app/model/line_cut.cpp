#include "app/model/line_cut.h"

#include <fmt/format.h>

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

std::string cut_csv(const Scene& scene, const LineCut& cut, const CutTrace& trace) {
  const bool cells = in_cells(scene.physics);
  const std::vector<std::pair<std::string, const std::vector<double>*>> columns = {
      {std::string(to_string(cells ? trace.quantity : Quantity::ez, scene.grid.polarization)), &trace.now},
      {"amplitude", &trace.largest},
      {"intensity", &trace.intensity},
      {"phase_deg", &trace.phase},
      {"exact", &trace.exact}};
  std::string out = "along_m,x_m,y_m";
  for (const auto& [name, values] : columns)
    if (!values->empty()) out += "," + name;
  out += "\n";
  const Vec2 cell = cell_size(scene);
  const double centre = cells ? 0.5 : 0;
  const double step = measures_of(scene, cut).metres / std::max<double>(1, static_cast<double>(trace.now.size()) - 1);
  const std::vector<Node> nodes = nodes_of(scene, cut);
  for (std::size_t k = 0; k < std::min(nodes.size(), trace.now.size()); ++k) {
    out += fmt::format("{:.9g},{:.9g},{:.9g}", step * static_cast<double>(k), (nodes[k].i + centre) * cell.x,
                       (nodes[k].j + centre) * cell.y);
    for (const auto& [name, values] : columns) {
      if (values->empty()) continue;
      out += k < values->size() && std::isfinite((*values)[k]) ? fmt::format(",{:.9g}", (*values)[k]) : ",";
    }
    out += "\n";
  }
  return out;
}

}  // namespace ez
