// Rows below the checks in the section Measure. Items, in the window "Panel":
//   Measure/##converge  Measure/##cancel_converge (while it runs)
#include "app/features/study/cards/cards.h"
#include "app/features/study/commands.h"
#include "app/features/study/state.h"
#include "app/model/hooks.h"

namespace ez {

void convergence_rows(const Context& c) {
  if (c.state.scene.checks.empty() || hides(c.state, Secret::checks)) return;
  const float w = ImGui::GetContentRegionAvail().x;
  const auto& progress = c.state.of<StudyState>().convergence;
  if (!progress) {
    if (button(c.look, "##converge", "Check convergence", icon::optimise, false, w))
      c.send(command::CheckConvergence{});
    return tip(c.look,
               "Runs the scene on a coarser and on a finer grid, and estimates how far the grid is off from each "
               "measured value. It takes about four times as long as the checks.");
  }
  progress_bar(c.look, progress->fraction);
  if (button(c.look, "##cancel_converge", "Cancel", icon::close, false, w)) c.send(command::CancelConvergence{});
  tip(c.look, "Ends the runs on the other grids");
}

}  // namespace ez
