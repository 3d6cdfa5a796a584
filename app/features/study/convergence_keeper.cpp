#include "app/features/study/convergence_keeper.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "app/features/study/log.h"
#include "app/model/update.h"
#include "solver/base/background_work.h"
#include "solver/base/cores.h"
#include "solver/base/text_with.h"

namespace ez {

// The thread does one part of a run after another. The frames read the progress.
struct ConvergenceKeeper::Work {
  Work(EngineRequest wanted, Scene of)
      : request(std::move(wanted)),
        scene(std::move(of)),
        thread([this] { return step(); }, Threads::own, Priority::low) {}

  bool step() {
    try {
      if (!run) run.emplace(make_engine_maker(request).make, scene, false, GridFactors{});
      // Without a thread this delays a frame, so the parts are short.
      const bool goes_on = run->step(has_threads() ? 0.1 : 0.012);
      const std::scoped_lock lock(guard);
      now.fraction = run->fraction();
      now.done = !goes_on;
      if (!goes_on) now.checks = run->result().checks;
      return goes_on;
    } catch (const std::exception& e) {
      const std::scoped_lock lock(guard);
      now.failed = e.what();
      return false;
    }
  }
  ConvergenceProgress progress() {
    thread.poll();
    const std::scoped_lock lock(guard);
    return now;
  }

  EngineRequest request;
  Scene scene;
  std::optional<ConvergenceRun> run;  // made and used by the thread
  std::mutex guard;
  ConvergenceProgress now;  // guarded
  BackgroundWork thread;    // last: it ends first
};

ConvergenceKeeper::ConvergenceKeeper(State& state, Services& services, SessionLog& log)
    : state_(state), services_(services), log_(log) {}
ConvergenceKeeper::~ConvergenceKeeper() = default;

void ConvergenceKeeper::start(const EngineRequest& request, const Scene& scene) {
  forget();
  state_.of<StudyState>().convergence = ConvergenceProgress{};
  if (log_.replaying()) return;
  EngineRequest share = request;  // a core remains for the window
  if (share.threads <= 0) share.threads = std::max(1, usable_cores() - 1);
  work_ = std::make_unique<Work>(share, scene);
}

void ConvergenceKeeper::cancel() {
  work_.reset();
  state_.of<StudyState>().convergence.reset();
}

void ConvergenceKeeper::forget() {
  cancel();
  state_.convergence.clear();
}

ConvergenceProgress ConvergenceKeeper::progress() {
  return log_.record_or_replay_unless(*state_.of<StudyState>().convergence, "convergence",
                                      [&] { return work_->progress(); });
}

void ConvergenceKeeper::follow() {
  std::optional<ConvergenceProgress>& shown = state_.of<StudyState>().convergence;
  if (!shown) return;
  shown = progress();
  if (!shown->done && shown->failed.empty()) return;
  if (!shown->failed.empty())
    add_note(state_, Note::Kind::error, text_with("Cannot check the convergence: {}", shown->failed), services_.now());
  state_.convergence = std::move(shown->checks);
  cancel();
}

}  // namespace ez
