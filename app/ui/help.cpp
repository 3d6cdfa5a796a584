// An overview of keys and mouse actions, and the glossary. Window "Help" (##page/Keys and mouse, ##page/Terms, ##close;
// the rows in the child window ##rows).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "app/model/document/gas_edit.h"
#include "app/platform/frames.h"
#include "app/ui/glossary.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

struct Entry {
  const char *keys, *what;
};
constexpr Entry time_entries[] = {{"Space", "run or pause"}, {"← →", "one step back or forward (Shift: 10)"},
                                  {"J", "play backwards"},   {"Shift+J", "timeline: drag to go in time"},
                                  {"R", "restart at t = 0"}, {"+ −", "run faster or slower"}};
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

struct Section {
  const char* title;
  std::span<const Entry> entries;
};

// Measures of the page, in units of Look::px().
constexpr float margin = 24, head_height = 40, foot_height = 28;
constexpr float missing_height = 44;  // of the sentence on what a page lacks
constexpr float title_height = 24, row_height = 20, section_gap = 10, key_gap = 14, column_gap = 32;

// Sections below each other. The texts set their width.
struct Column {
  std::vector<Section> sections;
  float keys = 0, width = 0, height = 0;  // pixels; keys: width of the widest shortcut
};

// `size`: font size of the entries.
Column measured(const Context& c, std::vector<Section> sections, float size) {
  Column out{std::move(sections)};
  float words = 0;
  for (const Section& s : out.sections) {
    out.height += c.px(title_height + section_gap) + static_cast<float>(s.entries.size()) * c.px(row_height);
    for (const Entry& e : s.entries) {
      out.keys = std::max(out.keys, c.look.measure(c.look.fonts.mono, size, as_name(c.look.keys(e.keys))).x);
      words = std::max(words, c.look.measure(c.look.fonts.text, size, e.what).x);
    }
  }
  out.width = out.keys + c.px(key_gap) + words;
  return out;
}

void draw_column(const Context& c, const Column& column, ImVec2 p, float size) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  for (const Section& s : column.sections) {
    pen.text(p, {0, 0}, s.title, c.t().text, font_size::text, c.look.fonts.medium);
    p.y += c.px(title_height);
    for (const Entry& e : s.entries) {
      pen.names().mono(p, {0, 0}, c.look.keys(e.keys), c.t().accent, size);
      pen.text({p.x + column.keys + c.px(key_gap), p.y}, {0, 0}, e.what, c.t().text2, size);
      p.y += c.px(row_height);
    }
    p.y += c.px(section_gap);
  }
}

// The keys of the quantities, from the table of quantities.
struct QuantityKeys {
  std::string keys, symbols, residual;  // residual: empty if there is none
  explicit QuantityKeys(const Context& c) {
    const Scene& s = c.state.scene;
    const std::vector<Quantity> offered = offered_quantities(s.physics);
    keys = fmt::format("1 … {}", offered.size() % 10);
    for (const Quantity q : offered)
      symbols += fmt::format("{}{}", symbols.empty() ? "" : " ", c.tr(symbol_of(q, s.grid.polarization)));
    if (!in_cells(s.physics)) residual = fmt::format("{}", static_cast<int>(Quantity::residual) + 1);
  }
};

// The shortcuts: the columns, the sentence below them, and the sizes that follow from their texts.
struct KeysPage {
  std::vector<Column> columns;
  const char* foot = "";
  float font = font_size::number;
  ImVec2 size;  // pixels

  // Texts that are wider than `room` (pixels) are drawn smaller.
  KeysPage(const Context& c, const std::vector<std::vector<Section>>& sections, const char* sentence, float room)
      : foot(sentence) {
    measure(c, sections);
    if (size.x <= room) return;
    font *= room / size.x;
    measure(c, sections);
  }
  void measure(const Context& c, const std::vector<std::vector<Section>>& sections) {
    columns.clear();
    size = {0, 0};
    for (const std::vector<Section>& s : sections) {
      columns.push_back(measured(c, s, font));
      size.x += columns.back().width + (columns.size() > 1 ? c.px(column_gap) : 0);
      size.y = std::max(size.y, columns.back().height);
    }
    if (*foot) {
      size.x = std::max(size.x, c.look.measure(c.look.fonts.text, foot_font(), foot).x);
      size.y += c.px(foot_height);
    }
  }
  float foot_font() const { return font * font_size::small / font_size::number; }
  void draw(const Context& c) const {
    ImVec2 p = ImGui::GetCursorScreenPos();
    const float bottom = p.y + size.y;
    ImGui::Dummy(size);
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.text({p.x, bottom}, {0, 1}, foot, c.t().text2, foot_font());
    for (const Column& column : columns) {
      draw_column(c, column, p, font);
      p.x += column.width + c.px(column_gap);
    }
  }
};

// `looking` holds the entries that depend on the scene.
KeysPage keys_page(const Context& c, const QuantityKeys& shown, std::vector<Entry>& looking, float room) {
  using Columns = std::vector<std::vector<Section>>;
  if (c.state.presenting.on) return {c, Columns{{Section{"Presenter", presenter_entries}}}, "", room};
  looking = {{shown.keys.c_str(), shown.symbols.c_str()}};
  if (!shown.residual.empty()) looking.push_back({shown.residual.c_str(), "residual: field minus reference run"});
  looking.insert(looking.end(), std::begin(view_entries), std::end(view_entries));
  return {c,
          Columns{{Section{"Time", time_entries}, Section{"Display", looking}, Section{"Window", window_entries}},
                  {Section{"Drawing", draw_entries}, Section{"Editing", edit_entries},
                   Section{"Without a mouse", hand_entries}}},
          "Keys act with the mouse over the picture. Space, F keys and Ctrl work everywhere. Drag numbers, or "
          "double-click to type.",
          room};
}

// Draws the switch between the two pages. Returns true if the terms are shown.
bool terms_are_chosen(const Context& c) {
  const std::array<std::string, 2> pages = {"Keys and mouse", "Terms"};
  int* page = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("##page"), 0);
  float widest = 0;
  for (const std::string& name : pages)
    widest = std::max(widest, c.look.measure(c.look.fonts.medium, font_size::number, name).x);
  const float width = static_cast<float>(pages.size()) * (widest + c.px(24));
  if (const auto chosen = segmented(c.look, "##page", pages, *page, width)) *page = *chosen;
  tip(c.look, "Shows the keys, or the meaning of the program's terms");
  return *page == 1;
}

void draw_terms(const Context& c) {
  for (const GlossaryTerm& term : glossary()) {
    ImGui::PushFont(c.look.fonts.medium, font_size::text);
    ImGui::TextUnformatted(term.name.c_str());
    ImGui::PopFont();
    hint(c.look, term.words);
    ImGui::Dummy(c.look.px(0, 4));
  }
}

}  // namespace

void draw_help(const Context& c) {
  if (!c.state.help_shown) return;
  const Area& p = c.memory.picture;
  const ImVec2 screen = ImGui::GetIO().DisplaySize, frame = c.look.px(2 * margin, margin + head_height);
  const QuantityKeys shown(c);
  std::vector<Entry> looking;
  const KeysPage keys = keys_page(c, shown, looking, screen.x - frame.x);
  const std::string_view missing = missing_here();
  const float below = missing.empty() ? 0 : c.px(missing_height);
  const ImVec2 size(keys.size.x + frame.x, std::min(keys.size.y + frame.y + below, screen.y));
  const ImVec2 center(std::round((p.min.x + p.max.x) / 2), std::round((p.min.y + p.max.y) / 2));
  const auto inside = [](float at, float half, float end) { return std::clamp(at, half, std::max(half, end - half)); };
  ImGui::SetNextWindowPos({inside(center.x, size.x / 2, screen.x), inside(center.y, size.y / 2, screen.y)},
                          ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  if (ImGui::Begin("Help", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking)) {
    const ImVec2 o = ImGui::GetWindowPos() + c.look.px(margin, margin / 2);
    ImGui::SetCursorScreenPos(o);
    bool terms = false;
    if (c.state.presenting.on)
      Pen{c.look, ImGui::GetWindowDrawList()}.text({o.x, o.y + c.px(6)}, {0, 0}, "Keys and mouse", c.t().text,
                                                   font_size::title, c.look.fonts.medium);
    else
      terms = terms_are_chosen(c);
    ImGui::SetCursorScreenPos({o.x + keys.size.x - c.px(20), o.y});
    if (icon_button(c.look, "##close", icon::close, ButtonState::plain, 28, 14)) c.send(command::ShowHelp{false});
    tip(c.look, "Close", "Esc");
    ImGui::SetCursorScreenPos({o.x, o.y + c.px(head_height)});
    if (ImGui::BeginChild("##rows", {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoBackground)) {
      if (terms)
        draw_terms(c);
      else
        keys.draw(c);
      if (!terms && !missing.empty()) hint(c.look, c.tr(missing));
    }
    ImGui::EndChild();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace ez
