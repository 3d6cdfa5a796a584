// Shows the scene's text: in explore as a card on the picture, in the labs as a line above it. A card that would cover
// much of the domain shows only the first sentence until it is unfolded. A folded card shows the title.
// Window "Scene text": ##fold
#include <algorithm>
#include <cmath>

#include "app/model/hooks.h"
#include "app/model/update.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float card_width = 420, wide_card = 640, head = 32, margin = 12, fold = 24, most_of_height = 0.4f,
                most_of_room = 0.1f, most_of_lab = 0.25f, room_for_tool = 120;

float wrapped_height(const Look& look, float width, const std::string& text) {
  return look.fonts.text->CalcTextSizeA(look.px(font_size::small), FLT_MAX, width, text.c_str()).y;
}

void text_at(const Context& c, const Pen& pen, ImVec2 p, float width, const std::string& text) {
  pen.list->AddText(c.look.fonts.text, c.px(font_size::small), p, c.t().text, text.c_str(), nullptr, width);
}

// Returns the fraction of the visible domain that an area covers.
float covered(const Context& c, const Viewport& v, const Area& area) {
  const Grid& g = c.state.scene.grid;
  const ImVec2 low = v.screen({0, 0}), high = v.screen({g.nx - 1.0, g.ny - 1.0});
  const auto common = [](const Area& a, const Area& b) {
    const float w = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x);
    const float h = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y);
    return std::max(w, 0.0f) * std::max(h, 0.0f);
  };
  const Area room{{low.x, high.y}, {high.x, low.y}};
  return common(room, area) / std::max(common(room, c.memory.picture), 1.0f);
}

// Returns the width of a card whose top is at y. The card is wide and low if the full text then covers less than half
// as much of the domain, as it does above a low domain.
float card_width_of(const Context& c, const Viewport& v, float y) {
  const float room = c.memory.picture.width() - c.px(32), narrow = std::min(c.px(card_width), room),
              wide = c.px(wide_card);
  if (wide > room) return narrow;
  const auto covers = [&](float width) {
    const float height = wrapped_height(c.look, width - c.px(2 * margin), c.state.scene.text) + c.px(head + 8);
    const float x = clear_x(c, v, width, y, y + height);
    return covered(c, v, {{x, y}, {x + width, y + height}});
  };
  return covers(wide) < covers(narrow) / 2 ? wide : narrow;
}

// Draws the button that folds and unfolds the text, with its right edge at x.
void fold_button(const Context& c, float x, float y, bool open) {
  ImGui::SetCursorScreenPos({x - c.px(fold), y});
  if (icon_button(c.look, "##fold", open ? icon::up : icon::down, ButtonState::plain, fold, 11))
    c.memory.text_open = !open;
  tip(c.look, open ? "Collapses the text" : "Text that is shown with the scene");
}

// Returns the height of the line in the labs for this text.
float line_height(const InterfaceMemory& m, const std::string& text, float width) {
  return wrapped_height(m.look, width - m.look.px(2 * margin + 24 + fold), text) + m.look.px(14);
}
bool line_is_open(const InterfaceMemory& m, float open_height) {
  return m.text_open.value_or(open_height < most_of_lab * (m.scene_line.height() + m.picture.height()));
}

bool begin_text(const Area& a) {
  ImGui::SetNextWindowPos(a.min);
  ImGui::SetNextWindowSize(a.max - a.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool shown = ImGui::Begin("Scene text", nullptr,
                                  ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking);
  ImGui::PopStyleVar();
  return shown;
}

}  // namespace

std::string first_sentence(const std::string& text) {
  const std::size_t line = text.find('\n'), stop = text.find(". ");
  return text.substr(0, stop < line ? stop + 1 : line);
}

float scene_text_height(const InterfaceMemory& m, const State& s, float width) {
  if (s.scene.text.empty() || hides(s, Secret::text)) return 0;
  const float open = line_height(m, s.scene.text, width);
  if (line_is_open(m, open)) return open;
  return std::max(m.look.px(head), line_height(m, first_sentence(s.scene.text), width));
}

void draw_scene_text(const Context& c, const Viewport& v) {
  if (c.state.scene.text.empty() || hides(c.state, Secret::text)) return;
  const Area& p = c.memory.picture;
  const float y = p.min.y + c.px(16);
  const float width = card_width_of(c, v, y), inner = width - c.px(2 * margin);
  if (inner < c.px(120)) return;
  const std::string title = shown_name(c.state), first = first_sentence(c.state.scene.text);
  const auto height_of = [&](const std::string& text) { return wrapped_height(c.look, inner, text) + c.px(head + 8); };
  const auto leaves_room = [&](float height) {
    const float x = clear_x(c, v, width, y, y + height);
    return height < most_of_height * p.height() && covered(c, v, {{x, y}, {x + width, y + height}}) < most_of_room;
  };
  const float open_height = height_of(c.state.scene.text), brief_height = height_of(first);
  // A drawing tool needs the space below for its card.
  const bool in_the_way = c.state.tool != Tool::select && open_height + c.px(room_for_tool) > p.height();
  const std::optional<bool>& wanted = c.memory.text_open;
  const bool open = !in_the_way && (wanted ? *wanted : leaves_room(open_height));
  const bool brief = !open && wanted.value_or(true) && leaves_room(brief_height);
  const float title_width = c.look.measure(c.look.fonts.medium, font_size::number, title).x;
  const ImVec2 size(open || brief ? width : std::min(width, title_width + c.px(2 * margin + 20 + fold)),
                    open    ? open_height
                    : brief ? brief_height
                            : c.px(head));
  if (c.memory.gesture.kind == Gesture::Kind::none) c.memory.text_x = clear_x(c, v, size.x, y, y + size.y);
  const ImVec2 a(c.memory.text_x, y), b = a + size;
  c.memory.text_card = {a, b};
  if (begin_text({a, b})) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.card(a, b);
    pen.icon({a.x + c.px(margin + 7), a.y + c.px(head / 2)}, icon::info, 13, c.t().accent);
    pen.names().clipped({a.x + c.px(margin + 20), a.y + c.px(head / 2)}, b.x - c.px(fold + 8), title, c.t().text,
                        font_size::number, c.look.fonts.medium);
    if (open || brief)
      text_at(c, pen, {a.x + c.px(margin), a.y + c.px(head - 2)}, inner, open ? c.state.scene.text : first);
    fold_button(c, b.x - c.px(4), a.y + c.px(4), open);
  }
  ImGui::End();
}

void draw_scene_line(const Context& c) {
  const Area& a = c.memory.scene_line;
  if (a.height() <= 0) return;
  if (begin_text(a)) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    const std::string& whole = c.state.scene.text;
    const bool open = line_is_open(c.memory, line_height(c.memory, whole, a.width()));
    pen.fill(a.min, a.max, c.t().panel);
    pen.hline(a.min.x, a.max.x, a.max.y - c.px(1), c.t().border);
    const float first = a.min.y + c.px(15), x = a.min.x + c.px(margin + 24), x1 = a.max.x - c.px(margin + fold);
    pen.icon({a.min.x + c.px(margin + 7), first}, icon::info, 13, c.t().accent);
    text_at(c, pen, {x, a.min.y + c.px(7)}, x1 - x, open ? whole : first_sentence(whole));
    fold_button(c, a.max.x - c.px(8), a.min.y + c.px(4), open);
  }
  ImGui::End();
}

}  // namespace ez
