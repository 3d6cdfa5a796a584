// The energy ledgers of the runs, brought into the state as long as the lab's switch is on.
#pragma once

#include "app/features/boundary_lab/state.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/compare/comparison.h"

namespace ez {

class LedgerKeeper {
 public:
  // `services` tells the time.
  LedgerKeeper(State& state, const Services& services) : state_(state), services_(services) {}
  // Every frame. Every pane keeps its ledger, so that it is whole when the pane is looked at; the state has the active
  // one's. `due`: another moment of it is to be kept.
  void follow(Comparison& runs, bool due);

 private:
  State& state_;
  const Services& services_;
  int pane_ = 0;     // whose ledger is in the state
  bool on_ = false;  // the switch, as it was in the last frame
};

}  // namespace ez
