#include "app/features/design/finish_keeper.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "app/features/design/commands.h"
#include "app/features/design/log.h"
#include "app/model/update.h"
#include "solver/base/background_work.h"
#include "solver/base/cores.h"
#include "solver/base/text_with.h"

namespace ez {

// The thread makes one iteration after another, and then measures the polygons. The frames read the progress.
struct FinishKeeper::Work {
  Work(EngineRequest wanted, Structure begin)
      : request(std::move(wanted)),
        scene(begin.scene()),
        structure(std::move(begin)),
        thread([this] { return step(); }, Threads::own, Priority::low) {}
  ~Work() { stopped = true; }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool step() {
    try {
      if (!designer) designer.emplace(std::exchange(structure, std::nullopt).value(), make_engine_maker(request).make);
      if (!designer->structure().finished()) return iterate();
      measure();
    } catch (const std::exception& e) {
      const std::scoped_lock lock(guard);
      now.failed = e.what();
    }
    return false;
  }
  bool iterate() {
    const std::optional<DesignIteration> made = designer->iterate([this](std::uint64_t) { return !stopped; });
    if (!made) return false;
    const std::scoped_lock lock(guard);
    now.made.push_back(*made);
    // The last run, on a grid twice as fine, takes about as long as four iterations.
    now.fraction = made->number / (designer->structure().design().iterations + 4.0);
    return true;
  }
  void measure() {
    const AdjointRuns::Progress going = [this](std::uint64_t) { return !stopped; };
    const Scene polygons = designer->structure().result();
    const std::optional<double> value = designer->value_of(polygons, 1, going);
    const std::optional<double> fine = value ? designer->value_of(polygons, 2, going) : std::nullopt;
    if (!fine) return;
    const std::optional<double> checked = designer->is_relative() ? value : std::nullopt;
    const std::scoped_lock lock(guard);
    result = {designer->structure().finished_scene(checked), *value, *fine, designer->structure().measured_feature()};
    now.done = true;
  }
  FinishProgress progress() {
    thread.poll();
    const std::scoped_lock lock(guard);
    return now;
  }

  EngineRequest request;
  Scene scene;                         // that is designed, without the structure's picture
  std::optional<Structure> structure;  // at the beginning
  std::optional<Designer> designer;    // made and used by the thread
  std::atomic<bool> stopped{false};
  std::mutex guard;
  FinishProgress now;          // guarded
  command::TakeDesign result;  // guarded; once it is done
  BackgroundWork thread;       // last: it ends first
};

FinishKeeper::FinishKeeper(State& state, Services& services, SessionLog& log, std::function<void(Command)> send)
    : state_(state), services_(services), log_(log), send_(std::move(send)) {}
FinishKeeper::~FinishKeeper() { cancel(); }

void FinishKeeper::start(const EngineRequest& request, Structure structure) {
  cancel();
  EngineRequest share = request;  // a core remains for the window
  if (share.threads <= 0) share.threads = std::max(1, usable_cores() - 1);
  work_ = std::make_unique<Work>(share, std::move(structure));
}

void FinishKeeper::cancel() {
  if (work_) work_->stopped = true;
  work_.reset();
}

void FinishKeeper::follow() {
  std::optional<FinishProgress>& shown = state_.of<DesignState>().finish;
  if (!shown) return cancel();
  const bool same =
      !work_ || (open_design(state_.scene) != nullptr &&
                 without_picture(state_.scene, *open_design(state_.scene)).shapes == work_->scene.shapes &&
                 state_.scene.grid == work_->scene.grid && state_.scene.designs == work_->scene.designs);
  shown = log_.record_or_replay_unless(*shown, "finish", [&] {
    FinishProgress now = work_ ? work_->progress() : FinishProgress{};
    if (!same) now.failed = "the scene has changed; choose Finish again";
    return now;
  });
  if (!shown->failed.empty()) {
    add_note(state_, Note::Kind::warning, text_with("The design was not finished: {}", shown->failed), services_.now(),
             "design");
    shown.reset();
    return cancel();
  }
  if (!shown->done || !work_) return;
  send_(work_->result);
  cancel();
}

}  // namespace ez
