// An overview of keys and mouse actions. Window "Help" (##close).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "app/model/document/gas_edit.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

struct Entry {
  const char *keys, *what;
};
constexpr Entry time_entries[] = {{"Space", "run or pause"}, {"← →", "one step back or forward (Shift: 10)"},
                                  {"J", "play backwards"},   {"Shift+J", "timeline: drag to go in time"},
                                  {"R", "restart at t = 0"}, {"+ −", "faster, slower"}};
constexpr Entry view_entries[] = {{"[ ]", "gain"},
                                  {"Wheel", "zoom at the cursor"},
                                  {"Middle, right", "drag to move the picture; Space + drag"},
                                  {"Double click", "show whole grid"}};
constexpr Entry draw_entries[] = {{"V", "select, move"},
                                  {"B  E", "brush, eraser"},
                                  {"T  C", "rectangle, circle"},
                                  {"W", "wall (Shift: horizontal, vertical)"},
                                  {"P", "probe"},
                                  {"L  I", "line cut, intensity screen"},
                                  {"S  A", "stopwatch, protractor"},
                                  {"U", "pulse (gas or heat)"},
                                  {"Shift + wheel", "brush radius"},
                                  {"Alt + drag", "move shapes without snapping"},
                                  {"Esc", "cancel, select tool"}};
constexpr Entry edit_entries[] = {{"Ctrl+Z  Ctrl+Y", "undo, redo"},
                                  {"Ctrl+D  Del", "duplicate, delete"},
                                  {"Ctrl+O  Ctrl+S", "open, save (Shift: save as)"},
                                  {"Ctrl+C  Ctrl+V", "copy, paste scene"},
                                  {"Shift+Ctrl+C", "copy link to scene"},
                                  {"Ctrl+E", "save web page; lab report"}};
constexpr Entry window_entries[] = {{"F2 F3 F4", "explore, boundary lab, kernel lab"},
                                    {"Tab", "panel"},
                                    {"F5", "presenter (Esc: leave)"},
                                    {"F6", "next window (Shift: previous)"},
                                    {"PgUp PgDn", "lesson: previous, next card; Enter: button"},
                                    {"F9", "record video, stop"},
                                    {"Ctrl + − 0", "interface size"},
                                    {"F11", "full screen"},
                                    {"F12", "save picture"},
                                    {"F1  H", "this help (Shift+F1: start page)"}};

constexpr Entry presenter_entries[] = {{"Space", "run or pause"},
                                       {"R", "restart"},
                                       {"← →", "previous, next scene or lesson card; PgUp, PgDn"},
                                       {"S", "spotlight instead of dot"},
                                       {"P", "pen: drag to draw (Shift: arrow); C erases all"},
                                       {".  B", "black screen, on and off"},
                                       {"F", "freeze picture; the run continues"},
                                       {"M", "hide or show the measured value"},
                                       {"Q", "show QR code of the scene"},
                                       {"J", "play backwards; Shift+J timeline"},
                                       {"F9", "record video, stop"},
                                       {"F11  F12", "full screen, save picture"},
                                       {"F1  H", "list of keys (H in a lesson: hint)"},
                                       {"Esc", "leave presenter"}};

constexpr Entry hand_entries[] = {{"K", "arrow keys move pointer (Shift: 1 px)"},
                                  {"Enter", "mouse button (Ctrl: right button)"},
                                  {"Shift+Enter", "hold button until Enter"},
                                  {"N", "next handle (Shift: previous)"}};

// `room`: width for the text after a key, in the window's units.
void column(const Context& c, const char* title, std::span<const Entry> entries, ImVec2 p, float& y, float room = 206) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.text({p.x, y}, {0, 0}, title, c.t().text, font_size::text, c.look.fonts.medium);
  y += c.px(24);
  for (const Entry& e : entries) {
    const auto size_in = [&](ImFont* font, const char* text, float room) {  // long text is smaller
      return std::min(font_size::number, font_size::number * room / c.look.measure(font, font_size::number, text).x);
    };
    pen.mono({p.x, y}, {0, 0}, e.keys, c.t().accent, size_in(c.look.fonts.mono, e.keys, c.px(116)));
    pen.text({p.x + c.px(120), y}, {0, 0}, e.what, c.t().text2, size_in(c.look.fonts.text, e.what, c.px(room)));
    y += c.px(20);
  }
  y += c.px(10);
}

// The keys of the quantities, from the table of quantities.
struct QuantityKeys {
  std::string keys, symbols, residual;  // residual: empty if there is none
  explicit QuantityKeys(const Scene& s) {
    const std::vector<Quantity> offered = offered_quantities(s.physics);
    keys = fmt::format("1 … {}", offered.size() % 10);
    for (const Quantity q : offered)
      symbols += fmt::format("{}{}", symbols.empty() ? "" : " ", symbol_of(q, s.grid.polarization));
    if (!in_cells(s.physics)) residual = fmt::format("{}", static_cast<int>(Quantity::residual) + 1);
  }
};

// Draws the columns of the help window.
void draw_columns(const Context& c, const Pen& pen, ImVec2 o, float bottom) {
  float y = o.y + c.px(40);
  column(c, "Time", time_entries, o, y);
  const QuantityKeys shown(c.state.scene);
  std::vector<Entry> looking = {{shown.keys.c_str(), shown.symbols.c_str()}};
  if (!shown.residual.empty()) looking.push_back({shown.residual.c_str(), "residual: field minus reference run"});
  looking.insert(looking.end(), std::begin(view_entries), std::end(view_entries));
  column(c, "Display", looking, o, y);
  column(c, "Window", window_entries, o, y);
  y = o.y + c.px(40);
  const ImVec2 right(o.x + c.px(360), o.y);
  column(c, "Drawing", draw_entries, right, y);
  column(c, "Editing", edit_entries, right, y);
  column(c, "Without a mouse", hand_entries, right, y);
  pen.text({o.x, bottom}, {0, 0.5f},
           "Keys act with the mouse over the picture. Space, F keys and Ctrl work everywhere. Drag numbers, or "
           "double-click to type.",
           c.t().text2, font_size::small);
}

}  // namespace

void draw_help(const Context& c) {
  if (!c.state.help_shown) return;
  const Area& p = c.memory.picture;
  const bool presenting = c.state.presenting.on;
  const ImVec2 size = presenting ? c.look.px(520, 396) : c.look.px(720, 628);
  ImGui::SetNextWindowPos({std::round((p.min.x + p.max.x) / 2), std::round((p.min.y + p.max.y) / 2)}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  if (ImGui::Begin("Help", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking)) {
    const ImVec2 o = ImGui::GetWindowPos() + c.look.px(24, 20);
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.text(o, {0, 0}, "Keys and mouse", c.t().text, font_size::title, c.look.fonts.medium);
    ImGui::SetCursorScreenPos({o.x + size.x - c.px(72), o.y - c.px(4)});
    if (icon_button(c.look, "##close", icon::close, ButtonState::plain, 28, 14)) c.send(command::ShowHelp{false});
    tip(c.look, "Close", "Esc");
    if (presenting) {
      float y = o.y + c.px(40);
      column(c, "Presenter", presenter_entries, o, y, 350);
    } else {
      draw_columns(c, pen, o, ImGui::GetWindowPos().y + size.y - c.px(18));
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace ez
