// The boundary lab's search for a better grading. Items, within the profile card's ID:
//   ##degrees_low ##degrees_high ##frequency_low ##frequency_high  ##optimise  ##cancel (while it runs)
#include <fmt/format.h>

#include <algorithm>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/platform/units.h"

namespace ez {
namespace {

bool running(const std::optional<GradingProgress>& p) { return p && !p->done && !p->cancelled && p->failed.empty(); }

void band_rows(const Context& c) {
  LabSettings settings = c.state.instruments;
  GradingBand& band = settings.band;
  bool changed = false;
  float w = row(c.look, "Angles");
  changed |= number_field(c.look, "##degrees_low", band.degrees_low,
                          {.unit = "°", .decimals = 0, .min = 0, .max = band.degrees_high, .speed = 0.5, .slot = 14},
                          half(c.look, w));
  tip(c.look, "Sets the lower end of the band");
  same_row(c.look);
  changed |= number_field(c.look, "##degrees_high", band.degrees_high,
                          {.unit = "°", .decimals = 0, .min = band.degrees_low, .max = 89, .speed = 0.5, .slot = 14},
                          half(c.look, w));
  tip(c.look, "Sets the upper end of the band");
  w = row(c.look, "Frequencies");
  const auto frequency = [&](const char* id, double& f, const char* words) {
    const std::string_view instead = f > 0 ? std::string_view() : std::string_view("source's");
    changed |= number_field(c.look, id, f,
                            {.unit = "Hz",
                             .prefixes = true,
                             .decimals = 1,
                             .min = 0,
                             .max = 1e18,
                             .logarithmic = f > 0,
                             .speed = 1e8,
                             .slot = 32,
                             .instead = instead,
                             .bare = f <= 0},
                            half(c.look, w));
    tip(c.look, words);
  };
  frequency("##frequency_low", band.frequency_low, "Sets the lower end of the band; 0 uses that of the sources");
  same_row(c.look);
  frequency("##frequency_high", band.frequency_high, "Sets the upper end of the band; 0 uses that of the sources");
  if (changed) c.send(command::SetLab{settings});
}

std::string trials_words(const Vocabulary* words, const GradingProgress& p) {
  return say(words, "{} trial{}", p.trials, p.trials == 1 ? "" : "s");
}

void outcome(const Context& c, const GradingProgress& p) {
  if (!p.failed.empty()) {
    warning(c.look, p.failed, true);
    return;
  }
  if (running(p)) progress_bar(c.look, p.fraction);
  const std::string trials = trials_words(c.look.words, p);
  if (running(p))
    hint(c.look, progress_words(c.look.words, p));
  else if (p.cancelled)
    hint(c.look, c.say("Cancelled after {}. The grading is unchanged", trials));
  else
    hint(c.look,
         c.say("Worst reflection in the band: {} → {} dB in {}", fixed(p.before_db, 1), fixed(p.best_db, 1), trials));
}

}  // namespace

std::string progress_words(const Vocabulary* words, const GradingProgress& p) {
  std::string trials = trials_words(words, p);
  if (p.trials == 0) return trials;  // no trial has been measured yet
  return say(words, "{} · best so far {} dB, initially {} dB", trials, fixed(p.best_db, 1), fixed(p.before_db, 1));
}

// An undo or another edit of the grading makes the result one about a grading that is gone.
const GradingProgress* shown_search(const State& state) {
  const std::optional<GradingProgress>& search = state.of<LabState>().search;
  if (!search) return nullptr;
  const bool gone = search->done && search->failed.empty() && !search->cancelled &&
                    !(active_scene(state).boundary.cpml == search->best);
  return gone ? nullptr : &*search;
}

void optimise_rows(const Context& c) {
  const std::optional<GradingProgress>& search = c.state.of<LabState>().search;
  const bool busy = running(search);
  ImGui::BeginDisabled(busy);
  band_rows(c);
  ImGui::EndDisabled();
  const float w = ImGui::GetContentRegionAvail().x;
  if (busy) {
    if (button(c.look, "##cancel", "Cancel", icon::close, false, w)) c.send(command::CancelSearch{});
    tip(c.look, "Stops the search and leaves the grading unchanged");
  } else {
    if (button(c.look, "##optimise", "Optimise", icon::optimise, true, w)) c.send(command::StartSearch{});
    tip(c.look,
        "Searches for the grading with the smallest worst-case reflection in this band. Applies it as one edit, which "
        "can be undone");
  }
  if (const GradingProgress* shown = shown_search(c.state)) outcome(c, *shown);
}

}  // namespace ez
