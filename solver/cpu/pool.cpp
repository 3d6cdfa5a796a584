#include "solver/cpu/pool.h"

#include <algorithm>
#include <cstdint>

namespace ez {
namespace {

void flush_denormals() {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);  // flush to zero, denormals are zero
#elif defined(__aarch64__)
  std::uint64_t fpcr;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr));
  asm volatile("msr fpcr, %0" ::"r"(fpcr | (std::uint64_t{1} << 24)));
#endif
}

// Waits until `value` is no longer `old`: a look out of some 20 µs, then sleep.
template <class V>
void wait_for_change(const std::atomic<V>& value, V old) {
  for (int n = 0; n < 1000; ++n) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Pool::Pool(int threads) : spans_(static_cast<std::size_t>(threads)) {
  for (int id = 0; id < threads; ++id) workers_.emplace_back([this, id] { work(id); });
}

Pool::~Pool() {
  wait();
  stop_.store(true);
  epoch_.fetch_add(1, std::memory_order_release);
  epoch_.notify_all();
  for (std::thread& t : workers_) t.join();
}

void Pool::start(std::function<void(int)> job) {
  wait();
  job_ = std::move(job);
  running_.store(size(), std::memory_order_relaxed);
  epoch_.fetch_add(1, std::memory_order_release);
  epoch_.notify_all();
}

void Pool::wait() {
  for (int left = running_.load(std::memory_order_acquire); left != 0; left = running_.load(std::memory_order_acquire))
    wait_for_change(running_, left);
}

double Pool::seconds() const {
  const auto begin = std::min_element(spans_.begin(), spans_.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  const auto end = std::max_element(spans_.begin(), spans_.end(), [](auto& a, auto& b) { return a.end < b.end; });
  return std::chrono::duration<double>(end->end - begin->begin).count();
}

void Pool::work(int id) {
  flush_denormals();
  unsigned seen = 0;
  while (true) {
    wait_for_change(epoch_, seen);
    ++seen;
    if (stop_.load()) return;
    Span& span = spans_[static_cast<std::size_t>(id)];
    span.begin = Clock::now();
    job_(id);
    span.end = Clock::now();
    running_.fetch_sub(1, std::memory_order_acq_rel);
    running_.notify_all();
  }
}

}  // namespace ez
