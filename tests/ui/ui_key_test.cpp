// Tests keys, tool bar, theme and help.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <fstream>

#include "ui_desk.h"

namespace ez {
namespace {

void time_keys(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiKey_Space);
  IM_CHECK(!d.state().running);
  const std::uint64_t paused = d.solver().step();
  d.frames(10);
  IM_CHECK_EQ(d.solver().step(), paused);
  d.key(ImGuiKey_RightArrow);
  IM_CHECK_EQ(d.solver().step(), paused + 1);
  d.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
  IM_CHECK_EQ(d.solver().step(), paused + 11);
  d.key(ImGuiKey_R);
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{0});
  IM_CHECK_EQ(d.loudest(), 0.0);
  d.key(ImGuiKey_Space);
  IM_CHECK(d.state().running);
  IM_CHECK(d.until([&] { return d.state().step > 20; }));
  const int steps = d.state().speed.steps_per_frame;
  d.key(ImGuiKey_Equal);
  IM_CHECK(d.state().speed.steps_per_frame > steps);
  d.key(ImGuiKey_Minus);
  d.key(ImGuiKey_Minus);
  IM_CHECK(d.state().speed.steps_per_frame < steps);
}

void view_keys(Desk& d) {
  for (int k = 8; k >= 0; --k) {
    d.key(ImGuiKey_1 + k);
    IM_CHECK(d.state().view.quantity == quantities[k].quantity);
  }
  const double gain = d.state().view.gain;
  d.key(ImGuiKey_RightBracket);
  IM_CHECK(d.state().view.gain > gain);
  d.key(ImGuiKey_LeftBracket);
  IM_CHECK_EQ(d.state().view.gain, gain);
}

void showing_the_residual_is_no_edit_and_keeps_the_lock(Desk& d) {
  d.wait_for_field();
  const Scene scene = d.scene();
  d.key(ImGuiKey_Space);
  d.type("View/##limit", "100");
  IM_CHECK(d.state().view.range == RangeMode::locked);
  const double locked = d.state().view.limit;  // 100 in the prefix that is shown
  d.key(ImGuiKey_5);
  IM_CHECK(d.state().view.limit != locked);
  d.key(ImGuiKey_1);
  IM_CHECK_EQ(d.state().view.limit, locked);
  const std::uint64_t step = d.solver().step();
  d.key(ImGuiKey_8);
  IM_CHECK(d.until([&] { return d.state().reference.bytes > 0 && d.state().reference.caught_up == 1; }));
  IM_CHECK(d.until([&] { return d.state().picture.max_abs > 0; }));
  IM_CHECK_EQ(d.solver().step(), step);
  d.key(ImGuiKey_1);
  IM_CHECK_EQ(d.state().reference.bytes, 0.0);
  IM_CHECK_EQ(d.solver().step(), step);
  IM_CHECK(d.scene() == scene);
  IM_CHECK(!d.state().unsaved);
  IM_CHECK(!d.state().history.can_undo());
  IM_CHECK_EQ(d.state().view.limit, locked);
}

void the_status_line_runs_to_a_step(Desk& d) {
  d.wait_for_field();
  const auto ask = [&] {
    d.hand().ItemClick("//Status/##step_number");
    d.frames(4);
  };
  const auto is_open = [] { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); };
  // Typed characters go into the field, and Enter runs.
  ask();
  const ImGuiWindow* box = d.hand().GetWindowByRef("//$FOCUSED");
  IM_CHECK(box != nullptr);
  const ImGuiTestItemInfo number = d.hand().ItemInfo("//Status/##step_number");
  IM_CHECK(box->Pos.y + box->Size.y <= number.RectFull.Min.y);
  d.hand().KeyChars("777");
  d.hand().KeyPress(ImGuiKey_Enter);
  IM_CHECK(d.until([&] { return d.state().held; }));
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{777});
  IM_CHECK(!d.state().running);
  IM_CHECK(!is_open());
  IM_CHECK(d.state().view.quantity == Quantity::ez);
  d.key(ImGuiKey_Space);
  IM_CHECK(d.until([&] { return d.state().step > 777; }));
  d.key(ImGuiKey_Space);
  // Escape closes the field. A text that is no number runs nowhere.
  ask();
  d.hand().KeyChars("9");
  d.hand().KeyPress(ImGuiKey_Escape);
  d.frames(3);
  IM_CHECK(!is_open());
  ask();
  d.hand().KeyChars("soon");
  d.hand().KeyPress(ImGuiKey_Enter);
  d.frames(3);
  IM_CHECK(is_open());
  IM_CHECK(!d.state().run_to);
  d.hand().ItemDoubleClick("//$FOCUSED/##to");
  d.hand().KeyCharsReplace("25");
  d.hand().ItemClick("//$FOCUSED/##run");
  IM_CHECK(d.until([&] { return d.state().held; }));
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{25});
}

LoadedScene scene_with_a_locked_range(const std::filesystem::path& folder) {
  Scene scene = desk_scene();
  scene.view.range = 0.8;
  const std::string file = (folder / "own.toml").string();
  std::ofstream(file) << write_scene(scene);
  return {scene, file, ""};
}

// A file that was saved unlocked opens unlocked.
void the_lock_is_saved_with_the_scene(Desk& d) {
  d.wait_for_field();
  const ViewState& v = d.state().view;
  const std::uint64_t step = d.state().step;
  IM_CHECK(v.range == RangeMode::locked);
  d.hand().ItemClick("//Picture/##lock");
  d.frames(3);
  IM_CHECK(v.range == RangeMode::automatic);
  IM_CHECK_EQ(d.scene().view.range, 0.0);
  IM_CHECK(d.state().unsaved);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(v.range == RangeMode::locked);
  IM_CHECK_EQ(v.limit, 0.8);
  IM_CHECK(!d.state().unsaved);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  IM_CHECK(v.range == RangeMode::automatic);
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);
  IM_CHECK(d.until([&] { return !d.state().unsaved; }));
  IM_CHECK_EQ(load_scene(d.state().path).scene->view.range, 0.0);
  // Lock the present range again.
  d.hand().ItemClick("//Picture/##lock");
  d.frames(3);
  IM_CHECK(v.range == RangeMode::locked);
  IM_CHECK_EQ(d.scene().view.range, v.limit);
  d.type("View/##limit", "50 V/m");
  IM_CHECK_EQ(d.scene().view.range, 50.0);
  IM_CHECK_EQ(v.limit, 50.0);
  // The file holds no range of another quantity.
  d.key(ImGuiKey_5);
  d.hand().ItemClick("//Picture/##lock");
  d.frames(3);
  IM_CHECK_EQ(d.scene().view.range, 50.0);
  IM_CHECK(d.field_ran_on(step));
}

LoadedScene scene_with_a_pause(const std::filesystem::path&) {
  Scene scene = desk_scene();
  scene.sources[0].waveform = Ricker{15e9, {}};
  scene.reflection.on = true;
  scene.pause.at = "150 steps";
  return {scene, "", "moment"};
}

void a_run_pauses_at_its_step_again_after_a_reset(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().held; }));
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{150});
  IM_CHECK(d.until([&] { return d.state().panes[0].reflection.worst.has_value(); }));
  d.frames(20);
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{150});
  d.tool("##run");
  IM_CHECK(d.until([&] { return d.state().step > 200; }));
  d.tool("##reset");
  IM_CHECK(d.until([&] { return d.state().held; }));
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{150});
  const double sound = *d.state().panes[0].reflection.worst;
  d.choose("Boundaries/##left", fmt::format("$${}/Mur, 1st order", static_cast<int>(BoundaryKind::mur1)));
  IM_CHECK(d.until([&] { return d.state().held && *d.state().panes[0].reflection.worst > sound + 20; }));
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{150});
}

void tool_keys(Desk& d) {
  const std::pair<ImGuiKey, Tool> keys[] = {
      {ImGuiKey_B, Tool::brush}, {ImGuiKey_E, Tool::erase}, {ImGuiKey_T, Tool::rectangle}, {ImGuiKey_C, Tool::circle},
      {ImGuiKey_W, Tool::wall},  {ImGuiKey_P, Tool::probe}, {ImGuiKey_L, Tool::cut},       {ImGuiKey_V, Tool::select}};
  for (const auto& [key, tool] : keys) {
    d.key(key);
    IM_CHECK(d.state().tool == tool);
  }
  const std::pair<const char*, Tool> buttons[] = {
      {"##brush", Tool::brush},  {"##rectangle", Tool::rectangle}, {"##circle", Tool::circle}, {"##wall", Tool::wall},
      {"##erase", Tool::erase},  {"##source", Tool::source},       {"##probe", Tool::probe},   {"##cut", Tool::cut},
      {"##select", Tool::select}};
  for (const auto& [button, tool] : buttons) {
    d.tool(button);
    IM_CHECK(d.state().tool == tool);
  }
}

void window_keys(Desk& d) {
  d.key(ImGuiKey_Tab);
  IM_CHECK(!d.state().panel_shown);
  IM_CHECK(d.hand().WindowInfo("//Panel", ImGuiTestOpFlags_NoError).Window == nullptr ||
           !d.hand().WindowInfo("//Panel", ImGuiTestOpFlags_NoError).Window->Active);
  d.key(ImGuiKey_Tab);
  IM_CHECK(d.state().panel_shown);
  d.key(ImGuiKey_F1);
  IM_CHECK(d.state().help_shown);
  IM_CHECK(d.hand().WindowInfo("//Help").Window->Active);
  d.key(ImGuiKey_Escape);
  IM_CHECK(!d.state().help_shown);
  d.key(ImGuiKey_H);
  IM_CHECK(d.state().help_shown);
  d.hand().ItemClick("//Help/##close");
  d.frames(2);
  IM_CHECK(!d.state().help_shown);
  IM_CHECK(d.state().dark);
  d.tool("##theme");
  IM_CHECK(!d.state().dark);
  IM_CHECK(read_settings(user_folders()).dark == false);  // remembered for the next session
  d.tool("##theme");
  IM_CHECK(d.state().dark);
  d.key(ImGuiKey_F11);
  IM_CHECK(d.state().full_screen);
  d.frames(10);
  d.key(ImGuiKey_F11);
  IM_CHECK(!d.state().full_screen);
}

void edit_keys(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  const std::uint64_t step = d.state().step;
  d.click_picture(source_node(d.scene()));
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 0}));
  d.key(ImGuiMod_Ctrl | ImGuiKey_D);
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{2});
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::source, 1}));
  d.key(ImGuiKey_Delete);
  IM_CHECK(d.scene() == before);
  d.click_picture({120, 90});
  d.key(ImGuiKey_Delete);
  IM_CHECK(d.scene().shapes.empty());
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.scene().sources.size(), std::size_t{2});
  d.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  IM_CHECK(d.scene() == before);
  d.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  IM_CHECK(d.scene().shapes.empty());
  d.tool("##undo");
  IM_CHECK(d.scene() == before);
  d.tool("##redo");
  IM_CHECK(d.scene().shapes.empty());
  IM_CHECK(d.field_ran_on(step));
}

void keys_go_into_a_text_while_it_is_typed(Desk& d) {
  const std::size_t sources = d.scene().sources.size();
  d.type("Sources/##name", "r b e 1 2");  // as keys R would restart the run, and B select the brush
  IM_CHECK_STR_EQ(d.scene().sources[0].name.c_str(), "r b e 1 2");
  IM_CHECK(d.state().tool == Tool::select);
  IM_CHECK(d.state().view.quantity == Quantity::ez);
  IM_CHECK(d.state().running);
  IM_CHECK_EQ(d.scene().sources.size(), sources);
}

void f6_goes_to_the_panel_and_back(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.key(ImGuiKey_F6);
  d.hand().KeyPress(ImGuiKey_R);  // R acts in the panel now
  d.hand().KeyPress(ImGuiKey_Tab);
  d.frames(3);
  IM_CHECK(d.state().panel_shown);
  IM_CHECK(d.field_ran_on(step));
  d.hand().KeyPress(ImGuiKey_Escape);
  d.frames(3);
  d.hand().KeyPress(ImGuiKey_Tab);
  d.frames(3);
  IM_CHECK(!d.state().panel_shown);
}

// The keys reach every item that the mouse can press. The panel's grip is excepted, as the arrow keys scroll. On the
// timeline ← and J move.
void every_item_can_be_reached(Desk& d) {
  const auto check = [&](const char* window) {
    ImGuiTestItemList items;
    d.hand().GatherItems(&items, window, -1);
    IM_CHECK(items.GetSize() > 0);
    for (const ImGuiTestItemInfo& item : items) {
      const std::string name = item.DebugLabel;
      if (name.empty() || name == "##scroll" || name == "##scrub") continue;
      if (item.ItemFlags & ImGuiItemFlags_NoNav) IM_ERRORF("%s/%s has no place for the keys", window, name.c_str());
    }
  };
  for (const char* section : {"Scene", "Sources", "Materials", "Boundaries", "View", "Probes", "Performance"})
    d.reveal(section);
  d.key(ImGuiMod_Shift | ImGuiKey_J);
  for (const char* window : {"//Panel", "//Toolbar", "//Status", "//Timeline"}) check(window);
  d.key(ImGuiMod_Shift | ImGuiKey_F1);
  check("//Start");
  d.key(ImGuiKey_Escape);
  d.key(ImGuiKey_F3);
  check("//Panel");
  d.key(ImGuiKey_F4);
  check("//Kernels");
}

void the_tool_bar_runs_steps_and_resets(Desk& d) {
  d.wait_for_field();
  d.tool("##run");
  IM_CHECK(!d.state().running);
  const std::uint64_t paused = d.solver().step();
  d.tool("##step");
  IM_CHECK_EQ(d.solver().step(), paused + 1);
  d.tool("##reset");
  IM_CHECK_EQ(d.solver().step(), std::uint64_t{0});
  d.tool("##run");
  IM_CHECK(d.state().running);
  d.tool("##full");
  IM_CHECK(d.state().speed.full);
  d.hand().ItemInputValue("//Toolbar/##speed", "4");
  d.frames(3);
  IM_CHECK_EQ(d.state().speed.periods_per_second, 4.0);
  IM_CHECK(!d.state().speed.full);
}

}  // namespace

std::vector<UiTest> key_tests() {
  return {{"time_keys", time_keys},
          {"view_keys", view_keys},
          {"showing_the_residual_is_no_edit_and_keeps_the_lock", showing_the_residual_is_no_edit_and_keeps_the_lock},
          {"the_status_line_runs_to_a_step", the_status_line_runs_to_a_step},
          {"the_lock_is_saved_with_the_scene", the_lock_is_saved_with_the_scene, scene_with_a_locked_range},
          {"a_run_pauses_at_its_step_again_after_a_reset", a_run_pauses_at_its_step_again_after_a_reset,
           scene_with_a_pause},
          {"tool_keys", tool_keys},
          {"window_keys", window_keys},
          {"edit_keys", edit_keys, {}, {1280, 720}},  // at this width the tool bar shows undo and redo
          {"keys_go_into_a_text_while_it_is_typed", keys_go_into_a_text_while_it_is_typed},
          {"f6_goes_to_the_panel_and_back", f6_goes_to_the_panel_and_back},
          {"every_item_can_be_reached", every_item_can_be_reached},
          {"the_tool_bar_runs_steps_and_resets", the_tool_bar_runs_steps_and_resets}};
}

}  // namespace ez
