// The scene's text: in explore a card on the picture, in the labs a line above it. Folded, its first words remain.
// Window "Scene text": ##fold
#include <algorithm>
#include <cmath>

#include "app/state/update.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float card_width = 420, head = 32, margin = 12, fold = 24, most_of_height = 0.4f, most_of_picture = 0.2f,
                most_of_lab = 0.25f, room_for_tool = 120;

float wrapped_height(const Look& look, float width, const std::string& text) {
  return look.fonts.text->CalcTextSizeA(look.px(font_size::small), FLT_MAX, width, text.c_str()).y;
}

void text_at(const Context& c, const Pen& pen, ImVec2 p, float width) {
  pen.list->AddText(c.look.fonts.text, c.px(font_size::small), p, c.t().text, c.state.scene.text.c_str(), nullptr,
                    width);
}

// The button that folds and unfolds, its right edge at x.
void fold_button(const Context& c, float x, float y, bool open) {
  ImGui::SetCursorScreenPos({x - c.px(fold), y});
  if (icon_button(c.look, "##fold", open ? icon::up : icon::down, ButtonState::plain, fold, 11))
    c.memory.text_open = !open;
  tip(c.look, open ? "Fold the text away" : "What there is to see");
}

// Of the labs' line.
float open_line_height(const InterfaceMemory& m, const State& s, float width) {
  return wrapped_height(m.look, width - m.look.px(2 * margin + 24 + fold), s.scene.text) + m.look.px(14);
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

float scene_text_height(const InterfaceMemory& m, const State& s, float width) {
  if (s.scene.text.empty() || s.learning.lesson) return 0;
  const float open = open_line_height(m, s, width);
  return line_is_open(m, open) ? open : m.look.px(head);
}

void draw_scene_text(const Context& c, const Viewport& v) {
  if (c.state.scene.text.empty() || c.state.learning.lesson) return;  // the card says it
  const Area& p = c.memory.picture;
  const float width = std::min(c.px(card_width), p.width() - c.px(32)), inner = width - c.px(2 * margin);
  if (inner < c.px(120)) return;
  const float body = wrapped_height(c.look, inner, c.state.scene.text), open_height = body + c.px(head + 8);
  const bool leaves_room =
      open_height < most_of_height * p.height() && width * open_height < most_of_picture * p.width() * p.height();
  // A tool in the hand needs its card beneath.
  const bool in_the_way = c.state.tool != Tool::select && open_height + c.px(room_for_tool) > p.height();
  const bool open = c.memory.text_open.value_or(leaves_room) && !in_the_way;
  const std::string title = shown_name(c.state);
  const float title_width = c.look.measure(c.look.fonts.medium, font_size::number, title).x;
  const ImVec2 size(open ? width : std::min(width, title_width + c.px(2 * margin + 20 + fold)),
                    open ? open_height : c.px(head));
  const float y = p.min.y + c.px(16);
  if (c.memory.gesture.kind == Gesture::Kind::none) c.memory.text_x = clear_x(c, v, size.x, y, y + size.y);
  const ImVec2 a(c.memory.text_x, y), b = a + size;
  c.memory.text_card = {a, b};
  if (begin_text({a, b})) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.card(a, b);
    pen.icon({a.x + c.px(margin + 7), a.y + c.px(head / 2)}, icon::info, 13, c.t().accent);
    pen.clipped({a.x + c.px(margin + 20), a.y + c.px(head / 2)}, b.x - c.px(fold + 8), title, c.t().text,
                font_size::number, c.look.fonts.medium);
    if (open) text_at(c, pen, {a.x + c.px(margin), a.y + c.px(head - 2)}, inner);
    fold_button(c, b.x - c.px(4), a.y + c.px(4), open);
  }
  ImGui::End();
}

void draw_scene_line(const Context& c) {
  const Area& a = c.memory.scene_line;
  if (a.height() <= 0) return;
  if (begin_text(a)) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    const bool open = line_is_open(c.memory, open_line_height(c.memory, c.state, a.width()));
    pen.fill(a.min, a.max, c.t().panel);
    pen.hline(a.min.x, a.max.x, a.max.y - c.px(1), c.t().border);
    const float first = a.min.y + c.px(open ? 15 : head / 2), x = a.min.x + c.px(margin + 24),
                x1 = a.max.x - c.px(margin + fold);
    pen.icon({a.min.x + c.px(margin + 7), first}, icon::info, 13, c.t().accent);
    if (open)
      text_at(c, pen, {x, a.min.y + c.px(7)}, x1 - x);
    else
      pen.clipped({x, first}, x1 - c.px(8), c.state.scene.text, c.t().text2, font_size::small);
    fold_button(c, a.max.x - c.px(8), a.min.y + c.px(4), open);
  }
  ImGui::End();
}

}  // namespace ez
