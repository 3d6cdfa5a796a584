// Handles the mouse on the picture. Each tool consists of press, drag and release. Every frame of a drag builds the
// scene again from the scene at the press. So a gesture is a single edit however long it takes, and Escape cancels it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/ui/input/input_events.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/line_cut.h"
#include "app/ui/picture/marks/measures.h"

namespace ez {
namespace {

constexpr float reach = 11, finger_reach = 16;  // half the hit area of a handle, unscaled pixels
constexpr float click = 4;                      // a press with less movement is a click

using Kind = Gesture::Kind;

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Returns the handle under the mouse: those of the selection first, then sources and probes, the last drawn first.
std::optional<Grip> grip_at(const Context& c, const Viewport& v, ImVec2 mouse) {
  if (!c.state.view.handles) return std::nullopt;
  const Scene& s = c.state.scene;
  std::optional<Grip> best;
  float nearest = c.px(is_finger() ? finger_reach : reach);
  const auto look_at = [&](Selection what) {
    for (const GripSpot& spot : grip_spots(s, what)) {
      const float d = distance(v.screen(spot.node), mouse);
      if (d < nearest) nearest = d, best = spot.grip;
    }
  };
  const bool probes = !hides(c.state, Secret::probes);  // otherwise they are hidden
  if (probes || c.state.selection.kind != Selection::Kind::probe) look_at(c.state.selection);
  if (best) return best;
  for (int i = static_cast<int>(s.sources.size()) - 1; i >= 0; --i) look_at({Selection::Kind::source, i});
  for (int i = static_cast<int>(s.probes.size()) - 1; probes && i >= 0; --i) {
    const float d = distance(v.screen(to_nodes(s, s.probes[static_cast<std::size_t>(i)].at)), mouse);
    if (d < nearest) nearest = d, best = {{Selection::Kind::probe, i}, 0};
  }
  return best;
}

// Returns the handle of a line source between its ends. It can be gripped anywhere, except where it crosses a shape
// that is smaller than the line.
std::optional<Grip> line_at(const Context& c, const Viewport& v, ImVec2 mouse, std::optional<int> shape) {
  const Scene& s = c.state.scene;
  float size = std::numeric_limits<float>::infinity();  // of the shape at the mouse
  if (shape) {
    const NodeBox box = box_of(s, s.shapes[static_cast<std::size_t>(*shape)]);
    const ImVec2 diagonal = v.screen(box.max) - v.screen(box.min);
    size = std::max(std::abs(diagonal.x), std::abs(diagonal.y));
  }
  for (int i = static_cast<int>(s.sources.size()) - 1; i >= 0 && c.state.view.handles; --i) {
    const std::vector<GripSpot> spots = grip_spots(s, {Selection::Kind::source, i});
    if (spots.size() != 3) continue;
    const ImVec2 a = v.screen(spots[1].node), b = v.screen(spots[2].node), d = b - a;
    const float l2 = d.x * d.x + d.y * d.y;
    const float t = l2 > 0 ? std::clamp(((mouse.x - a.x) * d.x + (mouse.y - a.y) * d.y) / l2, 0.0f, 1.0f) : 0;
    if (distance(mouse, a + d * t) < c.px(6) && l2 <= size * size) return spots[0].grip;
  }
  return std::nullopt;
}

std::optional<Grip> pick(const Context& c, const Viewport& v, ImVec2 mouse) {
  if (const auto g = grip_at(c, v, mouse)) return g;
  const std::optional<int> shape = shape_at(c.state.scene, v.node(mouse));
  if (const auto g = line_at(c, v, mouse, shape)) return g;
  if (shape) return Grip{{Selection::Kind::shape, *shape}, 0};
  return std::nullopt;
}

const char* verb_of(Selection::Kind kind) {
  return kind == Selection::Kind::source ? "move source" : kind == Selection::Kind::probe ? "move probe" : "move shape";
}

void begin(const Context& c, Kind kind, Vec2 node, const Text& what) {
  Gesture& g = c.memory.gesture;
  g = {};
  g.kind = kind;
  g.base = c.state.scene;
  g.start = g.last = node;
  g.start_mouse = ImGui::GetIO().MousePos;
  g.what = what;
}

// Convert nodes to the scene's unit with few digits: for sources and probes, and for shapes.
Vec2 place(const Scene& s, Vec2 node) { return position_on_node(s, node); }
Vec2 corner(const Scene& s, Vec2 node) { return position_of_shape(s, node); }

Geometry wall_between(const Context& c, Vec2 from, Vec2 to) {
  const Scene& s = c.memory.gesture.base;
  if (ImGui::GetIO().KeyShift) {  // vertical or horizontal
    if (std::abs(to.x - from.x) > std::abs(to.y - from.y))
      to.y = from.y;
    else
      to.x = from.x;
  }
  return Stroke{{corner(s, from), corner(s, to)}, length_of_nodes(s, c.state.brush.radius)};
}

Geometry rectangle_between(const Context& c, Vec2 from, Vec2 to) {
  const Scene& s = c.memory.gesture.base;
  const Vec2 a = corner(s, {std::min(from.x, to.x), std::min(from.y, to.y)});
  const Vec2 b = corner(s, {std::max(from.x, to.x), std::max(from.y, to.y)});
  return Rect{a, b};
}

Geometry circle_around(const Context& c, Vec2 center, Vec2 rim) {
  const Scene& s = c.memory.gesture.base;
  const Vec2 d = cell_size(s);
  const double r = std::hypot(rim.x - center.x, (rim.y - center.y) * d.y / d.x);
  return Circle{corner(s, center), length_of_nodes(s, std::max(1.0, std::round(r)))};
}

// Adds the mouse positions of this frame to a stroke, at least half a radius apart.
void follow_stroke(const Context& c, const Viewport& v) {
  Gesture& g = c.memory.gesture;
  const double apart = std::max(1.0, c.state.brush.radius / 2);
  const auto far = [&](Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y) >= apart; };
  for (const ImVec2 at : mouse_path())
    if (const Vec2 node = v.node(at); far(g.points.back(), node)) g.points.push_back(node);
}

// Returns the stroke so far, with the mouse position as its last point.
Geometry stroke_so_far(const Context& c) {
  const Gesture& g = c.memory.gesture;
  Stroke stroke{{}, length_of_nodes(g.base, c.state.brush.radius)};
  for (const Vec2& p : g.points) stroke.points.push_back(place(g.base, p));
  const Vec2 end = place(g.base, g.last);
  if (stroke.points.size() < 2 || !(stroke.points.back() == end)) stroke.points.push_back(end);
  return stroke;
}

// Returns the material to draw with. For a gas or heat it is the name of a state, or wall_name.
std::string material_of(const Context& c) {
  const Scene& s = c.state.scene;
  const bool cells = in_cells(s.physics);
  if (c.state.tool == Tool::wall && cells) return std::string(wall_name);
  if (c.state.tool != Tool::erase) return c.state.brush.material;
  const FluidState* state = cells ? state_named(s, s.grid.background) : nullptr;
  return state ? state->name : s.grid.background;
}

// Returns the scene with the effect of the gesture so far; nothing while there is nothing to show.
std::optional<Scene> made(const Context& c) {
  const Gesture& g = c.memory.gesture;
  const std::string material = material_of(c);
  switch (g.kind) {
    case Kind::stroke:
      return with_shape(g.base, stroke_so_far(c), material);
    case Kind::move:
      if (g.moved) return moved(g.base, g.grip, g.start, g.last, ImGui::GetIO().KeyAlt);
      break;
    case Kind::rectangle:
      if (g.moved) return with_shape(g.base, rectangle_between(c, g.start, g.last), material);
      break;
    case Kind::circle:
      if (g.moved) return with_shape(g.base, circle_around(c, g.start, g.last), material);
      break;
    case Kind::wall:
      if (g.moved) return with_shape(g.base, wall_between(c, g.start, g.last), material);
      break;
    case Kind::none:
    case Kind::pan:
    case Kind::cut:
      break;
  }
  return std::nullopt;
}

// Grips a part of the existing line, or begins another line here.
void press_cut(const Context& c, Vec2 node, std::optional<CutPart> part) {
  begin(c, Kind::cut, node, "");
  Gesture& g = c.memory.gesture;
  g.cut = g.cut_was = c.state.view.cut;
  g.cut_part = part.value_or(CutPart::to);
  if (!part) g.cut = moved(g.base, {true, node, node}, CutPart::from, node, node, false), g.cut.to = g.cut.from;
  if (!part || c.state.tool == Tool::screen) g.cut.screen = c.state.tool == Tool::screen;
}

void show_cut(const Context& c, const LineCut& cut) {
  if (c.state.view.cut == cut) return;
  ViewState view = c.state.view;
  view.cut = cut;
  c.view(view);
}

void press_select(const Context& c, const Viewport& v, ImVec2 mouse) {
  const auto grip = pick(c, v, mouse);
  c.send(command::Select{grip ? grip->what : Selection{}});
  if (!grip) return;
  begin(c, Kind::move, v.node(mouse), verb_of(grip->what.kind));
  c.memory.gesture.grip = *grip;
}

// A source or probe is created at the press and moves until the release. Dragging a new source stretches it into a
// line.
void press_new(const Context& c, Vec2 node, bool source) {
  const Scene& s = c.state.scene;
  const int index = static_cast<int>(source ? s.sources.size() : s.probes.size());
  const Selection self{source ? Selection::Kind::source : Selection::Kind::probe, index};
  begin(c, Kind::move, node, source ? "add source" : "add probe");
  Gesture& g = c.memory.gesture;
  g.base = source ? with_source(s, node) : with_probe(s, node);
  g.grip = {self, 0};
  g.adds = self.kind;
  if (source) {
    const Vec2 at = place(s, node);
    g.base.sources.back().geometry = PointSource{at};
  }
  c.edit(g.base, g.what, false);
  c.send(command::Select{self});
}

void press(const Context& c, const Viewport& v) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Vec2 node = v.node(mouse);
  switch (c.state.tool) {
    case Tool::select:
      if (const auto part = cut_part_at(c, v, mouse))
        press_cut(c, node, part);
      else
        press_select(c, v, mouse);
      break;
    case Tool::cut:
    case Tool::screen:
      press_cut(c, node, cut_part_at(c, v, mouse));
      break;
    case Tool::brush:
    case Tool::erase:
      begin(c, Kind::stroke, node, c.state.tool == Tool::brush ? "brush stroke" : "erase");
      c.memory.gesture.points = {node};
      break;
    case Tool::rectangle:
      begin(c, Kind::rectangle, node, "rectangle");
      break;
    case Tool::circle:
      begin(c, Kind::circle, node, "circle");
      break;
    case Tool::wall:
      begin(c, Kind::wall, node, "wall");
      break;
    case Tool::source:
      press_new(c, node, true);
      break;
    case Tool::probe:
      press_new(c, node, false);
      break;
    case Tool::pulse:
      c.send(command::Pulse{node, c.state.brush.radius, c.state.brush.pulse});
      break;
    case Tool::stopwatch:
      click_stopwatch(c, node);
      break;
    case Tool::protractor:
      click_protractor(c, v, node);
      break;
  }
}

// With the source tool, a drag turns the new point source into a line from the place of the press.
void stretch_source(const Context& c) {
  Gesture& g = c.memory.gesture;
  if (c.state.tool != Tool::source || g.adds != Selection::Kind::source || g.grip.part == 2) return;
  const Vec2 at = place(g.base, g.start);
  g.base.sources.back().geometry = LineSource{at, at};
  g.grip.part = 2;
}

void drag(const Context& c, const Viewport& v) {
  Gesture& g = c.memory.gesture;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  g.last = v.node(mouse);
  if (!g.moved && distance(mouse, g.start_mouse) > c.px(click)) {
    g.moved = true;
    stretch_source(c);
  }
  if (g.kind == Kind::stroke) follow_stroke(c, v);
  if (g.kind == Kind::cut && g.moved)
    show_cut(c, moved(g.base, g.cut, g.cut_part, g.start, g.last, ImGui::GetIO().KeyShift));
  if (const auto scene = made(c))
    if (!(*scene == c.state.scene)) c.edit(*scene, g.what, false);
}

void release(const Context& c, const Viewport& v) {
  Gesture& g = c.memory.gesture;
  drag(c, v);
  if (g.kind == Kind::cut && g.moved) c.open(line_cut_section) = c.memory.cut_drawn = true;
  std::optional<Scene> scene = made(c);
  if (!scene && c.memory.gesture_open) scene = g.base;
  if (scene) c.edit(*scene, g.what, true);
  const bool drawn = g.kind == Kind::rectangle || g.kind == Kind::circle || g.kind == Kind::wall;
  if (scene && drawn) c.send(command::Select{{Selection::Kind::shape, static_cast<int>(scene->shapes.size()) - 1}});
  g = {};
}

// The wheel zooms at the cursor; with Shift it changes the brush's radius.
void wheel(const Context& c, const Viewport& v) {
  const ImGuiIO& io = ImGui::GetIO();
  const float notches = io.MouseWheel != 0 ? io.MouseWheel : (io.KeyShift ? io.MouseWheelH : 0);
  if (notches == 0) return;
  if (io.KeyShift) {
    BrushSetting brush = c.state.brush;
    brush.radius = std::clamp(
        std::round(brush.radius * std::pow(1.15, static_cast<double>(notches)) * 2) / 2 + (notches > 0 ? 0.5 : 0.0),
        0.5, 500.0);
    c.send(command::SetBrush{brush});
  } else {
    c.view(zoomed(c.state, v.rect, v.node(io.MousePos), static_cast<double>(notches)));
  }
}

bool pans(const Context& c) {
  return ImGui::IsMouseDown(ImGuiMouseButton_Middle) || ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
         (c.memory.space_down && ImGui::IsMouseDown(ImGuiMouseButton_Left));
}

void cursor_shape(const Context& c, const Viewport& v) {
  const Kind kind = c.memory.gesture.kind;
  const Tool tool = c.state.tool;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool takes_cuts = tool == Tool::select || tool == Tool::cut || tool == Tool::screen;
  if (kind == Kind::pan || c.memory.space_down)
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  else if (kind == Kind::none &&
           ((takes_cuts && cut_part_at(c, v, mouse)) || (tool == Tool::select && pick(c, v, mouse))))
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

}  // namespace

void cancel_gesture(const Context& c) {
  Gesture& g = c.memory.gesture;
  if (g.kind == Kind::none) return;
  if (g.kind == Kind::cut) show_cut(c, g.cut_was);
  if (c.memory.gesture_open) {
    Scene back = g.base;
    if (g.adds == Selection::Kind::source) back.sources.pop_back();
    if (g.adds == Selection::Kind::probe) back.probes.pop_back();
    c.edit(back, g.what, true);
  }
  g = {};
}

void handle_mouse(const Context& c, const Viewport& v, bool hovered, bool active) {
  const ImGuiIO& io = ImGui::GetIO();
  Gesture& g = c.memory.gesture;
  // Two fingers move and zoom at once. A frame does one of them, because both start from the shown view.
  if (hovered && g.kind == Kind::pan && io.MouseWheel != 0) return wheel(c, v);
  if (hovered && g.kind == Kind::none) wheel(c, v);
  if (hovered || active) cursor_shape(c, v);
  if (g.kind == Kind::none && active) {
    if (pans(c)) {
      begin(c, Kind::pan, v.node(io.MousePos), "");
      c.memory.space_used = c.memory.space_down;
    } else if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && c.state.tool == Tool::select &&
               !pick(c, v, io.MousePos) && !cut_part_at(c, v, io.MousePos)) {
      ViewState view = c.state.view;
      view.fit = true;
      c.view(view);
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      press(c, v);
    }
    return;
  }
  if (g.kind == Kind::pan) {
    if (!pans(c))
      g = {};
    else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)
      c.view(panned(c.state, v.rect, static_cast<double>(io.MouseDelta.x * v.framebuffer_scale.x),
                    static_cast<double>(io.MouseDelta.y * v.framebuffer_scale.y)));
    return;
  }
  if (g.kind == Kind::none) return;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
    drag(c, v);
  else
    release(c, v);
}

}  // namespace ez
