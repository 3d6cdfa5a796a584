// Reads the checks of the active run. A check with a fixed time is read at that time. The others are read after new
// steps, as often as this takes at most a fiftieth of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/model/log/session_log.h"
#include "app/model/state.h"
#include "solver/measure/check_watch.h"
#include "solver/run/solver.h"

namespace ez {

class CheckKeeper {
 public:
  // The run restarts or continues with another field. Earlier measurements do not count. `known`: readings at the step
  // from which the run continues.
  void restart(RunPosition since, CheckWatch::Known known = {});
  CheckWatch::Known known() const { return watch_ ? watch_->known() : known_; }
  RunPosition since() const { return since_; }
  // Returns the next step (moment_of()) at which `solver`, which runs this pane, must be read. It is ahead of the run.
  std::optional<std::uint64_t> next_moment(const Solver& solver, int pane);
  // Reads the checks into the state, whose probes are those of the solver. `pane` is the solver's index, `now` is in s.
  // `stands`: no further steps follow, so the checks are read at once. `log` records when it reads.
  void follow(State& state, const Solver& solver, const Monitors& monitors, int pane, double now, bool stands,
              SessionLog& log);

 private:
  void watch(const Solver& solver, int pane);
  void look(State& state, const Solver& solver, const Monitors& monitors);

  RunPosition since_;
  CheckWatch::Known known_;  // readings with which the watch begins
  std::optional<CheckWatch> watch_;
  int pane_ = -1;
  std::optional<std::uint64_t> seen_;  // step of the last reading
  double last_ = 0, cost_ = 0;         // s: time of the last reading, and the time that it took
};

}  // namespace ez
