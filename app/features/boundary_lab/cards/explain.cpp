// The button that explains the active pane's reflection, and the list of causes. Items, within the reflection card's
// ID:
//   ##explain  ##cancel_explaining (while the runs are made)
#include <fmt/format.h>

#include <algorithm>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/platform/units.h"
#include "app/ui/readings.h"

namespace ez {
namespace {

constexpr std::size_t most_causes = 4;

// Writes one cause: its share and title in one line, then the reason and the experiment.
void cause_rows(const Context& c, const EchoCause& cause) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(22), cy = p.y + h / 2;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float x =
      p.x + pen.mono({p.x, cy}, {0, 0.5f}, fmt::format("{:.0f} %", 100 * cause.share), c.t().accent) + c.px(8);
  pen.clipped({x, cy}, p.x + w, fmt::format("{} {}", arrow_of(cause.side), c.tr(title_of(cause))), c.t().text);
  ImGui::Dummy({w, h});
  tip(c.look, "Part of the echo that a run with this fault reproduces, or that disappears in a run without this cause");
  hint(c.look, c.tr(why_of(cause)));
  hint(c.look, c.say("Experiment: {}", c.tr(experiment_of(cause))));
}

void signature_row(const Context& c, const EchoSignature& s) {
  if (!s.db) return;
  hint(c.look,
       c.say("Largest echo: {} dB, {}, at {:.0f}°, from {:.0f} cells behind the layer's inner edge or the boundary",
             decibels(s.db), c.tr(name_of(s.side)), s.degrees, std::max(s.depth, 0.0)));
}

void result_rows(const Context& c, const EchoExplanation& e) {
  if (!e.nothing.empty()) {
    warning(c.look, c.say("Cannot explain: {}", e.nothing));
    return;
  }
  signature_row(c, e.signature);
  if (e.causes.empty())
    hint(c.look, "No known cause explains the echo. Use more cells or a better grading to reduce it further.");
  for (std::size_t k = 0; k < std::min(e.causes.size(), most_causes); ++k) cause_rows(c, e.causes[k]);
}

}  // namespace

void explain_rows(const Context& c) {
  const std::optional<Explained>& found = c.state.of<LabState>().explained;
  const float w = ImGui::GetContentRegionAvail().x;
  if (found && !found->progress.ended()) {
    if (button(c.look, "##cancel_explaining", "Cancel", icon::close, false, w)) c.send(command::CancelExplaining{});
    tip(c.look, "Stops the search for causes");
    progress_bar(c.look, found->progress.fraction);
    return;
  }
  if (button(c.look, "##explain", "Explain reflection", icon::help, false, w)) c.send(command::ExplainReflection{});
  tip(c.look,
      "Runs the active pane with each known fault, or without each cause that the scene shows, and lists the causes by "
      "the part of the echo that they explain. Names a hidden fault");
  // An edit makes the result one about a scene that is gone.
  if (!found || !(found->scene == active_scene(c.state))) return;
  if (!found->progress.failed.empty())
    warning(c.look, found->progress.failed, true);
  else if (!found->progress.cancelled)
    result_rows(c, found->progress.found);
}

}  // namespace ez
