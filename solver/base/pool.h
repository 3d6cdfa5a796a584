// Threads that live as long as the engines that share them. Jobs queue one after another; each runs on all threads at
// once, and a thread that has done its part goes on to the next job without waiting for the others: engines that share
// the threads keep them all at work. Between jobs they look out for the next for a moment, then sleep in the kernel: an
// idle engine costs nothing, a busy one starts a batch in microseconds. Denormals are flushed to zero in each: a
// drained field must not slow down.
//
// Jobs may be started from several threads. A part may wait for another part of its own job (every thread comes to the
// jobs in the same order), never for another job. A job of fewer parts than there are threads is done by those that
// come to it first; nobody waits for the others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ez {

class Pool {
 private:
  using Clock = std::chrono::steady_clock;
  struct alignas(64) Span {  // when a thread worked on its part of a job
    Clock::time_point begin, end;
  };
  struct Work {
    std::function<void(int)> run;  // called with the number of a part
    std::vector<Span> spans;       // of each part
    std::atomic<int> left;         // parts that are not done
    std::atomic<int> taken{0};     // parts that a thread has begun; counted only where there are fewer than threads
  };

 public:
  // A job that was started; one that never was counts as done.
  class Job {
   public:
    bool done() const { return !work_ || work_->left.load(std::memory_order_acquire) == 0; }
    void wait() const;
    // Time from the first thread's start to the last one's end, in seconds. Once it is done.
    double seconds() const;

   private:
    friend class Pool;
    std::shared_ptr<Work> work_;
  };

  // Starts that many threads. Where a limit of processes or of memory lets only some of them start, half of those are
  // kept, since what runs on them needs room too. Throws EngineError when not one starts.
  explicit Pool(int threads);
  ~Pool();  // no job may be left
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int size() const { return static_cast<int>(workers_.size()); }  // threads
  // Into how many parts to cut a job of `work` items, so that each thread gets at least `least` of them.
  int parts_of(std::int64_t work, std::int64_t least) const {
    return static_cast<int>(std::clamp<std::int64_t>(work / least, 1, size()));
  }
  // Runs job(0) … job(parts−1), each on its own thread; returns at once. The job throws nothing. At most size() parts;
  // job(k) of as many is always on the same thread.
  Job start(std::function<void(int)> job, int parts);
  void run(std::function<void(int)> job, int parts) { start(std::move(job), parts).wait(); }

 private:
  std::string fill(int threads);  // returns what kept some from starting
  void empty();
  void work(int id);
  std::shared_ptr<Work> job_number(unsigned n);  // nullptr: the others have done it

  std::mutex guard_;
  std::deque<std::shared_ptr<Work>> jobs_;       // jobs that some thread has still to come to
  unsigned first_ = 0;                           // how many jobs were started before jobs_.front()
  alignas(64) std::atomic<unsigned> queued_{0};  // jobs started so far
  std::atomic<bool> stop_{false};
  std::vector<std::thread> workers_;
};

// Asks `ready` again and again until it is true: at once at first, then letting other threads run in between.
template <class F>
void spin_until(F ready) {
  for (int n = 0; !ready(); ++n) {
    if (n > 2000) {
      std::this_thread::yield();
      continue;
    }
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

}  // namespace ez
