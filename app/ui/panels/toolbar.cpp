// The tool bar. Items, in the window "Toolbar":
//   ##scene (combo)  ##reset  ##run  ##step  ##timeline  ##speed  ##full
//   ##start  ##select ##brush ##rectangle ##circle ##wall ##erase ##source ##probe ##cut
//   ##measuring (a menu: Intensity screen, Stopwatch, Protractor)
//   ##explore ##boundary_lab ##kernel_lab (below 1664 pixels without their names)
//   ##undo ##redo ##film ##camera ##share (a menu: Save picture, Record video, Save web page, Copy scene, Copy link,
//   Show QR code, Paste scene) ##full_screen ##theme ##help
//   Below 1240 pixels ##more (a menu: Explore, Boundary lab, Kernel lab, Undo, Redo, what ##share has, below 1050
//   pixels also Full screen, the other theme, Keys and mouse) replaces all items before ##film, and ##camera and
//   ##share. Below 1330 pixels there is no ##camera (the menu of ##share and F12 have it).
// While a video is recorded, ##film ends it, and its progress is before it. Below 1240 pixels the progress is in the
// tooltip. Below 1050 pixels there is no ##film: a dot on ##more shows that a video is recorded, and
// its menu shows the rest. Below 1264 pixels there is no ##timeline (##more and the keys have it), below 860 no ##speed
// (the panel's Performance has it), below 400 no ##step. If the panel is a drawer, ##panel opens it, and below 686
// pixels ##more has the tools.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "app/model/update.h"
#include "app/platform/units.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"
#include "app/ui/popup_menu.h"
#include "solver/base/memory.h"

namespace ez {
namespace {

constexpr float wide = 1664, named_from = 1400, narrow_below = 1240, tight = 1050, least = 860, timeline_from = 1264,
                camera_from = 1330, tools_from = 640, step_from = 400;
constexpr float drawer_width = 46;  // more than that if ##panel is shown

// Returns the space between groups, which is smaller if the scene's name needs it.
float gap_of(const Context& c) {
  const float width = c.memory.tool_bar.width();
  return width < c.px(camera_from) ? 9 : width < c.px(named_from) ? 13 : 17;
}
// Without the button, the picture can be saved from the menu ##share and by F12.
bool has_tools(const Context& c) {
  return c.memory.tool_bar.width() >= c.px(tools_from + (c.state.narrow ? drawer_width : 0));
}
bool has_camera(const Context& c) { return c.memory.tool_bar.width() >= c.px(camera_from); }

}  // namespace

void ToolBar::at(float size) { ImGui::SetCursorPos({x, std::round((c.px(tool_bar_height) - c.px(size)) / 2)}); }

void ToolBar::gap() {
  const float cy = c.memory.tool_bar.min.y + c.px(tool_bar_height / 2), half = std::floor(gap_of(c) / 2);
  x += c.px(half);
  pen.vline(c.memory.tool_bar.min.x + x, cy - c.px(10), cy + c.px(10), c.t().border_strong);
  x += c.px(half + 1);
}

bool ToolBar::button(const char* id, ImWchar icon, std::string_view what, std::string_view key, ButtonState state,
                     bool enabled) {
  at(32);
  ImGui::BeginDisabled(!enabled);
  const bool hit = icon_button(c.look, id, icon, state);
  ImGui::EndDisabled();
  tip(c.look, what, key);
  x += c.px(34);
  return hit;
}

namespace {

void draw_mark(ToolBar& bar, bool named) {
  const Context& c = bar.c;
  const ImVec2 center(c.memory.tool_bar.min.x + bar.x + c.px(3), c.memory.tool_bar.min.y + c.px(tool_bar_height / 2));
  constexpr float fading[] = {1, 0.75f, 0.5f};
  for (int i = 0; i < 3; ++i) {
    bar.pen.list->PathArcTo(center, c.px(6 + 5 * static_cast<float>(i)), -0.75f, 0.75f, 16);
    bar.pen.list->PathStroke(fade(c.t().accent, fading[i]), c.px(2));
  }
  bar.pen.list->AddCircleFilled(center, c.px(2.5f), c.t().accent);
  const float left = bar.x - c.px(12);
  bar.x += c.px(26);
  if (named)
    bar.x += bar.pen.text({bar.x, center.y}, {0, 0.5f}, "ezscope", c.t().text, font_size::title, c.look.fonts.medium) +
             c.px(12);
  // Returns to the start page.
  const float end = bar.x;
  bar.x = left;
  bar.at(32);
  const ImVec2 p = ImGui::GetCursorScreenPos(), q(p.x + end - left - c.px(8), p.y + c.px(32));
  if (ImGui::InvisibleButton("##start", q - p, ImGuiButtonFlags_EnableNav))
    for (const UiHooks& h : ui_hooks())
      if (h.tool_bar.mark) h.tool_bar.mark(c);
  tip(c.look, "Opens the start page, with scenes, first steps and the tour", "Shift+F1");
  if (ImGui::IsItemHovered()) bar.pen.frame(p, q, c.t().border_strong, 6);
  bar.x = end;
}

void scene_combo(ToolBar& bar, float width) {
  const Context& c = bar.c;
  bar.at(28);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, c.look.px(8, 6));
  call_hooks(&UiHooks::begin_scene_list);
  const std::string name = shown_file(c.state);
  const bool open = begin_combo(c.look, "##scene", as_name(name), width);
  ImGui::PopStyleVar();
  if (open) {
    if (combo_item(c.look, "Open file…", false, 0, as_name(c.look.keys("Ctrl+O")))) c.send(command::Open{});
    for (const std::string& path : c.state.recent) {
      ImGui::PushID(path.c_str());
      const std::filesystem::path p(path);
      const std::string file = p.filename().string(), folder = p.parent_path().filename().string();
      if (combo_item(c.look, as_name(file), path == c.state.path, 0, as_name(folder))) c.send(command::Open{path});
      ImGui::PopID();
    }
    ImGui::Separator();
    any_hook(&UiHooks::scene_list, c);
    ImGui::EndCombo();
  } else {
    const std::string where = c.state.path.empty() ? "" : fmt::format("\n{}", c.state.path);
    tip(c.look, c.say("Scene: {}{}{}", shown_name(c.state), c.tr(c.state.unsaved ? " (unsaved changes)" : ""), where));
  }
  c.memory.scene_spot = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  bar.x += width;
}

void reset_and_run(ToolBar& bar) {
  const Context& c = bar.c;
  const State& s = c.state;
  if (bar.button("##reset", icon::reset,
                 s.held                      ? "Restart"
                 : in_cells(s.scene.physics) ? "Resets the run to its initial state at t = 0"
                                             : "Resets the field to zero and the time to t = 0",
                 "R"))
    c.send(command::Reset{});
  if (bar.button("##run", can_pause(s) ? icon::pause : icon::run,
                 can_pause(s) ? "Pause"
                 : s.frozen   ? "The field is frozen because it became unstable. R restarts it."
                 : s.held     ? "Continue"
                              : "Run",
                 "Space", s.frozen ? ButtonState::plain : ButtonState::primary))
    c.send(command::Run{!can_pause(s)});
  c.memory.run_spot = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
}

// `step`, `timeline`: there is space for these buttons.
void transport(ToolBar& bar, bool step, bool timeline) {
  const Context& c = bar.c;
  const State& s = c.state;
  reset_and_run(bar);
  if (step && bar.button("##step", icon::step, "Makes one time step (Shift: 10)", "→")) {
    if (s.running) c.send(command::Run{false});
    c.send(command::Step{ImGui::GetIO().KeyShift ? 10 : 1});
  }
  for (const UiHooks& h : ui_hooks())
    if (timeline && h.tool_bar.transport) h.tool_bar.transport(bar);
}

}  // namespace

NumberStyle speed_style(Physics physics) {
  if (in_cells(physics))
    return {.unit = "grids/s", .decimals = 3, .min = 1e-4, .max = 100, .logarithmic = true, .slot = 58};
  return {.unit = "periods/s", .decimals = 1, .min = 0.1, .max = 500, .logarithmic = true, .slot = 65};
}

namespace {

// Draws the field for the speed. It shows the requested speed, and after "of" the total: "3.6 of 8.0 periods/s".
void speed_field(ToolBar& bar, float width, bool labelled) {
  const Context& c = bar.c;
  SpeedSetting speed = c.state.speed;
  bar.at(28);
  bar.x += c.px(4);
  bar.at(28);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, c.look.px(8, 6));
  const bool cells = in_cells(c.state.scene.physics);
  double& rate = cells ? speed.crossings_per_second : speed.periods_per_second;
  NumberStyle style = speed_style(c.state.scene.physics);
  style.fill = speed.full ? 1 : std::log(rate / style.min) / std::log(style.max / style.min);
  const Performance& f = c.state.performance;
  const bool goes = c.state.running && !c.state.held && f.steps_per_second > 0, fixed_steps = !speed.automatic;
  const std::string reached = c.say("{} of", fixed(f.steps_per_second / f.steps_per_period, style.decimals));
  const std::string steps = fmt::format("{}", speed.steps_per_frame);
  if (labelled) style.label = "Speed";
  if (goes && !fixed_steps && (speed.full || f.falls_short)) style.label = reached;
  style.warns = f.falls_short;
  if (speed.full) style.instead = "max";
  if (fixed_steps) style.instead = steps, style.unit = "steps/frame", style.slot = 74;
  const bool edited = number_field(c.look, "##speed", rate, style, width);
  // Enter takes over the rate even if it is unchanged, because the field showed something else.
  if (edited || (!style.instead.empty() && number_entered("##speed"))) {
    speed.full = false;
    speed.automatic = true;
    c.send(command::SetSpeed{speed});
  }
  ImGui::PopStyleVar();
  std::string words =
      c.tr(cells ? "Speed in grid crossings by the fastest sound (or heat) per second. Drag, or double-click to type"
                 : "Speed in periods of the first source per second. Drag, or double-click to type");
  if (fixed_steps) words += c.tr(". A fixed number of steps per frame is set instead (in Performance)");
  if (f.falls_short) words += "\n" + c.tr(why_short(c.state));
  tip(c.look, words);
  bar.x += width + c.px(2);
  if (bar.button("##full", icon::full_speed, "Runs as fast as the engine can while the window stays responsive", "",
                 speed.full && !fixed_steps ? ButtonState::selected : ButtonState::plain)) {
    speed = c.state.speed;
    speed.full = !speed.full || fixed_steps;
    speed.automatic = true;
    c.send(command::SetSpeed{speed});
  }
  bar.x -= c.px(2);
}

struct ToolEntry {
  const char* id;
  Tool tool;
  ImWchar icon;
  const char *what, *key;
  const char* name;
};
constexpr ToolEntry tool_entries[] = {
    {"##select", Tool::select, icon::select, "Selects and moves items", "V", "Select"},
    {"##brush", Tool::brush, icon::brush, "Brush: paints with the selected material", "B", "Brush"},
    {"##rectangle", Tool::rectangle, icon::rectangle, "Draws a rectangle of the selected material", "T", "Rectangle"},
    {"##circle", Tool::circle, icon::circle, "Draws a circle of the selected material around its centre", "C",
     "Circle"},
    {"##wall", Tool::wall, icon::wall, "Wall: draws a straight stroke of the selected material", "W", "Wall"},
    {"##erase", Tool::erase, icon::erase, "Eraser: paints with the background material", "E", "Eraser"},
    {"##source", Tool::source, icon::source, "Source: a click adds a point source, a drag a line source", "", "Source"},
    {"##pulse", Tool::pulse, icon::pulse, "Pulse: a click sends a pulse of sound or heat from that point", "U",
     "Pulse"},
    {"##probe", Tool::probe, icon::probe, "Probe", "P", "Probe"},
    {"##cut", Tool::cut, icon::ruler, "Line cut: plots the field along a line and measures its length", "L",
     "Line cut"}};

// A gas or heat uses states instead of materials.
std::string words_of(const ToolEntry& e, Physics physics) {
  if (!in_cells(physics)) return e.what;
  if (e.tool == Tool::brush) return "Brush: paints with the selected state into the running field";
  if (e.tool == Tool::rectangle) return "Draws a rectangle of the selected state";
  if (e.tool == Tool::circle) return "Draws a circle of the selected state around its centre";
  if (e.tool == Tool::wall) return "Wall: draws a straight solid stroke";
  if (e.tool == Tool::erase) return "Eraser: paints with the background's state and removes walls";
  return e.what;
}

// Tools that measure on the picture, apart from the line cut. They share one button.
constexpr ToolEntry measuring_entries[] = {{"##screen", Tool::screen, icon::screen, "", "I", "Intensity screen"},
                                           {"##stopwatch", Tool::stopwatch, icon::stopwatch, "", "S", "Stopwatch"},
                                           {"##protractor", Tool::protractor, icon::protractor, "", "A", "Protractor"}};

// Returns the number of tools for a scene of this physics.
float tool_count(Physics physics) {
  return 1 + static_cast<float>(std::count_if(std::begin(tool_entries), std::end(tool_entries),
                                              [&](const ToolEntry& e) { return is_for(physics_of(e.tool), physics); }));
}

void tool_menu_entry(const Context& c, const ToolEntry& e) {
  if (is_for(physics_of(e.tool), c.state.scene.physics) &&
      ImGui::MenuItem(c.item(e.name).c_str(), e.key, c.state.tool == e.tool))
    c.send(command::SetTool{e.tool});
}

void measuring_menu(ToolBar& bar, bool enabled) {
  const Context& c = bar.c;
  const auto* held = std::ranges::find(measuring_entries, c.state.tool, &ToolEntry::tool);
  const bool one = held != std::end(measuring_entries);
  ImWchar shown = icon::measure;
  if (one) shown = held->icon;
  if (bar.button("##measuring", shown,
                 "Opens tools that measure on the picture: intensity screen, stopwatch, protractor", "I S A",
                 one ? ButtonState::selected : ButtonState::plain, enabled))
    ImGui::OpenPopup("##measuring menu");
  const PopupMenu menu(bar.c.look, "##measuring menu");
  if (!menu) return;
  for (const ToolEntry& e : measuring_entries) tool_menu_entry(c, e);
}

void tools(ToolBar& bar) {
  const float from = bar.c.memory.tool_bar.min.x + bar.x;
  const bool nothing_to_draw_on = bar.c.state.workspace == Workspace::kernel_lab;
  for (const ToolEntry& e : tool_entries)
    if (is_for(physics_of(e.tool), bar.c.state.scene.physics) &&
        bar.button(e.id, e.icon, words_of(e, bar.c.state.scene.physics), e.key,
                   bar.c.state.tool == e.tool ? ButtonState::selected : ButtonState::plain, !nothing_to_draw_on))
      bar.c.send(command::SetTool{e.tool});
  measuring_menu(bar, !nothing_to_draw_on);
  bar.c.memory.tools_spot = {{from, bar.c.memory.run_spot.min.y},
                             {bar.c.memory.tool_bar.min.x + bar.x, bar.c.memory.run_spot.max.y}};
}

std::string labelled(const Context& c, const char* verb, const Text& what) {
  return what.empty() ? c.tr(verb) : fmt::format("{}: {}", c.tr(verb), c.tr(what));
}

// ---- sharing

void share_entries(const Context& c) {
  if (ImGui::MenuItem(c.item("Save picture").c_str(), "F12")) c.send(command::Screenshot{});
  for (const UiHooks& h : ui_hooks())
    if (h.tool_bar.share) h.tool_bar.share(c);
}

// Lists the screens if there are several, such as those of a laptop and a projector.
void screen_entries(const Context& c) {
  if (c.state.screens.size() < 2) return;
  for (const std::string& name : c.state.screens)
    if (ImGui::MenuItem(c.say("Full screen on {}", name).c_str())) c.send(command::FullScreen{true, name});
}

void share_menu(ToolBar& bar) {
  if (bar.button("##share", icon::copy, "Share: picture, video, web page, scene as text or link", ""))
    ImGui::OpenPopup("##share menu");
  const PopupMenu menu(bar.c.look, "##share menu");
  if (!menu) return;
  share_entries(bar.c);
}

// `all`: also what the buttons after it show. `tools`: also the tools.
void more_menu(ToolBar& bar, bool all, bool tools) {
  const Context& c = bar.c;
  const History& h = c.state.history;
  const ImVec2 corner(c.memory.tool_bar.min.x + bar.x + c.px(25),
                      c.memory.tool_bar.min.y + c.px(tool_bar_height / 2 - 8));
  if (bar.button("##more", icon::more, "More", "")) ImGui::OpenPopup("##menu");
  for (const UiHooks& h : ui_hooks())
    if (all && h.tool_bar.dot) h.tool_bar.dot(bar, corner);
  const PopupMenu menu(c.look, "##menu");
  if (!menu) return;
  const auto entry = [&](const char* name, const char* key, Workspace w) {
    if (w != Workspace::explore && in_cells(c.state.scene.physics)) return;
    if (ImGui::MenuItem(c.item(name).c_str(), key, c.state.workspace == w)) c.send(command::SetWorkspace{w});
  };
  if (tools) {
    for (const ToolEntry& e : tool_entries) tool_menu_entry(c, e);
    for (const ToolEntry& e : measuring_entries) tool_menu_entry(c, e);
    ImGui::Separator();
  }
  entry("Explore", "F2", Workspace::explore);
  for (const UiHooks& h : ui_hooks())
    if (h.view) entry(h.view->name, h.view->key, h.view->workspace);
  ImGui::Separator();
  if (ImGui::MenuItem(c.item("Undo").c_str(), c.look.keys("Ctrl+Z").c_str(), false, h.can_undo()))
    c.send(command::Undo{});
  if (ImGui::MenuItem(c.item("Redo").c_str(), c.look.keys("Ctrl+Y").c_str(), false, h.can_redo()))
    c.send(command::Redo{});
  for (const UiHooks& h : ui_hooks())
    if (h.tool_bar.entries) h.tool_bar.entries(c);
  ImGui::Separator();
  share_entries(c);
  if (all) {
    ImGui::Separator();
    const State& s = c.state;
    if (ImGui::MenuItem(c.item("Full screen").c_str(), "F11", s.full_screen))
      c.send(command::FullScreen{!s.full_screen});
    screen_entries(c);
    if (ImGui::MenuItem(c.item(s.dark ? "Light theme" : "Dark theme").c_str())) c.send(command::SetTheme{!s.dark});
    if (ImGui::MenuItem(c.item("Keys and mouse").c_str(), "F1", s.help_shown)) c.send(command::ShowHelp{!s.help_shown});
  }
}

// Draws the icon and, if there is space, the name.
void workspace_button(ToolBar& bar, const char* id, ImWchar icon, const char* name, const char* key,
                      Workspace workspace, bool named) {
  const Context& c = bar.c;
  const bool on = c.state.workspace == workspace;
  const auto go = [&] { c.send(command::SetWorkspace{workspace}); };
  if (!named) {
    if (bar.button(id, icon, name, key, on ? ButtonState::selected : ButtonState::plain)) go();
    return;
  }
  const float w = c.look.measure(c.look.fonts.medium, font_size::number, name).x + c.px(44);
  bar.at(32);
  const ImVec2 p = ImGui::GetCursorScreenPos(), q = p + ImVec2(w, c.px(32));
  if (ImGui::InvisibleButton(id, {w, c.px(32)}, ImGuiButtonFlags_EnableNav)) go();
  const bool hovered = ImGui::IsItemHovered();
  tip(c.look, name, key);
  if (on || hovered) bar.pen.fill(p, q, on ? c.t().accent_bg : c.t().frame_hover, 6);
  if (on) bar.pen.frame(p, q, fade(c.t().accent, 0.7f), 6);
  const float cy = (p.y + q.y) / 2;
  bar.pen.icon({p.x + c.px(19), cy}, icon, 14, on ? c.t().accent : c.t().text2);
  bar.pen.text({p.x + c.px(34), cy}, {0, 0.5f}, name, on ? c.t().text : c.t().text2, font_size::number,
               c.look.fonts.medium);
  bar.x += w + c.px(2);
}

std::vector<const char*> names_of_workspaces() {
  std::vector<const char*> out = {"Explore"};
  for (const UiHooks& h : ui_hooks())
    if (h.view) out.push_back(h.view->name);
  return out;
}

// The labs need an electromagnetic scene. Without them there is no workspace to choose.
bool has_workspaces(const Context& c) { return !in_cells(c.state.scene.physics) && names_of_workspaces().size() > 1; }

void workspaces(ToolBar& bar, bool named) {
  if (!has_workspaces(bar.c)) return;
  workspace_button(bar, "##explore", icon::explore, "Explore", "F2", Workspace::explore, named);
  for (const UiHooks& h : ui_hooks())
    if (h.view) workspace_button(bar, h.view->id, h.view->icon, h.view->name, h.view->key, h.view->workspace, named);
  bar.x -= bar.c.px(2);
  bar.gap();
}

float workspaces_width(const Context& c, bool named) {
  if (!has_workspaces(c)) return 0;
  const std::vector<const char*> names = names_of_workspaces();
  float width = 2 * static_cast<float>(names.size() - 1) + gap_of(c);
  width = c.px(width);
  for (const char* name : names)
    width += named ? c.look.measure(c.look.fonts.medium, font_size::number, name).x + c.px(44) : c.px(32);
  return width;
}

// Returns the unscaled width of the progress of running processes; 0 if there are none.
float progress_width(const State& state) {
  float width = 0;
  for (const UiHooks& h : ui_hooks())
    if (h.tool_bar.goes_on && h.tool_bar.goes_on(state)) width += h.tool_bar.progress_width;
  return width;
}

float right_width(const Context& c, bool small, bool named, bool menu_only) {
  const auto with_button = [](const UiHooks& h) { return h.tool_bar.button != nullptr; };
  const auto buttons = static_cast<float>(std::ranges::count_if(ui_hooks(), with_button));
  const float progress = small ? 0 : progress_width(c.state);
  const float n = menu_only ? (c.state.narrow ? 2 : 1) : buttons + (small ? 4 : has_camera(c) ? 7 : 6);
  return c.px(12) + n * c.px(32) + (n - 1) * c.px(2) + c.px(progress) +
         (small ? 0 : c.px(gap_of(c)) + workspaces_width(c, named));
}

void drawer_button(ToolBar& bar) {
  const bool open = shows_panel(bar.c.state);
  if (bar.button("##panel", icon::panel, open ? "Closes the panel" : "Opens the panel", "Tab",
                 open ? ButtonState::selected : ButtonState::plain))
    bar.c.send(command::ShowPanel{!open});
}

void draw_right_side(ToolBar& bar, bool small, bool named, bool menu_only) {
  const Context& c = bar.c;
  const State& s = c.state;
  bar.x = c.memory.tool_bar.width() - right_width(c, small, named, menu_only);
  if (small) {
    if (c.state.narrow) drawer_button(bar);
    more_menu(bar, menu_only, !has_tools(c));
    if (menu_only) return;
  } else {
    workspaces(bar, named);
    const History& h = s.history;
    if (bar.button("##undo", icon::undo, labelled(c, "Undo", h.undo_label()), "Ctrl+Z", ButtonState::plain,
                   h.can_undo()))
      c.send(command::Undo{});
    if (bar.button("##redo", icon::redo, labelled(c, "Redo", h.redo_label()), "Ctrl+Y", ButtonState::plain,
                   h.can_redo()))
      c.send(command::Redo{});
    bar.x -= c.px(2);
    bar.gap();
  }
  for (const UiHooks& h : ui_hooks())
    if (h.tool_bar.button) h.tool_bar.button(bar, !small);
  if (!small) {
    if (has_camera(c) && bar.button("##camera", icon::camera, "Saves a picture of the window", "F12"))
      c.send(command::Screenshot{});
    share_menu(bar);
  }
  if (bar.button("##full_screen", s.full_screen ? icon::leave_full_screen : icon::full_screen,
                 s.full_screen ? "Leaves full screen" : "Full screen", "F11")) {
    if (s.full_screen || s.screens.size() < 2)
      c.send(command::FullScreen{!s.full_screen});
    else
      ImGui::OpenPopup("##screens");
  }
  if (const PopupMenu menu(c.look, "##screens"); menu) screen_entries(c);
  if (bar.button("##theme", s.dark ? icon::sun : icon::moon, s.dark ? "Light theme" : "Dark theme", ""))
    c.send(command::SetTheme{!s.dark});
  if (bar.button("##help", icon::help, "Keys and mouse", "F1")) c.send(command::ShowHelp{!s.help_shown});
}

}  // namespace

bool has_room_for_progress(const Look& look, float window) { return window >= look.px(narrow_below); }

void draw_tool_bar(const Context& c) {
  const Area& area = c.memory.tool_bar;
  ToolBar bar{c, {c.look, ImGui::GetWindowDrawList()}, c.px(16)};
  bar.pen.hline(area.min.x, area.max.x, area.max.y - c.px(1), c.t().border);
  const auto under = [&](float width) { return area.width() < c.px(width); };
  const bool roomy = !under(wide);
  draw_mark(bar, !under(named_from));
  // The scene's name gets the space that the other items leave: gaps, three or four buttons, the speed with its own
  // button, and the tools.
  const float speed = under(least) ? 0 : roomy ? 168 : 132;
  const bool timeline = !under(timeline_from);
  const bool with_tools = has_tools(c), step = !under(step_from);
  const float others = (with_tools ? 2 : 1) * gap_of(c) +
                       (timeline ? 4
                        : step   ? 3
                                 : 2) *
                           34 +
                       (speed > 0 ? speed + 38 : 0) + (with_tools ? 34 * tool_count(c.state.scene.physics) : 0) + 8;
  const float room = area.width() - right_width(c, under(narrow_below), roomy, under(tight)) - bar.x - c.px(others);
  scene_combo(bar, std::floor(std::clamp(room, c.px(64), c.px(roomy ? 240 : 200))));
  bar.gap();
  transport(bar, step, timeline);
  if (speed > 0) speed_field(bar, c.px(speed), roomy);
  if (with_tools) {
    bar.gap();
    tools(bar);
  }
  draw_right_side(bar, under(narrow_below), roomy, under(tight));
}

void draw_run_buttons(const Context& c) {
  ToolBar bar{c, {c.look, ImGui::GetWindowDrawList()}, c.px(16)};
  reset_and_run(bar);
}

}  // namespace ez
