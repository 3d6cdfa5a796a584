#include "solver/design/designer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/design/outline.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr double first_beta = 3, last_beta = 48;
constexpr double soft_part = 0.4;      // of the iterations, before β grows
constexpr double default_feature = 3;  // cells
constexpr double most_feature = 12;    // cells, of measured_feature()

}  // namespace

NodeRect region_of(const Scene& scene, const Design& design) {
  const Vec2 low = to_nodes(scene, design.min), high = to_nodes(scene, design.max);
  const auto first = [](double x) { return static_cast<int>(std::ceil(x - 1e-6)); };
  const auto end = [](double x) { return static_cast<int>(std::floor(x + 1e-6)) + 1; };
  return {first(low.x), first(low.y), end(high.x), end(high.y)};
}

Structure::Structure(const Scene& scene, std::size_t design)
    : scene_(scene),
      design_(scene.designs.at(design)),
      region_(region_of(scene, design_)),
      unit_(length_unit(scene)),
      radius_(design_.minimum_feature > 0 ? design_.minimum_feature * unit_ : default_feature * cell_size(scene).x),
      map_(map_for()) {
  const auto from = entry_named(scene, design_.materials->at(0)), to = entry_named(scene, design_.materials->at(1));
  if (!from || !to) throw DesignError("the design names a material that does not exist");
  change_of_eps_ = to->eps - from->eps;
  change_of_sigma_ = to->sigma - from->sigma;
  const auto nodes = node_index(0, region_.j1 - region_.j0, region_.i1 - region_.i0);
  painted_ = design_.start == "drawing" ? densities_of(0) : Densities(nodes, 0.5);
  map_.restrict(painted_, beta());
  best_ = painted_;
}

DensityMap Structure::map_for() const {
  const DensityMap::Region region{region_.i1 - region_.i0, region_.j1 - region_.j0, cell_size(scene_)};
  const int margin = DensityMap::margin_of(region, radius_);
  return {region, radius_, densities_of(margin), design_.symmetry, design_.volume};
}

// Returns 1 for nodes of the second material, and 0 for others and beyond the grid.
Densities Structure::densities_of(int margin) const {
  const NodeMap map = rasterize(scene_);
  const std::string& second = design_.materials->at(1);
  Densities out;
  for (int j = region_.j0 - margin; j < region_.j1 + margin; ++j)
    for (int i = region_.i0 - margin; i < region_.i1 + margin; ++i) {
      const bool inside = i >= 0 && j >= 0 && i < map.nx() && j < map.ny();
      out.push_back(inside && entry_name(scene_, map.material_at(i, j)) == second ? 1 : 0);
    }
  return out;
}

double Structure::beta() const {
  const double done = static_cast<double>(history_.size()) / std::max(1, design_.iterations - 1);
  const double sharp = std::clamp((done - soft_part) / (1 - soft_part), 0.0, 1.0);
  return first_beta * std::pow(last_beta / first_beta, sharp);
}

Scene Structure::drawn() const {
  const Densities structure = map_.structure(painted_, beta());
  const int w = region_.i1 - region_.i0, h = region_.j1 - region_.j0;
  std::vector<std::uint8_t> greys;
  for (int j = h - 1; j >= 0; --j)  // a picture begins at the top
    for (int i = 0; i < w; ++i)
      greys.push_back(
          static_cast<std::uint8_t>(std::lround(255 * std::clamp(structure[node_index(i, j, w)], 0.0, 1.0))));
  ImageShape image;
  image.picture = GreyPicture(w, h, std::move(greys));
  image.min = from_nodes(scene_, {region_.i0 - 0.5, region_.j0 - 0.5});
  image.max = from_nodes(scene_, {region_.i1 - 0.5, region_.j1 - 0.5});
  image.ramp = *design_.materials;
  Scene out = scene_;
  out.shapes.push_back({std::move(image)});
  return out;
}

DesignIteration Structure::learn(double value, const Derivatives& derivatives) {
  if (!std::isfinite(value)) throw DesignError("the goal is not a number; check its formula");
  const Densities structure = map_.structure(painted_, beta());
  const DesignIteration now{static_cast<int>(history_.size()) + 1, value, greyness(structure), beta()};
  // A grey structure is not a result, so the best one is sought once the structures have become black and white.
  const bool sharp = now.number > design_.iterations / 2;
  const bool first_sharp = now.number == design_.iterations / 2 + 1;
  if (history_.empty() || first_sharp || (sharp && value > best_value_)) best_ = painted_, best_value_ = value;
  Densities derivative(structure.size());
  for (std::size_t n = 0; n < derivative.size(); ++n)
    derivative[n] = derivatives.eps[n] * change_of_eps_ + derivatives.sigma[n] * change_of_sigma_;
  adam_.step(painted_, map_.back(painted_, now.beta, derivative));
  history_.push_back(now);
  map_.restrict(painted_, beta());
  return now;
}

void Structure::paint(Vec2 at, double radius, double density) {
  const int width = region_.i1 - region_.i0;
  for (int j = region_.j0; j < region_.j1; ++j)
    for (int i = region_.i0; i < region_.i1; ++i)
      if (std::hypot(i - at.x, j - at.y) <= radius)
        painted_[node_index(i - region_.i0, j - region_.j0, width)] = density;
}

Scene Structure::result() const {
  const int margin = map_.margin(), width = map_.region().width + 2 * margin;
  const Densities all = map_.with_surroundings(map_.smoothed(best_));
  Densities near;  // with one node of the surroundings on each side
  for (int j = margin - 1; j < margin + map_.region().height + 1; ++j)
    for (int i = margin - 1; i < margin + map_.region().width + 1; ++i) near.push_back(all[node_index(i, j, width)]);
  Scene out = scene_;
  const auto at = [&](Vec2 p) { return from_nodes(scene_, {p.x + region_.i0 - 1, p.y + region_.j0 - 1}); };
  out.shapes.push_back({Rect{from_nodes(scene_, {static_cast<double>(region_.i0), static_cast<double>(region_.j0)}),
                             from_nodes(scene_, {region_.i1 - 1.0, region_.j1 - 1.0})},
                        design_.materials->at(0)});
  const double radius = 0.5 * radius_ / cell_size(scene_).x;
  for (const Outline& o : outlines_of(near, map_.region().width + 2, map_.region().height + 2, 0.5)) {
    if (std::abs(o.area) < std::numbers::pi * radius * radius) continue;  // an island below the smallest detail
    Polygon polygon;
    for (const Vec2 p : o.points) polygon.points.push_back(at(p));
    out.shapes.push_back({std::move(polygon), design_.materials->at(o.area > 0 ? 1 : 0)});
  }
  return out;
}

double Structure::measured_feature() const {
  return ez::measured_feature(map_.smoothed(best_), map_.region(), most_feature) * cell_size(scene_).x / unit_;
}

Designer::Designer(const Scene& scene, std::size_t design, const EngineMaker& maker, const AdjointOptions& options)
    : structure_(scene, design),
      maker_(maker),
      options_(options),
      runs_(scene, structure_.design().goal, structure_.region(), maker, options) {}

std::optional<DesignIteration> Designer::iterate(const Progress& progress) {
  const std::optional<double> value = runs_.value(structure_.drawn(), progress);
  if (!value) return std::nullopt;
  const std::optional<Derivatives> derivatives = runs_.derivatives(progress);
  if (!derivatives) return std::nullopt;
  return structure_.learn(*value, *derivatives);
}

std::optional<double> Designer::value_of(const Scene& scene, double refine, const Progress& progress) const {
  const Scene fine = refine == 1 ? scene : ez::refine(scene, refine);
  return AdjointRuns(fine, structure_.design().goal, {}, maker_, options_).value(fine, progress);
}

LiveDesigner::LiveDesigner(const Scene& scene, std::size_t design, const EngineMaker& maker)
    : structure_(scene, design), runs_(structure_.drawn(), structure_.design().goal, structure_.region(), maker) {}

DesignIteration LiveDesigner::iterate() {
  runs_.advance(periods);
  const DesignIteration now = structure_.learn(runs_.value(), runs_.derivatives());
  runs_.apply(structure_.drawn());
  return now;
}

}  // namespace ez
