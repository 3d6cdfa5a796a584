// Does long work in the background in steps, while the owner looks for its result once a frame.
//
// The work has its own thread. A page may have none to spare (startable_threads()), and a limit on processes may refuse
// one. Then poll() does the steps, a few milliseconds of them in each frame.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>

namespace ez {

enum class Threads { own, none };     // none: the same as if no thread can be created, for tests
enum class Priority { normal, low };  // low: other threads come first

class BackgroundWork {
 public:
  // `step` does a part of the work, and returns false after the last part. If it throws, the work ends too.
  explicit BackgroundWork(std::function<bool()> step, Threads threads = Threads::own,
                          Priority priority = Priority::normal);
  ~BackgroundWork() { stop(); }
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  // Without a thread, does one step, and further ones until `share` has passed. Otherwise does nothing.
  void poll(std::chrono::milliseconds share = std::chrono::milliseconds(12));
  bool done() const { return done_; }  // after the last step or an exception
  // Waits until the step in work has ended. No step follows.
  void stop();
  // Rethrows the exception that ended the work, if there is one. Call it only once done() is true.
  void rethrow() const;

 private:
  bool ended() const { return done_ || stopped_; }
  void do_step();

  std::function<bool()> step_;  // empty once the work is done, so that its memory is free
  std::exception_ptr thrown_;
  std::atomic<bool> done_{false}, stopped_{false};
  bool has_thread_ = false;
  std::thread thread_;  // uses all other members
};

}  // namespace ez
