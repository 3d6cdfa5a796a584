#include "app/session/watch/remedy_search.h"

#include <atomic>
#include <thread>
#include <utility>

#include "solver/gas/of_scene.h"
#include "solver/gas/run.h"
#include "solver/gas/scene_engine.h"
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

Diagnosis look_for(const Scene& scene, const Standing& now, std::stop_token stop, bool& from_start) {
  constexpr double steps = 256;  // number of steps that a remedy must survive
  GasTrial here(1e8, stop);
  Diagnosis found = diagnose_cells(scene, [&](const Scene& fixed_scene) {
    if (fixed_scene.grid.precision != scene.grid.precision)
      return Outcome::fails;  // this changes the run from its start
    gas::GasProblem problem = gas::gas_of(fixed_scene, now.cells);
    problem.rho = now.state[0], problem.u = now.state[1], problem.v = now.state[2], problem.p = now.state[3];
    return here.from(problem, fixed_scene.grid.precision, steps * now.dt);
  });
  if (found.fixed_scene) return found;
  GasTrial again(1e8, stop);
  Diagnosis other =
      diagnose_cells(scene, [&](const Scene& fixed_scene) { return again.from_start(fixed_scene, now.time); });
  from_start = other.fixed_scene.has_value();
  return from_start ? other : found;
}

}  // namespace

struct RemedySearch::State {
  std::atomic<bool> done = false;
  Instability found;
  std::jthread thread;  // last: it ends first
};

RemedySearch::RemedySearch() = default;
RemedySearch::~RemedySearch() = default;
RemedySearch::RemedySearch(RemedySearch&&) noexcept = default;
RemedySearch& RemedySearch::operator=(RemedySearch&&) noexcept = default;

void RemedySearch::start(const Scene& scene, Solver& solver, const Instability& found) {
  cancel();
  gas::GasRun* run = gas::run_of(solver.engine());
  if (run == nullptr) return;
  state_ = std::make_unique<State>();
  state_->found = found;
  Standing now{run->state(), solver.nodes(), solver.time(), solver.dt()};
  State* state = state_.get();
  state->thread = std::jthread([state, scene, of_pane = solver.scene(), now = std::move(now)](std::stop_token stop) {
    Instability& i = state->found;
    bool from_start = false;
    Diagnosis d;
    try {
      d = look_for(of_pane, now, stop, from_start);
    } catch (const std::exception& e) {  // no memory for a second gas
      d.cause = i.cause + "; no remedy could be tested: " + e.what();
    }
    i.cause = d.cause;
    i.remedy = from_start ? "Start again with " + d.remedy : d.remedy;
    i.fixed_scene = d.fixed_scene;
    if (i.fixed_scene && !scene.variants.empty())
      i.fixed_scene = with_variant(scene, static_cast<std::size_t>(i.pane), *i.fixed_scene);
    i.from_start = from_start;
    i.seeks_remedy = false;
    state->done = true;
  });
}

void RemedySearch::cancel() { state_.reset(); }

std::optional<Instability> RemedySearch::take() {
  if (!state_ || !state_->done) return std::nullopt;
  const std::unique_ptr<State> ended = std::move(state_);
  ended->thread.join();
  return std::move(ended->found);
}

}  // namespace ez
