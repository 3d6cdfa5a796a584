#include "app/features/boundary_lab/explainer.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>

#include "app/features/boundary_lab/log.h"
#include "solver/base/background_work.h"

namespace ez {
namespace {

constexpr double percents = 100;  // steps of the progress; each is one line of a session log

}  // namespace

struct ReflectionExplainer::Work {
  Work(EngineMaker maker, const Scene& scene) : explainer(std::move(maker), scene) {
    work.emplace([this] { return step(); });
  }
  bool step() {
    try {
      if (!stop && explainer.step()) {
        const std::lock_guard lock(guard);
        news.fraction = std::floor(percents * explainer.fraction()) / percents;
        return true;
      }
    } catch (const std::exception& e) {  // device failure or out of memory
      const std::lock_guard lock(guard);
      news.failed = e.what();
      return false;
    }
    const std::lock_guard lock(guard);
    news.cancelled = stop;
    if (!stop) news.found = explainer.result();
    news.done = true;
    return false;
  }

  EchoExplainer explainer;
  std::atomic<bool> stop{false};
  std::mutex guard;
  ExplainProgress news;
  std::optional<BackgroundWork> work;  // uses all other members
};

ReflectionExplainer::ReflectionExplainer(State& state, SessionLog& log) : state_(state), log_(log) {}
ReflectionExplainer::~ReflectionExplainer() = default;

void ReflectionExplainer::start(const EngineRequest& request, const Scene& scene) {
  forget();
  if (!log_.replaying()) work_ = std::make_unique<Work>(make_engine_maker(request).make, scene);
  under_way_ = true;
  state_.of<LabState>().explained = Explained{scene, {}};
}

void ReflectionExplainer::cancel() {
  if (work_) work_->stop = true;
}

void ReflectionExplainer::forget() {
  work_.reset();
  under_way_ = false;
}

void ReflectionExplainer::follow() {
  std::optional<Explained>& shown = state_.of<LabState>().explained;
  if (!under_way_) return;
  if (!shown) return forget();  // another scene was opened
  shown->progress = log_.record_or_replay_unless(shown->progress, "explain", [&] {
    if (!work_) return shown->progress;
    work_->work->poll();
    const std::lock_guard lock(work_->guard);
    return work_->news;
  });
  if (shown->progress.ended()) forget();
}

}  // namespace ez
