#include "app/features/boundary_lab/ledger_keeper.h"

#include <fmt/format.h>

#include <utility>

#include "app/model/update.h"
#include "app/picture/pane.h"
#include "solver/base/text_with.h"
#include "solver/engine/backend.h"

namespace ez {
namespace {

constexpr std::size_t longest = 1000;  // largest number of saved entries

}  // namespace

void LedgerKeeper::switch_off(const std::exception& why) {
  state_.instruments.ledger = false;
  add_note(state_, Note::Kind::error, text_with("The energy ledger is not available: {}", text_of_error(why)),
           services_.now());
}

void LedgerKeeper::follow(Comparison& runs, bool due) {
  LabState& lab = state_.of<LabState>();
  const double time = active_run(runs, state_.active).time();
  if (state_.instruments.ledger && !on_) lab.ledger_since = time;
  if (time < lab.ledger_since) lab.ledger_since = 0;  // the run restarted
  on_ = state_.instruments.ledger;
  try {
    for (int k = 0; k < runs.panes(); ++k) runs.pane(k).set_ledger(state_.instruments.ledger);
  } catch (const OutOfMemory& e) {
    switch_off(e);
  } catch (const NoBackend& e) {
    switch_off(e);
  }
  auto& history = lab.ledger_history;
  if (!state_.instruments.ledger || pane_ != state_.active) history.clear(), lab.ledger = {};
  pane_ = state_.active;
  if (!state_.instruments.ledger || !due) return;
  if (!history.empty() && history.back().time == time) return;
  // after a reset, or after a return to an earlier state
  std::erase_if(history, [&](const LedgerMoment& m) { return m.time >= time; });
  lab.ledger = active_run(runs, state_.active).ledger();
  history.push_back({time, lab.ledger});
  if (history.size() <= longest) return;
  std::deque<LedgerMoment> thinned;  // keeps every second entry
  for (std::size_t k = 0; k < history.size(); k += 2) thinned.push_back(history[k]);
  history = std::move(thinned);
}

}  // namespace ez
