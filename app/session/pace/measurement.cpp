#include "app/session/pace/measurement.h"

#include <cmath>
#include <utility>

#include "app/model/update.h"

namespace ez {
namespace {

constexpr double longest_deferral = 1.5;  // s that an edit waits for the pulse of the edit before it

}  // namespace

Measurement::Sending Measurement::sending_of(const Scene& scene) {
  Sending sending = Sending::nothing;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (is_continuous(s.waveform)) return Sending::steady;
    sending = Sending::pulses;
  }
  return sending;
}

Measurement::Measuring Measurement::now() const {
  const Comparison& runs = *d_.runs;
  Measuring out;
  for (int k = 0; k < runs.panes(); ++k) {
    const Scene& scene = runs.pane(k).scene();
    out.sides.push_back({scene.boundary, scene.faults, scene.hidden_fault});
  }
  out.sending = sending_of(runs.pane(0).scene());
  const std::optional<std::uint64_t> last = stops_.last_valid_step();
  out.over = is_measured_in_lab(d_) && last && runs.pane(0).step() >= *last;
  return out;
}

bool Measurement::awaits_pulse() const {
  return pulse_until_ && d_.state.running && !d_.state.frozen && d_.state.history.in_gesture() &&
         d_.now() - pulse_since_ < longest_deferral;
}

void Measurement::restart_if_needed(const Measuring& before, Tier tier) {
  const Measuring after = now();
  const double valid = d_.runs->all_valid_until();
  const bool meets_new = after.sending == Sending::steady && d_.applied.reflection.window > 0;
  const bool other_sides = !(after.sides == before.sides) && after.sending != Sending::nothing && !meets_new;
  const bool other_waves =
      after.sending != before.sending && after.sending != Sending::nothing && before.sending != Sending::nothing;
  const bool late = is_measured_in_lab(d_) && tier != Tier::nothing && (before.over || other_waves);
  if (!std::isfinite(valid) || d_.runs->pane(0).step() == 0 || !(other_sides || late)) return;
  if (!d_.state.running && !before.over) d_.state.run_to = d_.active().step();
  d_.runs->reset();
  d_.restarted();
  d_.state.running = true;
  if (!d_.state.history.in_gesture())
    add_note(d_.state, Note::Kind::news,
             other_sides && after.sending == Sending::pulses
                 ? "Restarted at t = 0: a new pulse measures the changed sides"
                 : "Restarted at t = 0 to measure the edited scene",
             d_.now());
  pulse_since_ = d_.now();
  pulse_until_ = stops_.stop_ahead();
  if (!pulse_until_) pulse_until_ = static_cast<std::uint64_t>(valid / d_.runs->pane(0).dt());
}

}  // namespace ez
