// Shows an unstable run: a card with the cause and a button that repairs it, and a ring around the first bad node.
// Window: "Frozen" (##mend, prose: ok).
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/model/update.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr ImGuiWindowFlags button_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                                           ImGuiWindowFlags_NoFocusOnAppearing;

const Instability* instability_with_remedy(const State& state) {
  const auto& i = state.instability;
  return i && i->fixed_scene && !i->remedy.empty() ? &*i : nullptr;
}

void draw_remedy(const Context& c, const Instability& i, ImVec2 p, float width) {
  ImGui::SetNextWindowPos(p, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("Frozen", nullptr, button_window);
  if (button(c.look, "##mend", i.remedy, 0, true, width)) c.send(command::Mend{});
  tip(c.look, i.from_start
                  ? "Applies the remedy as one edit, which can be undone. Restarts the run from t = 0"
                  : "Applies the remedy as one edit, which can be undone. The run continues from the last good state");
  ImGui::End();
  ImGui::PopStyleVar();
}

// Returns the top of the card, above or below, away from the bad node.
float card_top(const Context& c, float height) {
  const InterfaceMemory& m = c.memory;
  const bool lab = !m.lab_layout.panes.empty();
  const float legend = lab ? m.picture.max.y - m.lab_layout.legend.min.y : c.px(84);
  const float top = m.picture.min.y + c.px(24) + (lab ? m.lab_layout.panes[0].head.height() : 0);
  const float bottom = m.picture.max.y - legend - c.px(12) - height;
  const auto& i = c.state.instability;
  const bool bad_is_high = i && 2 * i->node.j > pane_scene(c.state, i->pane).grid.ny;
  return bad_is_high && bottom > top ? bottom : top;
}

}  // namespace

void draw_frozen(const Context& c, ImDrawList* list) {
  c.memory.frozen_card = {};
  if (!c.state.frozen) return;
  const Area& p = c.memory.picture;
  // Leaves out the cause if the panel's card shows it.
  const bool panel_explains = !c.memory.lab_layout.panes.empty() && shows_panel(c.state) && c.state.instability;
  const bool back = c.state.instability && c.state.instability->last_good;
  std::string why =
      panel_explains ? "" : c.tr(c.state.frozen_why.empty() ? Text("The field became unstable.") : c.state.frozen_why);
  if (!panel_explains && c.state.instability && c.state.instability->seeks_remedy)
    why += std::string("\n") + c.tr("Looking for a remedy.");
  const float w = std::min(p.width() - c.px(64), c.px(520)), wrap = w - c.px(56);
  ImFont* font = c.look.fonts.text;
  const float size = c.px(font_size::text);
  const float text_h = panel_explains ? -c.px(8) : font->CalcTextSizeA(size, FLT_MAX, wrap, why.c_str()).y;
  const Instability* remedy = panel_explains ? nullptr : instability_with_remedy(c.state);
  const float height = text_h + (remedy ? c.px(40) : 0) + c.px(64);
  const ImVec2 a((p.min.x + p.max.x - w) / 2, card_top(c, height)), b(a.x + w, a.y + height);
  c.memory.frozen_card = {a, b};
  const Pen pen{c.look, list};
  pen.fill(a, b, c.t().panel, 6);
  pen.frame(a, b, c.t().warn, 6);
  pen.icon(a + c.look.px(24, 24), icon::warning, 16, c.t().warn);
  pen.text(a + c.look.px(44, 24), {0, 0.5f}, back ? "The picture shows the last good state" : "Frozen", c.t().text,
           font_size::text, c.look.fonts.medium);
  list->AddText(font, size, a + c.look.px(44, 38), c.t().text, why.c_str(), nullptr, wrap);
  if (remedy) draw_remedy(c, *remedy, {a.x + c.px(44), a.y + text_h + c.px(44)}, std::min(wrap, c.px(280)));
  pen.text({a.x + c.px(44), b.y - c.px(14)}, {0, 0.5f},
           "R restarts the run, ← goes back in time, undo restores the scene.", c.t().text2, font_size::small);
}

// The text is next to the ring, within the picture and clear of other items.
void draw_first_bad(const Context& c, const Viewport& v, int pane, const Area& within, std::span<const Area> taken,
                    ImDrawList* list) {
  if (!c.state.frozen || !c.state.instability || c.state.instability->pane != pane) return;
  const Instability& i = *c.state.instability;
  const Grid &own = pane_scene(c.state, pane).grid, &shown = c.state.scene.grid;
  const auto on = [](int node, int cells, int of) { return static_cast<double>(node) * of / cells; };
  const float r = std::max(c.px(9), v.cell()), rim = r + c.px(3);
  ImVec2 p = v.screen({on(i.node.i, own.nx, shown.nx), on(i.node.j, own.ny, shown.ny)});
  p = {std::clamp(p.x, within.min.x + rim, std::max(within.min.x + rim, within.max.x - rim)),
       std::clamp(p.y, within.min.y + rim, std::max(within.min.y + rim, within.max.y - rim))};
  const Pen pen{c.look, list};
  list->AddCircle(p, r, c.t().halo, 0, c.px(5));
  list->AddCircle(p, r, c.t().fail, 0, c.px(2));
  const std::string text = c.say("({}, {}) at step {}", i.node.i, i.node.j, i.step);
  const ImVec2 size = c.look.measure(c.look.fonts.mono, font_size::number, text) + c.look.px(14, 8);
  const Area inside{within.min + c.look.px(4, 4), within.max - c.look.px(4, 4)};
  Area best{};
  for (const float down : {0.0f, 1.5f, -1.5f, 3.0f, -3.0f})
    for (const float side : {1.0f, -1.0f, 0.0f}) {
      const ImVec2 middle(p.x + side * (rim + c.px(5) + size.x / 2), p.y + down * size.y);
      Area box{middle - size * 0.5f, middle + size * 0.5f};
      const float slide = std::clamp(box.min.x, inside.min.x, std::max(inside.min.x, inside.max.x - size.x));
      box = {{slide, box.min.y}, {slide + size.x, box.max.y}};
      const Area ring{{p.x - rim, p.y - rim}, {p.x + rim, p.y + rim}};
      const bool free = inside.contains(box) && !box.meets(ring) && !box.meets(c.memory.frozen_card) &&
                        std::none_of(taken.begin(), taken.end(), [&](const Area& t) { return t.meets(box); });
      if (free && best.width() <= 0) best = box;
    }
  if (best.width() <= 0) return;  // the panel's card has the text too
  pen.pill((best.min + best.max) * 0.5f, {0.5f, 0.5f}, text, c.t().fail, c.look.fonts.mono, font_size::number);
}

}  // namespace ez
