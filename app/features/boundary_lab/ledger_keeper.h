// Copies the energy ledgers of the runs into the state while the lab's switch is on.
#pragma once

#include <exception>

#include "app/features/boundary_lab/state.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/compare/comparison.h"

namespace ez {

class LedgerKeeper {
 public:
  // `services` gives the time.
  LedgerKeeper(State& state, const Services& services) : state_(state), services_(services) {}
  // Called every frame. Every pane keeps its ledger, so that it is complete when the pane becomes active. The state has
  // the ledger of the active pane. `due`: adds an entry to the history.
  void follow(Comparison& runs, bool due);

 private:
  void switch_off(const std::exception& why);

  State& state_;
  const Services& services_;
  int pane_ = 0;     // pane whose ledger is in the state
  bool on_ = false;  // the switch in the last frame
};

}  // namespace ez
