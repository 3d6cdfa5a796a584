#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "solver/scene/scene.h"

namespace ez {
namespace {

// Returns a cell's Δy/Δx if lengths are in cells, because shapes are turned in metres.
double aspect_of(const Scene& scene) { return scene.unit == Unit::cell ? scene.grid.dy / scene.grid.dx : 1; }

// A rotation by part/whole of a full turn. Quarter turns are exact.
struct Turn {
  double degrees, cosine, sine, aspect;
  Turn(int part, int whole, double aspect_) : degrees(360.0 * part / whole), aspect(aspect_) {
    const double radians = degrees * std::numbers::pi / 180;
    cosine = std::cos(radians), sine = std::sin(radians);
    if (4LL * part % whole == 0) cosine = std::round(cosine), sine = std::round(sine);
  }
  Vec2 operator()(Vec2 way) const {
    const double y = way.y * aspect;
    return {cosine * way.x - sine * y, (sine * way.x + cosine * y) / aspect};
  }
};

// Calls `to` for every position of a geometry, which are the keys with Measure::position.
template <class To>
struct Places {
  To to;
  void operator()(std::string_view, Vec2& at, const Key& key) const {
    if (key.measure == Measure::position) at = to(at);
  }
  void operator()(std::string_view, std::vector<Vec2>& points, const Key& key) const {
    if (key.measure == Measure::position)
      for (Vec2& at : points) at = to(at);
  }
  void operator()(std::string_view, auto&&, const Key&) const {}
};

Geometry with_places(Geometry geometry, auto to) {
  std::visit([&](auto& g) { g.fields(g, Places<decltype(to)>{to}); }, geometry);
  return geometry;
}

// Turns a geometry. A rect along the axes becomes a turned one. An image keeps its axes, but no valid scene turns one.
Geometry turned(const Geometry& geometry, Vec2 center, const Turn& turn) {
  Geometry out = geometry;
  if (const auto* r = std::get_if<Rect>(&geometry))
    out = TurnedRect{{(r->min.x + r->max.x) / 2, (r->min.y + r->max.y) / 2},
                     {r->max.x - r->min.x, (r->max.y - r->min.y) * turn.aspect},
                     0};
  out = with_places(std::move(out), [&](Vec2 at) {
    const Vec2 way = turn({at.x - center.x, at.y - center.y});
    return Vec2{center.x + way.x, center.y + way.y};
  });
  std::visit(
      [&](auto& g) {
        if constexpr (requires { g.angle; }) g.angle += turn.degrees;
      },
      out);
  return out;
}

struct Placing {
  const Scene& scene;
  const Geometry& geometry;

  std::vector<Geometry> operator()(const Once&) const { return {geometry}; }
  std::vector<Geometry> operator()(const LatticeCopies& c) const {
    const Vec2 a2 = second_lattice_vector(scene, c);
    std::vector<Geometry> out;
    for (int l = 0; l < c.n2; ++l)
      for (int k = 0; k < c.n1 && out.size() < std::size_t{most_copies}; ++k)
        out.push_back(with_places(geometry, [&](Vec2 at) {
          return Vec2{at.x + k * c.a1.x + l * a2.x, at.y + k * c.a1.y + l * a2.y};
        }));
    return out;
  }
  std::vector<Geometry> operator()(const TurnedCopies& c) const {
    std::vector<Geometry> out = {geometry};
    for (int k = 1; k < std::min(c.count, most_copies); ++k)
      out.push_back(turned(geometry, c.center, Turn(k, c.count, aspect_of(scene))));
    return out;
  }
};

}  // namespace

Vec2 second_lattice_vector(const Scene& scene, const LatticeCopies& lattice) {
  return lattice.a2.value_or(Turn(1, 4, aspect_of(scene))(lattice.a1));
}

std::vector<Geometry> copies_of(const Scene& scene, const Shape& shape) {
  return std::visit(Placing{scene, shape.geometry}, shape.copies);
}

std::int64_t count_of(const Copies& copies) {
  if (const auto* lattice = std::get_if<LatticeCopies>(&copies)) return std::int64_t{lattice->n1} * lattice->n2;
  if (const auto* around = std::get_if<TurnedCopies>(&copies)) return around->count;
  return 1;
}

}  // namespace ez
