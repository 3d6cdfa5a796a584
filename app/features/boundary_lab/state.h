// The boundary lab's part of the state. Panels read it; the session and update() change it.
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
#include "solver/study/echo_explainer.h"
#include "solver/study/grading_search.h"

namespace ez {

struct LedgerMoment {
  double time = 0;  // s
  EnergyLedger ledger;
};

// State of the game of finding a hidden fault.
struct Quiz {
  std::optional<BoundaryFault> guess;  // the user's last answer
  int guesses = 0;                     // number of answers for the current hidden fault
  int score = 0;                       // 1 for the right side, 2 for the right fault; only the first guess counts
  int rounds = 0;                      // number of faults revealed so far
};

// Progress and result of the search for the causes of a reflection.
struct ExplainProgress {
  double fraction = 0;  // of the runs that are known so far, 0 … 1
  EchoExplanation found;
  bool done = false, cancelled = false;
  std::string failed;  // the reason of a failure; empty: none
  bool ended() const { return done || !failed.empty(); }
  bool operator==(const ExplainProgress&) const = default;
};
struct Explained {
  Scene scene;  // of the pane when the search started
  ExplainProgress progress;
};

struct LabState {
  EnergyLedger ledger;  // of the active pane
  // s, start of counting: when the ledger was switched on, or the start of the run
  double ledger_since = 0;
  std::deque<LedgerMoment> ledger_history;  // entries since the start, thinned
  std::optional<GradingProgress> search;    // progress of the current or the last search for a grading
  std::optional<Explained> explained;       // the current or the last search for causes
  Quiz quiz;
};

}  // namespace ez
