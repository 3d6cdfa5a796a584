// Panel, section Materials: what the selected shape is made of, its place in the order, and its numbers. Items:
//   Materials/##shape_material (combo) ##raise ##lower ##duplicate ##delete_shape
//   Materials/##shape_x ##shape_y (centre, or a rectangle's lower left corner) ##shape_x2 ##shape_y2 (its upper right
//   one) Materials/##shape_radius ##shape_inner ##shape_width ##shape_height ##shape_angle, as the kind has them
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/scene_edit.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

void material_and_order(const Context& c, Scene s) {
  const Selection& sel = c.state.selection;
  const std::vector<PaletteEntry> entries = palette_of(s);
  Shape& shape = s.shapes[static_cast<std::size_t>(sel.index)];
  const float w = row(c.look, kind_of_shape(shape).c_str()), buttons = 4 * c.px(26);
  ImU32 marker = 0;
  for (const PaletteEntry& e : entries)
    if (e.name == shape.material) marker = rgb(e.color);
  if (begin_combo(c.look, "##shape_material", shape.material, w - buttons, marker)) {
    for (const PaletteEntry& e : entries) {
      if (!combo_item(c.look, e.name, e.name == shape.material, rgb(e.color))) continue;
      shape.material = e.name;
      c.edit(s, "shape's material");
    }
    ImGui::EndCombo();
  }
  const auto tool = [&](const char* id, ImWchar glyph, const char* what, const char* key, bool on) {
    ImGui::SameLine(0, c.px(2));
    ImGui::BeginDisabled(!on);
    const bool hit = icon_button(c.look, id, glyph, ButtonState::plain, 24, 12);
    ImGui::EndDisabled();
    tip(c.look, what, key);
    return hit;
  };
  const int last = static_cast<int>(s.shapes.size()) - 1;
  const auto restack = [&](bool up) {
    c.edit(restacked(c.state.scene, sel.index, up), up ? "raise shape" : "lower shape");
    c.send(command::Select{{Selection::Kind::shape, sel.index + (up ? 1 : -1)}});
  };
  if (tool("##raise", icon::up, "Over the next shape", "", sel.index < last)) restack(true);
  if (tool("##lower", icon::down, "Under the shape before", "", sel.index > 0)) restack(false);
  if (tool("##duplicate", icon::duplicate, "Duplicate the shape", "Ctrl+D", true)) duplicate_selected(c);
  if (tool("##delete_shape", icon::trash, "Delete the shape", "Del", true)) delete_selected(c);
}

// "glass: n = 1.500, εr = 2.250", where the material is no perfect conductor.
void medium_of(const Context& c, const Shape& shape) {
  const double f = first_frequency(c.state.scene);
  for (const PaletteEntry& e : palette_of(c.state.scene))
    if (e.name == shape.material && !e.pec && !e.pmc)
      hint(c.look, fmt::format("{}: n = {}, εr = {}", e.name, fixed(refractive_index(e, f), 3),
                               fixed(permittivity(e, f).real(), 3)));
}

// The rows of one kind of shape. Each returns whether a number changed.
struct Numbers {
  const Context& c;
  const Scene& s;

  bool place(const char* label, const char* id_x, const char* id_y, Vec2& at) const {
    return place_row(c, label, id_x, id_y, s, at, false);
  }
  bool center(Vec2& at) const { return place("Centre", "##shape_x", "##shape_y", at); }
  // From half a cell to some grids.
  NumberStyle size(std::string_view label = {}) const {
    const Vec2 cell = from_nodes(s, {1, 1}), last = from_nodes(s, {s.grid.nx - 1.0, s.grid.ny - 1.0});
    return {.min = 0.5 * std::min(cell.x, cell.y), .max = 10 * std::max(last.x, last.y), .label = label};
  }
  float named(const char* what) const { return row(c.look, fmt::format("{}, {}", what, length_scale(s).name).c_str()); }
  bool one(const char* what, const char* id, double& length) const {
    const float w = named(what);
    return length_field(c, id, s, length, size(), w);
  }
  bool two(const char* what, Vec2& lengths) const {
    const float w = half(c.look, named(what));
    bool changed = length_field(c, "##shape_width", s, lengths.x, size("x"), w);
    same_row(c.look);
    changed |= length_field(c, "##shape_height", s, lengths.y, size("y"), w);
    return changed;
  }
  bool angle(double& degrees) const {
    const float w = row(c.look, "Angle");
    const bool changed = number_field(c.look, "##shape_angle", degrees,
                                      {.unit = "°", .decimals = 1, .min = -360, .max = 360, .speed = 0.5}, w);
    tip(c.look, "Anticlockwise");
    return changed;
  }

  bool operator()(Circle& g) const { return center(g.center) | one("Radius", "##shape_radius", g.radius); }
  bool operator()(Ring& g) const {
    bool changed = center(g.center);
    const float w = half(c.look, named("Radii"));
    NumberStyle inner = size(), outer = size();
    inner.max = g.outer - inner.min;
    outer.min = g.inner + outer.min;
    changed |= length_field(c, "##shape_inner", s, g.inner, inner, w);
    tip(c.look, "Inner radius");
    same_row(c.look);
    changed |= length_field(c, "##shape_radius", s, g.outer, outer, w);
    tip(c.look, "Outer radius");
    return changed;
  }
  bool operator()(Ellipse& g) const { return center(g.center) | two("Half-axes", g.radii) | angle(g.angle); }
  bool operator()(TurnedRect& g) const { return center(g.center) | two("Size", g.size) | angle(g.angle); }
  bool operator()(Rect& g) const {
    const bool from = place("From", "##shape_x", "##shape_y", g.min),
               to = place("To", "##shape_x2", "##shape_y2", g.max);
    return (from || to) && g.min.x < g.max.x && g.min.y < g.max.y;  // an empty rectangle is no shape
  }
  bool operator()(Stroke& g) const {
    const bool changed = one("Half width", "##shape_radius", g.radius);
    hint(c.look, fmt::format("{} points: drag them on the picture", g.points.size()));
    return changed;
  }
  bool operator()(Polygon& g) const {
    hint(c.look, fmt::format("{} corners: drag them on the picture", g.points.size()));
    return false;
  }
};

// A rectangle along the axes becomes one that is turned.
struct Turned {
  const Context& c;
  std::optional<Geometry> operator()(const Rect& r) const {
    double degrees = 0;
    if (!Numbers{c, c.state.scene}.angle(degrees) || degrees == 0) return std::nullopt;
    return TurnedRect{{tidy((r.min.x + r.max.x) / 2), tidy((r.min.y + r.max.y) / 2)},
                      {tidy(r.max.x - r.min.x), tidy(r.max.y - r.min.y)},
                      degrees};
  }
  std::optional<Geometry> operator()(const auto&) const { return std::nullopt; }
};

}  // namespace

void shape_rows(const Context& c) {
  const Selection& sel = c.state.selection;
  if (sel.kind != Selection::Kind::shape || !exists(c.state.scene, sel)) return;
  const float top = ImGui::GetCursorScreenPos().y;
  material_and_order(c, c.state.scene);
  medium_of(c, c.state.scene.shapes[static_cast<std::size_t>(sel.index)]);
  Scene edited = c.state.scene;
  Geometry& geometry = edited.shapes[static_cast<std::size_t>(sel.index)].geometry;
  const bool changed = std::visit(Numbers{c, c.state.scene}, geometry);
  const std::optional<Geometry> turned = std::visit(Turned{c}, geometry);
  if (turned) geometry = *turned;
  if (turned || changed) c.edit(edited, "edit shape");
  bring_into_view(c, Selection::Kind::shape, top);
  ImGui::Dummy({0, c.px(4)});
}

}  // namespace ez
