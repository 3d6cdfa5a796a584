#include "solver/scene/raster/wall_rim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <variant>

#include "solver/base/constants.h"
#include "solver/scene/raster/spans.h"

namespace ez {
namespace {

// Evaluates the scene's shapes at points, in metric units.
class Walls {
 public:
  explicit Walls(const Scene& scene) {
    for (const Shape& shape : scene.shapes)
      for (const Geometry& geometry : copies_of(scene, shape)) layers_.push_back({SpanCutter(scene, geometry), shape});
  }
  // Selects the layers for the following points, which must be in a square around `middle`.
  void look_at(Vec2 middle, double reach) {
    near_.clear();
    for (const Layer& layer : layers_) {
      const Vec2 min = layer.cutter.min(), max = layer.cutter.max();
      if (min.x <= middle.x + reach && max.x >= middle.x - reach && min.y <= middle.y + reach &&
          max.y >= middle.y - reach)
        near_.push_back(&layer);
    }
  }
  bool solid(Vec2 at) {
    const Layer* top = layer_at(at);
    return top && material_of_part(top->shape, part_) == wall_name;
  }
  bool of_picture(Vec2 at) {
    const Layer* top = layer_at(at);
    return top && std::holds_alternative<ImageShape>(top->shape.geometry);
  }

 private:
  struct Layer {
    SpanCutter cutter;
    const Shape& shape;
  };
  const Layer* layer_at(Vec2 at) {
    for (std::size_t k = near_.size(); k-- > 0;) {
      near_[k]->cutter.cut(at.y, spans_);
      for (std::size_t n = spans_.size(); n-- > 0;)
        if (spans_[n].x0 <= at.x && at.x <= spans_[n].x1) {
          part_ = spans_[n].part;
          return near_[k];
        }
    }
    return nullptr;
  }

  std::vector<Layer> layers_;
  std::vector<const Layer*> near_;
  std::vector<Interval> spans_;
  int part_ = 0;
};

class CrossingFinder {
 public:
  explicit CrossingFinder(const Scene& scene) : walls_(scene), height_(row_height(scene)) {}

  std::optional<WallCrossing> between(Node cell, int di, int dj) {
    const Vec2 from{static_cast<double>(cell.i), cell.j * height_}, way{static_cast<double>(di), dj * height_};
    walls_.look_at(from, 2 * (1 + height_));
    const auto on_way = [&](double t) { return Vec2{from.x + t * way.x, from.y + t * way.y}; };
    if (walls_.of_picture(on_way(1)) || walls_.solid(from)) return std::nullopt;
    const double part = border(0, 1, [&](double t) { return walls_.solid(on_way(t)); });
    const std::optional<Vec2> normal = normal_at(on_way(part));
    if (!normal) return std::nullopt;
    const double towards = normal->x * di + normal->y * dj;
    const bool is_face = std::abs(part - 0.5) < tiny && towards > 1 - tiny;
    if (is_face || towards < steepest) return std::nullopt;
    return WallCrossing{cell, di, dj, part, *normal};
  }

 private:
  static constexpr double tiny = 1e-4, steepest = 0.02;
  static constexpr int samples = 32, halvings = 24;

  // Returns the border between two positions, where is(second) is true and is(first) is false.
  template <class Is>
  static double border(double first, double second, const Is& is) {
    for (int k = 0; k < halvings; ++k) {
      const double middle = 0.5 * (first + second);
      (is(middle) ? second : first) = middle;
    }
    return 0.5 * (first + second);
  }
  // Returns the direction to the middle of the solid arc of a small circle. Empty unless there is exactly one such arc.
  std::optional<Vec2> normal_at(Vec2 at) {
    const double radius = 0.45 * std::min(1.0, height_);
    const auto solid_at = [&](double angle) {
      return walls_.solid({at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)});
    };
    const auto angle_of = [](int k) { return 2 * pi * (k + 0.5) / samples; };
    std::array<bool, samples> solid{};
    for (int k = 0; k < samples; ++k) solid[static_cast<std::size_t>(k)] = solid_at(angle_of(k));
    int begins = 0, ends = 0, begin = 0, end = 0;  // last sample before the solid arc, and last sample in it
    for (int k = 0; k < samples; ++k) {
      const bool here = solid[static_cast<std::size_t>(k)], next = solid[static_cast<std::size_t>((k + 1) % samples)];
      if (!here && next) ++begins, begin = k;
      if (here && !next) ++ends, end = k;
    }
    if (begins != 1 || ends != 1) return std::nullopt;
    const double from = border(angle_of(begin), angle_of(begin + 1), solid_at),
                 to = border(angle_of(end + 1), angle_of(end), solid_at), middle = 0.5 * (from + to);
    const double turn = to < from ? -1 : 1;  // the solid part is on the opposite side of the middle
    return along_axis({turn * std::cos(middle), turn * std::sin(middle)});
  }
  static Vec2 along_axis(Vec2 n) {
    if (std::abs(n.x) < tiny) return {0, n.y > 0 ? 1.0 : -1.0};
    if (std::abs(n.y) < tiny) return {n.x > 0 ? 1.0 : -1.0, 0};
    return n;
  }

  Walls walls_;
  double height_;
};

}  // namespace

std::vector<WallCrossing> wall_crossings(const Scene& scene, const NodeMap& map) {
  std::vector<WallCrossing> out;
  CrossingFinder finder(scene);
  const auto is_wall = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < map.nx() && j < map.ny() && map.at(i, j) == wall_entry;
  };
  constexpr std::array<std::array<int, 2>, 4> ways = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) {
      if (is_wall(i, j)) continue;
      for (const auto& [di, dj] : ways)
        if (is_wall(i + di, j + dj))
          if (const auto crossing = finder.between({i, j}, di, dj)) out.push_back(*crossing);
    }
  return out;
}

}  // namespace ez
