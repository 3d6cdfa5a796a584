#include "app/session/watch/health.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/model/log/members.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"

namespace ez {

void HealthWatch::watch() {
  SessionLog& log = d_.log();
  const double begin = d_.elapsed();
  if (d_.state.frozen) return;
  const auto due = [&] { return d_.now() - last_health_ >= std::min(0.25, 200 * health_cost_); };
  if (!log.record_or_replay_unless(false, "health", due)) return;
  last_health_ = d_.now();
  std::vector<Health> all;
  std::vector<double> largest;
  for (int k = 0; k < d_.runs->panes(); ++k) {
    all.push_back(d_.runs->pane(k).health());
    largest.push_back(all.back().max_abs);
  }
  log.same("largest", largest, "the largest |field| of each pane is");
  bool calm = true;
  for (int k = 0; k < d_.runs->panes(); ++k) {
    const Solver& solver = d_.runs->pane(k);
    const Health& health = all[static_cast<std::size_t>(k)];
    StabilityMonitor& stability = d_.panes[static_cast<std::size_t>(k)].stability;
    const std::string why = stability.verdict(health, solver.step());
    if (!why.empty()) return freeze(k, Text::as_is(why));
    calm &= stability.look(health, solver.step());
    if (stability.slow_growth()) return freeze(k, stability.growth_verdict());
    refresh_growth(k);
  }
  health_cost_ = d_.elapsed() - begin;
  const bool keeps = calm && last_good_.is_due(*d_.runs);  // a replay asks too: it drops unusable ones
  if (log.record_or_replay_unless(false, "keep", [&] { return keeps; })) last_good_.keep(*d_.runs);
}

void HealthWatch::freeze(int pane, const Text& why) {
  if (why.empty() || d_.state.frozen) return;
  d_.state.frozen = true;
  // The search for the cause has limited time, so its result depends on the machine: a replay takes the recorded one.
  Instability found = last_good_.find(*d_.runs, pane, d_.panes[static_cast<std::size_t>(pane)].stability, d_.applied);
  d_.state.instability = d_.log().record_or_replay("instability", [&] { return std::move(found); });
  last_good_.go_back(*d_.runs, *d_.state.instability);
  if (d_.state.instability->seeks_remedy && !d_.log().replaying())
    remedy_.start(d_.applied, d_.runs->pane(pane), *d_.state.instability);
  broken_by_ = why;
  for (Pane& p : d_.panes) p.scene_changed();  // their pictures change too
  d_.refresh_time();
  pictures_.restart_range();
  describe_cause();
  // In the other workspaces a card over the pictures reports it.
  if (d_.state.workspace == Workspace::kernel_lab)
    add_note(d_.state, Note::Kind::error, text_with("The run became unstable. {}", d_.state.frozen_why), d_.now());
}

void HealthWatch::describe_cause() {
  const Instability& i = *d_.state.instability;
  const Text why = text_with("{}: {}", broken_by_, i.cause);
  d_.state.frozen_why = d_.runs->panes() > 1 ? text_with("{}: {}", pane_name(d_.state, i.pane), why) : capital(why);
}

void HealthWatch::follow_remedy() {
  if (!d_.state.frozen || !d_.state.instability || !d_.state.instability->seeks_remedy) return remedy_.cancel();
  std::optional<Instability> found =
      d_.log().record_or_replay_unless(std::optional<Instability>(), "remedy", [&] { return remedy_.take(); });
  if (!found) return;
  d_.state.instability = std::move(found);
  describe_cause();
}

void HealthWatch::refresh_growth(int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const Solver& solver = d_.runs->pane(pane);
  const StabilityMonitor& stability = d_.panes[k].stability;
  PaneState& state = d_.state.panes[k];
  state.largest = stability.running_max();
  state.looks.clear();
  for (const StabilityMonitor::Look& l : stability.looks())
    state.looks.push_back({static_cast<double>(l.step) * solver.dt(), l.max_abs});
  state.growth = std::pow(stability.growth(), reference_period(solver.scene()) / solver.dt());
}

}  // namespace ez
