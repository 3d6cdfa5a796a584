// Tests the boundary lab: panes are added, removed and clicked, share one view, take tools, and show residuals and
// reports.
#include <imgui_internal.h>

#include <cmath>

#include "app/model/panes.h"
#include "ui_desk.h"

namespace ez {
namespace {

LoadedScene with_panes(bool measured) {
  Scene scene = desk_scene();
  scene.sources[0].waveform = Ricker{15e9, {}};
  scene.reflection.on = measured;
  for (const char* kind : {"pec", "mur1", "cpml"}) {
    Variant v{kind, {}};
    for (const char* side : {"left", "right", "bottom", "top"})
      v.set.push_back({std::string("boundary.") + side, std::string("\"") + kind + "\""});
    scene.variants.push_back(v);
  }
  return {scene, "", "lab"};
}

LoadedScene plain_panes(const std::filesystem::path&) { return with_panes(false); }
LoadedScene measured_panes(const std::filesystem::path&) { return with_panes(true); }

// Returns the screen position of a node in one of the lab's pictures.
ImVec2 in_picture(Desk& d, const char* item, Vec2 node) {
  const ImRect r = d.hand().ItemInfo((std::string("//Picture/") + item).c_str()).RectFull;
  const ScreenRect rect{static_cast<int>(r.Min.x), static_cast<int>(r.Min.y), static_cast<int>(r.GetWidth()),
                        static_cast<int>(r.GetHeight())};
  const Vec2 p = pixel_at(picture_window(d.state(), rect), rect, node);
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

void press(Desk& d, const char* item) {
  d.hand().ItemClick((std::string("//Picture/") + item).c_str());
  d.frames(3);
}

void the_workspace_is_switched(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  IM_CHECK(d.state().workspace == Workspace::explore);
  d.tool("##boundary_lab");
  IM_CHECK(d.state().workspace == Workspace::boundary_lab);
  IM_CHECK(d.hand().ItemExists("//Picture/##field0"));
  IM_CHECK(!d.hand().ItemExists("//Picture/##picture"));
  d.hand().KeyPress(ImGuiKey_F2);
  d.frames(3);
  IM_CHECK(d.state().workspace == Workspace::explore);
  IM_CHECK(d.hand().ItemExists("//Picture/##picture"));
  d.hand().KeyPress(ImGuiKey_F3);
  d.frames(3);
  IM_CHECK(d.state().workspace == Workspace::boundary_lab);
  d.key(ImGuiKey_Tab);
  IM_CHECK(!d.state().panel_shown);
  d.key(ImGuiKey_Tab);
  IM_CHECK(d.field_ran_on(step));
}

void panes_are_added_copied_and_removed(Desk& d) {
  d.tool("##boundary_lab");
  press(d, "##add_pane");
  IM_CHECK_EQ(pane_count(d.scene()), 2);
  IM_CHECK(d.until([&] { return d.state().panes.size() == 2; }));
  IM_CHECK_EQ(d.state().active, 1);
  IM_CHECK(d.hand().ItemExists("//Picture/##field1"));
  IM_CHECK(d.noted(Note::Kind::news, "t = 0"));
  press(d, "##add_pane");
  press(d, "##add_pane");
  IM_CHECK_EQ(pane_count(d.scene()), 4);
  IM_CHECK((d.hand().ItemInfo("//Picture/##add_pane").ItemFlags & ImGuiItemFlags_Disabled) != 0);
  for (int k = 0; k < 3; ++k) press(d, "##remove_pane");
  IM_CHECK_EQ(pane_count(d.scene()), 1);
  IM_CHECK((d.hand().ItemInfo("//Picture/##remove_pane").ItemFlags & ImGuiItemFlags_Disabled) != 0);
  for (int k = 0; k < 6; ++k) d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(d.scene() == desk_scene());
}

void a_click_selects_the_pane(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3; }));
  IM_CHECK_EQ(d.state().active, 2);  // the pane with a layer
  press(d, "##pane0");
  IM_CHECK_EQ(d.state().active, 0);
  press(d, "##pane2");
  IM_CHECK_EQ(d.state().active, 2);
  d.hand().MouseMoveToPos(in_picture(d, "##field1", {140, 20}));
  d.hand().MouseClick();
  d.frames(3);
  IM_CHECK_EQ(d.state().active, 1);
  d.hand().KeyPress(ImGuiKey_F2);
  d.frames(3);
  IM_CHECK_EQ(d.state().active, 1);
}

void all_panes_show_the_same_part(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3; }));
  d.hand().MouseMoveToPos(in_picture(d, "##field1", {100, 40}));
  d.hand().MouseWheelY(3);
  d.frames(3);
  IM_CHECK(!d.state().view.fit);
  for (const char* item : {"##field0", "##field1", "##field2"}) {
    const ImRect r = d.hand().ItemInfo((std::string("//Picture/") + item).c_str()).RectFull;
    const ImVec2 p = in_picture(d, item, {100, 40});
    IM_CHECK(r.Contains(p));
  }
  // The node under the mouse stays there in every pane.
  const ImVec2 a = in_picture(d, "##field0", {100, 40}), b = in_picture(d, "##field1", {100, 40});
  const ImVec2 corner_a = d.hand().ItemInfo("//Picture/##field0").RectFull.Min,
               corner_b = d.hand().ItemInfo("//Picture/##field1").RectFull.Min;
  IM_CHECK(std::abs((a.x - corner_a.x) - (b.x - corner_b.x)) < 1 &&
           std::abs((a.y - corner_a.y) - (b.y - corner_b.y)) < 1);
}

void tools_work_in_any_pane(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3 && d.state().step > 20; }));
  const ImVec2 from = in_picture(d, "##field2", source_node(d.scene())), to = in_picture(d, "##field2", {90, 50});
  d.hand().MouseMoveToPos(from);
  d.hand().MouseDown();
  d.hand().MouseMoveToPos({(from.x + to.x) / 2, (from.y + to.y) / 2});
  d.hand().MouseMoveToPos(to);
  d.hand().MouseUp();
  d.frames(4);
  IM_CHECK(std::abs(source_node(d.scene()).x - 90) < 2 && std::abs(source_node(d.scene()).y - 50) < 2);
  IM_CHECK_EQ(d.scene().variants.size(), std::size_t{3});
  for (int k = 0; k < 3; ++k) {
    d.session().solver(k).wait();
    IM_CHECK(std::abs(source_node(d.session().solver(k).scene()).x - 90) < 2);
  }
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(!d.state().history.can_undo());
  IM_CHECK_EQ(d.resets(), 0);
}

void the_residual_is_shown_by_its_key_and_by_its_switch(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3; }));
  IM_CHECK(!d.scene().reflection.on);
  IM_CHECK(!d.hand().ItemExists("//Picture/##lower/Residual"));
  press(d, "##measure");
  IM_CHECK(d.scene().reflection.on);
  // If only one of them fits, the residual has priority.
  IM_CHECK(d.hand().ItemExists("//Picture/##residual0"));
  IM_CHECK(!d.hand().ItemExists("//Picture/##field0"));
  d.hand().ItemClick("//Picture/##lower/Field");
  d.frames(3);
  IM_CHECK(d.hand().ItemExists("//Picture/##field0"));
  IM_CHECK(!d.hand().ItemExists("//Picture/##residual0"));
  d.hand().ItemClick("//Picture/##lower/Residual");
  d.frames(3);
  IM_CHECK(d.hand().ItemExists("//Picture/##residual0"));
  IM_CHECK(d.until([&] { return d.state().reference.bytes > 0; }));
  IM_CHECK(d.noted(Note::Kind::news, "t = 0"));
  IM_CHECK(d.until([&] { return d.state().panes[0].reflection.worst.has_value(); }));
  IM_CHECK(d.until([&] { return d.state().panes[0].residual.max_abs > 0; }));
  d.key(ImGuiKey_F2);
  d.key(ImGuiKey_8);
  IM_CHECK(d.state().view.quantity == Quantity::residual);
  IM_CHECK(d.until([&] { return d.state().picture.max_abs > 0; }));
  d.key(ImGuiKey_1);
  IM_CHECK(d.state().view.quantity == Quantity::ez);
}

void panes_are_compared_with_each_other(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3 && d.state().step > 60; }));
  IM_CHECK(d.hand().ItemExists("//Picture/##measure"));
  IM_CHECK(!d.hand().ItemExists("//Picture/##residual2"));
  d.hand().ItemClick("//Picture/##minus");
  d.frames(2);
  d.hand().ItemClick("//$FOCUSED/$$0/pec");
  d.frames(3);
  IM_CHECK(d.hand().ItemExists("//Picture/##residual2"));
  IM_CHECK_EQ(d.state().instruments.difference_with, 0);
  IM_CHECK(d.until([&] { return d.state().panes[2].residual.max_abs > 0; }));
  IM_CHECK_EQ(d.state().panes[0].residual.max_abs, 0.0f);
}

void a_report_is_written(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().panes.size() == 3 && d.state().step > 60; }));
  d.key(ImGuiMod_Ctrl | ImGuiKey_E);
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::news, "-report-001.png"); }));
  for (const char* suffix : {".png", ".csv", ".toml"})
    IM_CHECK(std::filesystem::exists(d.file("ezscope-lab-report-001" + std::string(suffix))));
}

}  // namespace

std::vector<UiTest> lab_tests() {
  const PixelSize size{1400, 800};
  return {{"the_workspace_is_switched", the_workspace_is_switched, {}, size},
          {"panes_are_added_copied_and_removed", panes_are_added_copied_and_removed, {}, size},
          {"a_click_selects_the_pane", a_click_selects_the_pane, plain_panes, size},
          {"all_panes_show_the_same_part", all_panes_show_the_same_part, plain_panes, size},
          {"tools_work_in_any_pane", tools_work_in_any_pane, plain_panes, size},
          {"the_residual_is_shown_by_its_key_and_by_its_switch",
           the_residual_is_shown_by_its_key_and_by_its_switch,
           plain_panes,
           {800, 1000}},
          {"panes_are_compared_with_each_other", panes_are_compared_with_each_other, plain_panes, size},
          {"a_report_is_written", a_report_is_written, measured_panes, size}};
}

}  // namespace ez
