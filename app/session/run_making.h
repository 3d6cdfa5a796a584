// Does the long work of a large scene in the background while the window responds: reading it, which evaluates formulas
// at every node, and making its runs, which fills gigabytes. Work that is no longer wanted ends by itself, and its
// result is dropped.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/document/scene_files.h"
#include "solver/base/background_work.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"

namespace ez {

// Runs one job at a time, which returns a T. A new job replaces the one before. Without a thread, start() does the job
// before it returns, because the window has nothing else to show.
template <class T>
class Background {
 public:
  explicit Background(Threads threads = Threads::own) : threads_(threads) {}
  void start(std::function<T()> work) {
    drop();
    job_ = std::make_unique<Job>();
    job_->work.emplace(
        [job = job_.get(), work = std::move(work)] {
          job->result = work();
          return false;
        },
        threads_);
    job_->work->poll();
  }
  bool busy() const { return job_ && !job_->work->done(); }
  bool done() const { return job_ && job_->work->done(); }
  // Returns the job's result once it is done, or throws its exception.
  T take() {
    const std::unique_ptr<Job> job = std::move(job_);
    job->work->stop();
    job->work->rethrow();
    return std::move(job->result);
  }
  void drop() {
    if (job_) dropped_.push_back(std::move(job_));
    std::erase_if(dropped_, [](const std::unique_ptr<Job>& job) { return job->work->done(); });
  }

 private:
  struct Job {
    T result{};
    std::optional<BackgroundWork> work;  // last: it ends first
  };
  Threads threads_;
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> dropped_;
};

// Makes the runs of a scene with these media.
class RunMaking {
 public:
  // Returns the approximate time in s to make the runs.
  static double seconds(const Scene& scene);

  void start(const EngineRequest& request, const Scene& scene, const SharedMedia& media);
  bool is_of(const Scene& scene) const { return started_ && scene == scene_; }
  bool done() const { return making_.done(); }
  // Returns null if the runs could not be made.
  std::unique_ptr<Comparison> take();
  void drop() { making_.drop(), started_ = false; }
  static std::unique_ptr<Comparison> made(const EngineRequest& request, const Scene& scene, const SharedMedia& media);

 private:
  Background<std::unique_ptr<Comparison>> making_;
  bool started_ = false;
  Scene scene_;
};

// Reads a scene's file.
class SceneReading {
 public:
  // Returns the scene in the file. If it is not read yet, the result has no scene and no messages; call again once
  // done().
  SceneResult load(SceneFiles& files, const std::string& name, const std::vector<std::string>& reads);
  bool is_late() const { return late_; }  // load() has not returned a result yet
  // Returns true once for a late reading that is done: it is time to call load() again.
  bool becomes_due();
  const std::string& name() const { return name_; }
  const std::vector<std::string>& reads() const { return reads_; }

 private:
  struct Read {
    SceneResult result{};
    SceneFiles files{std::vector<std::string>()};
  };
  Background<Read> reading_;
  std::string name_;
  std::vector<std::string> reads_;
  bool late_ = false, was_due_ = false;
};

}  // namespace ez
