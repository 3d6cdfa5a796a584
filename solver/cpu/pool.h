// Threads that live as long as the engine and run one job at a time, all of them at once. Between jobs they look out
// for the next for a moment, then sleep in the kernel: an idle engine costs nothing, a busy one starts a batch in
// microseconds. Denormals are flushed to zero in each: a drained field must not slow down.
//
// One caller at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace ez {

class Pool {
 public:
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int size() const { return static_cast<int>(workers_.size()); }
  // Runs job(0) … job(size()−1), each on its own thread; returns at once. The job throws nothing.
  void start(std::function<void(int)> job);
  bool busy() const { return running_.load(std::memory_order_acquire) != 0; }
  void wait();
  // Time from the first worker's start to the last one's end, of the last job that finished. In seconds.
  double seconds() const;
  void run(std::function<void(int)> job) {
    start(std::move(job));
    wait();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct alignas(64) Span {
    Clock::time_point begin, end;
  };
  void work(int id);

  std::function<void(int)> job_;
  std::vector<Span> spans_;
  alignas(64) std::atomic<unsigned> epoch_{0};
  alignas(64) std::atomic<int> running_{0};
  std::atomic<bool> stop_{false};
  std::vector<std::thread> workers_;
};

// Looks at `ready` until it is true: hard at first, then giving the processor away between looks.
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
