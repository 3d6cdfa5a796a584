// Interface: the layout of the window, and the order of drawing.
//
// The layout is computed, not docked: tool bar on top, status line at the bottom, panel at the right, and the picture
// in the remaining area. It is correct from the first frame on, and in every frame after a resize.
#include "app/ui/interface.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <utility>

#include "app/model/update.h"
#include "app/platform/say.h"
#include "app/platform/units.h"
#include "app/ui/context.h"
#include "app/ui/hooks.h"
#include "app/ui/input/input_events.h"
#include "app/ui/input/touch_scroll.h"
#include "app/ui/parts.h"
#include "app/ui/picture/viewport.h"
#include "app/ui/popup_menu.h"
#include "app/ui/windows.h"

namespace ez {
namespace {

constexpr float status_height = 28, narrow_window = 800, wide_window = 1600, tall_window = 900, very_tall_window = 2000,
                lab_panel_least = 400, lab_panel_most = 475;
constexpr float drawer_top = 0.42f;  // part of the height that an open drawer leaves to the picture

// Returns the unscaled width. The lab's plots need more width than the sections.
float panel_width(const Look& look, float window, bool lab) {
  const bool narrow = window < look.px(wide_window);
  if (lab)
    return std::min(std::clamp(window / look.scale / 4, lab_panel_least, lab_panel_most), window / look.scale / 2);
  return narrow ? 320 : 400;
}

// Decides the pictures and their places.
void place_pictures(InterfaceMemory& m, const State& s) {
  m.places.clear();
  m.lab_layout = {};
  const WorkspaceView* view = m.options.chrome ? workspace_view(s.workspace) : nullptr;
  if (view == nullptr)
    m.places.push_back({s.active, false, on_screen(m.picture)});
  else if (view->place_pictures)
    view->place_pictures(m, s);
}

bool has_pictures(const State& s) {
  const WorkspaceView* view = workspace_view(s.workspace);
  return view == nullptr || view->has_pictures;
}

bool panel_has_room(const State& s) {
  const WorkspaceView* view = workspace_view(s.workspace);
  return shows_panel(s) && (view == nullptr || view->has_panel);
}

// Returns the display's scale times the user's, limited so that bars and panel fit.
float fitting_scale(float display, float wanted, ImVec2 size) {
  constexpr float least_width = 640, least_height = 400;
  const float most = std::max(display, std::min(size.x / least_width, size.y / least_height));
  return std::min(display * wanted, most);
}

// Returns the scale for the presenter. The smallest letters, of 14 units, have 28 pixels on a screen of 1080 lines,
// which the back row can read.
float presenter_scale(float display) { return std::max(display, ImGui::GetIO().DisplaySize.y / 540); }

void lay_out(InterfaceMemory& m, const State& s) {
  m.check_card = m.tool_card = {};
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Look& look = m.look;
  if (!m.options.chrome || !m.options.bars || s.presenting.on) {
    m.tool_bar = m.status_line = m.panel = m.scene_line = m.text_card = {};
    m.picture = {{0, 0}, size};
    if (m.options.chrome && !s.presenting.on) {
      m.tool_bar = {{0, 0}, {size.x, std::min(look.px(tool_bar_height), size.y)}};
      m.picture.min.y = m.tool_bar.max.y;
    }
    if (m.options.chrome) call_hooks(&UiHooks::take_room, m, s);
    return;
  }
  const float top = look.px(tool_bar_height), bottom = std::max(top, size.y - look.px(status_height));
  const float wanted = look.px(panel_width(look, size.x, s.workspace != Workspace::explore));
  const float panel = panel_has_room(s) ? std::min(wanted, size.x) : 0;
  m.tool_bar = {{0, 0}, {size.x, top}};
  m.status_line = {{0, bottom}, {size.x, size.y}};
  m.panel = {{size.x - panel, top}, {size.x, bottom}};
  m.picture = {{0, top}, {size.x - panel, bottom}};
  if (s.narrow && panel > 0 && size.y > size.x) {  // the drawer of an upright screen comes from below
    const float split = std::round(top + drawer_top * (bottom - top));
    m.panel = {{0, split}, {size.x, bottom}};
    m.picture = {{0, top}, {size.x, split}};
  }
  call_hooks(&UiHooks::take_room, m, s);
  m.scene_line = m.text_card = {};
  for (const UiHooks& h : ui_hooks())
    if (h.column) m.picture.min.x += h.column(m, s, m.picture.width());
  if (s.workspace == Workspace::explore) return;
  const float text = std::min(scene_text_height(m, s, m.picture.width()), m.picture.height() / 2);
  m.scene_line = {m.picture.min, {m.picture.max.x, top + std::floor(text)}};
  m.picture.min.y = m.scene_line.max.y;
}

// Draws a slim grip in the panel's right margin, so that scrolling does not change the width of the rows.
void draw_scroll_grip(const Look& look) {
  const float range = ImGui::GetScrollMaxY();
  if (range <= 0) return;
  const ImVec2 p = ImGui::GetWindowPos(), s = ImGui::GetWindowSize();
  const float length = std::max(look.px(32), s.y * s.y / (s.y + range)), way = s.y - length;
  const ImVec2 a(p.x + s.x - look.px(8), p.y + way * ImGui::GetScrollY() / range), b(a.x + look.px(5), a.y + length);
  ImGui::PushClipRect(p, p + s, false);
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({a.x - look.px(2), a.y});
  ImGui::InvisibleButton("##scroll", {look.px(9), length});
  const bool held = ImGui::IsItemActive();
  if (held) ImGui::SetScrollY(ImGui::GetScrollY() + ImGui::GetIO().MouseDelta.y * range / std::max(way, 1.0f));
  const Pen pen{look, ImGui::GetWindowDrawList()};
  pen.fill(a, b, held || ImGui::IsItemHovered() ? look.t().text3 : look.t().border_strong, 2.5f);
  ImGui::SetCursorScreenPos(back);
  ImGui::Dummy({0, 0});
  ImGui::PopClipRect();
}

void draw_sections(const Context& c) {
  const float height = ImGui::GetIO().DisplaySize.y;
  open_sections(c, Workspace::explore, height >= c.px(tall_window), height >= c.px(very_tall_window));
  open_selected(c);
  for (const PanelSection* s : panel_sections())
    if (has_section(c.state, Workspace::explore, *s)) draw_section(c, *s);
}

void draw_panel(const Context& c) {
  if (begin_fixed("Panel", c.memory.panel, ImGuiWindowFlags_NoScrollbar)) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - c.px(8));
    if (const WorkspaceView* view = workspace_view(c.state.workspace); view && view->draw_panel)
      view->draw_panel(c);
    else
      draw_sections(c);
    ImGui::Dummy({0, c.px(8)});
    draw_scroll_grip(c.look);
    const ImVec2 p = ImGui::GetWindowPos(), s = ImGui::GetWindowSize();
    ImGui::PushClipRect(p, p + s, false);
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.vline(p.x, p.y, p.y + s.y, c.t().border);
    pen.hline(p.x, p.x + s.x, p.y, c.t().border);
    ImGui::PopClipRect();
  }
  ImGui::End();
}

// Draws scene and time in place of the tool bar, for the picture of a report.
void draw_report_head(const Context& c) {
  const State& s = c.state;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const Area bar{c.memory.tool_bar.min, {c.memory.picture.max.x, c.memory.tool_bar.max.y}};
  pen.fill(bar.min, bar.max, c.t().panel);
  const float cy = (bar.min.y + bar.max.y) / 2, right = bar.max.x - c.px(16);
  const std::string moment = c.say("step {} · t = {}", s.step, engineering(s.time, "s", 3));
  const float used = pen.mono({right, cy}, {1, 0.5f}, moment, c.t().text);
  pen.names().clipped({bar.min.x + c.px(16), cy}, right - used - c.px(16), shown_file(s), c.t().text, font_size::title,
                      c.look.fonts.medium);
}

void draw_picture(const Context& c, const ScreenRect& rect) {
  InterfaceMemory& m = c.memory;
  m.picture_hovered = false;
  m.pointed.reset();
  // Without pictures this window only holds the keyboard focus, and the mouse reaches the windows below.
  const bool kernels = m.options.chrome && !has_pictures(c.state);
  const bool visible =
      begin_bar("Picture", m.picture,
                ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoScrollWithMouse |
                    (kernels ? ImGuiWindowFlags_NoMouseInputs : 0));
  if (visible && c.state.presenting.on && c.state.presenting.blank) {
    for (const UiHooks& h : ui_hooks())
      if (h.present_blank) h.present_blank();
  } else if (visible && !m.lab_layout.panes.empty()) {
    m.labels.clear();
    workspace_view(c.state.workspace)->draw_pictures(c);
    if (c.state.presenting.on) call_hooks(&UiHooks::present_over, c, ImGui::GetWindowDrawList());
  } else if (visible && !kernels && rect.width > 0 && rect.height > 0) {
    const Viewport v(c.state, rect);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton(
        "##picture", {m.picture.width(), m.picture.height()},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    m.picture_hovered = ImGui::IsItemHovered();
    if (m.picture_hovered || ImGui::IsItemActive())
      m.pointed = Interface::Pointed{v.node(ImGui::GetIO().MousePos), c.state.active};
    if (!c.state.presenting.on || !any_hook(&UiHooks::present, c, v, ImGui::GetWindowDrawList())) {
      if (m.options.chrome && !any_hook(&UiHooks::mouse, c, v, ImGui::IsItemActive()))
        handle_mouse(c, v, m.picture_hovered, ImGui::IsItemActive());
      draw_overlay(c, v, ImGui::GetWindowDrawList());
    }
  }
  ImGui::End();
}

void speak(InterfaceMemory& m, const State& state) {
  m.letters_of(state.language);  // in each frame, because a page may still be fetching the font
  if (m.words.language() == state.language) return;
  m.words = Vocabulary(state.language);
  m.look.words = &m.words;
}

// Ends an edit whose drag has ended, because the button was released or the control has disappeared.
void close_edit(const Context& c) {
  InterfaceMemory& m = c.memory;
  if (!m.gesture_open || m.gesture.kind != Gesture::Kind::none || ImGui::IsAnyItemActive()) return;
  for (const Command& command : c.out)
    if (command.as<command::EditScene>()) return;
  m.gesture_open = false;
  c.send(command::EditScene{c.state.scene, m.gesture_what, true});
}

// Finds the key of a number that was clicked with the right button from the edit that its panel sent, and removes this
// edit. Then draws the menu.
void draw_number_menu(const Context& c) {
  InterfaceMemory& m = c.memory;
  if (std::exchange(m.probe.field, 0) != 0) {
    m.number.reset();
    m.gesture_open = false;
    const auto pane = static_cast<std::size_t>(c.state.active);
    for (const Command& command : c.out)
      if (const auto* edit = command.as<command::EditScene>()) {
        const SceneResult before = scene_of_variant(c.state.scene, pane), after = scene_of_variant(edit->scene, pane);
        if (before.scene && after.scene) m.number = differing_number(*before.scene, *after.scene);
      }
    c.out.clear();
    ImGui::OpenPopup("##number");
  }
  ImGui::SetNextWindowSizeConstraints({c.px(220), 0}, {FLT_MAX, FLT_MAX});  // the hint is wrapped at this width
  const PopupMenu menu(c.look, "##number");
  if (!menu) return;
  if (m.number)
    call_hooks(&UiHooks::number_menu, c, *m.number);
  else
    hint(c.look, "This number is not a single key of the scene.");
}

}  // namespace

void InterfaceMemory::letters_of(Language language) {
  if (language == Language::japanese && !japanese_letters) japanese_letters = add_japanese(look.fonts);
}

struct Interface::Memory : InterfaceMemory {};

Interface::Interface(const InterfaceOptions& options) : memory_(std::make_unique<Memory>()) {
  InterfaceMemory& m = *memory_;
  m.options = options;
  m.look = {&theme(true), load_fonts(), options.scale};
  m.look.probe = &m.probe;
  apply_style(m.look);
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigNavEscapeClearFocusItem = true;
  io.IniFilename = nullptr;  // the layout is not saved
  // Ctrl+Tab would offer the bars as if they were windows. F6 switches between picture and panel instead.
  ImGui::GetCurrentContext()->ConfigNavWindowingKeyNext = ImGuiKey_None;
  ImGui::GetCurrentContext()->ConfigNavWindowingKeyPrev = ImGuiKey_None;
  start_feeding(m.hand);
  hold_releases();
}

Interface::~Interface() { stop_feeding(memory_->hand); }

void Interface::set_scale(float scale) { memory_->options.scale = scale; }

void Interface::set_blocks(std::function<std::string(BlockShape)> why_illegal) {
  memory_->options.why_illegal_block = std::move(why_illegal);
}

bool Interface::is_narrow(const State& state, int width, int height) const {
  const ImVec2 size(static_cast<float>(width), static_cast<float>(height));
  return size.x <
         narrow_window * fitting_scale(memory_->options.scale, static_cast<float>(state.interface_scale), size);
}

Commands Interface::draw(const State& state, bool for_report) {
  InterfaceMemory& m = *memory_;
  hold_chords();
  const float scale = state.presenting.on ? presenter_scale(m.options.scale)
                                          : fitting_scale(m.options.scale, static_cast<float>(state.interface_scale),
                                                          ImGui::GetIO().DisplaySize);
  const Theme& colors = theme(state.dark, state.view.vision);
  if (m.look.colors != &colors || m.look.scale != scale) {
    m.look.colors = &colors;
    m.look.scale = scale;
    apply_style(m.look);
  }
  speak(m, state);
  lay_out(m, state);
  place_pictures(m, state);
  Commands out;
  const Context c{state, out, m.look, m};
  adapt_to_finger(c);
  call_hooks(&UiHooks::begin, c);
  begin_focus(c);
  draw_picture(c, picture());
  const bool blank = state.presenting.on && state.presenting.blank;
  if (m.options.chrome && !blank) call_hooks(&UiHooks::bars, c);
  if (m.options.chrome && state.presenting.on) {
    draw_notes(c);
    call_hooks(&UiHooks::presented_windows, c);
    draw_help(c);
    draw_question(c);
    handle_keys(c);
    // Taking the focus would close the question and end a drag.
    if (!state.question && !ImGui::IsAnyItemActive()) m.wanted_focus = "Picture";
    settle_focus(c);
    draw_keyboard_pointer(c);
  } else if (m.options.chrome) {
    if (begin_bar("Toolbar", m.tool_bar)) {
      if (m.options.bars)
        draw_tool_bar(c);
      else
        draw_run_buttons(c);
      if (for_report) draw_report_head(c);
    }
    ImGui::End();
    if (m.options.bars) {
      if (begin_bar("Status", m.status_line)) draw_status_line(c);
      ImGui::End();
    }
    if (const WorkspaceView* view = workspace_view(state.workspace); view && view->draw_windows) view->draw_windows(c);
    if (m.options.bars && panel_has_room(state)) draw_panel(c);
    if (has_pictures(state)) draw_tool_options(c);
    draw_scene_line(c);
    if (has_pictures(state)) call_hooks(&UiHooks::cards, c);
    draw_notes(c);
    draw_question(c);
    draw_file_prompt(c);
    draw_help(c);
    call_hooks(&UiHooks::windows, c);
    handle_keys(c);
    settle_focus(c);
    draw_focus_ring(c);
    draw_keyboard_pointer(c);
    draw_number_menu(c);
    close_edit(c);
  }
  scroll_by_finger(c);
  if (for_report) {  // a report does not show what happens to be under the mouse
    for (ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if (w->Flags & ImGuiWindowFlags_Tooltip) w->Hidden = true;
  }
  return out;
}

bool Interface::draw_recording_sign(const State& state, ImDrawList& list) const {
  const InterfaceMemory& m = *memory_;
  list._ResetForNewFrame();
  list.PushTexture(ImGui::GetIO().Fonts->TexRef);
  list.PushClipRectFullScreen();
  return any_hook(&UiHooks::lamp, m, state, Pen{m.look, &list});
}

ScreenRect Interface::picture() const { return on_screen(memory_->picture); }
const std::vector<PicturePlace>& Interface::pictures() const { return memory_->places; }

const Slots& Interface::remembered() const { return memory_->slots; }

ScreenRect Interface::panes() const {
  const InterfaceMemory& m = *memory_;
  float bottom = m.picture.max.y;
  if (!m.lab_layout.panes.empty()) {
    const float small_print = m.look.px(4);  // below the colours
    bottom = std::min(bottom, std::max(m.lab_layout.legend.max.y, m.lab_layout.history.max.y) + small_print);
  }
  return on_screen({m.tool_bar.min, {m.picture.max.x, bottom}});
}

std::optional<Interface::Pointed> Interface::pointed() const { return memory_->pointed; }

bool Interface::input_waits() const { return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0; }

}  // namespace ez
