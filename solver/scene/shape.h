// Shapes: regions and their materials. Positions and lengths are in the scene's unit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/copies.h"
#include "solver/scene/grey_picture.h"
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
  Vec2 center, radii;  // half axes along x and y, before the rotation
  double angle = 0;    // degrees, anticlockwise
  static void fields(auto& g, auto&& key) {
    key("center", g.center, {.required = true, .measure = Measure::position});
    key("radii", g.radii, {.required = true, .range = above_zero, .measure = Measure::length});
    key("angle", g.angle, {.unit = "°", .doc = "anticlockwise"});
  }
  bool operator==(const Ellipse&) const = default;
};
struct Rect {  // parallel to the axes: lower left and upper right corner
  static constexpr std::string_view kind = "rect";
  Vec2 min, max;
  static void fields(auto& g, auto&& key) {
    key("min", g.min, {.required = true, .measure = Measure::position});
    key("max", g.max, {.required = true, .measure = Measure::position});
  }
  bool operator==(const Rect&) const = default;
};
struct TurnedRect {  // also a rect in files, with width and height before the rotation
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
  std::vector<Vec2> points;  // closed automatically; even-odd rule
  static void fields(auto& g, auto&& key) {
    key("points", g.points,
        {.required = true,
         .measure = Measure::position,
         .doc = "corners of the polygon, which is closed automatically; even-odd rule"});
  }
  bool operator==(const Polygon&) const = default;
};
struct Stroke {  // brush strokes and walls: all points within `radius` of the polyline
  static constexpr std::string_view kind = "stroke";
  std::vector<Vec2> points;
  double radius = 0;
  static void fields(auto& g, auto&& key) {
    key("points", g.points, {.required = true, .measure = Measure::position});
    key("radius", g.radius, {.required = true, .range = above_zero, .measure = Measure::length});
  }
  bool operator==(const Stroke&) const = default;
};
struct ImageLevel {
  int grey = 0;  // 0 black … 255 white
  std::string material;
  bool operator==(const ImageLevel&) const = default;
};
// A picture placed over a box. Its greys select the materials. Without levels and ramp, the shape's
// material fills the bright pixels.
struct ImageShape {
  static constexpr std::string_view kind = "image";
  static constexpr int light = 128;
  std::string file;     // used only while the scene is read
  GreyPicture picture;  // its first row is at the top of the box
  Vec2 min, max;
  std::vector<ImageLevel> levels;  // increasing; each one applies up to the next, and darker pixels stay empty
  std::optional<std::array<std::string, 2>> ramp;  // materials of black and white
  static void fields(auto& g, auto&& key) {
    key("file", g.file,
        {.absent = "none",
         .doc = "path of a PNG, relative to the scene file's folder; saving the scene stores the picture in it, as "
                "`png`"});
    key("png", g.picture, {.absent = "that of `file`", .doc = "the picture itself, a PNG in base64"});
    key("min", g.min, {.required = true, .measure = Measure::position, .doc = "lower left corner of the picture"});
    key("max", g.max, {.required = true, .measure = Measure::position, .doc = "upper right corner of the picture"});
    key("levels", g.levels,
        {.absent = "`material` from 128 on",
         .doc = "`[[grey, \"material\"], …]`, ascending from 0 to 255; each material applies up to the next grey, and "
                "pixels darker than the first grey are left unchanged"});
    key("ramp", g.ramp,
        {.absent = "none",
         .doc = "`[\"material\", \"material\"]`: materials of black and white; greys are interpolated between their "
                "numbers"});
  }
  bool operator==(const ImageShape&) const = default;
};
using Geometry = std::variant<Circle, Ring, Ellipse, Rect, TurnedRect, Polygon, Stroke, ImageShape>;

struct Shape {
  Geometry geometry;
  std::string material = {};  // its name; may be empty for an image that names materials itself
  std::string state = {};     // for a gas or heat: its initial state
  bool wall = false;          // for a gas or heat: it is solid
  Copies copies = {};         // number and positions of its copies (copies_of() in scene.h)
  static void fields(auto& s, auto&& key) {
    key.kind(s.geometry);
    key("state", s.state, {.belongs = For::cells, .doc = "initial state there: the name of a `[[state]]`"});
    key("wall", s.wall,
        {.belongs = For::cells, .doc = "the shape is solid: gas slides along it, heat does not pass through it"});
    key("material", s.material,
        {.required = !std::holds_alternative<ImageShape>(s.geometry),
         .belongs = For::maxwell,
         .doc = "material of the shape; an image with `levels` or a `ramp` gives its materials there"});
    key.alternative(s.geometry);
    key("copies", s.copies,
        {.absent = "a single copy",
         .doc = "repetition of the shape, `{ kind = \"lattice\", … }` or `{ kind = \"around\", … }`"});
  }
  bool operator==(const Shape&) const = default;
};

// Name returned for the solid parts of a gas or heat. No state may have it.
inline constexpr std::string_view wall_name = "wall";
// Return the names of a shape's materials; for a gas or heat those of its states.
std::vector<std::string*> materials_of(Shape& shape);
std::vector<std::string_view> materials_of(const Shape& shape);

}  // namespace ez
