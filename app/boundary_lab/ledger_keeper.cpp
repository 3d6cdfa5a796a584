#include "app/boundary_lab/ledger_keeper.h"

#include <fmt/format.h>

#include <utility>

#include "app/picture/pane.h"
#include "app/state/update.h"

namespace ez {
namespace {

constexpr std::size_t longest = 1000;  // moments that are kept

}  // namespace

void LedgerKeeper::follow(Comparison& runs, bool due) {
  LabState& lab = state_.lab;
  const double time = active_run(runs, lab.active).time();
  if (lab.settings.ledger && !on_) lab.ledger_since = time;
  if (time < lab.ledger_since) lab.ledger_since = 0;  // it begins with the run
  on_ = lab.settings.ledger;
  try {
    for (int k = 0; k < runs.panes(); ++k) runs.pane(k).set_ledger(lab.settings.ledger);
  } catch (const OutOfMemory& e) {
    lab.settings.ledger = false;
    add_note(state_, Note::Kind::error, fmt::format("There is no energy ledger: {}", e.what()), services_.now());
  }
  auto& history = lab.ledger_history;
  if (!lab.settings.ledger || pane_ != lab.active) history.clear(), lab.ledger = {};
  pane_ = lab.active;
  if (!lab.settings.ledger || !due) return;
  if (!history.empty() && history.back().time == time) return;
  std::erase_if(history, [&](const LedgerMoment& m) { return m.time >= time; });  // a reset, or back to a good state
  lab.ledger = active_run(runs, lab.active).ledger();
  history.push_back({time, lab.ledger});
  if (history.size() <= longest) return;
  std::deque<LedgerMoment> thinned;  // every second one
  for (std::size_t k = 0; k < history.size(); k += 2) thinned.push_back(history[k]);
  history = std::move(thinned);
}

}  // namespace ez
