#include "app/ui/lengths.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/model/document/scene_edit.h"

namespace ez {
namespace {

Prefix prefix_of(Unit unit) {
  switch (unit) {
    case Unit::cm:
      return {1e-2, "c"};
    case Unit::mm:
      return {1e-3, "m"};
    case Unit::um:
      return {1e-6, "µ"};
    case Unit::nm:
      return {1e-9, "n"};
    default:
      return {};
  }
}

}  // namespace

LengthScale length_scale(const Scene& scene) {
  if (scene.unit == Unit::cell) return {1, {}, "cells", 1};
  const double cell = std::min(cell_size(scene).x, cell_size(scene).y), base = metres(scene.unit);
  Prefix prefix = prefix_of(scene.unit);
  if (cell < 0.05 * base || cell >= 1000 * base) prefix = prefix_for(cell);
  return {base, prefix, fmt::format("{}m", prefix.symbol), cell < 0.5 * prefix.factor ? 2 : 1};
}

bool length_field(const Context& c, const char* id, const Scene& scene, double& length, NumberStyle style,
                  float width) {
  const LengthScale scale = length_scale(scene);
  if (scene.unit != Unit::cell) {
    style.unit = "m";
    style.prefix = scale.prefix;
    style.bare = true;
  }
  style.decimals = scale.decimals;
  style.min *= scale.base;
  style.max *= scale.base;
  style.speed = length_of_nodes(scene, 1) * scale.base / scale.prefix.factor;  // a cell per pixel
  double value = length * scale.base;
  if (!number_field(c.look, id, value, style, width)) return false;
  length = tidy(value / scale.base);
  return true;
}

bool place_row(const Context& c, const char* label, const char* id_x, const char* id_y, const Scene& scene, Vec2& at,
               bool inside) {
  const float w = row(c.look, fmt::format("{}, {}", label, length_scale(scene).name).c_str());
  const Vec2 last = from_nodes(scene, {scene.grid.nx - 1.0, scene.grid.ny - 1.0});
  // A shape may extend beyond the grid, but not so far that it gets lost.
  const double beyond = inside ? 0 : 10;
  bool changed = length_field(c, id_x, scene, at.x,
                              {.min = -beyond * last.x, .max = (1 + beyond) * last.x, .label = "x"}, half(c.look, w));
  tip(c.look, "Distance along x from the lower left corner of the domain. Drag, or type a value with its unit");
  same_row(c.look);
  changed |= length_field(c, id_y, scene, at.y, {.min = -beyond * last.y, .max = (1 + beyond) * last.y, .label = "y"},
                          half(c.look, w));
  tip(c.look, "Distance along y from the lower left corner of the domain. Drag, or type a value with its unit");
  return changed;
}

}  // namespace ez
