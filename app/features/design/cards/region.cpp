// The region of a design on the picture. The select tool drags its sides and corners. The brush and the eraser paint
// into its structure.
#include <algorithm>
#include <cmath>

#include "app/features/design/cards/cards.h"
#include "app/features/design/commands.h"
#include "app/features/design/memory.h"
#include "app/features/design/state.h"
#include "app/model/document/handles.h"
#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/input/input_events.h"
#include "solver/design/outline.h"

namespace ez {
namespace {

constexpr float reach = 6;                                // of a side, unscaled pixels
constexpr double least_cells = 6;                         // between two sides
constexpr int most_squares = 200;                         // of the gain map along an axis
constexpr float gain_opacity = 0.8f, least_gain = 0.15f;  // of the square root of a gain

bool is_shown(const Context& c) {
  return c.memory.options.chrome && c.state.workspace == Workspace::explore && open_design(c.state.scene) != nullptr;
}

// Returns the region's lower left and upper right corner on the screen.
Area area_of(const Context& c, const Viewport& v) {
  const Scene& s = c.state.scene;
  const Design& d = *open_design(s);
  const ImVec2 a = v.screen(to_nodes(s, d.min)), b = v.screen(to_nodes(s, d.max));
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

// Finds the sides under the mouse, see DesignMemory.
void sides_at(const Context& c, const Viewport& v, ImVec2 mouse, int& x, int& y) {
  const Area a = area_of(c, v);
  const float r = c.px(reach);
  x = y = 0;
  if (mouse.x < a.min.x - r || mouse.x > a.max.x + r || mouse.y < a.min.y - r || mouse.y > a.max.y + r) return;
  if (std::abs(mouse.x - a.min.x) <= r) x = -1;
  if (std::abs(mouse.x - a.max.x) <= r) x = 1;
  if (std::abs(mouse.y - a.max.y) <= r) y = -1;
  if (std::abs(mouse.y - a.min.y) <= r) y = 1;
}

void drag_sides(const Context& c, const Viewport& v) {
  const DesignMemory& m = c.memory.of<DesignMemory>();
  const Scene& s = c.state.scene;
  const Vec2 at = position_on_node(s, v.node(ImGui::GetIO().MousePos));
  const Vec2 low = to_nodes(s, m.before.min), high = to_nodes(s, m.before.max), node = to_nodes(s, at);
  Design design = m.before;
  if (m.side_x < 0 && node.x <= high.x - least_cells) design.min.x = at.x;
  if (m.side_x > 0 && node.x >= low.x + least_cells) design.max.x = at.x;
  if (m.side_y < 0 && node.y <= high.y - least_cells) design.min.y = at.y;
  if (m.side_y > 0 && node.y >= low.y + least_cells) design.max.y = at.y;
  if (design == s.designs.front()) return;
  Scene next = without_picture(s, s.designs.front());
  next.designs.front() = std::move(design);
  c.edit(std::move(next), "move region", false);
}

// Returns the density that the tool paints: 0 or 1, or nothing if it has another material.
std::optional<bool> painted_material(const Context& c) {
  const Design& d = *open_design(c.state.scene);
  if (c.state.tool == Tool::erase) return false;
  if (c.state.tool != Tool::brush || !d.materials) return std::nullopt;
  if (c.state.brush.material == d.materials->at(0)) return false;
  if (c.state.brush.material == d.materials->at(1)) return true;
  return std::nullopt;
}

// Draws a square for each node whose gain can be seen, or for one of several nodes of a large region.
void draw_gains(const Context& c, const Viewport& v, ImDrawList* list) {
  const DesignState& d = c.state.of<DesignState>();
  const NodeRect r = region_of(c.state.scene, *open_design(c.state.scene));
  const int width = r.i1 - r.i0, height = r.j1 - r.j0;
  if (!d.shows_gains || d.gains.size() != node_index(0, height, width)) return;
  const int stride = 1 + std::max(width, height) / most_squares;
  for (int j = 0; j < height; j += stride)
    for (int i = 0; i < width; i += stride) {
      const float gain = d.gains[node_index(i, j, width)], size = std::sqrt(std::abs(gain));
      if (size < least_gain) continue;
      const ImVec2 a = v.screen({r.i0 + i - 0.5, r.j0 + j - 0.5}),
                   b = v.screen({r.i0 + i + stride - 0.5, r.j0 + j + stride - 0.5});
      list->AddRectFilled({a.x, b.y}, {b.x, a.y}, fade(gain > 0 ? c.t().data[3] : c.t().data[4], gain_opacity * size));
    }
}

bool contains(const Scene& s, const Design& d, Vec2 node) {
  const NodeRect r = region_of(s, d);
  return node.x >= r.i0 && node.x < r.i1 && node.y >= r.j0 && node.y < r.j1;
}

// Paints along the path of the mouse in this frame. Returns false if the tool has another material.
bool paint(const Context& c, const Viewport& v, bool begins) {
  const std::optional<bool> second = painted_material(c);
  if (!second) return false;
  Vec2& last = c.memory.of<DesignMemory>().last;
  std::vector<ImVec2> path = mouse_path();
  if (begins || path.empty()) path = {ImGui::GetIO().MousePos};
  if (begins) last = v.node(path.front());
  for (const ImVec2 at : path) {
    const Vec2 node = v.node(at);
    if (begins || !(node == last)) c.send(command::PaintStructure{last, node, c.state.brush.radius, *second});
    last = node;
  }
  return true;
}

bool press(const Context& c, const Viewport& v) {
  DesignMemory& m = c.memory.of<DesignMemory>();
  const Scene& s = c.state.scene;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::optional<std::size_t> picture = picture_shape(s, *open_design(s));
  if (c.state.tool == Tool::select) {
    if (c.state.view.handles) sides_at(c, v, mouse, m.side_x, m.side_y);
    m.before = *open_design(s);
    if (m.side_x != 0 || m.side_y != 0) return true;
    const std::optional<int> under = shape_at(s, v.node(mouse));
    m.swallows = picture && under && static_cast<std::size_t>(*under) == *picture;
    return m.swallows;
  }
  m.paints = picture && contains(s, *open_design(s), v.node(mouse)) && paint(c, v, true);
  return m.paints;
}

}  // namespace

bool handle_region(const Context& c, const Viewport& v, bool active) {
  DesignMemory& m = c.memory.of<DesignMemory>();
  const bool busy = m.side_x != 0 || m.side_y != 0 || m.paints || m.swallows;
  if (!is_shown(c) || (!busy && c.memory.gesture.kind != Gesture::Kind::none)) return m = {}, false;
  if (!busy) return active && !c.memory.space_down && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && press(c, v);
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) return m = {}, true;
  if (m.side_x != 0 || m.side_y != 0) drag_sides(c, v);
  if (m.paints) paint(c, v, false);
  return true;
}

void draw_region(const Context& c, const Viewport& v, ImDrawList* list) {
  if (!is_shown(c) || !c.state.view.handles) return;
  draw_gains(c, v, list);
  const DesignMemory& m = c.memory.of<DesignMemory>();
  const Area a = area_of(c, v);
  const Pen pen{c.look, list};
  const ImU32 color = c.t().accent;
  const ImVec2 corners[] = {a.min, {a.max.x, a.min.y}, a.max, {a.min.x, a.max.y}};
  for (int k = 0; k < 4; ++k) pen.line(corners[k], corners[(k + 1) % 4], color, 1.5f);
  pen.names().pill({a.min.x, a.min.y - c.px(6)}, {0, 1}, open_design(c.state.scene)->name, color);
  if (c.state.tool != Tool::select) return;
  for (const ImVec2 p : corners) pen.handle(p, 5, color);
  int x = m.side_x, y = m.side_y;
  if (x == 0 && y == 0 && c.memory.picture_hovered) sides_at(c, v, ImGui::GetIO().MousePos, x, y);
  if (x != 0 || y != 0) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

}  // namespace ez
