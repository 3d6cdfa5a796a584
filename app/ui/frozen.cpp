// A run that went unstable: the card that says why, with the button that mends it, and a ring around the first bad
// node. Window: "Frozen" (##mend).
#include <fmt/format.h>

#include <algorithm>

#include "app/lab.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr ImGuiWindowFlags button_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                                           ImGuiWindowFlags_NoFocusOnAppearing;

const Instability* mendable(const State& state) {
  const auto& i = state.lab.instability;
  return i && i->mended && !i->remedy.empty() ? &*i : nullptr;
}

void draw_remedy(const Context& c, const Instability& i, ImVec2 p, float width) {
  ImGui::SetNextWindowPos(p, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("Frozen", nullptr, button_window);
  if (button(c.look, "##mend", i.remedy, 0, true, width)) c.send(command::Mend{});
  tip(c.look, "One edit, which undo takes back; the run goes on from the last good state");
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace

// Upper middle.
void draw_frozen(const Context& c, ImDrawList* list) {
  if (!c.state.frozen) return;
  const Area& p = c.memory.picture;
  const std::string why = c.state.frozen_why.empty() ? "The field became unstable." : c.state.frozen_why;
  const float w = std::min(p.width() - c.px(64), c.px(520)), wrap = w - c.px(56);
  ImFont* font = c.look.fonts.text;
  const float size = c.px(font_size::text);
  const float text_h = font->CalcTextSizeA(size, FLT_MAX, wrap, why.c_str()).y;
  const Instability* remedy = mendable(c.state);
  const float button_h = remedy ? c.px(40) : 0;
  const ImVec2 a((p.min.x + p.max.x - w) / 2, p.min.y + c.px(24)), b(a.x + w, a.y + text_h + button_h + c.px(64));
  const Pen pen{c.look, list};
  pen.card(a, b);
  pen.frame(a, b, c.t().warn, 6);
  pen.icon(a + c.look.px(24, 24), icon::warning, 16, c.t().warn);
  pen.text(a + c.look.px(44, 24), {0, 0.5f}, "Frozen on the last good picture", c.t().text, font_size::text,
           c.look.fonts.medium);
  list->AddText(font, size, a + c.look.px(44, 38), c.t().text, why.c_str(), nullptr, wrap);
  if (remedy) draw_remedy(c, *remedy, {a.x + c.px(44), a.y + text_h + c.px(44)}, std::min(wrap, c.px(280)));
  pen.text({a.x + c.px(44), b.y - c.px(14)}, {0, 0.5f}, "R starts again from zero; undo brings the scene back.",
           c.t().text2, font_size::small);
}

void draw_first_bad(const Context& c, const Viewport& v, int pane, ImDrawList* list) {
  if (!c.state.frozen || !c.state.lab.instability || c.state.lab.instability->pane != pane) return;
  const Instability& i = *c.state.lab.instability;
  const Grid &own = pane_scene(c.state, pane).grid, &shown = c.state.scene.grid;
  const auto on = [](int node, int cells, int of) { return static_cast<double>(node) * of / cells; };
  const ImVec2 p = v.screen({on(i.node.i, own.nx, shown.nx), on(i.node.j, own.ny, shown.ny)});
  const float r = std::max(c.px(9), v.cell());
  list->AddCircle(p, r, c.t().halo, 0, c.px(5));
  list->AddCircle(p, r, c.t().fail, 0, c.px(2));
  // On the side where there is more room.
  const Area& area = c.memory.picture;
  const bool left = p.x > (area.min.x + area.max.x) / 2;
  Pen{c.look, list}.pill({p.x + (left ? -1 : 1) * (r + c.px(8)), p.y}, {left ? 1.0f : 0.0f, 0.5f},
                         fmt::format("({}, {}) in step {}", i.node.i, i.node.j, i.step), c.t().fail, c.look.fonts.mono,
                         font_size::number);
}

}  // namespace ez
