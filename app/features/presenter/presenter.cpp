// The scene as shown to an audience: picture, caption, legend and checks in large letters. The mouse only points.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "app/features/presenter/commands.h"
#include "app/features/presenter/presenter.h"
#include "app/model/update.h"
#include "app/ui/hooks.h"
#include "app/ui/input/input_events.h"
#include "app/ui/kit/marker.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/checks.h"
#include "app/ui/picture/marks/line_cut.h"

namespace ez {
namespace {

using Pointer = Presenting::Pointer;
constexpr float caption_title = 30, caption_margin = 16;

void draw_caption(const Context& c, const Pen& pen) {
  const Area& p = c.memory.picture;
  const std::string title = shown_name(c.state), text = first_sentence(c.state.scene.text);
  const float margin = c.px(caption_margin), most = 0.6f * p.width() - 2 * margin;
  const ImVec2 head = c.look.measure(c.look.fonts.medium, caption_title, title);
  const ImVec2 words = text.empty()
                           ? ImVec2(0, 0)
                           : c.look.fonts.text->CalcTextSizeA(c.px(font_size::text), FLT_MAX, most, text.c_str());
  const ImVec2 a = p.min + ImVec2(margin, margin);
  const float width = std::min(std::max(head.x, words.x), most);
  const ImVec2 b = a + ImVec2(width + 2 * margin, head.y + words.y + c.px(text.empty() ? 16 : 20));
  pen.card(a, b);
  pen.names().clipped({a.x + margin, a.y + c.px(8) + head.y / 2}, b.x - margin, title, c.t().text, caption_title,
                      c.look.fonts.medium);
  if (!text.empty())
    pen.list->AddText(c.look.fonts.text, c.px(font_size::text), {a.x + margin, a.y + c.px(12) + head.y}, c.t().text2,
                      text.c_str(), nullptr, most);
  c.memory.text_card = {a, b};
}

// Darkens everything except a disc: a ring of triangles from the disc's edge to beyond the corners. The triangles share
// their vertices, so that no seams show.
void darken_around(const Context& c, ImDrawList* list, ImVec2 at) {
  constexpr int sides = 96;
  const float near = c.px(110), far = 2 * (c.memory.picture.width() + c.memory.picture.height());
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  list->PrimReserve(6 * sides, 2 * sides);
  const unsigned first = list->_VtxCurrentIdx;
  for (int k = 0; k < sides; ++k) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / sides;
    const ImVec2 way(std::cos(angle), std::sin(angle));
    for (const float radius : {near, far}) list->PrimWriteVtx(at + way * radius, uv, rgb(0x000000, 0.72f));
  }
  for (unsigned k = 0; k < sides; ++k) {
    const unsigned here = first + 2 * k, next = first + 2 * ((k + 1) % sides);
    for (const unsigned index : {here, here + 1, next + 1, here, next + 1, next})
      list->PrimWriteIdx(static_cast<ImDrawIdx>(index));
  }
}

void draw_pointer(const Context& c, const Pen& pen, ImVec2 at) {
  switch (c.state.presenting.pointer) {
    case Pointer::laser:
      pen.list->AddCircleFilled(at, c.px(14), rgb(0xFF2020, 0.25f));
      pen.list->AddCircleFilled(at, c.px(8), rgb(0xFF2020, 0.55f));
      pen.list->AddCircleFilled(at, c.px(4), rgb(0xFFE8E8));
      return;
    case Pointer::spotlight:
      return darken_around(c, pen.list, at);
    case Pointer::pen:
      pen.list->AddCircleFilled(at, c.px(5), c.t().halo);
      pen.list->AddCircleFilled(at, c.px(3), c.t().warn);
      return;
  }
}

// Draws the pointer in place of the mouse's arrow, and the sign of a frozen picture.
void draw_over(const Context& c, const Pen& pen) {
  const Area& p = c.memory.picture;
  if (c.state.presenting.frozen)
    pen.pill({p.max.x - c.px(16), p.max.y - c.px(16)}, {1, 1}, "Picture frozen", c.t().warn);
  const bool hovered =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (!hovered || !ImGui::IsMousePosValid()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  draw_pointer(c, pen, ImGui::GetIO().MousePos);
}

}  // namespace

void draw_strokes(const Context& c, const Viewport& v, ImDrawList* list) {
  for (const std::vector<Vec2>& stroke : c.state.presenting.strokes) {
    std::vector<ImVec2> points;
    points.reserve(stroke.size());
    for (const Vec2& node : stroke) points.push_back(v.screen(node));
    marker_line(c.look, list, points, c.t().warn);
  }
  for (const std::vector<Vec2>& arrow : c.state.presenting.arrows) {
    if (arrow.size() == 2) marker_arrow(c.look, list, v.screen(arrow[0]), v.screen(arrow[1]), c.px(16), c.t().warn);
  }
}

// Draws with the pen while the button is down. Each press gives one stroke, or an arrow if Shift was held when it
// began.
void follow_pen(const Context& c, const Viewport& v) {
  if (c.state.presenting.pointer != Pointer::pen || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  Presenting now = c.state.presenting;
  const bool begins = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID straight = ImGui::GetID("arrow");
  if (begins) memory.SetBool(straight, ImGui::GetIO().KeyShift);
  const bool arrow = memory.GetBool(straight);
  std::vector<std::vector<Vec2>>& drawn = arrow ? now.arrows : now.strokes;
  if (begins || drawn.empty()) drawn.emplace_back();
  std::vector<Vec2>& stroke = drawn.back();
  bool longer = false;
  for (const ImVec2 at : begins ? std::vector{ImGui::GetIO().MousePos} : mouse_path()) {
    const ImVec2 moved = stroke.empty() ? ImVec2(c.px(2), 0) : at - v.screen(stroke.back());
    if (std::abs(moved.x) + std::abs(moved.y) < c.px(2)) continue;
    if (arrow && stroke.size() == 2) stroke.pop_back();
    stroke.push_back(v.node(at));
    longer = true;
  }
  if (longer) c.send(command::Present{std::move(now)});
}

void draw_presenter(const Context& c, const Viewport& v, ImDrawList* list) {
  const Area& p = c.memory.picture;
  const Pen pen{c.look, list};
  list->PushClipRect(p.min, p.max, true);
  if (c.state.view.arrows) draw_flow(c, v, list);
  draw_theory_lines(c, v, list);
  draw_screen(c, v, list);
  draw_line_cut(c, v, list);
  const std::vector<Area> labels = c.state.view.handles ? draw_labels(c, v, list) : std::vector<Area>();
  c.memory.labels = labels;
  draw_theory_words(c, v, labels, list);
  const Area legend = c.state.view.legend ? draw_legend(c, v, list) : Area{};
  call_hooks(&UiHooks::overlay, c, v, list);
  c.memory.text_card = {};
  for (const UiHooks& h : ui_hooks())
    if (h.caption && c.memory.text_card.width() <= 0) c.memory.text_card = h.caption(c, pen);
  if (c.memory.text_card.width() <= 0) draw_caption(c, pen);
  draw_spectrum(c, v, legend, list);
  const Area result = c.state.presenting.no_result ? Area{} : draw_result_card(c, v, legend, list);
  c.memory.cards = {legend, result, c.memory.text_card, c.memory.spectrum_card};
  draw_strokes(c, v, list);
  draw_over(c, pen);
  if (c.memory.picture_hovered) follow_pen(c, v);
  list->PopClipRect();
}

void draw_presented_panes(const Context& c, ImDrawList* list) {
  const Area& p = c.memory.picture;
  list->PushClipRect(p.min, p.max, true);
  draw_over(c, {c.look, list});
  list->PopClipRect();
}

// Covers the whole screen and hides the mouse's arrow.
void draw_blank() {
  const ImGuiViewport* screen = ImGui::GetMainViewport();
  ImGui::GetBackgroundDrawList()->AddRectFilled(screen->Pos, screen->Pos + screen->Size, IM_COL32_BLACK);
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

void presenter_keys(const Context& c) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (ImGui::GetIO().KeyCtrl) return;  // with Ctrl only the keys that share work, none that edit
  const Presenting& before = c.state.presenting;
  Presenting now = before;
  const auto hold = [&](ImGuiKey key, Pointer pointer) {
    if (pressed(key)) now.pointer = now.pointer == pointer ? Pointer::laser : pointer;
  };
  const bool help = c.state.help_shown, leaves = pressed(ImGuiKey_Escape);
  if (pressed(ImGuiKey_F1) || pressed(ImGuiKey_H) || (leaves && help && !now.code)) c.send(command::ShowHelp{!help});
  if (pressed(ImGuiKey_Q)) now.code = !now.code;
  if (leaves && now.code)
    now.code = false;
  else if (leaves && !help && now.pointer != Pointer::laser)
    now.pointer = Pointer::laser;  // puts the pen and the spotlight away first
  else if ((leaves && !help) || pressed(ImGuiKey_F5))
    now = {};
  if (pressed(ImGuiKey_Period) || pressed(ImGuiKey_KeypadDecimal) || pressed(ImGuiKey_B)) now.blank = !now.blank;
  if (pressed(ImGuiKey_F)) now.frozen = !now.frozen;
  if (pressed(ImGuiKey_M)) now.no_result = !now.no_result;
  const bool runs = pressed(ImGuiKey_Space) && !can_pause(c.state);
  // clears the pen's strokes when the picture moves again
  if (pressed(ImGuiKey_C) || runs || (before.frozen && !now.frozen)) now.wipe();
  hold(ImGuiKey_S, Pointer::spotlight);
  hold(ImGuiKey_P, Pointer::pen);
  const bool arrows = !c.memory.hand.on;  // otherwise the arrows move the pointer
  const bool next = (arrows && pressed(ImGuiKey_RightArrow)) || pressed(ImGuiKey_PageDown);
  const bool back = (arrows && pressed(ImGuiKey_LeftArrow)) || pressed(ImGuiKey_PageUp);
  if ((next || back) && !any_hook(&UiHooks::step, c, next)) {
    c.send(command::NextScene{next ? 1 : -1});
    now.wipe();
    now.blank = now.frozen = now.code = false;
  }
  if (!(now == before)) c.send(command::Present{now});
  if (pressed(ImGuiKey_R)) c.send(command::Reset{});
  if (pressed(ImGuiKey_F11)) c.send(command::FullScreen{!c.state.full_screen});
  if (pressed(ImGuiKey_F12)) c.send(command::Screenshot{});
  if (pressed(ImGuiKey_Space)) c.send(command::Run{!can_pause(c.state)});
}

}  // namespace ez
