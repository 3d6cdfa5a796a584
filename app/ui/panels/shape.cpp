// Panel, section Materials: the material of the selected shape, its place in the stack, and its numbers. Items:
//   Materials/##shape_material (combo) ##raise ##lower ##duplicate ##delete_shape
//   Materials/##shape_x ##shape_y (centre, or a rectangle's lower left corner) ##shape_x2 ##shape_y2 (its upper right
//   one) Materials/##choose_picture ##way ##add_level ##ramp_black ##ramp_white (of an image)
//   Materials/##shape_radius ##shape_inner ##shape_width ##shape_height ##shape_angle, depending on the kind
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "app/model/document/scene_edit.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

void material_and_order(const Context& c, Scene s) {
  const Selection& sel = c.state.selection;
  const std::vector<PaletteEntry>& entries = c.state.media->offered();
  Shape& shape = s.shapes[static_cast<std::size_t>(sel.index)];
  const float w = row(c.look, kind_of_shape(shape).c_str()), buttons = 4 * c.px(26);
  ImU32 marker = 0;
  const std::string now(materials_of(std::as_const(shape)).front());
  for (const PaletteEntry& e : entries)
    if (e.name == now) marker = rgb(e.color);
  const auto* image = std::get_if<ImageShape>(&shape.geometry);
  const bool own = image && (image->ramp || !image->levels.empty());
  if (own) {
    Pen{c.look, ImGui::GetWindowDrawList()}.text(ImGui::GetCursorScreenPos() + c.look.px(0, 12), {0, 0.5f},
                                                 image->ramp ? "by gradient" : "by levels", c.t().text2);
    ImGui::Dummy({w - buttons, c.px(24)});
  } else if (begin_combo(c.look, "##shape_material", as_name(now), w - buttons, marker)) {
    for (const PaletteEntry& e : entries) {
      if (!combo_item(c.look, as_name(e.name), e.name == now, rgb(e.color))) continue;
      shape = made_of(s, shape.geometry, e.name);
      c.edit(s, in_cells(s.physics) ? "shape's state" : "shape's material");
    }
    ImGui::EndCombo();
  } else {
    tip(c.look, "Sets the material of the shape. The run continues when it changes");
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
    c.edit(with_shape_moved(c.state.scene, sel.index, up), up ? "raise shape" : "lower shape");
    c.send(command::Select{{Selection::Kind::shape, sel.index + (up ? 1 : -1)}});
  };
  if (tool("##raise", icon::up, "Moves the shape in front of the next one", "", sel.index < last)) restack(true);
  if (tool("##lower", icon::down, "Moves the shape behind the previous one", "", sel.index > 0)) restack(false);
  if (tool("##duplicate", icon::duplicate, "Duplicates the shape", "Ctrl+D", true)) duplicate_selected(c);
  if (tool("##delete_shape", icon::trash, "Deletes the shape", "Del", true)) delete_selected(c);
}

// Shows "glass: n = 1.500, εr = 2.250", unless the material is a perfect conductor.
void medium_of(const Context& c, const Shape& shape) {
  if (in_cells(c.state.scene.physics)) return;
  const std::vector<std::string_view> names = materials_of(shape);
  for (const Material& m : c.state.scene.materials)
    if (names.size() == 1 && names[0] == m.name && m.graded())
      return hint(c.look, c.say("{}: εr = {}, σ = {}; x, y, r from the shape's centre", m.name,
                                m.eps_formula.empty() ? fixed(m.eps, 3) : m.eps_formula,
                                m.sigma_formula.empty() ? fixed(m.sigma, 3) : m.sigma_formula));
  const double f = first_frequency(c.state.scene);
  for (const PaletteEntry& e : c.state.media->palette())
    if (names.size() == 1 && names[0] == e.name && !e.pec && !e.pmc)
      hint(c.look, fmt::format("{}: n = {}, εr = {}", e.name, fixed(refractive_index(e, f), 3),
                               fixed(permittivity(e, f).real(), 3)));
}

// Rows for each kind of shape. Each function returns true if a number changed.
struct Numbers {
  const Context& c;
  const Scene& s;

  bool place(const char* label, const char* id_x, const char* id_y, Vec2& at) const {
    return place_row(c, label, id_x, id_y, s, at, false);
  }
  bool center(Vec2& at) const { return place("Centre", "##shape_x", "##shape_y", at); }
  // Returns the style of a length, from half a cell to a few grids.
  NumberStyle size(std::string_view label = {}) const {
    const Vec2 first = from_nodes(s, {}), next = from_nodes(s, {1, 1});
    const Vec2 last = from_nodes(s, {s.grid.nx - 1.0, s.grid.ny - 1.0});
    return {.min = 0.5 * std::min(next.x - first.x, next.y - first.y),
            .max = 10 * std::max(last.x, last.y),
            .label = label};
  }
  float named(const char* what) const { return row(c.look, fmt::format("{}, {}", what, length_scale(s).name).c_str()); }
  bool one(const char* what, const char* id, double& length) const {
    const float w = named(what);
    const bool changed = length_field(c, id, s, length, size(), w);
    tip(c.look, c.say("{} of the shape, at least half a cell", what));
    return changed;
  }
  bool two(const char* what, Vec2& lengths) const {
    const float w = half(c.look, named(what));
    bool changed = length_field(c, "##shape_width", s, lengths.x, size("x"), w);
    tip(c.look, c.say("{} along x, before rotation", what));
    same_row(c.look);
    changed |= length_field(c, "##shape_height", s, lengths.y, size("y"), w);
    tip(c.look, c.say("{} along y, before rotation", what));
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
    return (from || to) && g.min.x < g.max.x && g.min.y < g.max.y;  // rejects an empty rectangle
  }
  bool by_way(ImageShape& g, int way) const {
    const std::string name = brush_material();
    g.levels.clear();
    g.ramp.reset();
    if (way == 1) g.levels = {{0, "vacuum"}, {ImageShape::light, name}};
    if (way == 2) g.ramp = {"vacuum", ramp_end(name)};
    return true;
  }
  // Returns the brush's material if the scene has it.
  std::string brush_material() const {
    return has_material(s, c.state.brush.material) ? c.state.brush.material : "pec";
  }
  // Returns a medium with numbers: the brush's material, otherwise the scene's first, otherwise vacuum.
  std::string ramp_end(const std::string& wanted) const {
    std::string out = "vacuum";
    for (const Material& m : s.materials)
      if (!m.graded() && (out == "vacuum" || m.name == wanted)) out = m.name;
    return out;
  }
  // Draws a row for each level: its smallest grey value and its material.
  bool levels(ImageShape& g) const {
    bool changed = false;
    for (std::size_t k = 0; k < g.levels.size(); ++k) {
      ImageLevel& level = g.levels[k];
      ImGui::PushID(static_cast<int>(k));
      const float w = row(c.look, k == 0 ? "From grey level" : "");
      double grey = level.grey;
      const int low = k == 0 ? 0 : g.levels[k - 1].grey + 1;
      const int high = k + 1 == g.levels.size() ? 255 : g.levels[k + 1].grey - 1;
      if (number_field(c.look, "##grey", grey, {.decimals = 0, .min = double(low), .max = double(high)}, c.px(56)))
        level.grey = std::clamp(static_cast<int>(std::lround(grey)), low, high), changed = true;
      tip(c.look, "Smallest grey value of this level, from 0 (black) to 255 (white). The level ends at the next one");
      same_row(c.look);
      changed |= material("##level_material", level.material, w - c.px(56 + 28));
      same_row(c.look);
      const bool gone = icon_button(c.look, "##drop_level", icon::trash, ButtonState::plain, 24, 12);
      tip(c.look, "Removes the level");
      ImGui::PopID();
      if (!gone) continue;
      g.levels.erase(g.levels.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
    const int next = g.levels.empty() ? 0 : g.levels.back().grey + 1;
    const float w = row(c.look, "");
    ImGui::BeginDisabled(next > 255);
    if (button(c.look, "##add_level", "Add level", icon::plus, false, w))
      g.levels.push_back({(next + 255) / 2, brush_material()}), changed = true;
    ImGui::EndDisabled();
    tip(c.look, "Adds a material for grey values above the last level");
    return changed;
  }
  bool material(const char* id, std::string& name, float w) const {
    const std::vector<PaletteEntry>& entries = c.state.media->palette();
    ImU32 marker = 0;
    for (const PaletteEntry& e : entries)
      if (e.name == name) marker = rgb(e.color);
    bool changed = false;
    if (!begin_combo(c.look, id, as_name(name), w, marker)) {
      tip(c.look, "Material of these grey values");
      return false;
    }
    for (const PaletteEntry& e : entries)
      if (combo_item(c.look, as_name(e.name), e.name == name, rgb(e.color))) name = e.name, changed = true;
    ImGui::EndCombo();
    return changed;
  }
  bool operator()(ImageShape& g) const {
    const Vec2 old_min = g.min, old_max = g.max;
    bool changed = place("From", "##shape_x", "##shape_y", g.min);
    changed |= place("To", "##shape_x2", "##shape_y2", g.max);
    if (!(g.min.x < g.max.x && g.min.y < g.max.y)) g.min = old_min, g.max = old_max, changed = false;
    const float w = row(c.look, c.say("{} × {} pixels", g.picture.width(), g.picture.height()).c_str());
    if (button(c.look, "##choose_picture", "Choose image…", icon::open, false, w)) c.send(command::LayImage{});
    tip(c.look, "Loads a PNG file, whose grey values become materials");
    const std::vector<std::string> ways = {"Light", "Levels", "Gradient"};
    const int way = g.ramp ? 2 : g.levels.empty() ? 0 : 1;
    const auto hit = segmented(c.look, "##way", ways, way, row(c.look, "Meaning of grey"));
    tip(c.look,
        "Light: bright areas are one material. Levels: each range of grey values is a material. Gradient: values "
        "change from black to white");
    if (hit && *hit != way) return by_way(g, *hit);
    if (way == 1) changed |= levels(g);
    if (g.ramp) {
      const float ends = half(c.look, row(c.look, "Black, white"));
      changed |= material("##ramp_black", (*g.ramp)[0], ends);
      same_row(c.look);
      changed |= material("##ramp_white", (*g.ramp)[1], ends);
    }
    return changed;
  }
  bool operator()(Stroke& g) const {
    const bool changed = one("Half width", "##shape_radius", g.radius);
    hint(c.look, c.say("{} points. Drag them on the picture", g.points.size()));
    return changed;
  }
  bool operator()(Polygon& g) const {
    hint(c.look, c.say("{} corners. Drag them on the picture", g.points.size()));
    return false;
  }
};

// Turns a rectangle along the axes into a rotated one.
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
  Shape& shape = edited.shapes[static_cast<std::size_t>(sel.index)];
  Geometry& geometry = shape.geometry;
  bool changed = std::visit(Numbers{c, c.state.scene}, geometry);
  const std::optional<Geometry> turned = std::visit(Turned{c}, geometry);
  if (turned) geometry = *turned;
  if (const auto* image = std::get_if<ImageShape>(&geometry)) {  // its material applies to greys without their own
    if (image->ramp || !image->levels.empty())
      shape.material.clear();
    else if (shape.material.empty())
      shape.material = has_material(edited, c.state.brush.material) ? c.state.brush.material : "pec";
  }
  changed |= copies_rows(c, c.state.scene, shape);
  if (turned || changed) c.edit(edited, "edit shape");
  bring_into_view(c, Selection::Kind::shape, top);
  ImGui::Dummy({0, c.px(4)});
}

}  // namespace ez
