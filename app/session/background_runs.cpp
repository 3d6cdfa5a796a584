#include "app/session/background_runs.h"

#include <algorithm>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"
#include "solver/problem/change.h"

namespace ez {
namespace {

constexpr double longest_hold = 0.08;  // longest time in s that the window may be blocked
constexpr const char* cause = "making runs";

}  // namespace

bool BackgroundRuns::make() {
  return d_.log().record_or_replay_unless(false, "waits", [&] { return is_making(); });
}

bool BackgroundRuns::is_making() {
  if (d_.state.scene == d_.applied) applied_path_ = d_.state.path, applied_builtin_ = d_.state.builtin;
  const bool pending = d_.interactive && !has_errors(d_.state.problems) && !(d_.state.scene == d_.applied) &&
                       !measurement_.awaits_pulse();
  const bool takes_long =
      pending && RunMaking::seconds(d_.state.scene) > longest_hold &&
      (in_cells(d_.state.scene.physics) != in_cells(d_.applied.physics) || change_of(d_.applied, d_.state.scene).grid);
  if (!takes_long) {
    making_.drop();
    withdraw(d_.state, cause);
    return false;
  }
  if (d_.state.history.in_gesture()) return true;  // wait until the gesture ends
  if (!making_.is_of(d_.state.scene)) {
    making_.start(d_.request(), d_.state.scene, d_.state.media);
    making_since_ = d_.now();
  }
  report();
  return !making_.done();
}

void BackgroundRuns::report() {
  const Grid& grid = d_.state.scene.grid;
  Text text = text_with(
      "Preparing the runs of {} × {} cells in the background: {:.0f} s. The picture still shows the previous scene.",
      grid.nx, grid.ny, d_.now() - making_since_);
  const auto there = std::ranges::find(d_.state.notes, cause, &Note::cause);
  if (there != d_.state.notes.end()) {
    there->text = std::move(text);
    return;
  }
  add_note(d_.state, Note::Kind::warning, std::move(text), d_.now(), cause);
  if (d_.state.scene_is_kept) return;
  std::optional<Command> back;
  if (d_.state.history.can_undo())
    back = command::Undo{};
  else if (!applied_path_.empty())
    back = command::Open{applied_path_, true};
  else if (!applied_builtin_.empty())
    back = command::OpenBuiltin{applied_builtin_, true};
  if (!back) return;
  d_.state.notes.back().button = "Cancel";
  d_.state.notes.back().then = std::move(back);
}

bool BackgroundRuns::adopt() {
  std::unique_ptr<Comparison> runs;
  const bool ready = d_.log().record_or_replay_unless(false, "made", [&] {
    if (making_.done() && making_.is_of(d_.state.scene)) runs = making_.take();
    return runs != nullptr;
  });
  if (!ready) return false;
  if (!runs) runs = RunMaking::made(d_.request(), d_.state.scene, d_.state.media);  // a replay makes them here
  withdraw(d_.state, cause);
  d_.parts.each(&SessionPart::forget);
  d_.applied = d_.state.scene;
  panes_.adopt(std::move(runs));
  panes_.offer_blocks();
  d_.state.probes.clear();
  d_.reset_wanted = false;
  return true;
}

}  // namespace ez
