#include "app/model/document/handles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr std::size_t most_points_with_grips = 12;  // a drawn wall or polygon has fewer points, a painted stroke more

Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 tidy(Vec2 v) { return {ez::tidy(v.x), ez::tidy(v.y)}; }

// Converts lengths of a scene to nodes. A length r (scene unit, along x) spans r/Δx nodes along x and r/Δy along y.
struct Ruler {
  const Scene& scene;
  double aspect;  // Δx/Δy

  explicit Ruler(const Scene& s) : scene(s) {
    const Vec2 d = cell_size(s);
    aspect = d.x / d.y;
  }
  Vec2 nodes(Vec2 p) const { return to_nodes(scene, p); }
  Vec2 place(Vec2 n) const { return tidy(from_nodes(scene, n)); }
  // Converts a displacement from scene units to nodes, and back.
  Vec2 nodes_of_displacement(Vec2 w) const { return to_nodes(scene, w) - to_nodes(scene, {}); }
  Vec2 displacement_of(Vec2 nodes) const {
    const Vec2 to = from_nodes(scene, nodes), from = from_nodes(scene, {});
    return tidy(to - from);
  }
  double nodes_x(double length) const { return nodes_of_length(scene, length); }
  double length(double nodes_along_x) const { return length_of_nodes(scene, nodes_along_x); }
  // Returns the point at a distance (scene unit) and angle from a centre (nodes).
  Vec2 polar(Vec2 center, double length, double angle) const {
    const double r = nodes_x(length);
    return center + Vec2{r * std::cos(angle), r * std::sin(angle) * aspect};
  }
  // Converts an offset in nodes to an isotropic one, measured in nodes along x.
  Vec2 metric(Vec2 offset) const { return {offset.x, offset.y / aspect}; }
  double distance(Vec2 a, Vec2 b) const {
    const Vec2 m = metric(b - a);
    return std::hypot(m.x, m.y);
  }
};

double radians(double degrees) { return degrees * pi / 180; }

Vec2 turned(Vec2 v, double angle) {
  return {v.x * std::cos(angle) - v.y * std::sin(angle), v.x * std::sin(angle) + v.y * std::cos(angle)};
}

// ---- positions of the parts; the first is the centre
struct Parts {
  const Ruler& r;

  std::vector<Vec2> operator()(const Circle& g) const {
    const Vec2 c = r.nodes(g.center);
    return {c, r.polar(c, g.radius, 0)};
  }
  std::vector<Vec2> operator()(const Ring& g) const {
    const Vec2 c = r.nodes(g.center);
    return {c, r.polar(c, g.outer, 0), r.polar(c, g.inner, pi)};
  }
  std::vector<Vec2> operator()(const Ellipse& g) const {
    const Vec2 c = r.nodes(g.center);
    const double a = radians(g.angle);
    return {c, r.polar(c, g.radii.x, a), r.polar(c, g.radii.y, a + pi / 2)};
  }
  std::vector<Vec2> box(Vec2 min, Vec2 max) const {
    const Vec2 a = r.nodes(min), b = r.nodes(max);
    return {{(a.x + b.x) / 2, (a.y + b.y) / 2}, a, {b.x, a.y}, b, {a.x, b.y}};
  }
  std::vector<Vec2> operator()(const Rect& g) const { return box(g.min, g.max); }
  std::vector<Vec2> operator()(const ImageShape& g) const { return box(g.min, g.max); }
  std::vector<Vec2> operator()(const TurnedRect& g) const {
    const Vec2 c = r.nodes(g.center);
    const double a = radians(g.angle), w = g.size.x / 2, h = g.size.y / 2;
    return {c, r.polar(c, std::hypot(w, h), a + std::atan2(h, w)), r.polar(c, w, a)};
  }
  std::vector<Vec2> points(const std::vector<Vec2>& all) const {
    std::vector<Vec2> out(1);
    for (const Vec2& p : all) {
      const Vec2 n = r.nodes(p);
      out[0] = out[0] + n;
      if (all.size() <= most_points_with_grips) out.push_back(n);
    }
    const double n = static_cast<double>(std::max<std::size_t>(all.size(), 1));
    out[0] = {out[0].x / n, out[0].y / n};
    return out;
  }
  std::vector<Vec2> operator()(const Polygon& g) const { return points(g.points); }
  std::vector<Vec2> operator()(const Stroke& g) const { return points(g.points); }
};

// ---- the closed outline; for a stroke its centre line
struct Outline {
  Ruler r;

  // Returns a point of a shape that is rotated about a centre (nodes). `m` is in nodes along x.
  Vec2 turned_about(Vec2 center, Vec2 m, double angle) const {
    const Vec2 t = turned(m, radians(angle));
    return center + Vec2{t.x, t.y * r.aspect};
  }
  std::vector<Vec2> round(Vec2 center, Vec2 radii, double angle) const {
    static const std::array<Vec2, 96> circle = [] {
      std::array<Vec2, 96> points;
      for (std::size_t k = 0; k < points.size(); ++k) {
        const double a = 2 * pi * static_cast<double>(k) / static_cast<double>(points.size());
        points[k] = {std::cos(a), std::sin(a)};
      }
      return points;
    }();
    std::vector<Vec2> out;
    out.reserve(circle.size());
    const Vec2 c = r.nodes(center), along = turned({r.nodes_x(radii.x), 0}, radians(angle)),
               across = turned({0, r.nodes_x(radii.y)}, radians(angle));
    for (const Vec2 p : circle)
      out.push_back(c + Vec2{p.x * along.x + p.y * across.x, (p.x * along.y + p.y * across.y) * r.aspect});
    return out;
  }
  std::vector<Vec2> points(const std::vector<Vec2>& all) const {
    std::vector<Vec2> out;
    for (const Vec2& p : all) out.push_back(r.nodes(p));
    return out;
  }
  std::vector<Vec2> operator()(const Circle& g) const { return round(g.center, {g.radius, g.radius}, 0); }
  std::vector<Vec2> operator()(const Ring& g) const { return round(g.center, {g.outer, g.outer}, 0); }
  std::vector<Vec2> operator()(const Ellipse& g) const { return round(g.center, g.radii, g.angle); }
  std::vector<Vec2> box(Vec2 min, Vec2 max) const {
    const Vec2 a = r.nodes(min), b = r.nodes(max);
    return {a, {b.x, a.y}, b, {a.x, b.y}};
  }
  std::vector<Vec2> operator()(const Rect& g) const { return box(g.min, g.max); }
  std::vector<Vec2> operator()(const ImageShape& g) const { return box(g.min, g.max); }
  std::vector<Vec2> operator()(const TurnedRect& g) const {
    std::vector<Vec2> out;
    const Vec2 c = r.nodes(g.center);
    for (const auto& [sx, sy] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      out.push_back(turned_about(c, {r.nodes_x(g.size.x) / 2 * sx, r.nodes_x(g.size.y) / 2 * sy}, g.angle));
    return out;
  }
  std::vector<Vec2> operator()(const Polygon& g) const { return points(g.points); }
  std::vector<Vec2> operator()(const Stroke& g) const { return points(g.points); }
};
// Distance by which the shape extends beyond that line.
struct OutlineMargin {
  double operator()(const Stroke& g) const { return g.radius; }
  double operator()(const auto&) const { return 0; }
};

// ---- the effect of dragging a part; d is the displacement of the mouse, `to` its position (nodes)
struct Drag {
  const Ruler& r;
  int part;
  Vec2 d, to;

  Vec2 shifted(Vec2 p) const { return r.place(r.nodes(p) + d); }
  double radius(Vec2 center) const { return r.length(std::max(1.0, std::round(r.distance(r.nodes(center), to)))); }

  void operator()(Circle& g) const {
    if (part == 0)
      g.center = shifted(g.center);
    else
      g.radius = radius(g.center);
  }
  void operator()(Ring& g) const {
    if (part == 0) g.center = shifted(g.center);
    if (part == 1) g.outer = std::max(radius(g.center), g.inner + r.length(1));
    if (part == 2) g.inner = std::min(radius(g.center), g.outer - r.length(1));
  }
  void operator()(Ellipse& g) const {
    if (part == 0) g.center = shifted(g.center);
    if (part == 1) g.radii.x = radius(g.center);
    if (part == 2) g.radii.y = radius(g.center);
  }
  void operator()(Rect& g) const { box(g.min, g.max); }
  void operator()(ImageShape& g) const { box(g.min, g.max); }
  void box(Vec2& min, Vec2& max) const {
    Vec2 a = r.nodes(min), b = r.nodes(max);
    if (part == 0) a = a + d, b = b + d;
    if (part == 1 || part == 4) a.x = a.x + d.x;
    if (part == 2 || part == 3) b.x = b.x + d.x;
    if (part == 1 || part == 2) a.y = a.y + d.y;
    if (part == 3 || part == 4) b.y = b.y + d.y;
    if (b.x < a.x) std::swap(a.x, b.x);
    if (b.y < a.y) std::swap(a.y, b.y);
    if (b.x - a.x < 1) b.x = a.x + 1;  // keeps the rectangle from becoming empty
    if (b.y - a.y < 1) b.y = a.y + 1;
    min = r.place(a), max = r.place(b);
  }
  void operator()(TurnedRect& g) const {
    const Vec2 m = r.metric(to - r.nodes(g.center));
    if (part == 0) g.center = shifted(g.center);
    if (part == 1) {
      const Vec2 local = turned(m, -radians(g.angle));
      g.size = {r.length(std::max(1.0, std::round(2 * std::abs(local.x)))),
                r.length(std::max(1.0, std::round(2 * std::abs(local.y))))};
    }
    if (part == 2) g.angle = std::round(std::atan2(m.y, m.x) * 180 / pi);
  }
  void points(std::vector<Vec2>& all) const {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (part == 0 || static_cast<std::size_t>(part) == i + 1) all[i] = shifted(all[i]);
  }
  void operator()(Polygon& g) const { points(g.points); }
  void operator()(Stroke& g) const { points(g.points); }
};

// Returns the position of the handle for a source's direction, in nodes from its middle: an eighth of the domain away.
Vec2 direction_handle_offset(const Scene& scene, double direction) {
  const Ruler r(scene);
  const Vec2 room = r.metric({scene.grid.nx - 1.0, scene.grid.ny - 1.0});
  const double away = std::min(room.x, room.y) / 8, a = radians(direction);
  return {away * std::cos(a), away * std::sin(a) * r.aspect};
}

// Returns the left end of a beam's waist, in nodes from the source's middle.
Vec2 waist_end_of(const Scene& scene, const BeamSource& g) {
  const Ruler r(scene);
  const double a = radians(g.direction(scene)), ahead = r.nodes_x(g.focus), aside = r.nodes_x(g.waist);
  return {ahead * std::cos(a) - aside * std::sin(a), (ahead * std::sin(a) + aside * std::cos(a)) * r.aspect};
}

// Rounds to whole cells of x.
void move_waist(const Scene& scene, Source& source, Vec2 to) {
  BeamSource& g = std::get<BeamSource>(source.geometry);
  const Ruler r(scene);
  const Vec2 m = turned(r.metric(to - middle_of(scene, source)), -radians(g.direction(scene)));
  g.focus = ez::tidy(r.length(std::round(m.x)));
  g.waist = ez::tidy(r.length(std::max(1.0, std::round(std::abs(m.y)))));
}

// Rounds to whole degrees.
void turn_source(const Scene& scene, Source& source, Vec2 to) {
  const Vec2 m = Ruler(scene).metric(to - middle_of(scene, source));
  if (m.x != 0 || m.y != 0) turn(scene, source, std::round(std::atan2(m.y, m.x) * 180 / pi));
}

// Moves the next copy of a lattice, or the point that the copies surround.
void move_copies(const Scene& scene, Shape& shape, int part, Vec2 d) {
  const Ruler r(scene);
  if (auto* lattice = std::get_if<LatticeCopies>(&shape.copies)) {
    const bool first = part == part_of_first_vector;
    const Vec2 way =
        r.displacement_of(r.nodes_of_displacement(first ? lattice->a1 : second_lattice_vector(scene, *lattice)) + d);
    if (way == Vec2{}) return;  // otherwise all copies would coincide
    if (first)
      lattice->a1 = way;
    else
      lattice->a2 = way;
  }
  if (auto* around = std::get_if<TurnedCopies>(&shape.copies); around)
    around->center = r.place(r.nodes(around->center) + d);
}

void move_source(const Scene& scene, Source& source, int part, Vec2 d, Vec2 to) {
  source = settled(scene, source);
  const std::vector<NamedPlace> places = places_of(source);
  if (part == part_of_direction) return turn_source(scene, source, to);
  if (part == part_of_waist) return move_waist(scene, source, to);
  if (part == 0) {  // moves all parts by the same displacement, as far as all stay inside
    Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}, high{-low.x, -low.y};
    for (const NamedPlace& place : places) {
      const Vec2 n = to_nodes(scene, *place.at);
      low = {std::min(low.x, n.x), std::min(low.y, n.y)};
      high = {std::max(high.x, n.x), std::max(high.y, n.y)};
    }
    const auto limit = [](double way, double least, double most, double last) {
      return std::clamp(way, std::min(0.0, -least), std::max(0.0, last - most));
    };
    d.x = limit(d.x, low.x, high.x, scene.grid.nx - 1.0);
    d.y = limit(d.y, low.y, high.y, scene.grid.ny - 1.0);
  }
  for (std::size_t k = 0; k < places.size(); ++k)
    if (part == 0 || static_cast<std::size_t>(part) == k + 1)
      *places[k].at = position_on_node(scene, to_nodes(scene, *places[k].at) + d);
  if (part > 0) straighten(scene, source, static_cast<std::size_t>(part) - 1);
}

}  // namespace

std::vector<GripSpot> grip_spots(const Scene& scene, Selection what) {
  std::vector<GripSpot> out;
  if (!exists(scene, what)) return out;
  const Ruler r(scene);
  const auto i = static_cast<std::size_t>(what.index);
  const auto add = [&](int part, Vec2 node) { out.push_back({{what, part}, node}); };
  if (what.kind == Selection::Kind::probe) add(0, r.nodes(scene.probes[i].at));
  if (what.kind == Selection::Kind::source) {
    const std::vector<Vec2> places = places_of(settled(scene, scene.sources[i]));
    const Vec2 middle = middle_of(scene, scene.sources[i]);
    add(0, middle);
    for (std::size_t k = 0; places.size() > 1 && k < places.size(); ++k)
      add(static_cast<int>(k) + 1, r.nodes(places[k]));
    if (const auto direction = direction_of(scene, scene.sources[i]))
      add(part_of_direction, middle + direction_handle_offset(scene, *direction));
    if (const auto* beam = std::get_if<BeamSource>(&scene.sources[i].geometry))
      add(part_of_waist, middle + waist_end_of(scene, *beam));
  }
  if (what.kind == Selection::Kind::shape) {
    int part = 0;
    const Shape& shape = scene.shapes[i];
    const std::vector<Vec2> parts = std::visit(Parts{r}, shape.geometry);
    for (const Vec2& node : parts) add(part++, node);
    // Handles of the neighbouring copies, or of the point that the copies surround.
    if (const auto* lattice = std::get_if<LatticeCopies>(&shape.copies)) {
      if (lattice->n1 > 1) add(part_of_first_vector, parts[0] + r.nodes_of_displacement(lattice->a1));
      if (lattice->n2 > 1)
        add(part_of_second_vector, parts[0] + r.nodes_of_displacement(second_lattice_vector(scene, *lattice)));
    }
    if (const auto* around = std::get_if<TurnedCopies>(&shape.copies)) add(part_of_turn, r.nodes(around->center));
  }
  return out;
}

std::optional<int> shape_at(const Scene& scene, Vec2 node) {
  const Vec2 point = from_nodes(scene, node);
  for (int i = static_cast<int>(scene.shapes.size()) - 1; i >= 0; --i)
    if (contains(scene, scene.shapes[static_cast<std::size_t>(i)], point)) return i;
  return std::nullopt;
}

Scene moved(const Scene& base, const Grip& grip, Vec2 from, Vec2 to, bool free) {
  Scene out = base;
  if (!exists(base, grip.what)) return out;
  const auto i = static_cast<std::size_t>(grip.what.index);
  to = clamp_to_grid(base, to);
  Vec2 d = to - from;
  if (!free) d = {std::round(d.x), std::round(d.y)};
  if (grip.what.kind == Selection::Kind::probe)
    out.probes[i].at = position_on_node(base, to_nodes(base, base.probes[i].at) + d);
  if (grip.what.kind == Selection::Kind::source) move_source(base, out.sources[i], grip.part, d, to);
  if (grip.what.kind == Selection::Kind::shape) {
    if (grip.part >= part_of_first_vector)
      move_copies(base, out.shapes[i], grip.part, d);
    else
      std::visit(Drag{Ruler(base), grip.part, d, to}, out.shapes[i].geometry);
  }
  return out;
}

std::vector<std::vector<Vec2>> outlines_of(const Scene& scene, const Shape& shape) {
  std::vector<std::vector<Vec2>> out;
  for (const Geometry& geometry : copies_of(scene, shape)) out.push_back(std::visit(Outline{Ruler(scene)}, geometry));
  return out;
}

NodeBox box_of(const Scene& scene, const Shape& shape) {
  NodeBox box{{1e300, 1e300}, {-1e300, -1e300}};
  for (const Vec2& p : std::visit(Outline{Ruler(scene)}, shape.geometry)) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  const Ruler r(scene);
  const double x = r.nodes_x(std::visit(OutlineMargin{}, shape.geometry)), y = x * r.aspect;
  return {box.min - Vec2{x, y}, box.max + Vec2{x, y}};
}

}  // namespace ez
