// The checks of the run that is looked at, read as it goes: after new steps, and as often as costs no more than a
// fiftieth of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/session_log/tape.h"
#include "app/state/state.h"
#include "solver/measure/check_watch.h"
#include "solver/run/solver.h"

namespace ez {

class CheckKeeper {
 public:
  // The field starts over, or runs on as another: what was measured until `step` does not count. `settled`: the checks
  // whose value stood at the moment that the run is taken up from.
  void restart(std::uint64_t step, std::vector<bool> settled = {});
  std::vector<bool> settled() const { return watch_ ? watch_->settled() : settled_; }
  std::uint64_t since() const { return since_; }
  // Reads what there is into the state, whose probes are the solver's. `pane` is the solver's number, `now` in s;
  // `stands`: no further steps are to come, and what is read is of this one at once. `tape` is told when it looks.
  void follow(State& state, const Solver& solver, const Monitors& monitors, int pane, double now, bool stands,
              Tape& tape);

 private:
  void look(State& state, const Solver& solver, const Monitors& monitors);

  std::uint64_t since_ = 0;
  std::vector<bool> settled_;  // as the watch begins
  std::optional<CheckWatch> watch_;
  int pane_ = -1;
  std::optional<std::uint64_t> seen_;  // the step of the last look
  double last_ = 0, cost_ = 0;         // s: when the last look was, and what it took
};

}  // namespace ez
