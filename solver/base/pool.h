// Threads shared by engines, which live as long as these engines. Jobs form a queue, and each runs on all threads at
// the same time. A thread that has finished its part starts the next job without waiting for the other threads, so
// engines that share the pool keep all threads busy. Between jobs the threads poll for about 20 µs and then sleep in
// the kernel. An idle engine therefore costs nothing, and a busy one starts a batch within microseconds. The threads
// flush denormals to zero, so that a field that has decayed to almost zero does not slow them down.
//
// Several threads may start jobs. A part may wait for another part of its own job, because every thread reaches the
// jobs in the same order. It must never wait for another job. If a job has fewer parts than there are threads, the
// first threads that reach it do the parts, and the others do not wait.
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
    std::vector<Span> spans;       // one for each part
    std::atomic<int> left;         // parts that are not finished
    std::atomic<int> taken{0};  // parts that a thread has started; counted only if there are fewer parts than threads
  };

 public:
  // A job that was started. A default-constructed job counts as done.
  class Job {
   public:
    bool done() const { return !work_ || work_->left.load(std::memory_order_acquire) == 0; }
    void wait() const;
    // Returns the time from the first thread's start to the last thread's end, in seconds.
    // Call it only once done() is true.
    double seconds() const;

   private:
    friend class Pool;
    std::shared_ptr<Work> work_;
  };

  // Starts `threads` threads. If a limit on processes or memory allows only some of them, the pool keeps half of these,
  // because the work on them needs memory too. Throws EngineError if no thread can be started. A page starts only as
  // many as startable_threads() allows; if that is none, start() does the job before it returns.
  explicit Pool(int threads);
  ~Pool();  // all jobs must be finished
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int size() const { return alone_ ? 1 : static_cast<int>(workers_.size()); }  // threads
  // Returns into how many parts to split a job of `work` items, so that each thread gets at least `least` of them.
  int parts_of(std::int64_t work, std::int64_t least) const {
    return static_cast<int>(std::clamp<std::int64_t>(work / least, 1, size()));
  }
  // Runs job(0) … job(parts−1), each on its own thread, and returns at once. The job must not throw, and `parts` is at
  // most size(). If `parts` equals size(), job(k) always runs on the same thread.
  Job start(std::function<void(int)> job, int parts);
  void run(std::function<void(int)> job, int parts) { start(std::move(job), parts).wait(); }

 private:
  std::string fill(int threads);  // returns why some threads could not start
  void empty();
  void work(int id);
  static void carry_out(Work& job, int part);
  std::shared_ptr<Work> job_number(unsigned n);  // nullptr: other threads have finished it

  bool alone_ = false;  // there are no threads: start() itself does the job
  std::mutex guard_;
  std::deque<std::shared_ptr<Work>> jobs_;       // jobs that at least one thread has not reached yet
  unsigned first_ = 0;                           // number of jobs started before jobs_.front()
  alignas(64) std::atomic<unsigned> queued_{0};  // number of jobs started so far
  std::atomic<bool> stop_{false};
  std::vector<std::thread> workers_;
};

// Calls `ready` until it returns true. The first calls follow each other directly; later ones
// let other threads run in between.
template <class F>
void wait_actively_until(F ready) {
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
