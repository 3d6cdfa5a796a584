// Carries out the boundary lab's commands. Panes are variants of the scene. Adding, removing or changing one is
// therefore an edit of the scene with an undo entry.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/services.h"
#include "app/features/boundary_lab/state.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/text_with.h"

namespace ez {
void on(State& s, Services& x, const command::StartSearch&) {
  const SceneResult pane = scene_of_variant(s.scene, static_cast<std::size_t>(s.active));
  if (!pane.scene) {
    add_note(s, Note::Kind::error, joined(pane.messages), x.now());
    return;
  }
  if (!pane.scene->boundary.has_layer()) {
    add_note(s, Note::Kind::warning, "Cannot optimise: no side is CPML. Set a side to CPML first.", x.now());
    return;
  }
  x.of<BoundaryLabServices>().start_search(*pane.scene, s.active);
}

void on(State&, Services& x, const command::CancelSearch&) { x.of<BoundaryLabServices>().cancel_search(); }

void on(State& s, Services& x, const command::ExplainReflection&) {
  const SceneResult pane = scene_of_variant(s.scene, static_cast<std::size_t>(s.active));
  if (!pane.scene) {
    add_note(s, Note::Kind::error, joined(pane.messages), x.now());
    return;
  }
  x.of<BoundaryLabServices>().start_explaining(s.scene.variants.empty() ? s.scene : pane_scene(s, s.active));
}

void on(State&, Services& x, const command::CancelExplaining&) { x.of<BoundaryLabServices>().cancel_explaining(); }

// ---- game of the hidden fault

namespace {

void reveal(State& s) {
  s.fault_revealed = true;
  ++s.of<LabState>().quiz.rounds;
}

}  // namespace

void on(State& s, Services& x, const command::HideFault& c) {
  Scene scene = s.scene;
  scene.hidden_fault = c.seed;
  edit_scene(s, x, std::move(scene), c.seed ? "hide a fault" : "remove hidden fault");
  s.of<LabState>().quiz.guess.reset();
  s.of<LabState>().quiz.guesses = 0;
  s.fault_revealed = false;
  if (!c.seed) return;
  start_over(s, x);
  add_note(s, Note::Kind::news, "One side now has a hidden fault. Find it. The run restarted from t = 0.", x.now());
}

void on(State& s, Services&, const command::Guess& c) {
  Quiz& q = s.of<LabState>().quiz;
  if (!is_hiding(s)) return;
  const std::optional<BoundaryFault> truth = hidden_fault_of(pane_scene(s, s.active));
  if (!truth) return;
  q.guess = c.fault;
  if (++q.guesses == 1) {
    if (c.fault.side == truth->side) q.score += 1;
    if (c.fault.fault == truth->fault) q.score += 2;
  }
  if (c.fault == *truth) reveal(s);
}

void on(State& s, Services&, const command::Reveal&) {
  if (is_hiding(s)) reveal(s);
}

// ---- report

void on(State& s, Services& x, const command::SaveReport& c) {
  std::filesystem::path path = c.path;
  if (path.empty())
    path = x.fresh_name("ezscope-" + scene_name(s) + "-report", ".png");
  else if (path.extension() != ".png")
    path += ".png";
  x.of<BoundaryLabServices>().save_report(path.replace_extension());
}

}  // namespace ez
