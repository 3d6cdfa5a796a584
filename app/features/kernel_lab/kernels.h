// The kernel lab's part of a session. It chooses the kernels of every pane and reports them in the state. It measures
// kernels in slices between frames, and the roofs of the device.
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
  // `services` gives the time. `log` records the times of slices, which decide the length of the next slices.
  Kernels(State& state, const Services& services, SessionLog& log) : state_(state), services_(services), log_(log) {}

  // Works with these runs until the next call of adopt() or forget(). Every pane uses the kernels of its scene if this
  // engine supports them.
  void adopt(Comparison& runs);
  // The engine has failed. Discards everything that was chosen or measured on it.
  void forget();

  // Sets the scheme wanted for all panes. choose() applies it, after the edits of the frame.
  void want(const SchemeChoice& choice) { wanted_ = choice; }
  void choose();
  // Applies a block that was chosen. If the running scheme has no blocks, `two-kernel` replaces it.
  void use_blocks();
  // Applies the wanted schemes after an edit. Each pane runs its own if it can; if no pane can, all run auto. A new
  // pane uses the scheme of the first. `why` is the reason that the edit gave.
  void settle(const std::string& why);
  // Updates the state if another pane, and with it another engine, is active now.
  void follow_active();

  // Starts a measurement. Returns an empty text, or why it cannot begin.
  Text start(Sweep::Kind kind);
  void cancel();
  bool is_measuring() const { return sweep_.has_value(); }
  // Returns the number of steps of the next slice, which replace those of the frame; 0: no slice is left.
  int begin_slice();
  // Gives the time of the slice that has ended to the sweep.
  void end_slice();
  // The time of a running slice belongs to the sweep, which reads it when the slice has ended.
  bool in_slice() const { return slice_ > 0; }
  // Returns steps and seconds of the slices that have ended since the last call.
  Solver::Speed take_sweep_speed();
  // Called ten times a second during the run. Records the speed of the running kernels if nothing changed since the
  // last call.
  void record_speed();

  // Measures the device's roofs when the lab is first opened, which takes a fraction of a second. Returns true if it
  // has measured them.
  bool measure_roofs();

 private:
  Solver& active();
  void know();
  void update_passes();
  void end_sweep();

  State& state_;
  const Services& services_;
  SessionLog& log_;
  Comparison* runs_ = nullptr;
  std::vector<SchemeChoice> schemes_;           // wanted scheme of each pane
  std::optional<SchemeChoice> wanted_;          // chosen in this frame and not yet applied
  std::map<std::string, std::string> refused_;  // names of schemes that the engine refused, and why
  Text stayed_;                                 // text of the last warning about panes that still run auto
  const Engine* known_engine_ = nullptr;        // engine that the state's kernels and map of blocks describe
  std::optional<Sweep> sweep_;
  int slice_ = 0;        // steps of the current slice; 0: none
  Solver::Speed swept_;  // steps and seconds of slices since take_sweep_speed()
  struct Running {
    Candidate what;
    RunSize size;
    bool operator==(const Running&) const = default;
  };
  Running sampled_;  // kernels at the last sample of the speed
};

}  // namespace ez
