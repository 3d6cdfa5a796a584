#include "solver/base/pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <system_error>

#if defined(__EMSCRIPTEN__)
#include <emscripten/threading.h>
#endif

#include "solver/base/cores.h"
#include "solver/base/denormals.h"
#include "solver/base/error.h"

namespace ez {
namespace {

// Sleeps until `value` differs from `old`. notify() ends the sleep. emscripten's library of Debian 12 would poll every
// 8 ms, so a page uses the browser's own wait, which a late notify() can also end too soon.
template <class V>
void sleep_while(const std::atomic<V>& value, V old) {
#if defined(__EMSCRIPTEN__)
  while (value.load(std::memory_order_acquire) == old)
    emscripten_futex_wait(const_cast<std::atomic<V>*>(&value), static_cast<std::uint32_t>(old), INFINITY);
#else
  value.wait(old, std::memory_order_acquire);
#endif
}
template <class V>
void notify(std::atomic<V>& value) {
#if defined(__EMSCRIPTEN__)
  emscripten_futex_wake(&value, INT_MAX);
#else
  value.notify_all();
#endif
}

// Waits until `value` differs from `old`: polls for about 20 µs, then sleeps.
template <class V>
void wait_for_change(const std::atomic<V>& value, V old) {
  for (int n = 0; n < 1000; ++n) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  sleep_while(value, old);
}

}  // namespace

void Pool::Job::wait() const {
  if (!work_) return;
  for (int left = work_->left.load(std::memory_order_acquire); left != 0;
       left = work_->left.load(std::memory_order_acquire))
    wait_for_change(work_->left, left);
}

double Pool::Job::seconds() const {
  if (!work_) return 0;
  const auto& spans = work_->spans;
  const auto begin = std::min_element(spans.begin(), spans.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  const auto end = std::max_element(spans.begin(), spans.end(), [](auto& a, auto& b) { return a.end < b.end; });
  return std::chrono::duration<double>(end->end - begin->begin).count();
}

Pool::Pool(int threads) {
  threads = std::min(threads, startable_threads());
  if (threads == 0) {
    alone_ = true;
    return;
  }
  for (std::string why; !(why = fill(threads)).empty();) {
    threads = size() / 2;
    empty();
    if (threads == 0)
      throw EngineError(fmt::format(
          "cannot start a thread: {}; end other programs, or raise the limits that `ulimit -u` and `ulimit -v` show",
          why));
  }
}

Pool::~Pool() { empty(); }

std::string Pool::fill(int threads) {
  workers_.reserve(static_cast<std::size_t>(threads));
  try {
    while (size() < threads) workers_.emplace_back([this, id = size()] { work(id); });
    return {};
  } catch (const std::system_error& e) {
    return e.code().message();
  } catch (const std::bad_alloc&) {
    return "out of memory";
  }
}

void Pool::empty() {
  stop_.store(true);
  queued_.fetch_add(1, std::memory_order_release);
  notify(queued_);
  for (std::thread& t : workers_) t.join();
  workers_.clear();
  queued_.store(0);
  stop_.store(false);
}

Pool::Job Pool::start(std::function<void(int)> run, int parts) {
  Job job;
  job.work_ = std::make_shared<Work>();
  job.work_->run = std::move(run);
  job.work_->spans.resize(static_cast<std::size_t>(parts));
  job.work_->left.store(parts, std::memory_order_relaxed);
  if (alone_) {
    for (int part = 0; part < parts; ++part) carry_out(*job.work_, part);
    return job;
  }
  {
    const std::lock_guard lock(guard_);
    jobs_.push_back(job.work_);
    queued_.fetch_add(1, std::memory_order_release);
  }
  notify(queued_);
  return job;
}

void Pool::carry_out(Work& job, int part) {
  Span& span = job.spans[static_cast<std::size_t>(part)];
  span.begin = Clock::now();
  job.run(part);
  span.end = Clock::now();
  if (job.left.fetch_sub(1, std::memory_order_acq_rel) == 1) notify(job.left);
}

// Also removes finished jobs before the n-th from the queue.
std::shared_ptr<Pool::Work> Pool::job_number(unsigned n) {
  const std::lock_guard lock(guard_);
  if (static_cast<int>(n - first_) < 0) return nullptr;
  while (first_ != n && jobs_.front()->left.load(std::memory_order_acquire) == 0) {
    jobs_.pop_front();
    ++first_;
  }
  return jobs_[n - first_];
}

void Pool::work(int id) {
  const DenormalsAreZero rounding;
  for (unsigned seen = 0;; ++seen) {
    wait_for_change(queued_, seen);
    if (stop_.load()) return;
    const std::shared_ptr<Work> job = job_number(seen);
    if (!job) continue;
    const auto parts = static_cast<int>(job->spans.size());
    const int part = parts == size() ? id : job->taken.fetch_add(1, std::memory_order_relaxed);
    if (part >= parts) continue;
    carry_out(*job, part);
  }
}

}  // namespace ez
