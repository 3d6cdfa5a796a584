// Rules of [[shape]], and the medium that shapes give a node.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <variant>

#include "solver/base/counted.h"
#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/raster/raster.h"

namespace ez {

void Rules::geometry(const std::string& path, const Ring& g) {
  if (!holds(path + ".inner") || !holds(path + ".outer") || g.inner <= g.outer) return;
  error(path + ".inner",
        fmt::format("{0}.inner is {1}, which exceeds the outer radius {2}; give at most {2}", path, g.inner, g.outer));
}

void Rules::geometry(const std::string& path, const Rect& g) {
  if (!holds(path + ".min") || !holds(path + ".max") || (g.min.x <= g.max.x && g.min.y <= g.max.y)) return;
  error(path + ".min", fmt::format("{0}.min is not below {0}.max; exchange the wrong coordinates", path));
}

void Rules::geometry(const std::string& path, const Polygon& g) {
  if (g.points.size() < 3)
    error(path + ".points", fmt::format("{}.points has {}; give 3 or more", path, counted(g.points.size(), "point")));
}

void Rules::geometry(const std::string& path, const Stroke& g) {
  if (g.points.empty()) error(path + ".points", path + ".points is empty; give one point or more");
}

void Rules::geometry(const std::string& path, const ImageShape& g) {
  if (g.picture.empty()) error(path, fmt::format("{} has no picture; give file, a PNG", path));
  if (holds(path + ".min") && holds(path + ".max") && !(g.min.x < g.max.x && g.min.y < g.max.y))
    error(path + ".min", fmt::format("{0}.min is not below and left of {0}.max; make the box larger", path));
  if (g.ramp && !g.levels.empty())
    error(path + ".ramp", fmt::format("{} has levels and a ramp; leave one of them out", path));
  int before = -1;
  for (std::size_t k = 0; k < g.levels.size(); ++k) {
    const ImageLevel& l = g.levels[k];
    const std::string at = fmt::format("{}.levels.{}", path, k);
    if (l.grey < 0 || l.grey > 255)
      error(at, fmt::format("{} begins at {}; give a grey from 0 (black) to 255 (white)", at, l.grey));
    else if (l.grey <= before)
      error(at, fmt::format("{} begins at {}, which is not above {}; put the greys in ascending order", at, l.grey,
                            before));
    before = l.grey;
    if (!(in_cells(scene_.physics) && l.material == wall_name)) check_material_exists(at, l.material);
  }
  if (!g.ramp) return;
  if (in_cells(scene_.physics))
    return error(path + ".ramp", path + ".ramp needs media with numbers; give levels, each with a state");
  for (const std::string& name : *g.ramp) {
    check_material_exists(path + ".ramp", name);
    const Material* m = material(name);
    if (name == "pec" || name == "pmc" || (m && (m->graded() || m->dispersive())))
      error(path + ".ramp", fmt::format("{}.ramp names {}, which has no numbers to interpolate; use other media", path,
                                        names::quoted(name)));
  }
}

// Returns the cost of cutting a row through a shape, in points of an outline.
std::int64_t Rules::points_of(const Geometry& geometry) {
  return std::visit(
      [](const auto& g) -> std::int64_t {
        if constexpr (requires { g.points; }) return std::ssize(g.points);
        if constexpr (requires { g.picture; }) return std::max(g.picture.width(), g.picture.height());
        return 1;
      },
      geometry);
}

void Rules::outlines(const std::string& path, const Shape& shape) {
  const std::int64_t copies = std::min<std::int64_t>(count_of(shape.copies), most_copies);
  const std::int64_t points = points_of(shape.geometry), before = outline_points_;
  outline_points_ += copies * points;
  if (before <= most_outline_points && outline_points_ > most_outline_points)
    error(path, fmt::format("{} has {} at {}, and all shapes up to it have {} points; the limit is {}, so use fewer "
                            "points or copies",
                            path, counted(points, "point"), counted(copies, "position"), outline_points_,
                            most_outline_points));
}

void Rules::copies(const std::string& path, const Shape& shape) {
  const std::string at = path + ".copies";
  if (std::holds_alternative<TurnedCopies>(shape.copies) && std::holds_alternative<ImageShape>(shape.geometry))
    error(at, fmt::format("{} would rotate an image, whose pixels must stay aligned with the axes; use a lattice", at));
  const auto* lattice = std::get_if<LatticeCopies>(&shape.copies);
  if (!lattice) return;
  const Vec2 a2 = second_lattice_vector(scene_, *lattice);
  if (lattice->n1 < 1 || lattice->n2 < 1 || count_of(shape.copies) > most_copies)
    error(at + ".count", fmt::format("{}.count is [{}, {}]; give numbers of at least 1, and at most {} copies in total",
                                     at, lattice->n1, lattice->n2, most_copies));
  else if (lattice->n1 > 1 && lattice->a1 == Vec2{})
    error(at + ".a1", at + ".a1 is [0, 0], so all copies coincide; give the displacement from one copy to the next");
  else if (lattice->n2 > 1 && a2 == Vec2{})
    error(at + ".a2", at + ".a2 is [0, 0], so all rows coincide; give the displacement from one row to the next");
  else if (lattice->n1 > 1 && lattice->n2 > 1 && lattice->a1.x * a2.y == lattice->a1.y * a2.x)
    warning(at + ".a2", at + ".a2 is parallel to a1, so the rows overlap; give another direction");
}

void Rules::shape(const std::string& path, const Shape& shape) {
  const auto* image = std::get_if<ImageShape>(&shape.geometry);
  const bool own = image && (image->ramp || !image->levels.empty());
  if (in_cells(scene_.physics))
    filling(path, shape, own);
  else if (!shape.state.empty() || shape.wall)
    error(path, fmt::format("{} has a state or is a wall, which is for physics = {}; give it a material", path,
                            names::of(For::cells)));
  else if (image && !own && shape.material.empty())
    error(path + ".material", path + " has no material; give material, levels or a ramp");
  else if (!own)
    check_material_exists(path + ".material", shape.material);
  else if (!shape.material.empty())
    warning(path + ".material",
            fmt::format("{0}.material has no effect together with levels or a ramp; leave {0}.material out", path));
  const std::size_t errors = errors_;
  std::visit([&](const auto& g) { geometry(path, g); }, shape.geometry);
  copies(path, shape);
  outlines(path, shape);
  if (errors_ > errors || !grid_holds_ || any_failed(path)) return;
  if (outline_points_ > most_outline_points) return;  // already refused, and thousands of shapes may follow
  if (!bounds(scene_, shape).empty()) return;
  const double height = row_height(scene_);
  const bool cells = in_cells(scene_.physics);
  const double rim = cells ? 0.5 : 0;  // from the centre of an outermost cell to the grid's edge
  const std::vector<Geometry> all = copies_of(scene_, shape);
  const bool outside = std::all_of(all.begin(), all.end(), [&](const Geometry& geometry) {
    const SpanCutter cutter(scene_, geometry);
    return cutter.max().x < -rim || cutter.max().y < -rim * height || cutter.min().x > scene_.grid.nx - 1 + rim ||
           cutter.min().y > (scene_.grid.ny - 1 + rim) * height;
  });
  warning(path, outside ? fmt::format("{} is completely outside the grid; move it or delete it", path)
                : cells ? fmt::format("{} covers no cell centre; make it larger", path)
                        : fmt::format("{} is between nodes and covers none; make it larger", path));
}

std::string_view Rules::material_at(Node node) {
  if (standing_.empty())
    for (const Shape& s : scene_.shapes)
      for (const Geometry& geometry : copies_of(scene_, s)) standing_.push_back({SpanCutter(scene_, geometry), s});
  const double x = node.i, y = node.j * row_height(scene_);
  for (std::size_t k = standing_.size(); k-- > 0;) {
    const SpanCutter& c = standing_[k].cutter;
    if (x < c.min().x || x > c.max().x || y < c.min().y || y > c.max().y) continue;
    c.cut(y, spans_);
    const auto last =
        std::find_if(spans_.rbegin(), spans_.rend(), [x](const Interval& s) { return s.x0 <= x && x <= s.x1; });
    if (last != spans_.rend()) return material_of_part(standing_[k].shape, last->part);
  }
  return scene_.grid.background;
}

}  // namespace ez
