// The checks of the run that is looked at, read as it goes: those that have a moment at it, the others after new steps,
// as often as costs no more than a fiftieth of the time.
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
  // The field starts over, or runs on as another: what was measured until then does not count. `known`: what had been
  // read at the moment that the run is taken up from.
  void restart(RunMoment since, CheckWatch::Known known = {});
  CheckWatch::Known known() const { return watch_ ? watch_->known() : known_; }
  RunMoment since() const { return since_; }
  // The moment (moment_of()) at which `solver`, the pane's, is to be looked at next, whatever else; it lies ahead.
  std::optional<std::uint64_t> next_moment(const Solver& solver, int pane);
  // Reads what there is into the state, whose probes are the solver's. `pane` is the solver's number, `now` in s;
  // `stands`: no further steps are to come, and what is read is of this one at once. `log` is told when it looks.
  void follow(State& state, const Solver& solver, const Monitors& monitors, int pane, double now, bool stands,
              SessionLog& log);

 private:
  void watch(const Solver& solver, int pane);
  void look(State& state, const Solver& solver, const Monitors& monitors);

  RunMoment since_;
  CheckWatch::Known known_;  // as the watch begins
  std::optional<CheckWatch> watch_;
  int pane_ = -1;
  std::optional<std::uint64_t> seen_;  // the step of the last look
  double last_ = 0, cost_ = 0;         // s: when the last look was, and what it took
};

}  // namespace ez
