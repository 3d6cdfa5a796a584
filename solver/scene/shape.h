// Shapes: what is made of which material, where. Places and lengths are in the scene's unit.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"
#include "solver/scene/place.h"

namespace ez {

struct Circle {
  static constexpr std::string_view kind = "circle";
  Vec2 center;
  double radius = 0;
  static void fields(auto& g, auto&& key) {
    key("center", g.center, {.required = true, .measure = Measure::position});
    key("radius", g.radius, {.required = true, .range = above_zero, .measure = Measure::length});
  }
  bool operator==(const Circle&) const = default;
};
struct Ring {
  static constexpr std::string_view kind = "ring";
  Vec2 center;
  double inner = 0, outer = 0;  // radii
  static void fields(auto& g, auto&& key) {
    key("center", g.center, {.required = true, .measure = Measure::position});
    key("inner", g.inner, {.required = true, .range = not_negative, .measure = Measure::length});
    key("outer", g.outer, {.required = true, .range = above_zero, .measure = Measure::length});
  }
  bool operator==(const Ring&) const = default;
};
struct Ellipse {
  static constexpr std::string_view kind = "ellipse";
  Vec2 center, radii;  // half axes along x and y, before it is turned
  double angle = 0;    // degrees, anticlockwise
  static void fields(auto& g, auto&& key) {
    key("center", g.center, {.required = true, .measure = Measure::position});
    key("radii", g.radii, {.required = true, .range = above_zero, .measure = Measure::length});
    key("angle", g.angle, {.unit = "°", .doc = "anticlockwise"});
  }
  bool operator==(const Ellipse&) const = default;
};
struct Rect {  // along the axes: lower left and upper right corner
  static constexpr std::string_view kind = "rect";
  Vec2 min, max;
  static void fields(auto& g, auto&& key) {
    key("min", g.min, {.required = true, .measure = Measure::position});
    key("max", g.max, {.required = true, .measure = Measure::position});
  }
  bool operator==(const Rect&) const = default;
};
struct TurnedRect {  // a rect in files too, with width and height before it is turned
  static constexpr std::string_view kind = "rect";
  Vec2 center, size;
  double angle = 0;  // degrees, anticlockwise
  static void fields(auto& g, auto&& key) {
    key("center", g.center, {.required = true, .measure = Measure::position});
    key("size", g.size, {.required = true, .range = above_zero, .measure = Measure::length});
    key("angle", g.angle, {.unit = "°", .doc = "anticlockwise"});
  }
  bool operator==(const TurnedRect&) const = default;
};
struct Polygon {
  static constexpr std::string_view kind = "polygon";
  std::vector<Vec2> points;  // closed by itself; even-odd rule
  static void fields(auto& g, auto&& key) {
    key("points", g.points, {.required = true, .measure = Measure::position, .doc = "closed by itself, even-odd"});
  }
  bool operator==(const Polygon&) const = default;
};
struct Stroke {  // brush strokes and walls: every point within radius of the polyline
  static constexpr std::string_view kind = "stroke";
  std::vector<Vec2> points;
  double radius = 0;
  static void fields(auto& g, auto&& key) {
    key("points", g.points, {.required = true, .measure = Measure::position});
    key("radius", g.radius, {.required = true, .range = above_zero, .measure = Measure::length});
  }
  bool operator==(const Stroke&) const = default;
};
using Geometry = std::variant<Circle, Ring, Ellipse, Rect, TurnedRect, Polygon, Stroke>;

struct Shape {
  Geometry geometry;
  std::string material;  // its name
  static void fields(auto& s, auto&& key) {
    key.kind(s.geometry);
    key("material", s.material, {.required = true});
    key.alternative(s.geometry);
  }
  bool operator==(const Shape&) const = default;
};

}  // namespace ez
