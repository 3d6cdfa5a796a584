// Does the long work of a large scene in the background while the window responds: reading it, which evaluates formulas
// at every node, and making its runs, which fills gigabytes. Work that is no longer wanted ends by itself, and its
// result is dropped.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/model/document/scene_files.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"

namespace ez {

// Runs one job at a time, which returns a T. A new job replaces the one before.
template <class T>
class Background {
 public:
  void start(std::function<T()> work) {
    drop();
    job_ = std::make_unique<Job>();
    job_->thread = std::jthread([job = job_.get(), work = std::move(work)] {
      try {
        job->result = work();
      } catch (...) {
        job->thrown = std::current_exception();
      }
      job->done = true;
    });
  }
  bool busy() const { return job_ && !job_->done; }
  bool done() const { return job_ && job_->done; }
  // Returns the job's result once it is done, or throws its exception.
  T take() {
    const std::unique_ptr<Job> job = std::move(job_);
    job->thread.join();
    if (job->thrown) std::rethrow_exception(job->thrown);
    return std::move(job->result);
  }
  void drop() {
    if (job_) dropped_.push_back(std::move(job_));
    std::erase_if(dropped_, [](const std::unique_ptr<Job>& job) { return job->done.load(); });
  }

 private:
  struct Job {
    T result{};
    std::exception_ptr thrown;
    std::atomic<bool> done = false;
    std::jthread thread;  // last: it ends first
  };
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
