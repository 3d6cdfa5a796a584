// What a large scene asks for, while the window answers: its file is read, and its runs are made, in the background.
// The runs before stand meanwhile, with their last picture. Small scenes do not come here.

#include <algorithm>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/update.h"
#include "app/session/session.h"
#include "solver/base/text_with.h"
#include "solver/problem/change.h"

namespace ez {
namespace {

constexpr double longest_hold = 0.08;  // s that the window may not answer
constexpr const char* cause = "making runs";

}  // namespace

// Opens the scene once more when its file is read.
void Session::follow_reading() {
  if (reading_.is_late() && reading_.done()) send(command::Open{reading_.name(), true, reading_.reads()});
}

bool Session::waits_for_runs() {
  return command_.log->said_unless(false, "waits", [&] { return makes_runs(); });
}

// True while the runs of the state's scene are being made.
bool Session::makes_runs() {
  if (state_.scene == applied_) applied_path_ = state_.path, applied_builtin_ = state_.builtin;
  const bool pending = interactive_ && !has_errors(state_.problems) && !(state_.scene == applied_) && !awaits_pulse();
  const bool takes_long =
      pending && RunMaking::seconds(state_.scene) > longest_hold &&
      (in_cells(state_.scene.physics) != in_cells(applied_.physics) || change_of(applied_, state_.scene).grid);
  if (!takes_long) {
    making_.drop();
    withdraw(state_, cause);
    return false;
  }
  if (state_.history.in_gesture()) return true;  // what it ends with counts
  if (!making_.is_of(state_.scene)) {
    making_.start(request(), state_.scene);
    making_since_ = now();
  }
  tell_making();
  return !making_.done();
}

// The button leads back to the scene before.
void Session::tell_making() {
  const Grid& grid = state_.scene.grid;
  Text text =
      text_with("Making the runs of {} × {} cells in the background: {:.0f} s. The picture is of the scene before.",
                grid.nx, grid.ny, now() - making_since_);
  const auto there = std::ranges::find(state_.notes, cause, &Note::cause);
  if (there != state_.notes.end()) {
    there->text = std::move(text);
    return;
  }
  add_note(state_, Note::Kind::warning, std::move(text), now(), cause);
  if (state_.scene_is_kept) return;
  std::optional<Command> back;
  if (state_.history.can_undo())
    back = command::Undo{};
  else if (!applied_path_.empty())
    back = command::Open{applied_path_, true};
  else if (!applied_builtin_.empty())
    back = command::OpenBuiltin{applied_builtin_, true};
  if (!back) return;
  state_.notes.back().button = "Cancel";
  state_.notes.back().then = std::move(back);
}

// Whether the runs of the state's scene were made in the background, and are now the session's.
bool Session::adopts_made_runs() {
  std::unique_ptr<Comparison> runs;
  const bool ready = command_.log->said_unless(false, "made", [&] {
    if (making_.done() && making_.is_of(state_.scene)) runs = making_.take();
    return runs != nullptr;
  });
  if (!ready) return false;
  if (!runs) runs = RunMaking::made(request(), state_.scene);  // a replay makes them here
  withdraw(state_, cause);
  parts_.each(&SessionPart::forget);
  timeline_.forget_kept();
  beside_.reset();
  applied_ = state_.scene;
  adopt_runs(std::move(runs));
  offer_blocks();
  state_.probes.clear();
  reset_wanted_ = false;
  in_gesture_ = false;
  return true;
}

}  // namespace ez
