#include "app/features/study/sweep_keeper.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "app/features/study/log.h"
#include "app/model/update.h"
#include "ezscope/version.h"
#include "solver/base/background_work.h"
#include "solver/base/cores.h"
#include "solver/base/text_with.h"
#include "solver/study/sweep_cache.h"

namespace ez {

// The thread runs the whole sweep. The frames take its news.
struct SweepKeeper::Work {
  Work(EngineRequest wanted, KeySweep planned, const std::filesystem::path& file)
      : request(std::move(wanted)),
        sweep(std::move(planned)),
        thread([this, file] { return run(file); }, Threads::own, Priority::low) {}
  ~Work() { stopped = true; }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool run(const std::filesystem::path& file) {
    try {
      SweepCache cache(file, std::string(version) + " " + revision + " " + request.backend);
      const auto progress = [&](double part, std::size_t) {
        const std::scoped_lock lock(guard);
        news.fraction = part;
        return !stopped;
      };
      const auto finished = [&](const KeySweep& of, std::size_t k) {
        const SweepPoint& p = of.points[k];
        const std::scoped_lock lock(guard);
        news.points.push_back({k, p.measured, p.theory, p.steps, p.time, p.problem});
      };
      measure(sweep, request, progress, finished, file.empty() ? nullptr : &cache);
    } catch (const std::exception& e) {
      const std::scoped_lock lock(guard);
      news.failed = e.what();
    }
    const std::scoped_lock lock(guard);
    news.done = true;
    return false;
  }
  SweepNews take() {
    thread.poll();
    const std::scoped_lock lock(guard);
    SweepNews out = news;
    news.points.clear();
    return out;
  }

  EngineRequest request;
  KeySweep sweep;
  std::atomic<bool> stopped{false};
  std::mutex guard;
  SweepNews news;         // guarded
  BackgroundWork thread;  // last: it ends first
};

SweepKeeper::SweepKeeper(State& state, Services& services, SessionLog& log, std::filesystem::path cache)
    : state_(state), services_(services), log_(log), cache_(std::move(cache)) {}
SweepKeeper::~SweepKeeper() { stop(); }

void SweepKeeper::start(const EngineRequest& request, KeySweep sweep) {
  stop();
  std::optional<ShownSweep>& shown = state_.of<StudyState>().sweep;
  if (!shown) return;
  shown->running = true;
  if (log_.replaying()) return;
  EngineRequest share = request;  // a core remains for the window
  if (share.threads <= 0) share.threads = std::max(1, usable_cores() - 1);
  work_ = std::make_unique<Work>(share, std::move(sweep), cache_.empty() ? cache_ : cache_ / "sweeps");
}

void SweepKeeper::stop() {
  if (work_) work_->stopped = true;
  work_.reset();
  if (std::optional<ShownSweep>& shown = state_.of<StudyState>().sweep) shown->running = false;
}

void SweepKeeper::follow() {
  std::optional<ShownSweep>& shown = state_.of<StudyState>().sweep;
  if (!shown || !shown->running) {
    work_.reset();
    return;
  }
  const SweepNews news =
      log_.record_or_replay_unless(SweepNews{shown->fraction}, "sweep", [&] { return work_->take(); });
  shown->fraction = news.fraction;
  for (const FinishedPoint& f : news.points) {
    if (f.point >= shown->points.size()) continue;
    SweepPoint& p = shown->points[f.point];
    p.measured = f.measured, p.theory = f.theory, p.steps = f.steps, p.time = f.time, p.problem = f.problem;
    shown->known[f.point] = true;
  }
  if (!news.failed.empty())
    add_note(state_, Note::Kind::error, text_with("The sweep ended: {}", news.failed), services_.now());
  if (news.done) stop();
}

}  // namespace ez
