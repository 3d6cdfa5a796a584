// The kernel lab's part of a session: which kernels every pane runs, and what the state says of them; measuring them in
// slices between frames; the device's roofs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/features/kernel_lab/state.h"
#include "app/features/kernel_lab/sweep.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/base/text.h"
#include "solver/compare/comparison.h"

namespace ez {

class Kernels {
 public:
  // `services` tells the time; `log` is told what the slices took, on which it hangs how long the next ones are.
  Kernels(State& state, const Services& services, SessionLog& log) : state_(state), services_(services), log_(log) {}

  // Works with these runs from now on, until the next or forget(): every pane computes as its scene likes, where this
  // engine can.
  void adopt(Comparison& runs);
  // The engine has failed: nothing that was chosen or measured on it holds.
  void forget();

  // Wanted for all panes; set by choose(), once the edits of the frame are done.
  void want(const SchemeChoice& choice) { wanted_ = choice; }
  void choose();
  // A block has been chosen: where the scheme that runs has none, `two-kernel` takes its place.
  void use_blocks();
  // After an edit: every pane has the scheme it is to have where it can; where none can, auto runs. A new one
  // follows the first. `why`: what the edit said of it.
  void settle(const std::string& why);
  // Another pane, and with it another engine, may be the active one.
  void follow_active();

  // Measuring. Empty, or why it cannot begin.
  Text start(Sweep::Kind kind);
  void cancel();
  bool is_measuring() const { return sweep_.has_value(); }
  // The steps of the next slice, which are to be made in place of the frame's; 0: none is left.
  int begin_slice();
  // Hands the time of the slice that has ended to the sweep.
  void end_slice();
  // The time of a slice in the air belongs to the sweep, which tells it when the slice has ended.
  bool in_slice() const { return slice_ > 0; }
  // Steps and seconds of the slices that have ended since the last call.
  Solver::Speed take_swept();
  // Ten times a second while the run goes on: the speed of what runs, where nothing changed since the sample before.
  void record_speed();

  // Measures the device's roofs when the lab is first opened, a fraction of a second. True when it has.
  bool know_roofs();

 private:
  Solver& active();
  void know();
  void know_passes();
  void end_sweep();

  State& state_;
  const Services& services_;
  SessionLog& log_;
  Comparison* runs_ = nullptr;
  std::vector<SchemeChoice> schemes_;           // that each pane is to run, by pane
  std::optional<SchemeChoice> wanted_;          // chosen in this frame, not yet set
  std::map<std::string, std::string> refused_;  // names of schemes that the engine refused, and why
  Text stayed_;                                 // words of the last warning on panes that keep auto
  const Engine* known_engine_ = nullptr;        // that the state's kernels and map of blocks are of
  std::optional<Sweep> sweep_;
  int slice_ = 0;        // steps of the slice under way; 0: none is
  Solver::Speed swept_;  // steps and seconds of slices since take_swept()
  struct Running {
    Candidate what;
    RunSize size;
    bool operator==(const Running&) const = default;
  };
  Running sampled_;  // what ran at the last sample of the speed
};

}  // namespace ez
