#include "solver/design/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>
#include <variant>

#include "solver/design/outline.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr double usual_first_beta = 3, last_beta = 48;
constexpr double soft_part = 0.4;      // of the iterations, before β grows
constexpr double default_feature = 3;  // cells
constexpr double most_feature = 12;    // cells, of measured_feature()
constexpr double check_within = 0.02;  // of the value in the check of a finished scene

// Returns the corners of the region's picture, in the scene's unit.
std::pair<Vec2, Vec2> corners_of(const Scene& scene, const NodeRect& r) {
  return {from_nodes(scene, {r.i0 - 0.5, r.j0 - 0.5}), from_nodes(scene, {r.i1 - 0.5, r.j1 - 0.5})};
}

double distance_from_line(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 along{to.x - from.x, to.y - from.y};
  const double length2 = along.x * along.x + along.y * along.y;
  const double part = length2 > 0 ? ((p.x - from.x) * along.x + (p.y - from.y) * along.y) / length2 : 0;
  const double t = std::clamp(part, 0.0, 1.0);
  return std::hypot(p.x - from.x - t * along.x, p.y - from.y - t * along.y);
}

// Returns the densities that a picture of the structure shows.
Densities densities_in(const GreyPicture& picture) {
  Densities out;
  for (int j = picture.height() - 1; j >= 0; --j)  // a picture begins at the top
    for (int i = 0; i < picture.width(); ++i) out.push_back(picture.row(j)[i] / 255.0);
  return out;
}

}  // namespace

NodeRect region_of(const Scene& scene, const Design& design) {
  const Vec2 low = to_nodes(scene, design.min), high = to_nodes(scene, design.max);
  const auto first = [](double x) { return static_cast<int>(std::ceil(x - 1e-6)); };
  const auto end = [](double x) { return static_cast<int>(std::floor(x + 1e-6)) + 1; };
  return {first(low.x), first(low.y), end(high.x), end(high.y)};
}

std::optional<std::size_t> picture_shape(const Scene& scene, const Design& design) {
  const NodeRect region = region_of(scene, design);
  const std::pair<Vec2, Vec2> corners = corners_of(scene, region);
  for (std::size_t k = 0; k < scene.shapes.size(); ++k) {
    const ImageShape* image = std::get_if<ImageShape>(&scene.shapes[k].geometry);
    if (image != nullptr && image->ramp == design.materials && image->min == corners.first &&
        image->max == corners.second && image->picture.width() == region.i1 - region.i0 &&
        image->picture.height() == region.j1 - region.j0)
      return k;
  }
  return std::nullopt;
}

const GreyPicture* picture_of(const Scene& scene, const Design& design) {
  const std::optional<std::size_t> found = picture_shape(scene, design);
  return found ? &std::get<ImageShape>(scene.shapes[*found].geometry).picture : nullptr;
}

Scene with_picture(const Scene& scene, const Design& design, GreyPicture picture) {
  Scene out = scene;
  if (const std::optional<std::size_t> found = picture_shape(scene, design)) {
    std::get<ImageShape>(out.shapes[*found].geometry).picture = std::move(picture);
    return out;
  }
  ImageShape image;
  image.picture = std::move(picture);
  std::tie(image.min, image.max) = corners_of(scene, region_of(scene, design));
  image.ramp = design.materials;
  out.shapes.push_back({std::move(image)});
  return out;
}

Scene without_picture(const Scene& scene, const Design& design) {
  Scene out = scene;
  if (const std::optional<std::size_t> found = picture_shape(scene, design))
    out.shapes.erase(out.shapes.begin() + static_cast<std::ptrdiff_t>(*found));
  return out;
}

Structure::Structure(const Scene& scene, std::size_t design)
    : scene_(without_picture(scene, scene.designs.at(design))),
      design_(scene.designs.at(design)),
      region_(region_of(scene, design_)),
      unit_(length_unit(scene)),
      radius_(design_.minimum_feature > 0 ? design_.minimum_feature * unit_ : default_feature * cell_size(scene).x),
      map_(map_for()),
      first_beta_(usual_first_beta) {
  find_changes();
  const auto nodes = node_index(0, region_.j1 - region_.j0, region_.i1 - region_.i0);
  if (const GreyPicture* picture = picture_of(scene, design_); picture != nullptr)
    painted_ = densities_in(*picture);
  else
    painted_ = design_.start == "drawing" ? densities_of(0) : Densities(nodes, 0.5);
  map_.restrict(painted_, beta());
  best_ = painted_;
}

void Structure::find_changes() {
  const auto from = entry_named(scene_, design_.materials->at(0)), to = entry_named(scene_, design_.materials->at(1));
  if (!from || !to) throw DesignError("the design names a material that does not exist");
  change_of_eps_ = to->eps - from->eps;
  change_of_sigma_ = to->sigma - from->sigma;
}

bool Structure::continue_in(const Scene& scene, std::size_t design) {
  const Design& now = scene.designs.at(design);
  const NodeRect region = region_of(scene, now);
  if (!(region == region_) || now.materials != design_.materials) return false;
  scene_ = without_picture(scene, now);
  design_ = now;
  unit_ = length_unit(scene);
  radius_ = design_.minimum_feature > 0 ? design_.minimum_feature * unit_ : default_feature * cell_size(scene).x;
  map_ = map_for();
  find_changes();
  map_.restrict(painted_, beta());
  return true;
}

void Structure::begin_polish(int iterations) {
  first_beta_ = beta();
  design_.iterations = iterations;
  history_.clear();
  best_ = painted_;
  best_value_ = -std::numeric_limits<double>::infinity();
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
  return first_beta_ * std::pow(last_beta / first_beta_, sharp);
}

GreyPicture Structure::picture() const {
  const Densities structure = map_.structure(painted_, beta());
  const int w = region_.i1 - region_.i0, h = region_.j1 - region_.j0;
  std::vector<std::uint8_t> greys;
  for (int j = h - 1; j >= 0; --j)  // a picture begins at the top
    for (int i = 0; i < w; ++i)
      greys.push_back(
          static_cast<std::uint8_t>(std::lround(255 * std::clamp(structure[node_index(i, j, w)], 0.0, 1.0))));
  return {w, h, std::move(greys)};
}

DesignIteration Structure::learn(double value, const Derivatives& derivatives) {
  if (!std::isfinite(value)) throw DesignError("the goal is not a number; check its formula");
  const Densities structure = map_.structure(painted_, beta());
  const DesignIteration now{static_cast<int>(history_.size()) + 1, value, greyness(structure), beta()};
  // A grey structure is not a result, so the best one is sought once the structures have become black and white.
  const bool sharp = now.number > design_.iterations / 2;
  const bool first_sharp = now.number == design_.iterations / 2 + 1;
  if (history_.empty() || first_sharp || (sharp && value > best_value_)) best_ = painted_, best_value_ = value;
  adam_.step(painted_, map_.back(painted_, now.beta, gains(derivatives)));
  history_.push_back(now);
  map_.restrict(painted_, beta());
  return now;
}

Densities Structure::gains(const Derivatives& derivatives) const {
  Densities out(derivatives.eps.size());
  for (std::size_t n = 0; n < out.size(); ++n)
    out[n] = derivatives.eps[n] * change_of_eps_ + derivatives.sigma[n] * change_of_sigma_;
  return out;
}

void Structure::paint(Vec2 from, Vec2 to, double radius, double density) {
  const int width = region_.i1 - region_.i0;
  Densities reached(painted_.size());
  for (int j = region_.j0; j < region_.j1; ++j)
    for (int i = region_.i0; i < region_.i1; ++i)
      if (distance_from_line({1.0 * i, 1.0 * j}, from, to) <= radius)
        reached[node_index(i - region_.i0, j - region_.j0, width)] = 1;
  reached = map_.symmetric(reached);
  for (std::size_t n = 0; n < painted_.size(); ++n)
    if (reached[n] > 0) painted_[n] = density;
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

Scene Structure::finished_scene(std::optional<double> value) const {
  Scene out = result();
  for (Design& d : out.designs)
    if (d.name == design_.name) d.start = "drawing";
  if (!value) return out;
  Check check;
  check.name = "design: " + design_.name;
  check.measured = design_.goal;
  check.theory = fmt::format("{:.6g}", *value);
  check.within = check_within;
  check.text = "The goal of the design, compared with the value that the design's own run measured.";
  std::erase_if(out.checks, [&](const Check& c) { return c.name == check.name; });
  out.checks.push_back(std::move(check));
  return out;
}

}  // namespace ez
