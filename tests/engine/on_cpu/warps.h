// Runs kernels on the CPU: the threads of a block are fibers, and the blocks run one after the other. Defines the
// built-in names that the streaming kernel uses, so include it before the kernel. An asynchronous copy is made when it
// is waited for, which is as late as a GPU may make it.
#pragma once

#include <cuda_runtime_api.h>
#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace ez::warps {

struct Index {
  unsigned x = 0;
};

class Machine {
 public:
  static constexpr unsigned lanes = 32;

  // Runs `kernel` as each thread of each block. `shared` is its dynamic shared memory, which is filled with NaN when a
  // block begins.
  void run(unsigned blocks, unsigned threads, std::span<unsigned char> shared, const std::function<void()>& kernel) {
    kernel_ = &kernel;
    base_ = shared.data();
    grid_dim.x = blocks, block_dim.x = threads;
    for (block_idx.x = 0; block_idx.x < blocks; ++block_idx.x) {
      std::fill(shared.begin(), shared.end(), std::uint8_t{0xff});
      run_block(threads);
    }
  }

  // ---- called by the threads
  Index thread_idx, block_idx, block_dim, grid_dim;
  void sync_warp() { wait(warps_[now_ / lanes], lanes); }
  void sync_block() { wait(block_, block_dim.x); }
  // Returns the value of another lane, or the thread's own value if there is no such lane.
  template <class T>
  T shuffle(T value, int from) {
    std::memcpy(&shown_[now_], &value, sizeof(T));
    sync_warp();
    if (from >= 0 && from < static_cast<int>(lanes))
      std::memcpy(&value, &shown_[now_ / lanes * lanes + static_cast<unsigned>(from)], sizeof(T));
    sync_warp();
    return value;
  }
  int lane() const { return static_cast<int>(now_ % lanes); }

  // ---- shared memory, with addresses counted from its start
  unsigned address_of(const void* p) const {
    return static_cast<unsigned>(static_cast<const unsigned char*>(p) - base_);
  }
  template <class T>
  T at(unsigned address) const {
    T value;
    std::memcpy(&value, base_ + address, sizeof(T));
    return value;
  }
  void copy_later(unsigned to, const void* from, int bytes, bool there) {
    fibers_[now_].open.push_back({to, from, static_cast<std::size_t>(bytes), there});
  }
  void end_of_copies() { fibers_[now_].copies.push_back(std::exchange(fibers_[now_].open, {})); }
  // Makes all copies except those of the last `but` groups.
  void make_copies(std::size_t but) {
    auto& copies = fibers_[now_].copies;
    for (; copies.size() > but; copies.erase(copies.begin()))
      for (const Copy& c : copies.front()) {
        if (c.there)
          std::memcpy(base_ + c.to, c.from, c.bytes);
        else
          std::memset(base_ + c.to, 0, c.bytes);
      }
  }

 private:
  struct Copy {
    unsigned to;
    const void* from;
    std::size_t bytes;
    bool there;  // false: zeros instead
  };
  struct Fiber {
    ucontext_t context;
    std::vector<char> stack;
    bool done = false;
    std::vector<Copy> open;
    std::vector<std::vector<Copy>> copies;
  };
  struct Barrier {
    unsigned there = 0, times = 0;
  };

  static Machine*& running() {
    static Machine* machine = nullptr;
    return machine;
  }
  static void enter() {
    Machine& m = *running();
    (*m.kernel_)();
    m.fibers_[m.now_].done = true;
    m.leave();
  }
  void leave() { swapcontext(&fibers_[now_].context, &home_); }
  void wait(Barrier& b, unsigned of) {
    const unsigned before = b.times;
    if (++b.there == of) b.there = 0, ++b.times;
    while (b.times == before) leave();
  }
  void run_block(unsigned threads) {
    running() = this;
    fibers_.resize(threads);
    warps_.assign(threads / lanes, {});
    block_ = {};
    shown_.assign(threads, 0);
    for (Fiber& f : fibers_) {
      f.stack.resize(std::size_t{1} << 19);
      f.done = false;
      f.open.clear(), f.copies.clear();
      getcontext(&f.context);
      f.context.uc_stack.ss_sp = f.stack.data();
      f.context.uc_stack.ss_size = f.stack.size();
      f.context.uc_link = nullptr;
      makecontext(&f.context, &Machine::enter, 0);
    }
    for (bool any = true; any;) {
      any = false;
      for (now_ = 0; now_ < threads; ++now_) {
        if (fibers_[now_].done) continue;
        any = true;
        thread_idx.x = now_;
        swapcontext(&home_, &fibers_[now_].context);
      }
    }
  }

  const std::function<void()>* kernel_ = nullptr;
  unsigned char* base_ = nullptr;
  std::vector<Fiber> fibers_;
  ucontext_t home_{};
  unsigned now_ = 0;
  std::vector<Barrier> warps_;
  Barrier block_;
  std::vector<std::uint64_t> shown_;
};

// Kernels find their thread by names instead of an argument.
inline Machine machine;

}  // namespace ez::warps

// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier): CUDA's own names
#define threadIdx ez::warps::machine.thread_idx
#define blockIdx ez::warps::machine.block_idx
#define blockDim ez::warps::machine.block_dim
#define gridDim ez::warps::machine.grid_dim
#define __launch_bounds__(...)

template <class T>
T __shfl_sync(unsigned, T value, int from) {
  return ez::warps::machine.shuffle(value, from);
}
template <class T>
T __shfl_up_sync(unsigned, T value, int by) {
  return ez::warps::machine.shuffle(value, ez::warps::machine.lane() - by);
}
template <class T>
T __shfl_down_sync(unsigned, T value, int by) {
  return ez::warps::machine.shuffle(value, ez::warps::machine.lane() + by);
}
inline void __syncwarp() { ez::warps::machine.sync_warp(); }
inline void __syncthreads() { ez::warps::machine.sync_block(); }
inline void __threadfence() {}
// Picks four of eight bytes, by a selector of four bits each.
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned of) {
  const std::uint64_t both = a | std::uint64_t{b} << 32;
  unsigned out = 0;
  for (int k = 0; k < 4; ++k) out |= static_cast<unsigned>(both >> (8 * (of >> (4 * k) & 7U)) & 0xffU) << (8 * k);
  return out;
}
// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier)
namespace ez::cuda {
template <class T>
T min(T a, T b) {
  return std::min(a, b);
}
}  // namespace ez::cuda
