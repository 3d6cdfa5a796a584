#include "solver/base/background_work.h"

#include <sys/resource.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "solver/base/cores.h"

namespace ez {
namespace {

// Lowers the priority of this thread, so that the field and the window come first. Next to them it still gets a quarter
// of a core. (On Linux each thread has its own priority.)
void lower_thread_priority() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5); }

}  // namespace

BackgroundWork::BackgroundWork(std::function<bool()> step, Threads threads, Priority priority)
    : step_(std::move(step)) {
  if (threads == Threads::none || startable_threads() == 0) return;
  try {
    thread_ = std::thread([this, priority] {
      if (priority == Priority::low) lower_thread_priority();
      while (!ended()) do_step();
    });
    has_thread_ = true;
  } catch (const std::system_error&) {
    // No further thread can be created, so poll() does the steps.
  }
}

void BackgroundWork::poll(std::chrono::milliseconds share) {
  if (has_thread_) return;
  const auto end = std::chrono::steady_clock::now() + share;
  while (!ended()) {
    do_step();
    if (std::chrono::steady_clock::now() >= end) return;
  }
}

void BackgroundWork::stop() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

void BackgroundWork::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
}

void BackgroundWork::do_step() {
  bool goes_on = false;
  try {
    goes_on = step_();
  } catch (...) {
    thrown_ = std::current_exception();
  }
  if (goes_on) return;
  step_ = nullptr;
  done_ = true;
}

}  // namespace ez
