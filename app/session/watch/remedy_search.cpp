#include "app/session/watch/remedy_search.h"

#include <exception>
#include <stop_token>
#include <utility>

#include "solver/gas/of_scene.h"
#include "solver/gas/run.h"
#include "solver/gas/scene_engine.h"
#include "solver/measure/stability/failed_cells.h"
#include "solver/measure/stability/gas_trial.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// A gas in its current state, and the numbers of its run.
struct Standing {
  gas::Arrays state;
  NodeMap cells;
  double time = 0, dt = 0;  // s
};

constexpr double most_cells = 1e8;  // cells × steps for the trials of each of the two searches

}  // namespace

struct RemedySearch::State {
  Scene scene, of_pane;
  Standing now;
  Instability found;
  std::stop_source stop;  // ends a trial in work
  GasTrial from_now{most_cells, stop.get_token()}, from_start{most_cells, stop.get_token()};
  std::optional<CellDiagnosis> diagnosis;  // in work
  std::optional<Diagnosis> first;          // the diagnosis that continues from the current state, once it is complete
  std::optional<BackgroundWork> work;      // last: it ends first

  ~State() { stop.request_stop(); }
  Outcome try_from_now(const Scene& fixed_scene);
  Outcome try_from_start(const Scene& fixed_scene) { return from_start.from_start(fixed_scene, now.time); }
  bool step();
  bool try_remedy();
  void conclude(const Diagnosis& d, bool restarts);
};

Outcome RemedySearch::State::try_from_now(const Scene& fixed_scene) {
  constexpr double steps = 256;  // number of steps that a remedy must survive
  if (fixed_scene.grid.precision != of_pane.grid.precision) return Outcome::fails;  // changes the run from its start
  gas::GasProblem problem = gas::gas_of(fixed_scene, now.cells);
  problem.rho = now.state[0], problem.u = now.state[1], problem.v = now.state[2], problem.p = now.state[3];
  return from_now.from(problem, fixed_scene.grid.precision, steps * now.dt);
}

bool RemedySearch::State::step() {
  try {
    return try_remedy();
  } catch (const std::exception& e) {  // no memory for a second gas
    conclude({found.cause + "; no remedy could be tested: " + e.what(), "", {}}, false);
    return false;
  }
}

// Tries one remedy. Returns false once the search is complete.
bool RemedySearch::State::try_remedy() {
  if (!diagnosis) {
    diagnosis.emplace(of_pane, [this](const Scene& s) { return first ? try_from_start(s) : try_from_now(s); });
    return true;
  }
  if (diagnosis->step()) return true;
  const Diagnosis d = diagnosis->result();
  diagnosis.reset();
  if (!first && !d.fixed_scene) {
    first = d;
    return true;
  }
  const bool restarts = first && d.fixed_scene;
  conclude(first && !restarts ? *first : d, restarts);
  return false;
}

void RemedySearch::State::conclude(const Diagnosis& d, bool restarts) {
  found.cause = d.cause;
  found.remedy = restarts ? "Start again with " + d.remedy : d.remedy;
  found.fixed_scene = d.fixed_scene;
  if (found.fixed_scene && !scene.variants.empty())
    found.fixed_scene = with_variant(scene, static_cast<std::size_t>(found.pane), *found.fixed_scene);
  found.from_start = restarts;
  found.seeks_remedy = false;
}

RemedySearch::RemedySearch() = default;
RemedySearch::~RemedySearch() = default;
RemedySearch::RemedySearch(RemedySearch&&) noexcept = default;
RemedySearch& RemedySearch::operator=(RemedySearch&&) noexcept = default;

void RemedySearch::start(const Scene& scene, Solver& solver, const Instability& found, Threads threads) {
  cancel();
  gas::GasRun* run = gas::run_of(solver.engine());
  if (run == nullptr) return;
  state_ = std::make_unique<State>();
  state_->scene = scene;
  state_->of_pane = solver.scene();
  state_->now = {run->state(), solver.nodes(), solver.time(), solver.dt()};
  state_->found = found;
  state_->work.emplace([state = state_.get()] { return state->step(); }, threads);
}

void RemedySearch::cancel() { state_.reset(); }

std::optional<Instability> RemedySearch::take() {
  if (!state_) return std::nullopt;
  state_->work->poll();
  if (!state_->work->done()) return std::nullopt;
  const std::unique_ptr<State> ended = std::move(state_);
  ended->work->stop();
  return std::move(ended->found);
}

}  // namespace ez
