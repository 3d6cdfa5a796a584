// Tests the picture: dragging, drawing, erasing, zooming and panning.
#include <cmath>

#include "ui_desk.h"

namespace ez {
namespace {

void a_source_is_dragged(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  const std::uint64_t step = d.state().step;
  d.drag(source_node(d.scene()), {80, 40});
  const Vec2 now = source_node(d.scene());
  IM_CHECK(std::abs(now.x - 80) < 1.5 && std::abs(now.y - 40) < 1.5);
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 0}));
  IM_CHECK(d.field_ran_on(step));
  IM_CHECK(d.solver().scene() == d.scene());
  IM_CHECK(d.state().history.can_undo());
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);  // the whole drag is one entry
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().history.can_undo());
  IM_CHECK(!d.state().unsaved);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  IM_CHECK(std::abs(source_node(d.scene()).x - 80) < 1.5);
  IM_CHECK(d.field_ran_on(step));
}

void probes_and_shapes_are_dragged(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.drag({100, 40}, {70, 90});
  const Vec2 probe = to_nodes(d.scene(), d.scene().probes[0].at);
  IM_CHECK(std::abs(probe.x - 70) < 1.5 && std::abs(probe.y - 90) < 1.5);
  d.drag({120, 90}, {120, 30});
  IM_CHECK(near(std::get<Circle>(d.scene().shapes[0].geometry).center.y, 0.03, 0.05));
  IM_CHECK_EQ(d.solver().nodes().at(120, 30), 3);
  IM_CHECK_EQ(d.solver().nodes().at(120, 90), 0);
  IM_CHECK(d.field_ran_on(step));
}

void the_brush_paints_and_the_eraser_removes(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.click("Materials/##material3");
  d.type("Materials/##radius", "4");
  IM_CHECK_EQ(d.state().brush.radius, 4.0);
  d.tool("##brush");
  IM_CHECK(d.state().tool == Tool::brush);
  IM_CHECK_EQ(d.solver().nodes().at(90, 70), 0);
  d.drag({70, 70}, {110, 70});
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{2});
  IM_CHECK_EQ(d.solver().nodes().at(90, 70), 3);
  IM_CHECK_EQ(d.solver().nodes().at(90, 73), 3);
  IM_CHECK_EQ(d.solver().nodes().at(90, 78), 0);
  d.tool("##erase");
  d.drag({90, 60}, {90, 80});
  IM_CHECK_EQ(d.solver().nodes().at(90, 70), 0);
  IM_CHECK_EQ(d.solver().nodes().at(75, 70), 3);
  IM_CHECK(d.field_ran_on(step));
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.solver().nodes().at(90, 70), 3);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.solver().nodes().at(90, 70), 0);
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{1});
}

void rectangles_circles_and_walls_are_drawn(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.click("Materials/##material1");
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "pec");
  d.tool("##rectangle");
  d.drag({20, 20}, {40, 30});
  d.tool("##circle");
  d.drag({90, 100}, {97, 100});
  d.tool("##wall");
  d.drag({60, 20}, {60, 45});
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{4});
  IM_CHECK_EQ(d.solver().nodes().at(30, 25), 1);
  IM_CHECK_EQ(d.solver().nodes().at(90, 105), 1);
  IM_CHECK_EQ(d.solver().nodes().at(60, 30), 1);
  IM_CHECK(d.field_ran_on(step));
  d.key(ImGuiKey_Delete);  // deletes the shape drawn last, which is selected
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{3});
  IM_CHECK_EQ(d.solver().nodes().at(60, 30), 0);
}

void sources_and_probes_are_placed(Desk& d) {
  d.tool("##source");
  d.click_picture({100, 100});
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{2});
  IM_CHECK(std::abs(source_node(d.scene(), 1).x - 100) < 1.5);
  d.drag({20, 40}, {20, 80});
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{3});
  IM_CHECK(std::holds_alternative<LineSource>(d.scene().sources[2].geometry));
  d.tool("##probe");
  d.click_picture({140, 60});
  IM_CHECK_EQ(d.scene().probes.size(), std::size_t{2});
  IM_CHECK(d.until([&] { return d.state().probes.size() == 2 && d.state().probes[1].values.size() > 10; }));
}

void escape_cancels_a_drag(Desk& d) {
  const Scene before = d.scene();
  d.hand().MouseMoveToPos(d.at(source_node(d.scene())));
  d.hand().MouseDown();
  d.hand().MouseMoveToPos(d.at({90, 90}));
  d.frames(3);
  IM_CHECK(!(d.scene() == before));
  d.hand().KeyPress(ImGuiKey_Escape);
  d.frames(2);
  d.hand().MouseUp();
  d.frames(3);
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().history.can_undo());
}

void the_wheel_keeps_the_node_under_the_cursor(Desk& d) {
  const ImVec2 mouse = d.at({100, 40});
  d.hand().MouseMoveToPos(mouse);
  d.hand().MouseWheelY(3);
  d.frames(3);
  IM_CHECK(!d.state().view.fit);
  const Vec2 under = d.node_under(mouse);
  IM_CHECK(std::abs(under.x - 100) < 0.5 && std::abs(under.y - 40) < 0.5);
  const double zoomed = d.state().view.nodes_per_pixel;
  for (const int button : {1, 2}) {
    const Vec2 center = d.state().view.center;
    const Vec2 from = d.node_under(mouse);
    d.drag(from, {from.x - 10, from.y}, button);
    IM_CHECK(std::abs(d.state().view.center.x - center.x - 10) < 1);
    IM_CHECK_EQ(d.state().view.nodes_per_pixel, zoomed);
  }
  d.tool("##select");
  d.hand().MouseMoveToPos(d.at({100, 60}));  // on an empty place
  d.hand().MouseDoubleClick();
  d.frames(3);
  IM_CHECK(d.state().view.fit);
  IM_CHECK(!d.state().unsaved);
}

void shift_and_the_wheel_change_the_brush(Desk& d) {
  d.tool("##brush");
  const double radius = d.state().brush.radius;
  const ViewState view = d.state().view;
  d.hand().MouseMoveToPos(d.at({60, 60}));
  d.hand().KeyDown(ImGuiMod_Shift);
  d.hand().MouseWheelY(2);
  d.frames(2);
  IM_CHECK(d.state().brush.radius > radius);
  d.hand().MouseWheelY(-5);
  d.hand().KeyUp(ImGuiMod_Shift);
  d.frames(2);
  IM_CHECK(d.state().brush.radius < radius);
  IM_CHECK(d.state().view.fit == view.fit);
  d.hand().ItemInputValue("//Tool options/##radius", "9");
  d.frames(2);
  IM_CHECK_EQ(d.state().brush.radius, 9.0);
  d.hand().ItemClick("//Tool options/##material");
  d.frames(2);
  d.hand().ItemClick("//$FOCUSED/glass");
  d.frames(2);
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "glass");
}

void space_and_a_drag_move_the_picture_and_do_not_pause(Desk& d) {
  const Scene before = d.scene();
  const Vec2 center = d.state().view.center;
  d.hand().WindowFocus("//Picture");
  d.hand().KeyDown(ImGuiKey_Space);
  d.frames(2);
  d.drag({80, 60}, {70, 60});
  d.hand().KeyUp(ImGuiKey_Space);
  d.frames(3);
  IM_CHECK(std::abs(d.state().view.center.x - center.x - 10) < 1.5);
  IM_CHECK(d.state().running);
  IM_CHECK(d.scene() == before);
}

void a_wall_drawn_with_shift_is_level(Desk& d) {
  d.tool("##wall");
  d.hand().KeyDown(ImGuiMod_Shift);
  d.drag({30, 100}, {70, 104});
  d.hand().KeyUp(ImGuiMod_Shift);
  const auto& wall = std::get<Stroke>(d.scene().shapes.back().geometry);
  IM_CHECK_EQ(wall.points.size(), std::size_t{2});
  IM_CHECK_EQ(wall.points[0].y, wall.points[1].y);
}

void handles_stretch_a_shape(Desk& d) {
  d.click_picture({120, 90});
  const double radius = std::get<Circle>(d.scene().shapes[0].geometry).radius;
  const std::uint64_t step = d.state().step;
  d.drag({130, 90}, {138, 90});
  IM_CHECK(std::get<Circle>(d.scene().shapes[0].geometry).radius > 1.5 * radius);
  IM_CHECK(near(std::get<Circle>(d.scene().shapes[0].geometry).center.x, 0.12));
  IM_CHECK_EQ(d.solver().nodes().at(136, 90), 3);
  IM_CHECK(d.field_ran_on(step));
}

void the_value_under_the_pointer_is_shown(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiKey_Space);
  IM_CHECK(d.until([&] { return !d.state().running; }));
  d.hand().MouseMoveToPos(d.at({60, 60}));
  d.frames(5);
  const Cursor& c = d.state().cursor;
  IM_CHECK(c.inside);
  IM_CHECK(std::abs(c.node.i - 60) <= 1 && std::abs(c.node.j - 60) <= 1);
  IM_CHECK_EQ(c.value, d.solver().value_at(Quantity::ez, c.node));
  IM_CHECK(c.value != 0);
  d.hand().MouseMoveToPos(d.at({120, 90}));
  d.frames(5);
  IM_CHECK_STR_EQ(c.material.c_str(), "glass");
}

bool at_nodes(const LineCut& cut, Vec2 from, Vec2 to) {
  const auto near = [](Vec2 a, Vec2 b) { return std::abs(a.x - b.x) < 1.5 && std::abs(a.y - b.y) < 1.5; };
  return cut.on && near(cut.from, from) && near(cut.to, to);
}

void a_line_cut_is_drawn_dragged_and_removed(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  const std::uint64_t step = d.state().step;
  const LineCut& cut = d.state().view.cut;
  d.tool("##cut");
  IM_CHECK(!cut.on);
  d.click_picture({30, 30});  // a click without a drag draws nothing
  IM_CHECK(!cut.on);
  d.drag({20, 100}, {140, 60});
  IM_CHECK(at_nodes(cut, {20, 100}, {140, 60}));
  IM_CHECK(d.until([&] { return d.state().cut.largest.size() == nodes_of(d.scene(), cut).size(); }));
  IM_CHECK(d.until([&] { return d.hand().ItemExists("//Panel/Line cut/##remove"); }));  // its section has opened
  IM_CHECK_EQ(d.state().cut.now.size(), d.state().cut.largest.size());
  IM_CHECK_EQ(d.state().cut.phase.size(), d.state().cut.largest.size());
  d.drag({140, 60}, {140, 100});  // drags one end
  IM_CHECK(at_nodes(cut, {20, 100}, {140, 100}));
  d.key(ImGuiKey_V);
  d.drag({80, 100}, {80, 90});  // drags the whole line with the selection tool
  IM_CHECK(at_nodes(cut, {20, 90}, {140, 90}));
  // While the run is paused the cut shows the present field.
  d.key(ImGuiKey_Space);
  IM_CHECK(!d.state().running);
  d.drag({140, 90}, {100, 40});
  d.frames(3);
  const std::vector<Node> nodes = nodes_of(d.scene(), cut);
  IM_CHECK_EQ(d.state().cut.now.size(), nodes.size());
  IM_CHECK_EQ(d.state().cut.now.back(), d.solver().value_at(Quantity::ez, nodes.back()));
  IM_CHECK(d.state().cut.largest.empty());
  // Escape cancels a drag.
  const LineCut kept = cut;
  d.hand().MouseMoveToPos(d.at(cut.to));
  d.hand().MouseDown();
  d.hand().MouseMoveToPos(d.at({30, 30}));
  d.frames(3);
  IM_CHECK(!(cut == kept));
  d.hand().KeyPress(ImGuiKey_Escape);
  d.frames(2);
  d.hand().MouseUp();
  d.frames(3);
  IM_CHECK(cut == kept);
  // The line is set by a number and then removed.
  d.type("Line cut/##x1", "50");
  IM_CHECK(std::abs(to_nodes(d.scene(), {0.05, 0}).x - cut.from.x) < 1.5);
  d.click("Line cut/##remove");
  IM_CHECK(!cut.on);
  d.click("Line cut/##add");
  IM_CHECK(cut.on);
  // The line belongs to the window, so it is no edit and needs no undo.
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().history.can_undo());
  d.key(ImGuiKey_Space);
  IM_CHECK(d.field_ran_on(step));
}

}  // namespace

std::vector<UiTest> picture_tests() {
  return {{"a_source_is_dragged", a_source_is_dragged},
          {"probes_and_shapes_are_dragged", probes_and_shapes_are_dragged},
          {"the_brush_paints_and_the_eraser_removes", the_brush_paints_and_the_eraser_removes},
          {"rectangles_circles_and_walls_are_drawn", rectangles_circles_and_walls_are_drawn},
          {"sources_and_probes_are_placed", sources_and_probes_are_placed},
          {"escape_cancels_a_drag", escape_cancels_a_drag},
          {"the_wheel_keeps_the_node_under_the_cursor", the_wheel_keeps_the_node_under_the_cursor},
          {"shift_and_the_wheel_change_the_brush", shift_and_the_wheel_change_the_brush},
          {"space_and_a_drag_move_the_picture_and_do_not_pause", space_and_a_drag_move_the_picture_and_do_not_pause},
          {"a_wall_drawn_with_shift_is_level", a_wall_drawn_with_shift_is_level},
          {"handles_stretch_a_shape", handles_stretch_a_shape},
          {"the_value_under_the_pointer_is_shown", the_value_under_the_pointer_is_shown},
          {"a_line_cut_is_drawn_dragged_and_removed", a_line_cut_is_drawn_dragged_and_removed}};
}

}  // namespace ez
