// The boundary lab, as part of the state. Panels read it; the session and update() change it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/model/workspace.h"
#include "solver/engine/engine.h"
#include "solver/measure/reflection.h"
#include "solver/problem/energy_ledger.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene.h"
#include "solver/study/grading_search.h"

namespace ez {

struct LedgerMoment {
  double time = 0;  // s
  EnergyLedger ledger;
};

// Hidden-fault mode.
struct Quiz {
  std::optional<BoundaryFault> guess;  // what the user last named
  int guesses = 0;                     // at the fault that is hidden now
  int score = 0;                       // side right: 1, fault right: 2; the first guess only
  int rounds = 0;                      // revealed so far
};

struct LabState {
  EnergyLedger ledger;                      // of the active pane
  double ledger_since = 0;                  // s, that it counts from: when it was switched on, or the start
  std::deque<LedgerMoment> ledger_history;  // since the start, thinned
  std::optional<GradingProgress> search;    // the search for a grading that is under way, or that ended last
  Quiz quiz;
};

}  // namespace ez
