// The boundary lab's card of a run that became unstable: where, why, and a button that fixes it. It is above all other
// cards while the run is unstable. Items, in the window "Panel": Instability/##mend
#include <fmt/format.h>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/model/panes.h"
#include "app/platform/units.h"

namespace ez {

void instability_card(const Context& c) {
  if (!c.state.instability) return;
  const Instability& i = *c.state.instability;
  ImGui::PushID("Instability");
  ImGui::Dummy({0, c.px(6)});
  const ImVec2 a = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, pad = c.px(10);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({a.x + pad, a.y + pad});
  ImGui::BeginGroup();
  const Pen pen{c.look, list};
  const ImVec2 head = ImGui::GetCursorScreenPos();
  pen.icon({head.x + c.px(8), head.y + c.px(10)}, icon::warning, 15, c.t().fail);
  pen.text({head.x + c.px(24), head.y + c.px(10)}, {0, 0.5f}, "Unstable", c.t().fail, font_size::title,
           c.look.fonts.medium);
  ImGui::Dummy({w - 2 * pad, c.px(22)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + w - 2 * pad);
  ImGui::TextUnformatted(capital(i.cause).c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, c.t().text2);
  ImGui::PushFont(c.look.fonts.text, font_size::small);
  ImGui::TextUnformatted(c.say("{}: first seen at node ({}, {}) in step {}.{}", pane_name(c.state, i.pane), i.node.i,
                               i.node.j, i.step, c.tr(i.last_good ? " The last good state is shown." : ""))
                             .c_str());
  if (i.seeks_remedy) ImGui::TextUnformatted(c.tr("Looking for a remedy."));
  ImGui::PopFont();
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  if (!i.remedy.empty() && i.fixed_scene) {
    ImGui::Dummy({0, c.px(2)});
    if (button(c.look, "##mend", i.remedy, 0, true, w - 2 * pad)) c.send(command::Mend{});
    tip(c.look,
        i.from_start
            ? "Applies the remedy as one edit, which can be undone. Restarts the run from t = 0"
            : "Applies the remedy as one edit, which can be undone. The run continues from the last good state");
  }
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + pad;
  list->ChannelsSetCurrent(0);
  pen.fill(a, {a.x + w, bottom}, fade(c.t().fail, 0.08f), 6);
  pen.frame(a, {a.x + w, bottom}, fade(c.t().fail, 0.8f), 6);
  list->ChannelsMerge();
  ImGui::SetCursorScreenPos({a.x, bottom});
  ImGui::Dummy({w, c.px(8)});
  ImGui::PopID();
}

}  // namespace ez
