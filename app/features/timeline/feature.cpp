// The timeline takes the run back in time and forward again.
#include "app/features/feature.h"
#include "app/features/timeline/bar.h"
#include "app/features/timeline/commands.h"
#include "app/features/timeline/log.h"
#include "app/features/timeline/memory.h"
#include "app/features/timeline/session.h"
#include "app/features/timeline/state.h"
#include "app/ui/windows.h"

namespace ez {
namespace {

constexpr float bar_height = 60, presented_height = 44;

const TimelineState& timeline(const State& s) { return s.of<TimelineState>(); }

// Takes space at the bottom of the picture.
void take_room(InterfaceMemory& m, const State& s) {
  Area& bar = m.of<TimelineMemory>().bar = {};
  if (!timeline(s).shown || s.workspace == Workspace::kernel_lab) return;
  const float height = m.look.px(s.presenting.on ? presented_height : bar_height);
  const float top = std::max(m.picture.min.y, m.picture.max.y - height);
  bar = {{m.picture.min.x, top}, m.picture.max};
  m.picture.max.y = top;
}

void draw_bar(const Context& c) {
  const Area& bar = c.memory.of<TimelineMemory>().bar;
  if (bar.width() <= 0) return;
  if (begin_bar("Timeline", bar)) draw_timeline(c);
  ImGui::End();
}

bool keys(const Context& c, KeyPlace place) {
  const bool here = place == KeyPlace::on_picture || place == KeyPlace::presenting;
  if (!here || ImGui::GetIO().KeyCtrl) return false;
  const bool back = place == KeyPlace::on_picture && !c.memory.hand.on;  // otherwise the arrows move the pointer
  if (back && ImGui::IsKeyPressed(ImGuiKey_LeftArrow, true)) step_back(c);
  timeline_keys(c);
  return false;
}

void transport(ToolBar& bar) {
  const TimelineState& t = timeline(bar.c.state);
  if (bar.button("##timeline", icon::timeline, "Shows the timeline, which takes the run back in time", "Shift+J",
                 t.shown ? ButtonState::selected : ButtonState::plain, bar.c.state.workspace != Workspace::kernel_lab))
    bar.c.send(command::SetTimeline{!t.shown, t.budget});
}

void entries(const Context& c) {
  const TimelineState& t = timeline(c.state);
  if (ImGui::MenuItem(c.item("Timeline").c_str(), c.look.keys("Shift+J").c_str(), t.shown))
    c.send(command::SetTimeline{!t.shown, t.budget});
}

}  // namespace

Feature timeline_feature() {
  return {.model = {.commands = timeline_commands(),
                    .take_settings =
                        [](State& s, const Settings& settings) {
                          s.of<TimelineState>().budget = TimelineState::allowed_budget(settings.moments);
                        },
                    .give_settings = [](const State& s, Settings& settings) { settings.moments = timeline(s).budget; }},
          .ui = {.keys = keys,
                 .take_room = take_room,
                 .bars = draw_bar,
                 .tool_bar = {.transport = transport, .entries = entries}},
          .part = timeline_part};
}

}  // namespace ez
