#include "solver/scene/raster/spans.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

namespace ez {
namespace {

constexpr double growth = 1e-6;  // relative to the smaller cell side
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Interval nothing = {infinity, -infinity};

double cosine(double degrees) { return std::cos(degrees * std::numbers::pi / 180.0); }
double sine(double degrees) { return std::sin(degrees * std::numbers::pi / 180.0); }

bool empty(const Interval& s) { return !(s.x0 <= s.x1); }
Interval meet(Interval a, Interval b) { return {std::max(a.x0, b.x0), std::min(a.x1, b.x1)}; }
Interval hull(Interval a, Interval b) {
  if (empty(a)) return b;
  if (empty(b)) return a;
  return {std::min(a.x0, b.x0), std::max(a.x1, b.x1)};
}

Interval disc(Vec2 center, double radius, double y) {
  const double d = y - center.y, square = radius * radius - d * d;
  if (!(square >= 0)) return nothing;
  const double half = std::sqrt(square);
  return {center.x - half, center.x + half};
}

// Returns the interval of x with lo ≤ a·x + b ≤ hi.
Interval strip(double a, double b, double lo, double hi) {
  if (a == 0) return (b >= lo && b <= hi) ? Interval{-infinity, infinity} : nothing;
  const double p = (lo - b) / a, q = (hi - b) / a;
  return {std::min(p, q), std::max(p, q)};
}

// Returns the points within `radius` of the segment from a to b. The capsule is convex, so a row cuts it in one
// interval, the hull of its cuts through the two end discs and the rectangle between them.
Interval capsule(Vec2 a, Vec2 b, double radius, double y) {
  if (y < std::min(a.y, b.y) - radius || y > std::max(a.y, b.y) + radius) return nothing;
  Interval span = hull(disc(a, radius, y), disc(b, radius, y));
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length == 0) return span;
  const double c = (b.x - a.x) / length, s = (b.y - a.y) / length, d = y - a.y;
  const Interval along = strip(c, s * d, 0, length), across = strip(-s, c * d, -radius, radius);
  Interval box = meet(along, across);
  box.x0 += a.x;
  box.x1 += a.x;
  return hull(span, box);
}

void cut_geometry(const Circle& g, double grow, double y, std::vector<Interval>& out) {
  out.push_back(disc(g.center, g.radius + grow, y));
}

void cut_geometry(const Ring& g, double grow, double y, std::vector<Interval>& out) {
  const Interval outer = disc(g.center, g.outer + grow, y);
  const double hole_radius = g.inner - grow;
  const Interval hole = hole_radius > 0 ? disc(g.center, hole_radius, y) : nothing;
  if (empty(hole)) {
    out.push_back(outer);
  } else {
    out.push_back({outer.x0, hole.x0});
    out.push_back({hole.x1, outer.x1});
  }
}

// u²/a² + v²/b² = 1 with u, v rotated by the angle becomes A·dx² + 2B·dx·dy + C·dy² = 1, and AC − B² = 1/(ab)².
void cut_geometry(const Ellipse& g, double grow, double y, std::vector<Interval>& out) {
  const double a = g.radii.x + grow, b = g.radii.y + grow, c = cosine(g.angle), s = sine(g.angle);
  const double A = c * c / (a * a) + s * s / (b * b), B = c * s * (1 / (a * a) - 1 / (b * b));
  const double d = y - g.center.y, square = A - d * d / (a * a * b * b);
  if (!(square >= 0)) return;
  const double middle = g.center.x - B * d / A, half = std::sqrt(square) / A;
  out.push_back({middle - half, middle + half});
}

void cut_geometry(const Rect& g, double grow, double y, std::vector<Interval>& out) {
  if (y < g.min.y - grow || y > g.max.y + grow) return;
  out.push_back({g.min.x - grow, g.max.x + grow});
}

void cut_geometry(const TurnedRect& g, double grow, double y, std::vector<Interval>& out) {
  const double c = cosine(g.angle), s = sine(g.angle), d = y - g.center.y;
  const double half_x = g.size.x / 2 + grow, half_y = g.size.y / 2 + grow;
  const Interval span = meet(strip(c, s * d, -half_x, half_x), strip(-s, c * d, -half_y, half_y));
  out.push_back({g.center.x + span.x0, g.center.x + span.x1});
}

// Returns an interval that contains the outline of an edge in a row. It is quick to compute and never too small.
Interval around_rim(Vec2 a, Vec2 b, double grow, double y) {
  const double dx = std::abs(b.x - a.x), dy = std::abs(b.y - a.y);
  Interval out{std::min(a.x, b.x) - 2 * grow, std::max(a.x, b.x) + 2 * grow};
  if ((a.y <= y) == (b.y <= y)) return out;
  const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), width = 4 * grow * (1 + (dx + dy) / dy);
  return std::isfinite(width) ? meet(out, {x - width, x + width}) : out;
}

bool meets(std::span<const std::pair<double, double>> gaps, Interval s) {
  const auto at = std::partition_point(gaps.begin(), gaps.end(), [&](const auto& g) { return g.second < s.x0; });
  return at != gaps.end() && at->first <= s.x1;
}

// Cuts a polygon: the even-odd interior from crossings (an edge owns its lower end), and the outline as a thin capsule
// along every edge. Capsules may be skipped if sees(interval) is false for their position.
void cut_polygon(const Polygon& g, double grow, double y, auto&& sees, std::vector<Interval>& out) {
  std::vector<double> crossings;
  for (std::size_t k = 0; k < g.points.size(); ++k) {
    const Vec2 a = g.points[k], b = g.points[(k + 1) % g.points.size()];
    if ((a.y <= y) != (b.y <= y)) {
      const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      if (!std::isnan(x)) crossings.push_back(x);  // an edge longer than a double can represent
    }
    if (y < std::min(a.y, b.y) - grow || y > std::max(a.y, b.y) + grow || !sees(around_rim(a, b, grow, y))) continue;
    const Interval rim = capsule(a, b, grow, y);
    if (!empty(rim)) out.push_back(rim);
  }
  std::sort(crossings.begin(), crossings.end());
  for (std::size_t k = 0; k + 1 < crossings.size(); k += 2) out.push_back({crossings[k], crossings[k + 1]});
}

void cut_geometry(const Polygon& g, double grow, double y, std::vector<Interval>& out) {
  cut_polygon(
      g, grow, y, [](Interval) { return true; }, out);
}

void cut_geometry(const Stroke& g, double grow, double y, std::vector<Interval>& out) {
  if (g.points.size() == 1) out.push_back(disc(g.points[0], g.radius + grow, y));
  for (std::size_t k = 0; k + 1 < g.points.size(); ++k) {
    const Interval span = capsule(g.points[k], g.points[k + 1], g.radius + grow, y);
    if (!empty(span)) out.push_back(span);
  }
}

// Cuts an image into runs of pixels of one part. A row between two pixel rows belongs to the upper one.
void cut_geometry(const ImageShape& g, double grow, double y, std::vector<Interval>& out) {
  if (g.picture.empty() || y < g.min.y - grow || y > g.max.y + grow) return;
  const int w = g.picture.width(), h = g.picture.height();
  const double from_top = (g.max.y - y) / (g.max.y - g.min.y) * h;
  const std::uint8_t* greys = g.picture.row(std::clamp(static_cast<int>(std::floor(from_top)), 0, h - 1));
  const std::array<int, 256> parts = parts_of(g);
  const double pixel = (g.max.x - g.min.x) / w;
  for (int i = 0; i < w;) {
    const int part = parts[greys[i]], first = i;
    while (i < w && parts[greys[i]] == part) ++i;
    if (part >= 0) out.push_back({g.min.x + pixel * first - grow, g.min.x + pixel * i + grow, part});
  }
}

struct Box {
  Vec2 min{infinity, infinity}, max{-infinity, -infinity};
  void add(Vec2 p, Vec2 reach) {
    min = {std::min(min.x, p.x - reach.x), std::min(min.y, p.y - reach.y)};
    max = {std::max(max.x, p.x + reach.x), std::max(max.y, p.y + reach.y)};
  }
};

void box_of(const Circle& g, Box& box) { box.add(g.center, {g.radius, g.radius}); }
void box_of(const Ring& g, Box& box) { box.add(g.center, {g.outer, g.outer}); }
void box_of(const Ellipse& g, Box& box) {
  const double c = cosine(g.angle), s = sine(g.angle);
  box.add(g.center, {std::hypot(g.radii.x * c, g.radii.y * s), std::hypot(g.radii.x * s, g.radii.y * c)});
}
void box_of(const Rect& g, Box& box) {
  box.add(g.min, {});
  box.add(g.max, {});
}
void box_of(const TurnedRect& g, Box& box) {
  const double c = std::abs(cosine(g.angle)), s = std::abs(sine(g.angle));
  box.add(g.center, {(g.size.x * c + g.size.y * s) / 2, (g.size.x * s + g.size.y * c) / 2});
}
void box_of(const Polygon& g, Box& box) {
  for (const Vec2 p : g.points) box.add(p, {});
}
void box_of(const Stroke& g, Box& box) {
  for (const Vec2 p : g.points) box.add(p, {g.radius, g.radius});
}

void box_of(const ImageShape& g, Box& box) {
  box.add(g.min, {});
  box.add(g.max, {});
}

// Add the heights of corners and of edges along x. A curve only has its ends.
void breaks_of(const Rect& g, double grow, auto&& add) { add(g.min.y - grow), add(g.max.y + grow); }
void breaks_of(const Polygon& g, double, auto&& add) {
  for (const Vec2 p : g.points) add(p.y);
}
void breaks_of(const TurnedRect& g, double grow, auto&& add) {
  const double c = cosine(g.angle), s = sine(g.angle);
  for (const auto& [u, v] : {std::pair(1, 1), {1, -1}, {-1, 1}, {-1, -1}})
    add(g.center.y + u * (g.size.x / 2 + grow) * s + v * (g.size.y / 2 + grow) * c);
}
void breaks_of(const ImageShape& g, double grow, auto&& add) {
  add(g.min.y - grow), add(g.max.y + grow);
  const int h = g.picture.height();
  for (int k = 1; k < h; ++k) add(g.min.y + (g.max.y - g.min.y) * k / h);
}
void breaks_of(const auto& g, double grow, auto&& add) {
  Box box;
  box_of(g, box);
  add(box.min.y - grow), add(box.max.y + grow);
}

// Converts the positions and lengths of a shape to metric units.
struct ToMetric {
  const Scene& scene;
  double scale = scene.unit == Unit::cell ? 1.0 : 1.0 / scene.grid.dx;  // factor for lengths

  Vec2 at(Vec2 p) const { return to_metric(scene, p); }
  Vec2 lengths(Vec2 v) const { return {v.x * scale, v.y * scale}; }
  std::vector<Vec2> all(const std::vector<Vec2>& points) const {
    std::vector<Vec2> out;
    out.reserve(points.size());
    for (const Vec2 p : points) out.push_back(at(p));
    return out;
  }
  Geometry operator()(const Circle& g) const { return Circle{at(g.center), g.radius * scale}; }
  Geometry operator()(const Ring& g) const { return Ring{at(g.center), g.inner * scale, g.outer * scale}; }
  Geometry operator()(const Ellipse& g) const { return Ellipse{at(g.center), lengths(g.radii), g.angle}; }
  Geometry operator()(const Rect& g) const { return Rect{at(g.min), at(g.max)}; }
  Geometry operator()(const TurnedRect& g) const { return TurnedRect{at(g.center), lengths(g.size), g.angle}; }
  Geometry operator()(const Polygon& g) const { return Polygon{all(g.points)}; }
  Geometry operator()(const Stroke& g) const { return Stroke{all(g.points), g.radius * scale}; }
  Geometry operator()(ImageShape g) const {
    g.min = at(g.min), g.max = at(g.max);
    return g;
  }
};

}  // namespace

std::array<int, 256> parts_of(const ImageShape& image) {
  std::array<int, 256> out{};
  for (int grey = 0; grey < 256; ++grey) {
    int& part = out[static_cast<std::size_t>(grey)];
    if (image.ramp) {
      part = grey;
    } else if (image.levels.empty()) {
      part = grey >= ImageShape::light ? 0 : -1;
    } else {
      part = -1;
      for (std::size_t k = 0; k < image.levels.size(); ++k)
        if (image.levels[k].grey <= grey) part = static_cast<int>(k);
    }
  }
  return out;
}

std::string_view material_of_part(const Shape& shape, int part) {
  const auto* image = std::get_if<ImageShape>(&shape.geometry);
  if (image && image->ramp) return (*image->ramp)[(*image->ramp)[1] == "vacuum" ? 0 : 1];
  if (image && !image->levels.empty()) return image->levels[static_cast<std::size_t>(part)].material;
  return materials_of(shape).front();
}

double row_height(const Scene& scene) { return scene.grid.dy / scene.grid.dx; }

Vec2 to_metric(const Scene& scene, Vec2 position) {
  const Vec2 nodes = to_nodes(scene, position);
  return {nodes.x, nodes.y * row_height(scene)};
}

SpanCutter::SpanCutter(const Scene& scene, const Geometry& geometry)
    : geometry_(std::visit(ToMetric{scene}, geometry)), grow_(growth * std::min(1.0, row_height(scene))) {
  Box box;
  std::visit([&](const auto& g) { box_of(g, box); }, geometry_);
  // Slightly more than the enlargement: the box may be too large, but never too small.
  min_ = {box.min.x - 2 * grow_, box.min.y - 2 * grow_};
  max_ = {box.max.x + 2 * grow_, box.max.y + 2 * grow_};
}

void SpanCutter::cut(double y, std::vector<Interval>& out) const {
  out.clear();
  std::visit([&](const auto& g) { cut_geometry(g, grow_, y, out); }, geometry_);
}

void SpanCutter::cut(double y, std::span<const std::pair<double, double>> gaps, std::vector<Interval>& out) const {
  const auto* polygon = std::get_if<Polygon>(&geometry_);
  if (!polygon) return cut(y, out);
  out.clear();
  cut_polygon(
      *polygon, grow_, y, [&](Interval within) { return meets(gaps, within); }, out);
}

void SpanCutter::add_breaks(double y0, double y1, std::vector<double>& out) const {
  if (max_.y < y0 || min_.y > y1) return;
  const auto add = [&](double y) {
    if (y > y0 && y < y1) out.push_back(y);
  };
  std::visit([&](const auto& g) { breaks_of(g, grow_, add); }, geometry_);
}

}  // namespace ez
