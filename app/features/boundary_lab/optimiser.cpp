#include "app/features/boundary_lab/optimiser.h"

#include <fmt/format.h>

#include <utility>

#include "app/features/boundary_lab/log.h"
#include "app/features/boundary_lab/state.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/platform/units.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

bool same_but_grading(const CpmlGrading& a, const CpmlGrading& b) { return a.cells == b.cells && a.factor == b.factor; }

}  // namespace

void Optimiser::say(Note::Kind kind, Text words) { add_note(state_, kind, std::move(words), services_.now()); }

void Optimiser::start(const EngineRequest& request, const Scene& scene, int pane) {
  search_.reset();
  search_ = Search{nullptr, pane_name(state_, pane), scene.boundary.cpml, pane};
  if (!log_.replaying())
    search_->search = std::make_unique<GradingSearch>(make_engine_maker(request).make, scene, state_.instruments.band);
  state_.of<LabState>().search = GradingProgress{};
  state_.of<LabState>().search = progress();
}

GradingProgress Optimiser::progress() {
  return log_.record_or_replay_unless(*state_.of<LabState>().search, "search",
                                      [&] { return search_->search->progress(); });
}

void Optimiser::cancel() {
  if (search_ && search_->search) search_->search->cancel();
}

void Optimiser::follow() {
  if (!search_) return;
  if (!state_.of<LabState>().search) state_.of<LabState>().search = GradingProgress{};  // another scene was opened
  const GradingProgress progress = this->progress();
  state_.of<LabState>().search = progress;
  if (!progress.done && !progress.cancelled && progress.failed.empty()) return;
  const Search search = std::move(*search_);
  search_.reset();
  if (!progress.failed.empty()) {
    say(Note::Kind::error, text_with("No better grading was found: {}", progress.failed));
    return;
  }
  if (progress.cancelled) return;
  const Text found = text_with("worst {} dB, before {} dB", fixed(progress.best_db, 1), fixed(progress.before_db, 1));
  if (progress.best_db >= progress.before_db) {
    state_.of<LabState>().search->best = search.before;
    state_.of<LabState>().search->best_db = progress.before_db;
    say(Note::Kind::news, text_with("{} already has the best grading: {}", search.pane, found));
    return;
  }
  SceneResult pane = scene_of_variant(state_.scene, static_cast<std::size_t>(search.index));
  if (search.index >= pane_count(state_.scene) || !pane.scene ||
      !same_but_grading(pane.scene->boundary.cpml, search.before)) {
    say(Note::Kind::warning, "The optimised pane has changed meanwhile. Nothing was edited");
    return;
  }
  pane.scene->boundary.cpml = progress.best;
  const auto edited = state_.scene.variants.empty()
                          ? std::optional(std::move(*pane.scene))
                          : with_variant(state_.scene, static_cast<std::size_t>(search.index), *pane.scene);
  if (!edited) return;
  update(state_, command::EditScene{*edited, text_with("optimise {}", search.pane), true}, services_);
  say(Note::Kind::news, text_with("Optimised {}: {}", search.pane, found));
}

}  // namespace ez
